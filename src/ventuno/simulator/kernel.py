"""How the simulator's kernels are compiled.

They only read and write arrays that they are given, so they are compiled without Numba's counting
of references: between functions it costs more than drawing a card. They never divide by nought, so
nothing is checked for it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from ventuno.compiled import Kernel, kept, not_kept, stamp_of, without_references

STAMP: Final = stamp_of(Path(__file__).parent)

# The two kinds of whole number a kernel uses. They must not meet: Numba makes floats of that.
whole: Final = cast(Callable[[Any], int], np.int64)
word: Final = cast(Callable[[Any], int], np.uint64)

_FLAGS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy", **without_references}


def kernel(function: Kernel) -> Kernel:
    return kept(function, STAMP, **_FLAGS)


def inlined(function: Kernel) -> Kernel:
    """Copied into the kernel that calls it: handing over many arrays costs more than a few look-ups."""
    return not_kept(function, inline="always", **_FLAGS)
