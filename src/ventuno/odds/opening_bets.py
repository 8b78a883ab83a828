"""Bets on the first cards: exact, by going through all of them once.

Suits are alike but for their colour, so the first card may be a spade, and of two cards that differ
only by swapping hearts and diamonds one is enough; the player's two cards may come in either order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from ventuno.cards import RANKS, Card
from ventuno.odds.side_bets import SideBetReturn, priced
from ventuno.odds.solve import Solution
from ventuno.sidebets import Seen, SideBet
from ventuno.variant.model import SideBetPrices, Variant


def _suits() -> Iterator[tuple[str, str, int]]:
    """Suits of the second and third card beside a spade, and how many pairs of suits they stand for."""
    swap = {"h": "d", "d": "h"}
    for two, three in product("shdc", repeat=2):
        swapped = swap.get(two, two), swap.get(three, three)
        if (two, three) == swapped:
            yield two, three, 4
        elif (two, three) < swapped:
            yield two, three, 8


@lru_cache(maxsize=8)
def _openings(decks: int) -> tuple[tuple[Seen, int], ...]:
    """All that can be dealt to one hand and as the up card, with the number of ways."""
    found = []
    suits = tuple(_suits())
    for a, one in enumerate(RANKS):
        for b, two in enumerate(RANKS[a:], a):
            for up in RANKS:
                for second, third, alike in suits:
                    cards = Card(one + "s"), Card(two + second), Card(up + third)
                    if ways := _ways(decks, cards) * alike * (1 if a == b else 2):
                        found.append((Seen(cards[:2], (cards[2],), cards[:2]), ways))
    return tuple(found)


def _ways(decks: int, cards: tuple[Card, ...]) -> int:
    ways = 1
    for i, card in enumerate(cards):
        ways *= max(decks - cards[:i].count(card), 0)
    return ways


def on_the_opening(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    return priced(prices, _chances(bet, _openings(variant.shoe.decks)))


def on_the_dealers_two(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    """The dealer's two cards are as likely as any other two."""
    two = ((Seen(seen.first_two, seen.first_two, seen.first_two), ways) for seen, ways in _openings(variant.shoe.decks))
    return priced(prices, _chances(bet, two))


def _chances(bet: SideBet, dealt: Iterable[tuple[Seen, int]]) -> dict[str | None, Fraction]:
    found: dict[str | None, int] = {}
    for seen, ways in dealt:
        outcome = bet.judge(seen)
        found[outcome] = found.get(outcome, 0) + ways
    total = sum(found.values())
    return {outcome: Fraction(ways, total) for outcome, ways in found.items()}
