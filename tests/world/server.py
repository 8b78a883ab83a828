"""The house of the world: the real one, on a loop without a clock, a disk that fails, and a process that dies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tests.world.loop import VirtualLoop
from tests.world.network import Link
from tests.world.sealing import SEAL
from tests.world.shoes import TwinShoe
from tests.world.store import Books
from tests.world.watch import Watched
from ventuno.cards import total
from ventuno.server import timekeeping, wiring
from ventuno.server.house import House
from ventuno.server.kinds import Kind
from ventuno.server.sweeper import Sweeper
from ventuno.server.timekeeping import HOUR_MS
from ventuno.shoe import SeededRandomness, shoe_for
from ventuno.store import StoreFault
from ventuno.table.betting import Rules
from ventuno.table.config import TableConfig, round_terms, spot_limits, table_info
from ventuno.table.port import Open, Resume, Table
from ventuno.table.pricing import Standing
from ventuno.table.recovery import take_up
from ventuno.table.supervising import table_limits
from ventuno.variant import Variant, load

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


class Process:
    """One life of the server, from its start to its crash."""

    def __init__(self, world: World, number: int) -> None:
        self.world, self.number = world, number
        self.loop = VirtualLoop(lambda: world.now)
        self.alive = True
        self.books = Books(world.disk, self._wake, world.point)
        self.house: House
        self.codes = self.shoes = 0
        self._served = self.swept = False
        self.dice = world.dice(f"process {number}")
        self.task = self.loop.create_task(self._open())

    async def _open(self) -> None:
        self.house = House(self.books, seal=SEAL, clock=VirtualClock(self.world))  # type: ignore[arg-type]
        self.house._epoch = f"epoch{self.number}"
        self.house.store.now_s = lambda: self.world.now
        self.house.new_code = self._new_code
        self._reply, self.house.reply = self.house.reply, self._answered  # type: ignore[method-assign]
        self.sweeper = Sweeper(self.house)
        if self.number == 1:
            wiring.open_jackpots(self.books, self.world.server.configs, self.world.now_ms)
        await self.house.open([self._kind(config) for config in self.world.server.configs])
        self.loop.call_later(LOOK_S, self._look)
        self._watch_the_store()

    def _watch_the_store(self) -> None:
        """As the house does by itself, without asking for what only shows whether there is an answer."""
        self.house.store.look()
        if not self.swept:
            self.loop.call_later(WATCH_S, self._watch_the_store)

    def _new_code(self, now_ms: int) -> str:
        self.codes += 1
        return f"W{self.number}R{self.codes}"

    def _answered(self, player: int, request: str, data: bytes, channel: Any = None) -> None:
        account = self.house.people.accounts.get(player)
        if account is not None:
            remembered, waiting = account.requests.answered.get(request), account.requests.waiting.get(request)
            self.world.watch.answered(player, request, remembered, data, waiting.command if waiting else None)
        self._reply(player, request, data, channel)

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
        rounds = wiring._rounds(self.books, config.key, player)
        earlier = wiring.earlier_rules(self.books, variant, rounds)
        then = Rules(earlier, self._shoe(config, earlier, player)) if earlier else None
        odds = PlainOdds() if variant.cashback else None
        kept = wiring._kept(self.books, config.key, player)
        table = take_up(
            config, variant, shoe, self.house, rounds, lambda who: wiring._guest(self.house, who), odds, then, kept
        )
        for one in (shoe, then.shoe) if then else (shoe,):
            one.table = table  # type: ignore[attr-defined]
        return Watched(table, self.world, config.key, player)  # type: ignore[return-value]

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
        waiting = [row for row in rows if not (row[0] in gone and self.house.kinds[row[1]].solo)]
        return [f"{who} has {real} and {golden} in golden chips in play at {key}" for who, key, real, golden in waiting]

    # -- the writer works when the world says so ------------------------------------------------

    def _wake(self) -> None:
        self.world.point("with an ask on its way")
        if not self._served:
            self._served = True
            self.books.writer.busy_since_s = self.world.now
            slow = self.world.turmoil and self.dice.random() < 0.02
            wait_s = self.dice.uniform(0.2, 2.5) if slow else self.dice.uniform(0.0005, 0.006)
            self.world.at(wait_s, self._serve)

    def _serve(self) -> None:
        left_s = self.world.disk.hangs_until_s - self.world.now
        if self.alive and left_s > 0:
            self.world.at(left_s, self._serve)
        elif self.alive:
            self._served = False
            self.books.writer.serve()


class Server:
    """The machine: starts processes, one after the other, on the same disk."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.configs = tuple(TableConfig(key=game, variant=game, burn_card=game == "cashback") for game in world.games)
        self.games = {game: load(game) for game in world.games}
        self.files = world.dice("files")
        self.process: Process | None = None
        self.started = 0
        self.links: list[Link] = []

    @property
    def is_up(self) -> bool:
        return self.process is not None and self.process.task.done()

    @property
    def house(self) -> House:
        assert self.process is not None
        return self.process.house

    def next_s(self) -> float:
        if self.process is None:
            return float("inf")
        return self.world.now if self.process.loop._ready else self.process.loop.next_s()

    def turn(self) -> None:
        if self.process is not None and self.next_s() <= self.world.now:
            self.process.loop.turn()
            if self.process.loop.faults:
                self.world.watch.wrong(f"the house: {self.process.loop.faults.pop()}")
            if self.process.task.done() and self.process.task.exception():
                self._failed_to_start(self.process.task.exception())

    def start(self) -> None:
        if self.process is not None:
            return
        self.started += 1
        if self.started > 1:
            self._change_a_file()
        self.world.trace(f"the house opens, process {self.started}")
        try:
            self.process = Process(self.world, self.started)
            self.process.loop.turn()
        except StoreFault as fault:
            self._failed_to_start(fault)
        else:
            if self.process is not None and self.process.task.done() and self.process.task.exception():
                self._failed_to_start(self.process.task.exception())

    def _failed_to_start(self, error: BaseException | None) -> None:
        if not isinstance(error, StoreFault):
            self.world.watch.wrong(f"the house does not start: {type(error).__name__}: {error}")
        self.world.trace(f"the house cannot open: {error}")
        self._drop()
        self.world.at(1.0, self.start)

    def die(self) -> None:
        """Killed: of what was with the store some may still be written, and nobody hears of it."""
        process = self.process
        if process is None:
            return
        writer = process.books.writer
        if not self.world.disk.away:
            writer.point = lambda where: None
            writer.serve_some(self.world.faults.choice((0, 0, 1, 2, 100)))
        self._drop()
        self.world.at(self.world.faults.choice((0.3, 2.0, 20.0)), self.start)

    def _change_a_file(self) -> None:
        """While the house was closed, somebody wrote other rules for a game, or those it had before."""
        game = self.files.choice((*self.games, ""))
        if game:
            variant = self.games[game]
            other: Any = "stands" if variant.dealer.soft_17 == "hits" else "hits"
            decks = load(game).shoe.decks - (other != load(game).dealer.soft_17)
            dealer, shoe = replace(variant.dealer, soft_17=other), replace(variant.shoe, decks=decks)
            self.games[game] = replace(variant, dealer=dealer, shoe=shoe)
            self.world.counts["files changed"] += 1
            self.world.trace(f"{game} has other rules now")

    def _drop(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.alive = False
            process.loop.abandon()
            process.books.close()
            self.world.watch.process_ended()
        links, self.links = self.links, []
        for link in links:
            link.connection = None
            link.cut(0.0)

    def accept(self, link: Link, player: int) -> None:
        """The upgrade to a WebSocket: whatever can fail before it is a closed door."""
        if not self.is_up:
            link.cut(0.0)
            return
        assert self.process is not None
        self.process.loop.create_task(self._greet(self.process.house, link, player))

    async def _greet(self, house: House, link: Link, player: int) -> None:
        try:
            account = await house.account(player)
        except StoreFault:
            account = None
        if account is None or link.gone or len(account.connections) >= house.limits.connections_per_account:
            link.cut(0.0)
            return
        connection = house.connect(account, b"")
        connection.connection_made(link)  # type: ignore[arg-type]
        link.connection = connection
        self.links.append(link)
        house.welcome(connection)

    def submit(self, command: Any, then: Callable[[Any], None] = lambda outcome: None) -> None:
        """The cashier and the supervisors' console go the way of everybody."""
        if self.is_up:
            self.house.teller.submit(command, then)

    def drain(self) -> None:
        """For the end of the world: tables that were stopped or closed go on, then no new rounds."""
        self.go_on()
        self.house.drain("the end of the world")

    def sweep(self) -> None:
        """The daily sweep, on a day when whatever was left is old enough to be cancelled (T1)."""
        assert self.process is not None
        self.process.swept = True
        self.process.loop.create_task(self.process.sweeper.sweep())

    def look_at_clock(self, *, is_right: bool = False) -> None:
        """As at a start."""
        assert self.process is not None
        timekeeping.begin(self.process.books, VirtualClock(self.world), 48 * HOUR_MS, is_right=is_right)  # type: ignore[arg-type]

    def go_on(self) -> None:
        for host in list(self.house.hosts.values()) if self.is_up else ():
            host.supervise(Open(by=0))
            host.supervise(Resume(by=0))

    def close(self) -> None:
        if self.process is not None:
            self.process.loop.abandon()
            self.process.books.close()
