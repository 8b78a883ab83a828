"""How the hands of a split add up.

By exchangeability the value of one hand of a split depends only on how many cards of the pair's
value (a) and how many others (b) are known to be gone. Being told that b others are gone is being
told nothing, less being told that they are of the pair's value:

    f(a, b) = (f(a, b-1) - v f(a+1, b-1)) / (1 - v),   v the chance that one more card is a pair card

so every split comes down to a weighted sum of f(a, 0): one hand with a more pair cards gone. The
weights depend on the shoe and on how many hands there may be, never on how they are played.

The first hand keeps the original bet and is played first; the second card of a hand is looked at
when its turn comes, and only while the player would split it again: always or never, which may be
different for the hand with the original bet and for those on free chips.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from ventuno.arrays import Floats

OTHER, PAIR = 0, 1  # what the second card of a split hand is


@dataclass(frozen=True, slots=True)
class Weights:
    """[layer, second card]: of the hand with the original bet, and of all the others together."""

    first: Floats
    others: Floats

    @property
    def layers(self) -> int:
        return len(self.first)

    def of(self, plane: int) -> Floats:
        return self.others if plane else self.first


@dataclass(frozen=True, slots=True)
class _Ending:
    """One way the splitting may end, as a pattern of second cards."""

    ways: int
    pairs: int  # pair cards drawn and split
    others: int  # hands whose second card was looked at and is another
    open: int  # hands whose second card nobody needed to look at
    first_is_open: bool


@dataclass(frozen=True, slots=True)
class Again:
    """Whether a hand of a split that is a pair once more is split again: the first one, and the others."""

    first: bool
    others: bool


ALWAYS, NEVER = Again(True, True), Again(False, False)
# What a player may do: all hands of a paid split are alike, those of a free one ride on different bets.
ON_EQUAL_BETS = (ALWAYS, NEVER)
ON_FREE_CHIPS = (ALWAYS, NEVER, Again(True, False), Again(False, True))


def _endings(most: int, again: Again) -> Iterator[_Ending]:
    """The first hand is looked at until it holds another card or there are hands enough, then the rest."""
    if not again.first:
        for (pairs, others, open_), ways in _rest(most if again.others else 2, 0, 1, 0).items():
            yield _Ending(ways, pairs, others, open_ + 1, True)
        return
    for pairs in range(most - 1):
        if pairs + 2 == most:
            yield _Ending(1, pairs, 0, most, True)
        else:
            for ending, ways in _rest(most if again.others else pairs + 2, pairs, 1 + pairs, 1).items():
                yield _Ending(ways, *ending, False)


def _rest(most: int, pairs: int, pending: int, others: int) -> dict[tuple[int, int, int], int]:
    """How the hands after the first end: (pairs, others, open) -> ways."""
    if pending == 0 or pairs + 2 == most:
        return {(pairs, others, pending): 1}
    found: dict[tuple[int, int, int], int] = defaultdict(int)
    for ending, ways in _rest(most, pairs, pending - 1, others + 1).items():
        found[ending] += ways
    for ending, ways in _rest(most, pairs + 1, pending + 1, others).items():
        found[ending] += ways
    return found


@cache
def weights(pair_cards: int, cards: int, most: int, again: Again = ALWAYS) -> Weights:
    """The weights where so many pair cards, of so many cards, are left after the pair and the up card."""
    first: dict[tuple[int, int], float] = defaultdict(float)
    others: dict[tuple[int, int], float] = defaultdict(float)
    for end in _endings(most, again):
        open_, closed = end.open, end.others
        if end.first_is_open:
            _add(first, end.pairs, closed, (OTHER, PAIR), end.ways, pair_cards, cards)
            open_ -= 1
        else:
            _add(first, end.pairs, closed - 1, (OTHER,), end.ways, pair_cards, cards)
            closed -= 1
        if open_:
            _add(others, end.pairs, end.others, (OTHER, PAIR), end.ways * open_, pair_cards, cards)
        if closed:
            _add(others, end.pairs, end.others - 1, (OTHER,), end.ways * closed, pair_cards, cards)
    layers = 1 + max(layer for layer, _ in (*first, *others))
    return Weights(_as_array(first, layers), _as_array(others, layers))


def layers_needed(most: int) -> int:
    """The most layers any shoe needs for so many hands."""
    return weights(10**6, 10**7, most).layers


def _as_array(some: dict[tuple[int, int], float], layers: int) -> Floats:
    array = np.zeros((layers, 2))
    for place, weight in some.items():
        array[place] = weight
    return array


def _add(
    into: dict[tuple[int, int], float],
    pairs: int,
    others: int,
    seconds: tuple[int, ...],
    ways: int,
    pair_cards: int,
    cards: int,
) -> None:
    """Adds ways × P(pairs, others gone) × f(pairs, others), written in terms of f(a, 0)."""
    chance = _chance(pairs, others, pair_cards, cards)
    if chance == 0.0:
        return
    for layer, weight in _expanded(pairs, others, pair_cards, cards).items():
        for second in seconds:
            into[layer, second] += ways * chance * weight


@cache
def _expanded(pairs: int, others: int, pair_cards: int, cards: int) -> dict[int, float]:
    """f(pairs, others) as a sum of f(a, 0)."""
    if others == 0:
        return {pairs: 1.0}
    found: dict[int, float] = defaultdict(float)
    pair_next = (pair_cards - pairs) / (cards - pairs - (others - 1))
    for layer, weight in _expanded(pairs, others - 1, pair_cards, cards).items():
        found[layer] += weight / (1 - pair_next)
    if pair_next > 0:
        for layer, weight in _expanded(pairs + 1, others - 1, pair_cards, cards).items():
            found[layer] -= weight * pair_next / (1 - pair_next)
    return dict(found)


def _chance(pairs: int, others: int, pair_cards: int, cards: int) -> float:
    """That given cards are so many pair cards and so many others, in a given order."""
    chance = 1.0
    for i in range(pairs):
        chance *= max(pair_cards - i, 0) / (cards - i)
    for i in range(others):
        chance *= max(cards - pair_cards - i, 0) / (cards - pairs - i)
    return chance
