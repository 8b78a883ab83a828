"""The cashier's counter in the house (A8): nobody but it waits for the provider, and it forgets no transfer.

The provider is spoken to in threads of its own, so that a slow one keeps nobody from playing. A player
waits a few seconds for it; what takes longer goes on without them. Whatever is open, also from before a
restart, is asked after again and again, less often the longer it takes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.bank import Transfer
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.store import Ledger, StoreFault
from ventuno.store.cashier import Asked, Cashier, PlayMoney, Provider, ProviderAnswer, of_provider
from ventuno.store.transfers import MOST_AT_ONCE, open_transfers, transfer_of

if TYPE_CHECKING:
    from ventuno.server.alerts import AlertDesk
    from ventuno.server.store_watch import StoreWatch
    from ventuno.server.teller import Teller
    from ventuno.server.workers import Workers

THREADS: Final = 4
PATIENCE_S: Final = 5.0  # that a player waits for the provider
FIRST_S: Final = 5.0  # before an order is asked after again; then twice as long each time
LONGEST_S: Final = 600.0
STUCK_MS: Final = 15 * 60_000  # then the supervisors are told
STUCK: Final = "cashier/stuck"
NO_ANSWER: Final = "cashier/no_answer"

Found = Transfer | Refusal


class ProviderWait(NamedTuple):
    due_s: float = 0.0
    next_s: float = FIRST_S


class CashDesk:
    def __init__(
        self,
        ledger: Ledger,
        provider: Provider,
        teller: Teller,
        workers: Workers,
        store: StoreWatch,
        alerts: AlertDesk,
        now_ms: Callable[[], int],
    ) -> None:
        self._ledger, self.provider, self._teller = ledger, provider, teller
        self._workers, self._store, self._alerts, self._now_ms = workers, store, alerts, now_ms
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="ventuno-cashier")
        self._going: dict[str, asyncio.Future[Found]] = {}  # by transfer: who is at work on it
        self._waits: dict[str, ProviderWait] = {}  # by transfer that is open
        self._told: set[tuple[str, str]] = set()  # of which transfer the supervisors have heard what
        self.open_count = 0
        self.oldest_ms = 0  # when the oldest of them was asked; 0: there is none

    @property
    def is_play_money(self) -> bool:
        return isinstance(self.provider, PlayMoney)

    async def move(self, asked: Asked) -> Found:
        """The bank first; then as far as the provider lets it come while somebody waits."""
        outcome = await self._teller.execute(of_provider(asked, self.provider))
        if isinstance(outcome, Refusal):
            return outcome
        future = self._go_on(asked.key, fresh=not outcome.again)
        done, _ = await asyncio.wait([future], timeout=PATIENCE_S)
        if done:
            return future.result()
        found = await self._workers.read(transfer_of, self._ledger, asked.key)
        assert found is not None, "the bank has accepted it"
        return found

    async def notify(self, order: str, answer: ProviderAnswer) -> Found:
        """What a provider says by itself of an order, late perhaps, or twice."""
        return await self._store.read(self._pool, self._cashier().notify, order, answer)

    def _cashier(self) -> Cashier:
        return Cashier(self._ledger, self.provider, self._now_ms, self._trouble)

    def _go_on(self, key: str, *, fresh: bool = False) -> asyncio.Future[Found]:
        """However many ask at once, one goes to the provider."""
        future = self._going.get(key)
        if future is None:
            work = partial(self._cashier().go_on, key, fresh=fresh)
            future = self._going[key] = self._workers.loop.run_in_executor(self._pool, work)
            future.add_done_callback(lambda future: self._went(key, future))
        return future

    def _went(self, key: str, future: asyncio.Future[Found]) -> None:
        self._going.pop(key, None)
        error = None if future.cancelled() else future.exception()
        if isinstance(error, StoreFault):
            logs.warning("a transfer waits for the store", code=error.code, transfer=key)
        elif error:
            logs.fault("the cashier met a fault", error)

    # -- now and then ---------------------------------------------------------------------------

    async def sweep(self) -> None:
        """Asks after everything that is open and due."""
        found = await self._workers.read(_all_open, self._ledger)
        self.open_count, self.oldest_ms = len(found), found[0].opened_ms if found else 0
        self._waits = {one.key: self._waits.get(one.key, ProviderWait()) for one in found}
        self._told = {told for told in self._told if told[0] in self._waits}
        now_s, now_ms = self._workers.loop.time(), self._now_ms()
        for one in found:
            wait = self._waits[one.key]
            if now_s >= wait.due_s and one.key not in self._going:
                self._waits[one.key] = ProviderWait(now_s + wait.next_s, min(2 * wait.next_s, LONGEST_S))
                self._go_on(one.key)
            if now_ms - one.opened_ms >= STUCK_MS:
                self._tell(one.key, STUCK, f"the {one.kind} {one.key} is {one.state} and does not come to an end")

    def _trouble(self, transfer: str, code: str, why: str) -> None:
        """In a thread of the cashier's."""
        with contextlib.suppress(RuntimeError):  # the house has closed meanwhile
            self._workers.loop.call_soon_threadsafe(self._tell, transfer, code, why)

    def _tell(self, transfer: str, code: str, why: str) -> None:
        """Once of each: what is asked again and again fails again and again."""
        if (transfer, code) in self._told:
            return
        self._told.add((transfer, code))
        if code == NO_ANSWER:
            logs.warning("the provider has not answered", code=code, transfer=transfer, why=why)
        else:
            self._alerts.happened(code, why)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def _all_open(ledger: Ledger) -> list[Transfer]:
    found = page = open_transfers(ledger)
    while len(page) == MOST_AT_ONCE:
        page = open_transfers(ledger, page[-1].opened)
        found = found + page
    return found
