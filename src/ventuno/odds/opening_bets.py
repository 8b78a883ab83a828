"""Bets on the first four cards: exact, by going through those that the bet looks at once.

Where a bet says that it holds suits alike, the first card may be a spade, and of two deals that differ
only by swapping hearts and diamonds one is enough; the player's two cards may then come in either order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product

from ventuno.cards import RANKS, SUITS, Card
from ventuno.odds.priced import SideBetReturn, priced
from ventuno.odds.solve import Solution
from ventuno.sidebets import Seen, SideBet, glimpse
from ventuno.sidebets.judged import judged
from ventuno.variant.model import SideBetPrices, Variant

LOOKS_AT = frozenset(("first_two", "natural", "up_card", "up_value", "hole_card"))

Deal = tuple[Card, ...]
_KEPT = 3  # cards: of four there are too many to keep


def on_the_first_cards(
    variant: Variant, bet: SideBet, prices: SideBetPrices, solution: Callable[[], Solution]
) -> SideBetReturn:
    return priced(prices, _chances(bet, variant.shoe.decks))


@lru_cache(maxsize=64)
def _chances(bet: SideBet, decks: int) -> dict[str | None, Fraction]:
    places = tuple(place for place, facts in _PLACES.items() if bet.looks_at & facts)
    cards = sum(2 if place == "first_two" else 1 for place in places)
    deals: Iterable[tuple[Seen, int]] = (
        _kept(decks, places, bet.alike) if cards <= _KEPT else _seen(decks, places, bet.alike)
    )
    found: dict[str | None, int] = {}
    for seen, ways in deals:
        outcome = judged(bet, seen)
        found[outcome] = found.get(outcome, 0) + ways
    total = sum(found.values())
    return {outcome: Fraction(ways, total) for outcome, ways in found.items()}


# The places that are dealt, in the order of the deal, and the facts each of them shows.
_PLACES = {
    "first_two": frozenset(("first_two", "natural")),
    "up_card": frozenset(("up_card", "up_value")),
    "hole_card": frozenset(("hole_card",)),
}


@lru_cache(maxsize=16)
def _kept(decks: int, places: tuple[str, ...], alike: bool) -> tuple[tuple[Seen, int], ...]:
    return tuple(_seen(decks, places, alike))


def _seen(decks: int, places: tuple[str, ...], alike: bool) -> Iterator[tuple[Seen, int]]:
    """All that can be dealt to these places, with the number of ways; any cards are as likely as any others."""
    mine = 2 if "first_two" in places else 0
    others = [place for place in places if place != "first_two"]
    for cards, ways in _deals(decks, mine + len(others), alike, bool(mine)):
        facts: dict[str, Card | Deal] = dict(zip(others, cards[mine:], strict=True))
        if mine:
            facts["first_two"] = cards[:2]
        yield glimpse(**facts), ways


def _deals(decks: int, size: int, alike: bool, either_order: bool) -> Iterator[tuple[Deal, int]]:
    """So many cards one after the other; `either_order`: the first two may be exchanged, where suits are alike."""
    suits = tuple(_suits_alike(size)) if alike else tuple((some, 1) for some in product(SUITS, repeat=size))
    for ranks in product(range(len(RANKS)), repeat=size):
        exchanged = 1
        if alike and either_order and ranks[0] != ranks[1]:
            if ranks[0] > ranks[1]:
                continue
            exchanged = 2
        for some, count in suits:
            cards = tuple(_CARD[rank, suit] for rank, suit in zip(ranks, some, strict=True))
            if ways := _ways(decks, cards) * count * exchanged:
                yield cards, ways


_CARD = {(rank, suit): Card(name + suit) for rank, name in enumerate(RANKS) for suit in SUITS}
_SWAPPED = str.maketrans("hd", "dh")


def _suits_alike(size: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Suits of which the first is a spade, and how many they stand for."""
    for others in product(SUITS, repeat=size - 1):
        text = "".join(others)
        swapped = text.translate(_SWAPPED)
        if text <= swapped:
            yield ("s", *others), 4 if text == swapped else 8


def _ways(decks: int, cards: Deal) -> int:
    if len(set(cards)) == len(cards):
        return math.prod([decks] * len(cards))
    ways = 1
    for i, card in enumerate(cards):
        ways *= max(decks - cards[:i].count(card), 0)
    return ways
