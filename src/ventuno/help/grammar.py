"""How a language writes numbers, amounts, prices, counted things and lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from ventuno.money import Price, in_units

Noun = Literal["deck", "card", "shoe", "seat", "position", "hand", "golden_chip", "side_bet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    thousands: str
    decimal: str
    conjunction: str  # a, b AND c
    disjunction: str  # a, b OR c
    counted: Mapping[Noun, tuple[str, str]]  # one of it, {n} of it
    range: str  # from {least} to {most}
    stake_included: str  # behind ×50
    stake_back: str  # behind 0:1
    jackpot: str

    def figures(self, text: str) -> str:
        """A number written the English way, in this language's way."""
        return text.translate({ord(","): self.thousands, ord("."): self.decimal})

    def number(self, value: int) -> str:
        return self.figures(f"{value:,}")

    def amount(self, minor: int) -> str:
        """Minor units as units: 0.02, 1,250.00."""
        return self.figures(in_units(minor))

    def percent(self, share: Fraction) -> str:
        """3/100 as 3%; a share that no short decimal says stays a fraction."""
        hundreds = share * 100
        if (hundreds * 10_000).denominator != 1:
            return str(share)
        return self.figures(f"{float(hundreds):,.4f}".rstrip("0").rstrip(".")) + "%"

    def count(self, value: int, noun: Noun) -> str:
        one, several = self.counted[noun]
        return one if value == 1 else several.format(n=self.number(value))

    def between(self, limits: tuple[int, int]) -> str:
        least, most = map(self.number, limits)
        return self.range.format(least=least, most=most)

    def all_of(self, words: Sequence[str]) -> str:
        return _listed(words, self.conjunction)

    def one_of(self, words: Sequence[str]) -> str:
        return _listed(words, self.disjunction)

    def price(self, price: Price) -> str:
        """What a player reads of a price: `3:2` stays as it is, the two other kinds are explained."""
        if price.is_jackpot:
            return self.jackpot
        if price.text.startswith("x"):
            return f"×{self.number(int(price.returns))} ({self.stake_included})"
        return f"{price} ({self.stake_back})" if price.returns == 1 else price.text


def _listed(words: Sequence[str], last: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
