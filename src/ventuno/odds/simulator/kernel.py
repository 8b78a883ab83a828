"""How the simulator's kernels are compiled.

They only read and write arrays that they are given, so they are compiled without Numba's counting
of references: between functions it costs more than drawing a card. They never divide by nought, so
nothing is checked for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import numba
import numpy as np

from ventuno.odds.compiled import kept

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# The two kinds of whole number a kernel uses. They must not meet: Numba makes floats of that.
whole: Final = cast(Callable[[Any], int], np.int64)
word: Final = cast(Callable[[Any], int], np.uint64)

_FLAGS: Final[dict[str, Any]] = {"nogil": True, "_nrt": False, "error_model": "numpy"}


def kernel(function: Kernel) -> Kernel:
    return kept(function, **_FLAGS)


def inlined(function: Kernel) -> Kernel:
    """Copied into the kernel that calls it: handing over many arrays costs more than a few look-ups."""
    return cast(Kernel, numba.njit(inline="always", **_FLAGS)(function))
