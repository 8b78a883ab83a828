"""What came in and went out through the cashier (A8), newest first, read from the sealed journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from ventuno.bank.receipts import from_bytes
from ventuno.store.engine import Engine, Row
from ventuno.store.history import MOST_AT_ONCE, NEWEST
from ventuno.store.ledger import Ledger

MOVE_FIELDS: Final = ("at_ms", "kind", "state", "amount_minor", "wallet_minor", "currency")
MoveState = Literal["done", "pending", "refused", "returning", "returned"]

# `kind IN` as the index of the journal has it: it is one player's few rows, not a look through all of them.
# What went at once has no transfer.
_MOVES: Final = """SELECT j.number, j.at_ms, j.kind, coalesce(last.receipt, j.receipt), t.state, p.currency
    FROM journal j JOIN purses p ON p.player = j.player LEFT JOIN transfers t ON t.opened = j.number
        LEFT JOIN journal last ON last.number = t.changed
    WHERE j.kind IN ('Deposit', 'Withdraw', 'AskDeposit', 'AskWithdrawal') AND j.player = ? AND j.number < ?
    ORDER BY j.number DESC LIMIT ?"""
_SHOWN: Final[dict[str | None, MoveState]] = {
    None: "done",
    "asked": "pending",
    "credited": "done",
    "paid": "done",
    "refused": "refused",
    "refunding": "returning",
    "refunded": "returned",
    "returned": "returned",
}


class Move(msgspec.Struct, frozen=True):
    cursor: int  # its number in the journal: ask for what came before it
    at_ms: int
    kind: Literal["deposit", "withdrawal"]
    state: MoveState  # returned: it could not be paid out, or not be credited, and is back where it came from
    amount_minor: int
    wallet_minor: int  # after its last step
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
    number, at_ms, kind, receipt, state, currency = row
    booked = from_bytes(bytes(receipt))
    return Move(
        cursor=number,
        at_ms=at_ms,
        kind="deposit" if kind.endswith("Deposit") else "withdrawal",
        state=_SHOWN[state],
        amount_minor=booked.amount_minor,
        wallet_minor=booked.wallet_minor or 0,
        currency=currency,
    )
