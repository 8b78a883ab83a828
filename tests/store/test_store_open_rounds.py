"""What is open, found without a look at what has ended; and the rules rounds are opened with, kept by their digest."""

from __future__ import annotations

import pytest

from tests.store.desk import NOW_MS, Desk
from ventuno.bank import SettleRound, TakeBackStakes
from ventuno.bank.commands import Placed
from ventuno.store import Ledger
from ventuno.store.definitions import keep_definitions, kept_rules
from ventuno.store.history import open_rounds
from ventuno.store.open_rounds import LeftOpen, left_open, staked_rounds
from ventuno.variant import Variant, catalog, digest, load, parse
from ventuno.variant.find import CATALOG


def test_rounds_that_are_left_open_come_newest_first_with_whose_they_are(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    for code in ("ENDED", "TWO", "ONE", "NONE", "BACK"):
        desk.round(code, table="one", game="infinite")
    desk.place(anna, 100, code="ENDED")
    desk.ok(SettleRound, round="ENDED", returned={})
    for player in (anna, bob):
        desk.place(player, 100, code="TWO")
    desk.place(bob, 100, code="ONE")
    desk.place(anna, 100, code="BACK")
    desk.ok(TakeBackStakes, round="BACK", player=anna, stakes=(Placed("1/main", 100),))
    found = left_open(desk.ledger)
    assert [one.code for one in found] == ["BACK", "NONE", "ONE", "TWO"]
    assert found[0] == LeftOpen("BACK", "one", "infinite", None, None)
    assert [one.owner for one in found] == [None, None, bob, None]
    assert (found[3].first, found[3].last) == (anna, bob)
    assert [one.code for one in open_rounds(desk.ledger, "one")] == ["TWO", "ONE", "NONE", "BACK"]
    assert open_rounds(desk.ledger, "two") == []


def test_rounds_with_stakes_in_play_come_with_sums_by_currency_a_page_at_a_time(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob", currency="GBP")
    for code in ("R1", "R2", "EMPTY"):
        desk.round(code)
    desk.place(anna, 100, code="R1")
    desk.place(anna, 50, spot="1/21+3", code="R1")
    desk.place(bob, 200, code="R1")
    desk.place(bob, 300, code="R2")
    newest, older = staked_rounds(desk.ledger)
    assert (newest.code, newest.stakes, newest.players, newest.names) == ("R2", {"GBP": 300}, 1, ("bob",))
    assert (older.code, older.stakes, older.players) == ("R1", {"EUR": 150, "GBP": 200}, 2)
    assert older.golden == {}
    assert [one.code for one in staked_rounds(desk.ledger, most=1)] == ["R2"]
    assert [one.code for one in staked_rounds(desk.ledger, before=newest.cursor, most=1)] == ["R1"]


@pytest.mark.parametrize("game", sorted(catalog().variants))
def test_rules_are_kept_by_their_digest_and_come_back_as_they_were(ledger: Ledger, game: str) -> None:
    variant = load(game)
    for _ in range(2):
        keep_definitions(ledger, [variant, load("infinite")], NOW_MS)
    with ledger.reading() as engine:
        found = kept_rules(engine, digest(variant), game, variant)
        assert found == Variant(**{**_fields(variant), "published": {}})
        assert found is not None
        assert list(found.side_bets) == list(variant.side_bets)
        bare = kept_rules(engine, digest(variant), game)
        assert bare is not None
        assert digest(bare) == digest(variant)
        assert kept_rules(engine, "0" * 64, game) is None


def _fields(variant: Variant) -> dict[str, object]:
    return {name: getattr(variant, name) for name in variant.__struct_fields__}


def test_rules_that_were_tampered_with_are_none(ledger: Ledger) -> None:
    variant = load("infinite")
    keep_definitions(ledger, [variant], NOW_MS)
    text = (CATALOG / "infinite.toml").read_text(encoding="utf-8").replace('"3:2"', '"2:1"')
    other = parse(text, "infinite")
    assert digest(other) != digest(variant)
    for body in (b"nonsense", b"{}", b'{"dealer": 3}'):
        ledger.keep(lambda engine, body=body: engine.run("UPDATE definitions SET body = ?", body))
        with ledger.reading() as engine:
            assert kept_rules(engine, digest(variant), "infinite", variant) is None
