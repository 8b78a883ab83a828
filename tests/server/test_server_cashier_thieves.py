"""Thieves at the cashier: the same keys over and over, at once, across people and directions, while the provider
loses what it can and the house is opened anew (A8). Nobody ends with a cent more than the provider collected."""

from __future__ import annotations

import asyncio
import random
import shutil
import threading
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, new_folder, open_house, run
from tests.store.outside import Outside, transfers
from ventuno.bank.transfers import Order
from ventuno.server import cash_desk
from ventuno.server.running import Running
from ventuno.store.auditing import audit
from ventuno.store.cashier import ProviderAnswer
from ventuno.store.transfers import open_transfers

NAMES = ("anna", "ben", "carla")
LIVES, ROUNDS, AT_ONCE = 3, 12, 12
ENDS = {"credited", "refused", "refunded", "paid", "returned"}


class Unreliable(Outside):
    """Every call may be lost on its way there or back, or take its time; money only moves in `take`."""

    name = "unreliable"

    def __init__(self, seed: int) -> None:
        super().__init__(lambda order: order.amount_minor % 5 == 0 and order.kind != "refund")
        self._chance = random.Random(seed)
        self._lock = threading.Lock()
        self.trouble = True

    def _through(self, call: Any) -> ProviderAnswer:
        with self._lock:
            roll = self._chance.random() if self.trouble else 1.0
            self.slow = 0.2 <= roll < 0.4
            if roll < 0.1:
                raise ConnectionError("lost on its way there")
            answer: ProviderAnswer = call()
            if roll < 0.2:
                raise ConnectionError("lost on its way back")
            return answer

    def send(self, order: Order) -> ProviderAnswer:
        return self._through(lambda: self.take(order))

    def status(self, key: str) -> ProviderAnswer:
        return self._through(lambda: Outside.status(self, key))

    def cancel(self, key: str) -> ProviderAnswer:
        return self._through(lambda: Outside.cancel(self, key))


async def steal(browser: Browser, chance: random.Random) -> int:
    """One request, of any kind, with one of few keys."""
    roll, key = chance.random(), f"the-key-{chance.randrange(25)}"
    body = {"key": key, "amount_minor": chance.choice((100, 101, 250, 333, 10**10))}
    if roll < 0.05:
        body = {"until_ms": chance.randrange(2**41)}
        return (await browser.ask("POST", "/api/care/time-out", body))[0]
    if roll < 0.1:
        limit = {"kind": "deposit", "period": chance.choice(("day", "month")), "amount": chance.randrange(10**11)}
        return (await browser.ask("PUT", "/api/care/limit", limit))[0]
    way = "deposit" if roll < 0.6 else "withdraw"
    return (await browser.ask("POST", f"/api/cashier/{way}", body))[0]


async def one_life(running: Running, tokens: dict[str, str], chance: random.Random, bank: Unreliable) -> set[int]:
    statuses: set[int] = set()
    browsers = [Browser(running.url) for _ in NAMES]
    for name, browser in zip(NAMES, browsers, strict=True):
        if name in tokens:
            browser.session.headers["Authorization"] = f"Bearer {tokens[name]}"
        else:
            await browser.sign_up(name)
            tokens[name] = browser.token
    for _ in range(ROUNDS):
        statuses.update(await asyncio.gather(*(steal(chance.choice(browsers), chance) for _ in range(AT_ONCE))))
        with bank._lock:
            bank.decide_all()
            told = chance.sample(sorted(bank.answers.items()), min(len(bank.answers), 3))
        for order, answer in told * 2:
            await running.house.cash.notify(order, answer)
    for browser in browsers:
        await browser.session.close()
    return statuses


@pytest.mark.parametrize("seed", range(3))
def test_thieves_at_the_cashier_end_with_what_the_provider_collected_a8(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cash_desk, "PATIENCE_S", 0.05)

    async def world() -> None:
        bank, folder, chance = Unreliable(seed), new_folder(), random.Random(seed)
        tokens: dict[str, str] = {}
        for _ in range(LIVES):
            async with open_house(fakes, folder, provider=bank) as running:
                assert await one_life(running, tokens, chance, bank) <= {200, 400, 409, 429}
        bank.trouble = False
        async with open_house(fakes, folder, provider=bank) as running:
            for _ in range(50):
                bank.decide_all()
                running.house.cash._waits.clear()
                await running.house.cash.sweep()
                await asyncio.gather(*running.house.cash._going.values())
                if not open_transfers(running.ledger):
                    break
            check(running, bank)
        shutil.rmtree(folder, ignore_errors=True)

    run(world())


def check(running: Running, bank: Unreliable) -> None:
    found = transfers(running.ledger)
    assert len(found) > 20
    assert {one.state for one in found} <= ENDS
    assert {one.state for one in found} >= {"credited", "refused", "paid"}
    assert all(count == 1 for count in bank.carried_out.values())
    with running.ledger.reading() as engine:
        ((wallets,),) = engine.rows("SELECT sum(wallet) FROM purses WHERE currency = 'EUR'")
    assert wallets == bank.moved("collect") - bank.moved("refund") - bank.moved("pay_out")
    report = audit(running.ledger)
    assert report.findings == ()
    assert not any(report.sums.values())
