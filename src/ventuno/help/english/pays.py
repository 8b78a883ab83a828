"""What a hand pays in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import PaysWords

PAYS: Final = PaysWords(
    heading="What a hand pays",
    header=("Result", "Pays"),
    blackjack="Blackjack",
    win="Winning hand",
    charlie="Charlie with {cards}",
    insurance="Insurance",
    push="Push",
    surrender="Surrender",
    cashback="Cashback",
    stake_back="the stake back",
    half_back="half of the stake back",
    offered="the amount offered",
    price_means="{price} means: for every {staked} you stake you win {won}, and the stake comes back.",
    two_blackjacks="A blackjack loses to nothing; against a dealer's blackjack it pushes.",
    so_many_cards="Charlie: a hand of {cards} that is not over 21 wins, whatever the dealer draws.",
    beats_blackjack={
        True: "It wins even against a dealer's blackjack. Each split hand counts on its own.",
        False: "Only a dealer's blackjack beats it. Each split hand counts on its own.",
    },
    dealer_busts="If the dealer busts, every hand that is not bust wins.",
    dealer_busts_except="If the dealer busts, every hand that is not bust wins, with the exceptions that follow.",
    bust_22_pushes="If the dealer busts with exactly 22, every hand that is not bust pushes.",
    bust_pushes_17="If the dealer busts, a hand that stands on 17, hard or soft, pushes. So does a doubled one.",
    bust_ten_up_pushes=(
        "If the dealer busts with a ten as the up card, every hand still in play pushes. So does a doubled one."
    ),
    paid_anyway="A blackjack is paid all the same.",
    paid_anyway_charlie="A blackjack and a Charlie are paid all the same.",
    natural_17_beats_17=(
        "17 with your first two cards, an ace and a 6 included, wins against the dealer's 17 unless you split. "
        "Any other 17 pushes."
    ),
)
