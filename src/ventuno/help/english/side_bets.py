"""What the side bets have in common in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import SideBetWords

SIDE_BETS: Final = SideBetWords(
    heading="Side bets",
    needs_main=(
        "A side bet needs a main bet on the same hand. It is settled on its own and changes nothing for the main bet."
    ),
    best_only="Outcomes are listed best first. A bet pays its best outcome only; with none of them it is lost.",
    prices="25:1 means: you win 25 times the stake, and the stake comes back.",
    bet_heading="Side bet: {bet}",
    needs={
        "opening": "It is decided as soon as the cards have been dealt.",
        "hole": "It is decided when the dealer shows the hole card.",
        "dealer": "It is decided when the dealer has drawn the last card.",
        "hand": "It is decided at the end of the round.",
    },
    per_hand="After a split it is decided and paid for each hand apart.",
    stake="The stake is always exactly {stake}.",
    header=("Outcome", "When", "Pays"),
    jackpot=(
        "The jackpot starts at {seed}, and {share} of every stake is added to it. "
        "Whoever wins it takes all of it; then it starts at {seed} again."
    ),
    jackpot_shared="If several players win it in the same round, they share it equally.",
)
