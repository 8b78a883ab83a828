"""Machine code is made once for all workers: whoever needs a kernel first compiles it, the others wait and load it.

Without this every worker of a fresh clone compiles every kernel for itself.
"""

from __future__ import annotations

import fcntl
import threading
from pathlib import Path
from typing import Any

from numba.core.dispatcher import Dispatcher  # type: ignore[import-untyped, unused-ignore]


def one_worker_at_a_time(folder: Path) -> None:
    """For the rest of this process; the folder is the same for all workers."""
    folder.mkdir(parents=True, exist_ok=True)
    compile_or_load, here = Dispatcher.compile, threading.local()

    def in_turn(self: Any, signature: Any) -> Any:
        # What a kernel calls is compiled with it, under its lock: whoever holds one waits for no other.
        if getattr(here, "waits", False):
            return compile_or_load(self, signature)
        here.waits = True
        try:
            with (folder / f"{self.py_func.__module__}.{self.py_func.__qualname__}").open("w") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                return compile_or_load(self, signature)
        finally:
            here.waits = False

    setattr(Dispatcher, "compile", in_turn)  # noqa: B010  # for a type checker it is a method and stays one
