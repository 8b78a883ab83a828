"""A jackpot over a whole simulation: it grows with every bet, is won whole, and begins anew at its seed.

Blocks know only in which of their rounds it was won. Added in order they are one long history. All
winners of a round share it (J1), so a round pays it once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ventuno.arrays import Ints
from ventuno.variant.model import SideBetPrices


@dataclass
class SimulatedJackpot:
    """In units of the bet's stake."""

    prices: SideBetPrices
    seats: int
    now: float = field(init=False)
    wins: int = 0
    paid: float = 0.0
    squares: float = 0.0  # what the wins add to the sum of squared returns of a round
    largest: float = 0.0

    def __post_init__(self) -> None:
        self.now = self.seed

    @property
    def seed(self) -> float:
        jackpot = self.prices.jackpot
        return jackpot.seed / (self.prices.stake or 1) if jackpot else 0.0

    @property
    def growth(self) -> float:
        """A round."""
        jackpot = self.prices.jackpot
        return float(jackpot.contribution) * self.seats if jackpot else 0.0

    def play(self, rounds: int, won: Ints) -> None:
        """A block of so many rounds; `won` has a row for each win: the round, and what else it returned."""
        counted = 0
        for number, fixed in won.tolist():
            self.now += (number + 1 - counted) * self.growth  # the bets of this round are in it
            counted = number + 1
            self.wins += 1
            self.paid += self.now
            self.squares += self.now * (self.now + 2 * fixed)
            self.largest = max(self.largest, self.now)
            self.now = self.seed
        self.now += (rounds - counted) * self.growth
