"""What a side bet may look at when it is judged."""

from __future__ import annotations

from dataclasses import dataclass

from ventuno.cards import Card, is_natural


@dataclass(frozen=True, slots=True)
class Seen:
    """The cards of one starting hand and of the dealer, as they are when the bet is judged."""

    first_two: tuple[Card, ...]
    dealer: tuple[Card, ...]  # the up card first, then the hole card, then what was drawn
    hand: tuple[Card, ...]  # the player's final hand; of several, the one being judged
    was_split: bool = False
    free_chips: int = 0  # used on this starting hand: free splits and free doubles

    @property
    def up_card(self) -> Card:
        return self.dealer[0]

    @property
    def natural(self) -> bool:
        return is_natural(self.first_two)
