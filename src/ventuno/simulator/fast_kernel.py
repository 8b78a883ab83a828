"""The fast way: one hand a round, a fresh shoe, no side bets. One table look-up a card.

Eight rounds are dealt side by side, each from a shoe of its own, one card each in turn, so that the
processor need not wait for one round's look-up to begin the next one's, nor guess when a round
ends. Rounds are begun until there are enough of them, and every one that is begun is played out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ventuno.arrays import Ints
from ventuno.simulator.automaton import Automaton
from ventuno.simulator.kernel import kernel, whole, word
from ventuno.simulator.shoe import BEHIND, FIRST, LEFT, SHOE_SIZE, SIZE, draw
from ventuno.simulator.split_kernel import BET, MOST_HANDS, PLENTY, SPARE, DealingDesk, play_split, split_cell
from ventuno.simulator.stream import AT, WORDS, Counts, Words, fairly, new_stream, refill
from ventuno.simulator.tables import Tables

LANES: Final = 8
_LANES: Final = word(LANES)
_ONE: Final = word(1)
_ROW_BITS: Final = word(4)
_LOW: Final = word(0xFFFFFFFF)
_HALF: Final = word(32)
# A step takes its words before any split takes more. The rest is room for words that are rejected
# (one in ten million), so that no words are made anew in the middle of a step.
_LAST_START: Final = word(WORDS - 8 * LANES)


class _Lanes(NamedTuple):
    """The rounds dealt side by side, and those of them that have just come to a split."""

    state: Counts
    left: Counts
    parted: Counts
    parted_at: Counts
    parted_left: Counts


def values_only(tables: Tables) -> Tables:
    """For a shoe that holds values rather than cards."""
    return tables._replace(value=np.arange(10, dtype=np.uint8))


def new_desk(decks: int, stream: Counts, words: Words) -> DealingDesk:
    one = np.repeat(np.arange(10, dtype=np.uint8), [4 * decks] * 9 + [16 * decks])
    shoe = np.zeros(SHOE_SIZE, dtype=np.int64)
    shoe[SIZE], shoe[BEHIND] = len(one), -1
    purse = np.zeros(3, dtype=np.int64)
    purse[BET], purse[SPARE] = 1, PLENTY
    return DealingDesk(
        cards=np.tile(one, LANES),
        shoe=shoe,
        stream=stream,
        words=words,
        purse=purse,
        runs=np.zeros((1, 10), dtype=np.uint16),
        ends=np.zeros(MOST_HANDS, dtype=np.int64),
        end_runs=np.zeros(MOST_HANDS, dtype=np.int64),
        waiting=np.zeros((MOST_HANDS, 3), dtype=np.int64),
    )


def play_block(
    automaton: Automaton, tables: Tables, cells: int, decks: int, seed: int, block: int, rounds: int
) -> Ints:
    """How many rounds of the block fell into each cell."""
    return play_on(automaton, tables, new_desk(decks, *new_stream(seed, block)), cells, rounds)


def play_on(automaton: Automaton, tables: Tables, desk: DealingDesk, cells: int, rounds: int) -> Ints:
    """Deals from where the desk's stream is."""
    visits = np.zeros(automaton.states, dtype=np.int64)
    counts = np.zeros(cells, dtype=np.int64)
    lanes = _Lanes(*np.zeros((5, LANES), dtype=np.uint64))
    _play(automaton, tables, desk, lanes, rounds, visits, counts)
    np.add.at(counts, automaton.cells, visits[automaton.first_cell : automaton.first_split])
    return counts


@kernel
def _play(
    automaton: Automaton, tables: Tables, desk: DealingDesk, lanes: _Lanes, rounds: int, visits: Ints, counts: Ints
) -> None:
    table, splits, state, left = automaton.next, automaton.splits, lanes.state, lanes.left
    parted, parted_at, parted_left = lanes.parted, lanes.parted_at, lanes.parted_left
    cards, stream, words = desk.cards, desk.stream, desk.words
    size, ended, split = word(desk.shoe[SIZE]), word(automaton.first_cell), word(automaton.first_split)
    wanted = word(rounds)
    begun = word(0)
    if wanted >= _LANES:
        state[:] = word(0)
        left[:] = size
        begun = _LANES
        while begun + _LANES <= wanted:  # one card for each lane; each may begin another round
            if stream[AT] > _LAST_START:
                refill(stream, words)
            at = stream[AT]
            stream[AT] = at + _LANES
            parting = word(0)
            for each in range(LANES):
                lane = word(each)
                have = left[lane]
                first = size * lane
                product = word(words[at + lane]) * have
                if product & _LOW < have:
                    product = fairly(product, have, stream, words)
                here = first + (product >> _HALF)
                last = first + have - _ONE
                card = cards[here]
                cards[here] = cards[last]
                cards[last] = card
                now = word(table[(state[lane] << _ROW_BITS) + word(card)])
                visits[now] += 1
                if now >= split:
                    parted[parting] = lane
                    parted_at[parting] = now - split
                    parted_left[parting] = have - _ONE
                    parting += _ONE
                over = now >= ended
                left[lane] = size if over else have - _ONE
                state[lane] = word(0) if over else now
                begun += word(over)
            for i in range(parting):
                _play_pair(splits[parted_at[i]], tables, desk, parted[i], parted_left[i], counts)
        for each in range(LANES):  # what has been begun is played out
            lane = word(each)
            _play_out(automaton, tables, desk, lane, state[lane], left[lane], visits, counts)
    while begun < wanted:
        _play_out(automaton, tables, desk, word(0), word(0), size, visits, counts)
        begun += _ONE


@kernel
def _play_out(
    automaton: Automaton,
    tables: Tables,
    desk: DealingDesk,
    lane: int,
    now: int,
    left: int,
    visits: Ints,
    counts: Ints,
) -> None:
    """One round to its end."""
    table, ended, split = automaton.next, word(automaton.first_cell), word(automaton.first_split)
    desk.shoe[FIRST] = whole(lane) * desk.shoe[SIZE]
    desk.shoe[LEFT] = left
    while now < ended:
        card = draw(desk.cards, desk.shoe, desk.stream, desk.words)
        now = word(table[(now << _ROW_BITS) + word(card)])
    visits[now] += 1
    if now >= split:
        _play_pair(automaton.splits[now - split], tables, desk, lane, word(desk.shoe[LEFT]), counts)


@kernel
def _play_pair(pair: Ints, tables: Tables, desk: DealingDesk, lane: int, left: int, counts: Ints) -> None:
    """A round that has come to a split; then the hole card and the dealer's."""
    desk.shoe[FIRST] = whole(lane) * desk.shoe[SIZE]
    desk.shoe[LEFT] = left
    desk.purse[SPARE] = PLENTY
    hands = play_split(tables, desk, pair[1], pair[0], pair[0], pair[2] > 0, 0)
    cards, shoe, stream, words, table = desk.cards, desk.shoe, desk.stream, desk.words, tables.dealer
    dealer = pair[1]
    while dealer < tables.first_result:
        dealer = whole(table[dealer, draw(cards, shoe, stream, words)])
    counts[split_cell(tables, desk, 0, hands, dealer - tables.first_result)] += 1
