"""Whether the house can be played in, and what it tells of it to whom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.server.lag import STAYS_S, STEPS_S, Lag
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running
from ventuno.table.port import PauseTable

World = Callable[[Running, Browser], Awaitable[None]]


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(**{"kinds": fakes, **settings}) as running, Browser(running.url) as browser:
            await world(running, browser)

    run(opened())


async def reasons(browser: Browser) -> dict[str, dict[str, Any]]:
    """By their codes; none: it is ready."""
    status, answer = await browser.ask("GET", "/health/ready")
    found = {reason["code"]: reason for reason in answer["reasons"]} if status == 503 else {}
    assert answer["ok"] == (status == 200)
    assert bool(found) == (status == 503)
    assert all(reason["why"] in answer["why"] for reason in found.values())
    return found


def broken(running: Running, key: str, player: int = 0) -> None:
    """The table meets a fault of the program."""
    host = running.house.pit.hosts[key, player]

    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("secret cards")

    host.do(fails)


def test_a_table_with_a_fault_is_a_reason_and_tells_nothing_of_the_fault() -> None:
    async def world(running: Running, browser: Browser) -> None:
        assert await reasons(browser) == {}
        broken(running, "one")
        found = await reasons(browser)
        assert (found["table/fault"]["count"], "one" in found["table/fault"]["why"]) == (1, True)
        assert "ZeroDivision" not in str(found)
        assert "secret" not in str(found)
        _, text = await browser.ask("GET", "/metrics")
        assert b'ventuno_table_faults{table="one"} 1' in text

    in_house(world)


def test_a_table_that_paused_itself_because_of_a_fault_is_a_reason_and_one_a_supervisor_paused_is_none() -> None:
    async def world(running: Running, browser: Browser) -> None:
        host = running.house.pit.hosts["infinite", 0]
        host.supervise(PauseTable(by=0, reason="lunch"))
        assert host.table.view.pause is not None
        assert await reasons(browser) == {}
        host.table.voice.stop("stake/more_than_placed", fault=True)  # type: ignore[attr-defined]
        assert (await reasons(browser)).keys() == {"table/fault"}

    in_house(world, kinds=None)


def test_a_table_played_alone_stops_nobody_elses_house() -> None:
    async def world(running: Running, browser: Browser) -> None:
        me = await browser.demo()
        opened = await browser.socket()
        assert (await opened.do("Join", "free-chip"))["type"] == "Done"
        broken(running, "free-chip", me["player"])
        assert await reasons(browser) == {}
        _, text = await browser.ask("GET", "/metrics")
        assert b'ventuno_table_faults{table="free-chip"} 1' in text

    in_house(world, kinds=None)


def test_every_reason_is_named_not_only_the_first() -> None:
    async def world(running: Running, browser: Browser) -> None:
        broken(running, "one")
        running.house.floor.drain()
        assert (await reasons(browser)).keys() == {"table/fault", "house/closing"}

    in_house(world)


def test_while_the_loop_stays_late_the_house_is_not_ready_and_when_it_has_caught_up_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ventuno.server.lag.STAYS_S", 0.2)

    async def world(running: Running, browser: Browser) -> None:
        await asyncio.sleep(0.2)
        assert await reasons(browser) == {}
        late = asyncio.create_task(_keep_late(1.0))
        await asyncio.sleep(0.5)
        assert (await reasons(browser)).keys() == {"house/slow"}
        await late
        await asyncio.sleep(0.3)
        assert await reasons(browser) == {}
        _, text = await browser.ask("GET", "/metrics")
        lines = dict(line.rsplit(" ", 1) for line in text.decode().splitlines() if not line.startswith("#"))
        assert float(lines["ventuno_worst_loop_lag_seconds"]) > 0.03
        assert float(lines['ventuno_loop_late_seconds_bucket{le="+Inf"}']) == float(
            lines["ventuno_loop_late_seconds_count"]
        )
        assert float(lines['ventuno_loop_late_seconds_bucket{le="0.025"}']) < float(
            lines["ventuno_loop_late_seconds_count"]
        )

    in_house(world, limits=EdgeLimits(loop_lag_ms=20, sign_ins_per_minute=99))


async def _keep_late(seconds: float) -> None:
    """The loop has something else to do, again and again."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        time.sleep(0.15)
        await asyncio.sleep(0)


def test_late_is_what_lasts_and_one_late_moment_is_none() -> None:
    lag = Lag()
    lag.limit_s = 0.25
    lag.note(10.0, 10.3)
    assert not lag.stays_late(10.4)
    lag.note(10.4, 10.9)
    assert not lag.stays_late(11.0)
    assert lag.stays_late(10.0 + STAYS_S)
    lag.note(11.0, 11.1)
    assert not lag.stays_late(20.0)
    assert (lag.last_s, lag.worst_s) == (pytest.approx(0.1), pytest.approx(0.5))
    assert sum(lag.counts) == 3


def test_every_lag_has_its_step() -> None:
    lag = Lag()
    for late_s in (0.0, *STEPS_S, 100.0):
        lag.note(1.0, 1.0 + late_s - (1e-9 if late_s else 0))
    assert lag.counts == [2] + [1] * len(STEPS_S)


def test_behind_a_proxy_metrics_are_for_who_has_the_token_and_for_nobody_where_there_is_none() -> None:
    async def world(running: Running, browser: Browser) -> None:
        assert (await browser.ask("GET", "/metrics"))[0] == 401
        assert (await browser.ask("GET", "/metrics", Authorization="Bearer another one"))[0] == 401
        assert (await browser.ask("GET", "/metrics", Authorization="Bearer "))[0] == 401
        status, text = await browser.ask("GET", "/metrics", Authorization="Bearer the right one")
        assert (status, b"ventuno_connections" in text) == (200, True)
        assert (await browser.ask("GET", "/api/supervisor/cashier", Authorization="Bearer the right one"))[0] == 401

    async def nobody(running: Running, browser: Browser) -> None:
        assert (await browser.ask("GET", "/metrics", Authorization="Bearer "))[0] == 401

    in_house(world, behind_proxy=True, metrics_token="the right one")
    in_house(nobody, behind_proxy=True)
