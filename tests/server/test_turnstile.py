"""How often somebody may have something done, and how much of what is slow at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.server.http import rounds
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running

World = Callable[[Running, Browser, Browser], Awaitable[None]]


def in_house(world: World, **limits: Any) -> None:
    """Two people, each behind an address of their own."""

    async def opened() -> None:
        known = EdgeLimits(**{"sign_ins_per_minute": 1000, **limits})
        async with (
            open_house(fakes, limits=known, behind_proxy=True) as running,
            Browser(running.url) as one,
            Browser(running.url) as other,
        ):
            one.session.headers["X-Forwarded-For"] = "1.1.1.1"
            other.session.headers["X-Forwarded-For"] = "2.2.2.2"
            await world(running, one, other)

    run(opened())


async def changes(browser: Browser, count: int = 1) -> list[int]:
    body = {"settings": {"theme": "dark"}}
    return [(await browser.ask("PUT", "/api/settings", body))[0] for _ in range(count)]


def test_an_account_changes_so_much_and_then_waits_and_others_do_not() -> None:
    async def world(running: Running, one: Browser, other: Browser) -> None:
        await one.demo()
        await other.demo()
        assert await changes(one, 4) == [200, 200, 200, 429]
        async with one.session.put(
            f"{one.url}/api/settings", json={"settings": {}}, headers={"Origin": one.url}
        ) as answer:
            assert answer.status == 429
            assert int(answer.headers["Retry-After"]) > 1
            refused = await answer.json()
            assert refused["code"] == "rate/too_many_requests"
            assert str(refused["data"]["retry_s"]) in refused["why"]
        assert (await one.ask("GET", "/api/settings"))[0] == 200
        assert await changes(other, 3) == [200, 200, 200]

    in_house(world, writes_per_second=0.1, writes_burst=3)


def test_what_is_slow_to_read_counts_like_a_change_and_what_is_quick_does_not() -> None:
    async def world(running: Running, one: Browser, other: Browser) -> None:
        await one.demo()
        path = "/api/history/export?format=csv"
        assert [(await one.ask("GET", path))[0] for _ in range(4)] == [200, 200, 200, 429]
        assert [(await one.ask("GET", "/api/history"))[0] for _ in range(4)] == [200] * 4

    in_house(world, writes_per_second=0.1, writes_burst=3)


def test_an_account_is_counted_wherever_it_is() -> None:
    async def world(running: Running, one: Browser, other: Browser) -> None:
        await one.demo()
        assert await changes(one, 2) == [200, 200]
        told = {"Authorization": f"Bearer {one.token}"}
        status, _ = await other.ask("PUT", "/api/settings", {"settings": {}}, **told)
        assert status == 429

    in_house(world, writes_per_second=0.01, writes_burst=2)


def test_who_is_not_signed_in_is_counted_by_address() -> None:
    async def world(running: Running, one: Browser, other: Browser) -> None:
        wrong = {"name": "anna", "password": "no such one"}
        assert [(await one.ask("POST", "/api/sign-in", wrong))[0] for _ in range(3)] == [401, 401, 429]
        assert (await other.ask("POST", "/api/sign-in", wrong))[0] == 401

    in_house(world, writes_per_second=0.01, writes_burst=2)


def test_one_address_opens_so_many_accounts_an_hour() -> None:
    async def world(running: Running, one: Browser, other: Browser) -> None:
        for _ in range(2):
            await one.demo()
        before = len(running.house.people.accounts)
        status, refused = await one.ask("POST", "/api/demo", {})
        assert (status, refused["code"]) == (429, "rate/too_many_requests")
        name = {"name": "anna", "password": "a long enough one"}
        assert (await one.ask("POST", "/api/sign-up", name))[0] == 429
        assert (await one.ask("POST", "/api/sign-in", name))[0] == 401  # who has one already is not held up
        await other.demo()
        assert len(running.house.people.accounts) == before

    in_house(world, new_accounts_per_hour=2)


def test_what_is_slow_is_done_a_little_at_a_time_for_each_and_holds_up_nobodys_quick_reads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_go_on, began = threading.Event(), threading.Semaphore(0)

    def slow(*_: Any) -> None:
        began.release()
        may_go_on.wait(10)

    monkeypatch.setattr(rounds, "export", slow)

    async def world(running: Running, one: Browser, other: Browser) -> None:
        await one.demo()
        await other.demo()

        async def export(browser: Browser) -> int:
            return (await browser.ask("GET", "/api/history/export?format=csv"))[0]

        asked = [asyncio.create_task(export(one)) for _ in range(5)]
        async with asyncio.timeout(5):
            while sum(task.done() for task in asked) < 3:
                await asyncio.sleep(0.01)
        assert [task.result() for task in asked if task.done()] == [429] * 3
        theirs = asyncio.create_task(export(other))
        for browser in (one, other) * 5:
            assert (await browser.ask("GET", "/api/me"))[0] == 200
        may_go_on.set()
        assert sorted(await asyncio.gather(*asked)) == [200, 200, 429, 429, 429]
        assert await theirs == 200
        assert await export(one) == 200

    in_house(world, heavy_at_once=1)
    assert began.acquire(timeout=0)
