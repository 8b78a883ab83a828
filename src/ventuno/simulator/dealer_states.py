"""The dealer's hand as a small number, and how it grows.

The kind of up card stays part of the number to the end: what a bust or a blackjack does may depend
on it. A finished hand is a `result`: kind of up card × what was made.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from ventuno.simulator.card_values import ACE, TEN, VALUES
from ventuno.variant.model import Dealer

# What the dealer makes: 17 to 21 are 0 to 4.
MADE_21: Final = 4
MADE_22: Final = 5
MADE_BUST: Final = 6  # over 22
UNSEEN_BLACKJACK: Final = 7
SEEN_BLACKJACK: Final = 8  # the dealer looked, and the round was over
MADE: Final = 9

# Kinds of up card.
OTHER_UP: Final = 0
TEN_UP: Final = 1
ACE_UP: Final = 2
KINDS: Final = 3

RESULTS: Final = KINDS * MADE


def kind_of(up: int) -> int:
    return {ACE: ACE_UP, TEN: TEN_UP}.get(up, OTHER_UP)


def result_of(kind: int, made: int) -> int:
    return kind * MADE + made


@dataclass(frozen=True, eq=False)
class DealerStates:
    """States 0 to 9 are the up card alone; from `first_result` on a state is a result."""

    next: npt.NDArray[np.uint16]  # [state, value of the card]
    first_result: int
    kind: tuple[int, ...]  # of each state's up card

    def results_of(self, state: int) -> frozenset[int]:
        """Every result the state can still come to."""
        found: set[int] = set()
        waiting, met = [state], {state}
        while waiting:
            now = waiting.pop()
            if now >= self.first_result:
                found.add(now - self.first_result)
                continue
            for after in self.next[now].tolist():
                if after not in met:
                    met.add(after)
                    waiting.append(after)
        return frozenset(found)


@cache
def dealer_states(dealer: Dealer) -> DealerStates:
    hits_soft_17 = dealer.soft_17 == "hits"
    looks = {ACE_UP: "ace" in dealer.looks_under, TEN_UP: "ten" in dealer.looks_under}
    # (kind of up card, total with aces as 1, an ace among them); up cards come first.
    drawing: list[tuple[int, int, bool]] = [(kind_of(up), up + 1, up == ACE) for up in range(VALUES)]
    index = {(state, number < VALUES): number for number, state in enumerate(drawing)}
    rows: list[list[tuple[bool, int]]] = []
    for number, (kind, low, ace) in enumerate(drawing):  # grows while it is walked
        row = []
        for value in range(VALUES):
            after = (kind, low + value + 1, ace or value == ACE)
            made = _made(after[1], after[2], hits_soft_17)
            if number < VALUES and made == MADE_21:  # 21 in two cards
                made = SEEN_BLACKJACK if looks[kind] else UNSEEN_BLACKJACK
            if made is not None:
                row.append((True, result_of(kind, made)))
                continue
            if (after, False) not in index:
                index[after, False] = len(drawing)
                drawing.append(after)
            row.append((False, index[after, False]))
        rows.append(row)
    first = len(drawing)
    numbers = [[first + place if final else place for final, place in row] for row in rows]
    return DealerStates(np.array(numbers, dtype=np.uint16), first, tuple(kind for kind, _, _ in drawing))


def _made(low: int, ace: bool, hits_soft_17: bool) -> int | None:
    """What the dealer has made, or None to draw again."""
    soft = ace and low <= 11
    total = low + 10 if soft else low
    if total < 17 or (total == 17 and soft and hits_soft_17):
        return None
    return min(total, 23) - 17
