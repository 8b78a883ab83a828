"""A house that is told to close in the middle of a round; and a house on PostgreSQL."""

from __future__ import annotations

import asyncio
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.open_rounds import Games, left_open, state_of, stood, table
from tests.server.house_process import HouseProcess, prepare
from tests.server.houses import new_folder, open_house, run
from tests.store.servers import Postgres
from ventuno.client import Client
from ventuno.client.table import TableHandle
from ventuno.store import open_ledger
from ventuno.store.auditing import audit
from ventuno.store.history import open_rounds, round_by_code
from ventuno.store.open_rounds import staked_rounds
from ventuno.variant.find import FOLDER_SETTING

GAMES = ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite")
CONFIG = """
[[tables]]
key = "infinite"
variant = "infinite"
[tables.times]
betting_ms = 600
warning_ms = 100
closing_ms = 5
card_ms = 2
dealer_card_ms = 2
insurance_ms = 200
decision_ms = 1500
pause_ms = 5
results_ms = 50
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def play(table: TableHandle, *, until_asked: bool = False) -> str:
    seat = await table.sit()
    while True:
        await table.bets_open()
        await table.bet(f"{seat}/main", 1000)
        await table.deal()
        code = table.view.code
        async for turn in table.turns():
            if until_asked and "stand" in turn.options:
                return code
            await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
        if not until_asked:
            assert table.result is not None
            assert table.result.code == code
            return code


def test_e3_a_house_told_to_close_settles_the_round_first_and_exits_with_0(folder: Path) -> None:
    (player,) = prepare(str(folder / "ventuno.db"), 1)
    house = HouseProcess(folder, CONFIG)
    house.start()

    async def world() -> tuple[str, int]:
        async with asyncio.timeout(40), Client(house.url) as me:
            await me.enter(player.token)
            table = await me.join("infinite")
            code = await play(table, until_asked=True)
            house._process.send_signal(signal.SIGTERM)  # type: ignore[union-attr]
            await table.until(lambda now: now.result is not None and now.result.code == code, timeout_s=10)
            assert table.result is not None
            return code, table.result.returned_minor

    code, returned = asyncio.run(world())
    assert house._process is not None
    assert house._process.wait(20) == 0
    house._process = None
    with open_ledger(house.where) as ledger:
        found = round_by_code(ledger, code)
        assert found is not None
        assert found.state == "settled"
        assert open_rounds(ledger) == []
        assert audit(ledger).clean
    assert "go on when the house opens again" not in house.log.read_text()
    assert returned >= 0


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    made = new_folder()
    server = Postgres(made / "data")
    yield server.new_database()
    server.close()
    shutil.rmtree(made, ignore_errors=True)


def test_a_house_on_postgresql_plays_every_game_and_goes_on_after_a_restart(database: str) -> None:
    async def world() -> None:
        async with asyncio.timeout(120):
            async with open_house(store=database) as running, Client(running.url) as house:
                await house.sign_up("anna", "a long enough one")
                await house.desk.deposit(1_000_000)
                codes = []
                for game in GAMES:
                    codes.append(await play(await house.join(game)))
                    running.house.participations.keep()
                    await house.leave(game)
                left = await play(await house.join("free-chip"), until_asked=True)
                history = (await house.desk.history()).rounds
                assert {one.code for one in history} >= set(codes)
                assert {one.game for one in history} == set(GAMES)
                staked = sum(one.staked_minor for one in history)
                returned = sum(one.returned_minor for one in history)
                me = await house.desk.me()
                assert me.wallet_minor + me.in_play_minor == 1_000_000 - staked + returned
                assert (await house.desk.round(codes[0])).participation_id
            async with open_house(store=database) as running, Client(running.url) as house:
                await house.sign_in("anna", "a long enough one")
                table = await house.join("free-chip")
                assert table.view.code == left
                async for turn in table.turns():
                    await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
                assert table.result is not None
                assert table.result.code == left
                assert audit(running.ledger).clean

    run(world())


def test_on_postgresql_a_changed_game_and_a_second_houses_round_are_looked_after_at_start(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(folder / "games")
    monkeypatch.setenv(FOLDER_SETTING, str(games.folder))
    tables = (table("infinite"),)

    async def world() -> None:
        async with asyncio.timeout(60):
            async with open_house(store=database, tables=tables) as running, Client(running.url) as house:
                await house.sign_up("carla", "a long enough one")
                await house.desk.deposit(100_000)
                assert house.welcome is not None
                older = left_open(running.ledger, "infinite", "infinite", "OLD1", house.welcome.player)
                code = await play(await house.join("infinite"), until_asked=True)
            games.change("infinite", ("decks = 8", "decks = 6"))
            async with open_house(store=database, tables=tables) as running, Client(running.url) as house:
                assert state_of(running.ledger, older) == "void"
                await house.sign_in("carla", "a long enough one")
                at = await house.join("infinite")
                assert (at.view.code, at.info.rules.decks) == (code, 8)
                await stood(at, code)
                await at.until(lambda now: now.info.rules.decks == 6, timeout_s=10)
                assert [one.code for one in staked_rounds(running.ledger)] == []
                assert audit(running.ledger).clean

    run(world())
