"""The general way: several seats, a cut card, side bets.

Cards are dealt and looked at in the order of the table: a card to each seat, the up card, a second
card to each seat, the hole card; the dealer draws only where somebody needs it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ventuno.arrays import Floats, Ints
from ventuno.simulator.card_values import ACE, TEN
from ventuno.simulator.cells import CellTicks
from ventuno.simulator.dealer_states import ACE_UP, MADE, MADE_22, MADE_BUST, OTHER_UP, TEN_UP
from ventuno.simulator.decisions import DOUBLE, FREE_DOUBLE, FREE_SPLIT, HIT, SPLIT, SURRENDER
from ventuno.simulator.hand_states import ONE_CARD
from ventuno.simulator.kernel import inlined, kernel, whole
from ventuno.simulator.settlement import CLASSES, NATURAL, REAL, SURRENDERED
from ventuno.simulator.shoe import begin_round, draw
from ventuno.simulator.side_tables import ACES, DEALER, HOLE, MOST_DEALER_CARDS, OPENING, SideTables
from ventuno.simulator.split_kernel import (
    BET,
    FREE_CHIPS,
    MOST_HANDS,
    PLENTY,
    SPARE,
    DealingDesk,
    can_pay,
    play_split,
    split_cell,
)
from ventuno.simulator.tables import Tables

# Places in `dealer`.
UP: Final = 0
HOLE_CARD: Final = 1
RESULT: Final = 2
CARDS: Final = 3
IS_BUST: Final = 4
UP_VALUE: Final = 5
DEALER_SIZE: Final = 6

# A cluster's own numbers, before one for each side bet.
BETS: Final = 0
NET: Final = 1
STAKE: Final = 2
MAIN: Final = 3

# Rows of `moments`.
SUM: Final = 0
TIMES_BETS: Final = 1
TIMES_NET: Final = 2
SQUARE: Final = 3
CLUSTERS: Final = 4  # how many
ROUNDS: Final = 5  # squares of whole rounds
MOMENTS: Final = 6


class SeatArrays(NamedTuple):
    """One entry a seat."""

    first: Ints
    second: Ints
    hands: Ints
    seventeen: Ints  # the hand was never split and counts 17
    natural: Ints
    free_chips: Ints
    dealer: Ints  # the dealer's, for all


class BlockTotals(NamedTuple):
    """What a block of rounds adds up to."""

    counts: Ints  # [cell]
    tally: Ints  # [side bet, outcome]
    cluster: Floats  # of the shoe at hand
    moments: Floats  # [row, what]
    wins: Ints  # [win, (side bet, round, what else it returned)] of a jackpot
    trace: Ints  # [round, seat]: the cells of the first rounds, as many as there is room for


def new_totals(cells: int, sides: SideTables, wins: int, traced: int = 0, seats: int = 1) -> BlockTotals:
    size = MAIN + len(sides.kind)
    return BlockTotals(
        np.zeros(cells, dtype=np.int64),
        np.zeros(sides.pays.shape, dtype=np.int64),
        np.zeros(size),
        np.zeros((MOMENTS, size)),
        np.empty((wins, 3), dtype=np.int64),
        np.empty((traced, seats), dtype=np.int64),
    )


def new_seats(count: int) -> SeatArrays:
    first, second, hands, seventeen, natural, free_chips = np.zeros((6, count), dtype=np.int64)
    return SeatArrays(first, second, hands, seventeen, natural, free_chips, np.zeros(DEALER_SIZE, dtype=np.int64))


@inlined
def play_round(tables: Tables, sides: SideTables, desk: DealingDesk, seats: SeatArrays, insurance: int) -> None:
    """Deals and plays one round; `insurance` is what a seat pays for it on an ace, in ticks."""
    cards, shoe, stream, words, dealer = desk.cards, desk.shoe, desk.stream, desk.words, seats.dealer
    count = len(seats.first)
    for seat in range(count):
        seats.first[seat] = draw(cards, shoe, stream, words)
    dealer[UP] = draw(cards, shoe, stream, words)
    for seat in range(count):
        seats.second[seat] = draw(cards, shoe, stream, words)
    dealer[HOLE_CARD] = draw(cards, shoe, stream, words)
    up = whole(tables.value[dealer[UP]])
    dealer[UP_VALUE] = up
    state = whole(tables.dealer[up, tables.value[dealer[HOLE_CARD]]])
    over = bool(state >= tables.first_result and tables.seen[state - tables.first_result] > 0)
    if up == ACE:
        desk.purse[SPARE] -= insurance
    needed = False
    for seat in range(count):
        if play_seat(tables, desk, seats, seat, up, over):
            needed = True
        if sides.waits[seats.natural[seat]]:
            needed = True
    drawn = 2
    if needed and not over:
        while state < tables.first_result:
            state = whole(tables.dealer[state, tables.value[draw(cards, shoe, stream, words)]])
            drawn += 1
    dealer[CARDS] = drawn
    dealer[IS_BUST] = 0
    if state >= tables.first_result:
        dealer[RESULT] = state - tables.first_result
        made = dealer[RESULT] % MADE
        if made in (MADE_22, MADE_BUST):
            dealer[IS_BUST] = 1
    else:  # nobody waited for it: any result does that is no blackjack
        dealer[RESULT] = MADE_BUST + MADE * (ACE_UP if up == ACE else TEN_UP if up == TEN else OTHER_UP)


@inlined
def cell_of(tables: Tables, desk: DealingDesk, seats: SeatArrays, seat: int) -> int:
    """Where a seat's round falls in the histogram."""
    base, result = seat * MOST_HANDS, seats.dealer[RESULT]
    if seats.hands[seat] == 1:
        return whole(tables.cell[desk.ends[base], result])
    return split_cell(tables, desk, base, seats.hands[seat], result)


@inlined
def play_seat(tables: Tables, desk: DealingDesk, seats: SeatArrays, seat: int, up: int, over: bool) -> bool:
    """Plays one starting hand to its end; whether the dealer must draw for it."""
    value, hand, runs, purse = tables.value, tables.hand, desk.runs, desk.purse
    first, second = seats.first[seat], seats.second[seat]
    base = seat * MOST_HANDS
    state = whole(hand[ONE_CARD + whole(value[first]), value[second]])
    run = runs[runs[0, first], second]
    chips, hands = REAL, 1
    ending = whole(tables.ending[0, state])
    seats.natural[seat] = 1 if ending == NATURAL else 0
    purse[FREE_CHIPS] = 0
    action = tables.action[0, up, state]
    if action in (DOUBLE, SPLIT) and not can_pay(purse):
        action = tables.short_action[0, up, state]
    if action == SURRENDER:
        ending = SURRENDERED
    elif not over:  # the dealer has no blackjack that was seen
        if action in (SPLIT, FREE_SPLIT):
            hands = play_split(tables, desk, up, first, second, action == FREE_SPLIT, base)
        elif action in (DOUBLE, FREE_DOUBLE):
            card = draw(desk.cards, desk.shoe, desk.stream, desk.words)
            state = whole(hand[state, value[card]])
            run = runs[run, card]
            chips = whole(tables.doubled[chips, action])
            if action == DOUBLE:
                purse[SPARE] -= purse[BET]
            else:
                purse[FREE_CHIPS] += 1
        else:
            while action == HIT:
                card = draw(desk.cards, desk.shoe, desk.stream, desk.words)
                state = whole(hand[state, value[card]])
                run = runs[run, card]
                action = tables.action[0, up, state]
        ending = whole(tables.ending[0, state])
    seats.hands[seat] = hands
    seats.free_chips[seat] = purse[FREE_CHIPS]
    seats.seventeen[seat] = tables.seventeen[state] if hands == 1 else 0
    if hands == 1:
        desk.ends[base] = chips * CLASSES + ending
        desk.end_runs[base] = run
    waits = False
    for i in range(base, base + hands):
        waits = waits or tables.waits[desk.ends[i]] > 0
    return waits


@inlined
def judge(sides: SideTables, desk: DealingDesk, seats: SeatArrays, bet: int, seat: int, tally: Ints) -> tuple[int, int]:
    """What one seat's side bet returns per unit staked, and how many times it has won the jackpot."""
    dealer, kind, row, jackpot = seats.dealer, sides.kind[bet], sides.row[bet], sides.jackpot[bet]
    if kind == ACES:  # each hand apart
        returns, won = whole(0), whole(0)
        for i in range(seat * MOST_HANDS, seat * MOST_HANDS + seats.hands[seat]):
            outcome = whole(sides.aces[row, desk.end_runs[i]])
            tally[bet, outcome] += 1
            returns += sides.pays[bet, outcome]
            won += outcome == jackpot
        return returns, won
    if kind == OPENING:
        outcome = whole(sides.opening[row, seats.first[seat], seats.second[seat], dealer[UP]])
    elif kind == HOLE:
        outcome = whole(sides.hole[row, dealer[UP], dealer[HOLE_CARD]])
    elif kind == DEALER:
        count = min(dealer[CARDS], MOST_DEALER_CARDS)
        natural, seventeen = seats.natural[seat], seats.seventeen[seat]
        outcome = whole(sides.dealer[row, dealer[IS_BUST], count, natural, dealer[UP_VALUE], seventeen])
    else:
        outcome = whole(sides.chips[row, seats.free_chips[seat]])
    tally[bet, outcome] += 1
    return whole(sides.pays[bet, outcome]), whole(outcome == jackpot)


@inlined
def close_cluster(cluster: Floats, moments: Floats) -> None:
    """Adds a cluster of rounds that hang together to the moments, and begins the next."""
    if cluster[BETS] == 0:
        return
    for i in range(len(cluster)):
        moments[SUM, i] += cluster[i]
        moments[TIMES_BETS, i] += cluster[i] * cluster[BETS]
        moments[TIMES_NET, i] += cluster[i] * cluster[NET]
        moments[SQUARE, i] += cluster[i] * cluster[i]
    moments[CLUSTERS, 0] += 1
    cluster[:] = 0


@kernel
def play_rounds(
    tables: Tables,
    sides: SideTables,
    desk: DealingDesk,
    seats: SeatArrays,
    rounds: int,
    ticks: CellTicks,
    found: BlockTotals,
) -> int:
    """Plays a block; returns how many wins of a jackpot are listed.

    A cluster is a shoe: one round, or with a cut card all rounds until the shuffle.
    """
    net, stake, trace = ticks.net, ticks.stake, found.trace
    counts, tally, cluster, moments, wins = found.counts, found.tally, found.cluster, found.moments, found.wins
    count, bets, listed = len(seats.first), len(sides.kind), 0
    for i in range(rounds):
        if begin_round(desk.shoe):
            close_cluster(cluster, moments)
        desk.purse[SPARE] = PLENTY
        play_round(tables, sides, desk, seats, 0)
        cluster[BETS] += count
        won = 0
        for seat in range(count):
            cell = cell_of(tables, desk, seats, seat)
            counts[cell] += 1
            if i < len(trace):
                trace[i, seat] = cell
            won += net[cell]
            cluster[STAKE] += stake[cell]
        cluster[NET] += won
        moments[ROUNDS, NET] += won * won
        for bet in range(bets):
            fixed, winners = 0, 0
            for seat in range(count):
                returns, jackpots = judge(sides, desk, seats, bet, seat, tally)
                fixed += returns
                winners += jackpots
            cluster[MAIN + bet] += fixed
            if winners > 0:
                wins[listed, 0] = bet
                wins[listed, 1] = i
                wins[listed, 2] = fixed
                listed += 1
    close_cluster(cluster, moments)
    return listed
