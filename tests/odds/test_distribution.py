"""The distribution of the net result: exact for one split, sampled with its error for more."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.odds.brute_force import BruteForce, Cards, Done, Shoe
from tests.odds.small_games import GAMES, RULES, SMALL, changed, plays
from ventuno.odds import Distribution, distribution, solve
from ventuno.odds.distribution import rounds
from ventuno.odds.distribution.endings import Plays
from ventuno.odds.distribution.two_hands import two_hands
from ventuno.odds.prepared import REAL_PLANE
from ventuno.odds.strategy import Strategy
from ventuno.variant import Variant, from_notation, load

EXACT_GAMES = [name for name in GAMES if load(name).hand.splits < 2]
EXACT_LINES = ["6D H17 SPL0 LS", "8D S17 DAS SPL1", "2D ENHC SPL1", "6D SPL1 ES BJ6:5", "1D SPL1 OBO H17"]
ONE_SPLIT = [name for name, variant in RULES.items() if variant.hand.splits < 2]
MORE_SPLITS = [name for name, variant in RULES.items() if variant.hand.splits == 2]
SHOES = list(SMALL)

ACE, SIX = 0, 5


@cache
def worked_out(name: str) -> tuple[Strategy, Distribution]:
    variant = load(name)
    strategy = solve(variant).total
    return strategy, distribution(variant, strategy)


class EveryRound(BruteForce):
    """The brute force, with the chance of each net result where it had the mean.

    A result is a place in a row of chances, in tenths of the bet; the brute force adds such rows up,
    weighed by the chances of the cards, as it adds numbers.
    """

    BROKE_EVEN = 100

    def settle(self, done: tuple[Done, ...], up: int, hole: int, shoe: Shoe) -> tuple[Any, float]:
        row = np.zeros(2 * self.BROKE_EVEN + 1)
        if {up, hole} == {1, 10}:
            return self.certain(self.against_blackjack(done, up)), 0.0
        for final, p in self.dealer_ends(tuple(sorted((up, hole))), shoe).items():
            row += p * self.certain(sum(self.against(hand, final, up) for hand in done))
        return row, 0.0

    def round(self, cards: Cards, up: int, hole: int, shoe: Shoe) -> tuple[Any, float]:
        net, stake = super().round(cards, up, hole, shoe)
        return (self.certain(net) if isinstance(net, (int, float)) else net), stake

    def certain(self, net: float) -> Any:
        row = np.zeros(2 * self.BROKE_EVEN + 1)
        row[round(10 * net) + self.BROKE_EVEN] = 1
        return row

    def probabilities(self) -> dict[Fraction, float]:
        row: Any = self.value()[0]
        return {Fraction(int(at) - self.BROKE_EVEN, 10): float(row[at]) for at in np.flatnonzero(row)}


def small(rules: str) -> tuple[Variant, Shoe]:
    """The rules with a shoe of their own: every shoe meets every kind of rule."""
    variant = RULES[rules]
    cards = SMALL[SHOES[list(RULES).index(rules) % len(SHOES)]]
    if sum((i + 1) * n for i, n in enumerate(cards)) <= 30 * (variant.hand.splits + 1) + 26:
        cards = tuple(2 * count if value == 9 else count for value, count in enumerate(cards))
    return variant, cards


@pytest.mark.parametrize("rules", ONE_SPLIT)
def test_with_one_split_every_chance_is_that_of_playing_every_round(rules: str) -> None:
    variant, cards = small(rules)
    solution = solve(variant, cards)
    for strategy in (solution.composition, solution.total):
        found = distribution(variant, strategy)
        every = EveryRound(variant, cards, plays(strategy)).probabilities()
        assert found.probabilities == pytest.approx(every, abs=1e-12)
        mean = sum(float(net) * p for net, p in every.items())
        variance = sum((float(net) - mean) ** 2 * p for net, p in every.items())
        assert found.mean == pytest.approx(mean, abs=1e-12)
        assert found.sd == pytest.approx(variance**0.5, abs=1e-12)
        assert found.error == 0.0
        assert (found.largest_loss, found.largest_win) == (min(every), max(every))


@pytest.mark.parametrize("rules", MORE_SPLITS)
def test_with_more_splits_every_chance_is_within_the_stated_error(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "DEALS", 1 << 17)
    variant, cards = small(rules)
    strategy = solve(variant, cards).total
    found = distribution(variant, strategy)
    every = EveryRound(variant, cards, plays(strategy)).probabilities()
    mean = sum(float(net) * p for net, p in every.items())
    sd = sum((float(net) - mean) ** 2 * p for net, p in every.items()) ** 0.5
    assert found.sd == pytest.approx(sd, abs=4 * found.sd_error)
    assert 0 < found.sd_error < 1e-2
    for net in every.keys() | found.probabilities.keys():
        assert found.probabilities.get(net, 0.0) == pytest.approx(every.get(net, 0.0), abs=4 * found.error + 1e-12)
    assert 0 < found.error < 1e-3
    assert found.largest_win >= max(every)
    assert found.largest_loss <= min(every)


@pytest.mark.parametrize("name", [*EXACT_GAMES, *EXACT_LINES])
def test_the_chances_of_all_results_add_up_to_one(name: str) -> None:
    _, found = worked_out(name)
    assert sum(found.probabilities.values()) == pytest.approx(1, abs=1e-12)
    assert all(p > 0 for p in found.probabilities.values())
    assert list(found.probabilities) == sorted(found.probabilities)


@pytest.mark.parametrize("name", [*EXACT_GAMES, *EXACT_LINES])
def test_the_mean_of_the_results_is_the_exact_value(name: str) -> None:
    strategy, found = worked_out(name)
    assert found.mean == pytest.approx(strategy.ev, abs=1e-10)
    assert found.error == 0.0
    assert found.method.startswith("Exact")


@pytest.mark.parametrize("name", ["free-chip", "6D H17 DAS SPL3"])
def test_resplits_are_named_as_sampled_and_keep_the_exact_mean(name: str) -> None:
    strategy, found = worked_out(name)
    assert sum(found.probabilities.values()) == pytest.approx(1, abs=1e-12)
    assert found.mean == pytest.approx(strategy.ev, abs=1e-9)
    assert 0 < found.error < 5e-6
    assert 0 < found.sd_error < 1e-4
    assert "sampled" in found.method


def test_where_only_aces_could_be_split_again_nothing_is_sampled() -> None:
    variant = changed(load("6D SPL3"), hand={"resplit_aces": False, "splits": 1})
    assert distribution(variant).error == 0.0


@pytest.mark.parametrize(
    ("name", "loss", "win"),
    [
        ("classic-free-bet", -2, 2),  # two hands of a free split never doubled, or one paid double
        ("free-chip", -5, 8),  # four hands doubled free; or one bet doubled and three chips with a paid double
        ("infinite", -2, 2),
        ("all-bets", -4, 4),
        ("cashback", -4, 4),
        ("6D H17 DAS SPL3", -8, 8),
        ("1D SPL2 NDAS", -3, 3),
        ("6D SPL0", -2, 2),
        ("6D SPL0 D10 BJ3:2", -2, 2),
    ],
)
def test_the_largest_win_and_loss_are_what_the_rules_allow(name: str, loss: int, win: int) -> None:
    _, found = worked_out(name)
    assert (found.largest_loss, found.largest_win) == (Fraction(loss), Fraction(win))


def test_two_split_hands_share_the_dealers_hand() -> None:
    """Two aces against a 6, one card each: both win together far more often than against two dealers."""
    variant = load("infinite")
    strategy = solve(variant).total
    split = Plays(strategy, ACE, SIX, REAL_PLANE)
    together = two_hands(split, split)
    prepared, states = strategy.prepared, strategy.prepared.states
    at = np.flatnonzero((states.pair == ACE) & (states.layer == 0) & (states.size == 2))
    second = states.gone[at].copy()
    second[:, ACE] -= 2
    left = np.array(prepared.shoe) - 2 * (np.arange(10) == ACE) - (np.arange(10) == SIX)
    chance = (second * left).sum(axis=1) / left.sum()
    win, lose = (float((chance * of[at, SIX]).sum()) for of in prepared.table.chances[:2])
    assert together.moment(1) == pytest.approx(2 * (win - lose), abs=1e-12)
    assert together[Fraction(2)] > win**2 + 0.05
    variance_apart = 2 * (win + lose - (win - lose) ** 2)
    assert together.moment(2, together.moment(1)) > 1.3 * variance_apart


def test_a_natural_is_a_result_of_its_own() -> None:
    for name, pays in (("6D SPL0", Fraction(3, 2)), ("6D SPL1 ES BJ6:5", Fraction(6, 5))):
        _, found = worked_out(name)
        naturals = 2 * (24 / 312) * (96 / 311)
        assert naturals * 0.94 < found.probabilities[pays] < naturals * 0.97


def test_hits_pushes_and_losses_are_all_there_is() -> None:
    _, found = worked_out("all-bets")
    losses = sum(p for net, p in found.probabilities.items() if net < 0)
    assert found.hit_frequency + found.push_frequency + losses == pytest.approx(1, abs=1e-12)
    assert found.push_frequency == found.probabilities[Fraction(0)]
    assert found.variance == pytest.approx(found.sd**2, abs=1e-15)


def test_the_same_question_has_the_same_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "DEALS", 1 << 14)
    variant = from_notation("1D SPL2")
    assert distribution(variant) == distribution(variant)


def test_a_strategy_for_other_rules_is_not_taken() -> None:
    with pytest.raises(ValueError, match="other rules"):
        distribution(load("infinite"), solve(load("all-bets")).total)
