"""A table's own configuration: which game, in which limits, how fast, and what the operator allows at it.

What is a rule of the game is the variant's; what one table may have different from another is here.
Written in TOML as `[[tables]]`; `config_file` reads it and reports all of its faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from ventuno.bank import RoundTerms, SpotLimits
from ventuno.bank.table_limits import limits_for
from ventuno.money import MINOR_PER_UNIT
from ventuno.protocol.messages import PrintedRules, SpotInfo, TableInfo
from ventuno.variant import Variant
from ventuno.variant.model import GoldenChips, Limits, RulesOfVariant

CHIPS: Final = (1, 5, 10, 25, 50, 100, 500, 1000)  # units; at most nine, for the hot keys (B8)
DAY_MS: Final = 86_400_000
SetBy = Literal["table", "menu", "vip-level"]


class Times(RulesOfVariant, frozen=True, kw_only=True):
    """The clock and the pace, in milliseconds. A time to answer of 0: without a clock."""

    betting_ms: int = 15_000
    warning_ms: int = 4_000  # yellow for the last so many (B1)
    closing_ms: int = 500  # from red to the first card
    card_ms: int = 400
    dealer_card_ms: int = 700
    insurance_ms: int = 8_000
    decision_ms: int = 12_000  # early surrender too
    pause_ms: int = 600  # from the last answer to what comes of it, and before the hole card is turned
    results_ms: int = 5_000
    abandoned_ms: int = 90 * DAY_MS  # T1: a solo round left so long is cancelled


class GoldenSettings(RulesOfVariant, frozen=True, kw_only=True):
    """What the operator sets for golden chips (K3); what is not said is as the variant has it."""

    per_round: int | None = None
    mixed: bool | None = None
    pay_for_actions: bool | None = None


class TableConfig(RulesOfVariant, frozen=True, kw_only=True):
    key: str
    variant: str  # a name of the catalog, or a path
    name: dict[str, str] = msgspec.field(default_factory=dict)  # by language; in the file also a plain text
    language: str = "it"
    currency: str = "EUR"  # what the limits are shown in
    limits: tuple[Limits, ...] = ()  # instead of the variant's, in units (B4)
    chips: tuple[int, ...] = ()  # the rack, in units (B2); none named: those of `CHIPS` that the limits take
    times: Times = Times()
    idle_rounds: int = 3  # so many without a bet lose the seat (A2)
    chat: bool = True
    multi: bool = True  # may be one of several in a window (A1)
    values: bool = True  # the exact value of every choice may be asked for
    burn_card: bool = False  # S1
    margin: Fraction | None = None  # of the cashback, instead of the variant's (K1)
    golden: GoldenSettings = GoldenSettings()
    jackpots: dict[str, str] = msgspec.field(default_factory=dict)  # by side bet: its pool (J1), else its own name


def default_tables(variants: Iterable[Variant]) -> tuple[TableConfig, ...]:
    """One table for every game."""
    return tuple(TableConfig(key=variant.key, variant=variant.key) for variant in variants)


def name_of(config: TableConfig, variant: Variant, language: str = "") -> str:
    """What the table is called, in a language or in its own."""
    names = config.name
    return names.get(language or config.language) or next(iter(names.values()), "") or variant.name


def times_of(config: TableConfig, variant: Variant) -> Times:
    """The table's times; a solo table has a pace but no clock (T1)."""
    if variant.table.facts.clock:
        return config.times
    return msgspec.structs.replace(
        config.times, betting_ms=0, warning_ms=0, closing_ms=0, insurance_ms=0, decision_ms=0, results_ms=0
    )


def table_info(config: TableConfig, variant: Variant) -> TableInfo:
    """What a client is told of the table once."""
    table, times = variant.table, times_of(config, variant)
    alone = table.facts.alone
    return TableInfo(
        key=config.key,
        name=name_of(config, variant),
        game=variant.key,
        game_name=variant.name,
        kind=table.kind,
        positions=table.positions,
        positions_per_player=table.positions_per_player,
        stake_step_minor=variant.stake_step,
        side_bets=_side_bets(variant),
        chips=chips_of(config, variant),
        betting_ms=times.betting_ms,
        warning_ms=times.warning_ms,
        bet_behind=table.bet_behind,
        chat=config.chat and not alone,
        multi=config.multi and not alone,
        values=config.values,
        limits_set_by=table.limits_set_by,
        language=config.language,
        currency=config.currency,
        rules=_printed(config, variant),
    )


def _printed(config: TableConfig, variant: Variant) -> PrintedRules:
    hand, golden = variant.hand, golden_of(config, variant)
    return PrintedRules(
        decks=variant.shoe.decks,
        blackjack_pays=str(hand.blackjack),
        insurance=hand.insurance is not None,
        insurance_pays=str(hand.insurance or ""),
        soft_17=variant.dealer.soft_17,
        charlie=hand.charlie.cards if hand.charlie else 0,
        cashback=variant.cashback is not None,
        golden_per_round=golden.per_round if golden else 0,
        golden_mixed=golden.mixed if golden else False,
        open_bets_return=variant.table.disconnected == "open-bets-return",
    )


def _side_bets(variant: Variant) -> tuple[SpotInfo, ...]:
    return tuple(
        SpotInfo(
            bet=bet,
            stake_minor=variant.fixed_stake(bet) or 0,
            jackpot=prices.jackpot is not None,
            pays={outcome: str(price) for outcome, price in prices.pays.items()},
        )
        for bet, prices in variant.side_bets.items()
    )


def chips_of(config: TableConfig, variant: Variant) -> tuple[int, ...]:
    """The rack (B2), in minor units: nothing on it that no spot would take."""
    most = max(limits.main[1] for limits in config.limits or variant.table.limits)
    units = config.chips or tuple(chip for chip in CHIPS if chip <= most)
    return tuple(chip * MINOR_PER_UNIT for chip in units)


def spot_limits(config: TableConfig, variant: Variant) -> tuple[SpotLimits, ...]:
    """All limits of the table, lowest first. Where they are chosen in a menu, the level is the entry's number."""
    in_menu = variant.table.limits_set_by == "menu"
    return tuple(
        SpotLimits(
            main_least_minor=limits.main[0] * MINOR_PER_UNIT,
            main_most_minor=limits.main[1] * MINOR_PER_UNIT,
            side_least_minor=limits.side[0] * MINOR_PER_UNIT,
            side_most_minor=limits.side[1] * MINOR_PER_UNIT,
            level=limits.level or (str(number) if in_menu else ""),
        )
        for number, limits in enumerate(config.limits or variant.table.limits, 1)
    )


def limits_of_guest(limits: Sequence[SpotLimits], set_by: SetBy, vip_level: str, chosen: str = "") -> SpotLimits:
    """Those that bind one player (B4): of their VIP level, as chosen in the menu, or the table's only ones."""
    wanted = {"vip-level": vip_level, "menu": chosen, "table": ""}[set_by]
    found = limits_for(limits, wanted)
    assert found is not None, "a table has limits"
    return found


def round_terms(
    config: TableConfig, variant: Variant, limits: tuple[SpotLimits, ...], currency: str = ""
) -> RoundTerms:
    """What the bank holds a round to. `limits` are today's; where they come from a menu, the chosen one alone."""
    golden = golden_of(config, variant)
    jackpots = {
        bet: _pool(config, bet, currency) for bet, prices in variant.side_bets.items() if prices.jackpot is not None
    }
    if golden is None:
        return RoundTerms(limits, jackpots, golden_per_round=0, golden_mixed=False, golden_for_actions=False)
    return RoundTerms(limits, jackpots, golden.per_round, golden.mixed, golden.pay_for_actions)


def _pool(config: TableConfig, bet: str, currency: str) -> str:
    """A jackpot is one pool of one currency (J1): who plays alone, in another one, plays for that one's."""
    pool = config.jackpots.get(bet, bet)
    return pool if currency in ("", config.currency) else f"{pool}-{currency.lower()}"


def golden_of(config: TableConfig, variant: Variant) -> GoldenChips | None:
    """What the operator allows (K3), where the game has golden chips at all."""
    if variant.golden_chips is None:
        return None
    said = {name: value for name, value in msgspec.structs.asdict(config.golden).items() if value is not None}
    return msgspec.structs.replace(variant.golden_chips, **said)


def margin_of(config: TableConfig, variant: Variant) -> Fraction | None:
    """The house's part of a cashback (K1), where there is one."""
    if variant.cashback is None:
        return None
    return variant.cashback.margin if config.margin is None else config.margin
