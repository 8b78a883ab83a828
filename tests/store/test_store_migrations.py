"""Migrations: from nothing, again, from the version before, and never from a newer one."""

from __future__ import annotations

import threading

import msgspec
import pytest

from tests.store.desk import Desk
from ventuno.bank import Receipt, RoundTerms
from ventuno.bank.receipts import from_bytes, to_bytes
from ventuno.bank.records import Act, SpotLimits
from ventuno.store import StoreFault, migrations, open_ledger, postgres as postgres_engine, sqlite, tables
from ventuno.store.acts import last_acts
from ventuno.store.engine import Engine
from ventuno.store.ledger import Ledger, place_of
from ventuno.store.migrations import MIGRATIONS, Migration, bring_to_newest
from ventuno.store.terms import terms_from, terms_to_text


def test_the_tables_in_the_code_are_those_in_the_database(ledger: Ledger) -> None:
    with ledger.reading() as engine:
        for table in tables.ALL:
            assert engine.rows(f"SELECT {', '.join(table.columns)} FROM {table.name} WHERE 1 = 0") == []


def test_opening_a_database_again_changes_nothing(where: str) -> None:
    for _ in range(3):
        with open_ledger(where) as ledger:
            Desk(ledger).check()


def test_steps_are_numbered_in_order_from_one() -> None:
    assert [step.number for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_a_database_of_the_version_before_is_brought_forward(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_ledger(where) as ledger:
        anna = Desk(ledger).player()
    step = Migration(len(MIGRATIONS) + 1, "a note on people", ("ALTER TABLE people ADD COLUMN note TEXT",))
    with_step(monkeypatch, step)
    with open_ledger(where) as ledger:
        assert Desk(ledger).balances(anna) == (10_000, 0, 0, 0)
        with ledger.reading() as engine:
            assert engine.rows("SELECT note FROM people") == [(None,)]


def test_a_step_that_fails_leaves_the_database_as_it_was(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_ledger(where) as ledger:
        Desk(ledger).player()
    statements = ("ALTER TABLE people ADD COLUMN note TEXT", "CREATE TABLE broken (")
    with monkeypatch.context() as patched:
        with_step(patched, Migration(len(MIGRATIONS) + 1, "broken", statements))
        with pytest.raises(Exception, match=r"(?i)syntax|incomplete"):
            open_ledger(where)
    with open_ledger(where) as ledger:
        Desk(ledger).check()
        with ledger.reading() as engine, pytest.raises(Exception, match="note"):
            engine.rows("SELECT note FROM people")


def test_a_newer_database_is_refused(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        with_step(patched, Migration(len(MIGRATIONS) + 1, "newer", ("CREATE TABLE newer (x BIGINT)",)))
        open_ledger(where).close()
    with pytest.raises(StoreFault) as fault:
        open_ledger(where)
    assert fault.value.code == "store/newer"


def test_several_nodes_may_start_on_an_empty_database_at_once(where: str) -> None:
    start, faults = threading.Barrier(3), []

    def migrate() -> None:
        start.wait()
        engine: Engine = place_of(where).writer()
        try:
            bring_to_newest(engine)
        except Exception as error:
            faults.append(error)
        engine.close()

    threads = [threading.Thread(target=migrate) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    with open_ledger(where) as ledger:
        Desk(ledger).check()


def test_acts_of_before_are_found_by_what_they_were_about(where: str) -> None:
    """A database of version 6, with acts whose list had no words yet."""
    engine = place_of(where).writer()
    engine.begin_migration()
    for step in MIGRATIONS[:6]:
        engine.take_step(step)
    for number, what in enumerate(("pause", "close"), 1):
        receipt = Receipt(number, "RecordAct", f"k{number}", act=Act(1, what, "table one", "a test"))
        columns = "number, key, kind, at_ms, player, round, content, events, receipt, digest"
        values = (number, f"k{number}", "RecordAct", 0, 0, "", b"", b"", msgspec.json.encode(receipt), b"")
        engine.run(f"INSERT INTO journal ({columns}) VALUES ({', '.join('?' * len(values))})", *values)
        engine.run("INSERT INTO acts (number, by_person) VALUES (?, 1)", number)
    engine.commit()
    engine.close()
    with open_ledger(where) as ledger:
        assert [act.what for act in last_acts(ledger, ["table one"], ["pause", "open", "close"])] == ["pause", "close"]


def test_receipts_and_terms_of_before_are_read() -> None:
    receipt = (
        b'{"number":7,"kind":"PlaceStakes","key":"k","player":9,"wallet_minor":5,"golden_minor":0,"staked_minor":2}'
    )
    found = Receipt(7, "PlaceStakes", "k", 9, wallet_minor=5, golden_minor=0, staked_minor=2)
    assert from_bytes(receipt) == from_bytes(to_bytes(found), "PlaceStakes", "k") == found
    assert len(to_bytes(found)) < len(receipt) / 2
    named = (
        '{"limits":[{"main_least_minor":1,"main_most_minor":2,"side_least_minor":3,"side_most_minor":4,"level":"a"}]}'
    )
    terms = terms_from(named)
    assert terms == RoundTerms((SpotLimits(1, 2, 3, 4, "a"),))
    assert terms_from(terms_to_text(terms)) == terms


def with_step(patched: pytest.MonkeyPatch, step: Migration) -> None:
    for module in (migrations, sqlite, postgres_engine):
        patched.setattr(module, "MIGRATIONS", (*MIGRATIONS, step))
