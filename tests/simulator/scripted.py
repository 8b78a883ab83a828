"""Lets a kernel draw the cards a test has chosen, by giving it the random words that choose them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from ventuno.cards import DECK, Card
from ventuno.simulator.stream import AT, WORDS, Counts, Words

HALF: Final = 2**32
NUMBER: Final = {card: number for number, card in enumerate(DECK)}


def word_for(place: int, left: int) -> int:
    """The middle of the words that choose this place of so many."""
    return ((2 * place + 1) * HALF) // (2 * left)


class Script:
    """Follows a kernel's shoe and writes down the words that deal what a test asks for."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = list(cards)
        self.left = len(self.cards)
        self.words: list[int] = []

    def shuffle(self) -> None:
        self.left = len(self.cards)

    def deal(self, card: int) -> None:
        place = self.cards.index(card, 0, self.left)
        self.words.append(word_for(place, self.left))
        self.left -= 1
        self.cards[place], self.cards[self.left] = self.cards[self.left], self.cards[place]

    @property
    def full(self) -> bool:
        """Whether another round might not find room."""
        return len(self.words) > WORDS - 256

    def write(self, stream: Counts, words: Words) -> None:
        assert len(self.words) <= WORDS
        words[: len(self.words)] = np.array(self.words, dtype=np.uint32)
        stream[AT] = 0


class Supply:
    """Cards in a given order, each written into the script as it is dealt."""

    def __init__(self, cards: Iterable[Card], script: Script) -> None:
        self.cards = iter(cards)
        self.script = script

    def deal(self, whose: str) -> Card:
        card = next(self.cards)
        self.script.deal(NUMBER[card])
        return card
