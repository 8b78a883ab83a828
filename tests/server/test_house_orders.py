"""What supervisors order stands until they say otherwise (E3): over a restart, and for solo tables made later."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from ventuno.bank.rules import DAY_MS
from ventuno.client import Client
from ventuno.refusal import RefusalRaised
from ventuno.server.first_run import first_people
from ventuno.server.running import Running
from ventuno.store.auditing import audit

PASSWORD = "a long enough one"
BECAUSE = {"reason": "a test"}
LOW = {"main_least_minor": 100, "main_most_minor": 500, "side_least_minor": 100, "side_most_minor": 200}


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def first_boss(running: Running, boss: Browser) -> str:
    password = (await running.house.workers.read(first_people, running.ledger, running.house.now_ms()))["supervisor"]
    await enter(boss, password)
    return password


async def enter(boss: Browser, password: str) -> None:
    assert (await boss.ask("POST", "/api/sign-in", {"name": "supervisor", "password": password}))[0] == 200


async def order(boss: Browser, table: str, what: str, **more: Any) -> tuple[int, Any]:
    return await boss.ask("POST", f"/api/supervisor/tables/{table}/{what}", {**BECAUSE, **more})


async def shown(browser: Browser, key: str) -> dict[str, Any]:
    _, lobby = await browser.ask("GET", "/api/lobby")
    return next(table for table in lobby["tables"] if table["key"] == key)


def test_e3_closed_tables_pauses_and_limits_outlive_a_restart(folder: Path) -> None:
    async def world() -> None:
        async with open_house(folder=folder) as running, Browser(running.url) as boss:
            password = await first_boss(running, boss)
            for table in ("infinite", "free-chip"):
                assert (await order(boss, table, "close"))[0] == 200
            assert (await order(boss, "classic-free-bet", "pause"))[0] == 200
            assert (await order(boss, "cashback", "limits", limits=[LOW]))[0] == 200
        async with open_house(folder=folder) as running, Browser(running.url) as boss, Client(running.url) as house:
            await enter(boss, password)
            await house.demo()
            assert not (await shown(boss, "infinite")).get("open", True)
            assert not (await shown(boss, "free-chip")).get("open", True)
            assert (await shown(boss, "cashback"))["limits"][0]["main_most_minor"] == 500
            assert (await house.join("infinite")).view.closed == "a test"
            await house.leave("infinite")
            solo = await house.join("free-chip")  # made after the order
            assert solo.view.closed == "a test"
            with pytest.raises(RefusalRaised):
                await solo.bet("1/main", 1000)
            await house.leave("free-chip")
            seated = await house.join("classic-free-bet")
            assert seated.view.pause is not None
            cashback = await house.join("cashback")
            await cashback.bets_open()
            await cashback.bet("1/main", 600)  # no more is taken than the maximum (B2)
            assert cashback.bets.total_minor == 500
            for table, what in (("infinite", "open"), ("free-chip", "open"), ("classic-free-bet", "resume")):
                assert (await order(boss, table, what))[0] == 200
            await seated.until(lambda now: now.view.pause is None, timeout_s=5)
        async with open_house(folder=folder) as running, Browser(running.url) as boss:
            assert (await shown(boss, "infinite")).get("open", True)
            assert (await shown(boss, "free-chip")).get("open", True)
            host = running.house.pit.hosts["classic-free-bet", 0]
            assert host.table.view.pause is None

    run(world())


def test_e3_an_order_for_no_table_changes_nothing_and_breaks_nothing() -> None:
    async def world() -> None:
        async with open_house() as running, Browser(running.url) as boss:
            await first_boss(running, boss)
            for what in ("pause", "resume", "close", "open", "void"):
                assert (await order(boss, "nowhere", what))[0] == 404
            assert (await order(boss, "infinite", "limits", limits=[{**LOW, "level": "gold"}]))[0] == 409
            assert (await order(boss, "infinite", "limits", limits=[LOW, LOW]))[0] == 409
            running.house.lobby.tell()  # once a second; must not stumble over what is not there
            _, log = await boss.ask("GET", "/api/supervisor/audit")
            assert not [act for act in log["acts"] if act["subject"].startswith("table")]

    run(world())


def test_no_solo_round_begins_while_the_house_drains() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house:
            await house.demo()
            running.house.floor.drain()
            table = await house.join("free-chip")
            assert table.view.closed
            with pytest.raises(RefusalRaised):
                await table.bet("1/main", 1000)

    run(world())


def test_no_table_is_opened_again_while_the_house_drains() -> None:
    """It dealt on, while the lobby and the readiness said that it was closed."""

    async def world() -> None:
        async with open_house() as running, Browser(running.url) as boss:
            await first_boss(running, boss)
            assert (await boss.ask("POST", "/api/supervisor/drain", BECAUSE))[0] == 200
            status, refused = await boss.ask("POST", "/api/supervisor/tables/infinite/open", BECAUSE)
            assert (status, refused["code"]) == (409, "house/closing")

    run(world())


def test_the_sweeper_goes_on_after_a_fault(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)

    async def world() -> None:
        monkeypatch.setattr("ventuno.server.sweeper.EVERY_S", 0.01)
        async with open_house() as running:
            calls = []
            fails = (lambda: calls.append(1) or 1 / 0,)
            sweeper = running.house.sweeper
            sweeper.rounds = sweeper.rounds._replace(every_second=fails)  # type: ignore[arg-type]
            await asyncio.sleep(0.2)
            assert len(calls) > 3
            assert "the sweeper met a fault" in caplog.text

    run(world())


def test_k3_golden_chips_expire_by_themselves(folder: Path) -> None:
    async def world() -> None:
        clock = Shifted()
        async with open_house(folder=folder, clock=clock) as running, Browser(running.url) as boss:
            await first_boss(running, boss)
            async with Client(running.url) as house:
                await house.sign_up("anna", PASSWORD)
                now_ms = running.house.now_ms()
                for count, days in ((2, 3), (1, 30)):
                    chips = {"value_minor": 500, "count": count, "expires_ms": now_ms + days * DAY_MS}
                    path = f"/api/supervisor/players/{house.player}/golden-chips"
                    assert (await boss.ask("POST", path, {**BECAUSE, **chips, "key": f"grant-{days:03}"}))[0] == 200
                await asyncio.sleep(0.1)
                assert house.balance.golden == {500: 3}
                clock.ahead_ms = 2 * DAY_MS
                await running.house.sweeper.sweep()
                await asyncio.sleep(0.1)
                assert house.balance.golden == {500: 3}
                clock.ahead_ms = 4 * DAY_MS
                assert running.house.people.purse(house.player).golden == {500: 1}  # no table counts on the others
                await running.house.sweeper.sweep()
                await asyncio.sleep(0.1)
                assert house.balance.golden == {500: 1}
                assert (await house.desk.me()).golden == {500: 1}
            assert audit(running.ledger).clean

    run(world())


def test_returns_say_since_when_they_count() -> None:
    async def world() -> None:
        async with open_house() as running, Browser(running.url) as boss:
            await first_boss(running, boss)
            _, found = await boss.ask("GET", "/api/supervisor/returns")
            assert 0 <= running.house.now_ms() - found["since_ms"] < 60_000
            _, text = await boss.ask("GET", "/metrics")
            assert f"ventuno_since_seconds {found['since_ms'] / 1000}\n".encode() in text

    run(world())
