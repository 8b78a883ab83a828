"""One table in the house: carries out what the table says, in order, and keeps the last events for who comes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import Done, Happened, Left, Message, Notice, Refused, Snapshot
from ventuno.server import logs
from ventuno.server.edge.frames import framed
from ventuno.server.edge.outbox import Channel
from ventuno.server.requests import STORE_AWAY
from ventuno.server.teller import Asks
from ventuno.store import StoreFault
from ventuno.table.port import Alert, AnyAct, Ask, Guest, Out, PauseTable, Publish, Reply, Resume, Table, Whisper

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection
    from ventuno.server.edge.outbox import Outbox
    from ventuno.server.requests import Requests
    from ventuno.server.store_watch import StoreWatch
    from ventuno.server.teller import Teller
    from ventuno.server.timers import Timers

KEPT: Final = 512  # events of a table that somebody who comes back can still be given
KEPT_SOLO: Final = 64
STORE_BACK: Final = "store/back"


class Listening(Protocol):
    """Who hears what a table says besides those who sit at it."""

    def published(self, host: Host, event: AnyEvent) -> None: ...

    def whispered(self, host: Host, players: tuple[int, ...], message: Message) -> None: ...

    def alarmed(self, host: Host, alert: Alert) -> None: ...


class Service(NamedTuple):
    """What every table is served with."""

    outbox: Outbox
    timers: Timers
    now_ms: Callable[[], int]
    store: StoreWatch
    teller: Teller
    requests: Requests
    news: Listening
    id_of: Callable[[str, int], str]  # the regulator's, by round and player


class Host:
    def __init__(self, service: Service, key: str, epoch: str, table: Table, player: int = 0) -> None:
        self._service = service
        self.key = key
        self.table = table
        self.player = player  # of a solo table
        self.epoch = epoch
        self.channel = Channel(key)
        self.asks = Asks(service.teller, partial(self.do, table.answer), self.store_changed)
        self.due_ms: int | None = None
        self.touched_ms = service.now_ms()
        self.code = ""  # of the round
        self.broken = ""  # a fault of the program: nothing is taken any more
        self._frozen_ms = 0
        self._info = table.info  # as everybody here was told
        self._kept: deque[bytes] = deque(maxlen=KEPT_SOLO if player else KEPT)

    # -- what comes in --------------------------------------------------------------------------

    @property
    def round_now(self) -> str:
        """The code of the round that is on; between two rounds there is none."""
        view = self.table.view
        return "" if view.phase == "results" else view.code

    @property
    def runs(self) -> bool:
        return not self.broken and self.table.view.phase not in ("waiting", "results")

    @property
    def stands_still(self) -> bool:
        """Because of a fault: the table's own, or one that it found and paused for."""
        pause = self.table.view.pause
        return bool(self.broken) or (pause is not None and pause.fault)

    def enter(self, guest: Guest) -> None:
        self.do(self.table.enter, guest)

    def disconnect(self, player: int) -> None:
        self.do(self.table.disconnect, player)

    def supervise(self, act: AnyAct) -> None:
        self.do(self.table.supervise, act)

    def tick(self) -> None:
        if not self._service.store.look() and not self.asks.frozen:
            self.do(self.table.tick)

    def do(self, call: Callable[..., list[Out]], *what: Any) -> None:
        """Has the table do it, and carries out what it says, in order. A fault of one table is its alone (E1)."""
        if self.broken:
            return
        service, channel = self._service, self.channel
        try:
            for out in call(*what, self.now_ms()):
                if isinstance(out, Publish):
                    data = framed(Happened(self.key, out.n, out.event))
                    self._kept.append(data)
                    service.outbox.publish(channel, data)
                    service.news.published(self, out.event)
                elif isinstance(out, Whisper):
                    service.outbox.whisper_all(channel, out.players, framed(out.message))
                    service.news.whispered(self, out.players, out.message)
                elif isinstance(out, Ask):
                    self.asks.send(out)
                elif isinstance(out, Reply):
                    message: Done | Refused = out.message  # type: ignore[assignment]
                    service.requests.answer(out.player, message, channel)
                else:
                    service.news.alarmed(self, out)
            if self.table.info is not self._info:
                self._show_anew()
            due_ms = None if self.asks.frozen else self.table.next_deadline_ms()
            if due_ms != self.due_ms:
                service.timers.set(self, due_ms)
        except Exception as error:
            self._break(error)

    def _break(self, error: Exception) -> None:
        self.broken = type(error).__name__
        logs.fault("a table has a fault", error, table=self.key, round=self.table.view.code)
        why = f"{self.key} has a fault and stands still: {self.broken}"
        self._service.news.alarmed(self, Alert("table/fault", why))
        self.tell_all(Notice("table/fault", "the table has a fault; a supervisor has been told", table=self.key))

    def _show_anew(self) -> None:
        """The game has other rules from this round on: what everybody was told of the table is told again."""
        self._info = self.table.info
        for player, connection in self.channel.members.items():
            self._service.outbox.catch_up(connection)  # it comes after what happened before it
            connection.send(self.snapshot(player))

    def now_ms(self) -> int:
        """While the store does not answer, time stands still at the table."""
        return self._frozen_ms if self.asks.frozen else self._service.now_ms()

    def tell_all(self, message: Message) -> None:
        """Not an event of the table: it has no number and is not kept."""
        self._service.outbox.publish(self.channel, framed(message))

    # -- coming and going -----------------------------------------------------------------------

    def leave(self, player: int, connection: Connection, code: str = "", why: str = "") -> None:
        """This connection is shown no more of the table; the table itself has been told already, or need not be."""
        self._service.outbox.leave(self.channel, player, connection)
        connection.send(framed(Left(self.key, code, why)))

    def since(self, epoch: str, n: int) -> list[bytes] | None:
        """The events after number n; None: they are not all there any more."""
        missing = self.table.n - n
        if epoch != self.epoch or not 0 <= missing <= len(self._kept):
            return None
        return list(islice(self._kept, len(self._kept) - missing, None))

    def snapshot(self, player: int) -> bytes:
        table, mine = self.table, self.table.mine(player)
        return framed(
            Snapshot(
                table=self.key,
                epoch=self.epoch,
                n=table.n,
                now_ms=self._service.now_ms(),
                info=table.info,
                view=table.view,
                bets=mine.bets,
                hands=mine.hands,
                result=mine.result,
                participation_id=self._service.id_of(table.view.code, player),
            )
        )

    def mine(self, player: int) -> list[bytes]:
        """With the events since: what is the player's own, as it is now."""
        return [framed(message) for message in self.table.mine(player) if message is not None]

    # -- the store ------------------------------------------------------------------------------

    def store_changed(self, fault: StoreFault | None) -> None:
        """While the store does not answer, timers stand still: nobody loses their time to decide."""
        if fault is not None:
            self._frozen_ms = self._service.now_ms()
            self._service.timers.set(self, None)
            if fault is not self._service.store.late:  # of that the house tells once for all tables
                self._service.news.alarmed(
                    self, Alert(fault.code, f"{self.key} waits for the store: {fault.refusal.why}")
                )
            self.tell_all(self.away)
            return
        self.tell_all(Notice(STORE_BACK, "the house books again", table=self.key))
        if self.table.view.pause is None:
            # As if it had been paused from the first fault on: timers go on with what was left of them.
            frozen_ms = self._frozen_ms
            self.do(lambda now_ms: self.table.supervise(PauseTable(by=0, reason=STORE_AWAY), frozen_ms))
            self.supervise(Resume(by=0))

    @property
    def away(self) -> Notice:
        return Notice(STORE_AWAY, "the house cannot book at the moment: the clock stands still", table=self.key)

    def store_gets_on(self) -> None:
        """Also where an answer has let the table go on already: what was due meanwhile is due now."""
        self.asks.release()
        self.do(lambda now_ms: [])
