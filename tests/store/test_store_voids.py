"""What a table is between its rounds, and who was told of void rounds: on both engines."""

from __future__ import annotations

import pytest

from tests.store.desk import Desk
from ventuno.bank import KeepTable, PlaceStakes, VoidRound
from ventuno.bank.commands import Placed
from ventuno.store.auditing import audit
from ventuno.store.history import contents_of, rounds_of_player
from ventuno.store.voids import given_back, note_told, untold


def void(desk: Desk, code: str, *players: int, reason: str = "a fault") -> None:
    desk.round(code)
    for player in players:
        desk.place(player, 100, code=code)
    desk.ok(VoidRound, round=code, reason=reason)


def test_a_void_round_is_told_until_it_is_noted(desk: Desk) -> None:
    anna, ben = desk.player("anna"), desk.player("ben")
    void(desk, "R1", anna)
    void(desk, "R2", anna, ben)
    found = untold(desk.ledger, anna)
    assert [(one.code, one.amount_minor, one.reason) for one in found] == [
        ("R1", 100, "a fault"),
        ("R2", 100, "a fault"),
    ]
    assert [one.player for one in given_back(desk.ledger, "R2", [anna, ben, 99])] == [anna, ben]
    note_told(desk.ledger, [(anna, found[0].ended)])
    assert [one.code for one in untold(desk.ledger, anna)] == ["R2"]
    note_told(desk.ledger, [(anna, found[1].ended)])
    assert untold(desk.ledger, anna) == []
    assert [one.code for one in untold(desk.ledger, ben)] == ["R2"]
    assert [(one.state, one.reason) for one in rounds_of_player(desk.ledger, ben)] == [("void", "a fault")]


def test_of_what_a_table_is_between_rounds_the_latest_is_kept(desk: Desk) -> None:
    for body in (b"one", b"two"):
        desk.ok(KeepTable, table="classic", body=body)
    desk.ok(KeepTable, table="classic", player=7, body=b"three")
    with desk.ledger.reading() as engine:
        rows = engine.rows("SELECT table_name, player, body FROM kept_tables ORDER BY player")
    assert [(table, player, bytes(body)) for table, player, body in rows] == [
        ("classic", 0, b"two"),
        ("classic", 7, b"three"),
    ]
    assert audit(desk.ledger).findings == ()


@pytest.mark.parametrize("other", [Placed("1/main", 200), Placed("1/main", 100)])
def test_what_a_player_asked_is_the_content_and_not_what_follows_from_it(desk: Desk, other: Placed) -> None:
    """The same request in another round is a repetition; another request under its id is refused."""
    anna = desk.player()
    first, second = desk.round("R1"), desk.round("R2")
    asked = {"key": "request/1/x", "player": anna, "asked": b"a" * 16}
    desk.ok(PlaceStakes, round=first, stakes=(Placed("1/main", 100),), **asked)
    again = desk.ok(PlaceStakes, round=second, stakes=(other,), **asked)
    assert (again.again, desk.purse(anna).stakes) == (True, 100)
    misused = {**asked, "asked": b"b" * 16}
    assert desk.refused(PlaceStakes, round=second, stakes=(other,), **misused) == "ledger/key_reused"
    assert contents_of(desk.ledger, ["request/1/x", "request/1/y"]) == {"request/1/x": b"a" * 16}
