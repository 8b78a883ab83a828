"""A continuous shuffler (S1, Cashback)."""

from __future__ import annotations

from ventuno.cards import Card
from ventuno.shoe.pile import Pile, decks_of_cards
from ventuno.shoe.port import CardMissing
from ventuno.shoe.randomness import Randomness


class ContinuousShuffler(Pile):
    """All cards back after each round; before the next one a card may be burnt.

    The burnt card is the last of all: the first one dealt.
    """

    __slots__ = ("_burn", "_burnt")

    def __init__(self, decks: int, randomness: Randomness, *, burn: bool = False) -> None:
        super().__init__(decks_of_cards(decks), randomness)
        self._burn = burn
        self._burnt = False

    def begin_round(self) -> None:
        self.gather()
        self._burnt = self._burn
        if self._burn:
            self.draw()  # face down, and out of play for this round: nobody is told which card it was

    def take(self, card: Card) -> None:
        """A card that is on the table was not burnt: of the others, each may have been."""
        if not self._burnt:
            super().take(card)
            return
        if not self.cards_left:
            raise CardMissing(card)
        self._exchange(self.cards_left)
        self.cards_left += 1
        try:
            super().take(card)
        finally:
            self.draw()
            self._exchange(self.cards_left)

    def _exchange(self, place: int) -> None:
        cards = self._cards
        cards[place], cards[-1] = cards[-1], cards[place]
