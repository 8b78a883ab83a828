"""A round settled wrongly is corrected by new entries, never by changing old ones (E3)."""

from __future__ import annotations

import pytest

from tests.store.desk import Desk, again
from ventuno.bank import (
    ForgetRounds,
    JackpotWin,
    OpenJackpot,
    Placed,
    PlaceStakes,
    Pocket,
    ResettleRound,
    RoundTerms,
    SettleRound,
    VoidRound,
    Withdraw,
)
from ventuno.store.forgetting import forget_step
from ventuno.store.history import entries_of, events_of, head, results_of, rounds_of_player

WHY = "the ace was read as a four"


@pytest.fixture
def anna(desk: Desk) -> int:
    """Staked 500 in R1 and got nothing."""
    player = desk.player()
    desk.round()
    desk.place(player, 500)
    desk.ok(SettleRound, round="R1", events=(b"settled",))
    return player


def test_a_player_paid_too_little_gets_the_rest_from_the_house_e3(desk: Desk, anna: int) -> None:
    receipt = desk.ok(ResettleRound, round="R1", returned={anna: 1_250}, reason=WHY, events=(b"corrected",))
    assert (receipt.returned_minor, receipt.short_minor) == (1_250, 0)
    assert (desk.balances(anna), desk.fund(Pocket.HOUSE)) == ((10_750, 0, 0, 0), -750)
    assert events_of(desk.ledger, "R1") == [b"settled", b"corrected"]
    desk.check()


def test_a_player_paid_too_much_gives_it_back_e3(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    desk.ok(SettleRound, round="R1", returned={anna: 1_250})
    assert desk.ok(ResettleRound, round="R1", returned={anna: 500}, reason=WHY).returned_minor == -750
    assert (desk.balances(anna), desk.fund(Pocket.HOUSE)) == ((10_000, 0, 0, 0), 0)
    desk.check()


def test_what_a_wallet_does_not_hold_is_the_houses_loss_e3(desk: Desk) -> None:
    anna = desk.player(money=500)
    desk.round()
    desk.place(anna, 500)
    desk.ok(SettleRound, round="R1", returned={anna: 1_250})
    desk.ok(Withdraw, player=anna, currency="EUR", amount_minor=1_000)
    receipt = desk.ok(ResettleRound, round="R1", returned={anna: 0}, reason=WHY)
    assert (receipt.returned_minor, receipt.short_minor) == (-250, 1_000)
    assert (desk.balances(anna), desk.fund(Pocket.HOUSE)) == ((0, 0, 0, 0), -500)
    assert desk.ok(ResettleRound, round="R1", returned={anna: 0}, reason=WHY).short_minor == 1_000
    assert desk.balances(anna) == (0, 0, 0, 0)
    desk.check()


def test_a_correction_is_made_once_a_key_and_the_next_begins_where_it_ended_e3(desk: Desk, anna: int) -> None:
    fields = {"round": "R1", "reason": WHY}
    first = desk.ok(ResettleRound, key="c", returned={anna: 1_000}, **fields)
    assert desk.ok(ResettleRound, key="c", returned={anna: 1_000}, **fields) == again(first)
    assert desk.refused(ResettleRound, key="c", returned={anna: 9_000}, **fields) == "ledger/key_reused"
    assert desk.refused(ResettleRound, returned={anna: 1_000}, **fields) == "resettle/nothing"
    assert desk.ok(ResettleRound, returned={anna: 750}, **fields).returned_minor == -250
    assert desk.balances(anna) == (10_250, 0, 0, 0)
    desk.check()


def test_nothing_old_is_changed_and_history_shows_both_e3(desk: Desk, anna: int) -> None:
    settled = head(desk.ledger).number
    with desk.ledger.reading() as engine:
        before = entries_of(engine, settled)
    desk.now_ms += 60_000
    desk.ok(ResettleRound, round="R1", returned={anna: 750}, reason=WHY)
    with desk.ledger.reading() as engine:
        assert entries_of(engine, settled) == before
    correction, played = rounds_of_player(desk.ledger, anna)
    assert (played.corrects, played.staked_minor, played.returned_minor) == (False, 500, 0)
    assert (correction.corrects, correction.staked_minor, correction.returned_minor) == (True, 0, 750)
    assert correction.ended_ms - played.ended_ms == 60_000
    assert results_of(desk.ledger, "R1") == [(anna, 500, 750)]


def test_who_is_not_named_keeps_what_they_got_e3(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob", 5_000, "USD")
    desk.round()
    desk.place(anna, 500)
    desk.place(bob, 700)
    desk.ok(SettleRound, round="R1", returned={anna: 1_000})
    assert results_of(desk.ledger, "R1") == [(anna, 500, 1_000), (bob, 700, 0)]
    desk.ok(ResettleRound, round="R1", returned={bob: 1_400}, reason=WHY)
    assert (desk.balances(anna), desk.balances(bob)) == ((10_500, 0, 0, 0), (5_700, 0, 0, 0))
    assert (desk.fund(Pocket.HOUSE, "EUR"), desk.fund(Pocket.HOUSE, "USD")) == (-500, -700)
    desk.check()


def test_a_jackpot_paid_to_the_wrong_one_is_taken_back_by_the_house_not_by_the_pool_j1(desk: Desk) -> None:
    desk.ok(OpenJackpot, jackpot="j", currency="EUR", seed_minor=1_000, contribution="0")
    anna = desk.player()
    desk.round(terms=RoundTerms(jackpots={"progressive": "j"}))
    desk.place(anna, 100, "1/progressive")
    desk.ok(SettleRound, round="R1", jackpot=JackpotWin("j", 1_000, {anna: 1}))
    assert desk.balances(anna) == (10_900, 0, 0, 0)
    desk.ok(ResettleRound, round="R1", returned={anna: 0}, reason=WHY)
    assert (desk.balances(anna), desk.fund(Pocket.POOL)) == ((9_900, 0, 0, 0), 1_000)
    desk.check()


def test_settled_and_corrected_in_one_transaction_e3(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    desk.place(anna, 500)
    fields = {"at_ms": desk.now_ms, "round": "R1"}
    commands = [
        SettleRound(key="s", staked={anna: 500}, returned={anna: 1_000}, **fields),
        ResettleRound(key="c1", returned={anna: 0}, reason=WHY, **fields),
        ResettleRound(key="c2", returned={anna: 500}, reason=WHY, **fields),
    ]
    for future in [desk.ledger.submit(command) for command in commands]:
        future.result()
    assert desk.balances(anna) == (10_000, 0, 0, 0)
    desk.check()


@pytest.mark.parametrize(
    ("returned", "code"),
    [
        ({1: -1}, "ledger/negative"),
        ({1: 10**15 + 1}, "ledger/too_large"),
        ({2: 5}, "resettle/no_part"),
        ({999: 5}, "resettle/no_part"),
        ({1: 0}, "resettle/nothing"),
        ({}, "resettle/nothing"),
    ],
)
def test_a_wrong_correction_is_refused_with_its_own_code(
    desk: Desk, anna: int, returned: dict[int, int], code: str
) -> None:
    assert anna == 1
    assert desk.refused(ResettleRound, round="R1", returned=returned, reason=WHY) == code
    assert desk.balances(anna) == (9_500, 0, 0, 0)


def test_only_a_settled_round_is_corrected_e3(desk: Desk, anna: int) -> None:
    desk.round("R2")
    fields = {"returned": {anna: 5}, "reason": WHY}
    assert desk.refused(ResettleRound, round="R9", **fields) == "round/unknown"
    assert desk.refused(ResettleRound, round="a\0b", **fields) == "round/unknown"
    assert desk.refused(ResettleRound, round="R2", **fields) == "round/not_settled"
    desk.ok(PlaceStakes, round="R2", player=anna, stakes=(Placed("1/main", 5),))
    desk.ok(VoidRound, round="R2", reason="fault")
    assert desk.refused(ResettleRound, round="R2", **fields) == "round/not_settled"


def test_a_round_whose_cards_are_no_longer_kept_is_corrected_like_any_other(desk: Desk, anna: int) -> None:
    desk.ok(ResettleRound, round="R1", returned={anna: 100}, reason=WHY)
    desk.ok(ForgetRounds, ended_before=head(desk.ledger).number + 1)
    assert desk.ledger.keep(forget_step)
    desk.ok(ResettleRound, round="R1", returned={anna: 500}, reason=WHY, events=(b"corrected again",))
    assert [line.returned_minor for line in rounds_of_player(desk.ledger, anna)][:1] == [400]
    assert events_of(desk.ledger, "R1") == [b"corrected again"]
    desk.check()
