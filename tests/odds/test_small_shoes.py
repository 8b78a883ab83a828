"""The solver against the brute force: the same strategy, the same small shoe, the same value."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tests.odds.brute_force import Asked, BruteForce, Policy, Shoe, count_up
from tests.odds.small_games import RULES, SMALL, BestUnsplit, changed, plays
from ventuno.odds import solve
from ventuno.variant import Variant, from_notation

SHOES = list(SMALL)


def case(name: str) -> list[str]:
    """Two shoes for each rule set, so that every shoe meets every kind of rule."""
    at = list(RULES).index(name)
    return [SHOES[at % len(SHOES)], SHOES[(at // len(SHOES) + at + 2) % len(SHOES)]]


@pytest.mark.parametrize(("rules", "shoe"), [(rules, shoe) for rules in RULES for shoe in case(rules)])
def test_a_strategy_is_worth_what_playing_every_round_of_it_brings(rules: str, shoe: str) -> None:
    variant, cards = RULES[rules], SMALL[shoe]
    if sum((i + 1) * n for i, n in enumerate(cards)) <= 30 * (variant.hand.splits + 1) + 26:
        cards = tuple(2 * count if value == 9 else count for value, count in enumerate(cards))
    solution = solve(variant, cards)
    for strategy in (solution.composition, solution.total):
        ev, stake = BruteForce(variant, cards, plays(strategy)).value()
        assert strategy.ev == pytest.approx(ev, abs=1e-12)
        assert strategy.stake == pytest.approx(stake, abs=1e-12)


@pytest.mark.parametrize("shoe", SHOES)
@pytest.mark.parametrize("rules", RULES)
def test_without_splits_no_play_is_better(rules: str, shoe: str) -> None:
    variant, cards = changed(RULES[rules], hand={"splits": 0}), SMALL[shoe]
    assert solve(variant, cards).composition.ev == pytest.approx(BestUnsplit(variant, cards).value(), abs=1e-12)


Place = tuple[object, object, int, bool]  # the third is the up card
Key = Callable[[Asked], Place]


def _exchanged(usual: Policy, at: object, key: Key) -> Policy:
    """The strategy with hit and stand exchanged in one place."""

    def policy(asked: Asked) -> str:
        action = usual(asked)
        if key(asked) == at and action in ("hit", "stand"):
            return "stand" if action == "hit" else "hit"
        return action

    return policy


def _met(variant: Variant, cards: Shoe, usual: Policy, key: Key) -> list[Place]:
    """The places where the strategy is asked at all."""
    places: set[Place] = set()

    def policy(asked: Asked) -> str:
        places.add(key(asked))
        return usual(asked)

    BruteForce(variant, cards, policy).value()
    return sorted(places, key=repr)


def _by_hand(asked: Asked) -> Place:
    return asked.split and asked.cards[0], tuple(sorted(asked.cards)), asked.up_card, asked.free_chip


def _by_total(asked: Asked) -> Place:
    own_row = not asked.split and len(asked.cards) == 2 and asked.cards[0] == asked.cards[1]
    return own_row, count_up(asked.cards), asked.up_card, asked.free_chip


LINES = ["1D SPL1", "1D SPL2 H17 ENHC", "1D SPL3 FREE RSA HSA", "all-bets", "busted plus one"]


@pytest.mark.parametrize("line", LINES)
def test_no_single_change_makes_a_strategy_better(line: str) -> None:
    variant = RULES.get(line) or from_notation(line)
    cards = SMALL["58T"] if variant.hand.splits < 3 else SMALL["A6T"]
    solution = solve(variant, cards)
    for strategy, key in ((solution.composition, _by_hand), (solution.total, _by_total)):
        usual = plays(strategy)
        plain = BruteForce(variant, cards, usual)
        places = _met(variant, cards, usual, key)
        for at in random.Random(1).sample(places, min(12, len(places))):
            other, _ = BruteForce(variant, cards, _exchanged(usual, at, key), plain, at[2]).value()
            assert other <= strategy.ev + 1e-12
