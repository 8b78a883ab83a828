"""What a well-formed table may still get wrong: ranges, and settings that its game has no use for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from ventuno.money import MINOR_PER_UNIT
from ventuno.play.bets import MOST_STAKE
from ventuno.table.config import DAY_MS, TableConfig, Times
from ventuno.table.kinds import kind_of
from ventuno.variant import Fault, Variant
from ventuno.variant.faults import did_you_mean

LANGUAGES: Final = ("it", "en")
MOST_CHIPS: Final = 9  # each has a hot key (B8)
LONGEST_NAME: Final = 60
MOST_UNITS: Final = MOST_STAKE // MINOR_PER_UNIT
MOST_TIME_MS: Final = 600_000
MOST_ABANDONED_MS: Final = 3650 * DAY_MS
MOST_ROUNDS: Final = 1000
TO_ANSWER: Final = ("betting_ms", "insurance_ms", "decision_ms", "results_ms")  # what a live table cannot be without


def faults_of_config(config: TableConfig, variant: Variant | None, place: str) -> list[Fault]:
    """All of one table's. Without a variant, only those that are faults in every game."""
    found = [*_texts(config), *_limits(config), *_chips(config), *_times(config.times), *_idle(config)]
    if variant is not None:
        found += [*_levels(config, variant), *_clock(config, variant), *_bonuses(config, variant)]
        found += [*_jackpots(config, variant)]
    return [Fault(f"{place}.{fault.place}", fault.why) for fault in found]


def faults_of_keys(configs: Mapping[str, TableConfig]) -> list[Fault]:
    """Tables are called by their keys."""
    keys = [config.key for config in configs.values()]
    return [
        Fault(f"{place}.key", f"{config.key!r} is the key of another table too: give each its own")
        for index, (place, config) in enumerate(configs.items())
        if config.key in keys[:index]
    ]


def _texts(config: TableConfig) -> Iterator[Fault]:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", config.key):
        yield Fault("key", f"{config.key[:40]!r} is no key: write small letters, digits and -, at most 40")
    if config.language not in LANGUAGES:
        yield Fault("language", f"{config.language[:40]!r} is not one of {', '.join(LANGUAGES)}")
    for language, name in config.name.items():
        if language not in LANGUAGES:
            yield Fault(f"name.{language[:40]}", f"unknown language; known are {', '.join(LANGUAGES)}")
        if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
            yield Fault(f"name.{language[:40]}", f"is no name: write 1 to {LONGEST_NAME} printable signs")
    if not re.fullmatch(r"[A-Z]{3}", config.currency):
        yield Fault("currency", f'{config.currency[:40]!r} is no currency: write three capitals, such as "EUR"')


def _limits(config: TableConfig) -> Iterator[Fault]:
    for index, limits in enumerate(config.limits, 1):
        for name, (least, most) in (("main", limits.main), ("side", limits.side)):
            if not 1 <= least <= most <= MOST_UNITS:
                why = f"{least} to {most} is no range of bets: write [least, most] from 1 to {MOST_UNITS:,} units"
                yield Fault(f"limits[{index}].{name}", why)
        if limits.level in [other.level for other in config.limits[: index - 1]] and limits.level:
            yield Fault(f"limits[{index}].level", f"{limits.level[:40]!r} has limits already")


def _chips(config: TableConfig) -> Iterator[Fault]:
    if len(config.chips) > MOST_CHIPS:
        yield Fault("chips", f"{len(config.chips)} chips are too many for the rack: name at most {MOST_CHIPS}")
    if len(set(config.chips)) != len(config.chips):
        yield Fault("chips", "names a chip twice")
    for chip in config.chips:
        if not 1 <= chip <= MOST_UNITS:
            yield Fault("chips", f"{chip} is no chip: write whole units from 1 to {MOST_UNITS:,}")


def _times(times: Times) -> Iterator[Fault]:
    for name, value in msgspec.structs.asdict(times).items():
        most = MOST_ABANDONED_MS if name == "abandoned_ms" else MOST_TIME_MS
        if not 0 <= value <= most:
            yield Fault(f"times.{name}", f"{value} is not from 0 to {most} milliseconds")
    if times.warning_ms > times.betting_ms:
        why = f"yellow for {times.warning_ms} is longer than the {times.betting_ms} that bets are open"
        yield Fault("times.warning_ms", why)
    if times.abandoned_ms == 0:
        yield Fault("times.abandoned_ms", "0 would cancel every round at once: 90 days are 7776000000")


def _idle(config: TableConfig) -> Iterator[Fault]:
    if not 1 <= config.idle_rounds <= MOST_ROUNDS:
        yield Fault("idle_rounds", f"{config.idle_rounds} is not from 1 to {MOST_ROUNDS}")


def _levels(config: TableConfig, variant: Variant) -> Iterator[Fault]:
    set_by = variant.table.limits_set_by
    for index, limits in enumerate(config.limits, 1):
        if set_by == "vip-level" and not limits.level:
            yield Fault(f"limits[{index}].level", "is missing: in this game limits go by VIP level")
        if set_by != "vip-level" and limits.level:
            yield Fault(f"limits[{index}].level", "has no meaning: in this game limits do not go by VIP level")
    if set_by == "table" and len(config.limits) > 1:
        yield Fault("limits", f"{len(config.limits)} limits, but nothing to choose by in this game: name one")


def _clock(config: TableConfig, variant: Variant) -> Iterator[Fault]:
    for name in TO_ANSWER if kind_of(variant).clock else ():
        if getattr(config.times, name) == 0:
            yield Fault(f"times.{name}", "0 would leave no time at all: a live table has a clock")


def _bonuses(config: TableConfig, variant: Variant) -> Iterator[Fault]:
    if config.burn_card and variant.shoe.burn_card == "never":
        yield Fault("burn_card", f"{variant.name} burns no card: leave it out")
    if config.margin is not None and variant.cashback is None:
        yield Fault("margin", f"{variant.name} has no cashback: leave it out")
    elif config.margin is not None and not 0 <= config.margin < 1:
        yield Fault("margin", f'{config.margin} is not from 0 to below 1: write "1/100"')
    said = [value for value in msgspec.structs.asdict(config.golden).values() if value is not None]
    if said and variant.golden_chips is None:
        yield Fault("golden", f"{variant.name} has no golden chips: leave it out")
    elif config.golden.per_round is not None and not 0 <= config.golden.per_round <= MOST_ROUNDS:
        yield Fault("golden.per_round", f"{config.golden.per_round} is not from 0 to {MOST_ROUNDS}")


def _jackpots(config: TableConfig, variant: Variant) -> Iterator[Fault]:
    known = [bet for bet, prices in variant.side_bets.items() if prices.jackpot]
    for bet, pool in config.jackpots.items():
        if bet not in known:
            why = did_you_mean(bet, known) if known else "there is none in this game."
            yield Fault(f"jackpots.{bet[:40]}", f"is no side bet with a jackpot; {why}")
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", pool):
            yield Fault(f"jackpots.{bet[:40]}", f"{pool[:40]!r} is no key: write small letters, digits and -")
