"""The exact value of a variant's main game, off the top of a full shoe or of any other.

>>> from ventuno.variant import load
>>> round(100 * solve(load("infinite")).composition.rtp_initial, 2)
99.47
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache

import numpy as np

from ventuno.arrays import Floats
from ventuno.odds.again import SplittingAgain, Ways
from ventuno.odds.cells import by_composition
from ventuno.odds.composition import VALUES, Composition, checked, full_shoe, must_last
from ventuno.odds.first_decision import PLAY, SPLITS, FirstDecision, decide, value_of_splits
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.joint import FatesByPair, SharedFates, all_fates, answer_each_other
from ventuno.odds.prepared import (
    FREE_PLANE,
    MOST_ROUNDS,
    REAL_PLANE,
    cells_of,
    empty_valued,
    evaluate,
    layout_of,
    no_bonus,
    prepare,
    reach_of,
    same,
    weigh,
)
from ventuno.odds.roots import SplitRoots, dealt_chances, openings_of
from ventuno.odds.rules import NumericRules, read
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import DecisionCells, Valued
from ventuno.variant.model import Variant


class Solution:
    """Both strategy classes of one variant and shoe, each worked out when it is first asked for."""

    def __init__(self, variant: Variant, shoe: Composition) -> None:
        self.variant = variant
        self.shoe = shoe
        self.rules = read(variant)
        must_last(shoe, self.rules.hands)
        self._game = _Game(self.rules, shoe)

    @cached_property
    def composition(self) -> Strategy:
        """The best play that knows the hand's own cards (after a split that hand's, and the pair)."""
        return self._game.by_composition()

    @cached_property
    def total(self) -> Strategy:
        """The best play that a chart can say."""
        return self._game.by_total()


def solve(variant: Variant, shoe: Composition | None = None) -> Solution:
    """The solution of a variant, with its own full shoe or another composition (A, 2 to 9, tens)."""
    return Solution(variant, full_shoe(variant.shoe.decks) if shoe is None else checked(shoe))


@cache
def _alone(rules: NumericRules, plane: int) -> DecisionCells:
    """The states that share their decision with no other."""
    states, among = layout_of(rules).states, cells_of(rules, plane, False).members
    shared = np.array([rules.most_hands(pair) > 2 for pair in range(VALUES)] + [False])[states.pair[among]]
    return by_composition(states, among[~shared])


@lru_cache(maxsize=256)
def _sharing(rules: NumericRules, plane: int, pairs: bytes) -> DecisionCells:
    """Those of some pairs (a flag for each) that share a decision with the other layers of their pair."""
    states, among = layout_of(rules).states, cells_of(rules, plane, False).members
    wanted = np.append(np.frombuffer(pairs, dtype=np.bool_), False)[states.pair[among]]
    return by_composition(states, among[wanted])


@cache
def _split_cells(rules: NumericRules) -> DecisionCells:
    """The states after a split, each alone."""
    states = layout_of(rules).states
    return by_composition(states, np.flatnonzero(states.pair != AS_DEALT))


class _Game:
    """One variant and one shoe."""

    def __init__(self, rules: NumericRules, shoe: Composition) -> None:
        self.rules = rules
        self.shoe = shoe
        self.prepared = prepare(rules, layout_of(rules), shoe)
        self.openings = openings_of(rules)
        self.chance = dealt_chances(self.openings, shoe)
        self.rides_free = np.array([rules.splits_free(pair) for pair in range(VALUES)])
        self.ways = Ways(self.prepared, self.openings, self.rides_free)
        self.planes = (REAL_PLANE, FREE_PLANE) if self.rides_free.any() and rules.hands > 1 else (REAL_PLANE,)

    def by_composition(self) -> Strategy:
        planes = [empty_valued(self.prepared) for _ in self.planes]
        for plane, play in zip(self.planes, planes, strict=True):
            evaluate(self.prepared, _alone(self.rules, plane), plane, no_bonus(), play)
        again = self._resplit(planes)
        split = _split_cells(self.rules)
        given_back = answer_each_other(self.prepared, split, self._fates, planes[REAL_PLANE])
        return self._strategy("composition", planes, again, given_back)

    def _resplit(self, planes: list[Valued]) -> SplittingAgain:
        """Plays the hands of splits that may go on, and decides which do, until both agree."""
        again = SplittingAgain(self.ways, self.ways.likely(planes[REAL_PLANE]) if self.ways.goes_on.any() else None)
        changed = self.ways.goes_on
        for _ in range(MOST_ROUNDS):
            if not changed.any():
                break
            for plane, play in zip(self.planes, planes, strict=True):
                cells = _sharing(self.rules, plane, changed.tobytes())
                roots, instead = (self._split_weights(plane, some) for some in (again.roots, self.ways.never))
                weigh(self.prepared, cells, plane, play, roots, instead)
            changed = again.improve(planes)
        return again

    def by_total(self) -> Strategy:
        """Policy iteration: weigh each cell by how often its hands are reached, decide, weigh again."""
        cells = [cells_of(self.rules, plane, True) for plane in self.planes]
        planes = [empty_valued(self.prepared) for _ in self.planes]
        again = SplittingAgain(self.ways)
        anywhere = [self._weights(plane, self.ways.never, None) for plane in self.planes]
        spare = [
            reach_of(self.prepared, cells[plane], anywhere[plane], planes[plane], always=True) for plane in self.planes
        ]
        fates, reach, best = SharedFates(self.prepared, self._fates), spare, None
        for _ in range(MOST_ROUNDS):
            before = [(play.hits.copy(), play.doubles.copy()) for play in planes]
            for plane, play in zip(self.planes, planes, strict=True):
                evaluate(self.prepared, cells[plane], plane, fates.bonus, play, reach[plane], spare[plane])
            if not fates.follow(planes[REAL_PLANE]):
                real = planes[REAL_PLANE]
                evaluate(self.prepared, cells[REAL_PLANE], REAL_PLANE, fates.bonus, real, decided=True)
            choice = None if best is None else best.first.choice
            changed = again.improve(planes).any()
            best = self._strategy("total", planes, again, fates.given_back)
            settled = not changed and all(same(was, play) for was, play in zip(before, planes, strict=True))
            if settled and choice is not None and (choice == best.first.choice).all():
                break
            reach = [
                reach_of(self.prepared, cells[plane], self._weights(plane, again.roots, best.first), planes[plane])
                for plane in self.planes
            ]
        assert best is not None
        return best

    def _weights(self, plane: int, counted: SplitRoots, first: FirstDecision | None) -> Floats:
        """How often each two-card state is played on from, given the first decisions."""
        splits = np.ones((VALUES, VALUES))
        plays = self.chance
        if first is not None:
            splits = first.choice[self.openings.pair_row] == SPLITS
            plays = self.chance * (first.choice == PLAY)
        roots = self._split_weights(plane, counted)
        pairs = self.chance[self.openings.pair_row] * splits
        roots[self.openings.split] *= pairs[self.openings.pair]
        if plane == REAL_PLANE:
            roots[self.openings.dealt] = plays
        return roots

    def _split_weights(self, plane: int, counted: SplitRoots) -> Floats:
        roots = self.prepared.zeros()
        roots[self.openings.split] = counted.of(plane, self.rides_free[self.openings.pair])
        return roots

    @cached_property
    def _fates(self) -> FatesByPair:
        return all_fates(self.prepared, _split_cells(self.rules))

    def _strategy(self, name: str, planes: list[Valued], again: SplittingAgain, given_back: Floats) -> Strategy:
        free = planes[FREE_PLANE] if len(planes) > 1 else None
        both = (planes[REAL_PLANE], free)
        splits = value_of_splits(self.prepared, self.openings, again.roots, both, self.rides_free, given_back)
        first = decide(self.prepared, self.openings, both[0], splits, self.chance, name == "total")
        possible = self.chance > 0
        ev = float((self.chance * np.where(possible, first.value, 0)).sum())
        stake = float((self.chance * np.where(possible, first.stake, 0)).sum())
        return Strategy(name, ev, stake, self.prepared, self.openings, first, both, again.taken())
