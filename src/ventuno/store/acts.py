"""The audit log (E3): what the house's people did, newest first, read from the sealed journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from ventuno.bank.receipts import from_bytes
from ventuno.bank.records import Details
from ventuno.store.faults import StoreFault
from ventuno.store.history import MOST_AT_ONCE, NEWEST
from ventuno.store.ledger import Ledger


class ActEntry(msgspec.Struct, frozen=True):
    cursor: int  # its number in the journal: ask for what came before it
    at_ms: int
    by: int  # 0: the house itself
    name: str  # theirs
    what: str
    subject: str
    reason: str
    details: Details
    key: str


_ACTS: Final = """SELECT a.number, j.at_ms, coalesce(p.name, ''), j.key, j.receipt
    FROM acts a JOIN journal j ON j.number = a.number LEFT JOIN people p ON p.number = a.by_person"""
_LAST: Final = "SELECT max(number) FROM acts WHERE subject = ? AND what = ?"


def acts(
    ledger: Ledger,
    before: int = NEWEST,
    most: int = 50,
    *,
    by: int | None = None,
    since_ms: int = 0,
    people_only: bool = False,
) -> list[ActEntry]:
    """All of them, or one person's, or all but the house's own; not older than `since_ms`."""
    who, values = ("AND a.by_person > 0" if people_only else "", ()) if by is None else ("AND a.by_person = ?", (by,))
    where = f"WHERE a.number < ? AND j.at_ms >= ? {who} ORDER BY a.number DESC LIMIT ?"
    with ledger.reading() as engine:
        rows = engine.rows(f"{_ACTS} {where}", before, since_ms, *values, min(most, MOST_AT_ONCE))
    return [_logged(*row) for row in rows]


def last_acts(ledger: Ledger, subjects: Sequence[str], whats: Sequence[str]) -> list[ActEntry]:
    """The last of each kind about each of them, oldest first: however long the log, a look for each."""
    with ledger.reading() as engine:
        asked = [engine.rows(_LAST, subject, what) for subject in subjects for what in whats]
        numbers = [number for ((number,),) in asked if number is not None]
        return [_logged(*row) for row in engine.rows(f"{_ACTS} WHERE a.number IN ?? ORDER BY a.number", numbers)]


def _logged(number: int, at_ms: int, name: str, key: str, receipt: bytes) -> ActEntry:
    act = from_bytes(bytes(receipt)).act
    if act is None:
        raise StoreFault("store/corrupt", f"record {number} is listed as an act and is none: run the audit")
    return ActEntry(number, at_ms, act.by, name, act.what, act.subject, act.reason, act.details, key)
