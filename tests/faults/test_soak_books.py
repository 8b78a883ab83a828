"""The soak's own audit, in plain SQL: nothing is found in honest books, and whatever is cooked is found."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from tests.attack.wire import Address
from tests.faults.soak.books import chain_faults, faults, opened, packed, without_id
from tests.faults.soak.compare import Comparison
from tests.faults.soak.player import Player
from tests.store.conftest import quick_folder
from tests.store.desk import Desk
from ventuno.bank import SettleRound, VoidRound
from ventuno.store import open_ledger

COOKED = {
    "UPDATE purses SET wallet = wallet + 1 WHERE player = 1": "balances that are not the sum",
    "UPDATE entries SET amount = amount + 1 WHERE account % 8 = 0": "records whose entries are not zero",
    "INSERT INTO entries VALUES (99999999999999, 8, 5)": "entries of no record",
    "UPDATE purses SET stakes = 0": "purses whose stakes are not those of open rounds",
    "UPDATE rounds SET state = 'settled' WHERE code = 'open'": "rounds that did not end exactly once",
    "UPDATE rounds SET state = 'open' WHERE code = 'void'": "rounds that did not end exactly once",
    "UPDATE participations SET returned_minor = returned_minor + 1": "participations that are not what was staked",
    "DELETE FROM participations": "stakes of settled rounds without a participation",
    "UPDATE participations SET round = 'open'": "participations in a round twice, or in none",
    "UPDATE journal SET content = x'00' WHERE number = 3": "record 3 (",
    "UPDATE journal SET at_ms = at_ms + 1 WHERE number = 5": "record 5 (",
    "DELETE FROM journal WHERE number = 4": "a journal with gaps",
    "UPDATE head SET digest = x'11'": "the head's digest",
    "UPDATE stakes SET round = 'settled'": "stakes of rounds that are over",
}


@pytest.fixture(scope="module")
def honest() -> Iterator[Path]:
    """A round settled, one void, one in mid-round."""
    with quick_folder() as folder:
        with open_ledger(folder / "bank.db") as ledger:
            desk = Desk(ledger)
            players = [desk.player(f"player {number}") for number in range(3)]
            for code in ("settled", "void", "open"):
                desk.round(code)
                for player in players:
                    desk.place(player, 200, code=code)
            desk.ok(SettleRound, round="settled", returned={players[0]: 400})
            desk.ok(VoidRound, round="void", reason="a test")
        yield folder / "bank.db"


@pytest.fixture
def copy(honest: Path, tmp_path: Path) -> Path:
    (tmp_path / "bank.db").write_bytes(honest.read_bytes())
    return tmp_path / "bank.db"


def test_in_honest_books_the_plain_audit_finds_nothing(honest: Path) -> None:
    with opened(str(honest)) as books:
        assert faults(books) == []
        assert without_id(books) > 0  # nobody has asked the regulator here


@pytest.mark.parametrize("statement", COOKED)
def test_whatever_is_cooked_is_found_by_the_plain_audit(copy: Path, statement: str) -> None:
    with closing(sqlite3.connect(copy)) as kitchen:
        for (trigger,) in kitchen.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            kitchen.execute(f"DROP TRIGGER {trigger}")
        kitchen.execute(statement)
        kitchen.commit()
    with opened(str(copy)) as books:
        found = faults(books)
    assert any(COOKED[statement] in fault for fault in found), found


def test_the_chain_is_worked_out_without_any_code_of_the_house(honest: Path) -> None:
    numbers = [0, 1, 127, 128, 255, 256, 65535, 65536, 2**32, 2**62, -1, -32, -33, -129, -32769, -(2**40)]
    texts = ["", "a" * 31, "a" * 32, "è" * 200, "a" * 70000]
    for fields in (numbers[:15], numbers[1:], texts, [text.encode() for text in texts]):
        assert packed(fields) == msgspec.msgpack.encode(fields)
    with opened(str(honest)) as books:
        assert chain_faults(books) == []


def test_what_a_player_was_told_and_the_books_do_not_say_is_a_difference(honest: Path) -> None:
    player = Player(Address("127.0.0.1", 1), 1, "", "table", random.Random(0))
    record, comparison = player.record, Comparison()
    record.money, record.new = {"soak-1-a": "settled"}, ["soak-1-a"]
    record.results, record.new_results = {"settled": (200, 500)}, ["settled"]
    record.balance = (1, 0)
    with opened(str(honest)) as books:
        comparison.at_rest(books, [player])
    lost, paid, balance = comparison.wrong
    assert "soak-1-a of settled is 0 times in the journal" in lost
    assert "told (200, 500), booked (200, 400)" in paid
    assert "last told (1, 0), the books say" in balance
