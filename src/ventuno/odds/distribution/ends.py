"""How a hand ended, as one number, and what that brings against each result of the dealer.

The settlement is the solver's own: its kernel of win and lose chances is asked with a dealer who
has one result for certain, and its table of what a blackjack takes is read as it stands.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import VALUES
from ventuno.odds.dealer import RESULTS
from ventuno.odds.rules import SPLIT, UNSPLIT, NumericRules
from ventuno.odds.values import (
    BUST_EACH,
    CHARLIE_EACH,
    CHARLIE_ONCE,
    CHARLIE_WINS,
    LIVE_EACH,
    LIVE_ONCE,
    Chances,
    chances,
)

# The dealer's results: those of dealer.py, then these two.
DEALER_BUST: Final = RESULTS
DEALER_BLACKJACK: Final = RESULTS + 1
OUTCOMES: Final = RESULTS + 2

# A hand's rank is its total, or one of these.
BUST_HAND: Final = 0
CHARLIE_HAND: Final = 1

_STAKES: Final = 4  # real units and free chips on a hand are fewer
_ALL_UP_CARDS: Final = tuple(range(VALUES))


def ends(rank: Ints | int, real: Ints | int, free: Ints | int) -> Ints:
    """A rank with so much real money and so many free chips on it."""
    return np.asarray((rank * np.int64(_STAKES) + real) * _STAKES + free)


def rank_of(end: Ints) -> Ints:
    return end // _STAKES**2


def _real(end: Ints) -> Ints:
    return end // _STAKES % _STAKES


def _free(end: Ints) -> Ints:
    return end % _STAKES


def pays(rules: NumericRules, end: Ints, up: int, situation: int) -> Floats:
    """[end, outcome]: what each end brings, but for what a blackjack takes from the round as a whole."""
    rank, real, free = rank_of(end), _real(end), _free(end)
    found = np.empty((len(end), OUTCOMES))
    for outcome in range(OUTCOMES - 1):
        win, lose = _against(rules, np.where(rank > CHARLIE_HAND, rank, 0), outcome)
        found[:, outcome] = win[:, up] * (real + free) - lose[:, up] * real
    found[rank == CHARLIE_HAND, :] = (real + free)[rank == CHARLIE_HAND, None]
    found[rank == BUST_HAND, :] = -real[rank == BUST_HAND, None]
    found[:, DEALER_BLACKJACK] = against_blackjack(rules, end, up, situation)
    return found


def _against(rules: NumericRules, total: Ints, outcome: int) -> tuple[Floats, Floats]:
    """Whether hands standing on these totals win, and lose, where the dealer has just this result."""
    results = np.zeros((1, RESULTS, VALUES))
    if outcome < RESULTS:
        results[0, outcome] = 1
    win, lose, blackjack, no_cards = (np.zeros((len(total), VALUES)) for _ in range(4))
    found = Chances(win, lose, blackjack)
    nowhere, no_natural = np.zeros_like(total), np.zeros(len(total), dtype=np.bool_)
    chances(_ALL_UP_CARDS, results, nowhere, total, no_natural, no_cards, rules.bust_wins, found)
    return win, lose


def against_blackjack(rules: NumericRules, end: Ints, up: int, situation: int) -> Floats:
    """What each end brings when the dealer has a blackjack."""
    rank, real, free = rank_of(end), _real(end), _free(end)
    row = rules.blackjack[situation, :, up]
    charlie = row[CHARLIE_WINS] * (real + free) - row[CHARLIE_EACH] * real + row[CHARLIE_ONCE]
    live = -(row[LIVE_EACH] * real + row[LIVE_ONCE])
    found: Floats = np.where(rank == CHARLIE_HAND, charlie, np.where(rank == BUST_HAND, -row[BUST_EACH] * real, live))
    return found


def has_no_bet_to_give(rules: NumericRules, end: Ints, up: int) -> Bools:
    """Of a hand of a split: an unseen blackjack that takes one original bet cannot take it here (joint.py)."""
    if not rules.shares_fate[up]:
        return np.zeros(len(end), dtype=np.bool_)
    bust = (rank_of(end) == BUST_HAND) & (rules.blackjack[UNSPLIT, LIVE_ONCE, up] > 0)
    charlie = (rank_of(end) == CHARLIE_HAND) & (rules.blackjack[SPLIT, CHARLIE_WINS, up] > 0)
    found: Bools = bust | charlie
    return found
