"""SQLite: one file, write-ahead log, every commit synced to the disk before it is acknowledged."""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from threading import Event, Thread
from typing import Any, NoReturn
from urllib.parse import quote

import msgspec

from ventuno.store import private
from ventuno.store.engine import Row
from ventuno.store.faults import StoreFault, newer, other_version
from ventuno.store.migrations import MIGRATIONS, Migration
from ventuno.store.tables import TableSchema

_FAULTS = {
    sqlite3.SQLITE_FULL: ("store/full", "the disk is full: nothing is accepted until there is room"),
    sqlite3.SQLITE_CORRUPT: ("store/corrupt", "the database is damaged: restore a backup"),
    sqlite3.SQLITE_NOTADB: ("store/corrupt", "the file is no database: restore a backup"),
    sqlite3.SQLITE_IOERR: ("store/io", "the disk failed"),
    sqlite3.SQLITE_CANTOPEN: ("store/away", "the database cannot be opened"),
    sqlite3.SQLITE_READONLY: ("store/away", "the database may only be read"),
    sqlite3.SQLITE_BUSY: ("store/busy", "somebody else holds the database"),
    sqlite3.SQLITE_LOCKED: ("store/busy", "somebody else holds the database"),
}
_WORDS = {"bytes": "BLOB", "id": "INTEGER", "nothing": "x''", "compact": " WITHOUT ROWID"}
_numbers = msgspec.json.Decoder(list[int]).decode
_WRITABLE = 0o222
_IN_MEMORY = "mode=memory&cache=shared"
WAIT_S = 10
ASKED_EVERY_S = 0.1
CHECKPOINT_PAGES = 8_000  # 32 MB of log before it is folded in: a settlement of a crowd should not wait for that
LOG_BYTES = 64_000_000  # where the log is longer, readers were in the way of that, and it is cut as soon as it can be
CUT_EVERY_S = 1.0
CUT_WAIT_MS = 50  # for readers to end what they read, before it is tried again later


class SqliteEngine:
    def __init__(self, path: Path, *, writes: bool, only: str = "") -> None:
        """`only`: how it is opened otherwise, in the words of SQLite's addresses: a file of which nothing may change,
        or no file at all."""
        where = f"file:{quote(str(path))}?{only}" if only else path
        with _faults():
            self.connection = sqlite3.connect(
                where, timeout=WAIT_S, isolation_level=None, check_same_thread=False, uri=bool(only)
            )
            self._settle_in(writes, changes=not only)
        self._log = path.with_name(path.name + "-wal")
        self._next_cut_s = 0.0

    def _settle_in(self, writes: bool, changes: bool) -> None:
        run = self.connection.execute
        if changes:
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")  # NORMAL may lose what was acknowledged when the power fails
            run(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
            run(f"PRAGMA journal_size_limit = {LOG_BYTES}")
        run("PRAGMA cell_size_check = ON")
        run("PRAGMA cache_size = -65536")
        run("PRAGMA temp_store = MEMORY")
        if not writes:
            run("PRAGMA query_only = ON")

    def begin(self) -> None:
        with _faults():
            self.connection.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        with _faults():
            self.connection.execute("COMMIT")
        if time.monotonic() >= self._next_cut_s:
            self._cut_log()

    def _cut_log(self) -> None:
        """SQLite folds its log in where no reader needs it, and begins it anew where none reads at that moment: with
        many readers, or a long one, it would only grow. What was committed is durable, whatever comes of this."""
        self._next_cut_s = time.monotonic() + CUT_EVERY_S
        with suppress(OSError, sqlite3.Error):
            if self._log.stat().st_size <= LOG_BYTES:
                return
            self.connection.execute(f"PRAGMA busy_timeout = {CUT_WAIT_MS}")
            try:
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                self.connection.execute(f"PRAGMA busy_timeout = {WAIT_S * 1000}")

    def rollback(self) -> None:
        try:
            if self.connection.in_transaction:
                self.connection.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # SQLite has rolled back by itself, or will when the file is opened again

    def rows(self, statement: str, *values: Any) -> list[Row]:
        with _faults():
            return self.connection.execute(_worded(statement), _listed(values)).fetchall()

    def lists(self, statement: str, *values: Any) -> list[Row]:
        return [(*row[:2], *map(_numbers, row[2:])) for row in self.rows(statement, *values)]

    def stream(self, statement: str, *values: Any) -> Generator[Row, None, None]:
        with _faults():
            yield from self.connection.execute(_worded(statement), _listed(values))

    def run(self, statement: str, *values: Any) -> None:
        with _faults():
            self.connection.execute(_worded(statement), _listed(values))

    def insert(self, table: TableSchema, rows: Sequence[Row]) -> None:
        self._many(_insert(table), rows)

    def put(self, table: TableSchema, rows: Sequence[Row]) -> None:
        self._many(_put(table), rows)

    def update(self, table: TableSchema, rows: Sequence[Row]) -> None:
        self._many(_update(table), rows)

    def add(self, table: TableSchema, columns: Sequence[str], rows: Sequence[Row]) -> None:
        changes = ", ".join(f"{column} = {column} + ?{place}" for place, column in enumerate(columns, 2))
        self._many(f"UPDATE {table.name} SET {changes} WHERE {table.key[0]} = ?1", rows)

    def _many(self, statement: str, rows: Sequence[Row]) -> None:
        if rows:
            with _faults():
                self.connection.executemany(statement, rows)

    def version(self) -> int:
        with _faults():
            version: int = self.connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise newer(version, len(MIGRATIONS))
        return version

    def check_version(self) -> None:
        ((ours,),) = self.rows("SELECT count(*) FROM sqlite_master WHERE name = 'journal'")
        if fault := other_version(self.version() if ours else 0, len(MIGRATIONS)):
            raise fault

    def begin_migration(self) -> None:
        self.begin()

    def take_step(self, step: Migration) -> None:
        with _faults():
            for statement in step.both + step.sqlite:
                self.connection.execute(statement.format(**_WORDS))
            self.connection.execute(f"PRAGMA user_version = {step.number}")

    def damages(self) -> list[str]:
        return [text for (text,) in self.rows("PRAGMA integrity_check(20)") if text != "ok"]

    def glance(self, table: str, most_s: float, stop: Event) -> list[str] | None:
        done, given_up = Event(), Event()
        Thread(target=self._give_up, args=(most_s, stop, done, given_up), daemon=True).start()
        try:
            rows = self.rows(f"PRAGMA quick_check('{table}')")
        except StoreFault as fault:
            rows = [(fault.refusal.why,)]
        except sqlite3.OperationalError:
            if not given_up.is_set():
                raise
        finally:
            done.set()
        return None if given_up.is_set() else [f"{table}: {text}" for (text,) in rows if text != "ok"]

    def _give_up(self, most_s: float, stop: Event, done: Event, given_up: Event) -> None:
        """In a thread of its own: SQLite looks at a whole table in one call."""
        until_s = time.monotonic() + most_s
        while not done.wait(ASKED_EVERY_S):
            if stop.is_set() or time.monotonic() > until_s:
                given_up.set()
                self.connection.interrupt()
                return

    def checksums(self) -> bool:
        return False

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        with _faults():
            self.connection.execute("BEGIN")
            try:
                yield
            finally:
                self.rollback()

    def close(self) -> None:
        self.connection.close()


class LookingEngine(SqliteEngine):
    """Without a right to write. Where no log lies beside the file nobody has it open, and none is made."""

    def __init__(self, path: Path) -> None:
        how = "mode=ro" if path.with_name(path.name + "-wal").exists() else "immutable=1"
        address = f"{path.resolve().as_uri()}?{how}"
        with _faults():
            self.connection = sqlite3.connect(
                address, uri=True, timeout=WAIT_S, isolation_level=None, check_same_thread=False
            )
            self.connection.execute("PRAGMA query_only = ON")
            self.connection.execute("PRAGMA cell_size_check = ON")


@contextmanager
def _faults() -> Iterator[None]:
    """SQLite's errors as ours, where they are about the disk; the others are faults of the program."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        _raise(error)


def _raise(error: sqlite3.DatabaseError) -> NoReturn:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without the extended part
    if code in _FAULTS:
        name, why = _FAULTS[code]
        raise StoreFault(name, why) from error
    raise error


@lru_cache(maxsize=256)
def _worded(statement: str) -> str:
    return statement.replace("IN ??", "IN (SELECT value FROM json_each(?))").replace("LIST(", "json_group_array(")


def _listed(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(json.dumps(value) if isinstance(value, list) else value for value in values)


@lru_cache(maxsize=64)
def _insert_for(name: str, columns: tuple[str, ...]) -> str:
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _insert(table: TableSchema) -> str:
    return _insert_for(table.name, tuple(table.columns))


def _put(table: TableSchema) -> str:
    changes = ", ".join(f"{column} = excluded.{column}" for column in table.values)
    return f"{_insert(table)} ON CONFLICT ({', '.join(table.key)}) DO UPDATE SET {changes}"


def _update(table: TableSchema) -> str:
    """Numbered values, so that a row is written in the order of the table's columns."""
    place = {column: number for number, column in enumerate(table.columns, 1)}
    changes = ", ".join(f"{column} = ?{place[column]}" for column in table.values)
    return f"UPDATE {table.name} SET {changes} WHERE " + " AND ".join(f"{key} = ?{place[key]}" for key in table.key)


class SqlitePlace:
    def __init__(self, path: Path) -> None:
        self.path = path

    def writer(self) -> SqliteEngine:
        private.keep_file(self.path)
        return SqliteEngine(self.path, writes=True)

    def reader(self) -> SqliteEngine:
        return SqliteEngine(self.path, writes=False)


class SqliteMemory:
    """Nothing on any disk: it lasts as long as somebody is connected, which the ledger's writer is until it closes."""

    def __init__(self) -> None:
        self._name = Path(f"ventuno-{secrets.token_hex(8)}")  # of this one only, in this process only

    def writer(self) -> SqliteEngine:
        return SqliteEngine(self._name, writes=True, only=_IN_MEMORY)

    def reader(self) -> SqliteEngine:
        return SqliteEngine(self._name, writes=False, only=_IN_MEMORY)


class SqliteCopy(SqlitePlace):
    """A file that is only looked at: nothing in it changes, and nothing is left beside it."""

    def reader(self) -> SqliteEngine:
        return SqliteEngine(self.path, writes=False, only=self._how())

    def _how(self) -> str:
        if self.has_log:
            return "mode=ro"  # what is in the log counts: SQLite reads both
        return "mode=ro&immutable=1" if self._is_fixed() else "mode=rw"  # who may write also clears up behind them

    @property
    def has_log(self) -> bool:
        """Of a house that runs, or that ended without folding it in: the file alone is not all there is."""
        log = self.path.with_name(self.path.name + "-wal")
        return log.exists() and log.stat().st_size > 0

    def _is_fixed(self) -> bool:
        """Nobody may write there, so that nobody changes it meanwhile; what root might do all the same is no matter."""
        return any(
            not os.access(one, os.W_OK) or not one.stat().st_mode & _WRITABLE for one in (self.path, self.path.parent)
        )
