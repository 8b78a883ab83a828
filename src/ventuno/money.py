"""Money: whole minor units, exact prices, and the roundings, each with a name.

>>> pays = Price("3:2")
>>> exactly(1000, pays.returns)
2500
>>> in_units(1250), from_units("12.5")
('12.50', 1250)
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

MINOR_PER_UNIT: Final = 100
MOST: Final = 10**15  # no amount is larger; it leaves room to multiply in 64 bits by any price


class Inexact(ArithmeticError):
    """An amount that does not come out in whole minor units."""


def exactly(amount: int, factor: Fraction) -> int:
    """amount × factor, which must be whole: nothing in a settled bet is ever rounded."""
    whole, rest = divmod(amount * factor.numerator, factor.denominator)
    if rest:
        raise Inexact(f"{amount} × {factor} is not a whole number of minor units")
    return whole


def round_down(amount: Fraction) -> int:
    """The one rounding of the house: a cashback price, down to the minor unit (K1)."""
    return amount.numerator // amount.denominator


class Price:
    """What a winning bet brings: `3:2` (and the stake back), `x50` (in all), or `jackpot`."""

    __slots__ = ("returns", "text")
    text: str
    returns: Fraction  # in all, the stake included where it comes back, per unit staked; a jackpot: 0

    def __init__(self, text: str) -> None:
        if text == "jackpot":
            self.text, self.returns = text, Fraction(0)
        elif match := re.fullmatch(r"([0-9]{1,6}):0*([1-9][0-9]{0,5})", text):
            wins = Fraction(int(match[1]), int(match[2]))
            self.text, self.returns = f"{wins.numerator}:{wins.denominator}", 1 + wins
        elif match := re.fullmatch(r"x([0-9]{1,6})", text):
            self.text, self.returns = f"x{int(match[1])}", Fraction(int(match[1]))
        else:
            raise ValueError(f'{text!r} is not a price: write "3:2", "x50" (in all) or "jackpot"')

    @property
    def is_jackpot(self) -> bool:
        return self.text == "jackpot"

    @property
    def wins(self) -> Fraction:
        """What comes on top of the stake, per unit staked."""
        return self.returns - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Price) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Price({self.text!r})"

    def __str__(self) -> str:
        return self.text


def in_units(amount: int) -> str:
    """1250 minor units as people read them: 12.50."""
    sign, size = ("-", -amount) if amount < 0 else ("", amount)
    return f"{sign}{size // MINOR_PER_UNIT:,}.{size % MINOR_PER_UNIT:02}"


# A comma only where it parts thousands: `12,50` must never be read as 1,250.
_AMOUNT: Final = re.compile(r"(-?)([0-9]{1,16}|[0-9]{1,3}(?:,[0-9]{3}){1,5})(?:\.([0-9]{1,2}))?")


def from_units(text: str) -> int:
    """The minor units of `12`, `12.5`, `12.50` or `1,200`."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not an amount: write 12, 12.5 or 12.50")
    sign, units, cents = match[1], int(match[2].replace(",", "")), (match[3] or "").ljust(2, "0")
    amount = units * MINOR_PER_UNIT + int(cents)
    if amount > MOST:
        raise ValueError(f"{text!r} is too much: no amount is over {in_units(MOST)}")
    return -amount if sign else amount
