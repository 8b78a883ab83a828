"""The store that everybody uses: commands in, receipts out, and what there is to read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from ventuno.bank import Command, HouseRules, Outcome
from ventuno.store.engine import Engine, Place
from ventuno.store.faults import CORRUPT, StoreFault
from ventuno.store.sqlite import SqlitePlace
from ventuno.store.writer import Promise, Task, Watcher, Writer

MOST_READERS = 8

T = TypeVar("T")


class Ledger:
    """Safe to use from any thread. `submit` never waits; `execute` waits for the commit."""

    def __init__(self, place: Place, rules: HouseRules | None = None) -> None:
        self.place = place
        self._writer = Writer(place, rules or HouseRules())
        self._met_damage = False  # in reading
        self._free: list[Engine] = []
        self._lock = threading.Lock()

    def submit(self, command: Command) -> Future[Outcome]:
        """The receipt or the refusal, once it is durable. A `StoreFault`: ask again with the same key."""
        return self._writer.submit(command)

    def ask(self, command: Command, done: Promise) -> None:
        """As `submit`, for whoever asks so much that a future each would be felt."""
        self._writer.take(command, done)

    def execute(self, command: Command) -> Outcome:
        return self.submit(command).result()

    def keep(self, task: Task) -> Any:
        """Writes what is no money (a session, a retention), in the same thread as the commands."""
        return self._writer.submit(task).result()

    def watch(self, watcher: Watcher) -> None:
        """Tells it of every transaction, before its answers are given: whose purse changed, which pool."""
        self._writer.watchers += (watcher,)

    @property
    def rules(self) -> HouseRules:
        """With what is held back of expiries, as of the last transaction (decision 36)."""
        return self._writer.rules

    @property
    def fault(self) -> StoreFault | None:
        """What the last transaction met: None where all is well."""
        return self._writer.fault

    @property
    def damaged(self) -> bool:
        """Whether anybody who read or wrote has met damage since it was last said that there is none."""
        return self._met_damage or self._writer.met_damage

    @damaged.setter
    def damaged(self, is_damaged: bool) -> None:
        self._met_damage = self._writer.met_damage = is_damaged

    @contextmanager
    def reading(self) -> Iterator[Engine]:
        """A connection that reads what is committed, beside the writer."""
        with self._lock:
            engine = self._free.pop() if self._free else None
        engine = engine or self.place.reader()
        try:
            yield engine
        except BaseException as error:
            self._met_damage |= isinstance(error, StoreFault) and error.code == CORRUPT
            engine.close()
            raise
        with self._lock:
            if len(self._free) < MOST_READERS:
                self._free.append(engine)
                return
        engine.close()

    def close(self) -> None:
        self._writer.close()
        with self._lock:
            while self._free:
                self._free.pop().close()

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def place_of(where: str | Path) -> Place:
    """`postgresql://…`, or a file for SQLite (`sqlite:///…` or simply its path)."""
    text = str(where)
    if text.startswith(("postgresql://", "postgres://")):
        from ventuno.store.postgres import PostgresPlace  # the driver is needed only where it is configured

        return PostgresPlace(text)
    return SqlitePlace(Path(text.removeprefix("sqlite:///")))


def open_ledger(where: str | Path, rules: HouseRules | None = None) -> Ledger:
    return Ledger(place_of(where), rules)
