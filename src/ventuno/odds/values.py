"""The kernels that value states: win and lose chances, the sweep from the last decisions back, the reach.

All arrays are [state, up card], so that one vector operation serves ten up cards. Decisions are
taken by cell: the states of a cell are told apart by nobody, so they share one decision, weighed by
how often each is reached. With one state a cell this is the ordinary best play, state by state.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.kernel import inlined, kernel

# The up cards worked out, one after the other: all ten or one. Their number is known to the compiler.
Columns = tuple[int, ...]

# The numbers below are compiled into the kernels, whose compiled form is kept until this file changes:
# so they are said here and nowhere else.

# What a state is (`kind`).
DECIDES: Final = 0
STANDS: Final = 1  # 21, or the one card of a split ace
CHARLIE: Final = 2

_BUST: Final = -1

# Rows of `rows[situation]`, by up card: what happens to one hand when the dealer has a blackjack.
LIVE_EACH: Final = 0  # lost of each real unit on a hand not bust
LIVE_ONCE: Final = 1  # lost once by a hand not bust
BUST_EACH: Final = 2  # lost of each real unit on a bust hand
CHARLIE_WINS: Final = 3  # won for each unit, real or free, on a Charlie
CHARLIE_EACH: Final = 4  # lost of each real unit on a Charlie
CHARLIE_ONCE: Final = 5  # won once by a Charlie
ROUND_ONCE: Final = 6  # lost once by the whole round
ROWS: Final = 7


class Chances(NamedTuple):
    """Of a hand standing, [state, up card]: that it wins, that it loses to no blackjack, that there is a blackjack."""

    win: Floats
    lose: Floats
    blackjack: Floats


class StateTable(NamedTuple):
    """What the kernels know of the states, whatever is played."""

    columns: Columns
    hit: Ints  # [state, value]: the state with that card
    left: Floats  # [state, value]: the unseen cards, the up card among them
    situation: Ints
    kind: Ints
    double: Ints
    rows: Floats  # [situation, row, up card]
    chances: Chances


class DecisionCells(NamedTuple):
    """The states of cell i are members[first[i] : first[i + 1]]; cells in the order of evaluation."""

    first: Ints
    members: Ints
    single: bool  # one state a cell: nothing has to be weighed


class Bonus(NamedTuple):
    """What shared fate gives back, on average, when a state's hand ends in it (see joint.py); empty where nothing."""

    ends: Floats
    busts: Floats


class Weighing(NamedTuple):
    """How much each state counts for in the decision of its cell."""

    weighed: bool  # else all alike
    reach: Floats
    spare: Floats  # instead, where no state of the cell is ever reached


class Valued(NamedTuple):
    """The values of each action and of the best, and what is best, [state, up card]."""

    stand: Floats
    hit: Floats  # one card, then the best
    doubled: Floats
    value: Floats
    hits: Bools
    doubles: Bools


# Rows of the room that a kernel works in: it is given one, for it makes no array of its own.
_WANTS: Final = 0
_WANTS_SPARE: Final = 1
_SEEN: Final = 2
_END: Final = 3
_BUSTS: Final = 4
_GAIN: Final = 5
ROOM: Final = (6, VALUES)


@kernel
def chances(
    columns: Columns,
    results: Floats,
    shoe: Ints,
    total: Ints,
    natural_17: Bools,
    left: Floats,
    bust_wins: Floats,
    found: Chances,
) -> None:
    """Of hands standing on these totals, where the dealer has these results out of each hand's shoe."""
    win, lose, blackjack = found.win, found.lose, found.blackjack
    low = columns[0]
    for s in range(len(shoe)):
        made = results[shoe[s]]
        cards = 0.0
        for v in range(VALUES):
            cards += left[s, v]
        cards = max(cards - 1.0, 1.0)
        blackjack[s, :] = 0.0
        blackjack[s, ACE] = left[s, TEN] / cards
        blackjack[s, TEN] = left[s, ACE] / cards
        t = total[s]
        for u in range(low, low + len(columns)):
            below = 0.0
            above = 0.0
            dealt = blackjack[s, u]
            for r in range(results.shape[1]):
                dealt += made[r, u]
                if r < 5 and r + 17 < t:
                    below += made[r, u]
                elif r < 5 and r + 17 > t:
                    above += made[r, u]
            if natural_17[s]:
                below += made[0, u]
            win[s, u] = below + (1.0 - dealt) * bust_wins[t, u]
            lose[s, u] = above


@inlined
def _ends(states: StateTable, bonus: Bonus, s: int, real: float, free: float, out: Floats) -> None:
    """What the hand brings as it is, by up card, with so much real money and so many free chips on it."""
    columns, rows, blackjack = states.columns, states.rows, states.chances.blackjack
    low = columns[0]
    at = states.situation[s]
    if states.kind[s] == CHARLIE:
        for u in range(low, low + len(columns)):
            out[u] = (real + free) * (1.0 - blackjack[s, u])
        for u in (ACE, TEN):
            caught = rows[at, CHARLIE_WINS, u] * (real + free) - rows[at, CHARLIE_EACH, u] * real
            caught += rows[at, CHARLIE_ONCE, u]
            if len(bonus.ends) > 0:
                caught += bonus.ends[s, u]
            out[u] += blackjack[s, u] * caught
    else:
        win, lose = states.chances.win, states.chances.lose
        for u in range(low, low + len(columns)):
            out[u] = win[s, u] * (real + free) - lose[s, u] * real
        for u in (ACE, TEN):
            out[u] -= blackjack[s, u] * (rows[at, LIVE_EACH, u] * real + rows[at, LIVE_ONCE, u])


@inlined
def _bust_chance(states: StateTable, s: int, cards: float, out: Floats) -> None:
    """That one card more busts, less what a dealer's blackjack would give back of it."""
    columns, hit, left = states.columns, states.hit, states.left
    low = columns[0]
    busting = 0.0
    for v in range(VALUES):
        if hit[s, v] == _BUST:
            busting += left[s, v]
    one = 1.0 / cards
    for u in range(low, low + len(columns)):
        out[u] = busting * one
    if busting == 0.0:
        return
    for u in range(low, low + len(columns)):
        if hit[s, u] == _BUST:
            out[u] -= one
    for u in (ACE, TEN):
        given_back = 1.0 - states.rows[states.situation[s], BUST_EACH, u]
        if given_back > 0.0:
            hole = ACE + TEN - u
            both = out[u] * cards * left[s, hole]
            if hit[s, hole] == _BUST:
                both -= left[s, hole]
            out[u] -= given_back * both / (cards * max(cards - 1.0, 1.0))


@inlined
def _cards_left(s: int, left: Floats) -> float:
    """The unseen cards, less the up card."""
    cards = -1.0
    for v in range(VALUES):
        cards += left[s, v]
    return max(cards, 1.0)


@inlined
def _one_card(states: StateTable, bonus: Bonus, s: int, cards: float, real: float, value: Floats, room: Floats) -> None:
    """What one card more brings, where the hands it makes are worth `value`."""
    columns, hit, left, busts, gain = states.columns, states.hit, states.left, room[_BUSTS], room[_GAIN]
    low = columns[0]
    _bust_chance(states, s, cards, busts)
    for u in range(low, low + len(columns)):
        gain[u] = 0.0
    for v in range(VALUES):
        child = hit[s, v]
        if child >= 0:
            have = left[s, v]
            for u in range(low, low + len(columns)):
                gain[u] += have * value[child, u]
            if 0 <= v - low < len(columns):
                gain[v] -= value[child, v]  # the up card itself is not among them
    one = 1.0 / cards
    for u in range(low, low + len(columns)):
        gain[u] = gain[u] * one - real * busts[u]
    if len(bonus.busts) > 0:
        for u in range(low, low + len(columns)):
            gain[u] += bonus.busts[s, u]


@inlined
def _one_card_doubled(
    states: StateTable, bonus: Bonus, s: int, cards: float, real: float, free: float, room: Floats
) -> None:
    """What one card and no more brings with so much on the hand."""
    columns, hit, left = states.columns, states.hit, states.left
    end, busts, gain = room[_END], room[_BUSTS], room[_GAIN]
    low = columns[0]
    _bust_chance(states, s, cards, busts)
    for u in range(low, low + len(columns)):
        gain[u] = -real * busts[u] * cards
    for v in range(VALUES):
        child = hit[s, v]
        if child >= 0:
            _ends(states, bonus, child, real, free, end)
            for u in range(low, low + len(columns)):
                gain[u] += left[s, v] * end[u]
            if 0 <= v - low < len(columns):
                gain[v] -= end[v]
    for u in range(low, low + len(columns)):
        gain[u] /= cards
    if len(bonus.busts) > 0:
        for u in range(low, low + len(columns)):
            gain[u] += bonus.busts[s, u]


@kernel
def sweep(
    states: StateTable,
    cells: DecisionCells,
    weighing: Weighing,
    bonus: Bonus,
    real: float,
    free: float,
    decided: bool,
    play: Valued,
    room: Floats,
) -> None:
    """Values every state, cell by cell, and decides each cell for the best.

    Where all is `decided` already, `hits` and `doubles` say how, and only the values are worked out.
    """
    columns, left, kind, double = states.columns, states.left, states.kind, states.double
    first, members = cells.first, cells.members
    weighed, reach, spare = weighing.weighed, weighing.reach, weighing.spare
    stand, more, doubled, value = play.stand, play.hit, play.doubled, play.value
    hits, doubles = play.hits, play.doubles
    low = columns[0]
    wants, wants_spare, seen = room[_WANTS], room[_WANTS_SPARE], room[_SEEN]
    end, gain = room[_END], room[_GAIN]
    for cell in range(len(first) - 1):
        begin, until = first[cell], first[cell + 1]
        for u in range(low, low + len(columns)):
            wants[u] = 0.0
            wants_spare[u] = 0.0
            seen[u] = 0.0
        may_double = False
        for i in range(begin, until):
            s = members[i]
            _ends(states, bonus, s, real, free, end)
            for u in range(low, low + len(columns)):
                stand[s, u] = end[u]
            if kind[s] != DECIDES:
                continue
            may_double = may_double or double[s] > 0
            cards = _cards_left(s, left)
            _one_card(states, bonus, s, cards, real, value, room)
            for u in range(low, low + len(columns)):
                more[s, u] = gain[u]
            if weighed:
                for u in range(low, low + len(columns)):
                    weight = 0.0 if doubles[s, u] else reach[s, u]
                    wants[u] += weight * (gain[u] - end[u])
                    wants_spare[u] += spare[s, u] * (gain[u] - end[u])
                    seen[u] += abs(weight)
            else:
                for u in range(low, low + len(columns)):
                    wants[u] += gain[u] - end[u]
                    seen[u] = 1.0
        for u in range(low, low + len(columns)):
            if seen[u] == 0.0:
                wants[u] = wants_spare[u]
        for i in range(begin, until):
            s = members[i]
            asked = kind[s] == DECIDES
            if not decided:
                for u in range(low, low + len(columns)):
                    hits[s, u] = asked and wants[u] > 0.0
                    doubles[s, u] = False
            for u in range(low, low + len(columns)):
                value[s, u] = more[s, u] if hits[s, u] else stand[s, u]
        if not may_double:
            continue
        for u in range(low, low + len(columns)):
            wants[u] = 0.0
            wants_spare[u] = 0.0
            seen[u] = 0.0
        for i in range(begin, until):
            s = members[i]
            if kind[s] != DECIDES or double[s] == 0:
                continue
            stake = real + (1.0 if double[s] == 1 else 0.0)
            chips = free + (1.0 if double[s] == 2 else 0.0)
            cards = _cards_left(s, left)
            _one_card_doubled(states, bonus, s, cards, stake, chips, room)
            for u in range(low, low + len(columns)):
                doubled[s, u] = gain[u]
                weight = reach[s, u] if weighed else 1.0
                wants[u] += weight * (gain[u] - value[s, u])
                seen[u] += abs(weight)
                if weighed:
                    wants_spare[u] += spare[s, u] * (gain[u] - value[s, u])
        for i in range(begin, until):
            s = members[i]
            if kind[s] == DECIDES and double[s] > 0:
                for u in range(low, low + len(columns)):
                    if not decided:
                        doubles[s, u] = wants[u] > 0.0 if seen[u] > 0.0 else wants_spare[u] > 0.0
                    if doubles[s, u]:
                        value[s, u] = doubled[s, u]


@kernel
def stands_by(states: StateTable, cells: DecisionCells, reach: Floats, play: Valued) -> bool:
    """Whether every cell would be decided again as it is, with the states weighed by this reach."""
    columns, kind, double, first, members = states.columns, states.kind, states.double, cells.first, cells.members
    stand, more, doubled, hits, doubles = play.stand, play.hit, play.doubled, play.hits, play.doubles
    low = columns[0]
    for cell in range(len(first) - 1):
        begin, until = first[cell], first[cell + 1]
        if until - begin == 1 or kind[members[begin]] != DECIDES:
            continue
        for u in range(low, low + len(columns)):
            wants, wants_double, seen, seen_double = 0.0, 0.0, 0.0, 0.0
            some = begin
            for i in range(begin, until):
                s = members[i]
                if not doubles[s, u]:
                    wants += reach[s, u] * (more[s, u] - stand[s, u])
                    seen += abs(reach[s, u])
                if double[s] > 0:
                    some = i
                    usual = more[s, u] if hits[s, u] else stand[s, u]
                    wants_double += reach[s, u] * (doubled[s, u] - usual)
                    seen_double += abs(reach[s, u])
            if seen > 0.0 and (wants > 0.0) != hits[members[begin], u]:
                return False
            if seen_double > 0.0 and (wants_double > 0.0) != doubles[members[some], u]:
                return False
    return True


@kernel
def spread(states: StateTable, cells: DecisionCells, play: Valued, always: bool, weight: Floats, reach: Floats) -> None:
    """Carries the reach of the two-card states on to every hand that hitting makes of them."""
    columns, hit, left, kind = states.columns, states.hit, states.left, states.kind
    first, members, hits, doubles = cells.first, cells.members, play.hits, play.doubles
    low = columns[0]
    for i in range(first[len(first) - 1] - 1, -1, -1):
        s = members[i]
        if kind[s] != DECIDES:
            continue
        any_on = False
        cards = _cards_left(s, left)
        for u in range(low, low + len(columns)):
            on = always or (hits[s, u] and not doubles[s, u])
            weight[u] = reach[s, u] / cards if on else 0.0
            any_on = any_on or weight[u] != 0.0
        if not any_on:
            continue
        for v in range(VALUES):
            child = hit[s, v]
            if child >= 0:
                for u in range(low, low + len(columns)):
                    reach[child, u] += weight[u] * left[s, v]
                if 0 <= v - low < len(columns):
                    reach[child, v] -= weight[v]
