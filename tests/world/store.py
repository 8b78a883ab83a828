"""The real store with its thread taken out: the world says when the writer works, and what befalls the disk."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.world.owner import Hold, Owner
from ventuno.bank import BankCommand, Book, HouseRules, Receipt
from ventuno.store import Ledger, StoreFault
from ventuno.store.engine import Engine
from ventuno.store.sqlite import SqliteEngine, SqlitePlace
from ventuno.store.writer import Writer

RULES = HouseRules()
CHANCE = re.compile(rb"clock/[0-9a-f]+")  # the one key that is drawn outside the world's dice


class Disk:
    """The file, which outlives every process, and what is durable in it as far as the world can know."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.away = False
        self.loses_answers = False  # commits, and then fails to say so
        self.hangs_until_s = 0.0  # it is there, and nothing comes back from it before
        self.accepted: dict[str, BankCommand] = {}  # by key: every command that is durable
        self.receipts: dict[str, Receipt] = {}
        self.by_request: dict[tuple[str, ...], str] = {}  # by player and request: the key it was booked under
        self.events: dict[str, list[bytes]] = defaultdict(list)  # by round: durable ones, in order
        self.at_ms: dict[tuple[str, int], int] = {}  # when an event was asked to be stored
        self.transactions = 0
        self.owner = Owner()
        self.by_former = 0  # transactions of who is not the owner any more

    def check(self) -> None:
        if self.away:
            raise StoreFault("store/away", "the world has taken the disk away")

    def committed(self, works: Sequence[Any], answers: Sequence[Any], book: Book, hold: Hold | None) -> None:
        self.transactions += 1
        self.by_former += hold is not None and hold.is_former
        for work, answer in zip(works, answers, strict=True):
            if isinstance(work, BankCommand) and isinstance(answer, Receipt) and work.key not in self.accepted:
                self.accepted[work.key], self.receipts[work.key] = work, answer
                self.by_request[request_of(work.key)] = work.key
        for code, number, body in book.changes.events:
            assert number == len(self.events[code]), "events are numbered without a gap"
            self.events[code].append(body)

    def booked(self) -> list[bytes]:
        """All that is durable, as bytes: commands with their receipts in the order they were accepted, then events."""
        pairs = [(command, self.receipts[key]) for key, command in self.accepted.items()]
        parts = [CHANCE.sub(b"clock/", msgspec.json.encode(pair)) for pair in pairs]
        return parts + [body for code in sorted(self.events) for body in self.events[code]]


def request_of(key: str) -> tuple[str, ...]:
    """Player and request, where somebody asked for it: `request/player/request`."""
    return tuple(key.split("/")[1:3])


class FaultyEngine(SqliteEngine):
    disk: Disk
    hold: Hold | None  # of a house that can be taken over

    def begin(self) -> None:
        self.disk.check()
        if self.hold is not None:
            self._check_owner(self.hold)
        super().begin()

    def _check_owner(self, hold: Hold) -> None:
        """As PostgreSQL's: a session that was ended is one that is gone, and another one finds the other epoch."""
        if hold.its_session_ended:
            hold.its_session_ended = False
            raise StoreFault("store/away", "the session was ended by whoever took over")
        if self.disk.owner.epoch != hold.epoch:
            raise StoreFault("store/taken_over", "another house has taken over the disk")


class FaultyPlace(SqlitePlace):
    def __init__(self, disk: Disk, hold: Hold | None) -> None:
        super().__init__(disk.path)
        self.disk, self.hold = disk, hold

    def writer(self) -> SqliteEngine:
        self.disk.check()
        engine = FaultyEngine(self.path, writes=True)
        engine.disk, engine.hold = self.disk, self.hold
        return engine

    def reader(self) -> SqliteEngine:
        self.disk.check()
        return super().reader()


class InlineWriter(Writer):
    """`take` calls `wake`; the world calls `serve` when it pleases."""

    def __init__(self, place: FaultyPlace, wake: Callable[[], None], point: Callable[[str], None]) -> None:
        self.disk, self.hold = place.disk, place.hold
        self.wake = wake
        self.point = point
        super().__init__(place, RULES)
        self._thread.join()

    def _run(self) -> None:
        """No thread: the world is the thread."""

    def take(self, work: Any, done: Any) -> None:
        super().take(work, done)
        self.wake()

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    def serve(self) -> None:
        if self.waiting:
            self._work(self._gather())

    def serve_some(self, count: int) -> None:
        """The first few, and nobody is told: the process is gone."""
        for _ in range(min(count, self.waiting)):
            job = self._jobs.get()
            if job is not None:
                try:
                    self._transact([job.work])
                except StoreFault:
                    return

    def _transact(self, works: Sequence[Any]) -> list[Any]:
        self.point("before a commit")
        answers = super()._transact(works)
        assert self._committing is not None
        self.disk.committed(works, answers, self._committing, self.hold)
        self.point("after a commit")
        if self.disk.loses_answers:
            raise StoreFault("store/io", "the world has lost the answer")
        return answers

    def close(self, timeout_s: float | None = None) -> bool:
        self._closed = True
        if self._engine:
            self._engine.close()
            self._engine = None
        return True


class Books(Ledger):
    def __init__(
        self, disk: Disk, wake: Callable[[], None], point: Callable[[str], None], hold: Hold | None = None
    ) -> None:
        self.disk = disk
        self.place = FaultyPlace(disk, hold)
        self.writer = self._writer = InlineWriter(self.place, wake, point)
        self._free: list[Engine] = []
        self._met_damage = False
        self._lock = threading.Lock()

    def execute(self, command: BankCommand) -> Any:
        done = self.submit(command)
        self.writer.serve()
        return done.result()

    def keep(self, task: Any) -> Any:
        done = self.writer.submit(task)
        self.writer.serve()
        return done.result()

    @contextmanager
    def reading(self) -> Iterator[Engine]:
        self.disk.check()
        with super().reading() as engine:
            yield engine
