"""How the simulator's kernels are compiled.

They only read and write arrays that they are given, so they are compiled without Numba's counting
of references: between functions it costs more than drawing a card. They never divide by nought, so
nothing is checked for it.

Numba keeps compiled code by the file of the kernel alone, and would not notice that a function it
calls from another file has changed. Here kept code is valid only with exactly these sources.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba  # type: ignore[import-untyped, unused-ignore]
import numpy as np

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# The two kinds of whole number a kernel uses. They must not meet: Numba makes floats of that.
whole: Final = cast(Callable[[Any], int], np.int64)
word: Final = cast(Callable[[Any], int], np.uint64)

_FLAGS: Final[dict[str, Any]] = {"nogil": True, "_nrt": False, "error_model": "numpy"}


def _sources() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


_STAMP: Final = _sources()


def kernel(function: Kernel) -> Kernel:
    """Kept on disk where there is a place for it, so that a second start pays nothing."""
    try:
        compiled = numba.njit(cache=True, **_FLAGS)(function)
    except RuntimeError:
        return cast(Kernel, numba.njit(**_FLAGS)(function))
    compiled._cache._cache_file._source_stamp = _STAMP
    return cast(Kernel, compiled)


def inlined(function: Kernel) -> Kernel:
    """Copied into the kernel that calls it: handing over many arrays costs more than a few look-ups."""
    return cast(Kernel, numba.njit(inline="always", **_FLAGS)(function))
