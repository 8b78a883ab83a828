"""Having split: the value of a split takes the better of splitting again or not, for every pair and up card."""

from __future__ import annotations

import numpy as np
import pytest

from tests.odds.brute_force import Asked, BruteForce, Policy, Shoe
from tests.odds.small_games import SMALL, changed, plays
from ventuno.cards import RANKS, Card, cards
from ventuno.odds import Strategy, action_values, distribution, policy_of, solve
from ventuno.odds.first_decision import PLAY, SPLITS
from ventuno.odds.splits import ON_FREE_CHIPS, weights
from ventuno.simulator import simulate
from ventuno.variant import Variant, from_notation, load

ORDINARY = ["6D", "1D NDAS", "8D H17 RSA HSA", "2D D10 ENHC"]
FREE = ["6D FREE PUSH22", "1D FREE RSA"]


@pytest.mark.parametrize("line", [*ORDINARY, *FREE])
@pytest.mark.parametrize("strategy", ["composition", "total"])
def test_leave_to_split_again_never_lowers_what_a_split_is_worth(line: str, strategy: str) -> None:
    once, thrice = (getattr(solve(from_notation(f"{line} SPL{splits}")), strategy) for splits in (1, 3))
    less, more = (one.first.split[one.openings.pair_row] for one in (once, thrice))
    if strategy == "composition":
        assert (more >= less - 1e-12).all()
    splits = thrice.first.choice[thrice.openings.pair_row] == SPLITS
    assert (more[splits] >= less[splits] - 1e-12).all()


@pytest.mark.parametrize("hand", ["Th Td", "5h 5d", "4h 4d", "9h 9d", "8h 8d"])
@pytest.mark.parametrize("up", range(10))
def test_at_the_table_too_a_split_is_worth_at_least_splitting_once(hand: str, up: int) -> None:
    card, dealt = Card(f"{RANKS[up]}s"), cards(hand)
    once, thrice = (action_values(load(f"6D SPL{splits}"), dealt, card)["split"] for splits in (1, 3))
    assert thrice >= once - 1e-12
    strategy = solve(load("6D SPL3")).composition
    row, pair = strategy.openings.pair_row[dealt[0].points - 1], dealt[0].points - 1
    chance = strategy.prepared.rules.looks[up] * strategy.prepared.blackjack[strategy.openings.dealt[row], up]
    assert thrice == pytest.approx((strategy.first.split[row, up] + chance) / (1 - chance), abs=1e-12)
    assert (thrice > once + 1e-9) == strategy.splits_again(pair, up)


def test_nobody_splits_tens_again_who_has_split_them_once() -> None:
    """Two tens against a 6 were worth 0.4509 split, with every further ten split too; 0.5558 is right."""
    values = action_values(load("6D H17 DAS SPL3"), cards("Th Td"), Card("6s"))
    assert f"{values['split']:.4f}" == "0.5558"
    assert not solve(load("6D H17 DAS SPL3")).composition.again[0, 9].any()


# -- against brute force ----------------------------------------------------------------------------

GAMES = ["1D SPL2", "1D SPL2 H17 ENHC", "1D SPL2 FREE", "1D SPL3 FREE RSA HSA", "1D SPL2 NDAS OBO"]
SHOES: dict[str, Shoe] = {
    name: tuple(2 * count if value == 9 else count for value, count in enumerate(shoe))
    for name, shoe in SMALL.items()
    if name in ("A49T", "58T", "A6T")
}


def _splitting(strategy: Strategy, pair: int, up: int) -> Policy:
    """The strategy, but this pair is split against this up card."""
    usual = plays(strategy)

    def policy(asked: Asked) -> str:
        opening = not asked.split and asked.cards == (pair + 1, pair + 1) and asked.up_card == up + 1
        return "split" if opening else usual(asked)

    return policy


def _tens_ride_free(line: str) -> Variant:
    """Where even tens may be split for nothing, the hand with the real bet and those on chips differ."""
    variant = from_notation(line)
    return changed(variant, hand={"free_split": tuple(range(1, 11))}) if "FREE" in line else variant


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("line", GAMES)
@pytest.mark.parametrize("name", ["composition", "total"])
def test_what_a_split_is_worth_is_what_playing_every_round_of_it_brings(line: str, shoe: str, name: str) -> None:
    """Of every pair, against an up card of each kind, whether the strategy would split it or not."""
    variant, left = _tens_ride_free(line), SHOES[shoe]
    strategy = getattr(solve(variant, left), name)
    first, ups = strategy.first, [value for value in range(10) if left[value]]
    plain = BruteForce(variant, left, plays(strategy))
    for at, pair in enumerate(value for value in range(10) if left[value] >= 3):
        up, row = ups[(at + len(line)) % len(ups)], strategy.openings.pair_row[pair]
        if first.chance[row, up] == 0:
            continue
        forced, _ = BruteForce(variant, left, _splitting(strategy, pair, up), plain, up + 1).value()
        gain = first.chance[row, up] * (first.split[row, up] - first.value[row, up])
        assert forced == pytest.approx(strategy.ev + gain, abs=1e-12)


@pytest.mark.parametrize("pairs", [(6, 9), (10,), (2, 3, 4)])
def test_where_some_pairs_split_freely_each_kind_is_decided_by_itself(pairs: tuple[int, ...]) -> None:
    """The pairs that change their mind may all be paid ones, and then no hand on a chip is played anew."""
    variant, left = changed(from_notation("2D SPL2"), hand={"free_split": pairs}), SHOES["A49T"]
    assert solve(variant).composition.ev >= solve(variant).total.ev - 1e-15
    strategy = solve(variant, left).composition
    assert strategy.ev == pytest.approx(BruteForce(variant, left, plays(strategy)).value()[0], abs=1e-12)


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("line", GAMES)
def test_no_single_pair_is_better_split_again_or_better_left(line: str, shoe: str) -> None:
    variant, left = _tens_ride_free(line), SHOES[shoe]
    strategy = solve(variant, left).composition
    plain = BruteForce(variant, left, plays(strategy))
    ups = [value for value in range(10) if left[value]]
    for at, pair in enumerate(value for value in range(10) if left[value] >= 3):
        up = ups[(at + len(line)) % len(ups)]
        usual, _ = BruteForce(variant, left, _splitting(strategy, pair, up), plain, up + 1).value()
        for free_chip in (False, True) if variant.hand.free_split else (False,):
            other = _exchanged(_splitting(strategy, pair, up), strategy, pair, up, free_chip)
            assert BruteForce(variant, left, other, plain, up + 1).value()[0] <= usual + 1e-12


def _exchanged(usual: Policy, strategy: Strategy, pair: int, up: int, free_chip: bool) -> Policy:
    again = strategy.splits_again(pair, up, free_chip)

    def policy(asked: Asked) -> str:
        here = asked.split and asked.may_split and asked.cards == (pair + 1, pair + 1) and asked.up_card == up + 1
        if not here or asked.free_chip != free_chip:
            return usual(asked)
        hand = tuple(2 * (value == pair) for value in range(10))
        return strategy.action(hand, up, pair, free_chip) if again else "split"

    return policy


@pytest.mark.parametrize("again", ON_FREE_CHIPS)
@pytest.mark.parametrize("most", [2, 3, 4, 10])
@pytest.mark.parametrize(("pair_cards", "left"), [(22, 309), (94, 309), (2, 49), (0, 40)])
def test_whoever_splits_again_there_is_one_first_hand(again: object, most: int, pair_cards: int, left: int) -> None:
    weight = weights(pair_cards, left, most, again)  # type: ignore[arg-type]
    layers = np.arange(weight.layers)
    pair = np.clip((pair_cards - layers) / (left - layers), 0, 1)
    second = np.stack((1 - pair, pair), axis=1)
    assert (weight.first * second).sum() == pytest.approx(1, abs=1e-12)
    assert 1 - 1e-12 <= (weight.others * second).sum() <= most - 1 + 1e-12


# -- the other readings -----------------------------------------------------------------------------


def _all_splits(line: str) -> tuple[Variant, Strategy]:
    """The best chart, made to split every pair once: then it is seen at work what is split again."""
    variant = _tens_ride_free(line)
    strategy = solve(variant).total
    rows = strategy.openings.pair_row
    first = strategy.first
    first.choice[rows] = SPLITS
    first.value[rows], first.stake[rows] = first.split[rows], np.nan
    ev = float((first.chance * np.where(first.chance > 0, first.value, 0)).sum())
    object.__setattr__(strategy, "ev", ev)
    return variant, strategy


@pytest.mark.parametrize("line", ["1D SPL3", "6D SPL3 NDAS", "2D SPL2 FREE PUSH22"])
def test_the_simulator_and_the_distribution_split_again_where_the_strategy_does(line: str) -> None:
    variant, strategy = _all_splits(line)
    found = simulate(variant, policy_of(strategy), 2_000_000, 21)
    assert found.mean.covers(strategy.ev, z=4)
    exact = distribution(variant, strategy)
    assert exact.mean == pytest.approx(strategy.ev, abs=1e-12)
    assert abs(found.sd.value - exact.sd) < 4 * (found.sd.se**2 + exact.sd_error**2) ** 0.5
    assert PLAY not in strategy.first.choice[strategy.openings.pair_row]
