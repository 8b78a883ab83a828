"""Fills a book with what some commands need: a few statements a batch, however many commands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set

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
    Stake,
    Transfer,
)
from ventuno.bank.names import skeleton
from ventuno.bank.records import Crowd, Factor, Fund, ParticipationRecord
from ventuno.store.earlier import load_then
from ventuno.store.engine import Engine, Row
from ventuno.store.tables import (
    FUNDS,
    JACKPOTS,
    LOTS,
    PARTICIPATIONS,
    PEOPLE,
    PURSES,
    ROUNDS,
    STAKES,
    TRANSFERS,
    TableSchema,
)
from ventuno.store.terms import terms_from

_care = msgspec.json.Decoder(Care).decode
_codes = msgspec.json.Decoder(tuple[str, ...]).decode
_golden = msgspec.json.Decoder(dict[int, int]).decode


def select(table: TableSchema, where: str = "") -> str:
    return f"SELECT {', '.join(table.columns)} FROM {table.name} {where}"


def load(engine: Engine, rules: HouseRules, needs: Needs) -> Book:
    book = Book(rules, load_head(engine))
    _name_golden(engine, needs)
    for fund in engine.rows(select(FUNDS)):
        book.add_fund(Fund(*fund))
    for jackpot in engine.rows(select(JACKPOTS)):
        book.jackpots[jackpot[0]] = Jackpot(*jackpot)
    _load_keys(engine, book, needs)
    _load_rounds(engine, book, needs)
    _load_people(engine, book, needs)
    _load_lots(engine, book, needs)
    _load_parts(engine, book, needs)
    _load_transfers(engine, book, needs)
    load_then(engine, book, needs)
    if needs.issued:
        ((book.issued,),) = engine.rows("SELECT number FROM issued_through")
    return book


def load_head(engine: Engine) -> Head:
    return Head(*engine.rows("SELECT number, digest, next_holder, next_lot, held_ms FROM head")[0])


def _load_keys(engine: Engine, book: Book, needs: Needs) -> None:
    rows = engine.rows("SELECT key, content, receipt FROM journal WHERE key IN ??", list(needs.keys))
    book.accepted.update({key: (bytes(content), bytes(receipt)) for key, content, receipt in rows})


def _load_rounds(engine: Engine, book: Book, needs: Needs) -> None:
    """The rounds, and the stakes in play of the players named; of a round that ends also all others."""
    if not needs.rounds:
        return
    for row in engine.rows(select(ROUNDS, "WHERE code IN ??"), list(needs.rounds)):
        book.rounds[row[0]] = round_from(row)
    if needs.players:
        where = "WHERE round IN ?? AND player IN ??"
        _add_stakes(book, engine.rows(select(STAKES, where), list(needs.rounds), list(needs.players)))
    for code in needs.whole_rounds & book.rounds.keys():
        _load_crowd(engine, book, code, needs.players)


def round_from(row: Row) -> RoundRecord:
    code, table, game, opened_ms, last_ms, terms, *rest = row
    return RoundRecord(code, table, game, opened_ms, last_ms, terms_from(terms), *rest)


def stake_from(row: Row) -> Stake:
    code, player, spot, real_minor, golden, golden_minor, currency = row
    return Stake(code, player, spot, real_minor, _golden(golden) if golden else {}, golden_minor, currency)


def _add_stakes(book: Book, rows: Iterable[Row]) -> None:
    stakes = book.stakes
    for row in rows:
        stakes[row[0]][row[1]][row[2]] = stake_from(row)


def _name_golden(engine: Engine, needs: Needs) -> None:
    """Who has golden chips in a round that ends is looked at one by one."""
    if needs.whole_rounds:
        where = "WHERE round IN ?? AND golden_minor > 0"
        rows = engine.rows(f"SELECT player FROM stakes {where}", list(needs.whole_rounds))
        needs.players.update(player for (player,) in rows)
        needs.golden.update(player for (player,) in rows)


_CROWD = """SELECT currency, spot, LIST(player), LIST(real_minor) FROM stakes
    WHERE round = ? AND real_minor > 0 GROUP BY currency, spot"""


def _load_crowd(engine: Engine, book: Book, code: str, named: Set[int]) -> None:
    """Everybody else in a round that ends, without an object or a row for each."""
    staked: dict[str, dict[int, int]] = defaultdict(dict)  # by currency, by player
    by_spot = book.crowd_stakes[code] = defaultdict(int)
    for currency, spot, players, amounts in engine.lists(_CROWD, code):
        stakes = dict(zip(players, amounts, strict=True))
        for player in named & stakes.keys():
            del stakes[player]
        by_spot[spot] += sum(stakes.values())
        staked[currency] = _sum(staked[currency], stakes)
    book.crowds[code] = [Crowd(currency, [*sums], [*sums.values()]) for currency, sums in staked.items()]


def _sum(sums: dict[int, int], more: dict[int, int]) -> dict[int, int]:
    return sums | {player: amount + sums.get(player, 0) for player, amount in more.items()} if sums else more


def _load_parts(engine: Engine, book: Book, needs: Needs) -> None:
    """What players have got from a round that is to be corrected: its settlement, and corrections since."""
    for code, players in needs.parts.items():
        if (found := book.rounds.get(code)) and found.ended:
            counted = [found.ended, *corrections_of(engine, code)]
            rows = engine.rows(select(PARTICIPATIONS, "WHERE player IN ?? AND ended IN ??"), list(players), counted)
            book.parts[code] = [ParticipationRecord(*row) for row in rows]


def corrections_of(engine: Engine, code: str) -> list[int]:
    """The records that have corrected a round since it was settled."""
    where = "WHERE kind = 'ResettleRound' AND kind IN ('ResettleRound', 'ForgetRounds')"  # as the index has it
    return [number for (number,) in engine.rows(f"SELECT number FROM journal {where} AND round = ?", code)]


def _load_transfers(engine: Engine, book: Book, needs: Needs) -> None:
    """Those named, and those that somebody who asks for another one still has on their way."""
    for where, wanted in (("key IN ??", needs.transfers), ("player IN ?? AND state = 'asked'", needs.depositors)):
        if wanted:
            for row in engine.rows(select(TRANSFERS, f"WHERE {where}"), list(wanted)):
                book.transfers.setdefault(row[0], Transfer(*row))


def _load_people(engine: Engine, book: Book, needs: Needs) -> None:
    if needs.names:
        for row in engine.rows(select(PEOPLE, "WHERE name IN ??"), list(needs.names)):
            book.add_person(person_from(row))
        alike = engine.rows("SELECT skeleton FROM names WHERE skeleton IN ??", [*map(skeleton, needs.names)])
        book.register.skeletons.update(found for (found,) in alike)
    if needs.factors:
        having = engine.rows("SELECT person FROM factors WHERE person IN ??", list(needs.factors))
        book.register.factors.update(person for (person,) in having)
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


def factor_from(row: Row) -> Factor:
    person, sealed, since_ms, last_step, recovery = row
    return Factor(person, bytes(sealed), since_ms, last_step, _codes(recovery))


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
