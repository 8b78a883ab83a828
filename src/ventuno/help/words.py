"""The catalogue of a help page: everything that a language has to say, as types.

`english` and `italian` each fill it. A field without a sentence does not construct, so a missing
translation stops the package at import; the tests check the keys of every mapping.

A sentence is a template whose {places} the sections fill. Mappings that carry the name of a field
of the variant have one entry for each of its values; an empty entry means that the value is the
ordinary one and needs no words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ventuno.help.grammar import Grammar
from ventuno.sidebets import Needs
from ventuno.variant.model import Takes, UpCard

Language = Literal["it", "en"]
Action = Literal[
    "hit",
    "stand",
    "double",
    "split",
    "free-double",
    "free-split",
    "surrender",
    "insure",
    "decline",
    "cashback",
]
HandOutcome = Literal["blackjack", "win", "push", "lose", "bust", "charlie", "surrender", "cashback"]
Feature = Literal[
    "free_double",
    "free_split",
    "charlie",
    "bust_22_pushes",
    "bust_pushes_17",
    "bust_ten_up_pushes",
    "natural_17_beats_17",
    "surrender",
    "cashback",
    "golden_chips",
    "jackpot",
    "side_bets",
]
Fact = Literal[
    "decks",
    "blackjack",
    "insurance",
    "soft_17",
    "looks_under",
    "double",
    "splits",
    "surrender",
    "limits",
    "published",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Short names, for the table as well as for the page."""

    actions: Mapping[str, str]  # by `Action`
    hand_outcomes: Mapping[str, str]  # by `HandOutcome`
    ranks: Mapping[int, str]  # by points, in the plural: pairs of aces, 8s
    file_words: Mapping[str, str]  # notes and VIP levels of variant files, which are written in English


@dataclass(frozen=True, slots=True, kw_only=True)
class BetWords:
    """One side bet."""

    name: str
    judged: str
    outcomes: Mapping[str, str]
    meanings: Mapping[str, str]  # for all outcomes, or for none where their names say it all


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningWords:
    kind: Mapping[str, str]
    special: str
    features: Mapping[Feature, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GlanceWords:
    heading: str
    header: tuple[str, str]
    facts: Mapping[Fact, str]
    shuffle: Mapping[str, str]
    soft_17: Mapping[str, str]
    surrender: Mapping[str, str]
    looks: str
    never_looks: str
    no_insurance: str
    any_double: str
    double_totals: str
    double_after_split: Mapping[bool, str]
    splits: str
    no_splits: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AimWords:
    heading: str
    goal: str
    values: str
    soft: str
    bust: str
    blackjack: str
    push: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWords:
    heading: str
    kind: Mapping[str, str]
    positions: Mapping[str, str]
    one_position: Mapping[str, str]
    bet_behind: str
    behind_decides: str
    behind_insurance: str
    behind_free: str
    behind_returns: str
    limits_set_by: Mapping[str, str]
    limits_header: tuple[str, str]
    level: str
    limits_bind: str
    step: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsWords:
    heading: str
    decks: str
    shuffle: Mapping[str, str]
    shoes: str
    burn_card: Mapping[str, str]
    kind: Mapping[str, str]  # the order of the deal
    up_and_hole: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealerWords:
    heading: str
    draws: str
    soft_17: Mapping[str, str]
    looks_under: Mapping[UpCard, str]
    looks: str
    looks_after_insurance: str
    never_looks: str
    does_not_look: str
    takes: Mapping[Takes, str]
    takes_real: str
    plays_out: str
    completes: str
    shows: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionWords:
    heading: str
    hit: str
    stand: str
    any_double: str
    double_totals: str
    double_after_split: Mapping[bool, str]
    split: str
    splits_once: str
    splits: str
    no_splits: str
    split_aces: str
    hit_split_aces: Mapping[bool, str]
    resplit_aces: Mapping[bool, str]
    free_double: str
    free_split: str
    free_pairs: str
    all_pairs: str
    all_pairs_but: str
    surrender: Mapping[str, str]
    give_up: str
    before_look: str
    insurance: str
    no_insurance: str
    insurance_can_be_off: str
    cashback: str
    twenty_one: str
    kind: Mapping[str, str]  # who decides when
    shares: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsWords:
    """Free chips, cashback, golden chips."""

    free_heading: str
    free: str
    free_double: str
    free_split: str
    free_both: str
    paid_double: str
    cashback_heading: str
    cashback: str
    cashback_price: str
    cashback_not_on: str
    cashback_taken: str
    golden_heading: str
    golden: str
    mixed: Mapping[bool, str]
    pay_for_actions: Mapping[bool, str]
    golden_settled: str
    golden_insurance: str
    golden_surrender: str
    golden_cashback: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaysWords:
    heading: str
    header: tuple[str, str]
    blackjack: str
    win: str
    charlie: str
    insurance: str
    push: str
    surrender: str
    cashback: str
    stake_back: str
    half_back: str
    offered: str
    price_means: str
    two_blackjacks: str
    so_many_cards: str
    beats_blackjack: Mapping[bool, str]
    dealer_busts: str
    dealer_busts_except: str
    bust_22_pushes: str
    bust_pushes_17: str
    bust_ten_up_pushes: str
    paid_anyway: str
    paid_anyway_charlie: str
    natural_17_beats_17: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetWords:
    heading: str
    needs_main: str
    best_only: str
    prices: str
    bet_heading: str
    needs: Mapping[Needs, str]
    per_hand: str
    stake: str
    header: tuple[str, str, str]  # outcome, when, pays
    jackpot: str
    jackpot_shared: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnWords:
    heading: str
    means: str
    header: tuple[str, str, str]
    main: str
    per: Mapping[str, str]
    strategy: Mapping[str, str]
    unpublished: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingWords:
    """What happens without the player, and what the page was made from."""

    heading: str
    no_decision: Mapping[str, str]
    disconnected: Mapping[str, str]
    balance_short: str
    definition_heading: str
    generated: str
    partial: str
    key: str
    notation: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    language: Language
    grammar: Grammar
    names: Names
    bets: Mapping[str, BetWords]
    opening: OpeningWords
    glance: GlanceWords
    aim: AimWords
    table: TableWords
    cards: CardsWords
    dealer: DealerWords
    decisions: DecisionWords
    chips: ChipsWords
    pays: PaysWords
    side_bets: SideBetWords
    returns: ReturnWords
    closing: ClosingWords
