"""PostgreSQL: the same statements, in bulk by arrays and COPY. Writers queue at the journal's head."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from typing import Any

import psycopg
from psycopg import errors

from ventuno.store.engine import Row
from ventuno.store.faults import StoreFault
from ventuno.store.migrations import MIGRATIONS, Migration
from ventuno.store.tables import Table

_WORDS = {"bytes": "BYTEA", "id": "BIGINT", "nothing": "''", "compact": ""}
COPY_FROM = 500  # rows; fewer are quicker as arrays
MIGRATION_LOCK = 2100  # any number, the same for all
AWAY = (errors.OperationalError, errors.InterfaceError)


class PostgresEngine:
    def __init__(self, url: str, *, writes: bool) -> None:
        self._streams = count()  # each open stream is a cursor with a name of its own
        with _faults():
            self.connection = psycopg.connect(url, autocommit=True, connect_timeout=10)
            self.connection.execute("SET synchronous_commit = on")  # durable when acknowledged, whatever the default
            if not writes:
                self.connection.execute("SET default_transaction_read_only = on")

    def begin(self) -> None:
        """One writer at a time, over all nodes: the head is the next record's place in the chain."""
        self.run("BEGIN")
        self.run("SELECT id FROM head FOR UPDATE")

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        with suppress(psycopg.Error):  # raised where the connection is gone, and with it the transaction
            self.connection.execute("ROLLBACK")

    def rows(self, statement: str, *values: Any) -> list[Row]:
        with _faults():
            return self.connection.execute(_worded(statement), values).fetchall()

    def stream(self, statement: str, *values: Any) -> Generator[Row, None, None]:
        """A cursor on the server; inside a snapshot only."""
        with _faults(), self.connection.cursor(name=f"stream_{next(self._streams)}") as cursor:
            cursor.itersize = 10_000
            yield from cursor.execute(_worded(statement), values)

    def run(self, statement: str, *values: Any) -> None:
        with _faults():
            self.connection.execute(_worded(statement), values)

    def insert(self, table: Table, rows: Sequence[Row]) -> None:
        if len(rows) >= COPY_FROM:
            self._copy(table, rows)
        elif rows:
            self.run(_insert(table), *_columns(rows))

    def _copy(self, table: Table, rows: Sequence[Row]) -> None:
        statement = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN (FORMAT BINARY)"
        with _faults(), self.connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types([_COPY_TYPES[kind] for kind in table.columns.values()])
            for row in rows:
                copy.write_row(row)

    def put(self, table: Table, rows: Sequence[Row]) -> None:
        if rows:
            self.run(_put(table), *_columns(rows))

    def update(self, table: Table, rows: Sequence[Row]) -> None:
        if len(rows) >= COPY_FROM:
            self._update_by_copy(table, rows)
        elif rows:
            self.run(_update(table, _arrayed(table)), *_columns(rows))

    def _update_by_copy(self, table: Table, rows: Sequence[Row]) -> None:
        """Through a table of this transaction: arrays of a crowd's purses take several times as long to write."""
        draft = Table(f"new_{table.name}", table.columns, table.key)
        self.run(f"CREATE TEMP TABLE {draft.name} (LIKE {table.name}) ON COMMIT DROP")
        self._copy(draft, rows)
        self.run(_update(table, f"{draft.name} AS new"))

    def migrate(self) -> None:
        with _faults():
            self.connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATION_LOCK,))
            try:
                self.connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
                for step in MIGRATIONS[self._version() :]:
                    self._migrate(step)
            finally:
                self.connection.execute("SELECT pg_advisory_unlock(%s)", (MIGRATION_LOCK,))

    def _version(self) -> int:
        row = self.connection.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()
        version: int = row[0] if row else 0
        if version > len(MIGRATIONS):
            raise StoreFault(
                "store/newer", f"the database is of version {version}; this Ventuno knows {len(MIGRATIONS)}"
            )
        return version

    def _migrate(self, step: Migration) -> None:
        with self.connection.transaction():
            for statement in step.both + step.postgres:
                self.connection.execute(statement.format(**_WORDS))
            self.connection.execute("INSERT INTO schema_version VALUES (%s)", (step.number,))

    def damages(self) -> list[str]:
        """None: where checksums are on, reading a damaged page fails by itself."""
        return []

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            self.rollback()

    def close(self) -> None:
        self.connection.close()


_COPY_TYPES = {"bigint": "int8", "text": "text", "bytea": "bytea"}


@contextmanager
def _faults() -> Iterator[None]:
    try:
        yield
    except errors.DiskFull as error:
        raise StoreFault("store/full", "the database's disk is full", error=str(error)) from error
    except (errors.DataCorrupted, errors.IndexCorrupted) as error:
        raise StoreFault("store/corrupt", "the database is damaged: restore a backup", error=str(error)) from error
    except errors.IoError as error:
        raise StoreFault("store/io", "the database's disk failed", error=str(error)) from error
    except AWAY as error:
        raise StoreFault("store/away", "the database does not answer", error=str(error)) from error


@lru_cache(maxsize=256)
def _worded(statement: str) -> str:
    return statement.replace("%", "%%").replace("IN ??", "= ANY(%s)").replace("?", "%s")


def _columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _arrays(table: Table) -> str:
    return ", ".join(f"?::{kind}[]" for kind in table.columns.values())


def _insert(table: Table) -> str:
    return f"INSERT INTO {table.name} ({', '.join(table.columns)}) SELECT * FROM unnest({_arrays(table)})"


def _put(table: Table) -> str:
    changes = ", ".join(f"{column} = excluded.{column}" for column in table.values)
    return f"{_insert(table)} ON CONFLICT ({', '.join(table.key)}) DO UPDATE SET {changes}"


def _arrayed(table: Table) -> str:
    return f"unnest({_arrays(table)}) AS new ({', '.join(table.columns)})"


def _update(table: Table, new: str) -> str:
    changes = ", ".join(f"{column} = new.{column}" for column in table.values)
    matched = " AND ".join(f"{table.name}.{key} = new.{key}" for key in table.key)
    return f"UPDATE {table.name} SET {changes} FROM {new} WHERE {matched}"


class PostgresPlace:
    def __init__(self, url: str) -> None:
        self.url = url

    def writer(self) -> PostgresEngine:
        return PostgresEngine(self.url, writes=True)

    def reader(self) -> PostgresEngine:
        return PostgresEngine(self.url, writes=False)
