"""Cost does not grow with the past: no statement of a house's daily work reads a table of the past from end to end."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.plans import scans_of_postgres, scans_of_sqlite, written_down
from tests.server.houses import Browser, new_folder, open_house, run
from tests.server.test_house_solo import asked, play
from tests.store.conftest import quick_folder
from tests.store.servers import Postgres
from ventuno.bank import Receipt, ResettleRound
from ventuno.bank.rules import DAY_MS
from ventuno.client import Client
from ventuno.server.first_run import first_people
from ventuno.server.running import Running
from ventuno.server.sweeper import LOOK_EVERY, SESSIONS_EVERY
from ventuno.store.history import open_rounds, person_named, results_of

PASSWORD = "a long enough one"
READ = (
    "/api/me",
    "/api/history",
    "/api/cashier/history",
    "/api/care",
    "/api/jackpots",
    "/api/lobby",
    "/api/settings",
)
FIRST_START = {"SELECT 1 FROM people LIMIT 1"}  # one row, whichever comes first
WATCHED = ("/api/supervisor/tables", "/api/supervisor/audit")


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def _day(running: Running) -> str:
    """Whatever a house does on an ordinary day; it ends with a round that is still open."""
    house = running.house
    passwords = await house.workers.read(first_people, running.ledger, house.now_ms())
    async with Browser(running.url) as boss, Client(running.url) as client:
        await boss.ask("POST", "/api/sign-in", {"name": "supervisor", "password": passwords["supervisor"]})
        await boss.ask("POST", "/api/supervisor/tables/infinite/pause", {"reason": "a test"})
        await boss.ask("POST", "/api/supervisor/tables/infinite/resume", {"reason": "a test"})
        await client.sign_up("anna", PASSWORD)
        await client.desk.deposit(100_000)
        await client.desk.withdraw(100)
        for game in ("infinite", "free-chip"):
            table = await client.join(game)
            code = await play(table)
            await client.leave(game)
        house.participations.keep()
        for path in (*READ, f"/api/rounds/{code}", f"/api/rounds/{code}/replay"):
            await _get(client, running.url, path)
        for path in (*WATCHED, f"/api/supervisor/rounds/{code}"):
            await boss.ask("GET", path)
        number = (await house.workers.read(person_named, running.ledger, "supervisor")).number
        player = client.player
        right = ResettleRound(
            key="right", at_ms=house.now_ms(), by=number, round=code, returned={player: 5000}, reason="a test"
        )
        assert isinstance(await house.workers.read(running.ledger.execute, right), Receipt)
        await house.workers.read(results_of, running.ledger, code)
        await house.workers.read(open_rounds, running.ledger)
        sweeper = house.sweeper
        sweeper.tending.keep_ms = DAY_MS
        for looks in (1, LOOK_EVERY, SESSIONS_EVERY):
            await sweeper.go_round(looks)
        await sweeper.tending.tend()
        return await asked(await client.join("free-chip"))


async def _get(client: Client, url: str, path: str) -> None:
    told = {"Authorization": f"Bearer {client.desk.token}"}
    async with client.desk._session.get(url + path, headers=told) as answer:
        assert answer.status == 200, (path, await answer.text())


async def _next_day(running: Running, code: str) -> None:
    """After a restart: the same player at the same round."""
    async with Client(running.url) as client:
        await client.sign_in("anna", PASSWORD)
        table = await client.join("free-chip")
        assert table.view.code == code


def statements_of(folder: Path, store: str = "") -> set[str]:
    async def world() -> None:
        async with asyncio.timeout(40):
            async with open_house(folder=folder, store=store) as running:
                code = await _day(running)
            async with open_house(folder=folder, store=store) as running:
                await _next_day(running, code)

    with written_down() as said:
        run(world())
    return said


def test_no_statement_of_a_day_reads_the_whole_past_on_sqlite(folder: Path) -> None:
    said = statements_of(folder) - FIRST_START
    assert len(said) > 50
    for analysed in (False, True):
        assert scans_of_sqlite(folder / "ventuno.db", said, analysed=analysed) == {}


def test_no_statement_of_a_day_reads_the_whole_past_on_postgres(folder: Path) -> None:
    with quick_folder() as data:
        server = Postgres(data / "data")
        try:
            url = server.new_database()
            said = statements_of(folder, url) - FIRST_START
            assert len(said) > 50
            assert scans_of_postgres(url, said) == {}
        finally:
            server.close()
