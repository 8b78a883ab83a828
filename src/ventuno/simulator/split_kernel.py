"""Plays the hands of a split, for every kernel.

Both hands get their second card at once, the one with the first-dealt card first; that hand is
played out first, and a hand made of it by a further split next.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ventuno.arrays import Ints
from ventuno.simulator.decisions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT
from ventuno.simulator.hand_states import ONE_CARD
from ventuno.simulator.kernel import inlined, kernel, whole
from ventuno.simulator.settlement import CLASSES, FREE, REAL
from ventuno.simulator.shoe import Cards, draw
from ventuno.simulator.stream import Counts, Words
from ventuno.simulator.tables import Tables

Runs = npt.NDArray[np.uint16]

MOST_HANDS: Final = 10

# Places in `purse`.
BET: Final = 0  # one original bet, in ticks
SPARE: Final = 1  # what the player has beside the stakes, in ticks
FREE_CHIPS: Final = 2  # used on the starting hand at play

PLENTY: Final = 2**62


class DealingDesk(NamedTuple):
    """Everything a kernel writes to while it deals."""

    cards: Cards
    shoe: Ints
    stream: Counts
    words: Words
    purse: Ints
    runs: Runs  # [run of aces, card] -> run; see `side_tables`
    ends: Ints  # [hand]: how each hand of the round ended
    end_runs: Ints  # [hand]: and its run of aces
    waiting: Ints  # [hand, (first card, second card, chips)]: hands still to be played


@inlined
def can_pay(purse: Ints) -> bool:
    return bool(purse[SPARE] >= purse[BET])


@kernel
def play_split(tables: Tables, desk: DealingDesk, up: int, first: int, second: int, free_split: bool, base: int) -> int:
    """Plays the pair `first` and `second` out; the ends are written from `base` on. Returns how many."""
    cards, shoe, stream, words = desk.cards, desk.shoe, desk.stream, desk.words
    purse, runs, waiting = desk.purse, desk.runs, desk.waiting
    value, hand, actions, short_actions = tables.value, tables.hand, tables.action, tables.short_action
    pair = whole(value[first])
    ace = 1 if pair == 0 else 0
    one_card = ONE_CARD + pair
    first_plane = 2 * ace * (tables.most_hands - 1) - 1  # counted as in `decisions.planes`
    first_free_plane = first_plane + tables.most_hands - 1
    hands, done, depth = 2, 0, 0
    mine, chips = first, REAL
    drawn = draw(cards, shoe, stream, words)
    waiting[depth, 0] = second
    waiting[depth, 1] = draw(cards, shoe, stream, words)
    waiting[depth, 2] = FREE if free_split else REAL
    depth = 1
    if free_split:
        purse[FREE_CHIPS] += 1
    else:
        purse[SPARE] -= purse[BET]
    while True:
        state = whole(hand[one_card, value[drawn]])
        run = runs[runs[0, mine], drawn]
        while True:
            plane = first_plane + hands if chips == REAL else first_free_plane + hands
            action = actions[plane, up, state]
            if action in (DOUBLE, SPLIT) and not can_pay(purse):
                action = short_actions[plane, up, state]
            if action == HIT:
                card = draw(cards, shoe, stream, words)
                state = whole(hand[state, value[card]])
                run = runs[run, card]
                continue
            if action in (DOUBLE, FREE_DOUBLE):
                card = draw(cards, shoe, stream, words)
                state = whole(hand[state, value[card]])
                run = runs[run, card]
                riding = whole(tables.doubled[chips, action])
                if action == DOUBLE:
                    purse[SPARE] -= purse[BET]
                else:
                    purse[FREE_CHIPS] += 1
                break
            if action in (SPLIT, FREE_SPLIT):
                hands += 1
                waiting[depth, 0] = drawn
                drawn = draw(cards, shoe, stream, words)
                waiting[depth, 1] = draw(cards, shoe, stream, words)
                waiting[depth, 2] = FREE if action == FREE_SPLIT else REAL
                depth += 1
                if action == FREE_SPLIT:
                    purse[FREE_CHIPS] += 1
                else:
                    purse[SPARE] -= purse[BET]
                state = whole(hand[one_card, value[drawn]])
                run = runs[runs[0, mine], drawn]
                continue
            riding = chips
            break
        desk.ends[base + done] = riding * CLASSES + whole(tables.ending[1, state])
        desk.end_runs[base + done] = run
        done += 1
        if depth == 0:
            return hands
        depth -= 1
        mine, drawn, chips = whole(waiting[depth, 0]), whole(waiting[depth, 1]), whole(waiting[depth, 2])


@inlined
def split_cell(tables: Tables, desk: DealingDesk, base: int, hands: int, result: int) -> int:
    """The histogram's cell of a split round: the sum of its hands, sharing one dealer."""
    net, once, stake = whole(0), whole(0), whole(0)
    for i in range(base, base + hands):
        end = desk.ends[i]
        net += tables.split_net[end, result]
        once += tables.split_once[end, result]
        stake += tables.real[end]
    if tables.seen[result]:
        stake = 1
    net -= min(1, once)
    most = 2 * tables.most_hands
    return whole(tables.grid[result]) + (net + most) * (most + 1) + stake
