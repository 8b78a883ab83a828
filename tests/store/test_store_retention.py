"""What is kept of rounds that are over: packed, byte for byte what it was; forgotten, when its time has come; money,
always."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from tests.store.desk import DAY_MS, NOW_MS, Desk
from ventuno.bank import ResettleRound, SettleRound, VoidRound
from ventuno.store import StoreFault, ended
from ventuno.store.acts import acts
from ventuno.store.auditing import audit
from ventuno.store.forgetting import forget_rounds, forget_step, old_rounds, say_forgotten
from ventuno.store.history import events_of, round_by_code, rounds_of_player
from ventuno.store.packing import pack, pack_rounds, pack_step, unpacked
from ventuno.store.regulator_ids import ids_of
from ventuno.store.tables import REGULATOR_IDS

EVENTS = (b'{"type":"CardDealt","to":"1","card":"Ts","face_down":false}', b'{"type":"Decided"}', b"")


def play(desk: Desk, player: int, code: str) -> None:
    desk.round(code)
    desk.place(player, 100, code=code)
    desk.ok(SettleRound, round=code, returned={player: 200}, events=EVENTS)


@pytest.fixture
def anna(desk: Desk) -> int:
    """A round a day, for ten days; one of them void, and one still open."""
    anna = desk.player()
    for day in range(10):
        desk.now_ms = NOW_MS + day * DAY_MS
        play(desk, anna, f"R{day}")
    desk.round("void", events=(b"opened",))
    desk.ok(VoidRound, round="void", reason="a test")
    desk.round("open", events=(b"opened",))
    return anna


def rows(desk: Desk) -> int:
    with desk.ledger.reading() as engine:
        ((count,),) = engine.rows("SELECT count(*) FROM events")
    return int(count)


@given(st.lists(st.binary(max_size=300), max_size=40))
def test_what_is_packed_comes_out_byte_for_byte(bodies: list[bytes]) -> None:
    assert unpacked(pack(bodies)) == bodies


def test_events_of_rounds_that_are_over_become_one_row_and_read_the_same(desk: Desk, anna: int) -> None:
    pack_rounds(desk.ledger)
    assert rows(desk) == 12
    assert events_of(desk.ledger, "R3") == list(EVENTS)
    assert events_of(desk.ledger, "R3", 2) == [b""]
    assert (events_of(desk.ledger, "void"), events_of(desk.ledger, "open")) == ([b"opened"], [b"opened"])
    desk.check()
    assert not desk.ledger.keep(pack_step)


def test_packing_again_from_the_beginning_changes_nothing(desk: Desk, anna: int) -> None:
    pack_rounds(desk.ledger)
    desk.ok(ResettleRound, round="R3", returned={anna: 50}, reason="a test", events=(b"corrected",))
    desk.ledger.keep(lambda engine: engine.run("DELETE FROM tended"))
    assert events_of(desk.ledger, "R3") == [*EVENTS, b"corrected"]
    pack_rounds(desk.ledger)
    assert events_of(desk.ledger, "R3") == [*EVENTS, b"corrected"]
    desk.check()


def test_packed_events_that_were_changed_show_in_the_audit(desk: Desk, anna: int) -> None:
    pack_rounds(desk.ledger)
    change = "UPDATE events SET body = ? WHERE round = ?"
    desk.ledger.keep(lambda engine: engine.run(change, b"\x01nonsense", "R1"))
    desk.ledger.keep(lambda engine: engine.run(change, pack([b"another"]), "R2"))
    with pytest.raises(StoreFault, match="cannot be read"):
        events_of(desk.ledger, "R1")
    assert {finding.code for finding in audit(desk.ledger).findings} == {"audit/events"}


@pytest.mark.parametrize("packed", [True, False])
def test_cards_older_than_a_day_go_and_money_stays(desk: Desk, anna: int, packed: bool) -> None:
    if packed:
        pack_rounds(desk.ledger)
    before = rounds_of_player(desk.ledger, anna)
    ids = [(anna, f"R{day}", "s", f"p{day}", NOW_MS, 0) for day in range(10)]
    desk.ledger.keep(lambda engine: engine.insert(REGULATOR_IDS, ids))
    assert old_rounds(desk.ledger, NOW_MS + 4 * DAY_MS).rounds == 4
    forget_rounds(desk.ledger, NOW_MS + 4 * DAY_MS, desk.now_ms, "a test")
    assert [day for day in range(10) if not events_of(desk.ledger, f"R{day}")] == [0, 1, 2, 3]
    assert rounds_of_player(desk.ledger, anna) == before
    assert ids_of(desk.ledger, anna, "R0") is not None
    found = round_by_code(desk.ledger, "R0")
    assert found is not None
    assert (found.state, found.events) == ("settled", 3)
    assert old_rounds(desk.ledger, NOW_MS + 4 * DAY_MS).rounds == 0
    assert (acts(desk.ledger)[0].what, acts(desk.ledger)[0].reason) == ("forget rounds", "a test")
    desk.check()


def test_it_is_said_once_and_goes_on_where_it_was_left(desk: Desk, anna: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ended, "STEP", 4)  # records, of which a round has three
    until = NOW_MS + 6 * DAY_MS
    assert say_forgotten(desk.ledger, until, desk.now_ms)
    assert not say_forgotten(desk.ledger, until, desk.now_ms)
    kept = []
    while desk.ledger.keep(forget_step):
        kept.append(sum(bool(events_of(desk.ledger, f"R{day}")) for day in range(10)))
        desk.check()
    assert kept[-1] == 4
    assert max(one - other for one, other in zip([10, *kept], kept, strict=False)) <= 2
    assert rows(desk) == 4 * 3 + 2


def test_nothing_is_forgotten_where_nothing_is_that_old(desk: Desk, anna: int) -> None:
    assert not say_forgotten(desk.ledger, NOW_MS, desk.now_ms)
    assert not desk.ledger.keep(forget_step)
