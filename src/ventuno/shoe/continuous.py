"""A continuous shuffler (S1, Cashback)."""

from __future__ import annotations

from ventuno.shoe.pile import Pile, decks_of_cards
from ventuno.shoe.randomness import Randomness


class ContinuousShuffler(Pile):
    """All cards back after each round; before the next one a card may be burnt."""

    __slots__ = ("_burn",)

    def __init__(self, decks: int, randomness: Randomness, *, burn: bool = False) -> None:
        super().__init__(decks_of_cards(decks), randomness)
        self._burn = burn

    def begin_round(self) -> None:
        self.gather()
        if self._burn:
            self.draw()  # face down, and out of play for this round: nobody is told which card it was
