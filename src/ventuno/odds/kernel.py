"""How the kernels of the odds are compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ventuno.compiled import Kernel, kept, not_kept, stamp_of, without_references

STAMP: Final = stamp_of(Path(__file__).parent)

# Sums may be contracted into fused multiply-adds and re-ordered for vector units; nothing here
# relies on NaN, infinities or signed zeros.
_FLAGS: Final[dict[str, Any]] = {"nogil": True, "fastmath": {"contract", "reassoc", "nsz"}}


def kernel(function: Kernel) -> Kernel:
    """Only reads and writes arrays that it is given: nobody need count who holds which."""
    return kept(function, STAMP, **_FLAGS, **without_references)


def allocating_kernel(function: Kernel) -> Kernel:
    """Makes arrays of its own."""
    return kept(function, STAMP, **_FLAGS)


def inlined(function: Kernel) -> Kernel:
    """A small part of a kernel, compiled into whatever calls it; it makes no array either."""
    return not_kept(function, forceinline=True, **_FLAGS, **without_references)
