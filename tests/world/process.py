"""One life of the house: the real one, on a loop without a clock, with a disk that fails and a signal that stops it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.world.loop import VirtualLoop
from tests.world.network import Link
from tests.world.owner import Hold
from tests.world.sealing import SEAL
from tests.world.shoes import TwinShoe
from tests.world.store import Books
from tests.world.watch import Watched
from ventuno.cards import total
from ventuno.protocol.messages import Done
from ventuno.server import running, wiring
from ventuno.server.edge.frames import framed
from ventuno.server.house import House
from ventuno.server.pit import Kind
from ventuno.server.teller import Promised
from ventuno.shoe import SeededRandomness, shoe_for
from ventuno.table.config import TableConfig, round_terms, spot_limits, table_info
from ventuno.table.ground import RoundRules
from ventuno.table.port import Guest, Table
from ventuno.table.pricing import Standing
from ventuno.table.recovery import take_up
from ventuno.table.supervising import table_limits
from ventuno.variant import Variant

if TYPE_CHECKING:
    from tests.world.world import World

LOOK_S = 10.0
WATCH_S = 0.25


class PlainOdds:
    """A price that depends on every card that may be seen, and on no other; cheap to work out."""

    def value(self, standing: Standing) -> Fraction:
        points = total(standing.hand).points + len(standing.seen) + standing.up_card.points
        return Fraction(points % 17 - 9, 10)


class VirtualClock:
    def __init__(self, world: World) -> None:
        self._world = world

    def now_ms(self) -> int:
        return self._world.now_ms

    wall_ms = now_ms

    def not_before(self, at_ms: int) -> None:
        assert at_ms <= self.now_ms(), "nothing was written in the future"


class InOrder(dict[Any, None]):
    """A set without chance of its own: everybody is told in the order in which they came."""

    def add(self, one: Any) -> None:
        self[one] = None

    def discard(self, one: Any) -> None:
        self.pop(one, None)


class NoSites:
    """`web.AppRunner`: nobody listens anywhere."""

    async def cleanup(self) -> None:
        pass


class Process:
    """One life of the server, from its start to its crash."""

    def __init__(self, world: World, number: int, hold: Hold | None) -> None:
        self.world, self.number, self.hold = world, number, hold
        self.loop = VirtualLoop(lambda: world.now)
        self.alive = True
        self.books = Books(world.disk, self._wake, self.point, hold)
        self.links: list[Link] = []
        self._held: list[Callable[[], None]] = []  # what came while it was stopped
        self.house: House
        self.codes = self.shoes = 0
        self._served = self._unserved = self.swept = self.is_over = False
        self.dice = world.dice(f"process {number}")
        self.task = self.loop.create_task(self._open())

    async def _open(self) -> None:
        self.house = House(self.books, seal=SEAL, clock=VirtualClock(self.world))  # type: ignore[arg-type]
        self.house.floor.epoch = f"epoch{self.number}"
        self.house.room.connections = InOrder()  # type: ignore[assignment]
        self.house.store.now_s = lambda: self.world.now
        self.house.supplies.new_code = self._new_code
        requests = self.house.floor.service.requests
        self._answer, requests.answer = requests.answer, self._answered  # type: ignore[method-assign]
        self.sweeper = self.house.sweeper
        if self.number == 1:
            wiring.open_jackpots(self.books, self.world.server.configs, self.world.now_ms)
        await self.house.open([self._kind(config) for config in self.world.server.configs])
        self.loop.call_later(LOOK_S, self._look)
        self._watch_the_store()
        if self.hold is not None:
            running._watch_over(self.house, self.hold)  # type: ignore[arg-type]
            self.loop.create_task(self._until_taken_over(self.hold))

    async def _until_taken_over(self, hold: Hold) -> None:
        """As `ventuno serve` does."""
        await self.house.store.taken_over.wait()
        sweeper: Any = self.loop.create_task(asyncio.sleep(0))
        await running.Running(self.house, self.books, NoSites(), sweeper, hold).close()  # type: ignore[arg-type]
        self.is_over = True

    def _watch_the_store(self) -> None:
        """As the house does by itself, without asking for what only shows whether there is an answer."""
        self.house.store.look()
        if not self.swept:
            self.loop.call_later(WATCH_S, self._watch_the_store)

    def _new_code(self, now_ms: int) -> str:
        self.codes += 1
        return f"W{self.number}R{self.codes}"

    def _answered(self, player: int, message: Any, channel: Any = None, *, certain: bool = False) -> None:
        account, request = self.house.people.accounts.get(player), message.id
        if account is not None and (certain or isinstance(message, Done)):
            kept, waiting = account.requests.answered.get(request), account.requests.waiting.get(request)
            remembered, asked = kept.frame if kept else None, waiting.request.do if waiting else None
            self.world.watch.answered(player, request, remembered, framed(message), asked)
        self._answer(player, message, channel, certain=certain)

    def _look(self) -> None:
        if self.swept:
            return
        self.sweeper.look()
        self.house.lobby.tell()
        self.loop.call_later(LOOK_S, self._look)

    # -- tables ---------------------------------------------------------------------------------

    def _kind(self, config: TableConfig) -> Kind:
        variant = self.world.server.games[config.variant]
        limits = spot_limits(config, variant)
        pools = tuple(dict.fromkeys(round_terms(config, variant, limits).jackpots.values()))

        def make(player: int) -> Table:
            return self._make(config, variant, player)

        return Kind(table_info(config, variant), variant, table_limits(limits), make, pools, pools)

    def _make(self, config: TableConfig, variant: Variant, player: int) -> Table:
        """As `wiring` does it, with dice and odds of the world."""
        shoe = self._shoe(config, variant, player)
        rounds = wiring.stored_rounds(self.books, config.key, player)
        earlier = wiring.earlier_rules(self.books, variant, rounds)
        then = RoundRules(earlier, self._shoe(config, earlier, player)) if earlier else None
        odds = PlainOdds() if variant.cashback else None
        kept = wiring.kept_table(self.books, config.key, player)
        table = take_up(config, variant, shoe, self.house.supplies, rounds, self._guest, odds, then, kept)
        for one in (shoe, then.shoe) if then else (shoe,):
            one.table = table  # type: ignore[union-attr]
        return Watched(table, self, config.key, player)

    def _guest(self, player: int) -> Guest:
        return wiring.guest_of(self.books, player)

    def _shoe(self, config: TableConfig, variant: Variant, player: int) -> TwinShoe:
        self.shoes += 1
        seed = f"{self.world.seed}/{config.key}/{player}/{self.number}/{self.shoes}".encode()
        plain = shoe_for(variant.shoe, SeededRandomness(seed), burn=config.burn_card)
        pairs = self.world.dice(f"pairs {config.key} {player} {self.number} {self.shoes}")
        return TwinShoe(plain, self.world.twin, pairs)

    def in_play(self, gone: set[int]) -> list[str]:
        """Whose stakes lie on a table; of those who never come back, only at live ones."""
        with self.books.reading() as engine:
            columns = "s.player, r.table_name, s.real_minor, s.golden_minor"
            lying = "stakes s JOIN rounds r ON r.code = s.round WHERE s.real_minor > 0 OR s.golden_minor > 0"
            rows = engine.rows(f"SELECT {columns} FROM {lying}")
        waiting = [row for row in rows if not (row[0] in gone and self.house.pit.kinds[row[1]].solo)]
        return [f"{who} has {real} and {golden} in golden chips in play at {key}" for who, key, real, golden in waiting]

    # -- the writer works when the world says so ------------------------------------------------

    def _wake(self) -> None:
        self.point("with an ask on its way")
        if not self._served:
            self._served = True
            self.books.writer.busy_since_s = self.world.now
            slow = self.world.turmoil and self.dice.random() < 0.02
            wait_s = self.dice.uniform(0.2, 2.5) if slow else self.dice.uniform(0.0005, 0.006)
            self.world.at(wait_s, self._serve)

    def _serve(self) -> None:
        left_s = self.world.disk.hangs_until_s - self.world.now
        self._unserved = self.is_stopped
        if self.is_stopped:
            return
        if self.alive and left_s > 0:
            self.world.at(left_s, self._serve)
        elif self.alive:
            self._served = False
            self.books.writer.serve()

    # -- one of several -------------------------------------------------------------------------

    @property
    def is_stopped(self) -> bool:
        return self.loop.is_stopped

    @property
    def is_former(self) -> bool:
        return self.hold is not None and self.hold.is_former

    @property
    def has_given_up(self) -> bool:
        return self.house.store.taken_over.is_set()

    def point(self, where: str) -> None:
        """It may be stopped or die here; who was taken over is left to end by itself."""
        if self is self.world.server.process:
            self.world.seconds.point(self, where)
            self.world.point(where)

    def reach(self, do: Callable[[], None]) -> None:
        """Something from outside: it waits in a socket as long as nobody reads it."""
        if self.is_stopped or self._held:
            self._held.append(do)
        elif self.alive:
            do()

    def submit(self, command: Any, then: Callable[[Any], None] = lambda outcome: None) -> None:
        self.reach(lambda: self.house.teller.ask(command, Promised(self.house.teller, then)))

    def stop(self) -> None:
        """As by SIGSTOP, in the middle of whatever it does."""
        assert self.hold is not None
        self.loop.is_stopped = self.hold.asleep = True

    def wake(self, writer_s: float, owner_s: float, *, reads_first: bool) -> None:
        """Its threads go on, each in its time: the loop now, with what it had begun; then it reads what came
        meanwhile, or looks at the time first."""
        assert self.hold is not None
        self.loop.is_stopped = False
        if reads_first:
            self.loop.call_soon(self._read_held)
        else:
            self.loop.call_later(0.0, self._read_held)
        self.hold.wake(owner_s)
        if self._unserved:
            self.world.at(writer_s, self._serve)

    def _read_held(self) -> None:
        while self._held and self.alive and not self.is_stopped:
            self._held.pop(0)()

    def next_s(self) -> float:
        if self.is_stopped:
            return float("inf")
        return self.world.now if self.loop._ready else self.loop.next_s()
