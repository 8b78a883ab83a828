"""The one door to Numba, which carries no types: turns a function into machine code.

Compiled code is kept on disk (beside the module, or in the user's own cache where the package is
read-only), so that a second start pays nothing. Where neither can be written it is compiled anew.

Numba keeps compiled code by the file of the kernel alone, and would not notice that a function it
calls from another file has changed. Here kept code is valid only with exactly the sources that it is
stamped with. Numba has no public way to say so: `_stamp` reaches into it, and `without_references` is a
flag that it does not document. `tests/test_compiled.py` names the version that both were written for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

# Without Numba's counting of references, for kernels that only read and write arrays they are given.
without_references: Final[dict[str, Any]] = {"_nrt": False}


def stamp_of(folder: Path) -> str:
    """A digest over all sources of a folder: it changes with any of them."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def kept(function: Kernel, stamp: str, **flags: Any) -> Kernel:
    """Compiled with Numba's flags, and kept on disk where there is a place for it."""
    try:
        machine_code: Any = numba.njit(cache=True, **flags)(function)
    except RuntimeError:
        return not_kept(function, **flags)
    _stamp(machine_code, stamp)
    return cast(Kernel, machine_code)


def not_kept(function: Kernel, **flags: Any) -> Kernel:
    """For the small parts of a kernel, which are compiled into whatever calls them."""
    return cast(Kernel, numba.njit(**flags)(function))


def _stamp(machine_code: Any, stamp: str) -> None:
    """In place of the time of the kernel's file, and of Numba's version, which is looked at before anything else.

    Kept code names the types it was made for: where one of them has gone from the sources, it cannot even be read.
    """
    file = machine_code._cache._cache_file
    file._source_stamp = stamp
    file._version = f"{file._version} {stamp}"
