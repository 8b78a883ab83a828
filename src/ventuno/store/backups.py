"""A folder of backups: each has a number, the newest few are kept.

In order of their numbers, never of their times: a clock that was wrong for a day must not make an old backup look like
the newest, nor a new one like one to throw away.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from ventuno.refusal import RefusalRaised
from ventuno.store import private
from ventuno.store.auditing import AuditReport
from ventuno.store.backup import DRAFT, back_up, remove
from ventuno.store.occupancy import Occupancy

FOLDER: Final = "backups"  # in the data folder, where no other is named
_NAME: Final = re.compile(r"ventuno-(\d{6,})-(\d{8}T\d{6}Z)\.db")
_TIME: Final = "%Y%m%dT%H%M%SZ"


class Backup(NamedTuple):
    path: Path
    number: int
    at_ms: int  # as the clock was then


class Made(NamedTuple):
    backup: Backup
    report: AuditReport
    removed: tuple[Path, ...]


def backups_in(folder: Path) -> list[Backup]:
    """Oldest first. Other files are not ours to count."""
    try:
        found = [_backup(path) for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise RefusalRaised("backup/no_folder", f"{folder} cannot be read: {error.strerror}") from None
    return sorted((one for one in found if one is not None), key=lambda one: one.number)


def _backup(path: Path) -> Backup | None:
    name = _NAME.fullmatch(path.name)
    if name is None:
        return None
    try:
        at = datetime.strptime(name[2], _TIME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return Backup(path, int(name[1]), int(at.timestamp() * 1000))


def back_up_next(database: Path, folder: Path, keep: int) -> Made:
    """One more, checked; only then the oldest go. Where it fails, nothing is left of it and none goes."""
    try:
        private.new_folders(folder)
    except OSError as error:
        raise RefusalRaised("backup/no_folder", f"{folder} cannot be made: {error.strerror}") from None
    with _alone(folder):
        for draft in folder.glob(f"ventuno-*{DRAFT}*"):  # of one that was killed
            remove(draft)
        at_s = int(time.time())
        number = max((one.number for one in backups_in(folder)), default=0) + 1
        path = folder / f"ventuno-{number:06}-{time.strftime(_TIME, time.gmtime(at_s))}.db"
        report = back_up(database, path)
        return Made(Backup(path, number, at_s * 1000), report, tuple(_prune(folder, keep)))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    try:
        occupancy = Occupancy(folder / FOLDER)
    except RefusalRaised as refused:
        if refused.refusal.code != "store/in_use":
            raise
        raise RefusalRaised("backup/busy", f"another backup into {folder} is being made: wait for it") from None
    try:
        yield
    finally:
        occupancy.end()


def _prune(folder: Path, keep: int) -> Iterator[Path]:
    for one in backups_in(folder)[:-keep]:
        one.path.unlink(missing_ok=True)
        yield one.path
