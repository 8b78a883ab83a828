"""One world from one seed: virtual time, a house on a disk, people, a bad network, crashes; then calm, and the checks.

Everything that happens is on one heap, in one order. Each part has dice of its own, so that a change
in one does not shake the others.
"""

from __future__ import annotations

import heapq
import logging
import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.world.checks import check
from tests.world.crowd import Crowd
from tests.world.network import Weather
from tests.world.second import Seconds
from tests.world.server import Server
from tests.world.store import Disk
from tests.world.watch import Watch

START_MS = 1_700_000_000_000
GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
MIXED = "mixed"
LONGEST_CALM_S = 900.0
ARRIVES_S = 10.0  # what is under way when it becomes calm
LONG_AFTER_S = 91 * 86_400.0
STEPS = 2_000_000
MEMORY = Path("/dev/shm")


class Crash(SystemExit):
    """The process is gone, in the middle of whatever it did. Nothing in the house catches this."""


class Report(NamedTuple):
    seed: int
    game: str
    wrong: list[str]
    simulated_s: float
    rounds: Counter[str]
    counts: Counter[str]
    trace: list[str]
    sent: list[tuple[float, str, bytes]]
    booked: list[bytes]

    @property
    def command(self) -> str:
        """Shows it again."""
        return f"python -m tests.world --seed {self.seed} --game {self.game} --trace"


def game_of(seed: int) -> str:
    """The five games in turn, then a house with all of them."""
    return (*GAMES, MIXED)[seed % (len(GAMES) + 1)]


class Listening(logging.Handler):
    """A fault that the house only logs is wrong too; all its other lines are nobody's business here."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._hear = hear

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._hear(f"the house logs a fault: {record.getMessage()}: {type(error).__name__}: {error}")


@contextmanager
def listening(hear: Callable[[str], None]) -> Iterator[None]:
    logger = logging.getLogger("ventuno")
    before = logger.handlers, logger.propagate
    logger.handlers, logger.propagate = [Listening(hear)], False
    try:
        yield
    finally:
        logger.handlers, logger.propagate = before


class World:
    def __init__(
        self, seed: int, game: str, folder: Path, *, trace: bool = False, twin: str = "", keeps_bytes: bool = False
    ) -> None:
        self.seed, self.game = seed, game
        self.games = GAMES if game == MIXED else (game,)
        self.now = 0.0
        self.lived_s = 0.0  # until everything was at rest
        self.turmoil = True
        self.lines: list[str] = []
        self.counts: Counter[str] = Counter()
        self._tracing = trace
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._pushed = 0
        self.fuse: int | None = None  # so many points more, and the process dies
        self.twin = twin  # of this round the hole card is another one
        self.keeps_bytes = keeps_bytes or bool(twin)
        self.sent: list[tuple[float, str, bytes]] = []
        self.faults = self.dice("faults")
        self.hangs = self.dice("hangs")
        self.weather = Weather(self.dice("network"))
        self.disk = Disk(folder / "world.db")
        self.seconds = Seconds(self)
        self.watch = Watch(self)
        self.server = Server(self)
        self.crowd = Crowd(self)

    # -- time and chance ------------------------------------------------------------------------

    def dice(self, name: str) -> random.Random:
        return random.Random(f"{self.seed}/{self.game}/{name}")

    @property
    def now_ms(self) -> int:
        return START_MS + int(self.now * 1000 + 1e-6)

    def at(self, delay_s: float, do: Callable[[], None]) -> None:
        self._pushed += 1
        heapq.heappush(self._heap, (self.now + max(delay_s, 0.0), self._pushed, do))

    def trace(self, *what: object) -> None:
        if self._tracing:
            self.lines.append(f"{self.now:10.3f}  {' '.join(map(str, what))}")

    def point(self, where: str) -> None:
        """The process may die here."""
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse <= 0:
                self.fuse = None
                self.trace(f"CRASH {where}")
                raise Crash

    def run_until(self, end_s: float, done: Callable[[], bool] = lambda: False) -> bool:
        for _ in range(STEPS):
            if done():
                return True
            next_s = min(self._heap[0][0] if self._heap else end_s, self.server.next_s(), end_s)
            if next_s >= end_s:
                self.now = end_s
                return done()
            self.now = max(self.now, next_s)
            self._step()
        raise AssertionError("the world goes round and round")

    def _step(self) -> None:
        try:
            while self._heap and self._heap[0][0] <= self.now:
                heapq.heappop(self._heap)[2]()
            self.server.turn()
        except Crash:
            self.server.die()

    # -- a whole life ---------------------------------------------------------------------------

    def live(self, turmoil_s: float, seen: Callable[[World], bool] = lambda world: False) -> list[str]:
        """All of it, or until what somebody looks for was seen: then what would follow is nobody's question."""
        self.server.start()
        self.crowd.arrive()
        self._plan_faults()
        if self.run_until(turmoil_s, lambda: seen(self)):
            return self.watch.found
        self.calm_down()
        if self.run_until(self.now + ARRIVES_S, lambda: seen(self)):
            return self.watch.found
        end_s = self.now + LONGEST_CALM_S
        if not self.run_until(end_s, lambda: seen(self) or self.crowd.is_at_rest()):
            self.watch.wrong(f"liveness: after {LONGEST_CALM_S:.0f} s of calm {self.crowd.what_is_left()}")
        if seen(self):
            return self.watch.found
        self.crowd.rest()
        self.server.drain()
        self.run_until(self.now + 20.0)
        self.lived_s = self.now
        self.now += LONG_AFTER_S
        if self.faults.random() < 0.5:
            self._doubt_the_clock()
        self.server.sweep()
        self.run_until(self.now + 1.0)
        self.counts.update(self.watch.what_happened())
        return check(self)

    def _doubt_the_clock(self) -> None:
        """A start that finds all that time gone: nothing is cancelled before somebody has said that it is so."""
        assert self.server.process is not None
        self.counts["clocks doubted"] += 1
        self.server.look_at_clock()
        before = self.server.process.in_play(set())
        self.server.sweep()
        self.run_until(self.now + 1.0)
        if self.server.process.in_play(set()) != before:
            self.watch.wrong("the clock: a round was cancelled before anybody had confirmed it")
        self.server.look_at_clock(is_right=True)

    def calm_down(self) -> None:
        self.trace("CALM: no more faults")
        self.turmoil = False
        self.fuse = None
        self.disk.away = self.disk.loses_answers = False
        self.disk.hangs_until_s = 0.0
        self.seconds.calm_down()
        self.weather.calm = True
        self.crowd.calm_down()
        if not self.server.is_up:
            self.server.start()

    # -- faults ---------------------------------------------------------------------------------

    def _plan_faults(self) -> None:
        dice = self.faults
        for every_s, fault in ((140.0, self._crash), (200.0, self._disk_away), (160.0, self._lose_answers)):
            self._again(dice.choice((every_s, every_s, every_s * 4)), fault, dice)
        self._again(120.0, self._disk_hangs, self.hangs)
        self.seconds.plan()

    def _again(self, every_s: float, fault: Callable[[], None], dice: random.Random) -> None:
        def strike() -> None:
            if self.turmoil:
                fault()
                self._again(every_s, fault, dice)

        self.at(dice.expovariate(1 / every_s), strike)

    def _crash(self) -> None:
        if self.server.is_up:
            self.counts["crashes"] += 1
            self.fuse = self.faults.choice((1, 2, 3, self.faults.randint(4, 60)))

    def _disk_away(self) -> None:
        self.counts["disk away"] += 1
        self.trace("the disk is away")
        self.disk.away = True
        self.at(self.faults.choice((0.2, 2.0, 15.0)), self._disk_back)

    def _disk_back(self) -> None:
        self.trace("the disk is back")
        self.disk.away = False

    def _disk_hangs(self) -> None:
        self.counts["disk hangs"] += 1
        self.trace("the disk hangs")
        until_s = self.now + self.hangs.choice((1.0, 3.0, 20.0))
        self.disk.hangs_until_s = max(self.disk.hangs_until_s, until_s)

    def _lose_answers(self) -> None:
        """Commits happen, and their answers do not come."""
        self.counts["answers lost"] += 1
        self.trace("the disk loses answers")
        self.disk.loses_answers = True
        self.at(self.faults.choice((0.05, 0.3, 2.0)), self._find_answers)

    def _find_answers(self) -> None:
        self.disk.loses_answers = False


def run(
    seed: int,
    game: str,
    turmoil_s: float = 240.0,
    *,
    trace: bool = False,
    twin: str = "",
    keeps_bytes: bool = False,
    seen: Callable[[World], bool] = lambda world: False,
) -> Report:
    """One seed, from the first guest to the last check, or until something was `seen`."""
    memory = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="ventuno-world-", dir=memory))
    try:
        world = World(seed, game, folder, trace=trace, twin=twin, keeps_bytes=keeps_bytes)
        with listening(world.watch.wrong):
            wrong = world.live(turmoil_s, seen)
        world.server.close()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Report(
        seed,
        game,
        wrong,
        world.lived_s,
        world.watch.rounds(),
        world.counts,
        world.lines,
        world.sent,
        world.disk.booked(),
    )
