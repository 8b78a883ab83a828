"""The two hands of one split, and the one dealer's hand they share.

Every ending of the one hand is paired with every ending of the other. All cards come from one shoe:
the chance of both is one product of falling factorials, and the dealer draws from what both leave.
What the dealer then does depends on the cards of the two together only, so it is worked out once for
every such union.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from ventuno.arrays import Floats, Ints
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.dealer import RESULTS, distributions, ordinary_tree
from ventuno.odds.distribution.endings import DIGITS, Endings, Plays, bust_of, endings_of, less_the_others
from ventuno.odds.distribution.ends import (
    DEALER_BLACKJACK,
    DEALER_BUST,
    OUTCOMES,
    has_no_bet_to_give,
    pays,
)
from ventuno.odds.distribution.tally import Tally
from ventuno.odds.kernel import inlined, kernel
from ventuno.odds.prepared import Prepared
from ventuno.odds.rules import SPLIT, NumericRules
from ventuno.odds.values import ROUND_ONCE

Shorts = npt.NDArray[np.int32]

_OUTCOMES: Final = 8  # compiled into the kernel; it is what ends.py says
assert _OUTCOMES == OUTCOMES

_CHUNK: Final = 1 << 14  # unions the dealer is worked out for at a time


def two_hands(first: Plays, second: Plays) -> Tally:
    """The net results of a split that makes exactly two hands; where a hand splits pairs again, of the
    case that it gets none, with the chance of that case."""
    prepared = first.strategy.prepared
    one = endings_of(first, not first.splits_again)
    other = one if second.plane == first.plane else endings_of(second, not second.splits_again)
    joint = _joint(prepared, first, one, other)
    less_the_others(joint, one.ends, bust_of(first))
    less_the_others(joint.swapaxes(0, 1), other.ends, bust_of(second))
    found = Tally()
    found.add_all(nets_of_two(prepared.rules, one.ends, other.ends, first.up), joint)
    return found.without_dust()


def nets_of_two(rules: NumericRules, one: Ints, other: Ints, up: int) -> Floats:
    """[end, end, outcome]: what two hands of a split bring together."""
    nets = pays(rules, one, up, SPLIT)[:, None, :] + pays(rules, other, up, SPLIT)[None, :, :]
    spared = has_no_bet_to_give(rules, one, up)[:, None] & has_no_bet_to_give(rules, other, up)[None, :]
    nets[:, :, DEALER_BLACKJACK] += spared - rules.blackjack[SPLIT, ROUND_ONCE, up]
    return nets


def dealer_outcomes(rules: NumericRules, shoe: Floats, up: int, gone: Ints) -> Floats:
    """[row, outcome]: the dealer's chances once these cards are gone from a shoe that still holds the up card."""
    tree = ordinary_tree(rules.hits_soft_17, rules.pushes_22, up)
    found = np.zeros((len(gone), OUTCOMES))
    for start in range(0, len(gone), _CHUNK):
        left = shoe - gone[start : start + _CHUNK]
        here = found[start : start + _CHUNK]
        here[:, :RESULTS] = distributions(tree, left)[:, :, up]
        if up in (ACE, TEN):
            here[:, DEALER_BLACKJACK] = left[:, ACE + TEN - up] / np.maximum(left.sum(axis=1) - 1, 1)
        here[:, DEALER_BUST] = 1 - here.sum(axis=1)
    return found


def _joint(prepared: Prepared, plays: Plays, one: Endings, other: Endings) -> Floats:
    """[end, end, outcome]: the chance of two ends and what the dealer has."""
    alike = one is other
    shoe = np.array(prepared.shoe, dtype=np.float64)
    shoe[plays.pair] -= 2
    place = np.empty((len(one.key), len(other.key)), dtype=np.int32)
    gone = _unions(one, other, alike, place)[:, None] // DIGITS[None, :] % 64
    dealer = dealer_outcomes(prepared.rules, shoe, plays.up, gone)
    shoe[plays.up] -= 1
    dealer *= _chances_of_cards(shoe, gone)[:, None]
    joint = np.zeros((len(one.ends), len(other.ends), OUTCOMES))
    _pair_up(one, other, alike, place, dealer, joint)
    return (joint + joint.swapaxes(0, 1)) / 2 if alike else joint


def _chances_of_cards(shoe: Floats, drawn: Ints) -> Floats:
    """[row]: that so many of each value are drawn, in one given order."""
    cards, most = shoe.sum(), int(drawn.sum(axis=1).max()) + 1
    before = np.arange(most - 1)
    chance: Floats = np.cumprod(np.concatenate(([1.0], cards / np.maximum(cards - before, 1))))[drawn.sum(axis=1)]
    for value in range(VALUES):
        falling = np.cumprod(np.concatenate(([1.0], np.maximum(shoe[value] - before, 0) / cards)))
        chance *= falling[drawn[:, value]]
    return chance


def _unions(one: Endings, other: Endings, alike: bool, place: Shorts) -> Ints:
    """All sums of two keys, and where each stands."""
    size = 1 << 10
    while True:  # until the table is large enough
        table, at = np.full(size, -1, dtype=np.int64), np.zeros(size, dtype=np.int32)
        unions = np.empty(size // 2, dtype=np.int64)
        count = _collect(one.key, other.key, alike, table, at, unions, place)
        if count >= 0:
            return unions[:count]
        size *= 4


@inlined
def _slot(key: int, mask: int) -> int:
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    return int(mixed >> np.uint64(20)) & mask


@kernel
def _collect(
    key: Ints,
    other_key: Ints,
    alike: bool,
    table: Ints,
    number: Shorts,
    unions: Ints,
    place: Shorts,
) -> int:
    """Numbers every sum of two keys in `place`; -1 where the table is too small for them."""
    mask = len(table) - 1
    count = 0
    for i in range(len(key)):
        for j in range(i if alike else 0, len(other_key)):
            union = key[i] + other_key[j]
            at = _slot(union, mask)
            while table[at] != union and table[at] != -1:
                at = (at + 1) & mask
            if table[at] == -1:
                if count == len(unions):
                    return -1
                table[at] = union
                number[at] = count
                unions[count] = union
                count += 1
            place[i, j] = number[at]
    return count


@kernel
def _pair_up(one: Endings, other: Endings, alike: bool, place: Shorts, chances: Floats, joint: Floats) -> None:
    """Adds the chance of every two endings with every outcome: their orders times that of their union.

    Where the hands are played alike, two endings are met in one order only, and count twice.
    """
    orders, kind, other_orders, other_kind = one.orders, one.kind, other.orders, other.kind
    for i in range(len(orders)):
        into = joint[kind[i]]
        for j in range(i if alike else 0, len(other_orders)):
            ways = orders[i] * other_orders[j]
            if alike and j > i:
                ways *= 2.0
            for o in range(_OUTCOMES):
                into[other_kind[j], o] += ways * chances[place[i, j], o]
