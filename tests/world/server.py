"""The machines of the world: they start processes of the house on one disk, and let everybody in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tests.world.network import Link
from tests.world.owner import Hold
from tests.world.process import Process, VirtualClock
from ventuno.server import timekeeping
from ventuno.server.house import House
from ventuno.server.timekeeping import HOUR_MS
from ventuno.store import StoreFault
from ventuno.table.config import TableConfig
from ventuno.table.port import Open, Resume
from ventuno.variant import load

if TYPE_CHECKING:
    from tests.world.world import World


class Server:
    """The machines: start processes on the same disk, one after the other; where one is stopped, a second beside it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.configs = tuple(TableConfig(key=game, variant=game, burn_card=game == "cashback") for game in world.games)
        self.games = {game: load(game) for game in world.games}
        self.files = world.dice("files")
        self.process: Process | None = None  # the newest, where everybody comes
        self.lives: list[Process] = []  # with those that were taken over, until they end
        self.started = 0

    @property
    def is_up(self) -> bool:
        return self.process is not None and self.process.task.done() and not self.process.is_stopped

    @property
    def house(self) -> House:
        assert self.process is not None
        return self.process.house

    def next_s(self) -> float:
        return min((process.next_s() for process in self.lives), default=float("inf"))

    def turn(self) -> None:
        for process in list(self.lives):
            if process.next_s() <= self.world.now:
                self._turn(process)

    def _turn(self, process: Process) -> None:
        process.loop.turn()
        if process.loop.faults:
            self.world.watch.wrong(f"the house: {process.loop.faults.pop()}")
        if process.task.done() and process.task.exception():
            self._failed_to_start(process)
        elif process.is_over:
            self._stopped_by_itself(process)

    def start(self) -> None:
        if self.process is not None:
            return
        self.started += 1
        if self.started > 1:
            self._change_a_file()
        self.world.trace(f"the house opens, process {self.started}")
        try:
            self._begin(self.world.seconds.hold())
        except StoreFault as fault:
            self._cannot_open(fault)

    def open_beside(self, hold: Hold) -> None:
        """Of whoever was here before, everybody but itself knows that it is over."""
        self.started += 1
        self.world.trace(f"a second house opens, process {self.started}")
        self.process = None
        try:
            self._begin(hold)
        except StoreFault as fault:
            self._cannot_open(fault)

    def _begin(self, hold: Hold | None) -> None:
        try:
            self.process = Process(self.world, self.started, hold)
        except StoreFault:
            if hold is not None:
                hold.end()
            raise
        self.lives.append(self.process)
        self._turn(self.process)

    def _failed_to_start(self, process: Process) -> None:
        is_newest = process is self.process
        self._drop(process)
        if is_newest:
            self._cannot_open(process.task.exception())
        else:
            self.world.counts["stopped by themselves"] += 1  # taken over before it was open

    def _cannot_open(self, error: BaseException | None) -> None:
        if not isinstance(error, StoreFault):
            self.world.watch.wrong(f"the house does not start: {type(error).__name__}: {error}")
        self.world.trace(f"the house cannot open: {error}")
        self.world.at(1.0, self.start)

    def _stopped_by_itself(self, process: Process) -> None:
        """Everybody who was here has been asked to come back."""
        self.world.counts["stopped by themselves"] += 1
        self.world.trace(f"process {process.number} has stopped by itself")
        if not process.is_former:
            self.world.watch.wrong(f"process {process.number} has stopped, and nobody has taken over")
        for link in process.links:
            if link.connection is not None and not link.gone and not link.is_closed:
                self.world.watch.wrong(f"process {process.number} has stopped, and {link.name} was not told")
        self._drop(process, cuts=False)

    def die(self) -> None:
        """Killed: of what was with the store some may still be written, and nobody hears of it."""
        process = self.process
        if process is None:
            return
        writer = process.books.writer
        if not self.world.disk.away:
            writer.point = lambda where: None
            writer.serve_some(self.world.faults.choice((0, 0, 1, 2, 100)))
        self._drop(process)
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

    def _drop(self, process: Process, *, cuts: bool = True) -> None:
        """`cuts`: what was written to whoever is here is lost with it."""
        self.lives.remove(process)
        self.process = None if process is self.process else self.process
        process.alive = False
        process.loop.abandon()
        process.books.close()
        if process.hold is not None:
            process.hold.end()
        self.world.watch.process_ended(process.number)
        for link in process.links:
            if cuts or link.connection is None:
                link.cut(0.0)
            link.connection = None

    def accept(self, link: Link, player: int) -> None:
        """The upgrade to a WebSocket: whatever can fail before it is a closed door."""
        process = link.process = self.process
        if process is None or not process.task.done():
            link.cut(0.0)
            return
        process.links.append(link)
        process.loop.create_task(self._greet(process.house, link, player))

    async def _greet(self, house: House, link: Link, player: int) -> None:
        try:
            account = await house.people.account(player)
        except StoreFault:
            account = None
        if account is None or link.gone or len(account.connections) >= house.room.limits.connections_per_account:
            link.cut(0.0)
            return
        connection = house.entrance.connect(account, b"")
        connection.connection_made(link)  # type: ignore[arg-type]
        link.connection = connection
        house.entrance.welcome(connection)

    def submit(self, command: Any, then: Callable[[Any], None] = lambda outcome: None) -> None:
        """The cashier and the supervisors' console go the way of everybody."""
        if self.process is not None and self.process.task.done():
            self.process.submit(command, then)

    def drain(self) -> None:
        """For the end of the world: tables that were stopped or closed go on, then no new rounds."""
        self.go_on()
        self.house.floor.drain("the end of the world")

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
        for host in list(self.house.pit.hosts.values()) if self.is_up else ():
            host.supervise(Open(by=0))
            host.supervise(Resume(by=0))

    def close(self) -> None:
        for process in self.lives:
            process.loop.abandon()
            process.books.close()
