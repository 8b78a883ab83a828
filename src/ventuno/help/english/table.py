"""The table and the bets in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import TableWords

TABLE: Final = TableWords(
    heading="The table and the bets",
    kind={
        "solo": "You play alone against the dealer. A round begins when you ask for the cards.",
        "seated": (
            "Each player sits at a seat and plays the hand of that seat. "
            "Bets are taken until the clock runs out; then the round begins."
        ),
        "shared": (
            "Any number of players play the same cards, and each decides alone. "
            "Bets are taken until the clock runs out; then the round begins."
        ),
    },
    positions={
        "solo": "In a round you can play from 1 to {most} hands, each with its own bet.",
        "seated": "The table has {seats}. One player may take up to {most} of them.",
        "shared": (
            "The table has {positions}, each with its own hand. You may bet on one or more of them, up to {most}."
        ),
    },
    one_position={
        "solo": "In a round you play one hand.",
        "seated": "The table has {seats}. Each player takes one.",
        "shared": "The table has {positions}. You bet on one hand.",
    },
    bet_behind=(
        "You may also bet behind: you put a bet on another player's hand, whether you are seated or not, "
        "but never on your own. It pays like any other bet."
    ),
    behind_decides=(
        "When you bet behind, the player at the seat decides. You only choose beforehand whether you follow "
        "a paid double and a paid split. If you do not follow a double, your single bet stays on the doubled "
        "hand; if you do not follow a split, it stays on the first of the two hands."
    ),
    behind_insurance="Insurance you decide for yourself.",
    behind_free="Free doubles and free splits always count for bets behind too.",
    behind_returns=(
        "If the player at the seat sits the round out, your bet behind comes back at once. "
        "Players may forbid bets behind them."
    ),
    limits_set_by={
        "table": "For each bet there is a minimum and a maximum, in units of the table's currency.",
        "menu": "You choose the limits from a menu before you play; they are in units of the table's currency.",
        "vip-level": "The limits depend on your VIP level; they are in units of the table's currency.",
    },
    limits_header=("Main bet", "Side bet"),
    level="VIP level",
    limits_bind=(
        "The limits hold for the bets before the deal only: "
        "what you add later, during the hand, may go beyond the maximum."
    ),
    step="Main bets are multiples of {step}, so that every payment comes out exactly.",
)
