"""Having split: which pairs are split again, by up card and by what the hand rides on.

What a hand after a split is worth does not depend on whether others are split again; only how much it
counts for does. So once the hands are played, splitting always or never is a comparison of two sums.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import VALUES
from ventuno.odds.prepared import FREE_PLANE, REAL_PLANE, Prepared
from ventuno.odds.roots import Openings, SplitRoots, split_roots
from ventuno.odds.splits import ALWAYS, NEVER, ON_EQUAL_BETS, ON_FREE_CHIPS, Again
from ventuno.odds.values import Valued

_NOTHING_WORTH = 1e-13  # a gain that is no more than rounding changes nothing


class Ways:
    """Every way to go on splitting that a variant leaves, for one shoe, and what hands count for in each."""

    def __init__(self, prepared: Prepared, openings: Openings, rides_free: Bools) -> None:
        self.prepared = prepared
        self.openings = openings
        self.rides_free = rides_free
        self.goes_on = np.array([prepared.rules.most_hands(pair) > 2 for pair in range(VALUES)])
        self.all: tuple[Again, ...] = (ALWAYS,)
        if self.goes_on.any():
            self.all = ON_FREE_CHIPS if (self.goes_on & rides_free).any() else ON_EQUAL_BETS

    @cached_property
    def roots(self) -> list[SplitRoots]:
        return [split_roots(self.prepared, self.openings, again) for again in self.all]

    @property
    def never(self) -> SplitRoots:
        """Every hand that a split can make at once, pairs among them."""
        return self.roots[self.all.index(NEVER)] if NEVER in self.all else self.roots[0]

    @cached_property
    def _pairs(self) -> Floats:
        """[pair, split opening]."""
        found: Floats = (self.openings.pair[None, :] == np.arange(VALUES)[:, None]).astype(np.float64)
        return found

    def likely(self, play: Valued) -> Ints:
        """[pair, up card]: the way that is probably best, by hands as they are dealt; free splits go on.

        A guess saves work where it is right, and is corrected where it is not.
        """
        openings, hand = self.openings, self.prepared.rules.hand
        dealt = np.zeros((VALUES, VALUES, VALUES))
        value = play.value if hand.double_after_split else np.maximum(play.stand, play.hit)
        dealt[openings.low, openings.high] = dealt[openings.high, openings.low] = value[openings.dealt]
        shoe = np.array(self.prepared.shoe) / sum(self.prepared.shoe)
        two_hands = 2 * np.einsum("v,pvu->pu", shoe, dealt)
        own = dealt[np.arange(VALUES), np.arange(VALUES)]
        never = (own > two_hands) & (self.goes_on & ~self.rides_free)[:, None]
        found: Ints = np.where(never, self.all.index(NEVER) if NEVER in self.all else 0, 0)
        return found

    def values(self, planes: list[Valued]) -> Floats:
        """[way, pair, up card]: what the hands of a split bring together, as they are played."""
        at, free = self.openings.split, self.rides_free[self.openings.pair]
        played = [play.value[at] for play in planes]
        sums = [
            sum((roots.of(plane, free) * value for plane, value in zip((REAL_PLANE, FREE_PLANE), played, strict=False)))
            for roots in self.roots
        ]
        found: Floats = np.stack([self._pairs @ one for one in sums])
        for way in range(len(ON_EQUAL_BETS), len(self.all)):
            found[way, ~self.rides_free] = -np.inf
        return found


class SplittingAgain:
    """The best way found so far, by pair and up card; at first the likely one, or that every pair is split again."""

    def __init__(self, ways: Ways, likely: Ints | None = None) -> None:
        self.ways = ways
        self.choice: Ints = np.zeros((VALUES, VALUES), dtype=np.int64) if likely is None else likely
        self.roots = ways.roots[0]
        if self.choice.any():
            self._choose()

    def improve(self, planes: list[Valued]) -> Bools:
        """[pair]: takes the best way for hands played so; returns the pairs for which it is another one now."""
        if len(self.ways.all) == 1:
            return np.zeros(VALUES, dtype=np.bool_)
        values = self.ways.values(planes)
        now = np.take_along_axis(values, self.choice[None], axis=0)[0]
        better = (values.max(axis=0) > now + _NOTHING_WORTH) & self.ways.goes_on[:, None]
        self.choice = np.where(better, values.argmax(axis=0), self.choice)
        if better.any():
            self._choose()
        found: Bools = better.any(axis=1)
        return found

    def _choose(self) -> None:
        self.roots = self.ways.roots[0]
        chosen = self.choice[self.ways.openings.pair]
        for way in range(1, len(self.ways.all)):
            if (chosen == way).any():
                self.roots = self.roots.where(chosen == way, self.ways.roots[way])

    def taken(self) -> Bools:
        """[on a free chip, pair, up card]: whether a hand that is a pair once more is split."""
        by_way = np.array([[again.first for again in self.ways.all], [again.others for again in self.ways.all]])
        found: Bools = by_way[:, self.choice] & self.ways.goes_on[None, :, None]
        return found
