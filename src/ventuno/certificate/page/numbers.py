"""How a certificate writes numbers, in the way of its language."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from ventuno.help.grammar import Grammar

MINUS: Final = "−"
RETURN_DECIMALS: Final = 6  # of a percent


@dataclass(frozen=True, slots=True)
class Numbers:
    grammar: Grammar

    def decimal(self, value: float, decimals: int) -> str:
        text = f"{value:,.{decimals}f}"
        if not text.strip("-0.,"):  # -0.00 is 0.00
            text = text.lstrip("-")
        return self.grammar.figures(text).replace("-", MINUS)

    def percent(self, value: float, decimals: int = RETURN_DECIMALS) -> str:
        return f"{self.decimal(100 * value, decimals)}%"

    def printed(self, rtp: str) -> str:
        """A percentage as the rule book prints it."""
        return f"{self.grammar.figures(rtp)}%"

    def probability(self, p: float) -> str:
        return self.decimal(p, 10)

    def one_in(self, p: float) -> str:
        if p <= 0:
            return "–"
        return self.decimal(1 / p, 0 if p < 0.001 else 2)

    def signed(self, value: Fraction) -> str:
        """A net result: +1.5, −2, 0."""
        text = f"{float(value):+.4f}".rstrip("0").rstrip(".")
        return "0" if not value else self.grammar.figures(text).replace("-", MINUS)

    def scientific(self, value: float) -> str:
        return self.grammar.figures(f"{value:.1e}").replace("-", MINUS)


def over(number: Fraction) -> str:
    """An exact number: the sign of a fraction is a true minus."""
    return f"{number.numerator}/{number.denominator}".replace("-", MINUS)
