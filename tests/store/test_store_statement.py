"""One player's entries are found by an index that no bet waits for."""

from __future__ import annotations

import io
import json

import pytest

from tests.store.desk import Desk
from ventuno.bank import Deposit, SettleRound
from ventuno.store import statement
from ventuno.store.export import _LEDGER, export
from ventuno.store.statement import entries_of_player, index_entries


def crowd(desk: Desk, players: int, rounds: int) -> list[int]:
    numbers = [desk.player(f"p{number}") for number in range(players)]
    for code in range(rounds):
        desk.round(f"R{code}")
        for player in numbers:
            desk.place(player, 100, code=f"R{code}")
        desk.ok(SettleRound, round=f"R{code}", returned=dict.fromkeys(numbers, 150))
    return numbers


def exported(desk: Desk, player: int | None) -> list[dict[str, object]]:
    out = io.StringIO()
    export(desk.ledger, "ledger", "json", out, player)
    rows: list[dict[str, object]] = json.loads(out.getvalue())
    return rows


def mine(desk: Desk, player: int) -> list[dict[str, object]]:
    """Found by looking at every entry."""
    return [row for row in exported(desk, None) if str(row["account"]).split("/")[0] == str(player)]


def test_a_players_entries_are_all_found_in_their_order(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(statement, "STEP", 7)  # in the middle of records
    players = crowd(desk, 5, 3)
    for player in players:
        assert exported(desk, player) == mine(desk, player)
    assert len(exported(desk, players[0])) == 1 + 3 * 4
    assert exported(desk, 999) == []


def test_the_index_goes_on_from_where_it_was(desk: Desk) -> None:
    anna = desk.player()
    assert (index_entries(desk.ledger), index_entries(desk.ledger)) == (2, 0)
    desk.ok_deposit(anna, 5)
    desk.ok_deposit(anna, 6)
    assert index_entries(desk.ledger) == 4
    assert exported(desk, anna) == mine(desk, anna)


def test_entries_written_after_the_index_are_found_too(desk: Desk) -> None:
    anna = desk.player()
    index_entries(desk.ledger)
    desk.ok(Deposit, player=anna, currency="EUR", amount_minor=77)
    found, values = entries_of_player(anna)
    with desk.ledger.reading() as engine:
        assert [row[2] for row in engine.rows(f"SELECT * FROM {found} found ORDER BY place", *values)] == [10_000, 77]


def test_no_scan_of_all_entries_is_needed(desk: Desk) -> None:
    anna = crowd(desk, 20, 5)[0]
    index_entries(desk.ledger)
    found, values = entries_of_player(anna)
    query = _LEDGER.format(entries=found)
    with desk.ledger.reading() as engine:
        if "sqlite" in type(engine).__module__:
            plan = [row[3] for row in engine.rows(f"EXPLAIN QUERY PLAN {query}", *values)]
            assert not {"SCAN entries", "SCAN e", "SCAN b", "SCAN j"} & set(plan), plan
        else:
            engine.run("SET enable_seqscan = off")  # a table this small is quicker read whole
            plan = [row[0] for row in engine.rows(f"EXPLAIN {query}", *values)]
            assert not [step for step in plan if "Seq Scan on entries " in step or "Seq Scan on entries_by" in step]
