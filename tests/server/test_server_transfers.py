"""A provider that takes its time, goes away or says no, seen from outside the house (A8, A9, E3, E4)."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from tests.store.outside import NO, Outside
from ventuno.bank.transfers import Order
from ventuno.server import cash_desk
from ventuno.server.first_run import first_people
from ventuno.server.running import Running
from ventuno.store.auditing import audit
from ventuno.store.cashier import DONE, PENDING, ProviderAnswer
from ventuno.store.transfers import open_transfers

DEPOSIT, WITHDRAW, HISTORY = "/api/cashier/deposit", "/api/cashier/withdraw", "/api/cashier/history"


class Bank(Outside):
    """A provider with books, as the house sees it; several threads ask it."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self.away = False
        self.hangs: threading.Event | None = None  # until then

    def send(self, order: Order) -> ProviderAnswer:
        if self.hangs:
            self.hangs.wait()
        if self.away:
            raise ConnectionError("nobody there")
        with self._lock:
            return self.take(order)

    def status(self, key: str) -> ProviderAnswer:
        if self.away:
            raise ConnectionError("nobody there")
        with self._lock:
            return super().status(key)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cash_desk, "PATIENCE_S", 0.2)


def money(amount_minor: int = 5_000, key: str = "the-first-one") -> dict[str, Any]:
    return {"key": key, "amount_minor": amount_minor}


async def wallet(browser: Browser) -> int:
    return int((await browser.ask("GET", "/api/me"))[1].get("wallet_minor", 0))


async def states(browser: Browser) -> list[str]:
    _, answer = await browser.ask("GET", HISTORY)
    return [one.get("state", "done") for one in answer["moves"]]


async def until(wanted: Callable[[], bool]) -> None:
    for _ in range(500):
        if wanted():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")


async def swept(running: Running) -> None:
    """As the sweeper does it, and whatever it began has ended."""
    cash = running.house.cash
    cash._waits.clear()
    await cash.sweep()
    await until(lambda: not cash._going)


def test_a_slow_provider_is_waited_for_a_moment_and_then_goes_on_by_itself_a8() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            bank = running.house.cash.provider = Bank()
            bank.hangs = threading.Event()
            await anna.sign_up("anna")
            status, answer = await anna.ask("POST", DEPOSIT, money())
            assert (status, answer["state"], answer.get("wallet_minor", 0)) == (200, "pending", 0)
            assert (await states(anna), await wallet(anna)) == (["pending"], 0)
            bank.hangs.set()
            await until(lambda: not open_transfers(running.ledger))
            assert (await states(anna), await wallet(anna)) == (["done"], 5_000)
            assert (await anna.ask("POST", DEPOSIT, money()))[1].get("state", "done") == "done"
            assert (await wallet(anna), bank.moved("collect")) == (5_000, 5_000)
            assert audit(running.ledger).clean

    run(world())


def test_a_provider_that_hangs_keeps_nobody_from_anything_else_a8() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna, Browser(running.url) as ben:
            bank = running.house.cash.provider = Bank()
            bank.hangs = threading.Event()
            await anna.sign_up("anna")
            await ben.sign_up("ben")
            asked = [anna.ask("POST", DEPOSIT, money(100, f"deposit-{number}")) for number in range(9)]
            waiting = asyncio.gather(*asked)
            await until(lambda: len(open_transfers(running.ledger)) == 9)
            assert (await ben.ask("GET", "/api/me"))[0] == 200
            assert (await ben.ask("GET", HISTORY))[0] == 200
            assert (await ben.ask("GET", "/api/lobby"))[0] == 200
            assert {answer["state"] for _, answer in await waiting} == {"pending"}
            bank.hangs.set()
            await until(lambda: not open_transfers(running.ledger))
            assert await wallet(anna) == 900

    run(world())


def test_what_was_on_its_way_when_the_house_died_is_asked_after_when_it_opens_a8_e4() -> None:
    async def world() -> None:
        bank, folder = Bank(), new_folder()
        async with open_house(fakes, folder, provider=bank) as running, Browser(running.url) as anna:
            await anna.sign_up("anna")
            assert (await anna.ask("POST", DEPOSIT, money(9_000)))[0] == 200
            bank.slow = True
            assert (await anna.ask("POST", DEPOSIT, money(500, "a-second-one")))[1]["state"] == "pending"
            bank.slow, bank.away = False, True
            assert (await anna.ask("POST", WITHDRAW, money(4_000)))[1]["state"] == "pending"
            assert await wallet(anna) == 5_000  # it has left the wallet
            token = anna.token
        bank.decide_all()
        bank.away = False
        async with open_house(fakes, folder) as running:  # without the provider: nobody answers for it
            await swept(running)
            assert [one.state for one in open_transfers(running.ledger)] == ["asked", "asked"]
            assert {alert.code for alert in running.house.alerts.listed} == {"cashier/other_provider"}
        async with open_house(fakes, folder, provider=bank) as running, Browser(running.url) as anna:
            await until(lambda: not open_transfers(running.ledger))  # the sweeper's first round
            _, answer = await anna.ask("GET", HISTORY, Authorization=f"Bearer {token}")
            assert [one.get("state", "done") for one in answer["moves"]] == ["done", "done", "done"]
            assert (bank.moved("collect"), bank.moved("pay_out")) == (9_500, 4_000)
            assert audit(running.ledger).clean

    run(world())


def test_who_excludes_themselves_while_the_provider_collects_gets_it_back_once_a9() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            bank = running.house.cash.provider = Bank()
            bank.hangs = threading.Event()
            await anna.sign_up("anna")
            assert (await anna.ask("POST", DEPOSIT, money(6_000)))[1]["state"] == "pending"
            assert (await anna.ask("POST", "/api/care/self-exclusion", {"until_ms": None}))[0] == 200
            bank.hangs.set()
            await until(lambda: not open_transfers(running.ledger))
            for _ in range(2):
                status, answer = await anna.ask("POST", DEPOSIT, money(6_000))
                assert (status, answer["code"]) == (409, "cashier/refunded")
            assert (await states(anna), await wallet(anna)) == (["returned"], 0)
            assert (bank.moved("collect"), bank.moved("refund")) == (6_000, 6_000)
            assert audit(running.ledger).clean

    run(world())


def test_a_deposit_on_its_way_is_counted_in_the_limit_that_is_shown_a9() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            bank = running.house.cash.provider = Bank()
            bank.slow = True
            await anna.sign_up("anna")
            limit = {"kind": "deposit", "period": "day", "amount": 8_000}
            assert (await anna.ask("PUT", "/api/care/limit", limit))[0] == 200
            assert (await anna.ask("POST", DEPOSIT, money(6_000)))[0] == 200
            _, care = await anna.ask("GET", "/api/care")
            assert [(one["amount"], one["used"]) for one in care["limits"]] == [(8_000, 6_000)]
            status, answer = await anna.ask("POST", DEPOSIT, money(2_001, "a-second-one"))
            assert (status, answer["code"], answer["data"]["left"]) == (409, "limit/deposit", 2_000)
            assert len(bank.orders) == 1

    run(world())


def test_one_deposit_over_many_connections_at_once_is_collected_and_credited_once() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            bank = running.house.cash.provider = Bank()
            await anna.sign_up("anna")
            answers = await asyncio.gather(*(anna.ask("POST", DEPOSIT, money(700)) for _ in range(20)))
            assert {status for status, _ in answers} == {200}
            assert (await wallet(anna), bank.moved("collect")) == (700, 700)
            answers = await asyncio.gather(*(anna.ask("POST", WITHDRAW, money(500)) for _ in range(20)))
            assert {status for status, _ in answers} == {200}
            many = [anna.ask("POST", WITHDRAW, money(150, f"another-{number}")) for number in range(8)]
            assert sorted(status for status, _ in await asyncio.gather(*many)) == [200] + [409] * 7
            assert (await wallet(anna), bank.moved("pay_out")) == (50, 650)
            assert audit(running.ledger).clean

    run(world())


def test_a_key_is_its_owners_and_of_one_direction() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna, Browser(running.url) as ben:
            bank = running.house.cash.provider = Bank()
            await anna.sign_up("anna")
            await ben.sign_up("ben")
            for browser in (anna, ben):  # the same key, two people: two deposits
                assert (await browser.ask("POST", DEPOSIT, money(700)))[0] == 200
            assert (await anna.ask("POST", WITHDRAW, money(700)))[0] == 200  # a withdrawal is no deposit
            for path in (DEPOSIT, WITHDRAW):
                status, answer = await anna.ask("POST", path, money(701))
                assert (status, answer["code"]) == (409, "ledger/key_reused")
            assert (await wallet(anna), await wallet(ben)) == (0, 700)
            assert (bank.moved("collect"), bank.moved("pay_out")) == (1_400, 700)

    run(world())


@pytest.mark.parametrize("key", ["heard/collect/done", "../../deposit/2/x", "deposit/2/the-first-one", "%2e%2e/......"])
def test_a_key_that_looks_like_another_is_a_key_like_any(key: str) -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna, Browser(running.url) as ben:
            running.house.cash.provider = Bank()
            await anna.sign_up("anna")
            await ben.sign_up("ben")
            assert (await anna.ask("POST", DEPOSIT, money(100, key)))[0] == 200
            assert (await ben.ask("POST", DEPOSIT, money(700)))[0] == 200
            assert (await anna.ask("POST", DEPOSIT, money(100, key)))[0] == 200
            assert (await wallet(anna), await wallet(ben)) == (100, 700)
            assert audit(running.ledger).clean

    run(world())


def test_what_a_provider_says_by_itself_is_heard_once_a8() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            bank = running.house.cash.provider = Bank()
            bank.slow = True
            await anna.sign_up("anna")
            await anna.ask("POST", DEPOSIT, money(900))
            (order,) = bank.orders
            bank.decide_all()
            for answer in (PENDING, DONE, DONE):
                await running.house.cash.notify(order, answer)
            assert (await states(anna), await wallet(anna)) == (["done"], 900)
            await running.house.cash.notify(order, NO)  # against its own word
            await until(lambda: bool(running.house.alerts.listed))
            assert running.house.alerts.listed[-1].code == "cashier/contradiction"
            assert await wallet(anna) == 900

    run(world())


def test_a_stranger_writes_a_provider_by_following_the_page() -> None:
    """docs/payment-provider.md, its example as it stands there."""
    page = (Path(__file__).parents[2] / "docs" / "payment-provider.md").read_text(encoding="utf-8")
    text = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert text
    known: dict[str, Any] = {}
    exec(text[1], known)

    async def world() -> None:
        notebook = known["Notebook"]()
        async with open_house(fakes, provider=notebook) as running, Browser(running.url) as anna:
            await anna.sign_up("anna")
            assert (await anna.ask("POST", DEPOSIT, money(900)))[1]["state"] == "pending"
            (order,) = notebook.answers
            notebook.answers[order] = DONE
            await running.house.cash.notify(order, DONE)
            assert (await states(anna), await wallet(anna)) == (["done"], 900)
            assert (await anna.ask("POST", WITHDRAW, money(400)))[1]["state"] == "pending"
            assert notebook.cancel([*notebook.answers][1]).state == "refused"
            await swept(running)
            assert (await states(anna), await wallet(anna)) == (["returned", "done"], 900)

    run(world())


def test_what_does_not_come_to_an_end_is_seen_by_the_houses_people_e3() -> None:
    async def world() -> None:
        clock = Shifted()
        async with (
            open_house(fakes, clock=clock, staff_second_factor="optional") as running,
            Browser(running.url) as anna,
            Browser(running.url) as boss,
        ):
            bank = running.house.cash.provider = Bank()
            bank.away = True
            passwords = await running.house.workers.read(first_people, running.ledger, running.house.now_ms())
            body = {"name": "supervisor", "password": passwords["supervisor"]}
            assert (await boss.ask("POST", "/api/sign-in", body))[0] == 200
            me = await anna.sign_up("anna")
            assert (await anna.ask("POST", DEPOSIT, money(900)))[1]["state"] == "pending"
            clock.ahead_ms += 20 * 60_000
            await swept(running)
            _, answer = await boss.ask("GET", "/api/supervisor/cashier")
            (one,) = answer["transfers"]
            assert (one["name"], one["kind"], one["state"], one["amount_minor"]) == ("anna", "deposit", "asked", 900)
            assert one["player"] == me["player"]
            assert (await anna.ask("GET", "/api/supervisor/cashier"))[0] == 403
            text = (await boss.ask("GET", "/metrics"))[1].decode()
            (oldest,) = [line for line in text.splitlines() if line.startswith("ventuno_cashier_oldest_seconds ")]
            assert float(oldest.split()[1]) >= 20 * 60
            assert "\nventuno_cashier_open 1\n" in text
            assert [alert.code for alert in running.house.alerts.listed] == ["cashier/stuck"]
            bank.away = False
            await swept(running)
            await swept(running)
            assert (await boss.ask("GET", "/api/supervisor/cashier"))[1]["transfers"] == []
            assert "\nventuno_cashier_open 0\n" in (await boss.ask("GET", "/metrics"))[1].decode()
            assert await wallet(anna) == 900

    run(world())
