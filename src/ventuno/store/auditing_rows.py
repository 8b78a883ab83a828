"""Every table beside the ledger itself, read past the audit row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

from ventuno.bank import Care, Jackpot, Lot, Purse, RoundTerms, Stake, Transfer
from ventuno.bank.audit import Audit
from ventuno.bank.records import Factor, Fund, Head, Person, RoundRecord
from ventuno.store.engine import Engine, Row
from ventuno.store.faults import StoreFault
from ventuno.store.loading import care_from, factor_from, select, stake_from
from ventuno.store.packing import PACKED, unpacked
from ventuno.store.tables import (
    ACTS,
    CARE,
    DEFINITIONS,
    FACTORS,
    JACKPOTS,
    KEPT_TABLES,
    LOTS,
    NAMES,
    NUMBER,
    PEOPLE,
    ROUNDS,
    STAKES,
    TRANSFERS,
    TableSchema,
)
from ventuno.store.terms import plain_terms

T = TypeVar("T")

_EVENTS = "SELECT number, body FROM events WHERE round = ? ORDER BY number"
_STRAYS = "SELECT count(*) FROM events WHERE round NOT IN (SELECT code FROM rounds)"
_ISSUED = """SELECT (SELECT number FROM issued_through), (SELECT count(*) FROM regulator_ids WHERE issued <= 0)"""
_INDEX = """SELECT
    (SELECT count(*) FROM entries_by_account b LEFT JOIN entries e ON e.place = b.place AND e.account = b.account
        WHERE e.place IS NULL),
    (SELECT count(*) FROM entries WHERE place <= (SELECT place FROM entries_indexed)),
    (SELECT count(*) FROM entries_by_account),
    (SELECT count(*) FROM entries_indexed WHERE place = 0 OR place IN (SELECT place FROM entries))"""


Found = Callable[[str, str], None]


def rows_of(engine: Engine, table: TableSchema, found: Found) -> list[Row]:
    """All of them. SQLite keeps in a column of numbers whatever somebody has written there by hand: that is none."""
    rows = engine.rows(select(table))
    places = [place for place, kind in enumerate(table.columns.values()) if kind == NUMBER]
    for at, row in enumerate(rows):
        if wrong := [place for place in places if not isinstance(row[place], int)]:
            columns = ", ".join(f"{[*table.columns][place]} {row[place]!r}" for place in wrong)
            found("audit/numbers", f"{table.name}, row {row[0]!r}: {columns} is no number")
            rows[at] = tuple(0 if place in wrong else value for place, value in enumerate(row))
    return rows


def audit_rows(engine: Engine, auditing: Audit, purses: dict[int, Purse], funds: list[Fund], head: Head) -> None:
    auditing.acts((number, by, what, subject) for number, by, what, subject in rows_of(engine, ACTS, auditing.found))
    auditing.house(funds, [Jackpot(*row) for row in rows_of(engine, JACKPOTS, auditing.found)], purses, head)
    _audit_rounds(engine, auditing)
    stakes = [_stake(row, auditing) for row in rows_of(engine, STAKES, auditing.found)]
    auditing.in_play(purses, stakes, [Lot(*row) for row in rows_of(engine, LOTS, auditing.found)], head)
    _audit_people(engine, auditing, purses)
    auditing.transfers((Transfer(*row) for row in rows_of(engine, TRANSFERS, auditing.found)), funds)
    _audit_kept(engine, auditing)
    auditing.ids(*engine.rows(_ISSUED)[0])
    _audit_index(engine, auditing)


def _audit_rounds(engine: Engine, auditing: Audit) -> None:
    for row in rows_of(engine, ROUNDS, auditing.found):
        bodies = _events(engine, auditing, row[0])
        code, table, game, opened_ms, last_ms, terms, *rest = row
        auditing.round(
            RoundRecord(code, table, game, opened_ms, last_ms, RoundTerms(), *rest),
            _read(plain_terms, terms) or terms,
            bodies,
        )
    ((strays,),) = engine.rows(_STRAYS)
    auditing.all_rounds(strays)


def _events(engine: Engine, auditing: Audit, code: str) -> list[tuple[int, bytes]]:
    """Each with its number, packed meanwhile or not."""
    found: list[tuple[int, bytes]] = []
    for number, body in engine.rows(_EVENTS, code):
        try:
            found += enumerate(unpacked(_bytes(body))) if number == PACKED else [(number, _bytes(body))]
        except StoreFault as fault:
            auditing.found("audit/events", f"round {code}: {fault}")
    return found


def _audit_people(engine: Engine, auditing: Audit, purses: dict[int, Purse]) -> None:
    skeletons: dict[int, str] = dict(rows_of(engine, NAMES, auditing.found))
    factors = {row[0]: _read(_factor, row) for row in rows_of(engine, FACTORS, auditing.found)}
    auditing.people((Person(*row) for row in rows_of(engine, PEOPLE, auditing.found)), skeletons, purses, factors)
    auditing.care(_care(engine, auditing.found))


def _factor(row: Row) -> Factor:
    return factor_from((row[0], _bytes(row[1]), *row[2:]))


def _care(engine: Engine, found: Found) -> Iterator[tuple[int, Care | str]]:
    for player, body in rows_of(engine, CARE, found):
        yield player, _read(care_from, body) or str(body)


def _stake(row: Row, auditing: Audit) -> Stake:
    found = _read(stake_from, row)
    if found is None:
        auditing.found("audit/pieces", f"round {row[0]}, player {row[1]}: golden chips {row[4]!r} cannot be read")
    return found or stake_from((*row[:4], "", *row[5:]))


def _audit_kept(engine: Engine, auditing: Audit) -> None:
    tables = (
        (name, player, number, _bytes(body))
        for name, player, number, body in rows_of(engine, KEPT_TABLES, auditing.found)
    )
    rules = ((digest, game, _bytes(body)) for digest, game, body in rows_of(engine, DEFINITIONS, auditing.found))
    auditing.kept(tables, rules)


def _audit_index(engine: Engine, auditing: Audit) -> None:
    """The index of entries by account, which statements and exports read."""
    ((strange, entries, listed, known),) = engine.rows(_INDEX)
    if strange or entries != listed or known != 1:
        why = f"{listed} entries are listed by account and {strange} of them wrongly; there are {entries}"
        auditing.found("audit/index", why)


def _read(decode: Callable[[Any], T], what: Any) -> T | None:
    """None: somebody has written there what nobody can read."""
    try:
        return decode(what)
    except (msgspec.MsgspecError, TypeError, ValueError):
        return None


def _bytes(body: bytes | str) -> bytes:
    """As they were sealed; SQLite keeps as text what somebody has written there by hand."""
    return body.encode() if isinstance(body, str) else bytes(body)
