"""Where play begins: the first two cards as dealt, and the two cards of each hand after a split."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import VALUES, Composition
from ventuno.odds.hands import AS_DEALT, States
from ventuno.odds.prepared import FREE_PLANE, Layout, Prepared, layout_of
from ventuno.odds.rules import NumericRules
from ventuno.odds.splits import ALWAYS, Again, weights


@dataclass(frozen=True)
class Openings:
    """The states of two cards: as dealt (`dealt`, cards `low` ≤ `high`) and after splits."""

    dealt: Ints
    low: Ints
    high: Ints
    pair_row: Ints  # [pair]: which row of `dealt` it is
    split: Ints
    pair: Ints
    layer: Ints
    second: Ints  # the other card of the split hand


@cache
def openings_of(rules: NumericRules) -> Openings:
    return find_openings(layout_of(rules))


def find_openings(layout: Layout, start: int = 0) -> Openings:
    """Those of the layout, from one state on."""
    states = layout.states
    two = (states.size == 2) & (np.arange(len(states)) >= start)
    dealt = np.flatnonzero(two & (states.pair == AS_DEALT))
    low = (states.gone[dealt] > 0).argmax(axis=1)
    high = VALUES - 1 - (states.gone[dealt][:, ::-1] > 0).argmax(axis=1)
    pair_row = np.array([np.flatnonzero((low == v) & (high == v)).sum() for v in range(VALUES)])
    split = np.flatnonzero(two & (states.pair != AS_DEALT))
    return Openings(dealt, low, high, pair_row, split, states.pair[split], states.layer[split], _second(states, split))


def _second(states: States, split: Ints) -> Ints:
    cards = states.gone[split].copy()
    rows = np.arange(len(split))
    cards[rows, states.pair[split]] -= 2 + states.layer[split]
    found: Ints = cards.argmax(axis=1)
    return found


def dealt_chances(openings: Openings, shoe: Composition) -> Floats:
    """[opening, up card]: the chance of being dealt these two cards against this up card."""
    have = np.array(shoe, dtype=np.float64)
    cards = have.sum()
    low, high, up = openings.low[:, None], openings.high[:, None], np.arange(VALUES)[None, :]
    same = low == high
    two = have[low] * (have[high] - same) * np.where(same, 1, 2)
    third = have[up] - (up == low) - (up == high)
    found: Floats = np.maximum(two * third, 0) / (cards * (cards - 1) * (cards - 2))
    return found


@dataclass(frozen=True)
class SplitRoots:
    """[split opening, up card]: what a hand that begins so counts for in the value of the split."""

    first: Floats
    others: Floats

    def of(self, plane: int, rides_free: Bools) -> Floats:
        """On the plane of real bets, or of free chips; a paid split has every hand on the first."""
        if plane == FREE_PLANE:
            return np.where(rides_free[:, None], self.others, 0.0)
        return np.where(rides_free[:, None], self.first, self.first + self.others)

    def where(self, chosen: Bools, other: SplitRoots) -> SplitRoots:
        """The other's where it is chosen."""
        return SplitRoots(np.where(chosen, other.first, self.first), np.where(chosen, other.others, self.others))


def split_roots(prepared: Prepared, openings: Openings, again: Again = ALWAYS) -> SplitRoots:
    """Of every pair; those that make two hands at most have the same, whatever `again` says."""
    shape = (len(openings.split), VALUES)
    first, others = np.zeros(shape), np.zeros(shape)
    is_pair = (openings.second == openings.pair).astype(np.int64)
    cards = sum(prepared.shoe) - 3
    for pair in range(VALUES):
        rows = np.flatnonzero(openings.pair == pair)
        hands = prepared.rules.most_hands(pair)
        if len(rows) == 0 or hands < 2:
            continue
        for up in range(VALUES):
            pair_cards = prepared.shoe[pair] - 2 - (up == pair)
            if pair_cards < 0:
                continue
            weight = weights(pair_cards, cards, hands, again)
            inside = rows[openings.layer[rows] < weight.layers]
            first[inside, up] = weight.first[openings.layer[inside], is_pair[inside]]
            others[inside, up] = weight.others[openings.layer[inside], is_pair[inside]]
    chance = second_card_chances(prepared, openings)
    return SplitRoots(first * chance, others * chance)


def second_card_chances(prepared: Prepared, openings: Openings) -> Floats:
    """[split opening, up card]: that the hand's second card is the one it is, in its layer."""
    left = prepared.left[openings.split]
    cards = left.sum(axis=1)  # less the up card, and the second card put back
    drawn = left[np.arange(len(left)), openings.second] + 1
    matches = openings.second[:, None] == np.arange(VALUES)[None, :]
    chance: Floats = np.maximum(drawn[:, None] - matches, 0) / np.maximum(cards, 1)[:, None]
    return chance
