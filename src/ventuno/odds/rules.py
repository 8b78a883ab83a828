"""A variant, read as numbers: what each ending of a hand costs or brings, and what may be done when.

This is the odds' own reading of the variant file; `play` has another, and the two must agree.

What a dealer's blackjack takes is a matter of settlement only. Values are kept unconditional: the
hole card is one of the unseen cards. A dealer who looks is the same as one who does not, but whose
blackjack costs exactly the original bet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.values import (
    BUST_EACH,
    CHARLIE_EACH,
    CHARLIE_ONCE,
    CHARLIE_WINS,
    LIVE_EACH,
    LIVE_ONCE,
    ROUND_ONCE,
    ROWS,
)
from ventuno.refusal import RefusalRaised
from ventuno.variant.model import Dealer, HandRules, Variant

NO_DOUBLE: Final = 0
PAID: Final = 1
FREE: Final = 2
UNSPLIT: Final = 0
SPLIT: Final = 1


@dataclass(frozen=True, eq=False)  # one object a rule set, so that tables can be kept by it
class NumericRules:
    """The numbers of one variant."""

    hand: HandRules
    hits_soft_17: bool
    pushes_22: bool
    bust_wins: Floats  # [total, up card]: 1 where the dealer's bust wins, 0 where it pushes
    natural_17: bool
    looks: Floats  # [up card]: 1 where the dealer looks before anybody plays
    blackjack: Floats  # [situation, row, up card]
    shares_fate: Bools  # [up card]: what a blackjack takes depends on all hands of a split
    charlie: int  # cards, or 99
    natural_pays: float
    hands: int  # most, after splits

    def double(self, total: Ints, soft: Bools, size: Ints, split: bool) -> Ints:
        """Which double a hand may have: none, a paid one, or (in its place) a free one."""
        hand = self.hand
        kind = np.full(total.shape, NO_DOUBLE)
        if split and not hand.double_after_split:
            return kind
        allowed = np.isin(total, hand.double) & ~soft if hand.double else np.ones_like(soft)
        kind[allowed] = PAID
        kind[np.isin(total, hand.free_double) & ~soft] = FREE
        kind[(size != 2) | (total == 21)] = NO_DOUBLE
        return kind

    def most_hands(self, pair: int) -> int:
        """To how many hands a pair may grow; 1 where it may not be split."""
        if pair == ACE and not self.hand.resplit_aces:
            return min(self.hands, 2)
        return self.hands

    def one_card_each(self, pair: int) -> bool:
        return pair == ACE and not self.hand.hit_split_aces

    def splits_free(self, pair: int) -> bool:
        return pair + 1 in self.hand.free_split


def read(variant: Variant) -> NumericRules:
    return _read(variant.dealer, variant.hand)


@cache
def _read(dealer: Dealer, hand: HandRules) -> NumericRules:
    looks = np.zeros(VALUES)
    looks[ACE], looks[TEN] = "ace" in dealer.looks_under, "ten" in dealer.looks_under
    blackjack, shares_fate = _blackjack(dealer, hand, looks)
    rules = NumericRules(
        hand,
        dealer.soft_17 == "hits",
        dealer.bust_22_pushes,
        _bust_wins(dealer),
        dealer.natural_17_beats_17,
        looks,
        blackjack,
        shares_fate,
        hand.charlie.cards if hand.charlie else 99,
        float(hand.blackjack.wins),
        hand.splits + 1,
    )
    _must_be_soluble(rules)
    return rules


def _bust_wins(dealer: Dealer) -> Floats:
    wins = np.ones((22, VALUES))
    if dealer.bust_pushes_17:
        wins[17, :] = 0
    if dealer.bust_ten_up_pushes:
        wins[:, TEN] = 0
    return wins


def _blackjack(dealer: Dealer, hand: HandRules, looks: Floats) -> tuple[Floats, Bools]:
    rows = np.zeros((2, ROWS, VALUES))
    shares = np.zeros(VALUES, dtype=np.bool_)
    charlie = hand.charlie
    beats = charlie is not None and charlie.beats_blackjack
    takes = dealer.blackjack_takes
    for up, rule in ((ACE, takes.ace), (TEN, takes.ten)):
        if looks[up]:  # the round is over before a Charlie can be made
            rows[:, ROUND_ONCE, up] = 1
            continue
        rows[:, CHARLIE_WINS, up] = beats
        if rule == "every-stake":
            rows[:, [LIVE_EACH, BUST_EACH], up] = 1
            rows[:, CHARLIE_EACH, up] = not beats
        elif rule == "original-bet":
            rows[:, ROUND_ONCE, up] = 1
            rows[UNSPLIT, CHARLIE_ONCE, up] = beats  # the original bet is the one that has won
            shares[up] = beats
        else:  # busted-plus-one
            rows[:, BUST_EACH, up] = 1
            rows[UNSPLIT, LIVE_ONCE, up] = 1
            rows[UNSPLIT, CHARLIE_ONCE, up] = 0 if beats else -1
            rows[SPLIT, ROUND_ONCE, up] = 1
            shares[up] = True
    return rows, shares


def _must_be_soluble(rules: NumericRules) -> None:
    """Where the hands of a split share one fate, only one split of real bets is solved exactly."""
    if not rules.shares_fate.any() or rules.hands == 1:
        return
    if rules.hands > 2 or rules.hand.free_split:
        raise RefusalRaised(
            "odds/no_solution",
            "what an unseen dealer blackjack takes here depends on all hands of a split together "
            "(busted bets plus one, or one original bet beside a Charlie that beats it): "
            "that is solved exactly for one split of paid bets only",
            splits=rules.hands - 1,
        )
