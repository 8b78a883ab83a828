"""One round of one hand as a single automaton: state × card -> state, from the first card to the cell.

The cards come in the order that needs the fewest states: the player's two, the up card, what the
player draws, then the hole card and what the dealer draws. The order changes no probability. That
the dealer looks before anybody plays is a matter of settlement: what the player would have done
before a blackjack that was seen counts for nothing.

A pair that is split leaves the automaton. A hand whose cell no further card can change has ended.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ventuno.arrays import Ints
from ventuno.refusal import RefusalRaised
from ventuno.simulator.card_values import VALUES
from ventuno.simulator.decisions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, SURRENDER
from ventuno.simulator.hand_states import ONE_CARD
from ventuno.simulator.settlement import AFTER_DOUBLE, REAL, SURRENDERED, end_of
from ventuno.simulator.tables import Compiled

ROW: Final = 16  # entries a state, of which ten are used: a shift is faster than a product
_MOST_STATES: Final = 2**16

State = tuple[str, int, int, int]  # what is drawn next, and up to three numbers
_START: Final[State] = ("first", 0, 0, 0)
_ENDED: Final = ("cell", "split")


class Automaton(NamedTuple):
    """States below `first_cell` draw a card; then the cells; then the pairs that are split."""

    next: npt.NDArray[np.uint16]  # flat: ROW entries a state
    first_cell: int
    cells: Ints  # the histogram's cell of each ended state
    first_split: int
    splits: Ints  # [split, (pair, up card, free)]

    @property
    def states(self) -> int:
        return self.first_split + len(self.splits)


def automaton_of(compiled: Compiled) -> Automaton:
    """Walks from the first card to every state the policy can reach."""
    moves = _Moves(compiled)
    drawing: dict[State, int] = {_START: 0}
    ended: dict[str, dict[State, int]] = {kind: {} for kind in _ENDED}
    order = [_START]
    rows: list[list[State]] = []
    for state in order:  # grows while it is walked
        row = [moves.after(state, value) for value in range(VALUES)]
        for after in row:
            known = ended.get(after[0], drawing)
            if after not in known:
                known[after] = len(known)
                if known is drawing:
                    order.append(after)
        rows.append(row)
    return _numbered(rows, drawing, list(ended["cell"]), list(ended["split"]))


def _numbered(rows: list[list[State]], drawing: dict[State, int], cells: list[State], splits: list[State]) -> Automaton:
    number = drawing | {state: len(drawing) + place for place, state in enumerate(cells + splits)}
    if len(number) > _MOST_STATES:
        raise RefusalRaised(
            "simulate/too_large", f"the game has {len(number)} states and there is room for {_MOST_STATES}"
        )
    table = np.zeros((len(number), ROW), dtype=np.uint16)
    for place, row in enumerate(rows):
        table[place, :VALUES] = [number[after] for after in row]
    return Automaton(
        np.ascontiguousarray(table.reshape(-1)),
        len(drawing),
        np.array([cell for _, cell, _, _ in cells], dtype=np.int64),
        len(drawing) + len(cells),
        np.array([numbers for _, *numbers in splits], dtype=np.int64).reshape(-1, 3),
    )


class _Moves:
    """Where a card leads."""

    def __init__(self, compiled: Compiled) -> None:
        self.states = compiled.states.states
        self.hand = compiled.states.next.tolist()
        self.action = compiled.actions.normal[0].tolist()
        self.ending = compiled.tables.ending[0].tolist()
        self.dealer = compiled.dealer
        self.dealer_next = compiled.dealer.next.tolist()
        self.cell = compiled.cells.of_hand.tolist()
        self.results_of = cache(compiled.dealer.results_of)
        self.settled = cache(self._settled)

    def after(self, state: State, value: int) -> State:
        drawn_next, a, b, c = state
        match drawn_next:
            case "first":
                return "second", ONE_CARD + value, 0, 0
            case "second":
                return "up", self.hand[a][value], 0, 0
            case "up":
                return self._decide(a, value)
            case "hit":
                return self._decide(self.hand[a][value], b)
            case "double":
                return self.settled(end_of(c, self.ending[self.hand[a][value]]), b)
            case _:
                return self.settled(a, self.dealer_next[b][value])

    def _decide(self, hand: int, up: int) -> State:
        action = self.action[up][hand]
        if action == HIT:
            return "hit", hand, up, 0
        if action in (DOUBLE, FREE_DOUBLE):
            return "double", hand, up, AFTER_DOUBLE[REAL, action]
        if action in (SPLIT, FREE_SPLIT):
            return "split", self.states[hand].pair - 1, up, int(action == FREE_SPLIT)
        ending = SURRENDERED if action == SURRENDER else self.ending[hand]
        return self.settled(end_of(REAL, ending), up)

    def _settled(self, end: int, dealer: int) -> State:
        """The cell, if it is certain; otherwise the dealer draws."""
        cells = {self.cell[end][result] for result in self.results_of(dealer)}
        if len(cells) == 1:
            return "cell", cells.pop(), 0, 0
        return "dealer", self._like(end, dealer), dealer, 0

    def _like(self, end: int, dealer: int) -> int:
        """The first end that no result still possible tells from this one."""
        possible = sorted(self.results_of(dealer))
        mine = [self.cell[end][result] for result in possible]
        return next(other for other, row in enumerate(self.cell) if [row[result] for result in possible] == mine)
