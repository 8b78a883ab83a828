"""One table in the house: carries out what the table says, in order, and keeps the last events for who comes back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ventuno.bank import Outcome
from ventuno.protocol.commands import Command
from ventuno.protocol.messages import Done, Happened, Left, Message, MyResult, Notice, Refused, Snapshot
from ventuno.server import logs
from ventuno.server.edge.frames import frame
from ventuno.server.edge.outbox import Channel
from ventuno.server.teller import Asks
from ventuno.store import StoreFault
from ventuno.table.port import Alert, AnyAct, Ask, Guest, Out, Pause, Publish, Reply, Resume, Table, Whisper

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection
    from ventuno.server.house import House

KEPT: Final = 512  # events of a table that somebody who comes back can still be given
KEPT_SOLO: Final = 64
STORE_AWAY: Final = "store/away"
STORE_BACK: Final = "store/back"

encode: Final = msgspec.json.Encoder().encode


def framed(message: Message) -> bytes:
    return frame(encode(message))


class Host:
    def __init__(self, house: House, key: str, table: Table, player: int = 0) -> None:
        self.house = house
        self.key = key
        self.table = table
        self.player = player  # of a solo table
        self.epoch = house.new_epoch()
        self.channel = Channel(key)
        self.asks = Asks(house.teller, self.answer, self.store_changed)
        self.due_ms: int | None = None
        self.touched_ms = house.now_ms()
        self.code = ""  # of the round
        self.broken = ""  # a fault of the program: nothing is taken any more
        self._frozen_ms = 0
        self._info = table.info  # as everybody here was told
        self._kept: deque[bytes] = deque(maxlen=KEPT_SOLO if player else KEPT)
        self._leaving: dict[tuple[int, str], Connection] = {}
        self._carriers: dict[type[Out], Callable[[Any], None]] = {
            Publish: self._publish,
            Whisper: self._whisper,
            Ask: self.asks.put,
            Reply: self._reply,
            Alert: self._alert,
        }

    # -- what comes in --------------------------------------------------------------------------

    def start(self) -> None:
        self._do(self.table.start)

    @property
    def round_now(self) -> str:
        """The code of the round that is on; between two rounds there is none."""
        view = self.table.view
        return "" if view.phase == "results" else view.code

    def enter(self, guest: Guest) -> None:
        self._do(self.table.enter, guest)

    def disconnect(self, player: int) -> None:
        self._do(self.table.disconnect, player)

    def receive(self, player: int, request: str, command: Command) -> None:
        self.house.metrics.commands += 1
        if self.player:
            self.touched_ms = self.now_ms()
        self._do(self.table.receive, player, request, command)

    def answer(self, ref: int, outcome: Outcome) -> None:
        self._do(self.table.answer, ref, outcome)

    def supervise(self, act: AnyAct) -> None:
        self._do(self.table.supervise, act)

    def pool_changed(self) -> None:
        self._do(self.table.pool_changed)

    def tick(self) -> None:
        if not self.house.store.look() and not self.asks.frozen:
            self._do(self.table.tick)

    def _do(self, call: Callable[..., list[Out]], *what: Any) -> None:
        """A fault of one table is that table's alone (E1)."""
        if self.broken:
            return
        try:
            self.carry_out(call(*what, self.now_ms()))
            if self.table.info is not self._info:
                self._show_anew()
            due_ms = None if self.asks.frozen else self.table.next_deadline_ms()
            if due_ms != self.due_ms:
                self.house.timers.set(self, due_ms)
        except Exception as error:
            self.broken = type(error).__name__
            logs.fault("a table has a fault", error, table=self.key, round=self.table.view.code)
            self.house.alert(self, Alert("table/fault", f"{self.key} has a fault and stands still: {self.broken}"))
            self.tell_all(Notice("table/fault", "the table has a fault; a supervisor has been told", table=self.key))

    def _show_anew(self) -> None:
        """The game has other rules from this round on: what everybody was told of the table is told again."""
        self._info = self.table.info
        for player, connection in self.channel.members.items():
            self.house.outbox.catch_up(connection)  # it comes after what happened before it
            connection.send(self.snapshot(player))

    def now_ms(self) -> int:
        """While the store does not answer, time stands still at the table."""
        return self._frozen_ms if self.asks.frozen else self.house.now_ms()

    # -- what goes out --------------------------------------------------------------------------

    def carry_out(self, outs: Iterable[Out]) -> None:
        for out in outs:
            self._carriers[type(out)](out)

    def _alert(self, out: Alert) -> None:
        self.house.alert(self, out)

    def _publish(self, out: Publish) -> None:
        data = framed(Happened(self.key, out.n, out.event))
        self._kept.append(data)
        self.house.outbox.publish(self.channel, data)
        self.house.happened(self, out.event)

    def _whisper(self, out: Whisper) -> None:
        self.house.outbox.whisper_all(self.channel, out.players, framed(out.message))
        if isinstance(out.message, MyResult):
            self.house.metrics.paid(self.table.info.game, out.message, len(out.players))
        elif isinstance(out.message, Notice) and out.message.code == "round/void":
            self.house.voids.told(player for player in out.players if player in self.channel.members)

    def _reply(self, out: Reply) -> None:
        message: Done | Refused = out.message  # type: ignore[assignment]
        self.house.answer(out.player, message, self.channel)
        leaving = self._leaving.pop((out.player, message.id), None) if self._leaving else None
        if leaving is not None and not isinstance(message, Refused):
            self.leave(out.player, leaving)

    def tell_all(self, message: Message) -> None:
        """Not an event of the table: it has no number and is not kept."""
        self.house.outbox.publish(self.channel, framed(message))

    # -- coming and going -----------------------------------------------------------------------

    def leaves_when_answered(self, player: int, request: str, connection: Connection) -> None:
        self._leaving[player, request] = connection

    def leave(self, player: int, connection: Connection, code: str = "", why: str = "") -> None:
        """This connection is shown no more of the table; the table itself has been told already, or need not be."""
        self.house.outbox.leave(self.channel, player, connection)
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
                now_ms=self.house.now_ms(),
                info=table.info,
                view=table.view,
                bets=mine.bets,
                hands=mine.hands,
                result=mine.result,
                participation_id=self.house.participations.id_of(self, player),
            )
        )

    def mine(self, player: int) -> list[bytes]:
        """With the events since: what is the player's own, as it is now."""
        return [framed(message) for message in self.table.mine(player) if message is not None]

    # -- the store ------------------------------------------------------------------------------

    def store_changed(self, fault: StoreFault | None) -> None:
        """While the store does not answer, timers stand still: nobody loses their time to decide."""
        if fault is not None:
            self._frozen_ms = self.house.now_ms()
            self.house.timers.set(self, None)
            if fault is not self.house.store.late:  # of that the house tells once for all tables
                self.house.alert(self, Alert(fault.code, f"{self.key} waits for the store: {fault.refusal.why}"))
            self.tell_all(self.away)
            return
        self.tell_all(Notice(STORE_BACK, "the house books again", table=self.key))
        if self.table.view.pause is None:
            # As if it had been paused from the first fault on: timers go on with what was left of them.
            frozen_ms = self._frozen_ms
            self._do(lambda now_ms: self.table.supervise(Pause(by=0, reason=STORE_AWAY), frozen_ms))
            self.supervise(Resume(by=0))

    @property
    def away(self) -> Notice:
        return Notice(STORE_AWAY, "the house cannot book at the moment: the clock stands still", table=self.key)

    def store_gets_on(self) -> None:
        """Also where an answer has let the table go on already: what was due meanwhile is due now."""
        self.asks.release()
        self._do(lambda now_ms: [])
