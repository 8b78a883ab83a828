"""The cashier's list and today's figures over HTTP (A8, A9): mine, all of it, and nobody else's."""

from __future__ import annotations

from typing import Any

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.bank.transfers import Order
from ventuno.client import Client
from ventuno.store.cashier import PlayMoney, ProviderAnswer

DAY_MS = 86_400_000


class NoPayments(PlayMoney):
    def send(self, order: Order) -> ProviderAnswer:
        if order.kind == "pay_out":
            return ProviderAnswer("refused", "cashier/no_account", "the bank does not know the account")
        return super().send(order)


async def move(browser: Browser, way: str, amount_minor: int, key: str = "") -> int:
    body = {"key": key or f"{way}-{amount_minor:06}", "amount_minor": amount_minor}
    return (await browser.ask("POST", f"/api/cashier/{way}", body))[0]


async def listed(browser: Browser, query: str = "") -> list[tuple[str, int, str]]:
    _, answer = await browser.ask("GET", f"/api/cashier/history{query}")
    return [(one["kind"], one["amount_minor"], one.get("state", "done")) for one in answer["moves"]]


def test_a8_money_in_and_out_is_listed_at_once_and_only_to_whom_it_belongs() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna, Browser(running.url) as ben:
            assert (await anna.ask("GET", "/api/cashier/history"))[0] == 401
            assert (await anna.ask("GET", "/api/cashier/export"))[0] == 401
            await anna.sign_up("anna")
            await ben.sign_up("ben")
            assert await listed(anna) == []
            for _ in range(2):  # the same key again does nothing, and is one line
                assert await move(anna, "deposit", 5000, "deposit-1") == 200
            assert await listed(anna) == [("deposit", 5000, "done")]
            assert await move(anna, "withdraw", 1200) == 200
            assert await move(anna, "withdraw", 999_999) == 409
            assert await move(ben, "deposit", 77) == 200
            assert await listed(anna) == [("withdrawal", 1200, "done"), ("deposit", 5000, "done")]
            assert await listed(ben) == [("deposit", 77, "done")]
            _, text = await anna.ask("GET", "/api/cashier/export?format=csv")
            head, *lines = text.decode().splitlines()
            assert head == "at_ms,kind,state,amount_minor,wallet_minor,currency"
            assert [line.split(",", 1)[1] for line in lines] == [
                "withdrawal,done,1200,3800,EUR",
                "deposit,done,5000,5000,EUR",
            ]
            _, rows = await ben.ask("GET", "/api/cashier/export?format=json")
            assert [row["amount_minor"] for row in rows] == [77]

    run(world())


def test_a8_the_list_is_endless_page_by_page() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Client(running.url) as house:
            await house.sign_up("anna", "a long enough one")
            for amount in range(1, 8):
                await house.desk.deposit(amount)
            amounts: list[int] = []
            before: int | None = None
            while True:
                page = await house.desk.cashier(before, most=3)
                amounts += [one.amount_minor for one in page.moves]
                if (before := page.before) is None:
                    break
            assert amounts == [7, 6, 5, 4, 3, 2, 1]

    run(world())


def test_a8_a_withdrawal_the_provider_cannot_pay_comes_back_and_the_list_says_so() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            running.house.cash.provider = NoPayments()
            await anna.sign_up("anna")
            await move(anna, "deposit", 5000)
            assert await move(anna, "withdraw", 2000) == 409
            assert await listed(anna) == [("withdrawal", 2000, "returned"), ("deposit", 5000, "done")]
            assert (await anna.ask("GET", "/api/me"))[1]["wallet_minor"] == 5000

    run(world())


def test_what_is_asked_wrongly_is_refused_as_json() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as anna:
            await anna.sign_up("anna")
            for query in ("most=0", "most=201", "before=x", "before=-1", "player=1"):
                status, answer = await anna.ask("GET", f"/api/cashier/history?{query}")
                assert (status, set(answer)) == (400, {"code", "why", "data"}), query
            assert (await anna.ask("GET", "/api/cashier/export?format=xml"))[0] == 400
            _, document = await anna.ask("GET", "/api/openapi.json")
            assert {"/api/cashier/history", "/api/cashier/export"} <= document["paths"].keys()

    run(world())


def test_a9_care_tells_what_today_came_to_and_how_long_a_loosening_waits() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house, Browser(running.url) as browser:
            await house.demo()
            mine = {"Authorization": f"Bearer {house.desk.token}"}
            table = await house.join("free-chip")
            for _ in range(3):
                await table.bet("1/main", 1000)
                await table.deal()
                async for turn in table.turns():
                    await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            rounds = (await house.desk.history()).rounds
            care: dict[str, Any] = (await browser.ask("GET", "/api/care", **mine))[1]
            assert care.get("today_net_minor", 0) == sum(one.returned_minor - one.staked_minor for one in rounds)
            assert 0 < care["today_played_ms"] <= care["played_ms"]
            assert care["cooling_ms"] == 7 * DAY_MS

    run(world())
