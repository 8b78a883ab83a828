"""What a client asks: read, and given to whoever carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from ventuno.protocol.commands import Command, Join, Leave, LeaveLobby, Ping, Request, Say, WatchLobby
from ventuno.protocol.messages import Bye, Done, Pong
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.edge import frames
from ventuno.server.edge.connection import Connection
from ventuno.server.edge.frames import framed
from ventuno.server.joining import STAFF, UNKNOWN, Joining
from ventuno.server.outward import refusal_of_texts
from ventuno.server.requests import STORE_AWAY, Requests, refused

if TYPE_CHECKING:
    from ventuno.server.edge.room import Room
    from ventuno.server.lobby import LobbyDesk
    from ventuno.server.metrics import Metrics
    from ventuno.server.pit import Pit
    from ventuno.server.store_watch import StoreWatch

_decode: Final = msgspec.json.Decoder(Request).decode


class _Named(msgspec.Struct):
    id: str = ""


_decode_name: Final = msgspec.json.Decoder(_Named).decode

TOO_FAST: Final = Refusal("rate/too_fast", "too many messages: wait a moment")
MALFORMED: Final = "request/malformed"
NOT_JOINED: Final = Refusal("table/not_joined", "join the table first")
BROKEN: Final = Refusal("table/fault", "the table has a fault and waits for a supervisor; nothing was done")
AWAY: Final = Refusal(STORE_AWAY, "the house cannot book at the moment: nothing was done")
FOR_STAFF: Final = (Leave, Say)


class Intake:
    """Implements `edge.Listener`."""

    def __init__(
        self,
        pit: Pit,
        room: Room,
        lobby: LobbyDesk,
        requests: Requests,
        joining: Joining,
        store: StoreWatch,
        metrics: Metrics,
        now_ms: Callable[[], int],
    ) -> None:
        self._pit, self._room, self._lobby, self._requests = pit, room, lobby, requests
        self._store, self._metrics, self._now_ms = store, metrics, now_ms
        self._of_the_house: dict[type[Command], Callable[[Connection, Request], Refusal | None]] = {
            WatchLobby: self._watch_lobby,
            LeaveLobby: self._leave_lobby,
            Join: joining.join,
        }  # all others are the table's

    # -- of the connections ---------------------------------------------------------------------

    def received(self, connection: Connection, payload: bytes) -> None:
        try:
            request = _decode(payload)
        except (msgspec.MsgspecError, RecursionError) as error:
            self._malformed(connection, payload, Refusal(MALFORMED, f"the request cannot be read: {error}"))
            return
        command = request.do
        if not request.id.isprintable():
            self._malformed(connection, payload, Refusal(MALFORMED, "an id is of signs that can be seen"))
        elif b"\\" in payload and (refusal := refusal_of_texts(request, MALFORMED)):  # such signs come escaped
            self._malformed(connection, payload, refusal)
        elif isinstance(command, Ping):
            connection.send(framed(Pong(command.sent_ms, self._now_ms())))
        elif self._requests.begin(connection, request):
            carry_out = self._of_the_house.get(type(command), self._at_table)  # whoever carries it out answers it
            if refusal := carry_out(connection, request):
                self._requests.answer(connection.account.player, refused(request.id, refusal))

    def _malformed(self, connection: Connection, payload: bytes, refusal: Refusal) -> None:
        self._metrics.malformed += 1
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
        self._metrics.floods += 1
        bye = Bye("rate/flood", "far too many messages: the connection ends", come_back=False)
        connection.end(frames.POLICY, "too many messages", framed(bye))

    def drained(self, connection: Connection) -> None:
        """It missed events: every table as it is now, and the balance."""
        self._metrics.snapshots_to_slow += 1
        for key, channel in connection.channels.items():
            if host := self._pit.host(key, connection.account.player):
                connection.seen[channel] = len(channel.public)
                connection.send(host.snapshot(connection.account.player))
        connection.send(framed(connection.account.balance))

    def gone(self, connection: Connection) -> None:
        account = connection.account
        self._room.leave(connection)
        self._lobby.leave(connection)
        if connection in account.connections:
            account.connections.remove(connection)
        for key, channel in list(connection.channels.items()):
            if channel.members.get(account.player) is connection:
                del channel.members[account.player]
                if host := self._pit.host(key, account.player):
                    host.disconnect(account.player)  # E2, at once
                    self._lobby.changed(key)
        connection.channels.clear()
        if not account.connections:
            account.left_ms = self._now_ms()

    # -- requests -------------------------------------------------------------------------------

    def _watch_lobby(self, connection: Connection, request: Request) -> None:
        self._lobby.watch(connection)
        self._requests.answer(connection.account.player, Done(request.id))

    def _leave_lobby(self, connection: Connection, request: Request) -> None:
        self._lobby.leave(connection)
        self._requests.answer(connection.account.player, Done(request.id))

    def _at_table(self, connection: Connection, request: Request) -> Refusal | None:
        account, key = connection.account, request.table
        player = account.player
        host = self._pit.host(key, player)
        if host is None or host.channel.members.get(player) is not connection:
            if key not in self._pit.kinds or not isinstance(request.do, Leave):
                return NOT_JOINED if key in self._pit.kinds else UNKNOWN
            self._requests.answer(player, Done(request.id))  # who is not there has left
            return None
        if account.person.role != "player" and not isinstance(request.do, FOR_STAFF):
            return STAFF
        if host.broken:
            return BROKEN
        if self._store.look() or host.asks.frozen:
            return AWAY
        if request.round and request.round != host.round_now:
            return Refusal("round/over", f"this was for round {request.round}", {"round": host.round_now})
        if isinstance(request.do, Leave):
            account.tables.discard(host.key)
            self._requests.when_done(connection, request.id, lambda: host.leave(player, connection))
        self._metrics.commands += 1
        if host.player:
            host.touched_ms = self._now_ms()
        host.do(host.table.receive, player, request.id, request.do)
        return None
