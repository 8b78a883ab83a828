"""Writes what a book's commands changed, all in the transaction that loaded it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from ventuno.bank import Book
from ventuno.bank.records import EndedCrowd, JournalRecord
from ventuno.store import tables
from ventuno.store.engine import Engine, Row
from ventuno.store.terms import terms_to_text

_json = msgspec.json.Encoder().encode
_row = msgspec.structs.astuple


def write(engine: Engine, book: Book) -> None:
    changes = book.changes
    if not changes.records:
        return
    engine.insert(tables.ACTS, changes.acts)
    engine.insert(tables.JOURNAL, [_row(record)[:10] for record in changes.records])
    engine.insert(tables.ENTRIES, [row for record in changes.records for row in _entries(record)])
    _write_balances(engine, book)
    _write_rounds(engine, book)
    _write_people(engine, book)
    if changes.transfers:
        engine.put(tables.TRANSFERS, [_row(book.transfers[key]) for key in sorted(changes.transfers)])
    engine.insert(tables.REGULATOR_IDS, changes.ids)
    if changes.issued:
        engine.update(tables.ISSUED_THROUGH, [(1, changes.issued)])
    head = book.head
    engine.update(tables.HEAD, [(1, *_row(head))])


def _entries(record: JournalRecord) -> Iterator[Row]:
    return zip(itertools.count(record.number * tables.LINES), *record.entries, strict=False)


def _write_balances(engine: Engine, book: Book) -> None:
    changes = book.changes
    engine.insert(tables.PURSES, [_row(book.purses[player]) for player in sorted(changes.new_purses)])
    old = sorted(changes.purses - changes.new_purses)
    engine.update(tables.PURSES, [_row(book.purses[player]) for player in old])
    for ended in changes.crowds:
        _add_to_purses(engine, ended)
    engine.put(tables.FUNDS, [_row(book.funds[number]) for number in sorted(changes.funds)])
    engine.put(tables.JACKPOTS, [_row(book.jackpots[key]) for key in sorted(changes.jackpots)])
    lots = [_row(lot) for held in book.lots.values() for lot in held.values() if lot.number in changes.lots]
    engine.put(tables.LOTS, lots)


def _add_to_purses(engine: Engine, ended: EndedCrowd) -> None:
    """After the purses that are written whole: what is added is added to those too."""
    _, players, staked = ended.crowd
    out = [-stake for stake in staked]
    counted = "staked" if ended.void else "returned"
    rows = zip(players, ended.returned, out, out if ended.void else ended.returned, strict=True)
    engine.add(tables.PURSES, ("wallet", "stakes", counted), list(rows))


def _write_rounds(engine: Engine, book: Book) -> None:
    changes = book.changes
    rows = []
    for code in sorted(changes.rounds):
        row = _row(book.rounds[code])
        rows.append((*row[:5], terms_to_text(row[5]), *row[6:]))
    engine.put(tables.ROUNDS, rows)
    engine.insert(tables.EVENTS, changes.events)
    engine.put(tables.STAKES, list(_stakes(book)))
    if changes.tables:
        engine.put(tables.KEPT_TABLES, [(*whose, *kept) for whose, kept in sorted(changes.tables.items())])
    engine.put(tables.DEFINITIONS, changes.rules)
    for code in sorted(changes.closed_rounds):
        engine.run("DELETE FROM stakes WHERE round = ?", code)
    engine.insert(tables.PARTICIPATIONS, changes.participations)
    for ended in changes.crowds:
        engine.insert(tables.PARTICIPATIONS, list(_participations(ended)))


def _participations(ended: EndedCrowd) -> Iterator[Row]:
    again = itertools.repeat
    same, none = (again(ended.ended), again(ended.round)), again(0)
    return zip(ended.crowd.players, *same, ended.crowd.staked, ended.returned, none, none, none, strict=False)


def _stakes(book: Book) -> Iterator[Row]:
    for code, player, spot in sorted(book.changes.stakes):
        if code not in book.changes.closed_rounds:
            stake = book.stakes[code][player][spot]
            golden = _json(stake.golden).decode() if stake.golden else ""
            yield (code, player, spot, stake.real_minor, golden, stake.golden_minor, stake.currency)


def _write_people(engine: Engine, book: Book) -> None:
    changes = book.changes
    people = []
    for number in sorted(changes.register.people):
        row = list(_row(book.register.people[number]))
        row[6] = int(row[6])  # demo: both engines know numbers
        people.append(tuple(row))
    engine.put(tables.PEOPLE, people)
    engine.insert(tables.NAMES, changes.register.names)
    for person, factor in changes.register.factors.items():
        engine.run("DELETE FROM factors WHERE person = ?", person)
        if factor is not None:
            kept = (person, factor.sealed, factor.since_ms, factor.last_step, _json(factor.recovery).decode())
            engine.insert(tables.FACTORS, [kept])
    for number, at_ms in changes.register.signed_out.items():
        engine.run("UPDATE sessions SET revoked_ms = ? WHERE person = ? AND revoked_ms = 0", at_ms, number)
    engine.put(tables.CARE, [(player, _json(book.care[player]).decode()) for player in sorted(changes.care)])
