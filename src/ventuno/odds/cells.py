"""Which states share one decision: the strategy classes.

Composition: a player knows the cards of the hand, and after a split nothing but that hand and the
pair. Total: only what a chart can say. The total and whether it is soft; a pair as dealt; the number
of cards where a Charlie is near; a natural 17 where that is worth more.
"""

from __future__ import annotations

import numpy as np

from ventuno.arrays import Ints
from ventuno.odds.hands import AS_DEALT, States
from ventuno.odds.rules import NumericRules
from ventuno.odds.values import DecisionCells

_NEAR_CHARLIE = 2  # from so many cards short of it, a chart tells hands apart by their cards


def by_composition(states: States, among: Ints) -> DecisionCells:
    """Pair by pair, so that what is worked on together lies together."""
    return _cells(states.stage + 100 * (states.pair + 1), states.hand, among)


def by_total(states: States, rules: NumericRules, among: Ints) -> DecisionCells:
    near = np.maximum(states.size - (rules.charlie - 1 - _NEAR_CHARLIE), 0)
    as_dealt = (states.pair == AS_DEALT) & (states.size == 2)
    own_row = np.where(as_dealt & (states.gone.max(axis=1) == 2), 1 + states.gone.argmax(axis=1), 0)
    if rules.natural_17:
        own_row[as_dealt & (states.total == 17)] = 99
    return _cells(states.stage, near * 100 + own_row, among)


def _cells(stage: Ints, key: Ints, among: Ints) -> DecisionCells:
    stage, key = stage[among], key[among]
    order = np.lexsort((key, stage))
    stage, key = stage[order], key[order]
    new = np.flatnonzero((np.diff(stage) != 0) | (np.diff(key) != 0)) + 1
    first = np.concatenate(([0], new, [len(order)])) if len(order) else np.zeros(1, dtype=np.int64)
    return DecisionCells(first, among[order], len(first) == len(order) + 1)
