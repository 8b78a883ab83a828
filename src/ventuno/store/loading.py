"""Fills a book with what some commands need: a few statements a batch, however many commands."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ventuno.bank import (
    Book,
    Care,
    Head,
    HouseRules,
    Jackpot,
    Lot,
    Needs,
    Person,
    Purse,
    RoundRecord,
    RoundTerms,
    Stake,
)
from ventuno.bank.records import Fund
from ventuno.store.engine import Engine, Row
from ventuno.store.tables import FUNDS, JACKPOTS, LOTS, PEOPLE, PURSES, ROUNDS, STAKES, Table

_terms = msgspec.json.Decoder(RoundTerms).decode
_care = msgspec.json.Decoder(Care).decode
_golden = msgspec.json.Decoder(dict[int, int]).decode


def select(table: Table, where: str = "") -> str:
    return f"SELECT {', '.join(table.columns)} FROM {table.name} {where}"


def load(engine: Engine, rules: HouseRules, needs: Needs) -> Book:
    book = Book(rules, load_head(engine))
    for fund in engine.rows(select(FUNDS)):
        book.add_fund(Fund(*fund))
    for jackpot in engine.rows(select(JACKPOTS)):
        book.jackpots[jackpot[0]] = Jackpot(*jackpot)
    _load_keys(engine, book, needs)
    _load_rounds(engine, book, needs)
    _load_people(engine, book, needs)
    _load_lots(engine, book, needs)
    return book


def load_head(engine: Engine) -> Head:
    return Head(*engine.rows("SELECT number, digest, next_holder, next_lot FROM head")[0])


def _load_keys(engine: Engine, book: Book, needs: Needs) -> None:
    rows = engine.rows("SELECT key, content, receipt FROM journal WHERE key IN ??", list(needs.keys))
    book.accepted.update({key: (bytes(content), bytes(receipt)) for key, content, receipt in rows})


def _load_rounds(engine: Engine, book: Book, needs: Needs) -> None:
    """The rounds, and the stakes in play: of a round that ends all, else those of the players named."""
    if not needs.rounds:
        return
    for row in engine.rows(select(ROUNDS, "WHERE code IN ??"), list(needs.rounds)):
        book.rounds[row[0]] = round_from(row)
    some = list(needs.rounds - needs.whole_rounds)
    if some and needs.players:
        where = "WHERE round IN ?? AND player IN ??"
        _add_stakes(book, engine.rows(select(STAKES, where), some, list(needs.players)))
    for code in needs.whole_rounds:
        _add_stakes(book, engine.rows(select(STAKES, "WHERE round = ? ORDER BY player"), code))
        _load_crowd(engine, book, code)


def round_from(row: Row) -> RoundRecord:
    code, table, game, opened_ms, last_ms, terms, *rest = row
    return RoundRecord(code, table, game, opened_ms, last_ms, _terms(terms), *rest)


def stake_from(row: Row) -> Stake:
    code, player, spot, real_minor, golden, golden_minor = row
    return Stake(code, player, spot, real_minor, _golden(golden) if golden else {}, golden_minor)


def _add_stakes(book: Book, rows: Iterable[Row]) -> None:
    stakes = book.stakes
    for row in rows:
        stakes[row[0]][row[1]][row[2]] = stake_from(row)


def _load_crowd(engine: Engine, book: Book, code: str) -> None:
    """The purses of a whole round, by a join: no list of 100,000 numbers is sent."""
    where = "WHERE player IN (SELECT player FROM stakes WHERE round = ?)"
    book.purses.update({row[0]: Purse(*row) for row in engine.rows(select(PURSES, where), code)})
    with_golden = "WHERE player IN (SELECT player FROM stakes WHERE round = ? AND golden_minor > 0)"
    for row in engine.rows(select(LOTS, with_golden), code):
        book.add_lot(Lot(*row))


def _load_people(engine: Engine, book: Book, needs: Needs) -> None:
    if needs.names:
        for row in engine.rows(select(PEOPLE, "WHERE name IN ??"), list(needs.names)):
            book.add_person(person_from(row))
    if players := list(needs.players):
        for row in engine.rows(select(PEOPLE, "WHERE number IN ??"), players):
            book.add_person(person_from(row))
        for row in engine.rows(select(PURSES, "WHERE player IN ??"), players):
            book.purses[row[0]] = Purse(*row)
        for player, body in engine.rows("SELECT player, body FROM care WHERE player IN ??", players):
            book.care[player] = _care(body)


def person_from(row: Row) -> Person:
    number, name, role, currency, opened_ms, vip_level, demo, password_hash, settings = row
    return Person(number, name, role, currency, opened_ms, vip_level, bool(demo), password_hash, settings)


def care_from(body: str) -> Care:
    return _care(body)


def _load_lots(engine: Engine, book: Book, needs: Needs) -> None:
    if needs.golden:
        for row in engine.rows(select(LOTS, "WHERE player IN ??"), list(needs.golden)):
            book.add_lot(Lot(*row))
    if needs.expired_ms is not None:
        _load_expired(engine, book, needs.expired_ms)


def _load_expired(engine: Engine, book: Book, expired_ms: int) -> None:
    where = "WHERE player IN (SELECT player FROM lots WHERE count > 0 AND expires_ms <= ?)"
    for row in engine.rows(select(LOTS, where), expired_ms):
        if row[0] not in book.lots[row[1]]:
            book.add_lot(Lot(*row))
    for row in engine.rows(select(PURSES, where), expired_ms):
        book.purses.setdefault(row[0], Purse(*row))
