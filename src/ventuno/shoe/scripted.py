"""Cards known beforehand, for tests and replays."""

from __future__ import annotations

from collections.abc import Iterable

from ventuno.cards import Card
from ventuno.shoe.port import CardMissing, ShoeEmpty


class Scripted:
    """Deals the given cards in the given order and never shuffles."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = list(cards)[::-1]  # the next card last, where taking it is cheap

    @property
    def cards_left(self) -> int:
        return len(self._cards)

    def begin_round(self) -> None:
        """The script goes on where it was."""

    def draw(self) -> Card:
        if not self._cards:
            raise ShoeEmpty
        return self._cards.pop()

    def take(self, card: Card) -> None:
        """Out of the script, where it comes first."""
        upcoming = self._cards[::-1]
        if card not in upcoming:
            raise CardMissing(card)
        upcoming.remove(card)
        self._cards = upcoming[::-1]

    def __repr__(self) -> str:
        return f"Scripted(cards_left={self.cards_left})"
