"""Jackpots (J1): one pool, exact contributions, a win pays it whole and reseeds it, all in the ledger."""

from __future__ import annotations

import pytest

from tests.store.desk import Desk
from ventuno.bank import JackpotWin, OpenJackpot, Placed, PlaceStakes, Pocket, RoundTerms, SettleRound, VoidRound
from ventuno.store.history import jackpots

SEED = 80_000_00
TERMS = RoundTerms(jackpots={"progressive": "all-bets"})


@pytest.fixture
def table(desk: Desk) -> Desk:
    desk.ok(OpenJackpot, jackpot="all-bets", currency="EUR", seed_minor=SEED, contribution="3/100")
    return desk


def pool(desk: Desk) -> tuple[int, str]:
    found = jackpots(desk.ledger)["all-bets"]
    return found.pool_minor, found.jackpot.remainder


def play(desk: Desk, code: str, players: list[int], stake: int = 100) -> None:
    desk.round(code, terms=TERMS)
    for player in players:
        desk.place(player, 500, "1/main", code)
        desk.place(player, stake, "1/progressive", code)


def test_the_seed_is_the_houses_money_booked_as_such_j1(table: Desk) -> None:
    assert (pool(table), table.fund(Pocket.HOUSE)) == ((SEED, "0"), -SEED)
    table.check()


def test_three_percent_of_each_progressive_stake_go_to_the_pool_j1(table: Desk) -> None:
    anna = table.player()
    play(table, "R1", [anna])
    assert table.ok(SettleRound, round="R1").contributed_minor == 3
    assert pool(table) == (SEED + 3, "0")
    assert table.fund(Pocket.HOUSE) == -SEED + 600 - 3
    table.check()


def test_remainders_of_a_minor_unit_are_carried_never_dropped_j1(table: Desk) -> None:
    anna = table.player(money=50_000)
    for number in range(40):  # 40 × 3 % of 10 = 12 exactly
        play(table, f"R{number}", [anna], stake=10)
        table.ok(SettleRound, round=f"R{number}")
    assert pool(table) == (SEED + 12, "0")
    play(table, "last", [anna], stake=10)
    table.ok(SettleRound, round="last")
    assert pool(table) == (SEED + 12, "3/10")


def test_a_win_pays_the_pool_whole_and_reseeds_it_j1(table: Desk) -> None:
    anna = table.player()
    play(table, "R1", [anna])
    win = JackpotWin("all-bets", SEED, {anna: 1})
    receipt = table.ok(SettleRound, round="R1", jackpot=win)
    assert receipt.jackpot_share_minor == SEED
    assert table.balances(anna) == (10_000 - 600 + SEED, 0, 0, 0)
    assert pool(table) == (SEED + 3, "0")  # the round's own contribution begins the new pool
    table.check()


def test_two_winners_share_equally_and_the_house_gets_the_remainder_j1(table: Desk) -> None:
    anna, bob, carla = (table.player(name) for name in ("anna", "bob", "carla"))
    play(table, "R1", [anna, bob, carla])
    before = table.fund(Pocket.HOUSE)
    receipt = table.ok(SettleRound, round="R1", jackpot=JackpotWin("all-bets", SEED, {anna: 1, bob: 1, carla: 1}))
    assert (receipt.jackpot_share_minor, receipt.jackpot_left_minor) == (2_666_666, 2)
    assert {table.purse(player).wallet for player in (anna, bob, carla)} == {9_400 + 2_666_666}
    assert table.fund(Pocket.HOUSE) == before + 3 * 600 - 9 - SEED + 2
    table.check()


def test_a_pool_that_changed_since_the_table_looked_is_not_paid_j1(table: Desk) -> None:
    """Two tables win at once: the second is told what the pool holds now, and settles with that."""
    anna, bob = table.player("anna"), table.player("bob")
    play(table, "R1", [anna])
    play(table, "R2", [bob])
    table.ok(SettleRound, round="R1", jackpot=JackpotWin("all-bets", SEED, {anna: 1}))
    second = {"round": "R2", "jackpot": JackpotWin("all-bets", SEED, {bob: 1})}
    assert table.refused(SettleRound, **second) == "jackpot/pool_changed"
    table.ok(SettleRound, round="R2", jackpot=JackpotWin("all-bets", SEED + 3, {bob: 1}))
    assert table.purse(bob).wallet == 9_400 + SEED + 3
    table.check()


def test_only_who_has_a_stake_for_it_can_win_it_j1(table: Desk) -> None:
    anna, bob = table.player("anna"), table.player("bob")
    play(table, "R1", [anna])
    table.place(bob, 500)
    win = JackpotWin("all-bets", SEED, {bob: 1})
    assert table.refused(SettleRound, round="R1", jackpot=win) == "jackpot/not_played"
    nobody = JackpotWin("all-bets", SEED, {})
    assert table.refused(SettleRound, round="R1", jackpot=nobody) == "jackpot/no_winner"


def test_a_void_round_contributes_nothing_e1(table: Desk) -> None:
    anna = table.player()
    play(table, "R1", [anna])
    table.ok(VoidRound, round="R1", reason="fault")
    assert (pool(table), table.balances(anna)) == ((SEED, "0"), (10_000, 0, 0, 0))


def test_a_stake_in_another_currency_cannot_play_for_the_pool_j1(table: Desk) -> None:
    bob = table.player("bob", currency="USD")
    table.round(terms=TERMS)
    stakes = (Placed("1/progressive", 100),)
    assert table.refused(PlaceStakes, round="R1", player=bob, stakes=stakes) == "jackpot/wrong_currency"


@pytest.mark.parametrize("share", ["3", "-1/2", "x", "1/0", "1/9999999"])
def test_a_share_that_is_no_share_is_refused(desk: Desk, share: str) -> None:
    fields = {"jackpot": "j", "currency": "EUR", "seed_minor": 1, "contribution": share}
    assert desk.refused(OpenJackpot, **fields) == "jackpot/bad_share"
