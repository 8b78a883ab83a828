"""The first decision of a round, where a pair may be split and a hand given up, and the round's value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.prepared import FREE_PLANE, REAL_PLANE, Prepared, paid_double
from ventuno.odds.roots import Openings, SplitRoots
from ventuno.odds.rules import SPLIT, UNSPLIT
from ventuno.odds.values import ROUND_ONCE, Valued

PLAY: Final = 0  # hit, stand or double, whichever the hand's state says
SPLITS: Final = 1
SURRENDERS: Final = 2

IMPOSSIBLE: Final = -np.inf


@dataclass(frozen=True)
class Splits:
    """[pair, up card]: the value of splitting, the real money it adds, and the hands it makes."""

    value: Floats
    stake: Floats


@dataclass(frozen=True)
class FirstDecision:
    """[opening, up card]: its chance, the value of each choice, the choice made, its value and stake."""

    chance: Floats
    play: Floats
    split: Floats
    surrender: Floats
    choice: Ints
    value: Floats
    stake: Floats


def value_of_splits(
    prepared: Prepared,
    openings: Openings,
    roots: SplitRoots,
    planes: tuple[Valued, Valued | None],
    rides_free: Bools,
    shared: Floats,
) -> Splits:
    """Adds the hands of every split up; `shared` is what shared fate gives back, once."""
    rules, at = prepared.rules, openings.split
    looked = 1 - rules.looks[None, :] * prepared.blackjack[at]
    value, stake = np.zeros((VALUES, VALUES)), np.zeros((VALUES, VALUES))
    for plane, play in zip((REAL_PLANE, FREE_PLANE), planes, strict=True):
        if play is None:
            continue
        weight = roots.of(plane, rides_free[openings.pair])
        np.add.at(value, openings.pair, weight * play.value[at])
        np.add.at(stake, openings.pair, weight * looked * paid_double(prepared, play)[at])
    paid = np.where(rides_free[openings.pair][:, None], 0.0, roots.others)
    np.add.at(stake, openings.pair, paid * looked)
    # With both hands reckoning with all that shared fate gives back, it is counted once too often.
    value -= shared
    once = rules.blackjack[SPLIT, ROUND_ONCE] * prepared.blackjack[openings.dealt[openings.pair_row]]
    value -= once
    for pair in range(VALUES):
        if rules.most_hands(pair) < 2:
            value[pair] = IMPOSSIBLE
    return Splits(value, stake)


def is_natural(openings: Openings) -> Bools:
    found: Bools = (openings.low == ACE) & (openings.high == TEN)
    return found


def decide(
    prepared: Prepared,
    openings: Openings,
    play: Valued,
    splits: Splits,
    chance: Floats,
    by_total: bool,
) -> FirstDecision:
    """Takes the best choice for each two cards; by total, hands that a chart tells not apart give up together."""
    rules, at = prepared.rules, openings.dealt
    blackjack = prepared.blackjack[at]
    natural = is_natural(openings)
    value = play.value[at] - rules.blackjack[UNSPLIT, ROUND_ONCE] * blackjack
    value[natural] = rules.natural_pays * (1 - blackjack[natural])
    looked = 1 - rules.looks[None, :] * blackjack
    stake = 1 + paid_double(prepared, play)[at] * looked
    split = np.full_like(value, IMPOSSIBLE)
    split_stake = np.ones_like(value)
    split[openings.pair_row] = splits.value
    split_stake[openings.pair_row] = 1 + splits.stake
    surrender = _surrender(prepared, blackjack, natural)

    choice = np.where(split > value, SPLITS, PLAY)
    best = np.maximum(split, value)
    gives_up = surrender > best
    if by_total:
        _together(prepared, openings, gives_up, chance, surrender - best)
    choice[gives_up] = SURRENDERS
    taken = np.choose(choice, [value, split, surrender])
    staked = np.choose(choice, [stake, split_stake, np.ones_like(stake)])
    return FirstDecision(chance, value, split, surrender, choice, taken, staked)


def _surrender(prepared: Prepared, blackjack: Floats, natural: Bools) -> Floats:
    """Late: half back unless the dealer has a blackjack. Early: half back."""
    rule = prepared.rules.hand.surrender
    if rule == "none":
        return np.full_like(blackjack, IMPOSSIBLE)
    given = -0.5 - 0.5 * blackjack * (rule == "late")
    worth: Floats = np.where(natural[:, None], IMPOSSIBLE, given)
    return worth


def _together(prepared: Prepared, openings: Openings, gives_up: Bools, chance: Floats, gain: Floats) -> None:
    if prepared.rules.hand.surrender == "none":
        return
    states, at = prepared.states, openings.dealt
    row = states.stage[at]
    for stage in np.unique(row):
        same = (row == stage) & (openings.low != openings.high) & ~is_natural(openings)
        if same.any():
            gives_up[same] = (chance[same] * gain[same]).sum(axis=0) > 0
