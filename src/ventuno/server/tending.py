"""What is stored, tended now and then: what may be forgotten goes, rounds that are over are packed, what was left is
cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ventuno.bank import ExpireGoldenChips, VoidRound
from ventuno.bank.rules import DAY_MS
from ventuno.server import logs
from ventuno.server.voids import LEFT
from ventuno.store import StoreFault
from ventuno.store.forgetting import forget_step, say_forgotten
from ventuno.store.history import abandoned_rounds
from ventuno.store.packing import pack_step
from ventuno.store.sessions import forget_sessions
from ventuno.table.port import Void

if TYPE_CHECKING:
    from ventuno.server.pit import Pit
    from ventuno.server.teller import Teller
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

BREATH_S: Final = 0.05  # between two steps: tables come first
AGAIN_MS: Final = 60_000  # after a sweep that the store did not let come to an end
KEPT: Final = "kept for as long as the settings say"


class Tending:
    def __init__(
        self,
        ledger: Ledger,
        workers: Workers,
        teller: Teller,
        pit: Pit,
        now_ms: Callable[[], int],
        keep_rounds_days: int = 0,
    ) -> None:
        """`keep_rounds_days`: so long the cards of a round that has ended are kept; 0: for ever."""
        self._ledger, self._workers, self._teller, self._pit = ledger, workers, teller, pit
        self._now_ms = now_ms
        self.keep_ms = keep_rounds_days * DAY_MS
        self._tends = False

    def _expiry_ms(self) -> int:
        """What whatever expires goes by (a session's row, an old round): now, less what is held back."""
        return self._ledger.rules.expiry_ms(self._now_ms())

    def begin(self) -> None:
        if not self._tends:
            self._workers.spawn(self.tend())

    async def tend(self) -> None:
        """What may be forgotten goes, the events of other rounds that are over are packed: a step at a time."""
        self._tends = True
        try:
            for step in (forget_step, pack_step):
                while await self._workers.read(self._ledger.keep, step):
                    await asyncio.sleep(BREATH_S)
        except StoreFault as fault:
            logs.warning("what is stored waits to be tended", code=fault.code)
        finally:
            self._tends = False

    async def sweep(self) -> bool:
        """Every day. False: it has to wait for the store."""
        try:
            await self._cancel_abandoned()
            now_ms = self._now_ms()
            if self.keep_ms:
                await self._workers.read(self._say_forgotten, now_ms)
            await self._teller.execute(ExpireGoldenChips(key=f"expire/{now_ms}", at_ms=now_ms))
            await self._workers.read(forget_sessions, self._ledger, self._expiry_ms() - DAY_MS)
        except StoreFault as fault:
            logs.warning("the daily sweep waits for the store", code=fault.code)
            return False
        return True

    def _say_forgotten(self, now_ms: int) -> None:
        if say_forgotten(self._ledger, self._expiry_ms() - self.keep_ms, now_ms, reason=KEPT):
            logs.info("rounds are forgotten", older_than_days=self.keep_ms // DAY_MS)

    async def _cancel_abandoned(self) -> None:
        """T1: a round left for 90 days. Where its table is open, the table does it."""
        while found := await self._workers.read(abandoned_rounds, self._ledger, self._now_ms()):
            tables = {host.table.view.code: host for host in self._pit.hosts.values()}
            for record in found:
                if (host := tables.get(record.code)) is not None:
                    host.supervise(Void(by=0, reason=LEFT))
                else:
                    await self._cancel(record.code)
            if any(record.code in tables for record in found):
                return  # the bank has not answered those yet: what is left comes with the next sweep

    async def _cancel(self, code: str) -> None:
        command = VoidRound(key=f"{code}/abandoned", at_ms=self._now_ms(), round=code, reason=LEFT)
        outcome = await self._teller.execute(command)
        logs.info("an abandoned round was cancelled", round=code, outcome=type(outcome).__name__)
