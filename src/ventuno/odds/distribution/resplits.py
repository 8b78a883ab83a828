"""Splits that go on to three hands or more: the players' cards are sampled, the dealer is exact.

The endings of three hands are too many to be paired. So the hands are dealt at random, a fixed number
of times from a fixed seed, given that a split hand does get another card of the pair; for each deal
the dealer's one hand, shared by all of them, is worked out exactly from what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import VALUES
from ventuno.odds.distribution.endings import Plays, endings_of
from ventuno.odds.distribution.ends import DEALER_BLACKJACK, OUTCOMES, ends, pays
from ventuno.odds.distribution.tally import Tally
from ventuno.odds.distribution.two_hands import dealer_outcomes
from ventuno.odds.kernel import allocating_kernel, inlined
from ventuno.odds.rules import FREE, PAID, SPLIT
from ventuno.odds.values import ROUND_ONCE

_BLOCK = 1 << 16  # deals worked out at a time

_STAKES: Final = 4  # compiled into the kernel; it is what ends.py says
assert int(ends(3, 2, 1)) == (3 * _STAKES + 2) * _STAKES + 1


@dataclass(frozen=True)
class Resplit:
    """One pair against one up card, split again: the first hand's play and that of all later ones."""

    first: Plays
    later: Plays
    chance: float  # of the pair, the up card, and another card of the pair

    @property
    def most(self) -> int:
        """Hands, as far as there are cards of the pair."""
        prepared, pair = self.first.strategy.prepared, self.first.pair
        return min(prepared.rules.most_hands(pair), prepared.shoe[pair] - (pair == self.first.up))

    def sampled(self, deals: int, stream: int) -> Tally:
        """The net results given this resplit."""
        found = Tally()
        for start in range(0, deals, _BLOCK):
            self._sample(min(_BLOCK, deals - start), stream + start, 1 / deals, found)
        return found

    def _sample(self, deals: int, stream: int, share: float, into: Tally) -> None:
        prepared, up = self.first.strategy.prepared, self.first.up
        shoe = np.array(prepared.shoe, dtype=np.int64)
        shoe[self.first.pair] -= 2
        gone = np.zeros((deals, VALUES), dtype=np.int64)
        end = np.full((deals, self.most), -1, dtype=np.int64)
        table = _Hands(
            self.first.pair,
            self._two_cards(),
            prepared.states.hit,
            self.first.rank,
            (prepared.layout.double == PAID) + 2 * (prepared.layout.double == FREE),
        )
        _deal(stream, shoe - (np.arange(VALUES) == up), table, _way(self.first), _way(self.later), gone, end)
        dealer = dealer_outcomes(prepared.rules, shoe.astype(np.float64), up, gone)
        into.add_all(self._nets(end), dealer * share)

    def _nets(self, end: Ints) -> Floats:
        """[deal, outcome]."""
        rules, up = self.first.strategy.prepared.rules, self.first.up
        table = np.zeros((end.max() + 2, OUTCOMES))  # the last row is for no hand, whose end is -1
        codes = np.flatnonzero(np.bincount(end.reshape(-1) + 1)[1:])
        table[codes] = pays(rules, codes, up, SPLIT)
        nets: Floats = sum((table[end[:, hand]] for hand in range(end.shape[1])), np.zeros((len(end), OUTCOMES)))
        nets[:, DEALER_BLACKJACK] -= rules.blackjack[SPLIT, ROUND_ONCE, up]
        return nets

    def _two_cards(self) -> Ints:
        """[value]: the state of the pair's card with that one."""
        states = self.first.strategy.prepared.states
        mine = self.first.states
        two = mine[states.size[mine] == 2]
        found = np.zeros(VALUES, dtype=np.int64)
        cards = states.gone[two].copy()
        cards[:, self.first.pair] -= 2
        found[cards.argmax(axis=1)] = two
        return found

    def extremes(self) -> tuple[Fraction, Fraction]:
        """The worst and the best of the most hands, if the shoe holds what every one of them needs."""
        rules, up = self.first.strategy.prepared.rules, self.first.up
        nets = np.zeros((2, OUTCOMES))
        for plays, hands in ((self.first, 1), (self.later, self.most - 1)):
            table = pays(rules, endings_of(plays, True).ends, up, SPLIT)
            nets += hands * np.array([table.min(axis=0), table.max(axis=0)])
        nets[:, DEALER_BLACKJACK] -= rules.blackjack[SPLIT, ROUND_ONCE, up]
        return Fraction(nets[0].min()), Fraction(nets[1].max())


class _Hands(NamedTuple):
    """What becomes of the hands of one pair."""

    pair: int
    two_cards: Ints  # [value]: the state of the pair's card with that one
    hit: Ints
    rank: Ints
    double: Ints  # [state]: 1 where a double is paid, 2 where it is free


class _Way(NamedTuple):
    """How a hand is played on, and what rides on it to begin with."""

    splits_again: bool
    real: int
    free: int
    goes_on: Bools
    doubles: Bools


def _way(plays: Plays) -> _Way:
    return _Way(plays.splits_again, plays.real, plays.free, plays.goes_on, plays.doubles)


@inlined
def _random(stream: int, step: int) -> float:
    """A number from 0 to 1, by a hash of where it stands (SplitMix64)."""
    x = np.uint64(stream) * np.uint64(0xD1342543DE82EF95) + np.uint64(step) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x = x ^ (x >> np.uint64(31))
    return np.float64(x >> np.uint64(11)) / 9007199254740992.0


@inlined
def _draw(at: float, left: Ints, cards: int) -> int:
    """Which value the card in that place of the shoe has; the tens, who are most, are asked first."""
    index = np.int64(at * cards)
    for v in range(VALUES - 1, -1, -1):
        index -= left[v]
        if index < 0:
            return v
    return 0


@allocating_kernel
def _deal(stream: int, shoe: Ints, hands_of: _Hands, first: _Way, later: _Way, gone: Ints, end: Ints) -> None:
    """Deals splits of which one hand at least gets another card of the pair and is split again.

    `shoe` holds no up card.
    """
    pair, hit, rank, double = hands_of.pair, hands_of.hit, hands_of.rank, hands_of.double
    again_first, again_later = first.splits_again, later.splits_again
    most = end.shape[1]
    all_cards = shoe.sum()
    left = np.empty(VALUES, dtype=np.int64)
    at_once = shoe[pair] / all_cards if again_first else 0.0
    in_turn = 0.0
    if again_later:
        in_turn = (1.0 - at_once) * shoe[pair] / (all_cards - 1.0) if again_first else shoe[pair] / all_cards
    for deal in range(len(gone)):
        step = 0
        left[:] = shoe
        cards = all_cards
        waiting = -1  # the second card of the first hand, where it is known already
        left[pair] -= 1
        cards -= 1
        if _random(stream + deal, step) * (at_once + in_turn) >= at_once:
            while True:
                step += 1
                waiting = _draw(_random(stream + deal, step), left, cards)
                if waiting != pair or not again_first:
                    break
            left[waiting] -= 1
            cards -= 1
        hands = 3
        hand = 0
        while hand < hands:
            second = waiting
            waiting = -1
            if second < 0:
                step += 1
                second = _draw(_random(stream + deal, step), left, cards)
                left[second] -= 1
                cards -= 1
                if second == pair and hands < most and (again_first if hand == 0 else again_later):
                    hands += 1
                    continue
            way = first if hand == 0 else later
            real, free, goes_on, doubles = way.real, way.free, way.goes_on, way.doubles
            s = hands_of.two_cards[second]
            ranked = rank[s]
            while goes_on[s] or doubles[s]:
                step += 1
                card = _draw(_random(stream + deal, step), left, cards)
                left[card] -= 1
                cards -= 1
                child = hit[s, card]
                ranked = rank[child] if child >= 0 else 0
                if doubles[s]:
                    real += double[s] & 1
                    free += double[s] >> 1
                    break
                if child < 0:
                    break
                s = child
            end[deal, hand] = (ranked * _STAKES + real) * _STAKES + free
            hand += 1
        for v in range(VALUES):
            gone[deal, v] = shoe[v] - left[v]
