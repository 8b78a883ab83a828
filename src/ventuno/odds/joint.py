"""Two hands of one split that share a fate when the dealer has an unseen blackjack.

Such a blackjack takes one original bet from the round unless neither hand has one to give: both are
bust (whose bets are lost anyway), or a Charlie that beats it. The two hands and the hole card come
from one shoe, so the chance that both end so is summed over pairs of final hands. A way of playing
that looks at its own hand reaches a final hand by so many orderings, whatever the shoe.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.kernel import allocating_kernel, kernel
from ventuno.odds.prepared import MOST_ROUNDS, REAL_PLANE, Prepared, blank_bonus, evaluate, no_bonus
from ventuno.odds.rules import SPLIT, UNSPLIT
from ventuno.odds.values import CHARLIE, CHARLIE_WINS, DECIDES, LIVE_ONCE, Bonus, DecisionCells, Valued

_DIGITS = np.array([64**value for value in range(VALUES)], dtype=np.int64)
_LAST_TO_HIT = 17  # no player hits a higher hard total: what shared fate adds there is not worked out


@dataclass(frozen=True)
class Fates:
    """The final hands of one pair that have no original bet to give, and where they are made."""

    states: Ints  # flat states of this pair, fewest cards last
    bust_state: Ints  # each way to bust: from this state
    bust_value: Ints  # with this card
    bust_end: Ints  # into this end
    charlie_state: Ints
    charlie_end: Ints
    ends: Ints  # [end, value]: cards drawn to the one of the pair


def fates_of(prepared: Prepared, cells: DecisionCells, pair: int, up: int) -> Fates:
    """Every way to such an end, whether the player takes it or not."""
    states, kind = prepared.states, prepared.layout.kind
    mine = cells.members[states.pair[cells.members] == pair]
    asked = mine[kind[mine] == DECIDES]
    rows, busting = np.nonzero(states.hit[asked] == -1)
    from_state = asked[rows]
    keys = states.gone[from_state] @ _DIGITS + _DIGITS[busting]
    loses_bust = prepared.rules.blackjack[UNSPLIT, LIVE_ONCE, up] > 0  # busted-plus-one
    if not loses_bust:
        from_state, busting, keys = from_state[:0], busting[:0], keys[:0]
    wins = prepared.rules.blackjack[SPLIT, CHARLIE_WINS, up] > 0
    charlies = mine[(kind[mine] == CHARLIE) & wins]
    all_keys = np.concatenate((keys, states.gone[charlies] @ _DIGITS))
    unique, inverse = np.unique(all_keys, return_inverse=True)
    ends = (unique[:, None] // _DIGITS[None, :]) % 64
    ends[:, pair] -= 2
    inverse = inverse.reshape(-1)
    return Fates(mine, from_state, busting, inverse[: len(keys)], charlies, inverse[len(keys) :], ends)


def shared_fate(prepared: Prepared, fates: Fates, play: Valued, pair: int, up: int, bonus: Bonus) -> float:
    """Writes into `bonus` what each end gives back, the other hand playing so; returns it on average."""
    ways = _ways(prepared, fates, play, up)
    shoe = np.array(prepared.shoe, dtype=np.float64)
    shoe[pair] -= 2
    shoe[up] -= 1
    given = np.zeros(len(fates.ends))
    wanted = _wanted(prepared, fates, ways)
    mean = float(_give_back(shoe, TEN if up == ACE else ACE, fates.ends, ways, wanted, given))
    _write(prepared, fates, given, up, bonus)
    return mean


def _wanted(prepared: Prepared, fates: Fates, ways: Floats) -> Bools:
    wanted: Bools = ways > 0
    low_enough = prepared.states.total[fates.bust_state] <= _LAST_TO_HIT
    wanted[fates.bust_end[low_enough]] = True
    wanted[fates.charlie_end] = True
    return wanted


def _ways(prepared: Prepared, fates: Fates, play: Valued, up: int) -> Floats:
    """In how many orderings the play comes to each end."""
    states = prepared.states
    count = np.zeros(len(states))
    by_double = np.zeros(len(states))
    count[fates.states[states.size[fates.states] == 2]] = 1
    hits, doubles = play.hits[:, up], play.doubles[:, up]
    _count(fates.states, states.hit, prepared.layout.kind == DECIDES, hits, doubles, count, by_double)
    ways = np.zeros(len(fates.ends))
    goes_on = hits | doubles
    np.add.at(ways, fates.bust_end, count[fates.bust_state] * goes_on[fates.bust_state])
    np.add.at(ways, fates.charlie_end, count[fates.charlie_state] + by_double[fates.charlie_state])
    return ways


@kernel
def _count(
    states: Ints, hit: Ints, asked: Bools, hits: Bools, doubles: Bools, count: Floats, by_double: Floats
) -> None:
    for i in range(len(states) - 1, -1, -1):
        s = states[i]
        if not asked[s] or not (hits[s] or doubles[s]):
            continue
        for v in range(VALUES):
            child = hit[s, v]
            if child >= 0:
                if doubles[s]:
                    by_double[child] += count[s]
                else:
                    count[child] += count[s]


@allocating_kernel
def _give_back(shoe: Floats, hole: int, ends: Ints, ways: Floats, wanted: Bools, given: Floats) -> float:
    """For each end: the chance of the blackjack and of the other hand's ending so too."""
    most = 24
    falling = np.ones((VALUES, most))
    one_over = np.ones(most)
    reached = np.flatnonzero(ways > 0)
    # The other hand's ends as short lists: (value, copies) pairs.
    values = np.zeros((len(reached), VALUES), dtype=np.int64)
    copies = np.zeros((len(reached), VALUES), dtype=np.int64)
    length = np.zeros(len(reached), dtype=np.int64)
    size = np.zeros(len(reached), dtype=np.int64)
    for j in range(len(reached)):
        for v in range(VALUES):
            drawn = ends[reached[j], v]
            if drawn > 0:
                values[j, length[j]] = v
                copies[j, length[j]] = drawn
                length[j] += 1
                size[j] += drawn
    cards = shoe.sum()
    mean = 0.0
    for i in range(len(ends)):
        if not wanted[i]:
            continue
        here = ways[i]
        drawn = 0
        possible = True
        for v in range(VALUES):
            for k in range(ends[i, v]):
                here *= (shoe[v] - k) / (cards - drawn)
                drawn += 1
            possible = possible and shoe[v] - ends[i, v] >= 0
        left = cards - drawn
        has_hole = (shoe[hole] - ends[i, hole]) / left
        if not possible or has_hole <= 0.0:
            continue
        for v in range(VALUES):
            have = shoe[v] - ends[i, v] - (1.0 if v == hole else 0.0)
            for k in range(1, most):
                falling[v, k] = falling[v, k - 1] * max(have - k + 1, 0.0)
        for k in range(1, most):
            one_over[k] = one_over[k - 1] / max(left - k, 1.0)
        total = 0.0
        for j in range(len(reached)):
            product = ways[reached[j]] * one_over[size[j]]
            for p in range(length[j]):
                product *= falling[values[j, p], copies[j, p]]
            total += product
        given[i] = has_hole * total
        mean += here * given[i]
    return mean


def _write(prepared: Prepared, fates: Fates, given: Floats, up: int, bonus: Bonus) -> None:
    left, cards = prepared.left, prepared.cards
    bonus.busts[fates.states, up] = 0
    drawn = left[fates.bust_state, fates.bust_value] - (fates.bust_value == up)
    share = drawn / cards[fates.bust_state]
    np.add.at(bonus.busts[:, up], fates.bust_state, share * given[fates.bust_end])
    # The kernel multiplies a Charlie's by the chance of the blackjack, which `given` already holds.
    chance = prepared.blackjack[fates.charlie_state, up]
    bonus.ends[fates.charlie_state, up] = np.divide(
        given[fates.charlie_end], chance, out=np.zeros(len(chance)), where=chance > 0
    )


FatesByPair = dict[tuple[int, int], Fates]


def all_fates(prepared: Prepared, cells: DecisionCells) -> FatesByPair:
    """By pair and up card, where the hands of a split share a fate."""
    rules, shoe = prepared.rules, prepared.shoe
    if rules.hands < 2:
        return {}
    return {
        (pair, up): fates_of(prepared, cells, pair, up)
        for up in np.flatnonzero(rules.shares_fate).tolist()
        for pair in range(VALUES)
        if shoe[pair] - (up == pair) >= 2 and shoe[up] > 0
    }


class SharedFates:
    """What shared fate gives back, pair by pair, worked out again only where the play has changed."""

    def __init__(self, prepared: Prepared, fates: FatesByPair) -> None:
        self.prepared = prepared
        self.fates = fates
        self.bonus = blank_bonus(prepared) if fates else no_bonus()
        self.given_back = np.zeros((VALUES, VALUES))
        self._played: dict[tuple[int, int], bytes] = {}

    def follow(self, play: Valued) -> bool:
        """Takes the play over; returns whether it was the same already."""
        same = True
        for (pair, up), fates in self.fates.items():
            now = play.hits[fates.states, up].tobytes() + play.doubles[fates.states, up].tobytes()
            if self._played.get((pair, up)) != now:
                same = False
                self._played[pair, up] = now
                self.given_back[pair, up] = shared_fate(self.prepared, fates, play, pair, up, self.bonus)
        return same


def answer_each_other(prepared: Prepared, cells: DecisionCells, fates: FatesByPair, play: Valued) -> Floats:
    """Plays each hand of a split for the best, the other one playing so too, until both agree.

    `cells` must hold all states that share a fate; they are valued in place.
    """
    shared = SharedFates(prepared, fates)
    for _ in range(MOST_ROUNDS):
        if shared.follow(play):
            return shared.given_back
        evaluate(prepared, cells, REAL_PLANE, shared.bonus, play)
    shared.follow(play)
    evaluate(prepared, cells, REAL_PLANE, shared.bonus, play, decided=True)
    return shared.given_back
