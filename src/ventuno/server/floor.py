"""Tables are opened, looked after and closed here; what there is, is in the pit."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Final

from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.host import Host, Service
from ventuno.table.port import Close

if TYPE_CHECKING:
    from ventuno.server.lobby import LobbyDesk
    from ventuno.server.participations import Participations
    from ventuno.server.people import Account
    from ventuno.server.pit import Kind, Pit
    from ventuno.server.workers import Workers
    from ventuno.store import StoreFault

CLOSING: Final = "house/closing"
IDLE_MS: Final = 60_000  # then a solo table is forgotten


class Floor:
    def __init__(
        self, pit: Pit, service: Service, workers: Workers, lobby: LobbyDesk, participations: Participations
    ) -> None:
        self._pit, self.service, self._workers = pit, service, workers
        self._lobby, self._participations = lobby, participations
        self.epoch = secrets.token_hex(4)  # of this life of the house
        self._tables_made = 0
        self._fed: set[str] = set()  # jackpots that changed since they were shown
        self._opening: dict[tuple[str, int], asyncio.Task[Host]] = {}

    # -- opening and closing --------------------------------------------------------------------

    async def open(self) -> None:
        """Live tables go on where they were; solo tables wait for their player."""
        for kind in self._pit.kinds.values():
            if not kind.solo:
                await self._open_table(kind, 0)

    async def _open_table(self, kind: Kind, player: int) -> Host:
        pit = self._pit
        table = await self._workers.read(kind.make, player)
        self._tables_made += 1  # events are numbered anew with every table that is made
        epoch = f"{self.epoch}.{self._tables_made}"
        host = pit.hosts[kind.key, player] = Host(self.service, kind.key, epoch, table, player)
        host.do(table.start)
        for act in pit.orders.of(kind.key):
            host.supervise(act)
        if pit.draining:
            host.supervise(Close(by=0, reason=CLOSING))
        if late := self.service.store.late:
            host.asks.hold(late)
        self._participations.take_up(host)
        return host

    async def open_solo(self, key: str, player: int) -> Host:
        """However many ask at once, one table."""
        task = self._opening.get((key, player))
        if task is None:
            opening = self._open_table(self._pit.kinds[key], player)
            task = self._opening[key, player] = self._workers.loop.create_task(opening)
            task.add_done_callback(lambda _: self._opening.pop((key, player), None))
        return await asyncio.shield(task)

    def forget_idle(self, now_ms: int) -> None:
        for host in list(self._pit.hosts.values()):
            if host.player and host.table.idle and not host.asks and now_ms - host.touched_ms > IDLE_MS:
                self.forget(host)

    def forget(self, host: Host) -> None:
        """A solo table that nobody is at; what was staked there is at the bank."""
        self.service.timers.set(host, None)
        self._pit.hosts.pop((host.key, host.player), None)
        self._participations.forget(host.code)

    def drain(self, reason: str = CLOSING, by: int = 0) -> None:
        """No new rounds."""
        self._pit.draining = True
        for host in self._pit.hosts.values():
            host.supervise(Close(by=by, reason=reason))
        for key in self._pit.kinds:
            self._lobby.changed(key)

    def stop(self) -> None:
        """From here on tables say nothing."""
        self.service.timers.stop()
        for host in self._pit.hosts.values():
            host.broken = CLOSING

    # -- what happens around tables -------------------------------------------------------------

    def changed_person(self, account: Account) -> None:
        """Tables learn what is new about somebody at them."""
        for key in account.tables:
            host = self._pit.host(key, account.player)
            if host is not None and account.player in host.channel.members:
                host.enter(account.guest)

    def end_play(self, account: Account, refusal: Refusal) -> None:
        """A time-out or an exclusion (A9): bets that are on the table follow E2."""
        for connection in account.connections:
            for key, channel in list(connection.channels.items()):
                host = self._pit.host(key, account.player)
                if host is not None and channel.members.get(account.player) is connection:
                    host.leave(account.player, connection, refusal.code, refusal.why)
                    host.disconnect(account.player)
        account.tables.clear()

    def pools_moved(self, pools: dict[str, int]) -> None:
        self._pit.pools |= pools
        self._fed |= pools.keys()

    def show_pools(self) -> None:
        """Called once a second: every table that feeds a pool shows what it holds now (J1)."""
        fed, self._fed = self._fed, set()
        keys = {kind.key for kind in self._pit.kinds.values() if fed & set(kind.pools)}
        for key in keys:
            self._lobby.changed(key)
        for host in [host for host in self._pit.hosts.values() if host.key in keys]:
            host.do(host.table.pool_changed)

    def store_changed(self, fault: StoreFault | None) -> None:
        """It is late, or gets on again: every table with it."""
        if fault is None:
            logs.info("the store gets on again")
        for host in list(self._pit.hosts.values()):
            if fault is not None:
                host.asks.hold(fault)
            else:
                host.store_gets_on()
