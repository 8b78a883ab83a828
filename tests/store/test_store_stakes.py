"""Stakes are reserved, then settled or released, each time in one transaction with the round's events."""

from __future__ import annotations

import pytest

from tests.store.desk import DAY_MS, Desk, again
from ventuno.bank import (
    OpenRound,
    Placed,
    PlaceStakes,
    Pocket,
    RecordEvents,
    RoundTerms,
    SettleRound,
    SetVipLevel,
    SpotLimits,
    TakeBackStakes,
    VoidRound,
)
from ventuno.store.history import abandoned_rounds, events_of, open_rounds, rounds_of_player, stakes_in

LOW = SpotLimits(100, 20_000, 100, 2_500, "bronze")
HIGH = SpotLimits(2_500, 500_000, 500, 50_000, "gold")


def test_a_stake_is_reserved_and_not_yet_the_houses(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    assert desk.balances(anna) == (9_500, 500, 0, 0)
    assert desk.fund(Pocket.HOUSE) == 0
    desk.check()


def test_undo_takes_back_the_last_placement_b3(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    desk.place(anna, 300)
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 300),))
    assert desk.balances(anna) == (9_500, 500, 0, 0)
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 500),))
    assert (desk.balances(anna), stakes_in(desk.ledger, "R1")) == ((10_000, 0, 0, 0), [])
    desk.check()


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        (Placed("1/main", 501), "stake/more_than_placed"),
        (Placed("2/main", 500), "stake/none"),
        (Placed("1/main", 500, {100: 1}), "stake/more_than_placed"),
        (Placed("1/main", -500), "ledger/negative"),
    ],
)
def test_no_more_is_taken_back_than_was_placed_b3(desk: Desk, stake: Placed, code: str) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    assert desk.refused(TakeBackStakes, round="R1", player=anna, stakes=(stake,)) == code
    assert desk.balances(anna) == (9_500, 500, 0, 0)


def test_doubling_every_bet_is_all_or_nothing_b3(desk: Desk) -> None:
    anna = desk.player(money=1_000)
    desk.round()
    desk.place(anna, 300)
    desk.place(anna, 300, "1/21+3")
    doubled = (Placed("1/main", 300), Placed("1/21+3", 300))
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=doubled) == "ledger/overdraft"
    assert desk.balances(anna) == (400, 600, 0, 0)


def test_a_win_pays_from_the_house_and_a_loss_goes_to_it(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    desk.round()
    desk.place(anna, 500)
    desk.place(bob, 300)
    receipt = desk.ok(SettleRound, round="R1", returned={anna: 1_250})
    assert (receipt.staked_minor, receipt.returned_minor) == (800, 1_250)
    assert (desk.balances(anna), desk.balances(bob)) == ((10_750, 0, 0, 0), (9_700, 0, 0, 0))
    assert desk.fund(Pocket.HOUSE) == -450
    desk.check()


def test_insurance_and_a_double_are_stakes_of_the_same_round_d6(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 1_000)
    desk.place(anna, 500, "1/insurance", initial=False)
    desk.place(anna, 1_000, "1/double/1", initial=False)
    assert desk.balances(anna) == (7_500, 2_500, 0, 0)
    desk.ok(SettleRound, round="R1", returned={anna: 4_000})
    assert desk.balances(anna) == (11_500, 0, 0, 0)
    desk.check()


def test_a_round_is_settled_once(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    settle = {"key": "settle", "round": "R1", "staked": {anna: 500}}
    first = desk.ok(SettleRound, **settle, returned={anna: 1_000})
    assert desk.ok(SettleRound, **settle, returned={anna: 1_000}) == again(first)
    assert desk.refused(SettleRound, **settle, returned={anna: 9_000}) == "ledger/key_reused"
    assert desk.refused(SettleRound, round="R1", returned={anna: 1_000}) == "round/over"
    assert desk.refused(VoidRound, round="R1", reason="late") == "round/over"
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=(Placed("1/main", 5),)) == "round/over"
    assert desk.balances(anna) == (10_500, 0, 0, 0)


@pytest.mark.parametrize(
    ("returned", "code"),
    [({1: -1}, "ledger/negative"), ({1: 10**15 + 1}, "ledger/too_large"), ({2: 5}, "settle/no_stake")],
)
def test_a_wrong_settlement_is_refused_and_the_round_stays_open(
    desk: Desk, returned: dict[int, int], code: str
) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    assert anna == 1
    assert desk.refused(SettleRound, round="R1", returned=returned) == code
    assert [found.code for found in open_rounds(desk.ledger)] == ["R1"]
    desk.check()


def test_a_stake_taken_back_whole_has_nothing_to_win(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 500),))
    assert desk.refused(SettleRound, round="R1", returned={anna: 1_000}) == "settle/no_stake"


def test_a_void_round_gives_every_stake_back_and_nothing_else_e1(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob", 5_000, "USD")
    desk.round()
    desk.place(anna, 500)
    desk.place(anna, 250, "1/insurance", initial=False)
    desk.place(bob, 700)
    desk.ok(VoidRound, round="R1", reason="the camera failed")
    assert (desk.balances(anna), desk.balances(bob)) == ((10_000, 0, 0, 0), (5_000, 0, 0, 0))
    assert rounds_of_player(desk.ledger, anna)[0].state == "void"
    desk.check()


def test_a_round_left_for_90_days_is_found_and_its_stakes_go_back_t1(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    desk.now_ms += 90 * DAY_MS - 1
    assert abandoned_rounds(desk.ledger, desk.now_ms) == []
    desk.now_ms += 1
    for found in abandoned_rounds(desk.ledger, desk.now_ms):
        desk.ok(VoidRound, round=found.code, reason="abandoned")
    assert desk.balances(anna) == (10_000, 0, 0, 0)
    assert abandoned_rounds(desk.ledger, desk.now_ms) == []


def test_table_limits_bind_the_initial_bet_only_b4(desk: Desk) -> None:
    anna = desk.player(money=100_000)
    desk.round(terms=RoundTerms(limits=(LOW, HIGH)))
    desk.place(anna, 15_000)
    over = (Placed("1/main", 5_001),)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=over) == "bet/over_maximum"
    desk.place(anna, 5_000)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=(Placed("1/21+3", 2_501),)) == "bet/over_maximum"
    desk.place(anna, 20_000, "1/double/1", initial=False)


def test_limits_are_those_of_the_players_vip_level_b4(desk: Desk) -> None:
    anna = desk.player(money=100_000)
    desk.round(terms=RoundTerms(limits=(LOW, HIGH)))
    stakes = (Placed("1/main", 50_000),)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=stakes) == "bet/over_maximum"
    desk.ok(SetVipLevel, player=anna, level="gold")
    desk.ok(PlaceStakes, round="R1", player=anna, stakes=stakes)


def test_a_change_of_limits_counts_from_the_next_round_b4(desk: Desk) -> None:
    anna = desk.player(money=100_000)
    desk.round("R1", terms=RoundTerms(limits=(LOW,)))
    desk.round("R2", terms=RoundTerms(limits=(SpotLimits(100, 200, 100, 200),)))
    desk.place(anna, 20_000, code="R1")
    stakes = (Placed("1/main", 201),)
    assert desk.refused(PlaceStakes, round="R2", player=anna, stakes=stakes) == "bet/over_maximum"


def test_events_are_stored_with_the_money_they_moved(desk: Desk) -> None:
    anna = desk.player()
    desk.round(events=(b"opened",))
    desk.place(anna, 500, events=(b"bet", b"bet again"), first_event=1)
    desk.ok(RecordEvents, round="R1", events=(b"card",), first_event=3)
    desk.ok(SettleRound, round="R1", returned={anna: 500}, events=(b"settled",), first_event=4)
    assert events_of(desk.ledger, "R1") == [b"opened", b"bet", b"bet again", b"card", b"settled"]
    assert events_of(desk.ledger, "R1", 3) == [b"card", b"settled"]
    desk.check()


def test_two_owners_of_a_table_cannot_both_write_its_events(desk: Desk) -> None:
    desk.round(events=(b"opened",))
    desk.ok(RecordEvents, round="R1", events=(b"ace",), first_event=1)
    assert desk.refused(RecordEvents, round="R1", events=(b"king",), first_event=1) == "round/events_out_of_step"
    assert events_of(desk.ledger, "R1") == [b"opened", b"ace"]


def test_a_refused_stake_stores_none_of_its_events(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    stakes = (Placed("1/main", 10_001),)
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=stakes, events=(b"bet",)) == "ledger/overdraft"
    assert events_of(desk.ledger, "R1") == []


def test_a_code_is_one_rounds_only_a5(desk: Desk) -> None:
    desk.round()
    assert desk.refused(OpenRound, round="R1", table="two", game="infinite") == "round/code_taken"
    assert desk.refused(SettleRound, round="R9") == "round/unknown"


def test_players_of_several_currencies_are_settled_in_one_record_b5(desk: Desk) -> None:
    players = [desk.player(f"p{number}", 0, "EUR" if number % 3 else "USD") for number in range(20)]
    for player in players:
        desk.ok_deposit(player, 1_000)
    desk.round()
    for player in players:
        desk.place(player, 1_000)
    receipt = desk.ok(SettleRound, round="R1", returned=dict.fromkeys(players[::2], 1_500))
    assert (receipt.staked_minor, receipt.returned_minor) == (20_000, 15_000)
    assert [desk.purse(player).wallet for player in players] == [1_500, 0] * 10
    desk.check()
