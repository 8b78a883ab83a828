"""PostgreSQL: the same statements, in bulk by arrays and COPY. Writers queue at the journal's head."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import psycopg

from ventuno.store.connecting import DAMAGED, WRITER_LIMITS, connected, faults
from ventuno.store.engine import Row
from ventuno.store.faults import StoreFault, newer, other_version
from ventuno.store.migrations import MIGRATIONS, Migration
from ventuno.store.tables import ALL, NUMBER, TableSchema

_WORDS = {"bytes": "BYTEA", "id": "BIGINT", "nothing": "''", "compact": ""}
COPY_FROM = 500  # rows; fewer are quicker as arrays
MIGRATION_LOCK = 2100  # any number, the same for all
# One round trip. The epoch is a statement of its own: it sees whatever was committed before the lock was had.
_BEGIN = "BEGIN; SELECT id FROM head FOR UPDATE"
_BEGIN_OWNED = f"{_BEGIN}; SELECT epoch FROM owner"


class Owned(NamedTuple):
    """By whom: what the server knows the house's sessions by, and the epoch that every transaction must find."""

    name: str
    epoch: int


class PostgresEngine:
    def __init__(self, url: str, *, writes: bool, owned: Owned | None = None) -> None:
        """`owned`: of a house, which writes only for as long as the database is its own."""
        self._streams = count()  # each open stream is a cursor with a name of its own
        self._epoch = owned.epoch if owned else None
        self.connection = connected(url, owned.name if owned else "", WRITER_LIMITS if owned and writes else None)
        if not writes:
            self.run("SET default_transaction_read_only = on")

    def begin(self) -> None:
        """One writer at a time, over all nodes: the head is the next record's place in the chain."""
        if self._epoch is None:
            self.run(_BEGIN)
        elif self._epoch_now() != self._epoch:
            self.rollback()  # nobody waits for what is not ours
            raise StoreFault("store/taken_over", "another house has taken over the database: this one stops")

    def _epoch_now(self) -> int:
        with faults():
            cursor = self.connection.execute(_BEGIN_OWNED)
            while cursor.nextset():
                pass
            row = cursor.fetchone()
        assert row is not None
        epoch: int = row[0]
        return epoch

    def commit(self) -> None:
        self.run("COMMIT")

    def rollback(self) -> None:
        with suppress(psycopg.Error):  # raised where the connection is gone, and with it the transaction
            self.connection.execute("ROLLBACK")

    def rows(self, statement: str, *values: Any) -> list[Row]:
        with faults():
            return self.connection.execute(_worded(statement), _listed(values)).fetchall()

    def lists(self, statement: str, *values: Any) -> list[Row]:
        return self.rows(statement, *values)

    def stream(self, statement: str, *values: Any) -> Generator[Row, None, None]:
        """A cursor on the server; inside a snapshot only."""
        with faults(), self.connection.cursor(name=f"stream_{next(self._streams)}") as cursor:
            cursor.itersize = 10_000
            yield from cursor.execute(_worded(statement), values)

    def run(self, statement: str, *values: Any) -> None:
        with faults():
            self.connection.execute(_worded(statement), _listed(values))

    def insert(self, table: TableSchema, rows: Sequence[Row]) -> None:
        if len(rows) >= COPY_FROM:
            self._copy(table, rows)
        elif rows:
            self.run(_insert(table), *_columns(rows))

    def _copy(self, table: TableSchema, rows: Sequence[Row]) -> None:
        statement = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN (FORMAT BINARY)"
        with faults(), self.connection.cursor() as cursor, cursor.copy(statement) as copy:
            if packed := _packed(table, rows):
                copy.write(packed)
                return
            copy.set_types([_COPY_TYPES[kind] for kind in table.columns.values()])
            for row in rows:
                copy.write_row(row)

    def put(self, table: TableSchema, rows: Sequence[Row]) -> None:
        if rows:
            self.run(_put(table), *_columns(rows))

    def update(self, table: TableSchema, rows: Sequence[Row]) -> None:
        if len(rows) >= COPY_FROM:
            self._update_by_copy(table, rows)
        elif rows:
            self.run(_update(table, _arrayed(table)), *_columns(rows))

    def _update_by_copy(self, table: TableSchema, rows: Sequence[Row]) -> None:
        self.run(_update(table, self._draft(table, rows)))

    def _draft(self, table: TableSchema, rows: Sequence[Row]) -> str:
        """Rows as a table of this transaction: arrays of a crowd's purses take several times as long to write."""
        name = f"new_{table.name}_{len(table.columns)}"
        columns = ", ".join(f"{column} {kind}" for column, kind in table.columns.items())
        self.run(f"CREATE TEMP TABLE IF NOT EXISTS {name} ({columns}) ON COMMIT DELETE ROWS")
        self._copy(TableSchema(name, table.columns, table.key), rows)
        return f"{name} AS new"

    def add(self, table: TableSchema, columns: Sequence[str], rows: Sequence[Row]) -> None:
        if rows:
            key = table.key[0]
            added = TableSchema(table.name, {column: table.columns[column] for column in (key, *columns)}, table.key)
            changes = ", ".join(f"{column} = {table.name}.{column} + new.{column}" for column in columns)
            many = len(rows) >= COPY_FROM
            new, values = (self._draft(added, rows), []) if many else (_arrayed(added), _columns(rows))
            self.run(f"UPDATE {table.name} SET {changes} FROM {new} WHERE {table.name}.{key} = new.{key}", *values)

    def version(self) -> int:
        ((there,),) = self.rows("SELECT to_regclass('schema_version') IS NOT NULL")
        rows = self.rows("SELECT coalesce(max(version), 0) FROM schema_version") if there else [(0,)]
        version: int = rows[0][0]
        if version > len(MIGRATIONS):
            raise newer(version, len(MIGRATIONS))
        return version

    def check_version(self) -> None:
        if fault := other_version(self.version(), len(MIGRATIONS)):
            raise fault

    def begin_migration(self) -> None:
        self.run("BEGIN")
        self.run("SELECT pg_advisory_xact_lock(?)", MIGRATION_LOCK)
        self.run("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")

    def take_step(self, step: Migration) -> None:
        with faults():
            for statement in step.both + step.postgres:
                self.connection.execute(statement.format(**_WORDS))
            self.connection.execute("INSERT INTO schema_version VALUES (%s)", (step.number,))

    def damages(self) -> list[str]:
        """Reads every table whole and every index in its order; where checksums are on, a damaged page fails."""
        self.run("SET LOCAL enable_indexonlyscan = off")  # inside a snapshot only
        found = [self._damage(f"the table {table.name}", f"SELECT count(*) FROM {table.name}") for table in ALL]
        self.run("SET LOCAL enable_indexonlyscan = on")
        self.run("SET LOCAL enable_seqscan = off")
        self.run("SET LOCAL enable_sort = off")
        for table, index, columns in self.rows(_INDEXES, [table.name for table in ALL]):
            ordered = f"SELECT {columns} FROM {table} ORDER BY {columns} OFFSET 0"
            found.append(self._damage(f"the index {index}", f"SELECT count(*) FROM ({ordered}) AS whole"))
        self.run("SET LOCAL enable_seqscan = on")
        self.run("SET LOCAL enable_sort = on")
        return [damage for damage in found if damage]

    def _damage(self, what: str, query: str) -> str:
        try:
            with self.connection.transaction():  # within the snapshot, which goes on
                self.connection.execute(query)
        except DAMAGED as error:
            return f"{what}: {error.diag.message_primary}"
        return ""

    def glance(self, table: str, most_s: float, stop: Event) -> list[str] | None:
        """Every page of the table is read; where checksums are on, a damaged one fails."""
        self.run(f"SET statement_timeout = {round(most_s * 1000)}")
        self.run("SET enable_indexonlyscan = off")
        with faults():
            try:
                found = self._damage(f"the table {table}", f"SELECT count(*) FROM {table}")
            except psycopg.errors.QueryCanceled:
                return None
        return [found] if found else []

    def checksums(self) -> bool:
        return self.rows("SHOW data_checksums") == [("on",)]

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        self.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try:
            yield
        finally:
            self.rollback()

    def close(self) -> None:
        self.connection.close()


_COPY_BEGIN = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_COPY_END = b"\xff\xff"
# Those of all rows: a partial one need not hold what is looked for.
_INDEXES = """SELECT t.relname, i.relname, (
        SELECT string_agg(pg_get_indexdef(x.indexrelid, place, true), ', ' ORDER BY place)
        FROM generate_series(1, x.indnkeyatts) AS place)
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE t.relname IN ?? AND pg_table_is_visible(t.oid) AND x.indpred IS NULL ORDER BY i.relname"""
_COPY_TYPES = {"bigint": "int8", "text": "text", "bytea": "bytea"}


def _packed(table: TableSchema, rows: Sequence[Row]) -> bytes:
    """Rows of numbers in the binary form of COPY, without a call for each row. Empty: it cannot be done.

    A text is allowed where it is the same in all rows, as the round is in a crowd's participations.
    """
    values: dict[str, Any] = {}
    types: list[tuple[str, str]] = [("fields", ">i2")]
    for (name, kind), column in zip(table.columns.items(), zip(*rows, strict=True), strict=True):
        values[name] = np.array(column, np.int64) if kind == NUMBER else _same(column)
        if kind != NUMBER and not values[name]:
            return b""
        types += [(f"{name} length", ">i4"), (name, ">i8" if kind == NUMBER else f"S{len(values[name])}")]
    packed = np.empty(len(rows), types)
    packed["fields"] = len(values)
    for name, value in values.items():
        packed[f"{name} length"] = packed.dtype[name].itemsize
        packed[name] = value
    return _COPY_BEGIN + packed.tobytes() + _COPY_END


def _same(column: Sequence[Any]) -> bytes:
    first = column[0]
    return first.encode() if isinstance(first, str) and len(set(column)) == 1 else b""


@lru_cache(maxsize=256)
def _worded(statement: str) -> str:
    return statement.replace("%", "%%").replace("IN ??", "= ANY(%s)").replace("LIST(", "array_agg(").replace("?", "%s")


def _listed(values: Sequence[Any]) -> list[Any]:
    return [_array(value) if isinstance(value, list) else value for value in values]


def _array(values: list[Any]) -> str:
    """A list as PostgreSQL reads it: the driver's own way looks at every value several times."""
    return "{" + ",".join([_ELEMENTS[type(value)](value) for value in values]) + "}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


_ELEMENTS: dict[type, Callable[[Any], str]] = {int: str, str: _quoted, bytes: lambda body: r'"\\x' + body.hex() + '"'}


def _columns(rows: Sequence[Row]) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)]


def _arrays(table: TableSchema) -> str:
    return ", ".join(f"?::{kind}[]" for kind in table.columns.values())


def _insert(table: TableSchema) -> str:
    return f"INSERT INTO {table.name} ({', '.join(table.columns)}) SELECT * FROM unnest({_arrays(table)})"


def _put(table: TableSchema) -> str:
    changes = ", ".join(f"{column} = excluded.{column}" for column in table.values)
    return f"{_insert(table)} ON CONFLICT ({', '.join(table.key)}) DO UPDATE SET {changes}"


def _arrayed(table: TableSchema) -> str:
    return f"unnest({_arrays(table)}) AS new ({', '.join(table.columns)})"


def _update(table: TableSchema, new: str) -> str:
    changes = ", ".join(f"{column} = new.{column}" for column in table.values)
    matched = " AND ".join(f"{table.name}.{key} = new.{key}" for key in table.key)
    return f"UPDATE {table.name} SET {changes} FROM {new} WHERE {matched}"


class PostgresPlace:
    def __init__(self, url: str, owned: Owned | None = None) -> None:
        self.url = url
        self.owned = owned

    def writer(self) -> PostgresEngine:
        return PostgresEngine(self.url, writes=True, owned=self.owned)

    def reader(self) -> PostgresEngine:
        return PostgresEngine(self.url, writes=False, owned=self.owned)
