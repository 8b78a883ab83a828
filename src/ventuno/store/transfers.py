"""Transfers as they are stored (A8): one by its key, those that are still on their way."""

from __future__ import annotations

from typing import Final

from ventuno.bank import Transfer
from ventuno.store.ledger import Ledger
from ventuno.store.loading import select
from ventuno.store.tables import TRANSFERS

MOST_AT_ONCE: Final = 500

_OPEN: Final = "WHERE state IN ('asked', 'refunding')"  # as the index has it


def transfer_of(ledger: Ledger, key: str) -> Transfer | None:
    with ledger.reading() as engine:
        rows = engine.rows(select(TRANSFERS, "WHERE key = ?"), key)
    return Transfer(*rows[0]) if rows else None


def open_transfers(ledger: Ledger, after: int = 0, most: int = MOST_AT_ONCE) -> list[Transfer]:
    """What is not over yet, oldest first; `after` is the `opened` of the last one known."""
    with ledger.reading() as engine:
        rows = engine.rows(select(TRANSFERS, f"{_OPEN} AND opened > ? ORDER BY opened LIMIT ?"), after, most)
    return [Transfer(*row) for row in rows]


def reserved_minor(ledger: Ledger, player: int) -> int:
    """What deposits on their way take of the limits (A9)."""
    where = "WHERE player = ? AND kind = 'deposit' AND state = 'asked'"
    with ledger.reading() as engine:
        ((amount,),) = engine.rows(f"SELECT coalesce(sum(amount_minor), 0) FROM transfers {where}", player)
    return int(amount)
