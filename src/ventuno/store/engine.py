"""What a database must be able to do for the store. There are two: SQLite and PostgreSQL.

Statements are written once, with `?` for a value, `IN ??` for a list of values and `LIST(…)` for the
numbers of a group as one list.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import AbstractContextManager
from threading import Event
from typing import Any, Protocol

from ventuno.store.migrations import Migration
from ventuno.store.tables import TableSchema

Row = tuple[Any, ...]


class Engine(Protocol):
    """One connection, used by one thread at a time."""

    def begin(self) -> None:
        """A transaction that writes, alone: it sees all that is committed, and nobody commits beside it."""

    def commit(self) -> None:
        """Durable when it returns."""

    def rollback(self) -> None:
        """Gives up what was begun, if anything was; never raises."""

    def rows(self, statement: str, *values: Any) -> list[Row]: ...

    def lists(self, statement: str, *values: Any) -> list[Row]:
        """Rows of two values and then `LIST(…)`s: many numbers without a row for each."""

    def stream(self, statement: str, *values: Any) -> Generator[Row, None, None]:
        """Rows one by one, for what may not fit in memory."""

    def run(self, statement: str, *values: Any) -> None: ...

    def insert(self, table: TableSchema, rows: Sequence[Row]) -> None: ...

    def put(self, table: TableSchema, rows: Sequence[Row]) -> None:
        """Inserts, or replaces what has the same key."""

    def update(self, table: TableSchema, rows: Sequence[Row]) -> None:
        """Replaces rows that are there."""

    def add(self, table: TableSchema, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """Adds to the numbers of rows that are there: the key, then what is added to each column."""

    def version(self) -> int:
        """Of the tables; 0: there are none yet. Refuses a database newer than the program."""

    def begin_migration(self) -> None:
        """A transaction that changes tables, alone; `commit` or `rollback` ends it."""

    def take_step(self, step: Migration) -> None:
        """One step forward, inside a transaction that changes tables."""

    def check_version(self) -> None:
        """Refuses a database of another version, and one that is none of ours; changes nothing."""

    def damages(self) -> list[str]:
        """What the database finds wrong with its own files, where it can look."""

    def glance(self, table: str, most_s: float, stop: Event) -> list[str] | None:
        """The same of one table, in so much time at most; None: that was not enough, or it was stopped."""

    def checksums(self) -> bool:
        """Whether the database itself would notice a page that was changed behind its back."""

    def snapshot(self) -> AbstractContextManager[None]:
        """Everything read inside is of one moment."""

    def close(self) -> None: ...


class Place(Protocol):
    """Where a database is: opens connections to it."""

    def writer(self) -> Engine: ...

    def reader(self) -> Engine: ...
