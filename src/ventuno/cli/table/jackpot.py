"""The jackpot of one terminal: it grows with every stake, exactly, and starts again when it is won (J1)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from ventuno.money import MINOR_PER_UNIT
from ventuno.play import Bet, Settlement
from ventuno.variant import Variant


@dataclass(frozen=True, slots=True)
class Pool:
    variant: Variant
    exact: Fraction  # minor units, with the parts of one that 3 % of a stake may bring

    @classmethod
    def of(cls, variant: Variant) -> Pool:
        return cls(variant, Fraction(_seed(variant)))

    @property
    def exists(self) -> bool:
        return any(bet.jackpot for bet in self.variant.side_bets.values())

    @property
    def amount(self) -> int:
        """What would be paid now; parts of a minor unit stay in the pool."""
        return math.floor(self.exact)

    def with_stakes(self, bets: Iterable[Bet]) -> Pool:
        added = sum(self._share(key) * stake for bet in bets for key, stake in bet.sides.items())
        return replace(self, exact=self.exact + added)

    def after(self, settlement: Settlement) -> Pool:
        """As it was, or the seed again if it was won; what was no whole minor unit is carried on."""
        if not settlement.jackpot_share:
            return self
        return replace(self, exact=_seed(self.variant) + self.exact - self.amount)

    def _share(self, side_bet: str) -> Fraction:
        jackpot = self.variant.side_bets[side_bet].jackpot
        return jackpot.contribution if jackpot else Fraction(0)


def _seed(variant: Variant) -> int:
    return MINOR_PER_UNIT * sum(bet.jackpot.seed for bet in variant.side_bets.values() if bet.jackpot)
