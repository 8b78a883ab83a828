"""A certificate in English."""

from __future__ import annotations

from typing import Final

from ventuno.certificate.words import (
    CashbackWords,
    HeaderWords,
    MethodWords,
    OutcomeWords,
    ReturnWords,
    SideBetWords,
    StrategyWords,
    Words,
)
from ventuno.odds import ACES_HIT, BEST_MAIN, CHASES_17, EVERY_CHIP

ENGLISH: Final = Words(
    header=HeaderWords(
        title="Certificate of return to player",
        house="Ventuno",
        variant="Variant",
        notation="Notation",
        and_more="and what a notation cannot say: {fields}",
        digest="Digest of the rules (SHA-256)",
        covers="covers every rule; not the name, the limits and the published figures",
        versions="Worked out with",
        none_published="No rule book prints a return for this game: there is nothing to compare with.",
        all_agree="All {count} published returns come out, to the second decimal.",
        one_agrees="The one published return comes out, to the second decimal.",
        some_agree="{agree} of {count} published returns come out, to the second decimal; not so: {bets}.",
    ),
    returns=ReturnWords(
        heading="Returns",
        means=(
            "The part of a stake that comes back to the player on average. The main game: the first round of a full "
            "shoe, one hand, without insurance. Published figures have two decimals and agree if the computed one, "
            "rounded to two, is the same."
        ),
        header=("Bet", "How it is played and counted", "Computed", "Published", "Agree"),
        main="Main game",
        strategy={"composition": "composition-dependent strategy", "total": "total-dependent strategy"},
        strategy_means={
            "composition": (
                "Composition-dependent: the best decision for the very cards of the hand and the up card; after a "
                "split, for the cards of that hand and the pair it comes from."
            ),
            "total": (
                "Total-dependent: the best decisions among those that a printed chart can say, one for each total, "
                "pair and up card."
            ),
        },
        per={"initial-bet": "per initial bet", "stake": "per unit of real money staked"},
        any_play="however the hand is played",
        agrees={True: "yes", False: "no"},
        not_published="–",
        disagrees="{bet}: published {published}, computed {computed}. {why}",
        no_reason="No reading of the rules that we know gives the printed figure.",
        details="The main game in detail",
        details_header=("Strategy", "Value per initial bet", "House edge", "Real money staked per initial bet"),
        insurance=(
            "Insurance pays {price} and off the top of the shoe is worth {value} for each unit insured "
            "(exactly {exact}). The returns of the main game are without it."
        ),
        insurance_pays=(
            "Insurance pays {price} and off the top of the shoe is worth {value} for each unit insured (exactly "
            "{exact}): it is worth taking, and the returns of the main game, which are without it, leave that out."
        ),
        no_insurance="Insurance is not offered.",
    ),
    strategy=StrategyWords(
        heading="Best strategy",
        means=(
            "The total-dependent strategy of the figures above. Rows are the player's two cards, or the total of more; "
            "columns the dealer's up card. A letter says all; colour only repeats it."
        ),
        hard="Hard totals",
        soft="Soft totals",
        pairs="Pairs",
        up_card="Dealer’s up card",
        letters={
            "H": "hit",
            "S": "stand",
            "D": "double, else hit",
            "Ds": "double, else stand",
            "P": "split",
            "P1": "split once, not again",
            "Pc": "split, again on a free chip only",
            "Pr": "split, again with the original bet only",
            "R": "surrender, else hit",
            "Rs": "surrender, else stand",
            "Rp": "surrender, else split",
        },
        natural_17="17 in the first two cards",
        natural_rows={"hard": "hard 17", "soft": "soft 17"},
        near_charlie="Hands of {cards} cards, where they differ",
        free="Hands on a free chip",
        free_means="Nothing can be lost on them, so they are played differently. Rows as above, where they differ.",
        free_pairs="A pair that may be split again freely is split again.",
        hard_row="hard {row}",
        soft_row="soft {row}",
    ),
    side_bets=SideBetWords(
        heading="Side bets",
        means=(
            "Per unit staked. An outcome is paid only if no better one applies. Fractions are exact; decimals are the "
            "same numbers, rounded."
        ),
        returns="returns {rtp}",
        exactly="exactly {fraction}",
        not_rational="in 64-bit arithmetic",
        published="published {rtp}",
        header=("Outcome", "Pays", "Probability", "One in", "Exactly"),
        loses="none of these: the bet is lost",
        counted_apart="After a split each hand counts apart: the figure is how often the outcome is expected.",
        policy="Policy: {policy}.",
        policies={
            BEST_MAIN: "the main game’s best strategy, composition-dependent",
            CHASES_17: "every hand played for a 17 when the dealer busts, never split",
            EVERY_CHIP: "every free split and free double is taken",
            ACES_HIT: "aces are always hit, never split",
        },
        other_policy="Under another policy – {policy} – it returns {rtp}.",
        jackpot=(
            "The fixed awards return {fixed}, and each unit in the jackpot adds {slope}. The return stated is with the "
            "jackpot at its seed of {seed}, and counts the {contribution} of each stake that feeds it."
        ),
    ),
    outcomes=OutcomeWords(
        heading="Distribution of the net result",
        means=(
            "What one round of the main game wins or loses, in initial bets, and how likely that is: total-dependent "
            "strategy, first round of a full shoe. Hit frequency is how often a round wins something."
        ),
        facts=("Standard deviation", "Hit frequency", "Largest win", "Largest loss", "Mean"),
        header=("Net result", "Probability", "One in"),
        axis="net result in initial bets",
        plot="Probability of each net result, on a logarithmic scale: each line is ten times the one below.",
        error="No probability has a larger standard error than {error}.",
        method={},
    ),
    cashback=CashbackWords(
        heading="Cashback",
        means=(
            "Every offer is the exact value of playing on less a margin of {margin}, and a blackjack gets none. An "
            "offer below the value of playing on can never raise the best return. Returns per initial bet, "
            "composition-dependent strategy, one hand in play, offers before they are rounded down to the minor unit."
        ),
        header=("What is done with the offers", "Return"),
        never="No offer is ever taken",
        at_best="An offer is taken where it is worth more than playing on: never",
        at_best_alike="An offer is taken where it is worth more than playing on: never, it is worth the same",
        always="The first offer is always taken",
    ),
    method=MethodWords(
        rules_heading="The rules in words",
        rules_mean="Generated from the same definition that the returns were worked out from, and that is played.",
        heading="Method, errors, and how to do it again",
        main_heading="Main game",
        main=(
            "Every hand that can be dealt from the full shoe is counted with its exact probability; nothing is "
            "sampled, and no card is put back.",
            "The dealer’s final hands are enumerated as sets of cards. The player’s hands are valued from the highest "
            "totals down, each decision being the best of its legal actions. Splits are exact up to the last hand "
            "allowed: the value of a split hand depends only on how many cards of the pair are known to be gone.",
            "What an unseen dealer’s blackjack takes, pushes, free chips and Charlies are part of the settlement, not "
            "corrections. The hole card is one of the unseen cards until the dealer has looked.",
            "The composition-dependent optimum is worked out backwards, hand by hand; where both hands of a split "
            "share one fate before an unseen blackjack, each is played as the best answer to the other. The "
            "total-dependent one is found by policy iteration: each place of the chart is weighed by how often its "
            "hands are reached, decided anew, and so on until nothing changes.",
            "Return per initial bet: 1 + value. Return per unit staked: 1 + value ÷ real money staked; free chips are "
            "no stake.",
        ),
        side_bets_heading="Side bets",
        side_bets=(
            "Bets on the first cards and on the dealer’s hand are counted in whole numbers over all cards that can be "
            "dealt, so probabilities and returns are exact fractions.",
            "Bets that depend on how the hand is played are worked out by the same programme as the main game, under "
            "the policy that is named beside the figure.",
        ),
        errors_heading="Error bounds",
        errors=(
            "Fractions: none.",
            "Main game: no sampling and no truncation. What is left is the rounding of 64-bit arithmetic, below 1e-12; "
            "the tests hold it to that against an independent brute-force calculation on small shoes. All digits "
            "of the returns printed here are significant.",
        ),
        errors_of_outcomes={
            True: "Distribution: as the main game.",
            False: "Distribution: sampled in part; no probability has a larger standard error than {error}.",
        },
        again_heading="The same again",
        again="This command makes this page again from the same definition:",
        as_json="With --json it prints the same as JSON, figures in full precision.",
        canonical_heading="The rules as data",
        canonical="The digest is the SHA-256 of exactly this line, in UTF-8 and without a line break:",
    ),
)
