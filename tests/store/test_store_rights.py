"""Who has money in a round leaves it to others, and the house's people stake nothing: at the bank itself (E3)."""

from __future__ import annotations

import pytest

from tests.store.desk import Desk
from ventuno.bank import (
    AskDeposit,
    GrantGoldenChips,
    OpenAccount,
    Placed,
    PlaceStakes,
    PlaceTogether,
    ResettleRound,
    SetRole,
    SettleRound,
    SetVipLevel,
    TakeBackStakes,
    VoidRound,
)

HASH = "$argon2id$"  # whoever is given a role signs in with a password


def person(desk: Desk, name: str, role: str = "player", money: int = 10_000) -> int:
    number = desk.ok(OpenAccount, name=name, currency="EUR", role=role, password_hash=HASH).player
    if money:
        desk.ok_deposit(number, money)
    return number


def promoted(desk: Desk, player: int) -> None:
    desk.ok(SetRole, player=player, role="supervisor", reason="a test")


@pytest.mark.parametrize("role", ["operator", "supervisor"])
def test_staff_place_no_stake_alone_or_with_others(desk: Desk, role: str) -> None:
    boss, anna = person(desk, "boss", role), person(desk, "anna")
    desk.round()
    stakes = (Placed("1/main", 1000),)
    assert desk.refused(PlaceStakes, round="R1", player=boss, stakes=stakes) == "account/staff"
    assert desk.refused(PlaceTogether, round="R1", stakes={anna: stakes, boss: stakes}) == "account/staff"
    desk.place(anna, 1000)
    desk.check()


def test_staff_bring_no_money(desk: Desk) -> None:
    boss = person(desk, "boss", "operator", 0)
    asked = {"player": boss, "currency": "EUR", "amount_minor": 1000, "provider": "bank"}
    assert desk.refused(AskDeposit, **asked) == "account/staff"


def test_what_lay_on_the_table_before_a_promotion_can_be_taken_back_and_is_settled(desk: Desk) -> None:
    anna = person(desk, "anna")
    desk.round()
    desk.place(anna, 1000)
    promoted(desk, anna)
    more = (Placed("1/double/1", 1000),)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=more, initial=False) == "account/staff"
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 400),))
    desk.ok(SettleRound, round="R1", returned={anna: 1200})
    assert desk.balances(anna)[:2] == (10_600, 0)
    desk.check()


def test_who_has_a_stake_in_a_round_does_not_void_it(desk: Desk) -> None:
    anna, boss = person(desk, "anna"), person(desk, "boss", "supervisor")
    desk.round()
    desk.place(anna, 1000)
    promoted(desk, anna)
    assert desk.refused(VoidRound, round="R1", reason="mine", by=anna) == "account/own_stake"
    desk.ok(VoidRound, round="R1", reason="a test", by=boss)
    desk.check()


def test_who_had_a_part_in_a_round_corrects_nothing_in_it(desk: Desk) -> None:
    anna, berta, boss = person(desk, "anna"), person(desk, "berta"), person(desk, "boss", "supervisor")
    desk.round()
    desk.place(anna, 1000)
    desk.place(berta, 1000)
    desk.ok(SettleRound, round="R1", returned={berta: 2000})
    promoted(desk, anna)
    for returned in ({anna: 9000}, {berta: 9000}, {anna: 1, berta: 1}):
        assert desk.refused(ResettleRound, round="R1", returned=returned, reason="x", by=anna) == "account/own_stake"
    desk.ok(ResettleRound, round="R1", returned={berta: 1000}, reason="a test", by=boss)
    desk.check()


def test_nobody_does_themselves_a_favour_at_the_bank(desk: Desk) -> None:
    boss = person(desk, "boss", "supervisor")
    chips = {"value_minor": 500, "count": 2, "expires_ms": desk.now_ms + 1000, "reason": "x"}
    assert desk.refused(GrantGoldenChips, player=boss, by=boss, **chips) == "account/not_allowed"
    assert desk.refused(SetVipLevel, player=boss, by=boss, level="gold", reason="x") == "account/not_allowed"
    assert desk.refused(SetRole, player=boss, by=boss, role="player", reason="x") == "account/not_allowed"


def test_a_role_is_given_by_supervisors_to_who_has_a_password(desk: Desk) -> None:
    boss, operator = person(desk, "boss", "supervisor"), person(desk, "operator", "operator")
    anna, guest = person(desk, "anna"), desk.ok(OpenAccount, name="guest", currency="EUR", demo=True).player
    said = {"reason": "x", "role": "operator"}
    assert desk.refused(SetRole, player=anna, by=operator, **said) == "account/not_allowed"
    assert desk.refused(SetRole, player=anna, by=anna, **said) == "account/not_allowed"
    assert desk.refused(SetRole, player=guest, by=boss, **said) == "account/no_password"
    assert desk.refused(SetRole, player=anna, by=boss, role="operator") == "ledger/bad_reason"
    assert desk.refused(SetRole, player=anna, by=boss, role="king", reason="x") == "account/bad_role"
    assert desk.refused(SetRole, player=anna, by=boss, role="player", reason="x") == "account/same_role"
    desk.ok(SetRole, player=anna, by=boss, **said)
    desk.check()
