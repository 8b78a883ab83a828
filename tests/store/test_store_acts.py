"""The audit log and who may write in it (E3): acts with their author and reason, sealed; roles held by the bank."""

from __future__ import annotations

from typing import Any

import pytest

from tests.store.desk import DAY_MS, Desk
from tests.store.test_store_audit import tamper
from ventuno.bank import (
    BankCommand,
    ExcludeSelf,
    ForgetRounds,
    GrantGoldenChips,
    OpenAccount,
    OpenJackpot,
    RecordAct,
    ResettleRound,
    SetLimit,
    SettleRound,
    SetVipLevel,
    TakeTimeOut,
    VoidRound,
)
from ventuno.store.acts import acts
from ventuno.store.auditing import audit


def somebody(desk: Desk, role: str) -> int:
    return desk.ok(OpenAccount, name=f"a {role}", currency="EUR", role=role).player


@pytest.fixture
def anna(desk: Desk) -> int:
    """With a settled round and an open one."""
    player = desk.player()
    desk.round("settled")
    desk.place(player, 100, code="settled")
    desk.ok(SettleRound, round="settled")
    desk.round("open")
    return player


def test_an_act_is_logged_with_who_when_what_and_why_e3(desk: Desk, anna: int) -> None:
    sofia = somebody(desk, "supervisor")
    desk.now_ms += 5
    desk.ok(RecordAct, key="hush", by=sofia, what="mute", subject="player 1", reason="insults", details={"minutes": 10})
    logged = acts(desk.ledger)[0]
    assert (logged.at_ms, logged.by, logged.name, logged.key) == (desk.now_ms, sofia, "a supervisor", "hush")
    assert (logged.what, logged.subject, logged.reason) == ("mute", "player 1", "insults")
    assert logged.details == {"minutes": 10}
    desk.check()


def test_acts_come_newest_first_and_go_on_from_a_cursor_e3(desk: Desk) -> None:
    sofia, other = (
        somebody(desk, "supervisor"),
        desk.ok(OpenAccount, name="o", currency="EUR", role="supervisor").player,
    )
    began_ms = desk.now_ms
    for number in range(5):
        desk.now_ms += 1
        by = other if number == 3 else sofia
        desk.ok(RecordAct, by=by, what="pause", subject=f"table {number}", reason="a card on the floor")
    first = acts(desk.ledger, most=2)
    second = acts(desk.ledger, first[-1].cursor, most=2)
    assert [act.subject for act in (*first, *second)] == ["table 4", "table 3", "table 2", "table 1"]
    assert [act.subject for act in acts(desk.ledger, by=other)] == ["table 3"]
    assert [act.subject for act in acts(desk.ledger, since_ms=began_ms + 4)] == ["table 4", "table 3"]


def deeds(desk: Desk, player: int) -> list[tuple[type[BankCommand], str, str, dict[str, Any]]]:
    """Every command that is an act: the role it takes, its words in the log, its fields."""
    tomorrow_ms = desk.now_ms + 2 * DAY_MS
    jackpot = {"jackpot": "j", "currency": "EUR", "seed_minor": 1, "contribution": "0"}
    chips = {"player": player, "value_minor": 5, "count": 1, "expires_ms": tomorrow_ms}
    return [
        (OpenAccount, "operator", "open account", {"name": "new", "currency": "EUR"}),
        (OpenAccount, "supervisor", "open account", {"name": "newer", "currency": "EUR", "role": "operator"}),
        (OpenJackpot, "operator", "open jackpot", jackpot),
        (GrantGoldenChips, "operator", "grant golden chips", chips),
        (SetVipLevel, "operator", "set vip level", {"player": player, "level": "gold"}),
        (SetLimit, "operator", "set limit", {"player": player, "kind": "loss", "period": "day", "amount": 5}),
        (TakeTimeOut, "operator", "time out", {"player": player, "until_ms": tomorrow_ms}),
        (ExcludeSelf, "operator", "exclude", {"player": player}),
        (RecordAct, "supervisor", "drain", {"what": "drain", "subject": "table one", "reason": "maintenance"}),
        (VoidRound, "supervisor", "void", {"round": "open", "reason": "the camera failed"}),
        (ResettleRound, "supervisor", "resettle", {"round": "settled", "returned": {player: 250}, "reason": "misread"}),
        (ForgetRounds, "supervisor", "forget rounds", {"ended_before": 1}),
    ]


def test_each_act_takes_its_role_and_is_logged_once_done_e3(desk: Desk, anna: int) -> None:
    ranks = ("player", "operator", "supervisor")
    people = {role: somebody(desk, role) for role in ranks}
    for kind, needed, what, fields in deeds(desk, anna):
        for role in ranks[: ranks.index(needed)]:
            assert desk.refused(kind, **fields, by=people[role]) == "account/not_allowed", (kind, role)
        assert desk.refused(kind, **fields, by=999) == "ledger/unknown_account"
        desk.ok(kind, **fields, by=people[needed])
        newest = acts(desk.ledger)[0]
        assert (newest.by, newest.what, newest.reason) == (people[needed], what, fields.get("reason", ""))
    desk.check()


def test_the_house_itself_may_act_and_is_logged_as_itself_e3(desk: Desk, anna: int) -> None:
    desk.ok(VoidRound, round="open", reason="left for 90 days")
    newest = acts(desk.ledger)[0]
    assert (newest.by, newest.name, newest.what, newest.subject) == (0, "", "void", "round open")


def test_what_players_set_for_themselves_is_no_act_of_the_house_a9(desk: Desk, anna: int) -> None:
    desk.ok(SetLimit, player=anna, kind="loss", period="day", amount=5_000)
    desk.ok(SetLimit, player=anna, kind="loss", period="day", amount=500, by=anna)
    desk.ok(OpenAccount, name="bob", currency="EUR")
    assert acts(desk.ledger) == []


def test_nobody_can_set_anothers_limits_but_the_houses_people_a9(desk: Desk, anna: int) -> None:
    bob = desk.player("bob")
    fields = {"player": anna, "kind": "stake", "period": "day", "amount": 0}
    assert desk.refused(SetLimit, **fields, by=bob) == "account/not_allowed"
    assert desk.refused(GrantGoldenChips, player=bob, value_minor=5, count=1, expires_ms=2**60, by=bob) == (
        "account/not_allowed"
    )


def test_even_an_operator_loosens_a_limit_only_after_the_cooling_period_a9(desk: Desk, anna: int) -> None:
    fields = {"player": anna, "kind": "stake", "period": "day"}
    desk.ok(SetLimit, **fields, amount=500)
    loosened = desk.ok(SetLimit, **fields, amount=None, by=somebody(desk, "operator"))
    assert loosened.effective_ms == desk.now_ms + 7 * DAY_MS


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"reason": ""}, "ledger/bad_reason"),
        ({"reason": "x" * 501}, "ledger/bad_reason"),
        ({"reason": "a\0b"}, "ledger/bad_reason"),
        ({"what": ""}, "ledger/bad_act"),
        ({"subject": "s" * 129}, "ledger/bad_subject"),
        ({"details": {str(number): 1 for number in range(33)}}, "ledger/bad_details"),
        ({"details": {"note": "n" * 501}}, "ledger/bad_details"),
        ({"by": -1}, "ledger/unknown_account"),
    ],
)
def test_an_act_is_said_in_words_that_can_be_kept_e3(desk: Desk, fields: dict[str, Any], code: str) -> None:
    whole = {"what": "pause", "subject": "table one", "reason": "why", **fields}
    assert desk.refused(RecordAct, **whole) == code


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM acts",
        "UPDATE acts SET by_person = 1",
        "UPDATE acts SET subject = 'another table'",
        "INSERT INTO acts VALUES (1, 7, 'open', 'table one')",
    ],
)
def test_an_act_struck_from_the_log_shows_in_the_audit_e3(desk: Desk, statement: str) -> None:
    desk.player()
    desk.ok(RecordAct, what="pause", subject="table one", reason="why")
    assert audit(desk.ledger).clean
    assert tamper(desk, statement) == {"audit/acts"}
