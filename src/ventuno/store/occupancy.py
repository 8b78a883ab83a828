"""One house a database: a lock beside the file, held for as long as the process lives, whatever ends it.

On PostgreSQL it is the `Owner`.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from ventuno.refusal import Refused
from ventuno.store import private


class Occupancy:
    """`Occupancy(database)` takes it or is refused; `end` gives it up. Who only reads needs none."""

    def __init__(self, database: Path) -> None:
        path = database.with_name(database.name + ".lock")
        try:
            self._file = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, private.FILE)
        except OSError as error:
            raise Refused("store/away", f"{path} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            why = f"{database} is in use by {_holder(self._file)}: stop it first, or name another folder with --data"
            os.close(self._file)
            raise Refused("store/in_use", why) from None
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, str(os.getpid()).encode(), 0)

    def end(self) -> None:
        with suppress(OSError):
            os.close(self._file)


def _holder(file: int) -> str:
    found = os.pread(file, 20, 0).decode(errors="replace").strip()
    return f"another house (process {found})" if found.isdigit() else "another house"
