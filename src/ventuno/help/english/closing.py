"""The closing in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import ClosingWords

CLOSING: Final = ClosingWords(
    heading="Time, connection, balance",
    no_decision={
        "wait": "The table waits for your decision as long as you need.",
        "hit-to-11": "If you do not decide in time, a hand of 11 or less takes a card and a higher one stands.",
        "stand": "If you do not decide in time, the hand stands.",
    },
    disconnected={
        "resumes": (
            "If you lose the connection, the round waits: when you come back, you are at the decision you left. "
            "A round left unfinished for 90 days is cancelled and its stakes come back."
        ),
        "bets-stand": (
            "If you lose the connection, your bets stand, and the rule for missing decisions plays your hands."
        ),
        "open-bets-return": (
            "If you lose the connection while bets are still being taken, your bets come back. After that they "
            "stand, and the rule for missing decisions plays your hands."
        ),
    },
    balance_short=(
        "You can double or split for money only if your balance covers it. If it runs short before the decision "
        "is accepted, a double becomes a hit, and a split becomes a hit with 11 or less and a stand above."
    ),
    definition_heading="Where this page comes from",
    generated="This page was generated from the same definition that the game is played by.",
    partial="The notation is short and does not name every rule; the digest covers all of them but the limits.",
    key="Variant: {key}",
    notation="Notation: {line}",
    digest="Digest of the rules: {digest}",
)
