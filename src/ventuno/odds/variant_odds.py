"""Everything that a variant is worth, in one place, and the figures its rule book prints beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, Literal

from ventuno.cards import Card
from ventuno.odds.at_table import insurance_value
from ventuno.odds.cashback import CashbackReturn, cashback_return
from ventuno.odds.chart import Chart, chart
from ventuno.odds.distribution import Distribution, distribution
from ventuno.odds.priced import SideBetReturn
from ventuno.odds.side_bets import side_bet_returns
from ventuno.odds.solve import Solution, solve
from ventuno.odds.strategy import Strategy
from ventuno.variant.model import Published, Variant

StrategyClass = Literal["composition", "total"]

MAIN: Final = "main"
CLASSES: Final[tuple[StrategyClass, ...]] = ("composition", "total")
_ANY_ACE: Final = Card("As")


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """What a rule book prints, and the figure that is meant by it."""

    what: str  # `main`, or the side bet's key
    meant: Published
    computed: float  # of the better class, where either is meant
    agrees: bool  # equal in print, at two decimals of a percent, in every class that is meant

    @property
    def published(self) -> float:
        return float(Fraction(self.meant.rtp) / 100)


class VariantOdds:
    """Each part is worked out when it is first asked for, and all from one solution."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    @cached_property
    def solution(self) -> Solution:
        return solve(self.variant)

    @property
    def main(self) -> Mapping[StrategyClass, Strategy]:
        return {"composition": self.solution.composition, "total": self.solution.total}

    @cached_property
    def side_bets(self) -> dict[str, SideBetReturn]:
        return side_bet_returns(self.variant, solution=lambda: self.solution)

    @cached_property
    def published(self) -> tuple[PublishedFigure, ...]:
        return tuple(self._published(what, meant) for what, meant in self.variant.published.items())

    def published_of(self, what: str) -> PublishedFigure | None:
        return next((figure for figure in self.published if figure.what == what), None)

    @cached_property
    def chart(self) -> Chart:
        """Of the total-dependent strategy."""
        found = chart(self.solution.total)
        assert found is not None, "there is always a hand on a real bet"
        return found

    @cached_property
    def free_chart(self) -> Chart | None:
        """Of hands on free chips, where there are any."""
        return chart(self.solution.total, free_chip=True)

    @cached_property
    def distribution(self) -> Distribution:
        """Of the net result, under the total-dependent strategy."""
        return distribution(self.variant, self.solution.total)

    @property
    def insurance(self) -> Fraction | None:
        """What a unit of it is worth off the top, where it is offered."""
        return insurance_value(self.variant, (), _ANY_ACE) if self.variant.hand.insurance else None

    @property
    def cashback(self) -> CashbackReturn | None:
        """Where offers are made."""
        return cashback_return(self.variant, self.solution.composition)

    def _published(self, what: str, meant: Published) -> PublishedFigure:
        if what == MAIN:
            found = [self.main[name].per(meant.per) for name in classes_meant(meant)]
        else:
            found = [self.side_bets[what].rtp]
        return PublishedFigure(what, meant, found[0], all(printed(value) == Fraction(meant.rtp) for value in found))


def classes_meant(meant: Published) -> tuple[StrategyClass, ...]:
    return CLASSES if meant.strategy == "either" else (meant.strategy,)


def printed(value: float) -> Fraction:
    """A return as a rule book prints it: percent, two decimals."""
    return Fraction(f"{100 * value:.2f}")
