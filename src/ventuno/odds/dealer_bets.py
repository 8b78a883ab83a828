"""Bets that the dealer busts: exact, by going through every final hand of the dealer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import Any

from ventuno.odds.composition import ACE, TEN, VALUES, Composition, full_shoe
from ventuno.odds.dealer import final_hands
from ventuno.odds.priced import SideBetReturn, priced
from ventuno.odds.solve import Solution
from ventuno.sidebets import SideBet, glimpse
from ventuno.sidebets.judged import judged
from ventuno.variant.model import SideBetPrices, Variant

Bust = tuple[int, int]  # up card, how many cards

NO_BUST = 0
LOOKS_AT = frozenset(("natural", "up_value", "dealer_busts", "dealer_count"))


@lru_cache(maxsize=32)
def bust_chances(shoe: Composition, hits_soft_17: bool) -> dict[Bust, Fraction]:
    """That the up card is this one and the dealer busts with so many cards."""
    ways: dict[Bust, int] = {}
    for final in final_hands(hits_soft_17):
        if final.total <= 21:
            continue
        hands = 1
        for have, drawn in zip(shoe, final.cards, strict=True):
            hands *= perm(have, drawn)
        if hands:
            size = sum(final.cards)
            for up, orderings in enumerate(final.orderings):
                if orderings:
                    ways[up, size] = ways.get((up, size), 0) + orderings * hands
    return {place: Fraction(count, perm(sum(shoe), place[1])) for place, count in ways.items()}


def on_the_dealers_hand(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    """Whether and how the dealer busts, and whether the player has a blackjack: never how the hand was played."""
    hits, shoe = variant.dealer.soft_17 == "hits", full_shoe(variant.shoe.decks)
    size = sum(shoe)
    natural = Fraction(2 * shoe[ACE] * shoe[TEN], size * (size - 1))
    rest = tuple(count - (value in (ACE, TEN)) for value, count in enumerate(shoe))
    ends, with_natural = _ends(shoe, hits), _ends(rest, hits)
    found: dict[str | None, Fraction] = {}
    for (up, cards), p in ends.items():
        both = natural * with_natural.get((up, cards), Fraction(0))
        for has_natural, share in ((True, both), (False, p - both)):
            outcome = judged(bet, glimpse(natural=has_natural, **the_dealer(up, cards)))
            found[outcome] = found.get(outcome, Fraction(0)) + share
    return priced(prices, found)


def _ends(shoe: Composition, hits_soft_17: bool) -> dict[Bust, Fraction]:
    """The busts, and under `NO_BUST` everything else."""
    busts = bust_chances(shoe, hits_soft_17)
    return busts | {(up, NO_BUST): p for up, p in enumerate(stays_chances(shoe, busts))}


def stays_chances(shoe: Composition, busts: dict[Bust, Fraction]) -> list[Fraction]:
    """[up card]: that it is this one and the dealer does not bust."""
    busted = [sum((p for (up, _), p in busts.items() if up == value), Fraction(0)) for value in range(VALUES)]
    return [Fraction(count, sum(shoe)) - lost for count, lost in zip(shoe, busted, strict=True)]


def the_dealer(up: int, cards: int) -> dict[str, Any]:
    """What is known of the dealer; of a hand that is not bust nobody has counted the cards."""
    shown = {"up_value": up + 1, "dealer_busts": cards != NO_BUST}
    return shown if cards == NO_BUST else {**shown, "dealer_count": cards}
