"""Purses as they were when a day, a week and a month began: what a first limit counts from (A9).

A purse has its sums of now. What was added since is read back from the player's own deposits and
rounds, newest first, until the earliest of the periods began.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ventuno.bank import Book, Needs
from ventuno.bank.care import Paid, purse_at
from ventuno.bank.periods import PERIODS, start_of
from ventuno.bank.receipts import from_bytes
from ventuno.store.engine import Engine, Row

PAGE: Final = 500
NEWEST: Final = 2**62

# `kind IN` as the index of the journal has it.
_CASH = """SELECT number, at_ms, kind, receipt FROM journal
    WHERE kind IN ('Deposit', 'Withdraw', 'AskDeposit', 'AskWithdrawal') AND player = ? AND number < ?
    ORDER BY number DESC LIMIT ?"""
_ROUNDS = """SELECT p.ended, j.at_ms, r.state, p.staked_minor, p.returned_minor
    FROM participations p JOIN journal j ON j.number = p.ended JOIN rounds r ON r.code = p.round
    WHERE p.player = ? AND p.ended < ? ORDER BY p.ended DESC LIMIT ?"""


def load_then(engine: Engine, book: Book, needs: Needs) -> None:
    for player, at_ms in needs.then.items():
        if purse := book.purses.get(player):
            starts_ms = {period: start_of(period, book.rules.expiry_ms(at_ms)) for period in PERIODS}
            paid = sorted(paid_since(engine, player, min(starts_ms.values())))
            for period, start_ms in starts_ms.items():
                book.then[player, period] = purse_at(start_ms, purse, paid, book.rules)


def paid_since(engine: Engine, player: int, start_ms: int) -> Iterator[Paid]:
    """Deposits and ends of rounds, in no order."""
    for _, at_ms, kind, receipt in _since(engine, _CASH, player, start_ms):
        if kind == "Deposit":
            yield Paid(at_ms, deposited=from_bytes(bytes(receipt)).amount_minor)
    credited = "SELECT changed_ms, amount_minor FROM transfers WHERE player = ? AND state = 'credited'"
    for at_ms, amount in engine.rows(f"{credited} AND changed_ms >= ?", player, start_ms):
        yield Paid(at_ms, deposited=amount)
    for _, at_ms, state, staked, returned in _since(engine, _ROUNDS, player, start_ms):
        if state != "void":  # gave everything back, and counts for nothing
            yield Paid(at_ms, staked=staked, returned=returned)


def _since(engine: Engine, statement: str, player: int, start_ms: int) -> Iterator[Row]:
    before = NEWEST
    while page := engine.rows(statement, player, before, PAGE):
        for row in page:
            if row[1] < start_ms:
                return
            yield row
        before = page[-1][0]
