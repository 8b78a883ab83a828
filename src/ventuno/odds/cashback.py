"""What a game returns in which every hand may be ended for an offer.

An offer is the exact value of playing on, less a margin (K1). Taking one can therefore never raise the
best return; what it costs is the margin of whatever is given up.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ventuno.odds.first_decision import is_natural
from ventuno.odds.strategy import Strategy
from ventuno.variant.model import Variant


@dataclass(frozen=True, slots=True)
class CashbackReturn:
    """Per initial bet, by composition; offers before they are rounded down to the minor unit."""

    margin: Fraction
    never: float  # no offer is taken
    at_best: float  # an offer is taken where it is worth more than playing on
    always: float  # the first offer is taken, so that nothing is added to the initial bet


def cashback_return(variant: Variant, strategy: Strategy) -> CashbackReturn | None:
    if variant.cashback is None:
        return None
    margin = float(variant.cashback.margin)
    first = strategy.first
    asked = (first.chance > 0) & ~is_natural(strategy.openings)[:, None]  # a blackjack gets no offer
    # Before a look a hand is worth, on average, what it is after one: 1 + value counts what is lost to
    # a blackjack as nothing, so the offers made after the look add up to the same.
    offered = float((first.chance * (1 + first.value))[asked].sum())
    # No offer is worth more than playing on, for the margin is never negative.
    return CashbackReturn(
        variant.cashback.margin, strategy.rtp_initial, strategy.rtp_initial, strategy.rtp_initial - margin * offered
    )
