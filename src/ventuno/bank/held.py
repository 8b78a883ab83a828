"""What the ledger itself says of rounds, from the entries alone: what each player has in play, what an end moved.

Memory grows with the rounds that are open at the same time, never with the journal.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final, NamedTuple

import msgspec

from ventuno.bank import receipts
from ventuno.bank.accounts import POCKETS, Pocket
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import JournalRecord

ENDS: Final = {"SettleRound": "settled", "VoidRound": "void"}  # the round's state after it
OPENS: Final = "OpenRound"
CORRECTS: Final = "ResettleRound"

Amounts = dict[int, int]  # by holder, minor units
Moved = dict[int, Amounts]  # by pocket


class Held(msgspec.Struct):
    """What lies in play in one round, by player; who has nothing left is not named."""

    code: str
    real: Amounts = {}
    golden: Amounts = {}

    def post(self, moved: Moved) -> None:
        _add(self.real, moved.get(Pocket.STAKES, {}))
        _add(self.golden, moved.get(Pocket.GOLDEN_STAKES, {}))


class Ended(NamedTuple):
    """A round's end: what was in play before it, and what it moved."""

    record: JournalRecord
    receipt: Receipt
    held: Held
    moved: Moved
    left: Held  # what is still in play after it: nothing, if all is well

    @property
    def state(self) -> str:
        return ENDS[self.record.kind]

    @property
    def code(self) -> str:
        return self.record.round

    def to(self, pocket: Pocket) -> Amounts:
        """What came to one pocket of each holder (or, below zero, went)."""
        return self.moved.get(pocket, {})

    @property
    def jackpot_minor(self) -> int:
        """What players got of a pool that was won: all of it but what could not be shared."""
        out = [-amount for number, amount in zip(*self.record.entries, strict=True) if _leaves_pool(number, amount)]
        return sum(out) - self.receipt.jackpot_left_minor if out else 0


class RoundsHeld:
    def __init__(self) -> None:
        self.open: dict[str, Held] = {}

    def post(self, record: JournalRecord, moved: Moved | None = None) -> Ended | None:
        """Takes the next record of the journal; the round's end where it is one. What is not open is left alone."""
        if record.kind == OPENS:
            self.open[record.round] = Held(record.round)
        held = self.open.get(record.round)
        if held is None:
            return None
        moved = moved_by(record) if moved is None else moved
        if record.kind not in ENDS:
            held.post(moved)
            return None
        left = Held(held.code, dict(held.real), dict(held.golden))
        left.post(moved)
        del self.open[record.round]
        return Ended(record, receipts.from_bytes(record.receipt), held, moved, left)


def moved_by(record: JournalRecord) -> Moved:
    """A record's entries, summed by pocket and holder."""
    moved: Moved = defaultdict(dict)
    for number, amount in zip(*record.entries, strict=True):
        holder, pocket = divmod(number, POCKETS)
        sums = moved[pocket]
        sums[holder] = sums.get(holder, 0) + amount
    return moved


def _add(sums: Amounts, more: Amounts) -> None:
    for holder, amount in more.items():
        total = sums.get(holder, 0) + amount
        if total:
            sums[holder] = total
        else:
            sums.pop(holder, None)


def _leaves_pool(number: int, amount: int) -> bool:
    return amount < 0 and number % POCKETS == Pocket.POOL
