"""Solo tables in a real house (T1): round after round, ids of every part, a file of a round, 90 days of patience."""

from __future__ import annotations

import asyncio
import csv
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.server.houses import Shifted, new_folder, open_house, run
from ventuno.bank.rules import DAY_MS
from ventuno.client import Client
from ventuno.client.table import TableHandle
from ventuno.protocol.commands import BetAll
from ventuno.store.auditing import audit
from ventuno.store.history import jackpots, open_rounds, round_by_code

SOLO = ("all-bets", "free-chip")
PASSWORD = "a long enough one"


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def play(table: TableHandle) -> str:
    await table.bets_open()
    await table.bet("1/main", 1000)
    await table.deal()
    code = table.view.code
    async for turn in table.turns():
        await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
    assert table.result is not None
    assert table.result.code == code
    return code


async def asked(table: TableHandle) -> str:
    """A round that waits at a decision."""
    while True:
        await table.bets_open()
        await table.bet("1/main", 1000)
        await table.deal()
        async for turn in table.turns():
            if "stand" in turn.options:
                return table.view.code
            await table.decide("decline", turn)


@pytest.mark.parametrize("game", SOLO)
def test_t1_one_round_after_the_other_with_the_client(game: str) -> None:
    async def world() -> None:
        async with asyncio.timeout(20), open_house() as running, Client(running.url) as house:
            await house.demo()
            table = await house.join(game)
            codes = [await play(table) for _ in range(3)]
            assert len(set(codes)) == 3
            assert audit(running.ledger).clean

    run(world())


@pytest.mark.parametrize("game", [*SOLO, "infinite"])
def test_a10_the_participation_id_of_every_round_reaches_the_player(game: str) -> None:
    async def world() -> None:
        async with asyncio.timeout(30), open_house() as running, Client(running.url) as house:
            await house.demo()
            table = await house.join(game)
            seen = []
            for _ in range(2):
                code = await play(table)
                running.house.participations.keep()
                before = seen[-1] if seen else ""
                await table.until(lambda now, before=before: now.participation_id not in ("", before), timeout_s=5)
                seen.append(table.participation_id)
                assert (await house.desk.round(code)).participation_id == table.participation_id
            assert len(set(seen)) == 2

    run(world())


@pytest.mark.parametrize("kept", [True, False])
def test_a10_a_round_taken_up_after_a_restart_has_its_id_again(kept: bool, folder: Path) -> None:
    async def world() -> None:
        async with asyncio.timeout(30):
            async with open_house(folder=folder) as running, Client(running.url) as house:
                await house.sign_up("anna", PASSWORD)
                await house.desk.deposit(100_000)
                table = await house.join("free-chip")
                code, first = await asked(table), ""
                if kept:  # else the house ends before anything was issued
                    running.house.participations.keep()
                    await table.until(lambda now: bool(now.participation_id), timeout_s=5)
                    first = table.participation_id
            async with open_house(folder=folder) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                table = await house.join("free-chip")
                assert table.view.code == code
                await asyncio.sleep(0.05)
                running.house.participations.keep()
                await table.until(lambda now: bool(now.participation_id), timeout_s=5)
                assert first in ("", table.participation_id)
                assert (await house.desk.round(code)).participation_id == table.participation_id

    run(world())


@pytest.mark.parametrize("here", ["table open", "table forgotten"])
def test_t1_a_round_left_for_90_days_is_cancelled_and_its_stakes_go_back(here: str, folder: Path) -> None:
    """Whether its table is still in memory or not; a day too early nothing happens."""

    async def world() -> None:
        clock = Shifted()
        async with open_house(folder=folder, clock=clock) as running, Client(running.url) as house:
            await house.sign_up("anna", PASSWORD)
            await house.desk.deposit(100_000)
            code = await asked(await house.join("free-chip"))
            had = house.balance.wallet_minor + house.balance.in_play_minor
            assert house.balance.in_play_minor == 1000
        clock.ahead_ms = 89 * DAY_MS
        async with open_house(folder=folder, clock=clock, clock_is_right=True) as running:
            if here == "table open":
                (player,) = {row.player for row in _stakes(running, code)}
                await running.house.floor.open_solo("free-chip", player)
            await running.house.sweeper.sweep()
            assert [one.code for one in open_rounds(running.ledger, "free-chip")] == [code]
            clock.ahead_ms = 90 * DAY_MS + 60_000
            await running.house.sweeper.sweep()
            await asyncio.sleep(0.1)
            assert open_rounds(running.ledger, "free-chip") == []
            found = round_by_code(running.ledger, code)
            assert found is not None
            assert found.state == "void"
            async with Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                assert house.balance.wallet_minor == had
                assert house.balance.in_play_minor == 0
                await play(await house.join("free-chip"))
            assert audit(running.ledger).clean

    run(world())


def _stakes(running: object, code: str) -> list:  # type: ignore[type-arg]
    from ventuno.store.history import stakes_in

    return stakes_in(running.ledger, code)  # type: ignore[attr-defined]


def test_a6_a_round_is_a_file_of_its_own() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house, Client(running.url) as other:
            await house.demo()
            await other.demo()
            code = await play(await house.join("free-chip"))
            story = await house.desk.round(code)
            kind, text = await fetch(running.url, house, f"/api/rounds/{code}/export?format=json")
            assert kind == "application/json"
            assert msgspec.json.decode(text)["events"] == list(story.events)
            kind, text = await fetch(running.url, house, f"/api/rounds/{code}/export?format=csv")
            assert kind == "text/csv"
            rows = list(csv.DictReader(io.StringIO(text)))
            assert {row["round"] for row in rows} == {code}
            assert [int(row["number"]) for row in rows] == list(range(1, len(rows) + 1))
            dealt = [event["card"] for event in story.events if event["type"] == "CardDealt"]
            assert [row["card"] for row in rows if row["type"] == "CardDealt"] == dealt
            (bet,) = (row for row in rows if row["type"] == "Bet")
            assert (bet["main"], bet["bettor"]) == ("1000", story.me)
            (end,) = (row for row in rows if row["type"] == "RoundSettled")
            assert int(end["returned"]) == house.tables["free-chip"].result.returned_minor
            kind, text = await fetch(running.url, other, f"/api/rounds/{code}/export?format=csv", status=404)
            assert "round/unknown" in text

    run(world())


async def fetch(url: str, who: Client, path: str, status: int = 200) -> tuple[str, str]:
    import aiohttp

    headers = {"Authorization": f"Bearer {who.desk.token}"}
    async with aiohttp.ClientSession() as session, session.get(url + path, headers=headers) as answer:
        assert answer.status == status
        return answer.content_type, await answer.text()


def test_j1_who_plays_with_play_money_plays_for_a_pool_of_it() -> None:
    """B3: BET ALL stakes the progressive too; 3 % of it goes to the pool of the player's own currency, to no other."""

    async def world() -> None:
        async with asyncio.timeout(20), open_house() as running, Client(running.url) as guest:
            await guest.demo()
            table = await guest.join("all-bets")
            seed = table.view.jackpot_minor
            await table.bet("1/main", 1000)
            await table.request(BetAll(1, 500))
            assert {bet.spot for bet in table.bets.bets} >= {"1/progressive", "1/21+3"}
            await table.deal()
            async for turn in table.turns():
                await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            pools = {key: pool.pool_minor for key, pool in jackpots(running.ledger).items()}
            assert pools["progressive-play"] == seed + 3
            assert pools["progressive"] == seed

    run(world())
