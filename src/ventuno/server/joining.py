"""Joining a table (A1): one that is there, or one of their own that is made for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ventuno.bank.care import refusal_of_absence
from ventuno.protocol.commands import Request
from ventuno.protocol.messages import Done
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.edge.frames import framed
from ventuno.server.outward import outward
from ventuno.server.requests import Requests, refused
from ventuno.store import StoreFault

if TYPE_CHECKING:
    from ventuno.server.alerts import AlertDesk
    from ventuno.server.edge.connection import Connection
    from ventuno.server.edge.outbox import Outbox
    from ventuno.server.floor import Floor
    from ventuno.server.host import Host
    from ventuno.server.lobby import LobbyDesk
    from ventuno.server.pit import Pit
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

MOST_TABLES: Final = 4  # A1
UNKNOWN: Final = Refusal("table/unknown", "there is no such table: the lobby has those there are")
STAFF: Final = Refusal("account/staff", "the house's people do not play: at live tables they may watch")
CANNOT_OPEN: Final = Refusal(
    "table/cannot_open", "the table cannot be opened: a supervisor has been told, and what you have staked is safe"
)


class Joining:
    def __init__(
        self,
        pit: Pit,
        floor: Floor,
        lobby: LobbyDesk,
        requests: Requests,
        outbox: Outbox,
        alerts: AlertDesk,
        workers: Workers,
        ledger: Ledger,
        now_ms: Callable[[], int],
    ) -> None:
        self._pit, self._floor, self._lobby, self._requests = pit, floor, lobby, requests
        self._outbox, self._alerts, self._workers = outbox, alerts, workers
        self._ledger, self._now_ms = ledger, now_ms

    def join(self, connection: Connection, request: Request) -> Refusal | None:
        if refusal := self._refusal_of_join(connection, request.table):
            return refusal
        host = self._pit.host(request.table, connection.account.player)
        if host is None:
            self._workers.spawn(self._make_and_join(connection, request))
            return None
        self._joined(connection, request, host)
        return None

    def _refusal_of_join(self, connection: Connection, key: str) -> Refusal | None:
        kind = self._pit.kinds.get(key)
        if kind is None:
            return UNKNOWN
        if kind.solo and connection.account.person.role != "player":
            return STAFF
        if absent := refusal_of_absence(connection.account.care, self._now_ms(), self._ledger.rules):
            return absent  # A9
        others = [self._pit.kinds[other].info for other in connection.channels if other != key]
        if len(others) >= MOST_TABLES:
            return Refusal("table/too_many", f"{MOST_TABLES} tables at once at most: leave one first")
        if others and not (kind.info.multi and all(info.multi for info in others)):
            return Refusal("table/alone", "this table, or one you are at, is played alone: leave the others first")
        return None

    async def _make_and_join(self, connection: Connection, request: Request) -> None:
        try:
            host = await self._floor.open_solo(request.table, connection.account.player)
        except StoreFault as fault:
            self._answer(connection, request.id, outward(fault.refusal))
        except Exception as error:  # whatever it is, who waits is told, and may ask again
            self._cannot_open(connection, request, error)
        else:
            if refusal := self._refusal_of_join(connection, request.table):  # it may be another by now (A9)
                self._answer(connection, request.id, refusal)
                return
            self._joined(connection, request, host)

    def _cannot_open(self, connection: Connection, request: Request, error: Exception) -> None:
        player, key = connection.account.player, request.table
        logs.fault("a table cannot be opened", error, table=key, player=player)
        self._alerts.happened(
            CANNOT_OPEN.code, f"{key} cannot be opened for player {player}: {type(error).__name__}", key
        )
        self._answer(connection, request.id, CANNOT_OPEN)

    def _joined(self, connection: Connection, request: Request, host: Host) -> None:
        """Members see what happens from now on; what happened before is in what they are sent."""
        account = connection.account
        if connection.closing:
            account.requests.waiting.pop(request.id, None)
            return
        other = host.channel.members.get(account.player)
        if other is not None and other is not connection:
            host.leave(account.player, other, "table/opened_elsewhere", "the table was opened on another device")
        host.touched_ms = self._now_ms()
        host.enter(account.guest)
        command: Any = request.do
        events = host.since(command.epoch, command.since) if command.epoch else None
        self._outbox.enter(host.channel, account.player, connection)
        account.tables.add(host.key)
        own = [host.snapshot(account.player)] if events is None else [*events, *host.mine(account.player)]
        for data in own:
            connection.send(data)
        if host.asks.frozen:
            connection.send(framed(host.away))
        self._answer(connection, request.id)
        self._lobby.changed(host.key)

    def _answer(self, connection: Connection, request: str, refusal: Refusal | None = None) -> None:
        message = Done(request) if refusal is None else refused(request, refusal)
        self._requests.answer(connection.account.player, message)
