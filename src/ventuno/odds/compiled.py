"""The one door to Numba, which carries no types: `compiled` turns a function into machine code.

Compiled code is kept on disk (beside the module, or in the user's own cache where the package is
read-only), so that a second start pays nothing. Where neither can be written it is compiled anew.

Numba keeps compiled code by the file of the kernel alone, and would not notice that a function it
calls from another file has changed. Here kept code is valid only with exactly these sources.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# Sums may be contracted into fused multiply-adds and re-ordered for vector units; nothing here
# relies on NaN, infinities or signed zeros.
_FAST: Final = {"contract", "reassoc", "nsz"}


def stamp_of(folder: Path) -> str:
    """A digest over all sources of a folder: it changes with any of them."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


STAMP: Final = stamp_of(Path(__file__).parent)


def kept(function: Kernel, **flags: Any) -> Kernel:
    """Compiled with Numba's flags, and kept on disk where there is a place for it."""
    try:
        machine_code: Any = numba.njit(cache=True, **flags)(function)
    except RuntimeError:
        return cast(Kernel, numba.njit(**flags)(function))
    machine_code._cache._cache_file._source_stamp = STAMP
    return cast(Kernel, machine_code)


def compiled(function: Kernel) -> Kernel:
    return kept(function, nogil=True, fastmath=_FAST)


def inlined(function: Kernel) -> Kernel:
    """For the small parts of a kernel: compiled into whatever calls them."""
    return cast(Kernel, numba.njit(nogil=True, fastmath=_FAST, forceinline=True)(function))
