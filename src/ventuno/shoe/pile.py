"""A pile of cards, shuffled as it is dealt.

A Fisher–Yates shuffle settles one place at a time and never touches it again, so the card for a
place may as well be chosen when it is drawn. What comes out is exactly a uniform shuffle (S2); a
round of twenty cards costs twenty steps and not 416; and the order of the undealt cards is nowhere
in the memory of the machine for anyone to read.
"""

from __future__ import annotations

from collections.abc import Iterable

from ventuno.cards import DECK, Card
from ventuno.shoe.port import CardMissing, ShoeEmpty
from ventuno.shoe.randomness import Randomness


class Pile:
    """The undealt cards are the first `cards_left` of `_cards`; behind them the dealt, the latest first."""

    __slots__ = ("_all", "_below", "_cards", "cards_left")
    cards_left: int

    def __init__(self, cards: Iterable[Card], randomness: Randomness) -> None:
        self._all = list(cards)
        self._below = randomness.below
        self.gather()

    def gather(self) -> None:
        """All cards back, in the order of new decks: what is dealt next depends on the randomness alone."""
        self._cards = self._all.copy()
        self.cards_left = len(self._cards)

    def draw(self) -> Card:
        """One of the undealt cards, each as likely as another; the last undealt one takes its place."""
        left = self.cards_left
        if not left:
            raise ShoeEmpty
        return self._deal(self._below(left))

    def take(self, card: Card) -> None:
        """One such card is dealt already; the others stay as likely as before."""
        try:
            self._deal(self._cards.index(card, 0, self.cards_left))
        except ValueError:
            raise CardMissing(card) from None

    def _deal(self, place: int) -> Card:
        self.cards_left = last = self.cards_left - 1
        cards = self._cards
        card = cards[place]
        cards[place] = cards[last]
        cards[last] = card
        return card

    def __len__(self) -> int:
        return len(self._all)

    def __repr__(self) -> str:
        """Counts only: a log must never show a card that is still to come."""
        return f"{type(self).__name__}(cards={len(self)}, cards_left={self.cards_left})"


def decks_of_cards(decks: int) -> tuple[Card, ...]:
    """New decks, one after the other."""
    if decks < 1:
        raise ValueError(f"a shoe holds at least one deck, not {decks}")
    return DECK * decks
