"""The cards and the deal in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import CardsWords

CARDS: Final = CardsWords(
    heading="The cards and the deal",
    decks="The game is played with {decks} of 52 cards.",
    shuffle={
        "every-round": "Before every round all the cards are shuffled.",
        "cut-card": (
            "The cards are dealt from a shoe until the cut card comes out, which lies in front of the last "
            "{behind}. That round is played to its end; then the cards are shuffled."
        ),
        "continuous": (
            "The cards come from a shuffling machine. After every round they all go back into it, "
            "so each round is dealt from all the cards."
        ),
    },
    shoes="There are {shoes}, used in turn, so that the game need not wait for the shuffle.",
    burn_card={
        "never": "",
        "optional": "Some tables burn a card: before the round one card is put aside, unseen.",
    },
    kind={
        "solo": (
            "Starting from your rightmost hand, each hand gets one card face up and then the dealer one face up. "
            "Each hand gets a second card face up, and the dealer a second one face down."
        ),
        "seated": (
            "From the dealer's left and clockwise, each hand gets one card face up and then the dealer one face "
            "up. Each hand gets a second card face up, and the dealer a second one face down."
        ),
        "shared": (
            "Each position gets one card face up and then the dealer one face up. "
            "Each position gets a second card face up, and the dealer a second one face down."
        ),
    },
    up_and_hole="The dealer's open card is the up card; the one face down is the hole card.",
)
