"""One player's bets in one betting window: B2, B3, B4, B6, B7, H1, H2, K3. Amounts are minor units."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import msgspec
import pytest
from hypothesis import given, settings, strategies as st

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE
from ventuno.bank import (
    Book,
    Deposit,
    GrantGoldenChips,
    Head,
    HouseRules,
    OpenAccount,
    OpenJackpot,
    OpenRound,
    Placed,
    PlaceStakes,
    RoundTerms,
    TakeBackStakes,
    decide,
)
from ventuno.play import Round
from ventuno.protocol.messages import MyBet
from ventuno.refusal import Refusal
from ventuno.table.config import TableConfig, limits_of_guest, round_terms, spot_limits
from ventuno.table.port import Means
from ventuno.table.slip import Change, Following, Slip, SlipRecord
from ventuno.variant import load

RICH = Means(10**9, {})
Act = Callable[[Slip], Change | Refusal]


def slip(
    game: str = ALL_BETS,
    positions: Collection[int] | None = None,
    *,
    behind: Collection[int] = (),
    level: str = "bronze",
    **terms: object,
) -> Slip:
    """All Bets, bronze, unless told otherwise: main bets of 100 to 20,000, side bets of 100 to 2,500, three hands."""
    variant = load(game)
    config = TableConfig(key="one", variant=game)
    limits = spot_limits(config, variant)
    agreed: RoundTerms = msgspec.structs.replace(round_terms(config, variant, limits), **terms)
    mine = limits_of_guest(limits, variant.table.limits_set_by, level)
    return Slip(
        variant, mine, agreed, range(1, variant.table.positions + 1) if positions is None else positions, behind
    )


def changed(slip: Slip, change: Change | Refusal) -> Change:
    assert isinstance(change, Change), change
    slip.apply(change)
    return change


def placed(slip: Slip, *bets: tuple[str, int]) -> Slip:
    for spot, amount in bets:
        changed(slip, slip.add(spot, amount))
    return slip


def refused(answer: Change | Refusal) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def lying(slip: Slip) -> dict[str, int]:
    return {
        bet.spot: bet.amount_minor + sum(value * count for value, count in bet.golden.items()) for bet in slip.bets()
    }


def amounts(stakes: Collection[Placed]) -> dict[str, int]:
    return {stake.spot: stake.real_minor for stake in stakes}


def notices(change: Change) -> list[str]:
    return [note.code for note in change.notices]


# -- chips on spots (B2, B4) ----------------------------------------------------------------------


def test_a_click_adds_the_chip() -> None:
    """B2."""
    mine = placed(slip(), ("1/main", 500), ("1/main", 500), ("1/21+3", 100))
    assert lying(mine) == {"1/main": 1000, "1/21+3": 100}
    assert mine.total_minor == 1100


def test_nothing_changes_before_the_bank_has_said_yes() -> None:
    mine = slip()
    for _ in range(2):
        assert mine.add("1/main", 500) == Change(placed=(Placed("1/main", 500),))
        assert mine.is_empty
    assert isinstance(mine.undo(), Refusal)


def test_a_spot_takes_chips_up_to_its_maximum_and_a_notice_says_so() -> None:
    """B2: 20,000 is the most; of the second chip only what is missing is taken."""
    mine = placed(slip(), ("1/main", 15_000))
    change = changed(mine, mine.add("1/main", 10_000))
    assert amounts(change.placed) == {"1/main": 5_000}
    assert [(note.code, note.data["most"], note.data["placed"]) for note in change.notices] == [
        ("bet/capped", 20_000, 5_000)
    ]


def test_at_the_maximum_nothing_more_is_taken_and_the_reason_is_said() -> None:
    """B2."""
    mine = placed(slip(), ("1/main", 20_000), ("1/21+3", 2_500))
    assert refused(mine.add("1/main", 100)) == "bet/at_maximum"
    assert refused(mine.add("1/21+3", 100)) == "bet/at_maximum"


def test_limits_are_those_of_the_players_level() -> None:
    """B4: per VIP level."""
    gold = slip(level="gold")
    assert amounts(changed(gold, gold.add("1/main", 600_000)).placed) == {"1/main": 500_000}


def test_a_side_bet_needs_a_main_bet_on_the_same_hand() -> None:
    """B4."""
    mine = placed(slip(), ("1/main", 500))
    assert refused(mine.add("2/21+3", 100)) == "bet/no_main_bet"
    assert refused(slip().add("1/21+3", 100)) == "bet/no_main_bet"
    assert refused(mine.bet_all(2, 100)) == "bet/no_main_bet"
    assert refused(slip().all_side_bets(100)) == "bet/no_main_bet"


@pytest.mark.parametrize(
    "spot", ["1", "main", "1/", "01/main", "1/main/2", "x/main", "-1/main", "²/main", "٣/main", "/"]
)
def test_what_is_no_spot_is_refused(spot: str) -> None:
    assert refused(slip().add(spot, 500)) in ("bet/no_such_spot", "bet/unknown_side_bet")


def test_a_bet_that_the_game_does_not_have_is_refused_with_what_was_meant() -> None:
    answer = placed(slip(), ("1/main", 500)).add("1/perfect-pair", 100)
    assert refused(answer) == "bet/unknown_side_bet"
    assert isinstance(answer, Refusal)
    assert "did you mean perfect-pairs?" in answer.why


def test_one_bets_only_on_ones_own_positions() -> None:
    """T2."""
    answer = slip(CLASSIC, [2, 5]).add("3/main", 500)
    assert refused(answer) == "bet/not_your_position"
    assert isinstance(answer, Refusal)
    assert answer.data == {"positions": [2, 5]}


@pytest.mark.parametrize(("amount", "golden"), [(0, {}), (-100, {}), (0, {500: 0}), (0, {500: -1}), (100, {-5: 1})])
def test_nothing_and_less_than_nothing_cannot_be_placed(amount: int, golden: dict[int, int]) -> None:
    assert refused(slip(CASHBACK).add("1/main", amount, golden)) == "bet/not_positive"


def test_a_main_bet_is_a_multiple_of_the_step_and_a_side_bet_need_not_be() -> None:
    """Every payment is whole: half of an odd amount would not be."""
    mine = slip()
    answer = mine.add("1/main", 501)
    assert refused(answer) == "bet/not_divisible"
    assert isinstance(answer, Refusal)
    assert answer.data == {"step": 2}
    placed(mine, ("1/main", 500), ("1/21+3", 101))


def test_a_player_has_no_more_hands_than_the_game_allows() -> None:
    """T3: one position each, where there are two."""
    game = load(CASHBACK)
    narrow = msgspec.structs.replace(game, table=msgspec.structs.replace(game.table, positions_per_player=1))
    wide = slip(CASHBACK)
    mine = placed(Slip(narrow, wide.rules.limits, wide.rules.terms, (1, 2)), ("1/main", 500))
    assert refused(mine.add("2/main", 500)) == "bet/too_many_hands"
    placed(mine, ("1/main", 500))


# -- the same on all my seats (B6) ----------------------------------------------------------------


def test_one_click_places_the_same_bet_on_all_my_seats() -> None:
    """B6."""
    mine = slip(CLASSIC, [2, 5])
    change = changed(mine, mine.add("5/main", 500, all_mine=True))
    assert amounts(change.placed) == {"5/main": 500, "2/main": 500}
    changed(mine, mine.add("2/21+3", 100, all_mine=True))
    assert lying(mine) == {"5/main": 500, "2/main": 500, "2/21+3": 100, "5/21+3": 100}
    changed(mine, mine.undo())
    assert lying(mine) == {"5/main": 500, "2/main": 500}


def test_a_seat_that_takes_no_more_does_not_keep_the_other_from_it() -> None:
    """B6 with B2."""
    mine = placed(slip(CLASSIC, [2, 5]), ("2/main", 500_000))
    assert amounts(changed(mine, mine.add("2/main", 500, all_mine=True)).placed) == {"5/main": 500}
    placed(mine, ("5/main", 499_500))
    assert refused(mine.add("2/main", 500, all_mine=True)) == "bet/at_maximum"


# -- taking back (B3) -----------------------------------------------------------------------------


def test_undo_takes_back_the_last_placement_again_and_again_in_reverse_order() -> None:
    """B3."""
    mine = placed(slip(), ("1/main", 500), ("2/main", 200), ("1/main", 100), ("1/21+3", 300))
    taken = [changed(mine, mine.undo()) for _ in range(4)]
    assert [amounts(change.taken_back) for change in taken] == [
        {"1/21+3": 300},
        {"1/main": 100},
        {"2/main": 200},
        {"1/main": 500},
    ]
    assert mine.is_empty
    assert refused(mine.undo()) == "bet/nothing_to_undo"


def test_what_one_act_placed_one_undo_takes_back() -> None:
    """B3: DOUBLE, REPEAT and ALL SIDE BETS too."""
    mine = placed(slip(INFINITE), ("1/main", 500))
    changed(mine, mine.all_side_bets(100))
    changed(mine, mine.double(RICH))
    assert mine.total_minor == 2 * (500 + 4 * 100)
    changed(mine, mine.undo())
    assert mine.total_minor == 900
    changed(mine, mine.undo())
    assert lying(mine) == {"1/main": 500}


def test_clear_takes_back_all() -> None:
    """B3."""
    mine = placed(slip(), ("1/main", 500), ("1/21+3", 100), ("1/main", 100))
    change = changed(mine, mine.clear())
    assert amounts(change.taken_back) == {"1/main": 600, "1/21+3": 100}
    assert mine.is_empty
    assert refused(mine.clear()) == "bet/nothing_to_undo"
    assert refused(mine.undo()) == "bet/nothing_to_undo"


# -- double and repeat (B3) -----------------------------------------------------------------------


def test_double_doubles_every_bet_each_capped_at_its_maximum() -> None:
    """B3."""
    mine = placed(slip(), ("1/main", 15_000), ("2/main", 500), ("2/21+3", 2_500))
    change = changed(mine, mine.double(RICH))
    assert amounts(change.placed) == {"1/main": 5_000, "2/main": 500}
    assert notices(change) == ["bet/capped"]


def test_double_is_refused_where_the_balance_does_not_cover_all_of_it() -> None:
    """B3: only if the balance covers all."""
    mine = placed(slip(), ("1/main", 500), ("2/main", 500))
    assert refused(mine.double(Means(999, {}))) == "ledger/overdraft"
    assert amounts(changed(mine, mine.double(Means(1000, {}))).placed) == {"1/main": 500, "2/main": 500}


def test_double_without_a_bet_or_with_all_at_their_maximum_is_refused() -> None:
    assert refused(slip().double(RICH)) == "bet/none"
    assert refused(placed(slip(), ("1/main", 20_000)).double(RICH)) == "bet/at_maximum"


def test_repeat_places_the_last_rounds_bets_before_the_first_chip() -> None:
    """B3."""
    last = placed(slip(), ("1/main", 500), ("1/21+3", 100), ("3/main", 200), ("1/main", 100)).bets()
    mine = slip()
    change = changed(mine, mine.repeat(last, RICH))
    assert amounts(change.placed) == {"1/main": 600, "3/main": 200, "1/21+3": 100}
    assert notices(change) == []
    assert refused(mine.repeat(last, RICH)) == "bet/not_before_first_chip"
    changed(mine, mine.undo())
    assert mine.is_empty


def test_rebet_doubled_places_twice_the_last_rounds_bets() -> None:
    """B3: DOUBLE & DEAL, each capped; the progressive stays one unit."""
    last = placed(slip(), ("1/main", 15_000), ("1/21+3", 100), ("1/progressive", 100)).bets()
    mine = slip()
    change = changed(mine, mine.repeat(last, RICH, times=2))
    assert amounts(change.placed) == {"1/main": 20_000, "1/21+3": 200, "1/progressive": 100}
    assert notices(change) == ["bet/capped"]


def test_repeat_keeps_to_todays_limits_and_leaves_out_what_cannot_be_placed() -> None:
    """B3, B4: gold bets on a bronze day, and bronze bets on a gold day."""
    last = placed(slip(level="gold"), ("1/main", 500_000), ("1/21+3", 500), ("2/main", 2_500)).bets()
    mine = slip(positions=[1])
    change = changed(mine, mine.repeat(last, RICH))
    assert amounts(change.placed) == {"1/main": 20_000, "1/21+3": 500}
    assert sorted(notices(change)) == ["bet/capped", "bet/not_repeated"]
    low = placed(slip(), ("1/main", 500), ("1/21+3", 100)).bets()
    assert refused(slip(level="gold").repeat(low, RICH)) == "bet/nothing_to_repeat"


def test_a_side_bet_is_not_repeated_without_its_main_bet() -> None:
    """B4."""
    last = (MyBet("1/main", 2), MyBet("1/21+3", 100), MyBet("2/main", 500), MyBet("2/hot-3", 100))
    mine = slip()
    change = changed(mine, mine.repeat(last, RICH))
    assert amounts(change.placed) == {"2/main": 500}
    assert [note.data for note in change.notices] == [
        {"spot": "1/main", "because": "bet/below_minimum"},
        {"spot": "1/21+3", "because": "bet/no_main_bet"},
        {"spot": "2/hot-3", "because": "bet/unknown_side_bet"},
    ]


def test_repeat_is_refused_where_the_balance_does_not_cover_it() -> None:
    last = placed(slip(), ("1/main", 500)).bets()
    assert refused(slip().repeat(last, Means(499, {}))) == "ledger/overdraft"
    assert refused(slip().repeat((), RICH)) == "bet/nothing_to_repeat"


# -- side bets together, and bets of one fixed stake (B3) -----------------------------------------


def test_all_side_bets_places_one_chip_on_each_after_the_main_bet() -> None:
    """B3, Infinite."""
    mine = placed(slip(INFINITE), ("1/main", 500))
    change = changed(mine, mine.all_side_bets(200))
    assert amounts(change.placed) == dict.fromkeys(("1/any-pair", "1/21+3", "1/hot-3", "1/bust-it"), 200)


def test_bet_all_places_one_chip_on_every_side_bet_and_the_progressive_takes_exactly_one_unit() -> None:
    """B3, All Bets."""
    mine = placed(slip(), ("1/main", 500), ("2/main", 500))
    change = changed(mine, mine.bet_all(2, 500))
    sides = dict.fromkeys(("2/top-3", "2/perfect-pairs", "2/buster", "2/lucky-lucky", "2/21+3"), 500)
    assert amounts(change.placed) == {**sides, "2/progressive": 100}
    again = changed(mine, mine.bet_all(2, 2_500))
    assert amounts(again.placed) == dict.fromkeys(sides, 2_000)
    assert refused(mine.bet_all(2, 100)) == "bet/at_maximum"


@pytest.mark.parametrize("chip", [50, 100, 2_500])
def test_any_chip_on_the_progressive_places_exactly_one_unit(chip: int) -> None:
    """J1: and a second one is not taken."""
    mine = placed(slip(), ("1/main", 500))
    assert amounts(changed(mine, mine.add("1/progressive", chip)).placed) == {"1/progressive": 100}
    assert refused(mine.add("1/progressive", chip)) == "bet/at_maximum"
    assert amounts(changed(mine, mine.double(RICH)).placed) == {"1/main": 500}


def test_the_fixed_stake_is_enough_whatever_the_tables_minimum() -> None:
    """J1 with B2: gold side bets are at least 500, the progressive is 100 all the same."""
    mine = placed(slip(level="gold"), ("1/main", 2_500), ("1/progressive", 500))
    assert mine.below_minimum().is_empty


# -- when the bets close (B2) ---------------------------------------------------------------------


def test_below_the_minimum_a_spot_does_not_play_and_its_stake_goes_back() -> None:
    """B2: a main bet with its side bets, a side bet alone."""
    mine = placed(slip(), ("1/main", 98), ("1/21+3", 100), ("2/main", 100), ("2/21+3", 99), ("2/top-3", 100))
    change = changed(mine, mine.below_minimum())
    assert amounts(change.taken_back) == {"1/main": 98, "1/21+3": 100, "2/21+3": 99}
    assert [(note.code, note.data["spot"]) for note in change.notices] == [
        ("bet/below_minimum", "1/main"),
        ("bet/below_minimum", "2/21+3"),
    ]
    assert lying(mine) == {"2/main": 100, "2/top-3": 100}
    assert mine.below_minimum().is_empty


def test_undo_goes_on_with_what_is_left_after_some_of_it_went_back() -> None:
    mine = slip(CLASSIC, [5], behind=[2])
    changed(mine, mine.add_behind(2, 500))
    placed(mine, ("5/main", 300))
    changed(mine, mine.add_behind(2, 100))
    changed(mine, mine.without_leader([5]))
    assert lying(mine) == {"5/main": 300}
    assert amounts(changed(mine, mine.undo()).taken_back) == {"5/main": 300}
    assert refused(mine.undo()) == "bet/nothing_to_undo"


# -- bets behind (H1, H2) -------------------------------------------------------------------------


def test_one_bets_behind_others_and_never_behind_oneself() -> None:
    """H1."""
    mine = slip(CLASSIC, [2], behind=[3, 4])
    change = changed(mine, mine.add_behind(3, 500, Following(double=False)))
    assert amounts(change.placed) == {"3/main": 500}
    assert mine.bets() == (MyBet("3/main", 500, behind=True, follow_double=False),)
    assert (mine.playing, mine.behind) == ((), {3: 500})
    assert refused(mine.add_behind(2, 500)) == "bet/behind_own_hand"
    assert refused(mine.add_behind(5, 500)) == "bet/not_behind_here"
    assert refused(slip(INFINITE).add_behind(1, 500)) == "bet/no_bet_behind"


def test_a_bet_behind_has_no_side_bets_and_is_no_bet_of_ones_own() -> None:
    """H1, B7."""
    mine = slip(CLASSIC, [2], behind=[3])
    changed(mine, mine.add_behind(3, 500))
    assert refused(mine.add("3/21+3", 100)) == "bet/not_your_position"
    assert refused(mine.all_side_bets(100)) == "bet/no_main_bet"
    assert not mine.is_enough()
    assert "start-now" not in mine.can(RICH)


def test_a_bet_behind_has_the_limits_of_a_main_bet() -> None:
    """H1, B4."""
    mine = slip(CLASSIC, [], behind=[3])
    assert amounts(changed(mine, mine.add_behind(3, 10**6)).placed) == {"3/main": 500_000}
    assert refused(mine.add_behind(3, 100)) == "bet/at_maximum"
    small = slip(CLASSIC, [], behind=[3])
    changed(small, small.add_behind(3, 50))
    assert amounts(small.below_minimum().taken_back) == {"3/main": 50}


def test_what_is_followed_can_be_changed_and_goes_into_the_round() -> None:
    """H2."""
    mine = slip(CLASSIC, [2], behind=[3])
    assert refused(mine.follow(3, Following())) == "bet/none_behind"
    changed(mine, mine.add_behind(3, 500))
    change = changed(mine, mine.follow(3, Following(double=True, split=False)))
    assert not change.is_empty
    (bet,) = mine.engine_bets("7")
    assert (bet.behind, bet.follow_double, bet.follow_split) == (True, True, False)


def test_where_the_seats_player_does_not_play_the_bet_behind_goes_back() -> None:
    """H1."""
    mine = placed(slip(CLASSIC, [2], behind=[3, 4]), ("2/main", 300))
    for position in (3, 4):
        changed(mine, mine.add_behind(position, 500))
    change = changed(mine, mine.without_leader([2, 4]))
    assert amounts(change.taken_back) == {"3/main": 500}
    assert notices(change) == ["bet/nobody_to_follow"]
    assert lying(mine) == {"2/main": 300, "4/main": 500}
    assert mine.behind == {4: 500}


def test_bets_behind_are_repeated_where_they_still_can_be() -> None:
    """B3, H1: with what they follow."""
    mine = slip(CLASSIC, [2], behind=[3, 4])
    changed(mine, mine.add_behind(3, 500, Following(split=False)))
    changed(mine, mine.add_behind(4, 500))
    again = slip(CLASSIC, [2], behind=[3])
    change = changed(again, again.repeat(mine.bets(), RICH))
    assert amounts(change.placed) == {"3/main": 500}
    assert notices(change) == ["bet/not_repeated"]
    assert again.bets() == (MyBet("3/main", 500, behind=True, follow_split=False),)


# -- golden chips (K3) ----------------------------------------------------------------------------


def test_golden_chips_are_placed_like_chips_on_any_spot() -> None:
    """K3."""
    mine = slip(CASHBACK)
    changed(mine, mine.add("1/main", golden={500: 2}))
    changed(mine, mine.add("1/21+3", golden={100: 1}))
    assert mine.bets() == (MyBet("1/main", 0, {500: 2}), MyBet("1/21+3", 0, {100: 1}))
    (bet,) = mine.engine_bets("7")
    assert (bet.main, bet.golden, bet.sides, bet.golden_sides) == (0, 1000, {}, {"21+3": 100})


def test_golden_chips_are_only_played_where_the_game_has_them() -> None:
    """K3."""
    assert refused(slip().add("1/main", golden={500: 1})) == "bet/no_golden_chips"


def test_so_many_golden_chips_a_round_and_no_more() -> None:
    """K3: the operator sets how many."""
    mine = slip(CASHBACK, golden_per_round=3)
    changed(mine, mine.add("1/main", golden={500: 2}))
    assert refused(mine.add("2/main", golden={500: 2})) == "golden/too_many"
    changed(mine, mine.add("2/main", golden={100: 1}))
    assert refused(mine.double(Means(0, {500: 9, 100: 9}))) == "golden/too_many"


def test_chips_on_all_my_positions_are_counted_together() -> None:
    """K3, B6: two a position, three a round: the second position gets none."""
    mine = slip(CASHBACK, golden_per_round=3)
    change = changed(mine, mine.add("1/main", golden={500: 2}, all_mine=True))
    assert change.placed == (Placed("1/main", 0, {500: 2}),)


def test_double_is_all_or_nothing_with_golden_chips_too() -> None:
    """B3, K3: the money alone is not doubled where the chips cannot be."""
    mine = placed(slip(CASHBACK, golden_per_round=3), ("1/main", 500))
    changed(mine, mine.add("2/main", golden={500: 2}))
    assert refused(mine.double(Means(10_000, {500: 9}))) == "golden/too_many"


def test_a_fixed_stake_in_golden_chips_is_not_doubled() -> None:
    """B3, K3: DOUBLE & DEAL, where a game has both."""
    wide = slip(CASHBACK)
    game = wide.rules.variant
    fixed = msgspec.structs.replace(game.side_bets["top-3"], stake=5)
    both = msgspec.structs.replace(game, side_bets={**game.side_bets, "top-3": fixed})
    mine = Slip(both, wide.rules.limits, wide.rules.terms, (1, 2))
    last = (MyBet("1/main", 500), MyBet("1/top-3", 0, {500: 1}))
    change = changed(mine, mine.repeat(last, Means(10_000, {500: 9}), times=2))
    assert change.placed == (Placed("1/main", 1000), Placed("1/top-3", 0, {500: 1}))
    assert refused(mine.add("1/top-3", golden={500: 1})) == "bet/at_maximum"
    changed(mine, mine.add("2/main", 500))
    assert refused(mine.add("2/top-3", golden={100: 1})) == "bet/exact_stake"


def test_whether_golden_chips_mix_with_regular_ones_is_the_operators_to_say() -> None:
    """K3."""
    mixing = placed(slip(CASHBACK), ("1/main", 500))
    changed(mixing, mixing.add("1/main", golden={500: 1}))
    assert lying(mixing) == {"1/main": 1000}
    apart = placed(slip(CASHBACK, golden_mixed=False), ("1/main", 500))
    assert refused(apart.add("1/main", golden={500: 1})) == "golden/not_mixed"
    changed(apart, apart.add("1/21+3", golden={100: 1}))
    assert refused(apart.add("1/21+3", 100)) == "golden/not_mixed"


def test_a_golden_chip_cannot_be_cut_at_the_maximum() -> None:
    """K3 with B2: of three only those that fit are placed."""
    mine = placed(slip(CASHBACK), ("1/main", 498_800))
    change = changed(mine, mine.add("1/main", golden={500: 3}))
    assert change.placed == (Placed("1/main", 0, {500: 2}),)
    assert notices(change) == ["bet/capped"]
    assert refused(mine.add("1/main", golden={500: 1})) == "bet/at_maximum"


def test_double_doubles_golden_chips_with_golden_chips() -> None:
    """B3, K3."""
    mine = slip(CASHBACK)
    changed(mine, mine.add("1/main", 300, {500: 2}))
    assert refused(mine.double(Means(300, {500: 1}))) == "golden/not_enough"
    assert changed(mine, mine.double(Means(300, {500: 2}))).placed == (Placed("1/main", 300, {500: 2}),)


def test_golden_chips_that_are_gone_are_not_repeated() -> None:
    """B3, K3."""
    last = (MyBet("1/main", 300, {500: 2}), MyBet("2/main", 0, {500: 1}))
    mine = slip(CASHBACK)
    change = changed(mine, mine.repeat(last, Means(1000, {500: 1})))
    assert change.placed == (Placed("1/main", 300), Placed("2/main", 0, {500: 1}))
    assert notices(change) == ["golden/not_repeated"]
    fewer = slip(CASHBACK)
    change = changed(fewer, fewer.repeat(last, Means(1000, {500: 2})))
    assert change.placed == (Placed("1/main", 300, {500: 2}),)
    assert notices(change) == ["bet/not_repeated"]
    again = slip(CASHBACK)
    assert changed(again, again.repeat(last, Means(1000, {500: 3}))).placed == (
        Placed("1/main", 300, {500: 2}),
        Placed("2/main", 0, {500: 1}),
    )


# -- what is shown --------------------------------------------------------------------------------


def test_buttons_are_on_where_they_do_something() -> None:
    """B3."""
    last = placed(slip(), ("1/main", 500)).bets()
    mine = slip()
    assert mine.can(RICH) == ()
    assert mine.can(RICH, last) == ("repeat", "rebet")
    placed(mine, ("1/main", 98))
    assert mine.can(RICH, last) == ("undo", "clear", "double", "all-side-bets")
    placed(mine, ("1/main", 2))
    assert mine.can(RICH, last) == ("undo", "clear", "double", "all-side-bets", "deal")
    assert "double" not in mine.can(Means(99, {}), last)


def test_start_now_is_enabled_when_i_sit_and_my_bet_is_at_least_the_minimum() -> None:
    """B7."""
    mine = placed(slip(CLASSIC, [2]), ("2/main", 98))
    assert "start-now" not in mine.can(RICH)
    assert "start-now" in placed(mine, ("2/main", 2)).can(RICH)


def test_my_bets_show_the_total_and_what_repeat_would_place() -> None:
    """B5, B3."""
    last = placed(slip(), ("1/main", 500), ("1/21+3", 100)).bets()
    empty = slip().my_bets("one", RICH, last)
    assert (empty.repeat_minor, empty.total_minor, empty.limits_level) == (600, 0, "bronze")
    mine = placed(slip(), ("1/main", 500))
    shown = mine.my_bets("one", RICH, last, added_minor=250, seats=(1,), locked=True)
    assert (shown.bets, shown.total_minor, shown.repeat_minor) == ((MyBet("1/main", 500),), 750, 0)
    assert (shown.can, shown.locked, shown.seats) == ((), True, (1,))
    assert mine.my_bets("one", RICH, is_open=False).can == ()


def test_a_slip_is_the_same_again_from_what_was_stored() -> None:
    """T1, E4: with its history, so that UNDO goes on where it was."""
    mine = placed(slip(CLASSIC, [2], behind=[3]), ("2/main", 500), ("2/21+3", 100))
    changed(mine, mine.add_behind(3, 500, Following(double=False)))
    record = msgspec.json.decode(msgspec.json.encode(mine.to_record()), type=SlipRecord)
    again = Slip(mine.rules.variant, mine.rules.limits, mine.rules.terms, [2], [3], record)
    assert again.bets() == mine.bets()
    for _ in range(3):
        assert again.undo() == mine.undo()
        for one in (again, mine):
            changed(one, one.undo())
    assert again.is_empty


def test_a_change_can_be_stored_and_applied_again() -> None:
    """E4."""
    mine, again = slip(CLASSIC, [2], behind=[3]), slip(CLASSIC, [2], behind=[3])
    acts: list[Act] = [
        lambda one: one.add("2/main", 600_000),
        lambda one: one.add_behind(3, 500, Following(split=False)),
        lambda one: one.undo(),
    ]
    for act in acts:
        change = changed(mine, act(mine))
        again.apply(msgspec.json.decode(msgspec.json.encode(change), type=Change))
        assert again.to_record() == mine.to_record()


# -- whatever one does ----------------------------------------------------------------------------

PLAYER = 1
CHIPS = {500: 3, 100: 3}


def bank(terms: RoundTerms, level: str) -> Book:
    """A book with one player, a round that is open, 60,000 in the wallet and a few golden chips."""
    book = Book(HouseRules(), Head())
    for number, command in enumerate(
        [
            OpenAccount(key="k", at_ms=1, name="anna", currency="EUR"),
            Deposit(key="k", at_ms=1, player=PLAYER, currency="EUR", amount_minor=60_000),
            OpenJackpot(key="k", at_ms=1, jackpot="progressive", currency="EUR", seed_minor=1, contribution="3/100"),
            *(
                GrantGoldenChips(key="k", at_ms=1, player=PLAYER, value_minor=value, count=count, expires_ms=10**9)
                for value, count in CHIPS.items()
            ),
            OpenRound(key="k", at_ms=1, round="r", table="one", game="any", terms=terms),
        ]
    ):
        outcome = decide(book, msgspec.structs.replace(command, key=f"setup {number}"))
        assert not isinstance(outcome, Refusal), (command, outcome)
    book.register.people[PLAYER].vip_level = level
    return book


def booked(book: Book, change: Change, number: int) -> Refusal | None:
    for stakes, kind in ((change.placed, PlaceStakes), (change.taken_back, TakeBackStakes)):
        if stakes:
            command = kind(key=f"act {number}", at_ms=2, round="r", player=PLAYER, stakes=stakes)
            outcome = decide(book, command)
            return outcome if isinstance(outcome, Refusal) else None
    return None


def acts_on(variant_sides: list[str], positions: int) -> st.SearchStrategy[Act]:
    spots = st.builds("{}/{}".format, st.integers(1, positions), st.sampled_from(["main", *variant_sides]))
    amounts = st.sampled_from([2, 50, 98, 100, 500, 2_500, 15_000, 30_000])
    golden: st.SearchStrategy[Mapping[int, int]] = st.dictionaries(st.sampled_from([500, 100]), st.integers(1, 2))
    none: st.SearchStrategy[Mapping[int, int]] = st.just({})
    purse = Means(60_000, CHIPS)
    last = (MyBet("1/main", 30_000, {500: 1}), MyBet(f"1/{variant_sides[0]}", 100), MyBet("9/main", 10))
    return st.one_of(
        st.builds(
            lambda s, a, g, m: lambda one: one.add(s, a, g, all_mine=m), spots, amounts, none | golden, st.booleans()
        ),
        st.builds(lambda c: lambda one: one.all_side_bets(c), amounts),
        st.builds(lambda p, c: lambda one: one.bet_all(p, c), st.integers(1, positions), amounts),
        st.builds(lambda p, c: lambda one: one.add_behind(p, c), st.integers(1, 7), amounts),
        st.builds(lambda n: lambda one: one.repeat(last, purse, times=n), st.integers(1, 2)),
        st.builds(lambda p: lambda one: one.without_leader([p]), st.integers(1, positions)),
        st.sampled_from([Slip.undo, Slip.undo, Slip.clear, Slip.below_minimum, lambda one: one.double(purse)]),
    )


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_bank_books_whatever_the_slip_allows_and_both_know_the_same(game: str, data: st.DataObject) -> None:
    """B2, B3, B4, K3: the bank refuses only for want of money or chips, which the slip leaves to it."""
    behind = game == CLASSIC
    mine = slip(game, [1, 2] if behind else None, behind=[3, 4] if behind else ())
    book = bank(mine.rules.terms, "bronze")
    most = 2 if behind else mine.rules.variant.table.positions
    act = acts_on(list(mine.rules.variant.side_bets), most)
    for number in range(data.draw(st.integers(1, 12))):
        before = mine.to_record()
        change = data.draw(act)(mine)
        assert mine.to_record() == before, "asking changes nothing"
        if isinstance(change, Refusal):
            continue
        if refusal := booked(book, change, number):
            assert refusal.code in ("ledger/overdraft", "golden/not_enough"), (refusal, change)
            continue
        mine.apply(change)
        check(mine, book)


def check(mine: Slip, book: Book) -> None:
    stakes = {spot: stake.real_minor + stake.golden_minor for spot, stake in book.stakes_of("r", PLAYER).items()}
    assert lying(mine) == {spot: amount for spot, amount in stakes.items() if amount}
    for spot, amount in lying(mine).items():
        position, _, bet = spot.partition("/")
        least_most = mine.rules.bounds(bet)
        assert amount <= least_most[1]
        assert bet == "main" or f"{position}/main" in lying(mine), "a side bet without its main bet"
    undone = Slip(mine.rules.variant, mine.rules.limits, mine.rules.terms, mine.positions, (), mine.to_record())
    while isinstance(change := undone.undo(), Change):
        undone.apply(change)
    assert undone.is_empty, "UNDO takes back everything, in the end"


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_is_left_when_the_bets_close_can_be_played(game: str, data: st.DataObject) -> None:
    """B2: the engine takes what the slip gives it."""
    mine = slip(game, [1, 2] if game == CLASSIC else None)
    act = acts_on(list(mine.rules.variant.side_bets), len(mine.positions))
    for _ in range(data.draw(st.integers(1, 8))):
        change = data.draw(act)(mine)
        if isinstance(change, Change):
            mine.apply(change)
    mine.apply(mine.below_minimum())
    if bets := mine.engine_bets("7"):
        round_ = Round(mine.rules.variant, bets)
        staked = sum(bet.original + sum(bet.sides.values()) + sum(bet.golden_sides.values()) for bet in round_.bets)
        assert staked == mine.total_minor
    assert mine.below_minimum().is_empty


def test_a_change_of_another_slip_is_a_fault_and_not_a_bet() -> None:
    with pytest.raises((ValueError, KeyError)):
        slip(FREE_CHIP).apply(Change(taken_back=(Placed("1/main", 500),)))
    with pytest.raises(ValueError, match="less than nothing"):
        placed(slip(), ("1/main", 400)).apply(Change(taken_back=(Placed("1/main", 500),)))
