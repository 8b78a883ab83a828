"""The store that everybody uses: commands in, receipts out, and what there is to read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ventuno.bank import BankCommand, HouseRules, Outcome
from ventuno.store.address import file_of, is_postgres
from ventuno.store.engine import Engine, Place
from ventuno.store.faults import CORRUPT, StoreFault
from ventuno.store.occupancy import Occupancy
from ventuno.store.sqlite import SqliteCopy, SqlitePlace
from ventuno.store.writer import ANSWERS_AGAIN, Promise, Task, Watcher, Writer, look, touch

if TYPE_CHECKING:
    from ventuno.store.owner import Owner
    from ventuno.store.postgres import PostgresPlace

MOST_READERS = 8
NEEDS_ROOM = (
    "a write-ahead log lies beside the database, and reading the two takes a folder that may be written: copy both "
    "to one, or make the copy with `ventuno backup`, which is one file"
)

T = TypeVar("T")


class Books:
    """What there is to read, of a database in which nothing changes by it. Safe to use from any thread."""

    def __init__(self, place: Place, rules: HouseRules | None = None) -> None:
        self.place = place
        self._rules = rules or HouseRules()
        self._met_damage = False  # in reading
        self._free: list[Engine] = []
        self._lock = threading.Lock()

    @property
    def rules(self) -> HouseRules:
        return self._rules

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

    def close(self, timeout_s: float | None = None) -> bool:
        """False: something did not come to an end in time."""
        with self._lock:
            while self._free:
                self._free.pop().close()
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Ledger(Books):
    """Safe to use from any thread. `submit` never waits; `execute` waits for the commit."""

    def __init__(self, place: Place, rules: HouseRules | None = None) -> None:
        super().__init__(place, rules)
        self._writer = Writer(place, self._rules)

    def submit(self, command: BankCommand) -> Future[Outcome]:
        """The receipt or the refusal, once it is durable. A `StoreFault`: ask again with the same key."""
        return self._writer.submit(command)

    @property
    def ask(self) -> Callable[[BankCommand, Promise], None]:
        """As `submit`, for whoever asks so much that a future each would be felt."""
        return self._writer.take

    def execute(self, command: BankCommand) -> Outcome:
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
    def busy_since_s(self) -> float | None:
        """When the transaction that is under way began, by the monotonic clock."""
        return self._writer.busy_since_s

    @property
    def damaged(self) -> bool:
        """Whether anybody who read or wrote has met damage since it was last said that there is none."""
        return self._met_damage or self._writer.met_damage

    @damaged.setter
    def damaged(self, is_damaged: bool) -> None:
        self._met_damage = self._writer.met_damage = is_damaged

    def look(self) -> None:
        """Has the writer make a transaction that changes nothing: what comes of it is in `fault` and `busy_since_s`."""
        self._writer.submit(touch if self.fault and self.fault.code not in ANSWERS_AGAIN else look)

    def close(self, timeout_s: float | None = None) -> bool:
        """False: the store did not let the writer come to an end in time."""
        ended = self._writer.close(timeout_s)
        super().close()
        return ended


def place_of(where: str | Path, *, only_read: bool = False) -> SqlitePlace | PostgresPlace:
    """`postgresql://…`, or a file for SQLite (`sqlite:///…` or simply its path)."""
    if is_postgres(where):
        from ventuno.store.postgres import PostgresPlace  # the driver is needed only where it is configured

        return PostgresPlace(str(where))
    path = file_of(where)
    return SqliteCopy(path) if only_read else SqlitePlace(path)


def occupied(where: str | Path) -> tuple[Place, Occupancy | Owner]:
    """For a house: the database is its own until it ends what it is given, or is refused."""
    place = place_of(where)
    if isinstance(place, SqlitePlace):
        return place, Occupancy(place.path)
    from ventuno.store.owner import Owner

    owner = Owner(place)
    return owner.place, owner


@contextmanager
def refuse_if_house_is_open(where: str | Path) -> Iterator[None]:
    """For what a house that is open would have to know of; while it is done, none opens."""
    _, hold = occupied(where)
    try:
        yield
    finally:
        hold.end()


def open_ledger(where: str | Path, rules: HouseRules | None = None) -> Ledger:
    return Ledger(place_of(where), rules)


def open_books(where: str | Path, rules: HouseRules | None = None) -> Books:
    """To read them only: a copy on a disk that may not be written, a role that may only select."""
    books = Books(place_of(where, only_read=True), rules)
    try:
        with books.reading() as engine:
            engine.check_version()
    except StoreFault as fault:
        if fault.code == "store/away" and isinstance(books.place, SqliteCopy) and books.place.has_log:
            raise StoreFault(fault.code, NEEDS_ROOM) from fault
        raise
    return books
