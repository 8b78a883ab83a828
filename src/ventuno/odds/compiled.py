"""The one door to Numba, which carries no types: `compiled` turns a function into machine code.

Compiled code is kept on disk (beside the module, or in the user's own cache where the package is
read-only), so that a second start pays nothing. Where neither can be written it is compiled anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# Sums may be contracted into fused multiply-adds and re-ordered for vector units; nothing here
# relies on NaN, infinities or signed zeros.
_FAST = {"contract", "reassoc", "nsz"}


def compiled(function: Kernel) -> Kernel:
    try:
        return cast(Kernel, numba.njit(cache=True, nogil=True, fastmath=_FAST)(function))
    except RuntimeError:  # no place to keep the compiled code
        return cast(Kernel, numba.njit(nogil=True, fastmath=_FAST)(function))


def inlined(function: Kernel) -> Kernel:
    """For the small parts of a kernel: compiled into whatever calls them."""
    return cast(Kernel, numba.njit(nogil=True, fastmath=_FAST, forceinline=True)(function))
