"""A whole round of every game over a real socket, with the client anybody can use."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.houses import open_house, run
from ventuno.client import Client
from ventuno.store.auditing import audit

GAMES = ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite")


async def play(house: Client, key: str) -> tuple[int, int]:
    table = await house.join(key)
    seat = await table.sit()
    await table.bets_open()
    await table.bet(f"{seat}/main", 1000)
    await table.deal()
    async for turn in table.turns():
        await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
    assert table.result is not None
    await house.leave(key)
    return table.result.staked_minor, table.result.returned_minor


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_each_game_is_played_from_bet_to_payout(game: str) -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house:
            await house.demo()
            before = house.balance.wallet_minor
            async with asyncio.timeout(20):
                staked, returned = await play(house, game)
            assert staked >= 1000
            me = await house.desk.me()
            assert me.wallet_minor == before - staked + returned == house.balance.wallet_minor
            (round_,) = (await house.desk.history()).rounds
            assert (round_.game, round_.staked_minor, round_.returned_minor) == (game, staked, returned)
            story = await house.desk.round(round_.code)
            assert any(event["type"] == "CardDealt" for event in story.events)
            assert audit(running.ledger).clean

    run(world())


def test_j1_the_jackpot_is_shown_live_at_every_table_that_feeds_it() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as one, Client(running.url) as other:
            for person, name in ((one, "anna"), (other, "berta")):
                await person.sign_up(name, "a long enough one")
                await person.desk.deposit(100_000)
            here, there = await one.join("all-bets"), await other.join("all-bets")
            before = there.view.jackpot_minor
            await here.bet("1/main", 1000)
            await here.bet("1/progressive", 100)
            await here.deal()
            async for turn in here.turns():
                await here.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            await there.until(lambda now: now.view.jackpot_minor != before, timeout_s=5)
            assert there.view.jackpot_minor == before + 3  # 3 % of 1 unit
            assert (await other.desk.lobby())[0].jackpot_minor == before + 3

    run(world())
