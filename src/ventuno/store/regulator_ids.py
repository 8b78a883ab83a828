"""The regulator's ids (A10): whose are still to be issued, by the journal itself, and those that are kept.

Whoever has placed a stake is in the journal, and how far it was gone through is written with the ids. So nothing that
a crash could take is needed to know who has none yet: rounds that went on, ended or were void meanwhile are all alike.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ventuno.bank.records import PartIds
from ventuno.store.ledger import Ledger

MOST_AT_ONCE: Final = 10_000  # ids of one record
PAGE: Final = 100_000  # records gone through at once

_UNISSUED: Final = """SELECT j.number, j.player, j.round, r.table_name, r.game
    FROM journal j JOIN rounds r ON r.code = j.round
    LEFT JOIN regulator_ids i ON i.player = j.player AND i.round = j.round
    WHERE j.number > ? AND j.number <= ? AND j.kind = 'PlaceStakes' AND i.player IS NULL ORDER BY j.number LIMIT ?"""
_IDS: Final = "SELECT player, round, session_id, participation_id FROM regulator_ids"


class Unissued(NamedTuple):
    """Somebody's part in a round that has no id yet."""

    player: int
    code: str
    table: str
    game: str


class IdPage(NamedTuple):
    """A stretch of the journal: its parts that are to be issued, and where it ends."""

    issued: int  # ids are kept for all up to this record
    parts: list[Unissued]
    through: int


def unissued(ledger: Ledger, seen: int = 0) -> IdPage:
    """The next that are to be issued; up to `seen` there are none."""
    with ledger.reading() as engine, engine.snapshot():
        ((issued, head),) = engine.rows("SELECT i.number, h.number FROM issued_through i, head h")
        after = max(seen, issued)
        through = min(head, after + PAGE)
        rows = engine.rows(_UNISSUED, after, through, MOST_AT_ONCE)
    if len(rows) == MOST_AT_ONCE:
        through = rows[-1][0]
    return IdPage(issued, list(dict.fromkeys(Unissued(*row[1:]) for row in rows)), through)


def ids_of(ledger: Ledger, player: int, code: str) -> PartIds | None:
    with ledger.reading() as engine:
        rows = engine.rows(f"{_IDS} WHERE player = ? AND round = ?", player, code)
    return PartIds(*rows[0]) if rows else None


def ids_of_round(ledger: Ledger, code: str) -> list[PartIds]:
    """Of a round that is open: whoever has a stake in it, and so none of all the others ever issued."""
    staked = "SELECT player FROM stakes WHERE round = ?"
    with ledger.reading() as engine:
        rows = engine.rows(f"{_IDS} WHERE round = ? AND player IN ({staked})", code, code)
    return [PartIds(*row) for row in rows]
