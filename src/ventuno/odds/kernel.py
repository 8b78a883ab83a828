"""How the kernels of the odds are compiled: `compiled` by themselves, `inlined` into whatever calls them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ventuno.compiled import Kernel, kept, not_kept, stamp_of

STAMP: Final = stamp_of(Path(__file__).parent)

# Sums may be contracted into fused multiply-adds and re-ordered for vector units; nothing here
# relies on NaN, infinities or signed zeros.
_FLAGS: Final[dict[str, Any]] = {"nogil": True, "fastmath": {"contract", "reassoc", "nsz"}}


def compiled(function: Kernel) -> Kernel:
    return kept(function, STAMP, **_FLAGS)


def inlined(function: Kernel) -> Kernel:
    return not_kept(function, forceinline=True, **_FLAGS)
