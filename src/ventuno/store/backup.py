"""Backup of a running SQLite database, and restore. (PostgreSQL brings its own: pg_dump, or its log.)

A backup is one moment of the database, checked before it gets its name: a file with that name is
never half a backup. A restore replaces a database only if nobody has it open.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from ventuno.refusal import Refused
from ventuno.store import private
from ventuno.store.auditing import AuditReport, audit
from ventuno.store.faults import StoreFault
from ventuno.store.ledger import Ledger
from ventuno.store.occupancy import Occupancy
from ventuno.store.sqlite import SqlitePlace


def back_up(source: Path, target: Path) -> AuditReport:
    """Copies the database while others write to it, and audits the copy."""
    if not source.exists():
        raise Refused("backup/no_database", f"there is no database {source}")
    if target.exists():
        raise Refused("backup/exists", f"{target} is there already: choose another name")
    return _copy_checked(source, target)


def restore(backup: Path, target: Path, *, replace: bool = False) -> AuditReport:
    if not backup.exists():
        raise Refused("backup/no_backup", f"there is no backup {backup}")
    if target.exists() and not replace:
        raise Refused("backup/exists", f"{target} is there already: add --replace if it is to be replaced")
    if not target.parent.is_dir():
        raise Refused("backup/no_folder", f"there is no folder {target.parent}")
    occupancy = Occupancy(target)  # no house opens while the file is being replaced
    try:
        if target.exists():
            _refuse_if_open(target)
        return _copy_checked(backup, target)
    finally:
        occupancy.end()


def _copy_checked(source: Path, target: Path) -> AuditReport:
    if not target.parent.is_dir():
        raise Refused("backup/no_folder", f"there is no folder {target.parent}")
    draft = target.with_name(target.name + ".draft")
    _remove(draft)
    try:
        _copy(source, draft)
        _refuse_if_foreign(source, draft)
        report = _checked(draft)
        _remove_log(target)  # the log of what is replaced must not be read into the new file
        private.sync(target.parent)  # nor come back without what it belongs to
        private.sync(draft)
        os.replace(draft, target)
        private.sync(target.parent)
    finally:
        _remove(draft)
    return report


def _copy(source: Path, target: Path) -> None:
    private.keep_file(target)
    try:
        with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
            original.backup(copy)  # in one step: one moment, and in WAL mode writers go on
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, nothing beside it
    except sqlite3.DatabaseError as error:
        raise StoreFault("store/corrupt", f"{source} cannot be copied: {error}") from error


def _refuse_if_foreign(source: Path, copy: Path) -> None:
    """An empty file, or another program's, would pass the audit once our tables were added to it."""
    with closing(sqlite3.connect(copy)) as found:
        query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('head', 'journal', 'entries')"
        if found.execute(query).fetchone() != (3,):
            raise Refused("backup/not_a_bank", f"{source} is no database of Ventuno's")


def _checked(path: Path) -> AuditReport:
    """Reads every page and every entry."""
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
            raise Refused("backup/in_use", f"{path} is in use: stop the server first") from None
    except sqlite3.DatabaseError:
        pass  # too damaged to be opened: that is what a restore is for


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
    _remove_log(path)


def _remove_log(path: Path) -> None:
    for ending in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
