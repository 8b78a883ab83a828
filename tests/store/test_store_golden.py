"""Golden chips (K3): granted by value, expiring, used, given back on a push; the liability in the ledger."""

from __future__ import annotations

import pytest

from tests.store.desk import DAY_MS, Desk
from ventuno.bank import (
    ExpireGoldenChips,
    GrantGoldenChips,
    Placed,
    PlaceStakes,
    Pocket,
    RoundTerms,
    SettleRound,
    TakeBackStakes,
    VoidRound,
)
from ventuno.store.history import golden_chips_of, rounds_of_player


def grant(desk: Desk, player: int, value: int = 500, count: int = 2, days: int = 7) -> None:
    fields = {"player": player, "value_minor": value, "count": count}
    desk.ok(GrantGoldenChips, **fields, expires_ms=desk.now_ms + days * DAY_MS)


def golden(desk: Desk, player: int, chips: dict[int, int], real: int = 0, spot: str = "1/main") -> None:
    desk.ok(PlaceStakes, round="R1", player=player, stakes=(Placed(spot, real, chips),))


def test_the_same_value_from_different_bonuses_adds_up_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 500, 2)
    grant(desk, anna, 500, 1, days=3)
    grant(desk, anna, 100, 4)
    assert golden_chips_of(desk.ledger, anna, desk.now_ms) == {500: 3, 100: 4}


def test_the_liability_is_visible_in_the_ledger_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 500, 2)
    assert (desk.fund(Pocket.PROMOTIONS), desk.balances(anna)) == (-1_000, (10_000, 0, 1_000, 0))
    desk.round()
    golden(desk, anna, {500: 1})
    assert (desk.fund(Pocket.PROMOTIONS), desk.balances(anna)) == (-1_000, (10_000, 0, 500, 500))
    desk.ok(SettleRound, round="R1")
    assert (desk.fund(Pocket.PROMOTIONS), desk.balances(anna)) == (-500, (10_000, 0, 500, 0))
    desk.check()


def test_a_win_pays_the_winnings_without_the_chip_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna)
    desk.round()
    golden(desk, anna, {500: 2})
    desk.ok(SettleRound, round="R1", returned={anna: 1_000})
    assert (desk.balances(anna), desk.fund(Pocket.PROMOTIONS)) == ((11_000, 0, 0, 0), 0)
    desk.check()


def test_a_push_gives_the_chip_back_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna)
    desk.round()
    golden(desk, anna, {500: 1}, real=300)
    desk.ok(SettleRound, round="R1", returned={anna: 300}, golden_back={anna: ("1/main",)})
    assert desk.balances(anna) == (10_000, 0, 1_000, 0)
    assert golden_chips_of(desk.ledger, anna, desk.now_ms) == {500: 2}
    desk.check()


def test_history_marks_such_rounds_gc_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna)
    desk.round()
    golden(desk, anna, {500: 1}, real=300)
    desk.ok(SettleRound, round="R1")
    played = rounds_of_player(desk.ledger, anna)[0]
    assert (played.golden, played.staked_minor, played.golden_staked_minor) == (True, 300, 500)


def test_chips_that_expire_first_are_placed_first_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 500, 1, days=9)
    grant(desk, anna, 500, 1, days=2)
    desk.round()
    golden(desk, anna, {500: 1})
    desk.now_ms += 3 * DAY_MS
    assert golden_chips_of(desk.ledger, anna, desk.now_ms) == {500: 1}


def test_expired_chips_cannot_be_placed_and_go_back_to_promotions_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 500, 1, days=1)
    grant(desk, anna, 500, 1, days=5)
    desk.round()
    desk.now_ms += DAY_MS
    two = (Placed("1/main", 0, {500: 2}),)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=two) == "golden/not_enough"
    desk.ok(ExpireGoldenChips)
    assert (desk.balances(anna), desk.fund(Pocket.PROMOTIONS)) == ((10_000, 0, 500, 0), -500)
    desk.check()


def test_a_chip_in_play_does_not_expire_until_it_comes_back_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 500, 1, days=1)
    desk.round()
    golden(desk, anna, {500: 1})
    desk.now_ms += 2 * DAY_MS
    desk.ok(ExpireGoldenChips)
    assert desk.balances(anna) == (10_000, 0, 0, 500)
    desk.ok(VoidRound, round="R1", reason="fault")
    assert desk.balances(anna) == (10_000, 0, 500, 0)
    desk.ok(ExpireGoldenChips)
    assert desk.balances(anna) == (10_000, 0, 0, 0)
    desk.check()


def test_the_operator_sets_how_many_a_round_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 100, 9)
    desk.round(terms=RoundTerms(golden_per_round=3))
    golden(desk, anna, {100: 2})
    two = (Placed("1/21+3", 0, {100: 2}),)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=two) == "golden/too_many"
    golden(desk, anna, {100: 1}, spot="1/21+3")


@pytest.mark.parametrize("golden_first", [True, False])
def test_where_chips_do_not_mix_a_spot_takes_one_kind_k3(desk: Desk, golden_first: bool) -> None:
    anna = desk.player()
    grant(desk, anna, 100, 9)
    desk.round(terms=RoundTerms(golden_mixed=False))
    kinds = [(Placed("1/main", 0, {100: 1}),), (Placed("1/main", 100),)]
    first, second = kinds if golden_first else kinds[::-1]
    desk.ok(PlaceStakes, round="R1", player=anna, stakes=first)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=second) == "golden/not_mixed"


def test_where_they_may_not_pay_for_actions_a_double_takes_regular_chips_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 100, 9)
    desk.round(terms=RoundTerms(golden_for_actions=False))
    golden(desk, anna, {100: 1})
    double = (Placed("1/double/1", 0, {100: 1}),)
    fields = {"round": "R1", "player": anna, "stakes": double, "initial": False}
    assert desk.refused(PlaceStakes, **fields) == "golden/not_for_actions"


def test_undo_gives_back_golden_and_regular_chips_apart_b3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 100, 5)
    desk.round()
    golden(desk, anna, {100: 3}, real=400)
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 400, {100: 1}),))
    assert desk.balances(anna) == (10_000, 0, 300, 200)
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 0, {100: 2}),))
    assert desk.balances(anna) == (10_000, 0, 500, 0)
    desk.check()


def test_the_same_chip_is_not_placed_on_two_spots_at_once_k3(desk: Desk) -> None:
    anna = desk.player()
    grant(desk, anna, 500, 1)
    desk.round()
    both = (Placed("1/main", 0, {500: 1}), Placed("1/21+3", 0, {500: 1}))
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=both) == "golden/not_enough"


def test_a_settlement_cannot_give_back_chips_that_are_not_there_k3(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 100)
    assert desk.refused(SettleRound, round="R1", golden_back={anna: ("1/main",)}) == "settle/no_golden"


def test_grants_are_held_to_sense(desk: Desk) -> None:
    anna = desk.player()
    whole = {"player": anna, "value_minor": 100, "count": 1, "expires_ms": desk.now_ms + 1}
    assert desk.refused(GrantGoldenChips, **{**whole, "count": 0}) == "ledger/zero"
    assert desk.refused(GrantGoldenChips, **{**whole, "value_minor": -1}) == "ledger/negative"
    assert desk.refused(GrantGoldenChips, **{**whole, "count": 10_001}) == "ledger/too_large"
    assert desk.refused(GrantGoldenChips, **{**whole, "expires_ms": desk.now_ms}) == "golden/expired"
    assert desk.refused(GrantGoldenChips, **{**whole, "player": 99}) == "ledger/unknown_account"
