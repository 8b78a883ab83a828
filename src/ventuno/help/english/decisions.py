"""The player's decisions in English."""

from __future__ import annotations

from typing import Final

from ventuno.help.words import DecisionWords

DECISIONS: Final = DecisionWords(
    heading="Your decisions",
    hit="Take one more card. You may go on until you stand or bust.",
    stand="Take no more cards.",
    any_double="With your first two cards, whatever they are, double your bet and take exactly one more card.",
    double_totals="With two cards that make hard {totals}, double your bet and take exactly one more card.",
    double_after_split={
        True: "This is allowed on split hands too.",
        False: "Split hands cannot be doubled.",
    },
    split=(
        "Turn two cards of equal value (a 10 and a K are equal too) into two hands, with a second bet as large "
        "as the first. Both hands get a second card at once. The hand with the card that was dealt first is "
        "played first."
    ),
    splits_once="A split hand cannot be split again.",
    splits="Split hands can be split again, up to {hands} in all.",
    no_splits="Pairs cannot be split in this game.",
    split_aces="Split aces",
    hit_split_aces={
        True: "They are played like any other split hand.",
        False: "Each gets one card, and no more cards can be taken.",
    },
    resplit_aces={
        True: "If another ace comes, it can be split again.",
        False: "Aces cannot be split a second time.",
    },
    free_double=(
        "With two cards that make hard {totals}, the double costs you nothing: the house adds a free chip. It is "
        "offered in place of the paid double, and you need not take it."
    ),
    free_split=(
        "With {pairs}, the split costs you nothing: the house puts a free chip on the new hand. It is offered in "
        "place of the paid split, and you need not take it."
    ),
    free_pairs="a pair of {ranks}",
    all_pairs="any pair",
    all_pairs_but="any pair except {ranks}",
    surrender={
        "none": "",
        "late": "If the dealer has a blackjack, the whole bet is lost all the same.",
        "early": "You keep that half even against a dealer's blackjack.",
    },
    give_up="As your first decision, with your first two cards, give up the hand for half of your bet.",
    before_look="Where the dealer looks for a blackjack, you must say so before the look.",
    insurance=(
        "If the up card is an ace, you may insure each hand with half of its main bet, even if you have a "
        "blackjack. Insurance is a bet of its own: it pays {price} if the dealer has a blackjack and is lost "
        "otherwise."
    ),
    no_insurance="There is no insurance in this game.",
    insurance_can_be_off="You can switch these offers off in the settings, and on again.",
    cashback="End the hand now for the amount that is offered (see “Cashback”).",
    twenty_one="A hand of 21 is not asked for a decision: it stands.",
    kind={
        "solo": "Your hands are played one after the other, the rightmost first.",
        "seated": (
            "The seats play one after the other, in the order of the deal. You may decide as soon as you have "
            "your two cards; the dealer acts on it when your turn comes."
        ),
        "shared": (
            "All the players of a position decide at the same time. If anyone asks for a card, one card is "
            "dealt and everybody who asked gets that same card; those who stood keep their hand as it was. All "
            "who split share the cards of the two split hands. This goes on until nobody has a decision left."
        ),
    },
    shares="Beside each option you see what share of the players in the same situation chose it.",
)
