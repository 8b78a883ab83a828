"""What was played (A5, A6): by account, by table, by code; replayable; kept as long as configured; exported."""

from __future__ import annotations

import csv
import io
import json

import pytest

from tests.drive import by_chance, drive, from_decks
from tests.store.desk import Desk
from ventuno.bank import ForgetRounds, SettleRound
from ventuno.play import PositionBet, Round, rebuild
from ventuno.play.events import to_json
from ventuno.store.export import export
from ventuno.store.forgetting import forget_step
from ventuno.store.history import events_of, head, round_by_code, rounds_of_player, rounds_of_table
from ventuno.table.records import played
from ventuno.variant import load


def play(desk: Desk, player: int, code: str, table: str = "one") -> None:
    desk.round(code, table=table, events=(b"opened",))
    desk.place(player, 100, code=code)
    desk.now_ms += 1_000
    desk.ok(SettleRound, round=code, returned={player: 150}, events=(b"settled",))


def test_my_rounds_come_newest_first_and_go_on_from_a_cursor_a6(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    for number in range(7):
        play(desk, anna, f"A{number}")
    play(desk, bob, "B")
    first = rounds_of_player(desk.ledger, anna, most=3)
    second = rounds_of_player(desk.ledger, anna, first[-1].cursor, most=3)
    third = rounds_of_player(desk.ledger, anna, second[-1].cursor, most=3)
    assert [found.code for found in (*first, *second, *third)] == ["A6", "A5", "A4", "A3", "A2", "A1", "A0"]
    assert (first[0].staked_minor, first[0].returned_minor, first[0].game) == (100, 150, "infinite")
    assert first[0].ended_ms == first[0].opened_ms + 1_000


def test_a_round_is_found_by_its_code_and_by_its_table_a5(desk: Desk) -> None:
    anna = desk.player()
    for number in range(4):
        play(desk, anna, f"A{number}", table="one" if number % 2 else "two")
    found = round_by_code(desk.ledger, "A2")
    assert found is not None
    assert (found.table, found.state, found.events) == ("two", "settled", 2)
    assert round_by_code(desk.ledger, "none") is None
    newest, oldest = rounds_of_table(desk.ledger, "two")
    assert (newest.code, oldest.code) == ("A2", "A0")
    assert rounds_of_table(desk.ledger, "two", before=newest.opened) == [oldest]


@pytest.mark.parametrize("game", ["infinite", "all-bets", "cashback", "classic-free-bet", "free-chip"])
def test_the_whole_round_can_be_played_again_from_what_is_stored_a5(desk: Desk, game: str) -> None:
    variant = load(game)
    playing = Round(variant, [PositionBet(position=1, bettor="anna", main=1_000)])
    drive(playing, from_decks(6, 21), by_chance(21))
    desk.round(game=game, events=tuple(map(to_json, playing.events)))
    again = rebuild(variant, played(events_of(desk.ledger, "R1")))
    assert again.events == playing.events


def test_old_rounds_are_forgotten_and_the_ledger_is_not(desk: Desk) -> None:
    anna = desk.player()
    play(desk, anna, "old")
    until = head(desk.ledger).number + 1
    play(desk, anna, "new")
    assert desk.refused(ForgetRounds, ended_before=10**9) == "round/not_yet"
    desk.ok(ForgetRounds, ended_before=until)
    desk.check()  # said, and not done yet
    assert desk.ledger.keep(forget_step)
    assert [found.code for found in rounds_of_player(desk.ledger, anna)] == ["new", "old"]
    assert (events_of(desk.ledger, "old"), events_of(desk.ledger, "new")) == ([], [b"opened", b"settled"])
    assert desk.balances(anna) == (10_100, 0, 0, 0)
    desk.check()
    assert not desk.ledger.keep(forget_step)


def exported(desk: Desk, what: str, form: str, player: int | None = None) -> str:
    out = io.StringIO()
    export(desk.ledger, what, form, out, player)  # type: ignore[arg-type]
    return out.getvalue()


def test_rounds_are_exported_as_csv_and_json(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    play(desk, anna, "=A1")
    play(desk, bob, "B1")
    rows = list(csv.DictReader(io.StringIO(exported(desk, "rounds", "csv"))))
    assert [(row["round"], row["player"], row["staked_minor"]) for row in rows] == [
        ("'=A1", str(anna), "100"),  # marked as text: a spreadsheet must not run it
        ("B1", str(bob), "100"),
    ]
    assert [row["round"] for row in json.loads(exported(desk, "rounds", "json", bob))] == ["B1"]
    assert json.loads(exported(desk, "rounds", "json", 999)) == []


def test_the_ledger_is_exported_entry_by_entry(desk: Desk) -> None:
    anna = desk.player()
    play(desk, anna, "A")
    rows = json.loads(exported(desk, "ledger", "json"))
    assert sum(row["amount_minor"] for row in rows) == 0
    mine = json.loads(exported(desk, "ledger", "json", anna))
    assert [(row["kind"], row["account"], row["amount_minor"]) for row in mine] == [
        ("Deposit", f"{anna}/wallet", 10_000),
        ("PlaceStakes", f"{anna}/wallet", -100),
        ("PlaceStakes", f"{anna}/stakes", 100),
        ("SettleRound", f"{anna}/stakes", -100),
        ("SettleRound", f"{anna}/wallet", 150),
    ]
