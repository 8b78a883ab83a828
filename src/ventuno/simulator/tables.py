"""A variant and a policy as the arrays a kernel reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ventuno.arrays import Bytes, Ints
from ventuno.cards import DECK
from ventuno.simulator.cells import HistogramCells, cells_of
from ventuno.simulator.dealer_states import MADE, RESULTS, SEEN_BLACKJACK, DealerStates, dealer_states
from ventuno.simulator.decisions import DOUBLE, FREE_DOUBLE, Actions, compile_policy
from ventuno.simulator.hand_states import HandStates, hand_states
from ventuno.simulator.settlement import (
    AFTER_DOUBLE,
    CHIPS,
    CLASSES,
    ENDS,
    EndingValues,
    class_of,
    waits_for_dealer,
)
from ventuno.simulator.situation import Policy
from ventuno.variant.model import Variant

Shorts = npt.NDArray[np.uint16]


class Tables(NamedTuple):
    """Read-only; every kernel gets the same."""

    value: Bytes  # [card]: 0 to 9
    hand: Shorts  # [state, value] -> state
    action: Bytes  # [plane, up card, state]
    short_action: Bytes  # likewise, when there is no money for more
    ending: Bytes  # [comes from a split, state] -> class
    seventeen: Bytes  # [state]: counts 17
    doubled: Bytes  # [chips, action] -> chips
    dealer: Shorts  # [state, value] -> state
    first_result: int
    waits: Bytes  # [end]: the dealer must draw for it
    cell: Ints  # [end, result]
    grid: Ints  # [result]
    split_net: Ints  # [end, result]
    split_once: Ints
    real: Ints  # [end]
    seen: Bytes  # [result]: a blackjack the dealer looked for and found
    most_hands: int


@dataclass(frozen=True, eq=False)
class Compiled:
    """The same, as they are before and after."""

    variant: Variant
    states: HandStates
    dealer: DealerStates
    actions: Actions
    cells: HistogramCells
    tables: Tables


def compile_tables(variant: Variant, policy: Policy, insurance: bool) -> Compiled:
    charlie = variant.hand.charlie
    states = hand_states(charlie.cards if charlie else None)
    dealer = dealer_states(variant.dealer)
    actions = compile_policy(variant.hand, states, policy)
    cells = cells_of(EndingValues(variant, insurance))
    natural_17 = variant.dealer.natural_17_beats_17
    tables = Tables(
        value=np.array([card.points - 1 for card in DECK], dtype=np.uint8),
        hand=states.next,
        action=actions.normal,
        short_action=actions.short_of_money,
        ending=_bytes([[class_of(state, split, natural_17) for state in states.states] for split in (False, True)]),
        seventeen=_bytes([state.total == 17 for state in states.states]),
        doubled=_doubled(),
        dealer=dealer.next,
        first_result=dealer.first_result,
        waits=_bytes([waits_for_dealer(end % CLASSES) for end in range(ENDS)]),
        cell=cells.of_hand,
        grid=cells.grid,
        split_net=cells.split_net,
        split_once=cells.split_once,
        real=cells.real,
        seen=_bytes([result % MADE == SEEN_BLACKJACK for result in range(RESULTS)]),
        most_hands=cells.most_hands,
    )
    return Compiled(variant, states, dealer, actions, cells, tables)


def _bytes(values: object) -> Bytes:
    return np.array(values, dtype=np.uint8)


def _doubled() -> Bytes:
    after = np.zeros((len(CHIPS), FREE_DOUBLE + 1), dtype=np.uint8)
    for (chips, action), doubled in AFTER_DOUBLE.items():
        after[chips, action] = doubled
    assert DOUBLE < FREE_DOUBLE
    return after
