"""The port through which cards come in."""

from __future__ import annotations

from typing import Protocol

from ventuno.cards import Card
from ventuno.refusal import RefusalRaised


class Shoe(Protocol):
    """Whatever deals cards: our shufflers, a script, one day a dealer's scanner at a real table."""

    @property
    def cards_left(self) -> int:
        """How many undealt cards are in the shoe now."""

    def begin_round(self) -> None:
        """The last round's cards are off the table; a shuffle that is due happens here."""

    def draw(self) -> Card:
        """The next card, or `ShoeEmpty`."""

    def take(self, card: Card) -> None:
        """This card is on the table already: a round goes on that another process began. Or `CardMissing`."""


class ShoeEmpty(RefusalRaised):
    """No card can be had. The shoe is as it was before the card was asked for."""

    def __init__(self) -> None:
        super().__init__(
            "shoe/empty",
            "The shoe is empty: every card it could deal is on the table, so this round cannot go on.",
        )


class CardMissing(RefusalRaised):
    """A card cannot have come from this shoe: all there are of it are dealt. The shoe is as it was."""

    def __init__(self, card: Card) -> None:
        super().__init__("shoe/card_missing", f"There is no {card} left in the shoe to be taken.", card=str(card))
