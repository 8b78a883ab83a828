"""What is looked at now and then: silent connections, slow readers, idle tables, reality checks, open transfers,
old rounds, and what is kept of them."""

from __future__ import annotations

import asyncio
import itertools
from typing import TYPE_CHECKING, Final

from ventuno.bank import ExpireGoldenChips, VoidRound
from ventuno.bank.care import played_ms
from ventuno.bank.rules import DAY_MS
from ventuno.protocol.messages import Notice
from ventuno.server import logs
from ventuno.server.readiness import troubles
from ventuno.server.voids import LEFT
from ventuno.store import StoreFault
from ventuno.store.forgetting import forget_step, say_forgotten
from ventuno.store.history import abandoned_rounds, purse_of
from ventuno.store.packing import pack_step
from ventuno.store.sessions import forget_sessions, live_sessions
from ventuno.table.port import Void

if TYPE_CHECKING:
    from ventuno.server.house import House
    from ventuno.server.people import Account

EVERY_S: Final = 1.0
LOOK_EVERY: Final = 10  # seconds between looks at every connection
CASH_EVERY: Final = 5
SESSIONS_EVERY: Final = 60
TEND_EVERY: Final = 60
BREATH_S: Final = 0.05  # between two steps that tend what is stored: tables come first
IDLE_MS: Final = 60_000  # then a solo table is forgotten
GONE_MS: Final = 15 * 60_000  # then an account is
KEPT: Final = "kept for as long as the settings say"


class Sweeper:
    def __init__(self, house: House, keep_rounds_days: int = 0) -> None:
        """`keep_rounds_days`: so long the cards of a round that has ended are kept; 0: for ever."""
        self._house = house
        self._keep_ms = keep_rounds_days * DAY_MS
        self._next_day_ms = 0
        self._tending = False

    async def run(self) -> None:
        """A fault in one round of it must not end all others."""
        for looks in itertools.count(1):
            await asyncio.sleep(EVERY_S)
            try:
                await self.go_round(looks)
            except Exception as error:
                logs.fault("the sweeper met a fault", error)

    async def go_round(self, looks: int) -> None:
        self._house.lookout.look()
        self._house.alerts.settle(troubles(self._house))
        self._house.show_pools()
        self._house.lobby.tell()
        if looks % LOOK_EVERY == 0:
            self.look()
        if self._house.store.late:
            return  # all else is about what is stored
        self._house.participations.keep()
        if looks % LOOK_EVERY == 0:
            await self.check_reality()
        if looks % CASH_EVERY == 1:  # the first time right after a start: what the last life left open
            await self._look_after_transfers()
        if looks % SESSIONS_EVERY == 0:
            await self.check_sessions()
        if looks % TEND_EVERY == 0 and not self._tending:
            self._house.spawn(self.tend())
        if self._house.now_ms() >= self._next_day_ms:
            self._next_day_ms = self._house.now_ms() + DAY_MS
            await self.sweep()

    # -- every few seconds ----------------------------------------------------------------------

    def look(self) -> None:
        self._look_at_connections()
        now_ms = self._house.now_ms()
        for host in list(self._house.hosts.values()):
            if host.player and host.table.idle and not host.asks and now_ms - host.touched_ms > IDLE_MS:
                self._house.forget(host)
        accounts = self._house.people.accounts
        for account in list(accounts.values()):
            if account.left_ms and now_ms - account.left_ms > GONE_MS and not account.requests.waiting:
                del accounts[account.player]

    def _look_at_connections(self) -> None:
        now_s, limits = self._house.outbox.now_s(), self._house.limits
        for connection in list(self._house.connections):
            silent_s = now_s - connection.heard_s
            if connection.paused:
                if now_s - connection.paused_s > limits.slow_s:
                    connection.wire.abort()
            elif silent_s > limits.silent_s:
                connection.wire.abort()
            elif silent_s > limits.quiet_s and not connection.pinged:
                connection.ping()

    async def _look_after_transfers(self) -> None:
        try:
            await self._house.cash.sweep()
        except StoreFault as fault:
            logs.warning("open transfers wait for the store", code=fault.code)

    async def check_reality(self) -> None:
        """A9: said once, when it is time; the bank takes no new bet until it is confirmed."""
        now_ms = self._house.now_ms()
        for account in list(self._house.people.accounts.values()):
            care = account.care
            due = care.reality_every_ms and now_ms - care.reality_seen_ms >= care.reality_every_ms
            if not due:
                account.checked = False
            elif account.connections and not account.checked:
                account.checked = True
                await self._remind(account)

    async def _remind(self, account: Account) -> None:
        purse = await self._house.read(purse_of, self._house.ledger, account.player)
        if purse is not None:
            played = played_ms(purse, self._house.now_ms(), self._house.ledger.rules)
            data = {"played_ms": played, "net_minor": purse.returned - purse.staked}
            why = "time to look at the clock: confirm to play on"
            self._house.tell(account, Notice("limit/reality_check", why, data))

    async def check_sessions(self) -> None:
        """A session that is over, by time or by whatever ended it elsewhere, takes its connections along."""
        house = self._house
        there = {connection.session: connection.account.player for connection in house.connections}
        alive = await house.read(live_sessions, house.ledger, sorted(set(there.values())), house.now_ms())
        if over := there.keys() - alive:
            house.end_sessions(lambda one: one.session in over, "session/over", "the session is over: sign in again")

    async def tend(self) -> None:
        """What may be forgotten goes, the events of other rounds that are over are packed: a step at a time."""
        self._tending = True
        try:
            for step in (forget_step, pack_step):
                while await self._house.read(self._house.ledger.keep, step):
                    await asyncio.sleep(BREATH_S)
        except StoreFault as fault:
            logs.warning("what is stored waits to be tended", code=fault.code)
        finally:
            self._tending = False

    # -- every day ------------------------------------------------------------------------------

    async def sweep(self) -> None:
        try:
            await self._cancel_abandoned()
            now_ms = self._house.now_ms()
            if self._keep_ms:
                await self._house.read(self._say_forgotten, now_ms)
            await self._house.teller.execute(ExpireGoldenChips(key=f"expire/{now_ms}", at_ms=now_ms))
            await self._house.read(forget_sessions, self._house.ledger, self._house.expiry_ms() - DAY_MS)
        except StoreFault as fault:
            logs.warning("the daily sweep waits for the store", code=fault.code)
            self._next_day_ms = self._house.now_ms() + 60_000

    def _say_forgotten(self, now_ms: int) -> None:
        before_ms = self._house.expiry_ms() - self._keep_ms
        if say_forgotten(self._house.ledger, before_ms, now_ms, reason=KEPT):
            logs.info("rounds are forgotten", older_than_days=self._keep_ms // DAY_MS)

    async def _cancel_abandoned(self) -> None:
        """T1: a round left for 90 days. Where its table is open, the table does it."""
        house = self._house
        while found := await house.read(abandoned_rounds, house.ledger, house.now_ms()):
            tables = {host.table.view.code: host for host in house.hosts.values()}
            for record in found:
                if (host := tables.get(record.code)) is not None:
                    host.supervise(Void(by=0, reason=LEFT))
                else:
                    await self._cancel(record.code)
            if any(record.code in tables for record in found):
                return  # the bank has not answered those yet: what is left comes with the next sweep

    async def _cancel(self, code: str) -> None:
        command = VoidRound(key=f"{code}/abandoned", at_ms=self._house.now_ms(), round=code, reason=LEFT)
        outcome = await self._house.teller.execute(command)
        logs.info("an abandoned round was cancelled", round=code, outcome=type(outcome).__name__)
