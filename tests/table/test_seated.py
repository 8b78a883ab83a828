"""Seated live tables (T2): seats, START NOW, hands in turn, bets behind (H1 to H4)."""

from __future__ import annotations

from desk import Desk

from ventuno.bank import PlaceTogether, TakeBackStakes
from ventuno.protocol import events as wire
from ventuno.protocol.commands import (
    AllowBehind,
    Bet,
    BetBehind,
    ClearBets,
    Decide,
    DecideEarly,
    Follow,
    GetUp,
    Insure,
    Leave,
    Sit,
    StartNow,
)
from ventuno.protocol.messages import Done, Refused
from ventuno.table.port import Void

SOFT = "As 6h 5d Tc 4d 9d"  # A-5 against 16: a paid double; the dealer draws a nine and is bust
TENS = "Ts 6h Kd Tc 9d 8c 5h"  # a paid split: 19 and 18 against 21


def classic(script: str = SOFT, players: int = 3, **config: object) -> Desk:
    desk = Desk("classic-free-bet", script, players=range(1, players + 1), **config)  # type: ignore[arg-type]
    desk.do(1, Sit(3))
    return desk


def behind(script: str = SOFT, **config: object) -> Desk:
    """Player 1 plays seat 3, player 2 bets behind, and player 1 is asked."""
    desk = classic(script, **config)
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, BetBehind(3, 500))
    desk.wait_for("decisions")
    return desk


def decide(desk: Desk, player: int, action: str, line: str) -> None:
    desk.do(player, Decide(desk.turn, int(line[0]), line, action))


# -- seats --------------------------------------------------------------------------------------


def test_a_seat_is_taken_shown_with_the_name_and_left_a2() -> None:
    desk = classic()
    assert desk.view.seats[3].name == "p1"
    assert desk.refused(2, Sit(3)) == "seat/taken"
    desk.do(1, Sit(4))
    assert desk.refused(1, Sit(5)) == "seat/too_many"  # T2: at most two
    assert desk.bets(1).seats == (3, 4)
    desk.do(1, GetUp(4))
    assert 4 not in desk.view.seats


def test_only_who_sits_bets_on_a_seat_a2() -> None:
    desk = classic()
    assert desk.refused(2, Bet("3/main", 1_000)) == "bet/not_your_position"
    desk.do(1, Bet("3/main", 1_000))


def test_a_seat_with_a_bet_is_left_at_the_end_of_the_round_a2() -> None:
    desk = behind()
    desk.do(1, GetUp(3))
    assert 3 in desk.view.seats
    decide(desk, 1, "stand", "3")
    desk.wait_for("results")
    assert 3 not in desk.view.seats


def test_an_idle_seat_is_freed_and_its_player_told_a2() -> None:
    desk = classic(" ".join([SOFT] * 3), idle_rounds=2)
    desk.do(2, Sit(5))
    for _ in range(2):
        desk.do(1, Bet("3/main", 1_000))
        desk.wait_for("results")
        desk.wait_for("betting")
    assert 5 not in desk.view.seats
    assert "seat/idle" in desk.notices(2)
    assert 3 in desk.view.seats


def test_seats_of_who_is_away_are_freed_though_nobody_bets_a2() -> None:
    """Seven seats held by players who have gone would close the table to everybody else."""
    desk = classic(idle_rounds=2)
    desk.do(2, Sit(5))
    desk.disconnect(1)
    desk.wait(desk.table.rules.times.betting_ms)
    assert set(desk.view.seats) == {3, 5}
    desk.wait(desk.table.rules.times.betting_ms)
    assert set(desk.view.seats) == {5}  # who is there may take their time
    desk.enter(1)
    desk.do(2, Sit(3))


def test_a_blip_of_the_connection_costs_no_seat_e2() -> None:
    desk = classic()
    desk.do(1, Bet("3/main", 1_000))
    desk.disconnect(1)
    assert desk.view.seats[3].away
    assert desk.bank.in_play(1) == 1_000  # bets stand
    desk.enter(1)
    assert not desk.view.seats[3].away


def test_the_same_bet_on_all_my_seats_b6() -> None:
    desk = classic()
    desk.do(1, Sit(4))
    desk.do(1, Bet("3/main", 1_000, all_seats=True))
    assert {bet.spot: bet.amount_minor for bet in desk.bets(1).bets} == {"3/main": 1_000, "4/main": 1_000}


def test_start_now_finalises_my_bet_and_starts_when_all_have_pressed_b7() -> None:
    desk = classic("As Ts 6h 5d 9d Tc 9s")
    desk.do(2, Sit(5))
    assert desk.refused(1, StartNow()) == "bet/nothing_to_lock"
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, Bet("5/main", 1_000))
    desk.do(3, BetBehind(5, 1_000))
    assert desk.view.seats[3].bets == ()
    desk.do(1, StartNow())
    assert desk.view.seats[3].locked
    assert [bet.amount_minor for bet in desk.view.seats[3].bets] == [1_000]  # shown to others
    assert desk.refused(1, Bet("3/main", 1_000)) == "bet/locked"
    assert desk.refused(3, StartNow()) in ("bet/nothing_to_lock", "seat/not_seated")
    assert desk.view.phase == "betting"
    desk.do(2, StartNow())
    assert desk.view.phase == "closed"
    desk.wait(2_000)
    assert desk.view.phase == "decisions"
    assert desk.now_ms < 1_000_000 + 9_000


# -- in turn ------------------------------------------------------------------------------------


def test_hands_are_played_in_turn_from_the_dealers_left() -> None:
    desk = classic("2s 3s 6h Td 9d Tc 9s 2c 2d")
    desk.do(2, Sit(1))
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    assert desk.view.question is not None
    assert desk.view.question.position == 1
    assert desk.refused(1, Decide(desk.turn, 3, "3", "stand")) == "action/not_your_turn"
    decide(desk, 2, "stand", "1")
    assert desk.view.question is not None
    assert desk.view.question.position == 3
    assert desk.view.lines["1"].decided == "stand"


def test_an_early_decision_is_acted_on_when_the_turn_comes_d2() -> None:
    desk = classic("2s 3s 6h Td 9d Tc 9s 2c 2d 5c")
    desk.do(2, Sit(1))
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    desk.do(1, DecideEarly(3, "3", "stand"))
    asked = len(desk.events(wire.Asked))
    decide(desk, 2, "stand", "1")
    desk.wait_for("results")
    assert len(desk.events(wire.Asked)) == asked  # nobody had to be asked again
    assert [(event.line, event.action) for event in desk.events(wire.Decided)] == [("1", "stand"), ("3", "stand")]
    desk.at_peace()


def test_without_a_decision_in_time_the_hand_is_decided_and_the_next_one_asked_d3() -> None:
    desk = classic("5s Ts 6h 6d 9d Tc 9s 8c 2d")
    desk.do(2, Sit(5))
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, Bet("5/main", 1_000))
    desk.wait_for("decisions")
    assert desk.view.deadline is not None
    assert desk.view.deadline.at_zero == "hits"
    desk.wait(8_000)
    assert [(event.line, event.action, event.by_time) for event in desk.events(wire.Decided)] == [("3", "hit", True)]
    desk.wait_for("results")
    assert all(event.by_time for event in desk.events(wire.Decided))
    desk.at_peace()


def test_a_free_double_replaces_the_paid_one_and_costs_nothing_d1() -> None:
    desk = classic("5s 6h 6d Tc 9d 8c")
    desk.do(1, Bet("3/main", 1_000))
    desk.wait_for("decisions")
    assert desk.options(1) == ["hit", "stand", "free-double"]
    assert desk.refused(1, Decide(desk.turn, 3, "3", "double")) == "action/free_instead"
    decide(desk, 1, "free-double", "3")
    desk.wait_for("results")
    assert desk.bank.wallet(1) == 102_000
    desk.at_peace()


# -- bet behind ---------------------------------------------------------------------------------


def test_a_bet_behind_rides_on_anothers_hand_and_pays_like_any_h1() -> None:
    desk = behind("As 6h 5d Tc 9d")
    assert desk.refused(2, Decide(desk.turn, 3, "3", "hit")) == "action/bet_behind"
    decide(desk, 1, "stand", "3")
    desk.wait_for("results")
    assert (desk.bank.wallet(1), desk.bank.wallet(2)) == (101_000, 100_500)
    assert desk.result(2).hands[0].behind
    desk.at_peace()


def test_nobody_bets_behind_a_hand_of_their_own_h1() -> None:
    desk = classic()
    assert desk.refused(1, BetBehind(3, 500)) == "bet/behind_own_hand"
    assert desk.refused(2, BetBehind(4, 500)) == "bet/not_behind_here"


def test_a_bet_behind_goes_back_at_once_when_the_player_leaves_the_seat_h1() -> None:
    desk = classic()
    desk.do(2, BetBehind(3, 500))
    assert desk.bank.in_play(2) == 500
    desk.do(1, GetUp(3))
    assert desk.bank.in_play(2) == 0
    assert "bet/nobody_to_follow" in desk.notices(2)


def test_a_bet_behind_goes_back_when_the_player_leaves_the_table_h1() -> None:
    desk = classic()
    desk.do(2, BetBehind(3, 500))
    desk.do(1, Leave())
    assert desk.bank.in_play(2) == 0
    assert 3 not in desk.view.seats


def test_a_bet_behind_goes_back_when_the_seat_has_no_valid_bet_at_red_h1() -> None:
    desk = classic("Ts 6h Kd Tc 9d")
    desk.do(3, Sit(1))
    desk.do(3, Bet("1/main", 1_000))
    desk.do(1, Bet("3/main", 52))
    desk.do(2, BetBehind(3, 500))
    desk.wait_for("decisions")
    assert (desk.bank.wallet(1), desk.bank.wallet(2)) == (100_000, 100_000)
    assert "bet/nobody_to_follow" in desk.notices(2)
    decide(desk, 3, "stand", "1")
    desk.wait_for("results")
    desk.at_peace()


def test_a_follower_pays_for_a_double_together_with_the_player_h2() -> None:
    desk = behind()
    decide(desk, 1, "double", "3")
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (2_000, 1_000)
    assert desk.codes_of(PlaceTogether) == ["R1"]
    desk.wait_for("results")
    assert (desk.bank.wallet(1), desk.bank.wallet(2)) == (102_000, 101_000)
    desk.at_peace()


def test_not_following_a_double_the_single_bet_rides_on_h2() -> None:
    desk = behind()
    desk.do(2, Follow(3, double=False, split=True))
    decide(desk, 1, "double", "3")
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (2_000, 500)
    desk.wait_for("results")
    assert desk.bank.wallet(2) == 100_500
    desk.at_peace()


def test_a_change_of_what_is_followed_that_is_with_the_bank_counts_for_the_double_that_comes_after_it_h2() -> None:
    desk = behind()
    desk.hold()
    follows = desk.send(2, Follow(3, double=False, split=True))
    doubles = desk.send(1, Decide(desk.turn, 3, "3", "double"))
    desk.let_go()
    assert [desk.replies[2, follows], desk.replies[1, doubles]] == [Done(follows), Done(doubles)]
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (2_000, 500)
    desk.wait_for("results")
    assert desk.bank.wallet(2) == 100_500
    desk.at_peace()


def test_a_double_that_waits_for_the_bank_is_refused_where_the_round_is_void_meanwhile_h2() -> None:
    desk = behind()
    desk.hold()
    desk.send(2, Follow(3, double=False, split=True))
    doubles = desk.send(1, Decide(desk.turn, 3, "3", "double"))
    desk.supervise(Void(9, "a test"))
    desk.let_go()
    assert isinstance(desk.replies[1, doubles], Refused)
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (0, 0)
    desk.at_peace()


def test_what_is_followed_can_be_said_with_the_bet_and_changed_both_ways_h2() -> None:
    desk = classic()
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, BetBehind(3, 500, follow_double=False))
    desk.do(2, Follow(3, double=False, split=False))
    desk.wait_for("decisions")
    desk.do(2, Follow(3, double=True, split=False))
    assert desk.bets(2).bets[0].follow_double
    decide(desk, 1, "double", "3")
    assert desk.bank.in_play(2) == 1_000
    desk.wait_for("results")
    assert desk.refused(2, Follow(3, double=False, split=False)) == "action/not_now"
    desk.at_peace()


def test_not_following_a_split_the_bet_rides_on_the_first_hand_h2() -> None:
    desk = behind(TENS)
    desk.do(2, Follow(3, double=True, split=False))
    decide(desk, 1, "split", "3")
    desk.wait(1_000)
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (2_000, 500)
    assert [hand.line for hand in desk.hands(2).hands] == ["3a"]
    decide(desk, 1, "stand", "3a")
    decide(desk, 1, "stand", "3b")
    desk.wait_for("results")
    desk.at_peace()


def test_a_short_follower_does_not_follow_and_nobody_is_held_up_h2_d4() -> None:
    desk = Desk("classic-free-bet", SOFT, players=(1,))
    desk.open_account(2, 700)
    desk.enter(2)
    desk.do(1, Sit(3))
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, BetBehind(3, 500))
    desk.wait_for("decisions")
    decide(desk, 1, "double", "3")
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (2_000, 500)
    assert "behind/not_followed" in desk.notices(2)
    desk.wait_for("results")
    desk.at_peace()


def test_a_follower_the_bank_refuses_is_left_out_and_the_rest_booked_h2() -> None:
    desk = behind()
    desk.refuse_next("limit/loss", lambda command: isinstance(command, PlaceTogether), player=2)
    decide(desk, 1, "double", "3")
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (2_000, 500)
    desk.wait_for("results")
    desk.at_peace()


def test_a_leader_the_bank_refuses_hits_instead_for_all_d4() -> None:
    desk = behind("As 6h 5d Tc 4d 9d")
    desk.refuse_next("ledger/overdraft", lambda command: isinstance(command, PlaceTogether), player=1)
    decide(desk, 1, "double", "3")
    assert "action/became" in desk.notices(1)
    assert (desk.bank.in_play(1), desk.bank.in_play(2)) == (1_000, 500)
    desk.wait_for("results")
    desk.at_peace()


def test_insurance_is_each_ones_own_h2_d6() -> None:
    desk = classic("Ts As 9h Kc")
    desk.do(1, Bet("3/main", 1_000))
    desk.do(2, BetBehind(3, 1_000))
    desk.wait_for("insurance")
    desk.do(2, Insure(desk.turn, accept=True))
    desk.do(1, Insure(desk.turn, accept=False))
    desk.wait_for("results")
    assert (desk.bank.wallet(1), desk.bank.wallet(2)) == (99_000, 100_000)
    desk.at_peace()


def test_a_player_may_forbid_bets_behind_from_the_next_round_if_some_are_placed_h3() -> None:
    desk = classic(f"{SOFT} {SOFT}")
    desk.do(2, BetBehind(3, 500))
    desk.do(1, AllowBehind(allowed=False))
    assert "behind/next_round" in desk.notices(1)
    desk.do(3, BetBehind(3, 500))
    desk.do(1, Bet("3/main", 1_000))
    desk.wait_for("results")
    desk.wait_for("betting")
    assert not desk.view.seats[3].allows_behind
    assert desk.refused(2, BetBehind(3, 500)) == "bet/not_behind_here"


def test_a_player_may_forbid_bets_behind_at_once_if_none_are_placed_h3() -> None:
    desk = classic()
    desk.do(1, AllowBehind(allowed=False))
    assert desk.refused(2, BetBehind(3, 500)) == "bet/not_behind_here"


def test_the_streak_counts_rounds_won_in_a_row_and_is_gone_at_the_first_loss_h4() -> None:
    won, lost = "Ts 6h Kd Tc 9d", "Ts 6h 5d Tc 5c"
    desk = classic(f"{won} {won} {lost}")
    streaks = []
    for _ in range(3):
        desk.do(1, Bet("3/main", 1_000))
        desk.wait_for("decisions")
        decide(desk, 1, "stand", "3")
        desk.wait_for("results")
        streaks.append(desk.view.seats[3].streak)
        desk.wait_for("betting")
    assert streaks == [1, 2, 0]
    desk.at_peace()


def test_bets_behind_are_counted_on_the_seat_for_all_to_see_b5() -> None:
    desk = classic()
    desk.do(2, BetBehind(3, 500))
    desk.do(3, BetBehind(3, 700))
    assert (desk.view.seats[3].behind, desk.view.seats[3].behind_minor) == (2, 1_200)
    desk.do(3, ClearBets())
    assert (desk.view.seats[3].behind, desk.view.seats[3].behind_minor) == (1, 500)
    assert desk.codes_of(TakeBackStakes) == ["R1"]


def test_a_seat_that_was_to_be_left_is_free_after_a_void_round_and_its_player_knows_a2_e1() -> None:
    desk = classic()
    desk.do(1, Bet("3/main", 1_000))
    desk.do(1, GetUp(3))
    desk.do(1, ClearBets())
    desk.supervise(Void(by=9, reason="a fault"))
    assert 3 not in desk.view.seats
    assert desk.bets(1).seats == ()


def test_b7_one_quick_bettor_leaves_half_of_the_window_to_those_who_sit_beside() -> None:
    """Else somebody who bets and starts at once would shut the others out, round after round."""
    desk = Desk("classic-free-bet", "Th 9h Ts 9d " * 4, players=(1, 2))
    desk.do(1, Sit(1))
    desk.do(2, Sit(2))
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, StartNow())
    desk.wait(4_000)
    assert desk.view.phase == "betting"
    desk.do(2, Bet("2/main", 1_000))
    desk.wait(1_500)
    assert desk.view.phase == "betting"  # a bettor who has not pressed it has the whole window
    desk.do(2, StartNow())
    assert desk.view.phase != "betting"


def test_b7_who_sits_and_does_not_bet_holds_nobody_up_beyond_half_of_the_window() -> None:
    desk = Desk("classic-free-bet", "Th 9h Ts 9d " * 4, players=(1, 2))
    desk.do(1, Sit(1))
    desk.do(2, Sit(2))
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, StartNow())
    desk.wait(5_100)
    assert desk.view.phase != "betting"


def test_b7_who_is_away_is_not_waited_for() -> None:
    desk = Desk("classic-free-bet", "Th 9h Ts 9d " * 4, players=(1, 2))
    desk.do(1, Sit(1))
    desk.do(2, Sit(2))
    desk.disconnect(2)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, StartNow())
    assert desk.view.phase != "betting"
