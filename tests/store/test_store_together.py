"""One decision that several players pay for (H2): all or none, on every engine."""

from __future__ import annotations

from tests.store.desk import Desk
from ventuno.bank import Placed, PlaceTogether, SettleRound
from ventuno.refusal import Refusal


def both(desk: Desk) -> tuple[int, int]:
    anna, ben = desk.player("anna", 10_000), desk.player("ben", 700)
    desk.round()
    desk.place(anna, 1_000)
    desk.place(ben, 500)
    return anna, ben


def test_stakes_of_several_players_are_one_record_h2(desk: Desk) -> None:
    anna, ben = both(desk)
    spot = "1/double/1"
    receipt = desk.ok(
        PlaceTogether, round="R1", stakes={anna: (Placed(spot, 1_000),), ben: (Placed(spot, 200),)}, events=(b"{}",)
    )
    assert receipt.staked_minor == 1_200
    assert desk.balances(anna) == (8_000, 2_000, 0, 0)
    assert desk.balances(ben) == (0, 700, 0, 0)
    desk.check()
    desk.ok(SettleRound, round="R1", returned={anna: 4_000, ben: 1_400})
    assert (desk.balances(anna)[0], desk.balances(ben)[0]) == (12_000, 1_400)
    desk.check()


def test_one_who_is_short_keeps_all_from_being_placed_and_is_named_h2(desk: Desk) -> None:
    anna, ben = both(desk)
    spot = "1/double/1"
    refused = desk.do(PlaceTogether, round="R1", stakes={anna: (Placed(spot, 1_000),), ben: (Placed(spot, 500),)})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.data["player"]) == ("ledger/overdraft", ben)
    assert desk.balances(anna) == (9_000, 1_000, 0, 0)
    desk.check()


def test_nothing_for_nobody_is_refused(desk: Desk) -> None:
    both(desk)
    assert desk.refused(PlaceTogether, round="R1", stakes={}) == "ledger/zero"
