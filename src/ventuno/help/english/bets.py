"""The side bets in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ventuno.help.words import BetWords

_PAIRS: Final = {"perfect": "Perfect pair", "coloured": "Coloured pair", "mixed": "Mixed pair"}
_PAIRS_MEAN: Final = {
    "perfect": "same rank and same suit",
    "coloured": "same rank and colour, different suits",
    "mixed": "same rank, one red and one black",
}
_NO_PAIR: Final = "A pair is two cards of the same rank: K-K is one, K-Q is not."
_POKER: Final = {
    "suited-trips": "Suited three of a kind",
    "straight-flush": "Straight flush",
    "trips": "Three of a kind",
    "straight": "Straight",
    "flush": "Flush",
}
_POKER_MEAN: Final = {
    "suited-trips": "three cards of the same rank and suit",
    "straight-flush": "three cards in sequence, in one suit",
    "trips": "three cards of the same rank",
    "straight": "three cards in sequence",
    "flush": "three cards of one suit",
}
_ACE_IN_STRAIGHT: Final = "In a straight the ace is low (A-2-3) or high (Q-K-A), never in the middle (K-A-2)."
_BEST_THREE: Final = ("suited-trips", "straight-flush", "trips")
_TOTALS: Final = {
    "suited-21": "Suited total of 21",
    "21": "Total of 21",
    "20": "Total of 20",
    "19": "Total of 19",
}
_TOTALS_MEAN: Final = {
    "suited-21": "the three cards, of one suit, count 21",
    "21": "the three cards count 21",
    "20": "the three cards count 20",
    "19": "the three cards count 19",
}
_ACE_IN_TOTAL: Final = "An ace counts 1 or 11, whichever gives the better outcome."
_BUST: Final = {
    "8-or-more-cards": "Bust with 8 or more cards",
    "7-cards": "Bust with 7 cards",
    "6-cards": "Bust with 6 cards",
    "5-cards": "Bust with 5 cards",
}

BETS: Final[Mapping[str, BetWords]] = {
    "perfect-pairs": BetWords(
        name="Perfect Pairs",
        judged=f"It looks at your first two cards and wins if they are a pair. {_NO_PAIR}",
        outcomes=_PAIRS,
        meanings=_PAIRS_MEAN,
    ),
    "player-pair": BetWords(
        name="Player Pair",
        judged=f"It looks at your first two cards and wins if they are a pair. {_NO_PAIR}",
        outcomes=_PAIRS,
        meanings=_PAIRS_MEAN,
    ),
    "dealer-pair": BetWords(
        name="Dealer Pair",
        judged=f"It looks at the dealer's first two cards, the hole card included. {_NO_PAIR}",
        outcomes=_PAIRS,
        meanings=_PAIRS_MEAN,
    ),
    "any-pair": BetWords(
        name="Any Pair",
        judged=f"It looks at your first two cards and wins if they are a pair. {_NO_PAIR}",
        outcomes={"suited-pair": "Suited pair", "any-pair": "Any pair"},
        meanings={"suited-pair": "same rank and same suit", "any-pair": "same rank, different suits"},
    ),
    "21+3": BetWords(
        name="21+3",
        judged=(f"It reads your first two cards and the up card as a poker hand of three cards. {_ACE_IN_STRAIGHT}"),
        outcomes=_POKER,
        meanings=_POKER_MEAN,
    ),
    "top-3": BetWords(
        name="Top 3",
        judged=(
            "It reads your first two cards and the up card as a poker hand of three cards; only the three best "
            f"hands count. {_ACE_IN_STRAIGHT}"
        ),
        outcomes={outcome: _POKER[outcome] for outcome in _BEST_THREE},
        meanings={outcome: _POKER_MEAN[outcome] for outcome in _BEST_THREE},
    ),
    "hot-3": BetWords(
        name="Hot 3",
        judged=f"It adds up your first two cards and the up card. {_ACE_IN_TOTAL}",
        outcomes={"7-7-7": "7-7-7", **_TOTALS},
        meanings={"7-7-7": "three sevens of any suits", **_TOTALS_MEAN},
    ),
    "lucky-lucky": BetWords(
        name="Lucky Lucky",
        judged=f"It adds up your first two cards and the up card. {_ACE_IN_TOTAL}",
        outcomes={
            "suited-777": "Suited 7-7-7",
            "suited-678": "Suited 6-7-8",
            "777": "7-7-7",
            "678": "6-7-8",
            **_TOTALS,
        },
        meanings={
            "suited-777": "three sevens of one suit",
            "suited-678": "a 6, a 7 and an 8 of one suit",
            "777": "three sevens",
            "678": "a 6, a 7 and an 8",
            **_TOTALS_MEAN,
        },
    ),
    "bust-it": BetWords(
        name="Bust It",
        judged=(
            "It wins if the dealer busts, and pays more the more cards the dealer has. "
            "If you have a blackjack, the stake always comes back."
        ),
        outcomes={
            **_BUST,
            "4-cards": "Bust with 4 cards",
            "3-cards": "Bust with 3 cards",
            "push": "You have a blackjack",
        },
        meanings={},
    ),
    "buster": BetWords(
        name="Buster Blackjack",
        judged=(
            "It wins if the dealer busts, and pays more the more cards the dealer has. "
            "The two best outcomes also need a blackjack of yours."
        ),
        outcomes={
            "8-or-more-cards-with-blackjack": "Bust with 8 or more cards, and your blackjack",
            "7-cards-with-blackjack": "Bust with 7 cards, and your blackjack",
            **_BUST,
            "3-or-4-cards": "Bust with 3 or 4 cards",
        },
        meanings={},
    ),
    "busted-bonanza": BetWords(
        name="Busted Bonanza",
        judged=(
            "It wins if the dealer busts. It pays more if the up card is a ten or if your final hand counts 17. "
            "After a split, the outcomes that need your 17 do not count."
        ),
        outcomes={
            "ace-up-and-17": "Bust with an ace up, and your 17",
            "ten-up-and-17": "Bust with a ten up, and your 17",
            "17": "Bust, and your 17",
            "ten-up": "Bust with a ten up",
            "bust": "Any other bust",
        },
        meanings={},
    ),
    "free-fortune": BetWords(
        name="Free Fortune",
        judged=(
            "It counts the free chips used on one starting hand, free doubles and free splits together. "
            "More than 7 count as 7."
        ),
        outcomes={
            "7": "7 free chips",
            "6": "6 free chips",
            "5": "5 free chips",
            "4": "4 free chips",
            "3": "3 free chips",
            "2": "2 free chips",
            "1": "1 free chip",
        },
        meanings={},
    ),
    "progressive": BetWords(
        name="Progressive",
        judged="It counts the aces in a row from the first card of your hand.",
        outcomes={
            "suited-aaaa": "Four aces of one suit",
            "suited-aaa": "Three aces of one suit",
            "aaaa": "Four aces",
            "aaa": "Three aces",
            "suited-aa": "Two aces of one suit",
            "aa": "Two aces",
            "a": "One ace",
        },
        meanings={},
    ),
}
