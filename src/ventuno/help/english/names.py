"""Numbers, counted things and short names in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.grammar import Grammar
from ventuno.help.words import Names

GRAMMAR: Final = Grammar(
    thousands=",",
    decimal=".",
    conjunction="and",
    disjunction="or",
    counted={
        "deck": ("one deck", "{n} decks"),
        "card": ("one card", "{n} cards"),
        "shoe": ("one shoe", "{n} shoes"),
        "seat": ("one seat", "{n} seats"),
        "position": ("one position", "{n} positions"),
        "hand": ("one hand", "{n} hands"),
        "golden_chip": ("one golden chip", "{n} golden chips"),
        "side_bet": ("one side bet", "{n} side bets"),
    },
    range="{least}–{most}",
    stake_included="stake included",
    stake_back="stake back",
    jackpot="the jackpot",
)

NAMES: Final = Names(
    actions={
        "hit": "Hit",
        "stand": "Stand",
        "double": "Double",
        "split": "Split",
        "free-double": "Free double",
        "free-split": "Free split",
        "surrender": "Surrender",
        "insure": "Insure",
        "decline": "Decline",
        "cashback": "Cashback",
    },
    hand_outcomes={
        "blackjack": "Blackjack",
        "win": "Win",
        "push": "Push",
        "lose": "Loss",
        "bust": "Bust",
        "charlie": "Charlie",
        "surrender": "Surrender",
        "cashback": "Cashback",
    },
    ranks={
        1: "aces",
        2: "2s",
        3: "3s",
        4: "4s",
        5: "5s",
        6: "6s",
        7: "7s",
        8: "8s",
        9: "9s",
        10: "tens (10, J, Q, K)",
    },
    file_words={
        "bronze": "bronze",
        "silver": "silver",
        "gold": "gold",
        "cashback never taken": "cashback never taken",
        "first hand of the shoe": "first hand of the shoe",
        "with the jackpot at its seed and the contribution counted": (
            "with the jackpot at its starting amount and the share that feeds it counted"
        ),
        "exact 96.0919: the book rounds to one decimal": (
            "the exact figure is 96.0919%: the rule book rounds to one decimal"
        ),
    },
)
