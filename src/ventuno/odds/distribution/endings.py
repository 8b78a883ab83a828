"""Every way one hand of a split can end under a strategy.

A way of playing that looks at its own hand comes to an ending by so many orders of the cards drawn,
whatever the shoe: the chance of the ending is that number times one product of falling factorials.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import VALUES
from ventuno.odds.distribution.ends import BUST_HAND, CHARLIE_HAND, ends
from ventuno.odds.hands import BUST
from ventuno.odds.kernel import kernel
from ventuno.odds.prepared import FREE_PLANE, REAL_PLANE
from ventuno.odds.rules import FREE, PAID
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import CHARLIE, DECIDES

DIGITS = np.array([64**value for value in range(VALUES)], dtype=np.int64)


@dataclass(frozen=True)
class Plays:
    """How hands after the split of one pair are played against one up card, on one plane.

    `goes_on` and `doubles` are by state; `rank` is what a state's hand is where it ends.
    """

    strategy: Strategy
    pair: int
    up: int
    plane: int

    @property
    def real(self) -> int:
        return int(self.plane == REAL_PLANE)

    @property
    def free(self) -> int:
        return int(self.plane == FREE_PLANE)

    @cached_property
    def splits_again(self) -> bool:
        """Whether such a hand is split when it is a pair, and one more card of the pair is there at all."""
        shoe = self.strategy.prepared.shoe
        left = shoe[self.pair] - (self.pair == self.up) - 2
        return left > 0 and self.strategy.splits_again(self.pair, self.up, self.plane == FREE_PLANE)

    @cached_property
    def doubles(self) -> Bools:
        play = self.strategy.planes[self.plane]
        assert play is not None
        found: Bools = play.doubles[:, self.up]
        return found

    @cached_property
    def goes_on(self) -> Bools:
        play = self.strategy.planes[self.plane]
        assert play is not None
        asked = self.strategy.prepared.layout.kind == DECIDES
        found: Bools = asked & play.hits[:, self.up] & ~self.doubles
        return found

    @cached_property
    def states(self) -> Ints:
        """Those of the pair; what one card more makes of a hand comes before it."""
        states = self.strategy.prepared.states
        return np.flatnonzero((states.pair == self.pair) & (states.layer == 0))

    @cached_property
    def rank(self) -> Ints:
        layout = self.strategy.prepared.layout
        return np.where(layout.kind == CHARLIE, CHARLIE_HAND, layout.states.total)


class Endings(NamedTuple):
    key: Ints  # the cards added to the one of the pair, as one number; those of two hands may be added
    orders: Floats
    kind: Ints  # which of `ends` it is
    ends: Ints  # each once; see ends.py


def endings_of(plays: Plays, may_hold_pair: bool) -> Endings:
    """All endings, or those of hands whose second card is not of the pair's value.

    Busts are many, and every other ending is listed: so under the code of a bust (of a hand not
    doubled) stands, if there is any, whatever may become of the hand, as one ending of no cards, or that
    less one of another card of the pair. `less_the_others` makes it the bust again.
    """
    states = plays.strategy.prepared.states
    mine = plays.states
    two = mine[states.size[mine] == 2]
    if not may_hold_pair:
        two = two[states.gone[two, plays.pair] == 2]
    orders = np.zeros(len(states))
    orders[two] = 1
    _count_orders(mine, states.hit, plays.goes_on, orders)
    reached = mine[orders[mine] > 0]
    parts = [_stood(plays, reached, orders), _doubled(plays, reached, orders)]
    if (states.hit[reached[plays.goes_on[reached]]] == BUST).any():
        parts.append(_anything(plays, may_hold_pair))
    keys, counts, codes = (np.concatenate(column) for column in zip(*parts, strict=True))
    return _merged(keys - 2 * DIGITS[plays.pair], counts, codes)


def bust_of(plays: Plays) -> int:
    """The end of a hand that hits and is bust."""
    return int(ends(BUST_HAND, plays.real, plays.free))


def less_the_others(joint: Floats, codes: Ints, bust: int) -> None:
    """[end, ...]: turns what stands under the bust, whatever may become of the hand, into the bust."""
    at = np.flatnonzero(codes == bust)
    joint[at] -= joint[codes != bust].sum(axis=0)


_Part = tuple[Ints, Floats, Ints]


def _stood(plays: Plays, reached: Ints, orders: Floats) -> _Part:
    at = reached[~(plays.goes_on | plays.doubles)[reached]]
    keys = plays.strategy.prepared.states.gone[at] @ DIGITS
    return keys, orders[at], ends(plays.rank[at], plays.real, plays.free)


def _anything(plays: Plays, may_hold_pair: bool) -> _Part:
    pair = DIGITS[plays.pair]
    keys, orders = np.array([2 * pair, 3 * pair]), np.array([1.0, -1.0])
    kept = slice(1 if may_hold_pair else 2)
    return keys[kept], orders[kept], np.full(2, bust_of(plays))[kept]


def _doubled(plays: Plays, reached: Ints, orders: Floats) -> _Part:
    layout = plays.strategy.prepared.layout
    at = np.repeat(reached[plays.doubles[reached]], VALUES)
    card = np.tile(np.arange(VALUES), len(at) // VALUES)
    child = layout.states.hit[at, card]
    rank = np.where(child == BUST, BUST_HAND, plays.rank[child])
    real, free = plays.real + (layout.double[at] == PAID), plays.free + (layout.double[at] == FREE)
    return layout.states.gone[at] @ DIGITS + DIGITS[card], orders[at], ends(rank, real, free)


def _merged(keys: Ints, orders: Floats, codes: Ints) -> Endings:
    """Equal cards with an equal end are one ending."""
    order = np.lexsort((keys, codes))
    keys, orders, codes = keys[order], orders[order], codes[order]
    new = np.concatenate(([0], np.flatnonzero((np.diff(keys) != 0) | (np.diff(codes) != 0)) + 1))
    different, kind = np.unique(codes[new], return_inverse=True)
    return Endings(keys[new], np.add.reduceat(orders, new), kind.reshape(-1), different)


@kernel
def _count_orders(states: Ints, hit: Ints, goes_on: Bools, orders: Floats) -> None:
    for i in range(len(states) - 1, -1, -1):
        s = states[i]
        if goes_on[s] and orders[s] > 0.0:
            for v in range(VALUES):
                if hit[s, v] >= 0:
                    orders[hit[s, v]] += orders[s]
