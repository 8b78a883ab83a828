"""Backup of a running SQLite database, and restore. (PostgreSQL brings its own: pg_dump, or its log.)

A backup is one moment of the database, checked before it gets its name: a file with that name is
never half a backup. It stays of the version that the database has; one of an earlier version is checked
by bringing a second copy forward. A restore replaces a database only if nobody has it open.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from ventuno.refusal import RefusalRaised
from ventuno.store import private
from ventuno.store.auditing import AuditReport, audit
from ventuno.store.faults import StoreFault
from ventuno.store.ledger import Ledger
from ventuno.store.looking import version_of
from ventuno.store.migrations import MIGRATIONS
from ventuno.store.occupancy import Occupancy, real
from ventuno.store.sqlite import SqlitePlace

SPARE_BYTES: Final = 256 << 20  # that a copy must leave on its disk: the house goes on writing
DRAFT: Final = ".draft"
TRIAL: Final = ".trial"


def back_up(source: Path, target: Path) -> AuditReport:
    """Copies the database while others write to it, and audits the copy."""
    if not source.exists():
        raise RefusalRaised("backup/no_database", f"there is no database {source}")
    if target.exists():
        raise RefusalRaised("backup/exists", f"{target} is there already: choose another name")
    return _copy_checked(source, target, SPARE_BYTES)


def restore(backup: Path, target: Path, *, replace: bool = False) -> AuditReport:
    if not backup.exists():
        raise RefusalRaised("backup/no_backup", f"there is no backup {backup}")
    if target.exists() and not replace:
        raise RefusalRaised("backup/exists", f"{target} is there already: add --replace if it is to be replaced")
    if not target.parent.is_dir():
        raise RefusalRaised("backup/no_folder", f"there is no folder {target.parent}")
    target = real(target)  # a link stays one
    occupancy = Occupancy(target)  # no house opens while the file is being replaced
    try:
        if target.exists():
            _refuse_if_open(target)
        return _copy_checked(backup, target, 0)  # in need, to the last byte
    finally:
        occupancy.end()


def _copy_checked(source: Path, target: Path, spare: int) -> AuditReport:
    if not target.parent.is_dir():
        raise RefusalRaised("backup/no_folder", f"there is no folder {target.parent}")
    draft = target.with_name(target.name + DRAFT)
    remove(draft)
    refuse_without_room(source, target.parent, spare)
    try:
        copy(source, draft)
        _refuse_if_foreign(source, draft)
        report = _checked(draft)
        _remove_log(target)  # the log of what is replaced must not be read into the new file
        private.sync(target.parent)  # nor come back without what it belongs to
        private.sync(draft)
        os.replace(draft, target)
        private.sync(target.parent)
    finally:
        remove(draft)
    return report


def refuse_without_room(source: Path, folder: Path, spare: int) -> None:
    """Before a byte is written: a disk that a copy fills up stops the house."""
    copies = 1 if version_of(source) in (0, len(MIGRATIONS)) else 2  # an earlier version is tried on another one
    needed = copies * size_of(source) + spare
    free = shutil.disk_usage(folder).free
    if free < needed:
        why = f"{folder} has {free >> 20:,} MB free, and a checked copy of {source} needs {needed >> 20:,}"
        raise RefusalRaised("backup/no_room", f"{why}: make room, or name another folder")


def size_of(database: Path) -> int:
    """With what is still in its log."""
    log = database.with_name(database.name + "-wal")
    return database.stat().st_size + (log.stat().st_size if log.exists() else 0)


def copy(source: Path, target: Path) -> None:
    """One moment of a database that may be in use, whatever its version."""
    private.keep_file(target)
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
            original.backup(copy)  # in one step: one moment, and in WAL mode writers go on
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    except sqlite3.DatabaseError as error:
        full = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
        code = "store/full" if full else "store/corrupt"
        raise StoreFault(code, f"{source} cannot be copied: {error}") from error


def _refuse_if_foreign(source: Path, copy: Path) -> None:
    """An empty file, or another program's, would pass the audit once our tables were added to it."""
    with closing(sqlite3.connect(copy)) as found:
        query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('head', 'journal', 'entries')"
        if found.execute(query).fetchone() != (3,):
            raise RefusalRaised("backup/not_a_bank", f"{source} is no database of Ventuno's")


def _checked(path: Path) -> AuditReport:
    """As a restore would find it: opened by this program, brought forward, every page and every entry read."""
    if version_of(path) == len(MIGRATIONS):
        return audited(path)
    trial = path.with_name(path.name + TRIAL)
    remove(trial)  # of one that was killed
    try:
        copy(path, trial)
        return audited(trial)
    finally:
        remove(trial)


def audited(path: Path) -> AuditReport:
    """Of a copy: opening it brings it forward."""
    with Ledger(SqlitePlace(path)) as ledger:
        report = audit(ledger)
    if not report.clean:
        raise StoreFault("store/corrupt", f"the copy does not pass the audit: {report.findings[0].what}")
    return report


def _refuse_if_open(path: Path) -> None:
    """Whoever has a database in WAL mode open holds a lock on it that this one needs alone."""
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as alone:
            alone.execute("PRAGMA locking_mode = EXCLUSIVE")
            alone.execute("BEGIN EXCLUSIVE")
            alone.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise RefusalRaised("backup/in_use", f"{path} is in use: stop the server first") from None
    except sqlite3.DatabaseError:
        pass  # too damaged to be opened: that is what a restore is for


def remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_log(path)


def _remove_log(path: Path) -> None:
    for ending in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def compact(path: Path) -> None:
    """Makes the file smaller by what is not used any more; no house opens meanwhile."""
    occupancy = Occupancy(path)
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as alone:
            alone.execute("VACUUM")
            alone.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.OperationalError as error:
        raise RefusalRaised("forget/not_compact", f"{path} cannot be made smaller: {error}") from None
    finally:
        occupancy.end()
