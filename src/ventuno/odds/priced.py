"""A side bet's chances with its prices put to them: what it returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from ventuno.variant.model import SideBetPrices

Chances = Mapping[str | None, Fraction | float]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a bet. After a split `p` is how often it is expected, each hand apart."""

    pays: str
    p: float
    exact: Fraction | None


@dataclass(frozen=True, slots=True)
class SideBetReturn:
    """What a side bet returns for each unit staked, and how often each outcome comes."""

    rtp: float  # a jackpot at its seed, and what each stake adds to it, included
    exact: Fraction | None
    outcomes: dict[str, Outcome]
    policy: str = ""
    fixed: Fraction | None = None  # without the jackpot, where there is one
    per_jackpot_unit: Fraction | None = None  # what each unit in the jackpot adds
    under: dict[str, SideBetReturn] = field(default_factory=dict)  # other policies


def priced(prices: SideBetPrices, chances: Chances, policy: str = "") -> SideBetReturn:
    """Puts the prices to the chances; both exact, if the chances are."""
    outcomes = {}
    fixed: Fraction | float = Fraction(0)
    jackpot: Fraction | float = Fraction(0)
    for name, price in prices.pays.items():
        p = chances.get(name, Fraction(0))
        outcomes[name] = Outcome(price.text, float(p), p if isinstance(p, Fraction) else None)
        if price.is_jackpot:
            jackpot = p
        else:
            fixed = fixed + price.returns * p if isinstance(p, Fraction) else fixed + float(price.returns) * p
    returned = fixed
    if prices.jackpot:
        stake = prices.stake or 1
        returned = fixed + jackpot * prices.jackpot.seed / stake + prices.jackpot.contribution
    return SideBetReturn(
        float(returned),
        returned if isinstance(returned, Fraction) else None,
        outcomes,
        policy,
        fixed if prices.jackpot and isinstance(fixed, Fraction) else None,
        jackpot / (prices.stake or 1) if prices.jackpot and isinstance(jackpot, Fraction) else None,
    )
