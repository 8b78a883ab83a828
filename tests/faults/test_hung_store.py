"""A store that hangs says nothing: the house notices, stands still with its clocks, says so, and goes on after it."""

from __future__ import annotations

import asyncio
import shutil
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.fake_table import fakes, table_of
from tests.server.house_process import HouseProcess, prepare
from tests.server.houses import QUICK, Browser, Socket, new_folder, open_house, run
from tests.store.servers import Postgres
from ventuno.client import Client
from ventuno.client.table import TableHandle
from ventuno.server.running import Running
from ventuno.server.store_watch import LATE_S
from ventuno.store import open_ledger
from ventuno.store.acts import acts
from ventuno.store.auditing import audit
from ventuno.table.config import TableConfig

NOTICED_S = 6.0  # what is normal is 2; the machine may be busy with other things
INFINITE = TableConfig(key="infinite", variant="infinite", times=QUICK)
CONFIG = """
[[tables]]
key = "infinite"
variant = "infinite"
[tables.times]
betting_ms = 30000
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    made = new_folder()
    running = Postgres(made / "data")
    yield running
    running.go_on()
    running.close()
    shutil.rmtree(made, ignore_errors=True)


@contextmanager
def hanging(server: Postgres) -> Iterator[None]:
    server.hang()
    try:
        yield
    finally:
        server.go_on()


@asynccontextmanager
async def watching(url: str, table: str = "infinite") -> AsyncIterator[tuple[Browser, Socket]]:
    async with Browser(url) as browser:
        await browser.demo()
        opened = await browser.socket()
        await opened.do("Join", table)
        yield browser, opened


def said(code: str) -> Any:
    return lambda message: message["type"] == "Notice" and message["code"] == code


async def timed(work: Any) -> tuple[float, Any]:
    begun_s = time.monotonic()
    found = await work
    return time.monotonic() - begun_s, found


async def ready(browser: Browser) -> tuple[int, list[str]]:
    status, answer = await browser.ask("GET", "/health/ready")
    return status, [reason["code"] for reason in answer.get("reasons", ())]


async def play(table: TableHandle) -> None:
    await table.bets_open()
    await table.bet("1/main", 1000)
    await table.deal()
    async for turn in table.turns():
        await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)


# -- PostgreSQL, stopped ---------------------------------------------------------------------------


def test_with_postgresql_stopped_tables_stand_still_and_everybody_is_told_and_all_goes_on_after_it(
    server: Postgres,
) -> None:
    async def world() -> None:
        times = msgspec.structs.replace(QUICK, betting_ms=5000)  # still open when it is noticed
        config = TableConfig(key="infinite", variant="infinite", times=times)
        async with (
            asyncio.timeout(120),
            open_house(store=server.new_database(), tables=(config,)) as running,
            watching(running.url) as (browser, opened),
            Client(running.url) as me,
        ):
            await me.sign_up("anna", "a long enough one")
            await me.desk.deposit(100_000)
            table = await me.join("infinite")
            await table.bets_open()
            with hanging(server):
                begun_s = time.monotonic()
                betting = asyncio.create_task(table.bet("1/main", 1000))
                lobby = asyncio.create_task(timed(browser.ask("GET", "/api/me")))
                await opened.until(said("store/away"), timeout_s=NOTICED_S)
                print(f"noticed after {time.monotonic() - begun_s:.2f} s")
                took_s, (status, answer) = await lobby
                assert (status, answer["code"]) == (503, "store/away")
                assert took_s < NOTICED_S
                assert await ready(browser) == (503, ["store/away"])
                took_s, (status, answer) = await timed(browser.ask("GET", "/api/me"))
                assert (status, answer["code"]) == (503, "store/away")
                assert took_s < 1  # it is known by now
                assert (await opened.do("Join", "infinite"))["type"] == "Done"
                assert (await opened.do("Bet", "infinite", spot="1/main", amount_minor=100))["code"] == "store/away"
                code, deadline = table.view.code, table.view.deadline
                assert not betting.done()
                await asyncio.sleep(1)
                assert table.view.deadline == deadline
            await betting
            await opened.until(said("store/back"), timeout_s=NOTICED_S)
            assert await _until_ready(browser)
            assert table.view.code == code
            assert table.view.deadline != deadline  # what was left of it is left now
            await table.deal()
            async for turn in table.turns():
                await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            found = [one for one in (await me.desk.history()).rounds if one.code == code]
            assert [one.staked_minor for one in found] == [1000]  # once
            assert audit(running.ledger).clean

    run(world())


async def _until_ready(browser: Browser, status: int = 200) -> bool:
    for _ in range(200):
        if (await ready(browser))[0] == status:
            return True
        await asyncio.sleep(0.05)
    return False


def test_an_idle_house_notices_too_and_is_ready_again_by_itself(server: Postgres) -> None:
    async def world() -> None:
        async with open_house(store=server.new_database(), tables=()) as running, Browser(running.url) as browser:
            with hanging(server):
                begun_s = time.monotonic()
                while (await ready(browser))[0] == 200:
                    assert time.monotonic() - begun_s < NOTICED_S
                    await asyncio.sleep(0.05)
                print(f"noticed after {time.monotonic() - begun_s:.2f} s")
                assert (await browser.ask("GET", "/health/live"))[0] == 200
            assert await _until_ready(browser)

    run(world())


def test_an_idle_house_is_ready_again_after_its_server_was_started_anew(server: Postgres) -> None:
    async def world() -> None:
        async with open_house(store=server.new_database(), tables=()) as running, Browser(running.url) as browser:
            await asyncio.to_thread(server.stop)
            assert await _until_ready(browser, 503)
            await asyncio.to_thread(server.start)
            assert await _until_ready(browser)
            assert not running.house.store.taken_over.is_set()

    run(world())


def test_a_second_sigterm_ends_a_house_whose_store_hangs(server: Postgres, folder: Path, monkeypatch: Any) -> None:
    where = server.new_database()
    monkeypatch.setenv("VENTUNO_STORE", where)
    (player,) = prepare(where, 1)
    house = HouseProcess(folder, CONFIG)
    house.start()

    async def world() -> list[dict[str, Any]]:
        async with Browser(house.url) as browser:
            opened = await browser.socket(Authorization=f"Bearer {player.token}")
            await opened.do("Join", "infinite")
            await opened.until(lambda message: message.get("what", {}).get("type") == "RoundOpened")
            await opened.do("Bet", "infinite", spot="1/main", amount_minor=1000)
            with hanging(server):
                name = await opened.send({"type": "Bet", "spot": "1/main", "amount_minor": 1000}, "infinite")
                await opened.until(said("store/away"), timeout_s=NOTICED_S)
                assert name not in [message.get("id") for message in opened.of("Done")]
                process = house._process
                assert process is not None
                process.send_signal(signal.SIGTERM)
                await asyncio.sleep(0.3)
                assert process.poll() is None
                process.send_signal(signal.SIGTERM)
                begun_s = time.monotonic()
                await asyncio.to_thread(process.wait, 10)
                print(f"ended {time.monotonic() - begun_s:.2f} s after the second signal")
            await opened.over()
            return opened.of("Bye")

    try:
        (bye,) = asyncio.run(world())
    finally:
        house.kill()
    assert bye.get("come_back", True)
    with open_ledger(where) as ledger:  # the bet was not answered: it is there, or it is not
        assert audit(ledger).clean


# -- SQLite, held by another program ---------------------------------------------------------------


@contextmanager
def held(running: Running) -> Iterator[None]:
    """Nobody else can write: as if the disk did not come back from a commit."""
    place: Any = running.ledger.place
    other = sqlite3.connect(place.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


def test_on_sqlite_a_bet_on_its_way_is_answered_once_and_what_was_left_of_the_time_is_left() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, watching(running.url, "one") as (browser, opened):
            table = table_of(running.house)
            with held(running):
                await opened.send({"type": "Bet", "spot": "1/main", "amount_minor": 100}, "one", "bet")
                await asyncio.sleep(LATE_S / 2)
                table.deadline_ms = due = running.house.now_ms() + 2000
                running.house.floor.service.timers.set(running.house.pit.hosts["one", 0], due)
                await opened.until(said("store/away"), timeout_s=NOTICED_S)
                assert (await opened.do("Say", "one", text="x"))["code"] == "store/away"
                status, answer = await browser.ask("PUT", "/api/settings", {"settings": {"language": "en"}})
                assert (status, answer["code"]) == (503, "store/away")
                await asyncio.sleep(max(due - running.house.now_ms(), 0) / 1000 + 0.2)
                assert table.rang == []  # its time ran out, and nobody lost it
                assert opened.of("Done")[-1]["id"] != "bet"
            await opened.until(lambda message: message["type"] == "Done" and message["id"] == "bet")
            await opened.until(said("store/back"))
            assert [act.subject for act in acts(running.ledger) if act.what == "bet"] == ["1/main"]
            paused_ms, resumed_ms = (at_ms for _, at_ms in table.acts)
            assert paused_ms < due < resumed_ms
            await asyncio.sleep(0.1)
            assert table.rang  # the fake table does not move its deadline: it is due as soon as time goes on

    run(world())


def test_a_transaction_that_takes_long_breaks_nothing() -> None:
    async def world() -> None:
        async with (
            asyncio.timeout(60),
            open_house(tables=(INFINITE,)) as running,
            Client(running.url) as me,
        ):
            await me.demo()
            table = await me.join("infinite")
            slow = asyncio.create_task(asyncio.to_thread(running.ledger.keep, lambda engine: time.sleep(LATE_S + 0.7)))
            await play(table)
            await slow
            assert not running.house.pit.hosts["infinite", 0].broken
            assert audit(running.ledger).clean

    run(world())


# -- taken over ---------------------------------------------------------------------------------


def test_who_was_taken_over_asks_for_no_ids_when_it_closes(monkeypatch: Any) -> None:
    """They are the other house's to issue, and the regulator's to give once."""

    async def world() -> None:
        asked = list[str]()
        async with open_house(fakes) as running:
            monkeypatch.setattr(running.house.participations, "keep", lambda: asked.append("ids"))
            running.house.store.give_up()
        assert asked == []

    run(world())
