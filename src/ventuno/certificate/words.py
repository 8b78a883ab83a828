"""The catalogue of a certificate: everything that a language has to say, as types.

Rules, names of bets and outcomes, and how numbers are written are the help page's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class HeaderWords:
    title: str
    house: str
    variant: str
    notation: str
    and_more: str  # what a notation leaves unsaid
    digest: str
    covers: str
    versions: str
    none_published: str
    all_agree: str
    one_agrees: str
    some_agree: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnWords:
    heading: str
    means: str
    header: tuple[str, str, str, str, str]  # bet, how it is played, computed, published, agree
    main: str
    strategy: Mapping[str, str]  # by class
    strategy_means: Mapping[str, str]
    per: Mapping[str, str]
    any_play: str
    agrees: Mapping[bool, str]
    not_published: str
    disagrees: str  # {bet} {published} {computed} {why}
    no_reason: str
    details: str
    details_header: tuple[str, str, str, str]  # strategy, value, edge, staked
    insurance: str
    insurance_pays: str
    no_insurance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StrategyWords:
    heading: str
    means: str
    hard: str
    soft: str
    pairs: str
    up_card: str
    letters: Mapping[str, str]
    natural_17: str
    natural_rows: Mapping[str, str]
    near_charlie: str
    free: str
    free_means: str
    free_pairs: str
    hard_row: str  # where both are in one table
    soft_row: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetWords:
    heading: str
    means: str
    returns: str
    exactly: str
    not_rational: str
    published: str
    header: tuple[str, str, str, str, str]  # outcome, pays, probability, one in, exactly
    loses: str
    counted_apart: str  # under a bet whose hands are judged apart after a split
    policy: str
    policies: Mapping[str, str]  # what the odds call them
    other_policy: str
    jackpot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeWords:
    heading: str
    means: str
    facts: tuple[str, str, str, str, str]  # standard deviation, hit frequency, largest win and loss, mean
    header: tuple[str, str, str]  # net result, probability, one in
    axis: str
    plot: str
    error: str
    method: Mapping[bool, str]  # in short, by whether it is exact, where the odds' own words are foreign


@dataclass(frozen=True, slots=True, kw_only=True)
class CashbackWords:
    heading: str
    means: str
    header: tuple[str, str]
    never: str
    at_best: str
    at_best_alike: str  # without a margin
    always: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodWords:
    rules_heading: str
    rules_mean: str
    heading: str
    main_heading: str
    main: tuple[str, ...]
    side_bets_heading: str
    side_bets: tuple[str, ...]
    errors_heading: str
    errors: tuple[str, ...]
    errors_of_outcomes: Mapping[bool, str]  # by whether the distribution is exact
    again_heading: str
    again: str
    as_json: str
    canonical_heading: str
    canonical: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    header: HeaderWords
    returns: ReturnWords
    strategy: StrategyWords
    side_bets: SideBetWords
    outcomes: OutcomeWords
    cashback: CashbackWords
    method: MethodWords
