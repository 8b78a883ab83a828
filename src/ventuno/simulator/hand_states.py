"""A player's hand as a small number, and the number it becomes with one more card.

Two hands get the same state when no rule and no chart can tell them apart: two cards by total,
softness and pair; longer hands by total and softness, and by the number of their cards only while
a Charlie can still be made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from ventuno.simulator.card_values import ACE, TEN, VALUES

BUST: Final = 0
ONE_CARD: Final = 1  # the states of one card are the ten that follow, ace first

_NO_CHARLIE: Final = 99


@dataclass(frozen=True, slots=True)
class HandState:
    low: int  # with every ace as 1
    soft: bool
    cards: int  # 3 stands for any more, unless a Charlie can still be made
    pair: int = 0  # points, of two cards only
    natural: bool = False  # an ace and a ten; after a split an ordinary 21
    charlie: bool = False

    @property
    def total(self) -> int:
        return self.low + 10 if self.soft else self.low

    @property
    def bust(self) -> bool:
        return self.low > 21


_BUSTED: Final = HandState(low=22, soft=False, cards=3)


@dataclass(frozen=True, eq=False)
class HandStates:
    states: tuple[HandState, ...]
    next: npt.NDArray[np.uint16]  # [state, value of the card]

    def __len__(self) -> int:
        return len(self.states)


@cache
def hand_states(charlie: int | None) -> HandStates:
    """Every state that can be reached, where so many cards are a Charlie."""
    limit = charlie or _NO_CHARLIE
    ones = [HandState(low=value + 1, soft=value == ACE, cards=1) for value in range(VALUES)]
    states = [_BUSTED, *ones]
    index = {state: number for number, state in enumerate(states)}
    rows: list[list[int]] = []
    for state in states:  # grows while it is walked
        row = []
        for value in range(VALUES):
            after = _with_card(state, value, limit)
            if after not in index:
                index[after] = len(states)
                states.append(after)
            row.append(index[after])
        rows.append(row)
    return HandStates(tuple(states), np.array(rows, dtype=np.uint16))


def _with_card(state: HandState, value: int, charlie: int) -> HandState:
    if state.bust or state.charlie:
        return state
    low = state.low + value + 1
    if low > 21:
        return _BUSTED
    soft = low <= 11 and (state.soft or value == ACE)
    if state.cards == 1:
        first = state.low - 1
        pair = value + 1 if value == first else 0
        return HandState(low, soft, 2, pair, natural={first, value} == {ACE, TEN})
    cards = state.cards + 1
    if cards == charlie:
        return HandState(low, soft, cards, charlie=True)
    reachable = low + charlie - cards <= 21  # by drawing aces
    return HandState(low, soft, cards if reachable else 3)
