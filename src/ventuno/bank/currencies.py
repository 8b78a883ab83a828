"""Other players' bets shown in my currency (B5): fixed rates, for the eye only. No money is ever converted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ventuno.money import round_down
from ventuno.refusal import RefusalRaised


class DisplayRates:
    """What one unit of each currency is worth in a common one; exact, from the configuration.

    >>> rates = DisplayRates({"EUR": Fraction(1), "USD": Fraction(9, 10)})
    >>> rates.shown(1000, "USD", "EUR")
    900
    """

    def __init__(self, worth: Mapping[str, Fraction]) -> None:
        for currency, rate in worth.items():
            if rate <= 0:
                raise RefusalRaised("currency/bad_rate", f"the rate of {currency} is {rate}: rates are above 0")
        self._worth = dict(worth)

    def shown(self, amount_minor: int, currency: str, mine: str) -> int:
        """The amount in my currency, down to the minor unit; in its own where there is no rate between them."""
        if currency == mine:
            return amount_minor
        return round_down(amount_minor * self.rate(currency, mine))

    def rate(self, currency: str, mine: str) -> Fraction:
        for name in (currency, mine):
            if name not in self._worth:
                raise RefusalRaised("currency/no_rate", f"there is no rate for {name}", currency=name)
        return self._worth[currency] / self._worth[mine]
