"""Every hand a player can hold, enumerated once, and the states that values are computed for.

A hand is a multiset of cards not over 21. A state is a hand in a situation: the hand as dealt, or
a hand after the split of a pair, where the pair's other card, and more of its kind, are known to be
gone. Hands are listed so that whatever one card more makes of a hand comes before it: high hard
totals first, then soft ones, then 11 and below. No table here depends on how many decks there are:
what the shoe does not hold is drawn with a chance of nought.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import numpy as np

from ventuno.arrays import Bools, Ints
from ventuno.odds.composition import ACE, VALUES

BUST: Final = -1
NEVER_ASKED: Final = -2
AS_DEALT: Final = -1  # the `pair` of a state that comes from no split

_BASE: Final = 64  # of the number a multiset is written as
_DIGITS: Final = np.array([_BASE**value for value in range(VALUES)], dtype=np.int64)
_POINTS: Final = np.arange(1, VALUES + 1)


@dataclass(frozen=True, slots=True)
class Hands:
    """All hands of one card or more, in the order in which they can be evaluated."""

    cards: Ints  # [hand, value]
    total: Ints
    soft: Bools
    size: Ints
    stage: Ints  # equal stages are independent of each other
    hit: Ints  # [hand, value]: the hand with that card, or BUST


@cache
def all_hands() -> Hands:
    cards = _multisets(21)
    low = cards @ _POINTS
    soft = (cards[:, ACE] > 0) & (low <= 11)
    total = np.where(soft, low + 10, low)
    stage = np.where(soft, 31 - total, np.where(total >= 12, 21 - total, 31 - total))
    order = np.lexsort((cards @ _DIGITS, stage))
    cards, low, soft, total, stage = cards[order], low[order], soft[order], total[order], stage[order]
    return Hands(cards, total, soft, cards.sum(axis=1), stage, _one_card_more(cards, low))


def _multisets(most: int) -> Ints:
    """All multisets of one to `most` points, built up one value at a time."""
    made = np.zeros((1, VALUES), dtype=np.int64)
    for value in range(VALUES):
        points = value + 1
        grown = [made]
        for _ in range(most // points):
            last = grown[-1].copy()
            last[:, value] += 1
            grown.append(last[last @ _POINTS <= most])
        made = np.concatenate(grown)
    some: Ints = made[made.sum(axis=1) > 0]
    return some


def _one_card_more(cards: Ints, low: Ints) -> Ints:
    keys = cards @ _DIGITS
    by_key = np.argsort(keys)
    wanted = keys[:, None] + _DIGITS[None, :]
    places = np.minimum(np.searchsorted(keys, wanted, sorter=by_key), len(keys) - 1)
    found = by_key[places]
    return np.where(low[:, None] + _POINTS[None, :] <= 21, found, BUST)


@dataclass(frozen=True, slots=True)
class States:
    """Hands in situations, flat: each row is one state."""

    hand: Ints
    pair: Ints  # the value that was split, or AS_DEALT
    layer: Ints  # how many more cards of the pair's value are known to be gone
    total: Ints
    soft: Bools
    size: Ints
    stage: Ints
    hit: Ints  # [state, value]
    gone: Ints  # [state, value]: the hand's own cards and what else is known to be gone
    shoes: Ints  # [shoe, value]: every distinct `gone`
    shoe: Ints  # which of them the state has

    def __len__(self) -> int:
        return len(self.hand)


@dataclass(frozen=True, slots=True)
class HandSet:
    """A set of hands with other cards gone: `only` restricts it to the hands that contain those cards."""

    pair: int = AS_DEALT
    layer: int = 0
    only: tuple[int, ...] = (0,) * VALUES
    most_cards: int = 21
    gone: tuple[int, ...] = (0,) * VALUES
    apart: bool = False  # its states come before all others


def of_pair(pair: int, layer: int, most_cards: int = 21) -> HandSet:
    """One hand after the split of a pair: it holds one of its cards, the other is gone."""
    one = tuple(int(value == pair) for value in range(VALUES))
    gone = tuple((1 + layer) * int(value == pair) for value in range(VALUES))
    return HandSet(pair, layer, one, most_cards, gone)


@lru_cache(maxsize=256)
def states_of(sets: tuple[HandSet, ...]) -> States:
    """The states of some sets of hands, so listed that what is worked on together lies together.

    That is pair by pair, hand by hand, and the layers of a hand side by side.
    """
    hands = all_hands()
    blocks = [_hands_in(one, hands) for one in sets]
    sizes = [len(block) for block in blocks]
    hand = np.concatenate(blocks)
    pair, layer, apart = (np.repeat([getattr(one, name) for one in sets], sizes) for name in ("pair", "layer", "apart"))
    order = np.lexsort((layer, hand, pair, ~apart))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    hits, start = [], 0
    for block in blocks:
        local = np.full(len(hands.cards) + 1, NEVER_ASKED, dtype=np.int64)
        local[block] = place[start : start + len(block)]
        local[BUST] = BUST
        hits.append(local[hands.hit[block]])
        start += len(block)
    gone = hands.cards[hand] + np.repeat([one.gone for one in sets], sizes, axis=0)
    hand, gone = hand[order], gone[order]
    _, first, shoe = np.unique(gone @ _DIGITS, return_index=True, return_inverse=True)
    return States(
        hand,
        pair[order],
        layer[order],
        hands.total[hand],
        hands.soft[hand],
        hands.size[hand],
        hands.stage[hand],
        np.concatenate(hits)[order],
        gone,
        gone[first],
        shoe.reshape(-1),
    )


def _hands_in(some: HandSet, hands: Hands) -> Ints:
    inside = (hands.cards >= np.array(some.only)).all(axis=1)
    inside &= (hands.size >= 2) & (hands.size <= some.most_cards)
    return np.flatnonzero(inside)
