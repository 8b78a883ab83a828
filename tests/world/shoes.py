"""Shoes that lie: about one hole card, so that two worlds differ in nothing else; about pairs, for more splits."""

from __future__ import annotations

import random
from typing import Any, Final

from ventuno.cards import Card
from ventuno.play.hands import DEALER
from ventuno.shoe import Shoe

RANKS: Final = "23456789"
TENS: Final = "TJQK"
SUITS: Final = "cdhs"
PAIRS: Final = (0.0, 0.0, 0.4)  # how often a hand is made a pair, by shoe


class TwinShoe:
    """Deals as the shoe does, but the hole card of one round (by its code) is another one.

    The other card makes a dealer's blackjack exactly where the first did: all that happens before it
    is shown must then be the same, byte by byte.
    """

    def __init__(self, shoe: Shoe, code: str, pairs: random.Random) -> None:
        self._shoe = shoe
        self._code = code
        self._pairs, self._often = pairs, pairs.choice(PAIRS)
        self.table: Any = None

    def draw(self) -> Card:
        card = self._shoe.draw()
        if self._is_the_hole_card():
            return another(card)
        first = self._first_of_two()
        return Card(first.text[0] + card.text[1]) if first and self._pairs.random() < self._often else card

    def _first_of_two(self) -> Card | None:
        """Where the second card of a hand is dealt, the first one."""
        playing = self.table.live.round
        to = playing.next_card_to if playing else None
        line = playing.positions[int(to)].lines[to] if to and to.isdecimal() else None
        return line.cards[0] if line and len(line.cards) == 1 else None

    def _is_the_hole_card(self) -> bool:
        if not self._code or self.table.errands.log.code != self._code:
            return False
        playing = self.table.live.round
        return playing.next_card_to == DEALER and len(playing.dealer.cards) == 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shoe, name)


def another(card: Card) -> Card:
    rank, suit = card.text[0], card.text[1]
    for kin in (RANKS, TENS):
        if rank in kin:
            rank = kin[(kin.index(rank) + 3) % len(kin)]
    return Card(rank + SUITS[(SUITS.index(suit) + 1) % 4])
