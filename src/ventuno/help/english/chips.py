"""Free chips, cashback and golden chips in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import ChipsWords

CHIPS: Final = ChipsWords(
    free_heading="Free chips",
    free="A free chip stands for your original bet, but it is not your money: you can win with it, not lose it.",
    free_double=(
        "Free double: if the hand wins, it pays twice the original bet and the original bet comes back; if it "
        "loses, you lose the original bet only; if it pushes, the original bet comes back."
    ),
    free_split=(
        "Free split: your bet stays on the first hand (right) and a free chip goes on the new one (left). "
        "A hand with a free chip pays the original bet if it wins; if it loses or pushes, nothing changes hands."
    ),
    free_both="A hand with a free chip can be doubled free as well: it then pays twice the original bet.",
    paid_double="If you pay to double a hand with a free chip, you add real money equal to the original bet.",
    cashback_heading="Cashback",
    cashback=(
        "At each of your decisions you are offered an amount to end the hand now. "
        "After a split each hand has its own offer."
    ),
    cashback_price=(
        "The amount is what the hand is worth with the best play, given the cards on the table, less the house's "
        "margin ({margin} of that value), rounded down to the cent. It changes with every card."
    ),
    cashback_not_on="There is no offer on a blackjack, on 21, on a hand that has been doubled or on split aces.",
    cashback_taken=(
        "If you accept, you are paid the amount in place of your stake and the hand is over. Your side bets go on."
    ),
    golden_heading="Golden chips",
    golden=(
        "Golden chips are bonus chips of fixed values. You place them like other chips, at most {chips} in a round."
    ),
    mixed={
        True: "Golden and ordinary chips may lie on the same spot.",
        False: "Golden and ordinary chips may not lie on the same spot.",
    },
    pay_for_actions={
        True: (
            "They can also pay for what you add during the hand, such as a double: the golden chips nearest in "
            "value are used first."
        ),
        False: "They cannot pay for what you add during the hand, such as a double.",
    },
    golden_settled=(
        "If a golden chip wins, you are paid the winnings but not the value of the chip; "
        "if it pushes, you get the chip back; if it loses, it is gone."
    ),
    golden_insurance="Golden chips cannot be insured: of a mixed bet, only the money can.",
    golden_surrender="A bet with golden chips cannot be surrendered.",
    golden_cashback="There is no cashback offer on a bet made with golden chips.",
)
