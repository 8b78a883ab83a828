"""Everything that the table says, as a type which `english` and `italian` each fill.

A field without a sentence does not construct, so a missing translation stops the command at import;
the tests compare the keys of every mapping and the {places} of every sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ventuno.play import Reason

Command = Literal["help", "rules", "limits", "history", "record", "insurance", "add", "quit", "all"]
Switch = Literal["on", "off"]
Help = tuple[tuple[str, str], ...]  # what to write, and what it does


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingWords:
    prompt: str
    how: str  # how a bet is written
    no_last_bets: str
    no_amount: str
    two_main_bets: str
    no_main_bet: str
    main_first: str  # `all 5` before any main bet
    side_twice: str
    no_side_bets: str
    no_such_side_bet: str
    several_side_bets: str  # a beginning that fits several
    too_many_hands: str
    main_limits: str
    side_limits: str
    exact_stake: str
    balance_short: str
    at_most_already: str
    some_at_most: str
    broke: str
    refusals: Mapping[str, str]  # by the engine's codes


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWords:
    dealer: str
    your_hand: str
    hand: str
    bet: str
    free: str
    side_bets: str
    stood: str
    total_bet: str
    insurance_prompt: str
    surrender_prompt: str
    hand_prompt: str
    play_on: str
    for_all: str
    brings: str
    choose: str  # nothing was written
    no_decision: str  # what was written is none
    answer_for_all: str
    balance_short: str
    no_price: str
    refusals: Mapping[str, str]  # by the engine's codes


@dataclass(frozen=True, slots=True, kw_only=True)
class TaleWords:
    """What happens, as it happens."""

    draws: str
    splits: str
    dealer_shows: str
    dealer_draws: str
    dealer_busts: str
    looked: Mapping[bool, str]  # by whether the dealer has a blackjack
    cut_card: str
    void: str
    jackpot_won: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultWords:
    why: Mapping[Reason, str]
    part_back: str
    side_won: str
    side_lost: str
    sides_lost: str
    insurance: str
    insurance_won: str
    insurance_lost: str
    round: str
    staked_returned: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseWords:
    """Around the rounds: greeting, help, limits, history, farewell."""

    welcome: str
    play_money: str
    balance: str
    jackpot: str
    unknown: str
    did_you_mean: str
    help_betting: Help
    help_hands: Help
    help_side_bets: Help
    help_again: Help
    help_deciding: Help
    help_house: Help
    help_insurance: Help
    only_possible: str
    limits: str
    limits_chosen: str
    limits_main: str
    limits_side: str
    limits_exact: str
    limits_hands: str
    limits_change: str
    limits_taken: str
    limits_unknown: str
    history_empty: str
    history_header: tuple[str, str, str, str, str]
    record_empty: str
    insurance: Mapping[Switch, str]
    insurance_next: str  # said in the middle of a round
    insurance_always: str
    insurance_how: str
    added: str
    add_how: str
    not_now: str
    returned: str  # the stakes of a round that is left
    summary: str
    no_rounds: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    commands: Mapping[Command, tuple[str, ...]]  # the first is the one that the help names
    switch: Mapping[Switch, tuple[str, ...]]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    betting: BettingWords
    play: PlayWords
    tale: TaleWords
    results: ResultWords
    house: HouseWords
