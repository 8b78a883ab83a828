"""What a client asks: read, carried out once, answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ventuno.bank.care import refusal_of_absence
from ventuno.protocol.commands import Command, Join, Leave, LeaveLobby, Ping, Request, Say, WatchLobby
from ventuno.protocol.messages import Bye, Done, Pong, Refused
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.edge import frames
from ventuno.server.edge.connection import Connection
from ventuno.server.host import STORE_AWAY, Host, framed
from ventuno.server.outward import outward, refusal_of_texts
from ventuno.store import StoreFault

if TYPE_CHECKING:
    from ventuno.server.house import House

MOST_TABLES: Final = 4  # A1
_decode: Final = msgspec.json.Decoder(Request).decode


class _Named(msgspec.Struct):
    id: str = ""


_decode_name: Final = msgspec.json.Decoder(_Named).decode

TOO_FAST: Final = Refusal("rate/too_fast", "too many messages: wait a moment")
REUSED: Final = Refusal("ledger/key_reused", "this id was used for another request: use a new one")
TOO_MANY: Final = Refusal("request/too_many", "too many requests wait for their answers: wait for some of them")
MALFORMED: Final = "request/malformed"
UNKNOWN: Final = Refusal("table/unknown", "there is no such table: the lobby has those there are")
NOT_JOINED: Final = Refusal("table/not_joined", "join the table first")
STAFF: Final = Refusal("account/staff", "the house's people do not play: at live tables they may watch")
FOR_STAFF: Final = (Leave, Say)
CANNOT_OPEN: Final = Refusal(
    "table/cannot_open", "the table cannot be opened: a supervisor has been told, and what you have staked is safe"
)
CLOSED: Final = Refusal("house/closing", "the house is closing: come back later")


class Intake:
    """Implements `edge.Listener`."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._of_the_house: dict[type[Command], Callable[[Connection, Request], Refusal | None]] = {
            WatchLobby: self._watch_lobby,
            LeaveLobby: self._leave_lobby,
            Join: self._join,
        }  # all others are the table's

    # -- of the connections ---------------------------------------------------------------------

    def received(self, connection: Connection, payload: bytes) -> None:
        try:
            request = _decode(payload)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._malformed(connection, payload, Refusal(MALFORMED, f"the request cannot be read: {error}"))
            return
        if not request.id.isprintable():
            self._malformed(connection, payload, Refusal(MALFORMED, "an id is of signs that can be seen"))
        elif b"\\" in payload and (refusal := refusal_of_texts(request, MALFORMED)):  # such signs come escaped
            self._malformed(connection, payload, refusal)
        else:
            self._take(connection, request)

    def _malformed(self, connection: Connection, payload: bytes, refusal: Refusal) -> None:
        self.house.metrics.malformed += 1
        self._refuse_unread(connection, payload, refusal)

    def too_fast(self, connection: Connection, payload: bytes) -> None:
        self._refuse_unread(connection, payload, TOO_FAST)

    def _refuse_unread(self, connection: Connection, payload: bytes, refusal: Refusal) -> None:
        """Not remembered: the request may be asked again."""
        try:
            name = _decode_name(payload).id[:64]
        except (msgspec.MsgspecError, RecursionError):
            name = ""
        connection.send(framed(refused(name, refusal)))

    def flooded(self, connection: Connection) -> None:
        logs.warning("a flood was cut off", player=connection.account.player)
        self.house.metrics.floods += 1
        bye = Bye("rate/flood", "far too many messages: the connection ends", come_back=False)
        connection.end(frames.POLICY, "too many messages", framed(bye))

    def drained(self, connection: Connection) -> None:
        """It missed events: every table as it is now, and the balance."""
        self.house.metrics.snapshots_to_slow += 1
        for key, channel in connection.channels.items():
            if host := self.house.host(key, connection.account.player):
                connection.seen[channel] = len(channel.public)
                connection.send(host.snapshot(connection.account.player))
        connection.send(framed(connection.account.balance))

    def gone(self, connection: Connection) -> None:
        account = connection.account
        if connection in self.house.connections:
            self.house.connections.discard(connection)
            self.house.room.leave(connection.network)
        self.house.lobby.leave(connection)
        if connection in account.connections:
            account.connections.remove(connection)
        for key, channel in list(connection.channels.items()):
            if channel.members.get(account.player) is connection:
                del channel.members[account.player]
                if host := self.house.host(key, account.player):
                    host.disconnect(account.player)  # E2, at once
                    self.house.lobby.changed(key)
        connection.channels.clear()
        if not account.connections:
            account.left_ms = self.house.now_ms()

    # -- requests -------------------------------------------------------------------------------

    def _take(self, connection: Connection, request: Request) -> None:
        command = request.do
        if isinstance(command, Ping):
            connection.send(framed(Pong(command.sent_ms, self.house.now_ms())))
            return
        requests = connection.account.requests
        if requests.misused(request.id, command):
            connection.send(framed(refused(request.id, REUSED)))
            return
        if requests.again(request.id, connection):
            return
        if not requests.wait(request.id, connection, command):
            connection.send(framed(refused(request.id, TOO_MANY)))
            return
        carry_out = self._of_the_house.get(type(command), self._at_table)  # whoever carries it out answers it
        refusal = carry_out(connection, request)
        if refusal is not None:
            self.answer(connection, request.id, refusal)

    def _watch_lobby(self, connection: Connection, request: Request) -> None:
        self.house.lobby.watch(connection)
        self.answer(connection, request.id)

    def _leave_lobby(self, connection: Connection, request: Request) -> None:
        self.house.lobby.leave(connection)
        self.answer(connection, request.id)

    def answer(self, connection: Connection, request: str, refusal: Refusal | None = None) -> None:
        message = Done(request) if refusal is None else refused(request, refusal)
        self.house.answer(connection.account.player, message)

    def _at_table(self, connection: Connection, request: Request) -> Refusal | None:
        player = connection.account.player
        host = self.house.host(request.table, player)
        if host is None or host.channel.members.get(player) is not connection:
            if isinstance(request.do, Leave) and request.table in self.house.kinds:
                self.answer(connection, request.id)  # who is not there has left
                return None
            return UNKNOWN if request.table not in self.house.kinds else NOT_JOINED
        if connection.account.person.role != "player" and not isinstance(request.do, FOR_STAFF):
            return STAFF
        if host.broken:
            return Refusal("table/fault", "the table has a fault and waits for a supervisor; nothing was done")
        if self.house.store.look() or host.asks.frozen:
            return Refusal(STORE_AWAY, "the house cannot book at the moment: nothing was done")
        if host.table.was_answered(player, request.id):
            self.answer(connection, request.id)
            return None
        if request.round and request.round != host.round_now:
            return Refusal("round/over", f"this was for round {request.round}", {"round": host.round_now})
        if isinstance(request.do, Leave):
            host.leaves_when_answered(player, request.id, connection)
            connection.account.tables.discard(host.key)
        host.receive(player, request.id, request.do)
        return None

    # -- joining (A1) ---------------------------------------------------------------------------

    def _join(self, connection: Connection, request: Request) -> Refusal | None:
        if refusal := self._refusal_of_join(connection, request.table):
            return refusal
        host = self.house.host(request.table, connection.account.player)
        if host is None:
            self.house.spawn(self._make_and_join(connection, request))
            return None
        self._joined(connection, request, host)
        return None

    def _refusal_of_join(self, connection: Connection, key: str) -> Refusal | None:
        kind = self.house.kinds.get(key)
        if kind is None:
            return UNKNOWN
        if kind.solo and connection.account.person.role != "player":
            return STAFF
        if absent := refusal_of_absence(connection.account.care, self.house.now_ms(), self.house.ledger.rules):
            return absent  # A9
        others = [self.house.kinds[other].info for other in connection.channels if other != key]
        if len(others) >= MOST_TABLES:
            return Refusal("table/too_many", f"{MOST_TABLES} tables at once at most: leave one first")
        if others and not (kind.info.multi and all(info.multi for info in others)):
            return Refusal("table/alone", "this table, or one you are at, is played alone: leave the others first")
        return None

    async def _make_and_join(self, connection: Connection, request: Request) -> None:
        try:
            host = await self.house.open_solo(request.table, connection.account.player)
        except StoreFault as fault:
            self.answer(connection, request.id, outward(fault.refusal))
        except Exception as error:  # whatever it is, who waits is told, and may ask again
            self._cannot_open(connection, request, error)
        else:
            if refusal := self._refusal_of_join(connection, request.table):  # it may be another by now (A9)
                self.answer(connection, request.id, refusal)
                return
            self._joined(connection, request, host)

    def _cannot_open(self, connection: Connection, request: Request, error: Exception) -> None:
        player, key = connection.account.player, request.table
        logs.fault("a table cannot be opened", error, table=key, player=player)
        self.house.warn(CANNOT_OPEN.code, f"{key} cannot be opened for player {player}: {type(error).__name__}", key)
        self.answer(connection, request.id, CANNOT_OPEN)

    def _joined(self, connection: Connection, request: Request, host: Host) -> None:
        """Members see what happens from now on; what happened before is in what they are sent."""
        account = connection.account
        if connection.closing:
            account.requests.waiting.pop(request.id, None)
            return
        other = host.channel.members.get(account.player)
        if other is not None and other is not connection:
            host.leave(account.player, other, "table/opened_elsewhere", "the table was opened on another device")
        host.touched_ms = self.house.now_ms()
        host.enter(account.guest)
        command: Any = request.do
        events = host.since(command.epoch, command.since) if command.epoch else None
        self.house.outbox.enter(host.channel, account.player, connection)
        account.tables.add(host.key)
        own = [host.snapshot(account.player)] if events is None else [*events, *host.mine(account.player)]
        for data in own:
            connection.send(data)
        if host.asks.frozen:
            connection.send(framed(host.away))
        self.answer(connection, request.id)
        self.house.lobby.changed(host.key)


def refused(request: str, refusal: Refusal) -> Refused:
    return Refused(request, refusal.code, refusal.why, refusal.data)
