"""A variant and a shoe, ready to be valued: the states, what is left for each, and its chances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.cells import by_composition, by_total
from ventuno.odds.composition import VALUES, Composition
from ventuno.odds.dealer import distributions, ordinary_tree
from ventuno.odds.hands import AS_DEALT, HandSet, States, of_pair, states_of
from ventuno.odds.rules import FREE, SPLIT, UNSPLIT, NumericRules
from ventuno.odds.splits import layers_needed
from ventuno.odds.values import (
    CHARLIE,
    DECIDES,
    ROOM,
    STANDS,
    Bonus,
    Chances,
    Columns,
    DecisionCells,
    StateTable,
    Valued,
    Weighing,
    chances,
    spread,
    stands_by,
    sweep,
)

REAL_PLANE, FREE_PLANE = 0, 1
_ALL_COLUMNS: Columns = tuple(range(VALUES))
MOST_ROUNDS = 20  # of policy iteration; three or four are usual


@dataclass(frozen=True)
class Layout:
    """The states of a variant, and how each may be played: the same for every shoe."""

    states: States
    situation: Ints
    kind: Ints
    double: Ints
    natural_17: Bools

    def cells(self, rules: NumericRules, plane: int, total: bool) -> DecisionCells:
        among = np.arange(len(self.states))
        if plane == FREE_PLANE:
            among = among[_rides_free(rules)[self.states.pair]]
        return by_total(self.states, rules, among) if total else by_composition(self.states, among)


def _rides_free(rules: NumericRules) -> Bools:
    """By pair; the last is for hands as dealt."""
    return np.array([rules.splits_free(pair) for pair in range(VALUES)] + [False])


def hand_sets_of(rules: NumericRules) -> tuple[HandSet, ...]:
    """The hand as dealt, and for every pair one hand after its split with more and more of it gone."""
    most_cards = min(rules.charlie, 21)
    found = [HandSet(most_cards=most_cards)]
    for pair in range(VALUES):
        found += hand_sets_of_pair(rules, pair)
    return tuple(found)


def hand_sets_of_pair(rules: NumericRules, pair: int) -> list[HandSet]:
    most = rules.most_hands(pair)
    most_cards = 2 if rules.one_card_each(pair) else min(rules.charlie, 21)
    return [of_pair(pair, layer, most_cards) for layer in range(layers_needed(most))] if most > 1 else []


def lay_out(rules: NumericRules, sets: tuple[HandSet, ...]) -> Layout:
    states = states_of(sets)
    split = states.pair != AS_DEALT
    kind = np.where(states.total == 21, STANDS, DECIDES)
    for pair in range(VALUES):
        if rules.one_card_each(pair):
            kind[states.pair == pair] = STANDS
    kind[states.size >= rules.charlie] = CHARLIE
    double = np.where(
        split,
        rules.double(states.total, states.soft, states.size, True),
        rules.double(states.total, states.soft, states.size, False),
    )
    natural_17 = ~split & (states.size == 2) & (states.total == 17) & rules.natural_17
    return Layout(states, np.where(split, SPLIT, UNSPLIT), kind, double, natural_17)


@cache
def layout_of(rules: NumericRules) -> Layout:
    return lay_out(rules, hand_sets_of(rules))


@cache
def cells_of(rules: NumericRules, plane: int, total: bool) -> DecisionCells:
    """All cells of a plane, for the total class; for composition those that are one state each."""
    return layout_of(rules).cells(rules, plane, total)


@dataclass(frozen=True)
class Prepared:
    """A layout and a shoe: what is left for each state, and its chances."""

    rules: NumericRules
    layout: Layout
    shoe: Composition
    table: StateTable

    @property
    def states(self) -> States:
        return self.layout.states

    @property
    def left(self) -> Floats:
        """[state, value]: the unseen cards, the up card among them."""
        return self.table.left

    @property
    def blackjack(self) -> Floats:
        """[state, up card]: the chance of a dealer's."""
        return self.table.chances.blackjack

    @cached_property
    def cards(self) -> Floats:
        """The unseen cards of each state, less the up card."""
        found: Floats = np.maximum(self.left.sum(axis=1) - 1, 1)
        return found

    def zeros(self) -> Floats:
        return np.zeros((len(self.states), VALUES))


def prepare(rules: NumericRules, layout: Layout, shoe: Composition, up_card: int | None = None) -> Prepared:
    """Everything about a shoe (still holding the hand's cards and the up card), for all up cards or one."""
    states = layout.states
    counts = np.array(shoe, dtype=np.float64)
    tree = ordinary_tree(rules.hits_soft_17, rules.pushes_22, up_card)
    results = distributions(tree, counts - states.shoes)
    left = counts - states.gone
    columns = _ALL_COLUMNS if up_card is None else (up_card,)
    found = Chances(*np.zeros((3, len(states), VALUES)))
    chances(columns, results, states.shoe, states.total, layout.natural_17, left, rules.bust_wins, found)
    blackjack = rules.blackjack
    table = StateTable(columns, states.hit, left, layout.situation, layout.kind, layout.double, blackjack, found)
    return Prepared(rules, layout, shoe, table)


def no_bonus() -> Bonus:
    nothing = np.zeros((0, VALUES))
    return Bonus(nothing, nothing)


def blank_bonus(prepared: Prepared) -> Bonus:
    """To be written into."""
    return Bonus(prepared.zeros(), prepared.zeros())


def empty_valued(prepared: Prepared) -> Valued:
    values = np.zeros((4, len(prepared.states), VALUES))
    return Valued(*values, *np.zeros((2, *values.shape[1:]), dtype=np.bool_))


def evaluate(
    prepared: Prepared,
    cells: DecisionCells,
    plane: int,
    bonus: Bonus,
    into: Valued,
    reach: Floats | None = None,
    spare: Floats | None = None,
    decided: bool = False,
) -> Valued:
    """Values the states of the cells in place, deciding each cell for the best unless it is decided."""
    free = plane == FREE_PLANE
    weighed, reach = reach is not None, into.value if reach is None else reach
    weighing = Weighing(weighed, reach, reach if spare is None else spare)
    sweep(prepared.table, cells, weighing, bonus, float(not free), float(free), decided, into, np.empty(ROOM))
    return into


def reach_of(prepared: Prepared, cells: DecisionCells, roots: Floats, play: Valued, always: bool = False) -> Floats:
    """How often each state is reached from the roots, under the play given or hitting always."""
    reach = roots.copy()
    spread(prepared.table, cells, play, always, np.empty(VALUES), reach)
    return reach


def paid_double(prepared: Prepared, play: Valued) -> Bools:
    """Where the best play doubles with real money."""
    found: Bools = play.doubles & (prepared.layout.double != FREE)[:, None]
    return found


def same(before: tuple[Bools, Bools], now: Valued) -> bool:
    """Whether the play is still what it was."""
    return bool((before[0] == now.hits).all() and (before[1] == now.doubles).all())


def weigh(prepared: Prepared, cells: DecisionCells, plane: int, play: Valued, roots: Floats, instead: Floats) -> None:
    """Decides hands that are played alike whatever the layer, each by how often it is reached.

    A hand that is never reached from the roots (a pair, where each is split again) is decided as it
    would be met from the roots `instead`.
    """
    spare = reach_of(prepared, cells, roots + instead, play, always=True)
    reach = spare
    for _ in range(MOST_ROUNDS):
        evaluate(prepared, cells, plane, no_bonus(), play, reach, spare)
        reach = reach_of(prepared, cells, roots, play)
        if stands_by(prepared.table, cells, reach, play):
            return
