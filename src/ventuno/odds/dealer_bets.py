"""Bets that the dealer busts: exact, by going through every final hand of the dealer."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import perm

from ventuno.cards import RANKS, Card, cards
from ventuno.odds.composition import ACE, TEN, VALUES, Composition, full_shoe
from ventuno.odds.dealer import FinalHand, final_hands
from ventuno.odds.side_bets import SideBetReturn, priced
from ventuno.odds.solve import Solution
from ventuno.sidebets import Seen, SideBet
from ventuno.variant.model import SideBetPrices, Variant

Bust = tuple[int, int]  # up card, how many cards

NATURAL = cards("As Kh")
NO_NATURAL = cards("9s 8h")


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


@lru_cache(maxsize=4)
def examples(hits_soft_17: bool) -> dict[Bust, tuple[Card, ...]]:
    """For each up card and number of cards, one hand that busts so."""
    found: dict[Bust, tuple[Card, ...]] = {}
    for final in final_hands(hits_soft_17):
        for up in range(VALUES):
            place = up, sum(final.cards)
            if final.total > 21 and final.orderings[up] and place not in found:
                found[place] = _cards(final, up)
    return found


def _cards(final: FinalHand, up: int) -> tuple[Card, ...]:
    values = [value for value, count in enumerate(final.cards) for _ in range(count)]
    values.remove(up)
    return tuple(Card(RANKS[value] + "s") for value in (up, *values))


def on_the_dealers_hand(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    """The dealer's hand, and whether the player has a blackjack: never how the hand was played."""
    hits, shoe = variant.dealer.soft_17 == "hits", full_shoe(variant.shoe.decks)
    size = sum(shoe)
    natural = Fraction(2 * shoe[ACE] * shoe[TEN], size * (size - 1))
    rest = tuple(count - (value in (ACE, TEN)) for value, count in enumerate(shoe))
    busts, with_natural = bust_chances(shoe, hits), bust_chances(rest, hits)
    found: dict[str | None, Fraction] = {}
    for place, hand in examples(hits).items():
        both = natural * with_natural.get(place, Fraction(0))
        for first_two, p in ((NATURAL, both), (NO_NATURAL, busts.get(place, Fraction(0)) - both)):
            outcome = bet.judge(Seen(first_two, hand, first_two))
            found[outcome] = found.get(outcome, Fraction(0)) + p
    stays = 1 - sum(busts.values())
    stays_with_natural = natural * (1 - sum(with_natural.values()))
    for first_two, p in ((NATURAL, stays_with_natural), (NO_NATURAL, stays - stays_with_natural)):
        outcome = bet.judge(Seen(first_two, cards("Ts 9s"), first_two))
        found[outcome] = found.get(outcome, Fraction(0)) + p
    return priced(prices, found)
