"""A full, newly shuffled shoe for every round (S1, solo tables)."""

from __future__ import annotations

from ventuno.shoe.pile import Pile, decks_of_cards
from ventuno.shoe.randomness import Randomness


class FreshShoe(Pile):
    """All cards back and shuffled at the beginning of each round."""

    __slots__ = ()

    def __init__(self, decks: int, randomness: Randomness) -> None:
        super().__init__(decks_of_cards(decks), randomness)

    def begin_round(self) -> None:
        self.gather()
