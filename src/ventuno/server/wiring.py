"""The real tables: from their configuration, their game, and what the store has of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from ventuno.bank import OpenJackpot, RoundRecord
from ventuno.cards import Card, cards
from ventuno.money import MINOR_PER_UNIT
from ventuno.server.codes import Codes
from ventuno.server.people import People, guest_from
from ventuno.server.pit import Kind, Pit
from ventuno.shoe import Shoe, SystemRandomness, shoe_for
from ventuno.store import Ledger
from ventuno.store.definitions import rules_kept
from ventuno.store.history import (
    events_of,
    jackpots,
    open_rounds,
    round_by_code,
    rounds_of_player,
    rounds_of_table,
    staked_by,
    table_kept,
)
from ventuno.store.people import load_account
from ventuno.store.sealing import Seal
from ventuno.table.config import TableConfig, round_terms, spot_limits, table_info
from ventuno.table.ground import RoundRules
from ventuno.table.port import Guest, Table
from ventuno.table.pricing import Odds, Standing
from ventuno.table.recovery import KeptTable, StoredRound, rules_of, take_up
from ventuno.table.supervising import table_limits
from ventuno.variant import Variant, digest, load

RANKS: Final = "23456789TA"
LOOKED_BACK: Final = 50  # rounds of a player, for the last one at a solo table


class ExactOdds:
    """The narrow door of a table to the exact odds (K1)."""

    def value(self, standing: Standing) -> Fraction:
        from ventuno.odds import Moment, best_value  # heavy to load, and only cashback needs it

        moment = Moment(hands=standing.hands, looked=standing.looked, answers=standing.answers)
        return Fraction(best_value(standing.variant, standing.hand, standing.up_card, standing.seen, moment))


def warm_up(odds: Odds, variant: Variant) -> None:
    """The first price of all takes long, and the loop must not wait for it."""
    for up_card in RANKS:
        odds.value(Standing(variant, cards("8h 8d"), Card(f"{up_card}s"), (), 1, up_card not in "AT", True))


class Supplies:
    """What tables are given of their surroundings (`table.port.Surroundings`)."""

    def __init__(self, seal: Seal, people: People, pit: Pit) -> None:
        self.seal = seal
        self.new_code = Codes().new
        self.purse = people.purse
        self.jackpot_minor = pit.jackpot_minor


NewShoe = Callable[[TableConfig, Variant], Shoe]


def new_shoe(config: TableConfig, variant: Variant) -> Shoe:
    return shoe_for(variant.shoe, SystemRandomness(), burn=config.burn_card)


def kinds_of(
    ledger: Ledger,
    supplies: Supplies,
    configs: Iterable[TableConfig],
    shoe: NewShoe = new_shoe,
) -> list[Kind]:
    """Where the cards come from is the caller's to say."""

    def kind(config: TableConfig, variant: Variant) -> Kind:
        limits = spot_limits(config, variant)
        terms = round_terms(config, variant, limits)
        shown = tuple(dict.fromkeys(terms.jackpots.values()))
        fed = tuple(pool for _, pool, _ in _pools(config, variant, ledger.rules.currencies))

        def make(player: int) -> Table:
            return _table(ledger, supplies, config, variant, player, shoe)

        return Kind(table_info(config, variant), variant, table_limits(limits), make, shown, fed)

    return [kind(config, load(config.variant)) for config in configs]


def _table(
    ledger: Ledger,
    supplies: Supplies,
    config: TableConfig,
    variant: Variant,
    player: int,
    new_shoe: NewShoe,
) -> Table:
    rounds = stored_rounds(ledger, config.key, player)
    earlier = earlier_rules(ledger, variant, rounds)
    odds: Odds | None = None
    for one in (variant, earlier):
        if one is not None and one.cashback:
            odds = odds or ExactOdds()
            warm_up(odds, one)
    return take_up(
        config,
        variant,
        new_shoe(config, variant),
        supplies,
        rounds,
        partial(guest_of, ledger),
        odds,
        earlier=RoundRules(earlier, new_shoe(config, earlier)) if earlier else None,
        kept=kept_table(ledger, config.key, player),
    )


def guest_of(ledger: Ledger, player: int) -> Guest:
    """Somebody with a bet from before a restart."""
    loaded = load_account(ledger, player)
    assert loaded is not None, "who has a stake has an account"
    return guest_from(loaded.person)


def earlier_rules(ledger: Ledger, variant: Variant, rounds: Sequence[StoredRound]) -> Variant | None:
    """Those of the round that is open, where the game has others now; None also where they are not to be had."""
    wanted = rules_of(rounds[-1]) if rounds and rounds[-1].record.state == "open" else ""
    if wanted in ("", digest(variant)):
        return None
    found = rules_kept(ledger, wanted, variant.key, variant)
    return found if found and found.table.facts is variant.table.facts else None


def stored_rounds(ledger: Ledger, key: str, player: int) -> list[StoredRound]:
    """The last that was played, then the one that is open, if there is one."""
    records = _of_player(ledger, key, player) if player else _of_table(ledger, key)
    return [StoredRound(record, tuple(events_of(ledger, record.code))) for record in records]


def _of_table(ledger: Ledger, key: str) -> list[RoundRecord]:
    ended = [one for one in rounds_of_table(ledger, key, most=2)[::-1] if one.state != "open"]
    return [*ended, *open_rounds(ledger, key)[-1:]]


def kept_table(ledger: Ledger, key: str, player: int) -> KeptTable | None:
    found = table_kept(ledger, key, player)
    return KeptTable(*found) if found else None


def _of_player(ledger: Ledger, key: str, player: int) -> list[RoundRecord]:
    played = rounds_of_player(ledger, player, most=LOOKED_BACK)
    last = next((one.code for one in played if one.table == key and one.state == "settled"), None)
    found = round_by_code(ledger, last) if last else None
    left_open = [one for one in staked_by(ledger, player) if one.table == key]
    return [*([found] if found else []), *left_open[-1:]]


def open_jackpots(ledger: Ledger, configs: Iterable[TableConfig], now_ms: int) -> None:
    """The pools that the tables feed (J1), where they are not there yet."""
    there = jackpots(ledger)
    for config in configs:
        variant = load(config.variant)
        for bet, pool, currency in _pools(config, variant, ledger.rules.currencies):
            rules = variant.side_bets[bet].jackpot
            if pool not in there and rules is not None:
                ledger.execute(
                    OpenJackpot(
                        key=f"jackpot/{pool}",
                        at_ms=now_ms,
                        jackpot=pool,
                        currency=currency,
                        seed_minor=rules.seed * MINOR_PER_UNIT,
                        contribution=str(rules.contribution),
                    )
                )


def _pools(config: TableConfig, variant: Variant, currencies: Iterable[str]) -> list[tuple[str, str, str]]:
    """Bet, pool and currency: one pool for all who play together, one a currency for those who play alone."""
    played = sorted(currencies) if variant.table.facts.alone else [config.currency]
    limits = spot_limits(config, variant)
    return [
        (bet, pool, currency)
        for currency in played
        for bet, pool in round_terms(config, variant, limits, currency).jackpots.items()
    ]
