"""`ventuno rounds`: what is open with stakes in play, and a round void by its code; not behind an open house's back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.store.desk import Desk
from ventuno.bank import SettleRound
from ventuno.cli import main
from ventuno.store import open_ledger
from ventuno.store.acts import acts
from ventuno.store.occupancy import Occupancy

REFUSED = 2


class Said(NamedTuple):
    code: int
    out: str
    err: str


class Terminal:
    """On a bank with one round that is open with two stakes, one without any, and one that has ended."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys, self.bank = capsys, folder / "bank.db"
        with open_ledger(self.bank) as ledger:
            desk = Desk(ledger)
            self.players = desk.player("anna"), desk.player("bob")
            desk.round("ENDED")
            desk.place(self.players[0], 100, code="ENDED")
            desk.ok(SettleRound, round="ENDED", returned={})
            desk.round("EMPTY")
            desk.round("R1")
            desk.place(self.players[0], 100)
            desk.place(self.players[1], 250)

    def __call__(self, *words: object, store: object = None) -> Said:
        code = main(["rounds", *map(str, words), "--store", str(store or self.bank)])
        return Said(code, *self.capsys.readouterr())

    def in_play(self) -> int:
        with open_ledger(self.bank) as ledger:
            Desk(ledger).check()
            return sum(Desk(ledger).purse(player).stakes for player in self.players)


@pytest.fixture
def rounds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path, capsys)


def test_rounds_with_stakes_are_listed_with_whose_they_are(rounds: Terminal) -> None:
    said = rounds()
    assert said.code == 0
    for word in ("R1", "3.50 EUR", "2 playing: anna, bob", "1 open rounds"):
        assert word in said.out, said.out
    assert "EMPTY" not in said.out
    assert "ENDED" not in said.out
    (one,) = json.loads(rounds("--json").out)["rounds"]
    assert (one["code"], one["stakes"], one["players"]) == ("R1", {"EUR": 350}, 2)


def test_a_round_is_void_by_its_code_and_the_reason_is_in_the_audit_log(rounds: Terminal) -> None:
    said = rounds("--void", "R1", "--reason", "its table is gone")
    assert (said.code, said.out) == (0, "R1 is void: every stake went back.\n")
    assert rounds.in_play() == 0
    with open_ledger(rounds.bank) as ledger:
        (act, *_) = acts(ledger)
        assert (act.by, act.what, act.subject, act.reason) == (0, "void", "round R1", "its table is gone")
    assert "No round is open" in rounds().out
    assert rounds("--void", "R1", "--reason", "again").code == REFUSED
    assert rounds("--void", "NONE", "--reason", "again").code == REFUSED


def test_a_code_may_be_written_small_and_with_blanks_around_it(rounds: Terminal) -> None:
    said = rounds("--void", " r1 ", "--reason", "its table is gone")
    assert (said.code, said.out) == (0, "R1 is void: every stake went back.\n")


@pytest.mark.parametrize("words", [("--void", "R1"), ("--reason", "why"), ("--void", "R1", "--reason", "  ")])
def test_no_round_is_void_without_a_reason(rounds: Terminal, words: tuple[str, ...]) -> None:
    said = rounds(*words)
    assert said.code == REFUSED
    assert "go together" in said.err
    assert rounds.in_play() == 350


def test_while_a_house_is_open_its_console_is_the_place_for_it(rounds: Terminal) -> None:
    """The table that holds the round would go on with it."""
    house = Occupancy(rounds.bank)
    try:
        said = rounds("--void", "R1", "--reason", "why")
        assert said.code == REFUSED
        assert "void R1 in its console" in said.err
        assert "R1" in rounds().out  # a look is always allowed
    finally:
        house.end()
    assert rounds.in_play() == 350


def test_a_database_that_is_not_there_is_not_made(rounds: Terminal, tmp_path: Path) -> None:
    said = rounds("--void", "R1", "--reason", "why", store=tmp_path / "none.db")
    assert said.code == REFUSED
    assert not list(tmp_path.glob("none*"))
