"""The shoe: a persistent array, of which each card is drawn where it lies.

Of the undealt cards, which come first, one is chosen and changes places with the last of them: one
step of a Fisher-Yates shuffle. A fresh shoe needs no shuffle and no undoing: the same steps out of
any order of the same cards deal a uniformly random hand.

With a cut card the dealt cards stay behind the undealt ones, those of the table first. A shoe that
runs out within a round takes up the discards of earlier rounds, and only those (S1).
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ventuno.arrays import Ints
from ventuno.cards import DECK
from ventuno.simulator.kernel import kernel, whole, word
from ventuno.simulator.stream import Counts, Words, place_below

Cards = npt.NDArray[np.uint8]

# Places in a shoe's array of numbers.
LEFT: Final = 0  # undealt
SIZE: Final = 1
DISCARDS: Final = 2  # where the discards of earlier rounds begin
BEHIND: Final = 3  # cards behind the cut card, or -1 for a fresh shoe every round
CUT_CARD_SHOWN: Final = 4
RAN_OUT: Final = 5
FIRST: Final = 6  # where the shoe begins in its array
SHOE_SIZE: Final = 7


def new_shoe(decks: int, behind: int | None) -> tuple[Cards, Ints]:
    """Cards 0 to 51 as in `DECK`, and the shoe's numbers."""
    cards = np.tile(np.arange(len(DECK), dtype=np.uint8), decks)
    size = len(cards)
    return cards, np.array([size, size, size, -1 if behind is None else behind, 0, 0, 0], dtype=np.int64)


@kernel
def begin_round(shoe: Ints) -> bool:
    """Whether the shoe was shuffled before this round."""
    shuffled = bool(shoe[BEHIND] < 0 or shoe[CUT_CARD_SHOWN] > 0)
    if shuffled:
        shoe[LEFT] = shoe[SIZE]
        shoe[CUT_CARD_SHOWN] = 0
    shoe[DISCARDS] = shoe[LEFT]
    return shuffled


@kernel
def draw(cards: Cards, shoe: Ints, stream: Counts, words: Words) -> int:
    left = whole(shoe[LEFT])
    if left == 0:
        left = _take_up_discards(cards, shoe)
    first = word(shoe[FIRST])
    at = first + place_below(word(left), stream, words)
    last = first + word(left - 1)
    card = cards[at]
    cards[at] = cards[last]
    cards[last] = card
    shoe[LEFT] = left - 1
    if left - 1 <= shoe[BEHIND]:
        shoe[CUT_CARD_SHOWN] = 1
    return whole(card)


@kernel
def _take_up_discards(cards: Cards, shoe: Ints) -> int:
    """Rotates the discards to the front: behind them then lie the cards on the table."""
    on_table, size = whole(shoe[DISCARDS]), whole(shoe[SIZE])
    if on_table == size:  # there are none: every card lies on the table
        shoe[RAN_OUT] = 1
        shoe[DISCARDS] = 0
        return size
    _turn(cards, 0, on_table)
    _turn(cards, on_table, size)
    _turn(cards, 0, size)
    shoe[DISCARDS] = size
    return size - on_table


@kernel
def _turn(cards: Cards, start: int, stop: int) -> None:
    """Reverses a part; reversing two parts and then the whole exchanges them in place."""
    while start < stop - 1:
        stop -= 1
        cards[start], cards[stop] = cards[stop], cards[start]
        start += 1
