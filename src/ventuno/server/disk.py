"""A watch on the disk of the data folder: how much room there is, and whether anything can be written at all.

In a thread of its own, for a disk that hangs answers nobody; that it has not answered for a while is an answer too.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import Final, NamedTuple

from ventuno.store import private

EVERY_S: Final = 10.0
SILENT_S: Final = 30.0  # without an answer for so long: the disk hangs
TRIAL: Final = ".writable"
MB: Final = 1_000_000


class DiskSeen(NamedTuple):
    at_s: float
    free_mb: int
    wrong: str = ""  # why nothing can be written; none: it can


def look(folder: Path) -> DiskSeen:
    """Free for whoever the house runs as, and a few bytes written and synced."""
    free_mb = 0
    try:
        found = os.statvfs(folder)
        free_mb = found.f_bavail * found.f_frsize // MB
        if found.f_flag & os.ST_RDONLY:
            return DiskSeen(time.monotonic(), free_mb, "the disk may only be read")
        _try(folder / TRIAL)
    except OSError as error:
        return DiskSeen(time.monotonic(), free_mb, error.strerror or str(error))
    return DiskSeen(time.monotonic(), free_mb)


def _try(file: Path) -> None:
    private.keep_file(file)
    with file.open("wb") as opened:
        opened.write(b"Ventuno can write here.\n")
        opened.flush()
        os.fsync(opened.fileno())


class DiskWatch:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.seen = look(folder)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ventuno-disk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Does not wait: a disk that hangs must not keep the house from closing."""
        self._stop.set()

    @property
    def wrong(self) -> str:
        """Why nothing can be written."""
        silent_s = time.monotonic() - self.seen.at_s
        return f"the disk has not answered for {silent_s:.0f} s" if silent_s > SILENT_S else self.seen.wrong

    def _run(self) -> None:
        while not self._stop.wait(EVERY_S):
            self.seen = look(self._folder)
