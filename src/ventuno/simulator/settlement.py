"""What every ending of a hand brings against every result of the dealer, in exact numbers.

A hand ends as chips × class. What it brings is `net[end, result]`, in original bets; what several
hands share is `once[end, result]`: real bets of which the dealer's blackjack takes one original bet
in all. A round's net is therefore the sum of `net` less min(1, sum of `once`), whatever the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ventuno.simulator.dealer_states import (
    ACE_UP,
    MADE,
    MADE_21,
    MADE_22,
    SEEN_BLACKJACK,
    TEN_UP,
    UNSEEN_BLACKJACK,
)
from ventuno.simulator.decisions import DOUBLE, FREE_DOUBLE
from ventuno.simulator.hand_states import HandState
from ventuno.variant.model import Variant

# Chips on a hand, as (real bets, free chips).
CHIPS: Final = ((1, 0), (2, 0), (1, 1), (0, 1), (0, 2))
REAL: Final = 0
FREE: Final = 3
AFTER_DOUBLE: Final = {
    (REAL, DOUBLE): 1,
    (REAL, FREE_DOUBLE): 2,
    (FREE, DOUBLE): 2,
    (FREE, FREE_DOUBLE): 4,
}

# How a hand ends.
BUSTED: Final = 0
STIFF: Final = 1  # 16 or less
SEVENTEEN: Final = 2  # up to 21: 2 to 6
TWENTY_ONE: Final = 6
NATURAL_17: Final = 7
CHARLIE: Final = 8
NATURAL: Final = 9
SURRENDERED: Final = 10
CLASSES: Final = 11

ENDS: Final = len(CHIPS) * CLASSES


def end_of(chips: int, ending: int) -> int:
    return chips * CLASSES + ending


def class_of(state: HandState, split: bool, natural_17: bool) -> int:
    if state.bust:
        return BUSTED
    if state.charlie:
        return CHARLIE
    if state.natural and not split:
        return NATURAL
    if state.total == 17 and natural_17 and state.cards == 2 and not split:
        return NATURAL_17
    return STIFF if state.total <= 16 else SEVENTEEN + state.total - 17


def waits_for_dealer(ending: int) -> bool:
    """Whether the dealer must draw for it."""
    return STIFF <= ending <= NATURAL_17


@dataclass(frozen=True, slots=True)
class Share:
    """What one hand brings, and what it puts into the pot of which a blackjack takes one bet."""

    net: Fraction
    once: int = 0


class EndingValues:
    """The variant's own arithmetic."""

    def __init__(self, variant: Variant, insured: bool) -> None:
        self.dealer = variant.dealer
        self.hand = variant.hand
        self.insured = insured and variant.hand.insurance is not None

    def stake(self, end: int, result: int) -> Fraction:
        """Real money staked on one unsplit hand and on its insurance."""
        real = CHIPS[end // CLASSES][0]
        looked = result % MADE == SEEN_BLACKJACK
        return (1 if looked else real) + self.insurance_stake(result)

    def insurance_stake(self, result: int) -> Fraction:
        return Fraction(1, 2) if self.insured and result // MADE == ACE_UP else Fraction(0)

    def insurance(self, result: int) -> Fraction:
        """What insurance brings."""
        stake = self.insurance_stake(result)
        blackjack = result % MADE in (UNSEEN_BLACKJACK, SEEN_BLACKJACK)
        if not stake or not self.hand.insurance:
            return Fraction(0)
        return stake * self.hand.insurance.wins if blackjack else -stake

    def net(self, end: int, result: int) -> Fraction:
        """What one unsplit hand brings, insurance included."""
        share = self.share(end, result)
        return share.net - min(1, share.once) + self.insurance(result)

    def share(self, end: int, result: int) -> Share:
        """One hand, alone or of several."""
        chips, ending = divmod(end, CLASSES)
        real, free = CHIPS[chips]
        kind, made = divmod(result, MADE)
        if ending == SURRENDERED:
            return Share(self._surrendered(made))
        if ending == NATURAL:
            beaten = made in (UNSEEN_BLACKJACK, SEEN_BLACKJACK)
            return Share(Fraction(0) if beaten else self.hand.blackjack.wins)
        if made == SEEN_BLACKJACK:
            return Share(Fraction(0), once=1)
        if made == UNSEEN_BLACKJACK:
            return self._against_blackjack(ending, real, free, kind)
        outcome = self._outcome(ending, kind, made)
        return Share(Fraction(real + free if outcome > 0 else -real if outcome < 0 else 0))

    def _surrendered(self, made: int) -> Fraction:
        """Late, a blackjack takes the whole bet: the dealer has looked, or shows it in the end."""
        blackjack = made in (UNSEEN_BLACKJACK, SEEN_BLACKJACK)
        return Fraction(-1) if blackjack and self.hand.surrender == "late" else Fraction(-1, 2)

    def _against_blackjack(self, ending: int, real: int, free: int, kind: int) -> Share:
        charlie = self.hand.charlie
        if ending == CHARLIE and charlie and charlie.beats_blackjack:
            return Share(Fraction(real + free))
        takes = self.dealer.blackjack_takes.ace if kind == ACE_UP else self.dealer.blackjack_takes.ten
        if takes == "every-stake" or (takes == "busted-plus-one" and ending == BUSTED):
            return Share(Fraction(-real))
        return Share(Fraction(0), once=real)

    def _outcome(self, ending: int, kind: int, made: int) -> int:
        """1, 0 or -1 against a dealer without a blackjack."""
        if ending == BUSTED:
            return -1
        if ending == CHARLIE:
            return 1
        if made > MADE_21:
            return self._dealer_bust(ending, kind, made)
        if ending == NATURAL_17:
            return 1 if made == 0 else -1
        mine = ending - SEVENTEEN  # a stiff hand is below them all
        return (mine > made) - (mine < made)

    def _dealer_bust(self, ending: int, kind: int, made: int) -> int:
        pushes = (
            (made == MADE_22 and self.dealer.bust_22_pushes)
            or (kind == TEN_UP and self.dealer.bust_ten_up_pushes)
            or (ending in (SEVENTEEN, NATURAL_17) and self.dealer.bust_pushes_17)
        )
        return 0 if pushes else 1
