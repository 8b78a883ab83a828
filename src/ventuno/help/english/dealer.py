"""The dealer in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import DealerWords

DEALER: Final = DealerWords(
    heading="The dealer",
    draws="The dealer plays last: draws with 16 or less, and stands with hard 17 or more.",
    soft_17={
        "stands": "With soft 17 the dealer stands too.",
        "hits": "With soft 17 the dealer draws one more card.",
    },
    looks_under={"ace": "an ace", "ten": "a ten"},
    looks=(
        "With {cards} up, the dealer looks at the hole card before anyone plays. "
        "If the dealer has a blackjack, the round ends there."
    ),
    looks_after_insurance=(
        "With {cards} up, the dealer looks at the hole card before anyone plays and after insurance has been "
        "offered. If the dealer has a blackjack, the round ends there."
    ),
    never_looks=(
        "The dealer does not look at the hole card before you play: "
        "a dealer's blackjack comes to light only at the end."
    ),
    does_not_look=(
        "With {cards} up the dealer does not look: a blackjack comes to light only when the hands have been played."
    ),
    takes={
        "every-stake": (
            "If a blackjack comes to light with {cards} up, you lose all your main bets, "
            "also what you added by doubling and splitting."
        ),
        "original-bet": (
            "If a blackjack comes to light with {cards} up, you lose only one original bet for each "
            "starting hand: what you added by doubling and splitting comes back, even on hands that had bust."
        ),
        "busted-plus-one": (
            "If a blackjack comes to light with {cards} up, for each starting hand you lose one original bet "
            "and the bets of hands that had already bust. Whatever else you added by doubling and splitting comes back."
        ),
    },
    takes_real="A dealer's blackjack costs you real money only: free chips are never your loss.",
    plays_out="When no hand is left whose result depends on the dealer's, the dealer draws no cards.",
    completes=(
        "If somebody has a bet on {bets}, the dealer draws to the end in any case. "
        "This changes the result of no main bet."
    ),
    shows="If somebody has a bet on {bets}, the dealer shows the hole card in any case.",
)
