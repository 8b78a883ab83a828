"""The audit sees what was tampered with; balances can be rebuilt from the entries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.store.desk import DAY_MS, Desk
from ventuno.bank import Deposit, GrantGoldenChips, OpenJackpot, Placed, PlaceStakes, SettleRound
from ventuno.cli import audit as audit_command
from ventuno.store import open_ledger
from ventuno.store.auditing import audit, rebuild_balances
from ventuno.store.engine import Engine


@pytest.fixture
def house(desk: Desk) -> Desk:
    """A little of everything."""
    anna = desk.player()
    desk.ok(OpenJackpot, jackpot="j", currency="EUR", seed_minor=1_000, contribution="3/100")
    desk.ok(GrantGoldenChips, player=anna, value_minor=100, count=3, expires_ms=desk.now_ms + DAY_MS)
    desk.round("R1", events=(b"one", b"two"))
    desk.place(anna, 500)
    desk.ok(SettleRound, round="R1", returned={anna: 700}, events=(b"three",))
    desk.round("R2")
    desk.ok(PlaceStakes, round="R2", player=anna, stakes=(Placed("1/main", 200, {100: 1}),))
    desk.check()
    return desk


def tamper(desk: Desk, statement: str) -> set[str]:
    """Past every safeguard of the database, as its administrator could; the audit's findings by code."""

    def run(engine: Engine) -> None:
        if "sqlite" in type(engine).__module__:
            for table in ("journal", "entries"):
                for verb in ("update", "delete"):
                    engine.run(f"DROP TRIGGER {table}_{verb}_never")
        else:
            engine.run("SET LOCAL session_replication_role = replica")
        engine.run(statement)

    desk.ledger.keep(run)
    return {finding.code for finding in audit(desk.ledger).findings}


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        (
            "UPDATE entries SET amount = amount + 1 WHERE account = 8 AND amount = 10000",
            {"audit/chain", "audit/unbalanced"},
        ),
        ("UPDATE entries SET account = 999 WHERE account = 8 AND amount = 10000", {"audit/chain", "audit/account"}),
        ("DELETE FROM entries", {"audit/chain", "audit/balance"}),
        ("UPDATE journal SET at_ms = at_ms + 1 WHERE number = 2", {"audit/chain"}),
        ("UPDATE journal SET receipt = content WHERE number = 2", {"audit/chain"}),
        ("DELETE FROM journal WHERE number = 4", {"audit/gap", "audit/chain"}),
        ("DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)", {"audit/head"}),
        ("UPDATE head SET number = number - 1", {"audit/head"}),
        ("UPDATE purses SET wallet = wallet + 1", {"audit/balance", "audit/sums"}),
        ("UPDATE purses SET deposited = deposited + 5", {"audit/sums"}),
        ("UPDATE purses SET golden = golden + 100", {"audit/balance", "audit/pieces"}),
        ("UPDATE funds SET balance = balance - 7", {"audit/balance"}),
        ("DELETE FROM funds", {"audit/account", "audit/balance"}),
        ("UPDATE stakes SET real_minor = real_minor + 5", {"audit/pieces"}),
        ("DELETE FROM stakes", {"audit/pieces"}),
        ("UPDATE lots SET count = count + 1", {"audit/pieces"}),
        ("UPDATE jackpots SET remainder = '7/5'", {"audit/remainder"}),
        ("DELETE FROM events WHERE number = 2", {"audit/events"}),
        ("UPDATE events SET number = number + 10 WHERE number = 0", {"audit/events"}),
        ("INSERT INTO events SELECT round, 99, body FROM events WHERE number = 0", {"audit/events"}),
    ],
)
def test_tampering_shows_in_the_audit(house: Desk, statement: str, codes: set[str]) -> None:
    assert codes <= tamper(house, statement)


def test_a_digest_kept_elsewhere_stays_in_the_journal_and_shows_one_that_was_cut_short(house: Desk) -> None:
    kept = bytes.fromhex(audit(house.ledger).digest)
    assert audit(house.ledger, kept).clean
    house.player("bob", money=0)
    later = bytes.fromhex(audit(house.ledger).digest)
    assert audit(house.ledger, kept).clean, "the journal has grown, and contains it"
    cut = "DELETE FROM journal WHERE number = (SELECT max(number) FROM journal)"
    assert "audit/expected" not in tamper(house, cut)
    assert "audit/expected" in {finding.code for finding in audit(house.ledger, later).findings}


def test_balances_are_rebuilt_from_the_entries(house: Desk) -> None:
    right = house.balances(1)
    assert rebuild_balances(house.ledger) == 0
    tamper(house, "UPDATE purses SET wallet = wallet + 9, golden_stakes = 0")
    tamper_funds = house.ledger.keep(lambda engine: engine.run("UPDATE funds SET balance = 0"))
    assert tamper_funds is None
    assert rebuild_balances(house.ledger) == 1 + 4
    assert house.balances(1) == right
    house.check()


def test_the_audit_reads_one_moment_while_others_write(house: Desk) -> None:
    futures = [
        house.ledger.submit(Deposit(key=f"d{number}", at_ms=1, player=1, currency="EUR", amount_minor=1))
        for number in range(2_000)
    ]
    for _ in range(5):
        house.check()
    for future in futures:
        future.result()
    house.check()


class Arguments:
    """What `ventuno audit` is given."""

    def __init__(self, store: str, **given: object) -> None:
        self.data = self.config = None
        self.store, self.expect, self.rebuild, self.json = store, None, False, True
        self.send, self.digest_file, self.operator = None, None, "ventuno"
        self.deep, self.since, self.round, self.variants = False, None, "", None
        self.__dict__.update(given)


def test_ventuno_audit_says_clean_or_what_is_wrong(where: str, capsys: pytest.CaptureFixture[str]) -> None:
    with open_ledger(where) as ledger:
        Desk(ledger).player()
    assert audit_command.run(Arguments(where)) == 0  # type: ignore[arg-type]
    report = json.loads(capsys.readouterr().out)
    assert (report["clean"], report["records"], report["sums"]) == (True, 2, {"EUR": 0})
    assert audit_command.run(Arguments(where, expect="00" * 32)) == 1  # type: ignore[arg-type]
    assert "audit/expected" in capsys.readouterr().out
    assert audit_command.run(Arguments(where, json=False)) == 0  # type: ignore[arg-type]
    assert "Clean." in capsys.readouterr().out


def test_a_misspelt_name_is_no_empty_and_therefore_clean_database(folder: Path) -> None:
    with pytest.raises(Exception, match="there is no database"):
        audit_command.run(Arguments(str(folder / "benk.db")))  # type: ignore[arg-type]
    assert list(folder.iterdir()) == []


def test_an_event_rewritten_as_text_is_found_and_stops_no_audit(house: Desk) -> None:
    """SQLite keeps what is written by hand as text, not as bytes."""
    assert "audit/events" in tamper(house, "UPDATE events SET body = 'four' WHERE number = 1")
