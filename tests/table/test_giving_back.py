"""What a table gives back on its own, it gives back once, however often its player comes and goes (E2, H1)."""

from __future__ import annotations

import pytest
from desk import Desk

from ventuno.protocol import commands as said


def test_who_is_gone_twice_while_their_bets_go_back_stops_nobody() -> None:
    """Seed 200 of infinite: the second going asked for the same chips again, and the table stood still for all."""
    desk = Desk("infinite", players=(1, 2))
    desk.do(1, said.Bet("1/main", 500))
    desk.do(2, said.Bet("1/main", 500))
    desk.hold()
    for _ in range(3):
        desk.disconnect(1)
        desk.enter(1)
    desk.let_go()
    assert not desk.alerts
    assert desk.view.pause is None
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (0, 500)
    assert desk.table.betting.slips[1].is_empty


@pytest.mark.parametrize("command", [said.ClearBets(), said.Undo(), said.Bet("1/main", 200), said.DoubleBets()])
def test_who_is_back_before_their_bets_are_is_heard_when_they_are(command: said.Command) -> None:
    desk = Desk("infinite")
    desk.do(1, said.Bet("1/main", 500))
    desk.hold()
    desk.disconnect(1)
    desk.enter(1)
    desk.send(1, command)
    desk.let_go()
    assert not desk.alerts
    on_felt = desk.table.betting.slips[1].total_minor
    assert on_felt == desk.bank.in_play(1) == (200 if isinstance(command, said.Bet) else 0)


def test_a_bet_behind_goes_back_once_when_its_leader_gets_up_as_well() -> None:
    desk = Desk("classic-free-bet", players=(1, 2, 3))
    for player, seat in ((1, 1), (2, 2)):
        desk.do(player, said.Sit(seat))
    desk.do(3, said.BetBehind(1, 500))
    desk.hold()
    desk.send(1, said.GetUp(1))
    desk.disconnect(3)
    desk.send(2, said.GetUp(2))
    desk.let_go()
    assert not desk.alerts
    assert desk.bank.in_play(3) == 0


def test_whoever_leaves_while_the_leader_gets_up_gets_the_bet_behind_back_once() -> None:
    desk = Desk("classic-free-bet", players=(1, 3))
    desk.do(1, said.Sit(1))
    desk.do(3, said.BetBehind(1, 500))
    desk.hold()
    desk.send(1, said.GetUp(1))
    desk.send(3, said.Leave())
    desk.enter(3)
    desk.disconnect(3)
    desk.let_go()
    assert not desk.alerts
    assert desk.bank.in_play(3) == 0


def sat_down_behind_themselves() -> Desk:
    """2 bets behind 1, who gets up while 2 asks for the very seat: the bet cannot go back before 2 is answered."""
    desk = Desk("classic-free-bet", "As 6h 5d Tc 9d 7h 8c", players=(1, 2, 3))
    desk.do(1, said.Sit(3))
    desk.do(3, said.Sit(1))
    desk.do(3, said.Bet("1/main", 1_000))
    desk.do(2, said.BetBehind(3, 500))
    desk.hold()
    desk.send(1, said.GetUp(3))
    desk.send(2, said.Sit(3))
    return desk


def test_who_takes_the_seat_they_bet_behind_gets_that_bet_back_first_h1() -> None:
    desk = sat_down_behind_themselves()
    desk.let_go()
    assert desk.view.seats[3].name == "p2"
    assert desk.bank.in_play(2) == 0
    assert "bet/nobody_to_follow" in desk.notices(2)
    desk.do(2, said.Bet("3/main", 1_000))
    desk.do(2, said.Bet("3/perfect-pairs", 500))
    desk.wait_for("decisions")
    assert (desk.bank.in_play(2), desk.alerts) == (1_500, [])


def test_a_side_bet_never_lies_on_a_bet_behind_h1_b4() -> None:
    """It stayed with the bank when the bet behind went back, and the table stood still at the settlement."""
    desk = sat_down_behind_themselves()
    request = desk.send(2, said.Bet("3/perfect-pairs", 500))
    desk.let_go()
    assert getattr(desk.replies[2, request], "code", "") == "bet/behind_own_hand"
    assert desk.bank.in_play(2) == 0
    desk.wait_for("decisions")
    assert not desk.alerts


def test_what_is_owed_from_one_round_takes_no_bet_of_the_next_h1() -> None:
    desk = sat_down_behind_themselves()
    desk.table.seating.owed[3] = {1}
    desk.let_go()
    desk.wait_for("decisions")
    assert desk.table.seating.owed == {}
