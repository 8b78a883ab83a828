"""The introduction, the facts in short and the aim in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import AimWords, GlanceWords, OpeningWords

OPENING: Final = OpeningWords(
    kind={
        "solo": "Blackjack with {decks}: you alone against the dealer.",
        "seated": "Blackjack with {decks} at a table with {seats}.",
        "shared": "Blackjack with {decks}: any number of players share the same cards.",
    },
    special="This game has {features}.",
    features={
        "free_double": "free doubles",
        "free_split": "free splits",
        "charlie": "hands that win with {cards}",
        "surrender": "surrender",
        "bust_22_pushes": "a push when the dealer busts with 22",
        "bust_pushes_17": "a push on 17 when the dealer busts",
        "bust_ten_up_pushes": "a push when the dealer busts with a ten up",
        "natural_17_beats_17": "a first 17 that beats the dealer's 17",
        "cashback": "a cashback offer at every decision",
        "golden_chips": "golden chips",
        "side_bets": "{side_bets}",
        "jackpot": "a jackpot",
    },
)

GLANCE: Final = GlanceWords(
    heading="In short",
    header=("Rule", "Here"),
    facts={
        "decks": "Decks",
        "blackjack": "Blackjack pays",
        "insurance": "Insurance pays",
        "soft_17": "Dealer with soft 17",
        "looks_under": "Dealer looks for blackjack",
        "double": "Double",
        "splits": "Split",
        "surrender": "Surrender",
        "limits": "Main bet",
        "published": "Published return of the main game",
    },
    shuffle={
        "every-round": "shuffled for every round",
        "cut-card": "dealt up to the cut card",
        "continuous": "in a shuffling machine",
    },
    soft_17={"stands": "stands", "hits": "draws"},
    surrender={"none": "no", "late": "late", "early": "early"},
    looks="with {cards} up",
    never_looks="never",
    no_insurance="not offered",
    any_double="any two cards",
    double_totals="hard {totals}",
    double_after_split={True: ", also after a split", False: ", not after a split"},
    splits="to {hands} at most",
    no_splits="no",
)

AIM: Final = AimWords(
    heading="The aim",
    goal=(
        "Come closer to 21 than the dealer without going over it. "
        "You play against the dealer only, never against other players."
    ),
    values=(
        "Cards from 2 to 10 count their number; J, Q and K count 10; an ace counts 1 or 11, whichever helps "
        "the hand. On this page a “ten” is any of 10, J, Q and K."
    ),
    soft="A hand is soft while it has an ace that counts 11; otherwise it is hard.",
    bust="A hand over 21 is bust and loses at once, whatever the dealer does later.",
    blackjack=(
        "An ace and a ten as the first two cards are a blackjack. It beats every other 21. "
        "After a split, an ace and a ten are an ordinary 21."
    ),
    push="If you and the dealer have the same total, it is a push: your stake comes back.",
)
