"""A variant and a shoe, ready to be valued: the states, what is left for each, and its chances."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from ventuno.odds.cells import Cells, by_composition, by_total
from ventuno.odds.composition import VALUES, Composition
from ventuno.odds.dealer import distributions, ordinary_tree
from ventuno.odds.hands import AS_DEALT, Situation, States, of_pair, states_of
from ventuno.odds.rules import FREE, SPLIT, UNSPLIT, Rules
from ventuno.odds.splits import layers_needed
from ventuno.odds.values import CHARLIE, DECIDES, STANDS, Columns, chances, spread, stands_by, sweep

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

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

    def cells(self, rules: Rules, plane: int, total: bool) -> Cells:
        among = np.arange(len(self.states))
        if plane == FREE_PLANE:
            among = among[_rides_free(rules)[self.states.pair]]
        return by_total(self.states, rules, among) if total else by_composition(self.states, among)


def _rides_free(rules: Rules) -> Bools:
    """By pair; the last is for hands as dealt."""
    return np.array([rules.splits_free(pair) for pair in range(VALUES)] + [False])


def situations_of(rules: Rules) -> tuple[Situation, ...]:
    """The hand as dealt, and for every pair one hand after its split with more and more of it gone."""
    most_cards = min(rules.charlie, 21)
    found = [Situation(most_cards=most_cards)]
    for pair in range(VALUES):
        found += situations_of_pair(rules, pair)
    return tuple(found)


def situations_of_pair(rules: Rules, pair: int) -> list[Situation]:
    most = rules.most_hands(pair)
    most_cards = 2 if rules.one_card_each(pair) else min(rules.charlie, 21)
    return [of_pair(pair, layer, most_cards) for layer in range(layers_needed(most))] if most > 1 else []


def lay_out(rules: Rules, situations: tuple[Situation, ...]) -> Layout:
    states = states_of(situations)
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
def layout_of(rules: Rules) -> Layout:
    return lay_out(rules, situations_of(rules))


@cache
def cells_of(rules: Rules, plane: int, total: bool) -> Cells:
    """All cells of a plane, for the total class; for composition those that are one state each."""
    return layout_of(rules).cells(rules, plane, total)


@dataclass(frozen=True)
class Prepared:
    """The arrays that the kernels read."""

    rules: Rules
    layout: Layout
    shoe: Composition
    left: Floats
    win: Floats
    lose: Floats
    blackjack: Floats
    columns: Columns = _ALL_COLUMNS  # the up cards that are worked out

    @property
    def states(self) -> States:
        return self.layout.states

    @cached_property
    def cards(self) -> Floats:
        """The unseen cards of each state, less the up card."""
        found: Floats = np.maximum(self.left.sum(axis=1) - 1, 1)
        return found

    def zeros(self) -> Floats:
        return np.zeros((len(self.states), VALUES))

    def falses(self) -> Bools:
        return np.zeros((len(self.states), VALUES), dtype=np.bool_)


def prepare(rules: Rules, layout: Layout, shoe: Composition, up_card: int | None = None) -> Prepared:
    """Everything about a shoe (still holding the hand's cards and the up card), for all up cards or one."""
    states = layout.states
    counts = np.array(shoe, dtype=np.float64)
    tree = ordinary_tree(rules.hits_soft_17, rules.pushes_22, up_card)
    results = distributions(tree, counts - states.shoes)
    left = counts - states.gone
    win, lose, blackjack = (np.zeros((len(states), VALUES)) for _ in range(3))
    columns = _ALL_COLUMNS if up_card is None else (up_card,)
    chances(
        columns,
        results,
        states.shoe,
        states.total,
        layout.natural_17,
        left,
        rules.bust_wins,
        win,
        lose,
        blackjack,
    )
    return Prepared(rules, layout, shoe, left, win, lose, blackjack, columns)


@dataclass(frozen=True)
class Valued:
    """The values of each action and of the best, and what is best, [state, up card]."""

    stand: Floats
    hit: Floats
    doubled: Floats
    value: Floats
    hits: Bools
    doubles: Bools


@dataclass(frozen=True)
class Bonus:
    """What shared fate gives back, on average, when a state's hand ends in it (see joint.py)."""

    ends: Floats
    busts: Floats


def no_bonus() -> Bonus:
    nothing = np.zeros((0, VALUES))
    return Bonus(nothing, nothing)


def blank_bonus(prepared: Prepared) -> Bonus:
    """To be written into."""
    return Bonus(prepared.zeros(), prepared.zeros())


def empty_valued(prepared: Prepared) -> Valued:
    z = prepared.zeros
    return Valued(z(), z(), z(), z(), prepared.falses(), prepared.falses())


def evaluate(
    prepared: Prepared,
    cells: Cells,
    plane: int,
    bonus: Bonus,
    into: Valued,
    reach: Floats | None = None,
    spare: Floats | None = None,
    decided: bool = False,
) -> Valued:
    """Values the states of the cells in place, deciding each cell for the best unless it is decided."""
    layout = prepared.layout
    weighed = reach is not None
    reach = into.value if reach is None else reach
    sweep(
        prepared.columns,
        cells.first,
        cells.members,
        layout.states.hit,
        prepared.left,
        layout.situation,
        layout.kind,
        layout.double,
        prepared.rules.blackjack,
        prepared.win,
        prepared.lose,
        prepared.blackjack,
        bonus.ends,
        bonus.busts,
        0.0 if plane == FREE_PLANE else 1.0,
        1.0 if plane == FREE_PLANE else 0.0,
        decided,
        weighed,
        reach,
        reach if spare is None else spare,
        into.stand,
        into.hit,
        into.doubled,
        into.value,
        into.hits,
        into.doubles,
    )
    return into


def reach_of(prepared: Prepared, cells: Cells, roots: Floats, play: Valued, always: bool = False) -> Floats:
    """How often each state is reached from the roots, under the play given or hitting always."""
    reach = roots.copy()
    spread(
        prepared.columns,
        cells.first,
        cells.members,
        prepared.states.hit,
        prepared.left,
        prepared.layout.kind,
        play.hits,
        play.doubles,
        always,
        reach,
    )
    return reach


def paid_double(prepared: Prepared, play: Valued) -> Bools:
    """Where the best play doubles with real money."""
    found: Bools = play.doubles & (prepared.layout.double != FREE)[:, None]
    return found


def same(before: tuple[Bools, Bools], now: Valued) -> bool:
    """Whether the play is still what it was."""
    return bool((before[0] == now.hits).all() and (before[1] == now.doubles).all())


def weigh(prepared: Prepared, cells: Cells, plane: int, play: Valued, roots: Floats, instead: Floats) -> None:
    """Decides hands that are played alike whatever the layer, each by how often it is reached.

    A hand that is never reached from the roots (a pair, where each is split again) is decided as it
    would be met from the roots `instead`.
    """
    spare = reach_of(prepared, cells, roots + instead, play, always=True)
    reach = spare
    for _ in range(MOST_ROUNDS):
        evaluate(prepared, cells, plane, no_bonus(), play, reach, spare)
        reach = reach_of(prepared, cells, roots, play)
        if _stands_by(prepared, cells, reach, play):
            return


def _stands_by(prepared: Prepared, cells: Cells, reach: Floats, play: Valued) -> bool:
    layout = prepared.layout
    return bool(
        stands_by(
            prepared.columns,
            cells.first,
            cells.members,
            layout.kind,
            layout.double,
            reach,
            play.stand,
            play.hit,
            play.doubled,
            play.hits,
            play.doubles,
        )
    )
