"""What a player's day has been so far: the reality check tells it (A9)."""

from __future__ import annotations

from typing import NamedTuple

from ventuno.bank import Purse
from ventuno.bank.care import played_ms, purse_at
from ventuno.bank.periods import start_of
from ventuno.store.earlier import paid_since
from ventuno.store.ledger import Ledger


class Today(NamedTuple):
    played_ms: int
    net_minor: int  # of rounds that ended today


def today(ledger: Ledger, purse: Purse, at_ms: int) -> Today:
    """Since midnight in UTC, as the limits of a day count."""
    start_ms = start_of("day", ledger.rules.expiry_ms(at_ms))
    with ledger.reading() as engine:
        paid = sorted(paid_since(engine, purse.player, start_ms))
    then = purse_at(start_ms, purse, paid, ledger.rules)
    played = played_ms(purse, at_ms, ledger.rules) - then.played_ms
    return Today(max(played, 0), sum(one.returned - one.staked for one in paid))
