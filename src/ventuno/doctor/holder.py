"""Who holds a lock, asked of the system: trying to take it, even for a moment, could turn away a house that opens."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from ventuno.refusal import RefusalRaised
from ventuno.store.occupancy import lock_of

LOCKS: Final = Path("/proc/locks")


def holder_of(database: Path) -> int | None:
    """The process with the lock beside the database; None: nobody, or it cannot be known."""
    with suppress(RefusalRaised, OSError, ValueError, IndexError):
        inode = str(lock_of(database).stat().st_ino)
        for line in LOCKS.read_text(encoding="ascii").splitlines():
            _, kind, _, _, process, place, *_ = line.split()
            if kind == "FLOCK" and place.rpartition(":")[2] == inode:
                return int(process)
    return None
