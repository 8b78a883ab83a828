"""Nobody changes a value by hand unseen: every column of every table, taken from the tables themselves.

Somebody writes another value into one row, deletes a row, adds one. Who seals the journal anew after changing it is
found by a digest that was kept elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import msgspec
import pytest

from tests.audit.cook import TRIGGERS, _balance, _seal_anew
from tests.audit.whole import whole_house
from tests.store.conftest import quick_folder
from tests.store.desk import Desk
from ventuno.bank import HouseRules
from ventuno.store import open_ledger
from ventuno.store.auditing import AuditReport, _audit, audit
from ventuno.store.definitions import keep_definitions
from ventuno.store.engine import Engine, Row
from ventuno.store.loading import select
from ventuno.store.tables import (
    ALL,
    BYTES,
    DEFINITIONS,
    FUNDS,
    JACKPOTS,
    LOTS,
    NUMBER,
    PURSES,
    ROUNDS,
    STAKES,
    TRANSFERS,
    TableSchema,
)
from ventuno.variant import digest, load
from ventuno.variant.definition import definition

# What no record vouches for, and why.
SESSIONS = "who is signed in: opened and ended all day, and forgotten; ending all of them harms nobody"
TOLD = "up to which void round somebody was told: told twice or not at all, and the history has it; no money"
OWNER = "which house has the database, renewed every second; a house that finds another there stops"
TENDED = "how far rounds that are over were packed and forgotten: at worst it is done again, or later; no money"
NOT_VOUCHED: Final = {
    "sessions.token_hash": SESSIONS,
    "sessions.person": SESSIONS,
    "sessions.opened_ms": SESSIONS,
    "sessions.expires_ms": SESSIONS,
    "sessions.revoked_ms": SESSIONS,
    "told.player": TOLD,
    "told.ended": TOLD,
    "tended.work": TENDED,
    "tended.number": TENDED,
    "owner.epoch": OWNER,
    "owner.name": OWNER,
    "owner.holder": OWNER,
    "owner.since_ms": OWNER,
    "owner.renewed_ms": OWNER,
    "sealing.sealed": "sealed with the house's key, which an auditor has not; the house does not open where it differs",
    "factors.last_step": "moves with every sign-in, which is no record; only never to before the enrolment",
    "stakes.spot": "on which spot, while the round is open; how much each player has in it is vouched for",
}
ONE_ROW: Final = (
    "head.id",
    "entries_indexed.id",
    "issued_through.id",
    "sealing.id",
    "owner.id",
)  # the database itself takes no other
NO_LOSS: Final = ("sessions", "sealing", "told", "tended", "owner")  # rows that may come and go
FAR: Final = 8_000_000  # a key that nobody has; of an account, the same pocket

# Where a value is JSON: another one that can be read, too.
READABLE: Final[dict[str, Callable[[str], str]]] = {
    "rounds.terms": lambda text: text.replace(",10,", ",11,"),
    "care.body": lambda text: re.sub(r'"(amount|excluded_until_ms)":\d+', r'"\1":0', text),
    "people.settings": lambda text: '{"sound":false}',
    "stakes.golden": lambda text: '{"1":2}',
    "factors.recovery": lambda text: '["6"]',
    "jackpots.contribution": lambda text: "1/100",
    "jackpots.remainder": lambda text: "1/2",
    "people.role": lambda text: "supervisor" if text == "player" else "player",
    "rounds.state": lambda text: "void" if text == "settled" else "settled",
}
COLUMNS = [(table, column) for table in ALL for column in table.columns]


@pytest.fixture(scope="module")
def house() -> Iterator[Desk]:
    with quick_folder() as folder, open_ledger(folder / "bank.db") as ledger:
        yield whole_house(Desk(ledger))


@contextmanager
def by_hand(desk: Desk) -> Iterator[Engine]:
    """Past every safeguard of the database; afterwards nothing has happened."""
    engine = desk.ledger.place.writer()
    try:
        engine.begin()
        if "sqlite" in type(engine).__module__:
            for table, verb in TRIGGERS:
                engine.run(f"DROP TRIGGER {table}_{verb}_never")
        else:
            engine.run("SET LOCAL session_replication_role = replica")
        yield engine
    finally:
        engine.rollback()
        engine.close()


def look(engine: Engine, expected: bytes | None = None) -> AuditReport:
    return _audit(engine, HouseRules(), expected, [])


def another(table: TableSchema, column: str, value: Any) -> Any:
    kind = table.columns[column]
    if kind == NUMBER:
        return value + (FAR if column in table.key else 1)
    return bytes(value) + b"x" if kind == BYTES else f"{value}x"


def ends(engine: Engine, table: TableSchema) -> list[Row]:
    """The first and the last row."""
    rows = engine.rows(select(table, f"ORDER BY {', '.join(table.key)}"))
    assert rows, f"{table.name} is empty: the house of this test is not whole"
    return [rows[0], rows[-1]] if len(rows) > 1 else rows


def put(engine: Engine, table: TableSchema, row: Row, column: str, value: Any) -> None:
    key = dict(zip(table.columns, row, strict=True))
    where = " AND ".join(f"{name} = ?" for name in table.key)
    engine.run(f"UPDATE {table.name} SET {column} = ? WHERE {where}", value, *(key[name] for name in table.key))


def test_the_house_is_clean_and_everything_in_it_is_sealed(house: Desk) -> None:
    with by_hand(house) as engine:
        report = look(engine)
    assert (report.findings, report.unsealed) == ((), {})


@pytest.mark.parametrize(("table", "column"), COLUMNS, ids=lambda one: getattr(one, "name", one))
def test_another_value_in_any_column_is_found(house: Desk, table: TableSchema, column: str) -> None:
    name = f"{table.name}.{column}"
    if name in ONE_ROW:
        return
    place = [*table.columns].index(column)
    with by_hand(house) as engine:
        rows = ends(engine, table)
    for row in rows:
        for value in {another(table, column, row[place]), READABLE.get(name, lambda text: text)(row[place])}:
            if value != row[place]:
                with by_hand(house) as engine:
                    put(engine, table, row, column, value)
                    found = look(engine).findings
                assert bool(found) == (name not in NOT_VOUCHED), f"{row[place]!r} became {value!r} in {row}: {found}"


@pytest.mark.parametrize("table", ALL, ids=lambda table: table.name)
def test_a_row_that_is_gone_is_found(house: Desk, table: TableSchema) -> None:
    with by_hand(house) as engine:
        rows = ends(engine, table)
    for row in rows:
        with by_hand(house) as engine:
            key = dict(zip(table.columns, row, strict=True))
            where = " AND ".join(f"{name} = ?" for name in table.key)
            engine.run(f"DELETE FROM {table.name} WHERE {where}", *(key[name] for name in table.key))
            if table.name == "head":
                continue  # nobody could write any more
            assert bool(look(engine).findings) == (table.name not in NO_LOSS), row


@pytest.mark.parametrize("table", [table for table in ALL if table.key != ("id",)], ids=lambda table: table.name)
def test_a_row_too_many_is_found(house: Desk, table: TableSchema) -> None:
    unique = {"people": "name", "journal": "key", "transfers": "opened"}.get(table.name)
    with by_hand(house) as engine:
        row = dict(zip(table.columns, ends(engine, table)[-1], strict=True))
        for column in (table.key[-1], *([unique] if unique else [])):
            row[column] = another(table, column, row[column])
        engine.insert(table, [tuple(row.values())])
        assert bool(look(engine).findings) == (table.name not in NO_LOSS), row


def test_rules_that_no_record_has_kept_are_counted_and_harm_nobody(house: Desk) -> None:
    variant = load("infinite")
    with by_hand(house) as engine:
        engine.insert(DEFINITIONS, [(digest(variant), variant.key, definition(variant))])
        report = look(engine)
    assert (report.findings, report.unsealed) == ((), {"rules that no record has kept": 1})


def test_rules_that_were_taken_away_are_there_again_when_a_house_opens_and_as_they_were(desk: Desk) -> None:
    variants = [load("infinite"), load("cashback")]
    keep_definitions(desk.ledger, variants, desk.now_ms)
    desk.ledger.keep(lambda engine: engine.run("DELETE FROM definitions WHERE game = 'infinite'"))
    assert [one.code for one in audit(desk.ledger).findings] == ["audit/rules"]
    keep_definitions(desk.ledger, variants, desk.now_ms + 1)
    desk.check()


JOURNALED = [
    (table, column) for table, column in COLUMNS if table.name in ("journal", "entries") and column != "digest"
]


@pytest.mark.parametrize(("table", "column"), JOURNALED, ids=lambda one: getattr(one, "name", one))
def test_a_journal_that_is_sealed_anew_is_not_the_one_that_was_kept_elsewhere(
    house: Desk, table: TableSchema, column: str
) -> None:
    with by_hand(house) as engine:
        kept = bytes.fromhex(look(engine).digest)
        row = ends(engine, table)[0]
        put(engine, table, row, column, another(table, column, row[[*table.columns].index(column)]))
        _balance(engine)
        _seal_anew(engine)
        assert look(engine, kept).findings


def test_it_is_found_on_either_engine(desk: Desk) -> None:
    """One column a table."""
    whole_house(desk)
    for table in ALL:
        column = [column for column in table.columns if f"{table.name}.{column}" not in {*NOT_VOUCHED, *ONE_ROW}][-1:]
        for name in column:
            with by_hand(desk) as engine:
                row = ends(engine, table)[-1]
                put(engine, table, row, name, another(table, name, row[[*table.columns].index(name)]))
                assert look(engine).findings, f"{table.name}.{name}"


# What receipts did not say before.
SINCE: Final = ("care", "settings", "password", "factor", "carried", "code", "why", "table")


@pytest.fixture
def older(house: Desk) -> Iterator[Engine]:
    """The same house, as an older version wrote it."""
    with by_hand(house) as engine:
        for number, receipt in engine.rows("SELECT number, receipt FROM journal"):
            said = msgspec.json.decode(bytes(receipt))
            kept = {name: value for name, value in said.items() if name not in SINCE}
            kept.get("act", {}).get("details", {}).pop("contribution", None)
            engine.run("UPDATE journal SET receipt = ? WHERE number = ?", msgspec.json.encode(kept), number)
        _seal_anew(engine)
        yield engine


def test_what_is_older_than_its_seal_is_counted_and_clean(older: Engine) -> None:
    report = look(older)
    assert report.findings == ()
    assert sum(report.unsealed.values()) == 11, report.unsealed


def test_an_exclusion_erased_by_hand_is_found_even_where_it_is_older(older: Engine) -> None:
    older.run("UPDATE care SET body = replace(body, ?, '\"excluded_until_ms\":0')", f'"excluded_until_ms":{2**62}')
    assert [one.code for one in look(older).findings] == ["audit/care"]


def test_a_text_in_the_place_of_a_number_is_found_and_not_stumbled_over(house: Desk) -> None:
    """SQLite keeps it."""
    for table in (PURSES, FUNDS, LOTS, JACKPOTS, ROUNDS, STAKES, TRANSFERS):
        column = [name for name in table.values if table.columns[name] == NUMBER][-1]
        with by_hand(house) as engine:
            engine.run(f"UPDATE {table.name} SET {column} = 'abc'")
            assert "audit/numbers" in {one.code for one in look(engine).findings}, table.name
