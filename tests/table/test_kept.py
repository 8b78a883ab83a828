"""Acknowledged means kept: what a table has said `Done` to is there after a crash; asked again it is not done again."""

from __future__ import annotations

import pytest
from desk import Desk

from ventuno.protocol import commands as said
from ventuno.protocol.messages import Done, Refused

DEALT = "Th 9h Ts 9d"
WINS = "Ts 9s Th 8h " * 3  # a twenty against a seventeen


def answer(desk: Desk, player: int, command: said.Command, request: str) -> str:
    """`Done`, or the code of the refusal."""
    desk.send(player, command, request)
    reply = desk.replies[player, request]
    return reply.code if isinstance(reply, Refused) else type(reply).__name__


def after_a_round(desk: Desk) -> None:
    """Results are shown, and no round is open at the bank."""
    desk.do(1, said.Sit(1))
    desk.do(1, said.Bet("1/main", 1000))
    desk.wait_for("results")
    assert not desk.table.errands.log.code


def stand(desk: Desk) -> None:
    desk.wait_for("decisions")
    desk.do(1, said.Decide(desk.turn, 1, "1", "stand"))
    desk.wait_for("results")


def restarted(desk: Desk, *players: int) -> None:
    desk.restart()
    for player in players:
        desk.enter(player)


# -- seats between two rounds ---------------------------------------------------------------------


def test_a_seat_taken_while_results_are_shown_is_kept() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    after_a_round(desk)
    desk.do(2, said.Sit(3))
    restarted(desk, 1, 2)
    assert desk.view.seats[3].name == "p2"


def test_a_seat_given_up_while_results_are_shown_stays_free() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    after_a_round(desk)
    desk.do(1, said.GetUp(1))
    restarted(desk, 2)
    assert 1 not in desk.view.seats


def test_whether_bets_behind_are_allowed_is_kept_between_rounds() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    after_a_round(desk)
    desk.do(1, said.AllowBehind(allowed=False))
    restarted(desk, 1)
    assert not desk.view.seats[1].allows_behind


def test_who_leaves_between_rounds_has_left_their_seats() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    after_a_round(desk)
    desk.do(1, said.Leave())
    restarted(desk, 2)
    assert 1 not in desk.view.seats


def test_what_is_kept_between_rounds_counts_until_the_next_round_says_otherwise() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    after_a_round(desk)
    desk.do(2, said.Sit(3))
    desk.wait_for("betting")
    desk.do(2, said.GetUp(3))
    restarted(desk, 1, 2)
    assert set(desk.view.seats) == {1}


def test_nothing_is_said_of_a_seat_before_it_is_kept() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    after_a_round(desk)
    desk.hold()
    request = desk.send(2, said.Sit(3))
    assert (2, request) not in desk.replies
    assert 3 not in desk.view.seats
    desk.let_go()
    assert isinstance(desk.replies[2, request], Done)
    assert desk.view.seats[3].name == "p2"


def test_a_seat_asked_for_while_a_round_is_being_settled_is_kept() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    desk.do(1, said.Sit(1))
    desk.do(1, said.Bet("1/main", 1000))
    desk.wait_for("dealer")
    desk.hold()
    while not any(type(ask.command).__name__ == "SettleRound" for ask in desk.asks):
        if desk.asks:
            desk.answer_one()
        else:
            desk.wait(100)
    request = desk.send(2, said.Sit(3))
    desk.let_go()
    assert isinstance(desk.replies[2, request], Done)
    restarted(desk, 1, 2)
    assert desk.view.seats[3].name == "p2"


def test_limits_chosen_before_the_first_bet_are_kept() -> None:
    desk = Desk("free-chip")
    level = desk.table.rules.limits[-1].level
    desk.do(1, said.ChooseLimits(level))
    restarted(desk, 1)
    assert desk.table.rules.chosen_level == level


# -- asked again ----------------------------------------------------------------------------------


def test_a_rebet_and_deal_sent_again_after_a_restart_stakes_once() -> None:
    """Done, the round played to its end, the answer lost with the house: the same request is no second round."""
    desk = Desk("free-chip", WINS)
    desk.do(1, said.Bet("1/main", 1000))
    desk.do(1, said.Deal())
    stand(desk)
    assert answer(desk, 1, said.Deal("same"), "X") == "Done"
    stand(desk)
    wallet = desk.bank.wallet(1)
    restarted(desk, 1)
    assert answer(desk, 1, said.Deal("same"), "X") == "Done"
    assert (desk.bank.wallet(1), desk.bank.in_play(1)) == (wallet, 0)
    assert not desk.table.errands.log.code or not desk.table.betting.slips[1].total_minor


@pytest.mark.parametrize("command", [said.Bet("1/main", 1000), said.RepeatBets()])
def test_a_bet_sent_again_in_the_next_window_lays_no_chip(command: said.Command) -> None:
    desk = Desk("infinite", DEALT)
    desk.do(1, said.Bet("1/main", 1000))
    desk.wait_for("results")
    desk.wait_for("betting")
    assert answer(desk, 1, command, "X") == "Done"
    restarted(desk, 1)  # the window is void, and another opens
    assert desk.bank.in_play(1) == 0
    assert answer(desk, 1, command, "X") == "Done"
    assert desk.bank.in_play(1) == 0


def test_a_deal_that_was_asked_for_is_dealt_after_a_crash() -> None:
    """REBET & DEAL takes two commands of the bank: a crash between them leaves no half."""
    desk = Desk("free-chip", WINS)
    desk.do(1, said.Bet("1/main", 1000))
    desk.do(1, said.Deal())
    stand(desk)
    desk.hold()
    desk.send(1, said.Deal("same"), "X")
    desk.restart(carry_out=2)  # the round is open and the bet lies there; the cards were never asked for
    desk.enter(1)
    assert desk.bank.in_play(1) == 1000
    desk.wait(2_000)
    assert answer(desk, 1, said.Deal("same"), "X") == "Done"
    assert desk.view.phase == "decisions"
    assert desk.bank.in_play(1) == 1000


def test_a_deal_sent_again_does_not_deal_the_next_bets() -> None:
    desk = Desk("free-chip", WINS)
    desk.do(1, said.Bet("1/main", 1000))
    assert answer(desk, 1, said.Deal(), "X") == "Done"
    stand(desk)
    desk.do(1, said.Bet("1/main", 2000))
    restarted(desk, 1)
    assert answer(desk, 1, said.Deal(), "X") == "Done"
    desk.wait(1_000)
    assert desk.view.phase == "waiting"  # a solo table waits for DEAL


@pytest.mark.parametrize("command", [said.Sit(1), said.GetUp(1), said.AllowBehind(allowed=False)])
def test_what_is_asked_again_of_seats_changes_nothing_more(command: said.Command) -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    if not isinstance(command, said.Sit):
        desk.do(1, said.Sit(1))
    assert answer(desk, 1, command, "X") == "Done"
    back = {said.Sit: said.GetUp(1), said.GetUp: said.Sit(1), said.AllowBehind: said.AllowBehind(allowed=True)}
    desk.do(1, back[type(command)])
    before = desk.view.seats.get(1)
    restarted(desk, 1, 2)
    assert answer(desk, 1, command, "X") == "Done"
    after = desk.view.seats.get(1)
    assert (after is None) == (before is None)
    assert after is None or before is None or after.allows_behind == before.allows_behind


def test_start_now_sent_again_makes_no_later_bets_final() -> None:
    desk = Desk("classic-free-bet", DEALT, players=(1, 2))
    desk.do(1, said.Sit(1))
    desk.do(2, said.Sit(2))
    desk.do(1, said.Bet("1/main", 1000))
    assert answer(desk, 1, said.StartNow(), "X") == "Done"
    desk.wait_for("results")
    desk.wait_for("betting")
    desk.do(1, said.Bet("1/main", 1000))
    assert answer(desk, 1, said.StartNow(), "X") == "Done"
    assert not desk.bets(1).locked


def test_a_decision_sent_again_after_a_restart_is_done_and_not_late() -> None:
    desk = Desk("infinite", "2h Th 3s 9d 4h 5h")
    desk.do(1, said.Bet("1/main", 1000))
    desk.wait_for("decisions")
    hit = said.Decide(desk.turn, 1, "1", "hit")
    assert answer(desk, 1, hit, "X") == "Done"
    restarted(desk, 1)
    assert answer(desk, 1, hit, "X") == "Done"
    desk.wait_for("decisions")
    assert len(desk.view.lines["1"].cards) == 3


def test_an_id_used_for_something_else_is_refused_whatever_the_round() -> None:
    desk = Desk("infinite", DEALT)
    assert answer(desk, 1, said.Bet("1/main", 1000), "X") == "Done"
    restarted(desk, 1)
    assert answer(desk, 1, said.Bet("1/main", 2000), "X") == "ledger/key_reused"
    assert desk.bank.in_play(1) == 0
