"""One house a database: a lock beside the file, held for as long as the process lives, whatever ends it.

On PostgreSQL it is the `Owner`. The database itself is never opened for a lock: to close it again would drop those that
SQLite has on it in this process.
"""

from __future__ import annotations

import fcntl
import os
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from ventuno.refusal import RefusalRaised
from ventuno.store import private

KEEP_S: Final = 0.5  # between two looks whether the lock is still there
ENDED_S: Final = 1.0
IN_USE: Final = "store/in_use"


def real(path: Path) -> Path:
    """The file itself, whatever links lead to it."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:  # links that lead to each other
        raise RefusalRaised("store/away", f"{path} cannot be found: {error}") from None


def lock_of(database: Path) -> Path:
    """Beside the file itself: the same for all who open it, by whatever link."""
    found = real(database)
    return found.with_name(found.name + ".lock")


class Occupancy:
    """`Occupancy(database)` takes it or is refused; `end` gives it up. Who only reads needs none."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = lock_of(database)
        _refuse_second_name(database)
        self._file = self._taken()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def end(self) -> None:
        """A disk that hangs is not waited for: the lock ends with the process."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join(ENDED_S)
        with suppress(OSError):
            os.close(self._file)

    def watch(self, lost: Callable[[], None], warn: Callable[[str], None]) -> None:
        """For who stays: in a thread, it is kept; `lost` is called once, when another house has the database."""
        self._thread = threading.Thread(target=self._run, args=(lost, warn), name="ventuno-occupancy", daemon=True)
        self._thread.start()

    def keep(self) -> str:
        """Takes the lock again where its file was removed or replaced, and says so. Refused where another has it."""
        if _is_at(self._file, self._path):
            return ""
        former, self._file = self._file, self._taken()
        os.close(former)
        return f"somebody removed {self._path} under the open house, and it was made again: leave it alone"

    def _run(self, lost: Callable[[], None], warn: Callable[[str], None]) -> None:
        told = ""
        while not self._ended.wait(KEEP_S):
            try:
                said = self.keep()
            except RefusalRaised as refused:
                said = refused.refusal.why
                if refused.refusal.code == IN_USE:
                    warn(said)
                    lost()
                    return
            if said and said != told:
                warn(said)
            told = said

    def _taken(self) -> int:
        while True:
            file = self._locked()
            if _is_at(file, self._path):
                break
            os.close(file)  # removed between the two: whoever comes next would make another
        with suppress(OSError):  # a disk that is full: it is only for who is refused
            os.ftruncate(file, 0)
            os.pwrite(file, str(os.getpid()).encode(), 0)
        return file

    def _locked(self) -> int:
        try:
            file = os.open(self._path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, private.FILE)
        except OSError as error:
            raise RefusalRaised("store/away", f"{self._path} cannot be written: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            who = _holder(file)
            os.close(file)
            why = f"{self._database} is in use by {who}: stop it first, or name another folder with --data"
            raise RefusalRaised(IN_USE, why) from None
        except OSError as error:
            os.close(file)
            raise RefusalRaised("store/away", f"{self._path} cannot be locked: {error.strerror}") from None
        return file


def _is_at(file: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(file), path.stat())
    except OSError:
        return False


def _refuse_second_name(database: Path) -> None:
    """A lock is beside one name: by another, in another folder, a second house would find none."""
    with suppress(OSError):  # not there yet; or opening it says it better
        found = database.stat()
        if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
            why = f"{database} has {found.st_nlink} names (hard links), so that two houses could open it"
            raise RefusalRaised("store/two_names", f"{why}: remove the other names, or put a copy in its place")


def _holder(file: int) -> str:
    found = os.pread(file, 20, 0).decode(errors="replace").strip()
    return f"another house (process {found})" if found.isdigit() else "another house"
