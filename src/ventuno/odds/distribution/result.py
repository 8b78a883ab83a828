"""What a round can bring, and how often."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property


@dataclass(frozen=True)
class Distribution:
    """The chance of each net result, in initial bets.

    `error` is 0 where every chance is exact but for the rounding of doubles; else no chance has a
    greater standard error, and `sd_error` is that of the standard deviation. `method` says how all was found.
    `largest_win` and `largest_loss` are the best and the worst that the strategy can meet, however rare.
    """

    probabilities: dict[Fraction, float]  # in ascending order of the result
    largest_win: Fraction
    largest_loss: Fraction
    error: float
    sd_error: float
    method: str

    @cached_property
    def mean(self) -> float:
        return math.fsum(float(net) * p for net, p in self.probabilities.items())

    @cached_property
    def variance(self) -> float:
        return math.fsum((float(net) - self.mean) ** 2 * p for net, p in self.probabilities.items())

    @property
    def sd(self) -> float:
        return math.sqrt(self.variance)

    @property
    def hit_frequency(self) -> float:
        """How often a round wins anything, net."""
        return math.fsum(p for net, p in self.probabilities.items() if net > 0)

    @property
    def push_frequency(self) -> float:
        return self.probabilities.get(Fraction(0), 0.0)
