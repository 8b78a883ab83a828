"""What came in and went out through the cashier (A8), newest first, read from the sealed journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from ventuno.bank import Deposit
from ventuno.bank.cash import cancelled
from ventuno.bank.receipts import from_bytes
from ventuno.store.engine import Engine, Row
from ventuno.store.history import MOST_AT_ONCE, NEWEST
from ventuno.store.ledger import Ledger

MOVE_FIELDS: Final = ("at_ms", "kind", "state", "amount_minor", "wallet_minor", "currency")

# `kind IN` as the index of the journal has it: it is one player's few rows, not a look through all of them.
_MOVES: Final = f"""SELECT j.number, j.at_ms, j.kind, j.receipt, c.number, p.currency
    FROM journal j JOIN purses p ON p.player = j.player 
        LEFT JOIN journal c ON c.key = j.key || '{cancelled("")}' AND c.kind = 'CancelWithdrawal'
    WHERE j.kind IN ('Deposit', 'Withdraw') AND j.player = ? AND j.number < ? ORDER BY j.number DESC LIMIT ?"""


class Move(msgspec.Struct, frozen=True):
    cursor: int  # its number in the journal: ask for what came before it
    at_ms: int
    kind: Literal["deposit", "withdrawal"]
    state: Literal["done", "returned"]  # returned: the provider could not pay it out, and it was put back
    amount_minor: int
    wallet_minor: int  # after it
    currency: str


def moves_of_player(ledger: Ledger, player: int, before: int = NEWEST, most: int = 50) -> list[Move]:
    with ledger.reading() as engine:
        return _page(engine, player, before, min(most, MOST_AT_ONCE))


def every_move(ledger: Ledger, player: int) -> Iterator[tuple[str | int, ...]]:
    """All of them, for a file."""
    with ledger.reading() as engine, engine.snapshot():
        before = NEWEST
        while page := _page(engine, player, before, MOST_AT_ONCE):
            for move in page:
                yield tuple(getattr(move, field) for field in MOVE_FIELDS)
            before = page[-1].cursor


def _page(engine: Engine, player: int, before: int, most: int) -> list[Move]:
    return [_move(row) for row in engine.rows(_MOVES, player, before, most)]


def _move(row: Row) -> Move:
    number, at_ms, kind, receipt, put_back, currency = row
    booked = from_bytes(bytes(receipt))
    return Move(
        cursor=number,
        at_ms=at_ms,
        kind="deposit" if kind == Deposit.__name__ else "withdrawal",
        state="done" if put_back is None else "returned",
        amount_minor=booked.amount_minor,
        wallet_minor=booked.wallet_minor or 0,
        currency=currency,
    )
