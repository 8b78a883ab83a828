"""An estimate and how far it may be off."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

Z_95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Estimate:
    value: float
    se: float  # standard error

    def interval(self, z: float = Z_95) -> tuple[float, float]:
        return self.value - z * self.se, self.value + z * self.se

    def covers(self, exact: float, z: float) -> bool:
        """Whether the exact value is within z standard errors."""
        return abs(self.value - exact) <= z * self.se

    def plus(self, constant: float) -> Estimate:
        return Estimate(self.value + constant, self.se)

    def to_json(self, z: float = Z_95) -> dict[str, float | None]:
        """Where the error is not known (a single round), the interval is empty."""
        if not math.isfinite(self.se):
            return {"value": self.value, "se": None, "low": None, "high": None}
        low, high = self.interval(z)
        return {"value": self.value, "se": self.se, "low": low, "high": high}


def ratio(
    over: float, under: float, over_squares: float, products: float, under_squares: float, clusters: int
) -> Estimate:
    """A sum over another, from sums over independent clusters of what hangs together."""
    value = float(over / under)
    spread = max(over_squares - 2 * value * products + value * value * under_squares, 0.0)
    correction = clusters / (clusters - 1) if clusters > 1 else math.inf
    return Estimate(value, math.sqrt(spread * correction) / float(under) if clusters > 1 else math.inf)


def share(count: int, of: int, independent: int | None = None) -> Estimate:
    """A frequency, of which so many are independent (all, unless said otherwise).

    What was never seen may still happen: the error is reckoned with one hit and one miss more.
    """
    likely = (count + 1) / (of + 2)
    return Estimate(count / of, math.sqrt(likely * (1 - likely) / (independent or of)))
