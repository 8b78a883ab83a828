"""A shoe that can lie about one card: two worlds that differ in a hole card, and in nothing else that may be seen."""

from __future__ import annotations

from typing import Any, Final

from ventuno.cards import Card
from ventuno.play.hands import DEALER
from ventuno.shoe import Shoe

RANKS: Final = "23456789"
TENS: Final = "TJQK"
SUITS: Final = "cdhs"


class TwinShoe:
    """Deals as the shoe does, but the hole card of one round (by its code) is another one.

    The other card makes a dealer's blackjack exactly where the first did: all that happens before it
    is shown must then be the same, byte by byte.
    """

    def __init__(self, shoe: Shoe, code: str) -> None:
        self._shoe = shoe
        self._code = code
        self.table: Any = None

    def draw(self) -> Card:
        card = self._shoe.draw()
        return another(card) if self._is_the_hole_card() else card

    def _is_the_hole_card(self) -> bool:
        if not self._code or self.table.code != self._code:
            return False
        playing = self.table.round
        return playing.next_card_to == DEALER and len(playing.dealer.cards) == 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self._shoe, name)


def another(card: Card) -> Card:
    rank, suit = card.text[0], card.text[1]
    for kin in (RANKS, TENS):
        if rank in kin:
            rank = kin[(kin.index(rank) + 3) % len(kin)]
    return Card(rank + SUITS[(SUITS.index(suit) + 1) % 4])
