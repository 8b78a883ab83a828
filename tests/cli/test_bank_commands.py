"""`ventuno backup`, `restore` and `export`: what they do, and that a mistake is told and costs nothing."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.store.desk import Desk
from ventuno.bank import Deposit, SettleRound
from ventuno.cli import main
from ventuno.store import StoreFault, open_ledger

REFUSED = 2


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Terminal:
    """`ventuno` on a bank with two players and a round."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.bank = folder / "bank.db"
        with open_ledger(self.bank) as ledger:
            desk = Desk(ledger)
            self.anna, self.bob = desk.player("anna"), desk.player("bob")
            desk.round("R1")
            desk.place(self.anna, 100)
            desk.place(self.bob, 200)
            desk.ok(SettleRound, round="R1", returned={self.anna: 250})

    def __call__(self, *words: object, store: object = None) -> Said:
        code = main([*map(str, words), "--store", str(store or self.bank)])
        return Said(code, *self.capsys.readouterr())

    def wallets(self) -> tuple[int, int]:
        with open_ledger(self.bank) as ledger:
            Desk(ledger).check()
            return Desk(ledger).purse(self.anna).wallet, Desk(ledger).purse(self.bob).wallet

    def files(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}


@pytest.fixture
def ventuno(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path, capsys)


# -- backup and restore ----------------------------------------------------------------------------


def test_a_backup_and_its_restore_bring_the_bank_back(ventuno: Terminal) -> None:
    copy = ventuno.folder / "copy.db"
    said = ventuno("backup", copy)
    assert said.code == 0
    assert said.out.startswith(f"{copy}: 8 records, clean, ending with ")
    with open_ledger(ventuno.bank) as ledger:
        Desk(ledger).ok(Deposit, key="later", player=ventuno.anna, currency="EUR", amount_minor=5)
    assert ventuno.wallets() == (10_155, 9_800)
    said = ventuno("restore", copy, "--replace")
    assert (said.code, said.err) == (0, "")
    assert "8 records, clean" in said.out
    assert ventuno.wallets() == (10_150, 9_800)


def test_a_restore_to_where_there_is_nothing_needs_no_replace(ventuno: Terminal) -> None:
    ventuno("backup", ventuno.folder / "copy.db")
    ventuno.bank.unlink()
    assert ventuno("restore", ventuno.folder / "copy.db").code == 0
    assert ventuno.wallets() == (10_150, 9_800)


def test_a_bank_in_use_is_backed_up_and_not_replaced(ventuno: Terminal) -> None:
    with open_ledger(ventuno.bank):
        assert ventuno("backup", ventuno.folder / "copy.db").code == 0
        said = ventuno("restore", ventuno.folder / "copy.db", "--replace")
    assert (said.code, "backup/in_use" in said.err) == (REFUSED, True)
    assert ventuno.wallets() == (10_150, 9_800)


def foreign(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.commit()
    return path


def written(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def half(ventuno: Terminal) -> Path:
    """A backup that was cut short on its way."""
    copy = ventuno.folder / "half.db"
    ventuno("backup", copy)
    return written(copy, copy.read_bytes()[: copy.stat().st_size // 2])


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_bank_is_neither_backed_up_nor_restored(ventuno: Terminal, command: str) -> None:
    wrong = {
        ventuno.folder / "none.db": ("backup/no_database", "backup/no_backup"),
        written(ventuno.folder / "empty.db", b""): ("backup/not_a_bank",) * 2,
        written(ventuno.folder / "text.db", b"dear diary " * 999): ("store/corrupt",) * 2,
        foreign(ventuno.folder / "recipes.db"): ("backup/not_a_bank",) * 2,
        half(ventuno): ("store/corrupt",) * 2,
    }
    before = ventuno.files()
    for path, codes in wrong.items():
        if command == "backup":
            said, code = ventuno("backup", ventuno.folder / "copy.db", store=path), codes[0]
        else:
            said, code = ventuno("restore", path, "--replace"), codes[1]
        assert (said.code, said.out) == (REFUSED, "")
        assert f"({code})" in said.err, path
        assert said.err.count("\n") == 1
    assert ventuno.files() - {"bank.db.lock"} == before
    assert ventuno.wallets() == (10_150, 9_800)


def test_nothing_is_overwritten_unless_it_is_said(ventuno: Terminal) -> None:
    copy = ventuno.folder / "copy.db"
    ventuno("backup", copy)
    kept = copy.read_bytes()
    for words in (("backup", copy), ("restore", copy)):
        said = ventuno(*words)
        assert (said.code, "backup/exists" in said.err) == (REFUSED, True)
    assert copy.read_bytes() == kept
    assert ventuno.wallets() == (10_150, 9_800)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_folder_that_is_not_there_is_said_to_be_missing(ventuno: Terminal, command: str) -> None:
    ventuno("backup", ventuno.folder / "copy.db")
    nowhere = ventuno.folder / "no" / "such.db"
    words = ("backup", nowhere) if command == "backup" else ("restore", ventuno.folder / "copy.db")
    said = ventuno(*words, store=None if command == "backup" else nowhere)
    assert (said.code, "backup/no_folder" in said.err) == (REFUSED, True)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_postgresql_is_sent_to_its_own_tools(ventuno: Terminal, command: str) -> None:
    said = ventuno(command, ventuno.folder / "copy.db", store="postgresql://localhost/bank")
    assert (said.code, "pg_dump" in said.err) == (REFUSED, True)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_file_must_be_named(ventuno: Terminal, command: str) -> None:
    said = ventuno(command)
    assert (said.code, "cli/usage" in said.err) == (REFUSED, True)


# -- export ----------------------------------------------------------------------------------------


def test_rounds_and_ledger_go_to_standard_output_as_csv(ventuno: Terminal) -> None:
    rounds = list(csv.DictReader(io.StringIO(ventuno("export", "rounds").out)))
    assert [(row["player"], row["staked_minor"], row["returned_minor"]) for row in rounds] == [
        (str(ventuno.anna), "100", "250"),
        (str(ventuno.bob), "200", "0"),
    ]
    ledger = list(csv.DictReader(io.StringIO(ventuno("export", "ledger").out)))
    assert sum(int(row["amount_minor"]) for row in ledger) == 0


def test_one_players_part_goes_to_a_new_file_as_json(ventuno: Terminal) -> None:
    file = ventuno.folder / "anna.json"
    said = ventuno("export", "ledger", "--player", ventuno.anna, "--format", "json", "--output", file)
    assert said == (0, f"{file}: 5 rows\n", "")
    assert {row["account"].split("/")[0] for row in json.loads(file.read_text())} == {str(ventuno.anna)}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("everything",), "cli/usage"),
        (("ledger", "--player", "anna"), "cli/usage"),
        (("ledger", "--format", "xml"), "cli/usage"),
        (("ledger", "--player", "999"), "ledger/unknown_account"),
        (("ledger", "--player", "-1"), "ledger/unknown_account"),
        (("rounds", "--output", "{folder}/there.csv"), "export/exists"),
        (("rounds", "--output", "{folder}/no/such.csv"), "export/cannot_write"),
        (("rounds", "--output", "{folder}"), "export/exists"),
    ],
)
def test_a_wrong_export_is_refused_with_a_sentence_and_writes_nothing(
    ventuno: Terminal, words: tuple[str, ...], code: str
) -> None:
    there = written(ventuno.folder / "there.csv", b"precious")
    before = ventuno.files()
    said = ventuno("export", *(word.format(folder=ventuno.folder) for word in words))
    assert (said.code, said.out) == (REFUSED, "")
    assert f"({code})" in said.err
    assert (ventuno.files(), there.read_bytes()) == (before, b"precious")


def test_a_bank_that_is_not_there_is_not_made_by_exporting_it(ventuno: Terminal) -> None:
    said = ventuno("export", "ledger", store=ventuno.folder / "benk.db")
    assert (said.code, "store/none" in said.err) == (REFUSED, True)
    assert "benk.db" not in ventuno.files()


def test_an_export_that_breaks_off_leaves_no_half_a_file(ventuno: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*words: object) -> int:
        words[3].write("half")  # type: ignore[attr-defined]
        raise StoreFault("store/io", "the disk failed")

    monkeypatch.setattr("ventuno.cli.export.export", breaks)
    said = ventuno("export", "ledger", "--output", ventuno.folder / "out.csv")
    assert (said.code, "store/io" in said.err) == (REFUSED, True)
    assert "out.csv" not in ventuno.files()
