"""Shared live tables (T3): any number of players on the same cards, everybody decides at the same time."""

from __future__ import annotations

import msgspec
import pytest
from desk import QUICK, SUPERVISOR, Desk, Odds

from ventuno.bank import OpenRound, PlaceStakes, RecordEvents, SettleRound
from ventuno.play import events as happened
from ventuno.protocol import events as wire
from ventuno.protocol.commands import (
    AllSideBets,
    Bet,
    ClearBets,
    Decide,
    DecideEarly,
    DoubleBets,
    Insure,
    Leave,
    RepeatBets,
    Say,
    Sit,
    Undo,
)
from ventuno.protocol.messages import MyHands, MyResult
from ventuno.table import timer
from ventuno.table.port import Resume
from ventuno.table.records import played, spelled_out

FIVE_SIX = "5s 6h 6d Tc 9d 8c"  # 11 against 16; then 20; the dealer draws an eight and is bust
ACE_UP = "Ts As 9h Kc"


def infinite(script: str = FIVE_SIX, players: int = 3, **config: object) -> Desk:
    return Desk("infinite", script, players=range(1, players + 1), **config)  # type: ignore[arg-type]


def dealt(script: str = FIVE_SIX, players: int = 3, **config: object) -> Desk:
    """Everybody has bet ten units, the cards are out, and the first question is asked."""
    desk = infinite(script, players, **config)
    for player in range(1, players + 1):
        desk.do(player, Bet("1/main", 1_000))
    desk.wait(10_000)
    desk.wait(1_000)
    return desk


def decide(desk: Desk, player: int, action: str, line: str = "1", **more: int) -> None:
    desk.do(player, Decide(desk.turn, int(line[0]), line, action, **more))


# -- the window ---------------------------------------------------------------------------------


def test_the_window_has_a_countdown_and_a_bet_after_red_is_refused_and_costs_nothing_b1() -> None:
    desk = infinite()
    deadline = desk.view.deadline
    assert deadline is not None
    assert (deadline.at_ms - desk.now_ms, deadline.at_zero, desk.table.info.warning_ms) == (10_000, "bets-close", 2_000)
    desk.do(1, Bet("1/main", 1_000))
    desk.wait(9_999)
    desk.do(2, Bet("1/main", 1_000))
    desk.wait(1)
    assert desk.view.phase == "closed"
    assert desk.refused(3, Bet("1/main", 1_000)) == "bet/closed"
    assert desk.bank.wallet(3) == 100_000


def test_a_bet_in_time_counts_although_the_bank_is_slow_b1() -> None:
    desk = infinite()
    desk.hold()
    request = desk.send(1, Bet("1/main", 1_000))
    desk.wait(20_000)
    assert desk.view.phase == "closed"
    assert desk.refused(2, Bet("1/main", 1_000)) == "bet/closed"
    desk.let_go()
    assert (1, request) in desk.replies
    desk.wait_for("decisions")
    assert desk.bank.in_play(1) == 1_000


def test_a_bet_that_comes_before_the_late_tick_of_red_is_refused_b1() -> None:
    desk = infinite()
    desk.do(2, Bet("1/main", 1_000))
    desk.now_ms += 10_000
    assert desk.refused(1, Bet("1/main", 1_000)) == "bet/closed"


def test_for_nobody_no_round_is_opened_and_for_no_bets_none_is_burnt() -> None:
    desk = Desk("infinite", FIVE_SIX, players=())
    desk.wait(60_000)
    assert (desk.view.phase, desk.codes_of(OpenRound)) == ("waiting", [])
    desk.open_account(1)
    desk.enter(1)
    assert desk.view.phase == "betting"
    desk.wait(35_000)
    assert (desk.view.phase, desk.codes_of(OpenRound)) == ("betting", ["R1"])
    assert desk.view.deadline is not None
    assert desk.view.deadline.at_ms == desk.now_ms + 5_000
    desk.disconnect(1)
    desk.wait(60_000)
    assert (desk.view.phase, desk.view.deadline) == ("waiting", None)
    desk.enter(1)
    assert (desk.view.phase, desk.view.code) == ("betting", "R1")


def test_joining_in_mid_round_means_waiting_and_not_betting_skips_b1() -> None:
    desk = dealt(players=1)
    desk.open_account(2)
    desk.enter(2)
    assert desk.refused(2, Bet("1/main", 1_000)) == "bet/closed"
    decide(desk, 1, "stand")
    desk.wait_for("results")
    desk.wait_for("betting")
    assert desk.view.code == "R2"
    desk.do(2, Bet("1/main", 1_000))


def test_who_comes_back_when_bets_are_open_again_sees_no_hands_of_the_last_round_e2() -> None:
    desk = dealt()
    for player in (1, 2, 3):
        decide(desk, player, "stand")
    while desk.view.phase != "betting":
        desk.wait(1_000)
    assert desk.table.mine(1).hands is None


def test_undo_clear_double_repeat_and_all_side_bets_b3() -> None:
    desk = infinite(f"{FIVE_SIX} {FIVE_SIX}", 1)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, DoubleBets())
    assert desk.bank.in_play(1) == 2_000
    desk.do(1, Undo())
    assert desk.bank.in_play(1) == 1_000
    desk.do(1, AllSideBets(100))
    assert desk.bank.in_play(1) == 1_400
    desk.do(1, ClearBets())
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    decide(desk, 1, "stand")
    desk.wait_for("results")
    desk.wait_for("betting")
    assert "repeat" in desk.bets(1).can
    assert desk.bets(1).repeat_minor == 1_000
    desk.do(1, RepeatBets())
    assert desk.bank.in_play(1) == 1_000
    assert desk.refused(1, RepeatBets()) == "bet/not_before_first_chip"


def test_at_the_maximum_nothing_more_is_taken_and_a_notice_says_so_b2() -> None:
    desk = infinite(players=1)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("1/any-pair", 49_900))
    desk.do(1, Bet("1/any-pair", 40_000))
    assert "bet/capped" in desk.notices(1)
    assert desk.bank.in_play(1) == 51_000
    assert desk.refused(1, Bet("1/any-pair", 100)) == "bet/at_maximum"


def test_below_the_minimum_a_spot_does_not_play_b2() -> None:
    desk = infinite(players=2)
    desk.do(1, Bet("1/main", 52))
    desk.do(2, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    assert "bet/below_minimum" in desk.notices(1)
    assert (desk.bank.wallet(1), desk.bank.in_play(1)) == (100_000, 0)


def test_if_nothing_is_left_to_play_the_window_opens_again_under_the_same_code() -> None:
    desk = infinite(players=1)
    desk.do(1, Bet("1/main", 52))
    desk.wait(10_500)
    assert (desk.view.phase, desk.view.code, desk.bank.wallet(1)) == ("betting", "R1", 100_000)


def test_the_crowd_is_told_at_most_four_times_a_second_b5() -> None:
    desk = infinite(players=50)
    desk.wait(300)
    told = len(desk.events(wire.CrowdChanged))
    for player in range(1, 51):
        desk.do(player, Bet("1/main", 1_000))
        desk.wait(10)
    assert len(desk.events(wire.CrowdChanged)) - told <= 3
    desk.wait(300)
    assert (desk.view.bettors, desk.view.staked_minor, desk.view.players) == (50, 50_000, 50)


# -- decisions ----------------------------------------------------------------------------------


def test_everybody_who_asks_gets_the_same_card_and_who_stood_keeps_the_shorter_hand_t3() -> None:
    desk = dealt("5s 6h 6d Tc 9d 5c")  # the dealer ends with 21
    decide(desk, 1, "hit")
    decide(desk, 2, "stand")
    decide(desk, 3, "double")
    desk.wait(100)
    assert desk.view.lines["1"].cards == ["5s", "6d", "9d"]
    decide(desk, 1, "stand")
    desk.wait_for("results")
    assert [hand.total for player in (1, 2, 3) for hand in desk.result(player).hands] == [20, 11, 20]
    assert [desk.bank.wallet(player) for player in (1, 2, 3)] == [99_000, 99_000, 98_000]
    desk.at_peace()


def test_who_splits_plays_split_hands_shared_by_all_who_split_t3() -> None:
    desk = dealt("8s 6h 8d Tc 3d 2c 9c 9h 2s 8h", players=3)
    decide(desk, 1, "split")
    decide(desk, 2, "split")
    decide(desk, 3, "hit")
    desk.wait(1_000)
    assert {key: line.cards for key, line in desk.view.lines.items() if key != "dealer"} == {
        "1": ["8s", "8d", "3d"],
        "1a": ["8s", "2c"],
        "1b": ["8d", "9c"],
    }
    assert [hand.line for hand in desk.hands(1).hands] == ["1a", "1b"]
    desk.wait_for("results")
    desk.at_peace()


def test_only_what_is_legal_is_offered_and_the_rest_is_refused_with_a_reason_d1() -> None:
    desk = dealt()
    assert desk.options(1) == ["hit", "stand", "double"]
    assert desk.refused(1, Decide(desk.turn, 1, "1", "split")) == "action/not_a_pair"
    assert desk.refused(1, Decide(desk.turn, 1, "1", "fly")) == "action/unknown"
    assert desk.refused(1, Decide(desk.turn, 2, "2", "hit")) == "action/no_bet"
    assert desk.refused(1, Decide(desk.turn + 1, 1, "1", "hit")) == "action/late"
    decide(desk, 1, "stand")
    assert desk.refused(1, Decide(desk.turn, 1, "1", "hit")) == "action/not_asked"


def test_what_is_decided_early_is_acted_on_when_it_is_asked_d2() -> None:
    desk = infinite("Ts As 6h 8c 2d 9d 3c")
    for player in (1, 2, 3):
        desk.do(player, Bet("1/main", 1_000))
    desk.wait_for("insurance")
    desk.do(1, DecideEarly(1, "1", "hit"))
    assert desk.hands(1).hands[0].early == "hit"
    desk.do(2, DecideEarly(1, "1", "double"))
    desk.do(2, DecideEarly(1, "1"))  # taken back
    desk.wait_for("decisions")
    assert desk.view.undecided == 3
    desk.wait(250)
    assert desk.view.undecided == 2
    assert desk.refused(1, DecideEarly(1, "1", "hit")) == "action/not_asked"
    decide(desk, 2, "stand")
    decide(desk, 3, "stand")
    desk.wait(500)
    assert desk.view.lines["1"].cards == ["Ts", "6h", "2d"]


def test_an_early_double_that_cannot_be_paid_any_more_becomes_a_hit_d2_d4() -> None:
    desk = infinite("5s As 6h 8c 2d 9d 3c 4d", players=1, money=2_500)
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("insurance")
    desk.do(1, DecideEarly(1, "1", "double"))
    desk.refuse_next("limit/stake", lambda one: isinstance(one, PlaceStakes) and one.stakes[0].spot == "1/double/1")
    desk.do(1, Insure(desk.turn, accept=True))
    desk.wait(1_000)
    assert "action/became" in desk.notices(1)
    assert desk.view.lines["1"].cards == ["5s", "6h", "2d"]
    assert desk.bank.in_play(1) == 1_500


@pytest.mark.parametrize(("script", "hits"), [(FIVE_SIX, True), ("5s 6h 7d Tc 9d 8c", False)])
def test_without_a_decision_in_time_11_hits_and_12_stands_d3(script: str, hits: bool) -> None:
    desk = dealt(script, players=1)
    deadline, hand = desk.view.deadline, desk.hands(1).hands[0]
    assert deadline is not None
    assert (deadline.at_zero, deadline.lasts_ms) == ("hits-or-stands", 8_000)
    assert hand.at_zero == ("hit" if hits else "stand")
    desk.wait_for("results")
    assert len(desk.view.lines["1"].cards) == (3 if hits else 2)
    desk.at_peace()


def test_without_a_decision_in_time_cashback_stands_d3() -> None:
    desk = Desk("cashback", FIVE_SIX, odds=Odds())
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    assert desk.view.deadline is not None
    assert (desk.view.deadline.at_zero, desk.hands(1).hands[0].at_zero) == ("stands", "stand")
    desk.wait_for("results")
    assert desk.view.lines["1"].cards == ["5s", "6d"]
    desk.at_peace()


def test_a_decision_in_time_counts_although_the_bank_is_slow_d3() -> None:
    desk = dealt(players=2)
    desk.hold()
    request = desk.send(1, Decide(desk.turn, 1, "1", "stand"))
    desk.wait(20_000)
    assert desk.refused(2, Decide(desk.turn, 1, "1", "stand")) == "action/late"
    desk.let_go()
    assert (1, request) in desk.replies
    desk.wait_for("results")
    assert [hand.total for player in (1, 2) for hand in desk.result(player).hands] == [11, 20]
    desk.at_peace()


def test_the_last_decision_in_time_ends_the_question_and_time_decides_nothing_more_d3() -> None:
    desk = dealt(players=1)
    desk.hold()
    desk.send(1, Decide(desk.turn, 1, "1", "stand"))
    desk.wait(20_000)
    desk.let_go()
    desk.wait_for("results")
    assert [hand.total for hand in desk.result(1).hands] == [11]
    desk.at_peace()


def test_decisions_that_come_while_some_are_stored_are_stored_together() -> None:
    desk = dealt(players=40)
    before = len(desk.codes_of(RecordEvents))
    desk.hold()
    for player in range(1, 40):
        desk.send(player, Decide(desk.turn, 1, "1", "stand"))
    assert len(desk.asks) == 1
    desk.let_go()
    assert len(desk.codes_of(RecordEvents)) - before == 2
    desk.wait(250)
    assert desk.view.undecided == 1


def test_those_who_decide_alike_are_one_record_and_each_of_them_has_decided() -> None:
    desk = dealt(players=9)
    code = desk.view.code
    before = len(desk.bank.events[code])
    desk.hold()
    for player in range(1, 9):
        desk.send(player, Decide(desk.turn, 1, "1", "stand" if player < 6 else "hit"))
    desk.let_go()
    bodies = [body for body in desk.bank.events[code][before:] if b"DecidedAlike" in body]
    assert [len(msgspec.json.decode(body)["players"]) for body in bodies] == [1, 4, 3]
    each = [(one.bettor, one.action) for one in played(bodies) if isinstance(one, happened.HandDecided)]
    assert each == [*((str(n), "stand") for n in range(1, 6)), *((str(n), "hit") for n in range(6, 9))]
    assert played(bodies) == [*spelled_out(bodies)]
    desk.restart()
    assert [hand.status for player in (1, 5, 6, 9) for hand in desk.hands(player).hands] == [
        "stood", "stood", "drawing", "playing"
    ]  # fmt: skip
    desk.wait_for("results")
    desk.at_peace()


def test_a_lot_that_could_not_be_stored_is_stored_whole_when_the_table_goes_on_e1() -> None:
    desk = dealt(players=3)
    desk.hold()
    for player in (1, 2, 3):
        desk.send(player, Decide(desk.turn, 1, "1", "stand"))
    desk.refuse_next("store/broken", lambda one: isinstance(one, RecordEvents))
    desk.let_go()
    assert desk.view.pause is not None
    desk.supervise(Resume(by=SUPERVISOR))
    desk.wait_for("results")
    assert [hand.total for player in (1, 2, 3) for hand in desk.result(player).hands] == [11, 11, 11]


def test_a_larger_crowd_is_told_of_itself_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timer, "SLOWER_FROM", 10)
    desk = dealt(players=30)
    decide(desk, 1, "stand")
    desk.wait(740)
    assert desk.view.undecided == 30
    desk.wait(10)
    assert desk.view.undecided == 29


def test_the_shares_of_the_others_are_live_and_told_at_most_four_times_a_second_d7() -> None:
    desk = dealt(players=30)
    told = len(desk.events(wire.ChoicesChanged))
    for player in range(1, 30):
        decide(desk, player, "stand" if player % 3 else "hit")
        desk.wait(10)
    assert len(desk.events(wire.ChoicesChanged)) - told <= 2
    desk.wait(250)
    (choice,) = desk.view.choices
    assert (choice.line, choice.size, choice.chosen) == ("1", 2, {"stand": 20, "hit": 9})
    assert desk.view.undecided == 1


def test_the_shares_begin_anew_with_every_question_d7() -> None:
    desk = dealt("2s 6h 3d Tc 4d 5d 8c", players=3)
    decide(desk, 1, "stand")
    decide(desk, 2, "hit")
    decide(desk, 3, "hit")
    desk.wait(500)
    assert (desk.view.undecided, desk.view.choices) == (2, ())
    decide(desk, 2, "hit")
    desk.wait(250)
    assert [(choice.size, choice.chosen) for choice in desk.view.choices] == [(3, {"hit": 1})]


def test_a_hand_at_21_is_not_asked_d5() -> None:
    desk = dealt("As 6h Td Tc 9d", players=2)
    desk.wait_for("results")
    assert not desk.events(wire.Asked)
    assert desk.bank.wallet(1) == 101_500


def test_insurance_is_offered_to_all_and_the_dealer_looks_d6() -> None:
    desk = infinite(ACE_UP)
    for player in (1, 2, 3):
        desk.do(player, Bet("1/main", 1_000))
    desk.wait_for("insurance")
    assert desk.view.deadline is not None
    assert desk.view.deadline.at_zero == "declines"
    desk.do(1, Insure(desk.turn, accept=True))
    desk.do(2, Insure(desk.turn, accept=False))
    assert desk.refused(1, Insure(desk.turn, accept=True)) == "action/not_asked"
    assert desk.refused(1, Decide(desk.turn, 1, "1", "hit")) == "action/not_now"
    desk.wait_for("results")  # the third says nothing
    assert [desk.bank.wallet(player) for player in (1, 2, 3)] == [100_000, 99_000, 99_000]
    assert desk.events(wire.DealerLooked)[0].blackjack
    desk.at_peace()


def test_no_message_holds_the_hole_card_before_it_is_shown() -> None:
    desk = dealt("5s 6h 6d Kd 9d 8c")
    assert "Kd" not in repr(desk.published)
    assert "Kd" not in repr(dict(desk.whispers))
    assert "Kd" not in repr(desk.table.view)
    for player in (1, 2, 3):
        decide(desk, player, "stand")
    assert "Kd" in repr(desk.published)


def test_two_players_cannot_tell_the_same_message_apart() -> None:
    """Those alike get the same object, to be encoded once."""
    desk = dealt(players=20)
    hands = {id(desk.hands(player)) for player in range(1, 21)}
    assert len(hands) == 1
    for player in range(1, 21):
        decide(desk, player, "stand")
    desk.wait_for("results")
    assert len({id(desk.result(player)) for player in range(1, 21)}) == 1


def test_results_are_told_only_when_they_have_been_paid() -> None:
    desk = dealt(players=1)
    decide(desk, 1, "stand")
    desk.hold()
    desk.wait(5_000)
    while desk.asks and not isinstance(desk.asks[0].command, SettleRound):
        desk.answer_one()
        desk.wait(1_000)
    assert not desk.told(1, MyResult)
    assert not desk.events(wire.HandJudged)
    desk.let_go()
    assert desk.told(1, MyResult)
    assert desk.view.phase == "results"


# -- losing the connection ----------------------------------------------------------------------


def test_where_the_game_says_so_open_bets_return_when_the_connection_is_lost_e2() -> None:
    desk = infinite()
    desk.do(1, Bet("1/main", 1_000))
    desk.do(2, Bet("1/main", 1_000))
    desk.disconnect(1)
    assert desk.bank.wallet(1) == 100_000
    desk.wait_for("decisions")
    desk.disconnect(2)
    desk.wait_for("results")
    assert desk.bank.wallet(2) == 101_000  # after red it stands: 11 was hit by time, and won
    desk.at_peace()


def test_a_bet_still_with_the_bank_when_the_connection_is_lost_returns_too_e2() -> None:
    desk = infinite()
    desk.hold()
    desk.send(1, Bet("1/main", 1_000))
    desk.disconnect(1)
    desk.let_go()
    assert (desk.bank.wallet(1), desk.bank.in_play(1)) == (100_000, 0)


def test_elsewhere_bets_stand_e2() -> None:
    desk = Desk("cashback", FIVE_SIX, odds=Odds())
    desk.do(1, Bet("1/main", 1_000))
    desk.disconnect(1)
    assert desk.bank.in_play(1) == 1_000
    desk.wait_for("results")
    desk.at_peace()


def test_leaving_gives_open_bets_back_and_coming_back_shows_the_table_as_it_is_e2() -> None:
    desk = infinite()
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Leave())
    assert desk.bank.wallet(1) == 100_000
    desk.enter(1)
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    mine = desk.table.mine(1)
    assert mine.hands is not None
    assert mine.bets is not None
    assert (mine.hands.turn, mine.bets.total_minor, mine.bets.can) == (desk.turn, 1_000, ())


# -- cashback (K1, K2) and golden chips (K3) ----------------------------------------------------


def cashback(script: str = FIVE_SIX, value: str = "-1/4", **more: object) -> Desk:
    return Desk("cashback", script, players=(1, 2, 3), odds=Odds(value), **more)  # type: ignore[arg-type]


def test_an_offer_is_the_stake_times_its_value_less_the_margin_rounded_down_k1() -> None:
    desk = cashback()
    desk.do(1, Bet("1/main", 1_000))
    desk.do(2, Bet("1/main", 1_234 // 4 * 4))
    desk.wait_for("decisions")
    assert desk.hands(1).hands[0].offer_minor == 742  # 1000 x 3/4 x 99/100 = 742.5
    assert desk.hands(2).hands[0].offer_minor == 914  # 1232 x 3/4 x 99/100 = 914.76
    assert isinstance(desk.odds, Odds)
    assert len(desk.odds.asked) == 1  # the same cards are valued once, whatever the stakes
    standing = desk.odds.asked[0]
    assert (len(standing.hand), standing.up_card.text, standing.hands) == (2, "6h", 1)


def test_a_cashback_is_taken_at_the_price_offered_and_no_other_k1_k2() -> None:
    desk = cashback()
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("1/player-pair", 100))
    desk.wait_for("decisions")
    assert desk.refused(1, Decide(desk.turn, 1, "1", "cashback", 743)) == "cashback/price_changed"
    assert desk.refused(1, Decide(desk.turn, 1, "1", "cashback")) == "cashback/price_changed"
    decide(desk, 1, "cashback", offer_minor=742)
    desk.wait_for("results")
    assert desk.view.lines["dealer"].cards == ["6h", "Tc"]  # nobody is left: the dealer draws no more
    assert desk.bank.wallet(1) == 100_000 - 1_100 + 742
    desk.at_peace()


def test_the_margin_is_the_tables_own_k1() -> None:
    from fractions import Fraction

    desk = cashback(margin=Fraction(1, 10))
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    assert desk.hands(1).hands[0].offer_minor == 675


def test_two_positions_are_decided_apart_t3() -> None:
    desk = cashback("5s 9s 6h 6d Th Tc 9d 8c")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("2/main", 1_000))
    desk.wait_for("decisions")
    decide(desk, 1, "hit")
    decide(desk, 1, "stand", "2")
    desk.wait(200)
    assert desk.view.lines["1"].cards == ["5s", "6d", "9d"]
    desk.wait_for("results")
    desk.at_peace()


def test_no_insurance_and_no_cashback_on_golden_chips_k3() -> None:
    desk = cashback("5s As 6d Tc 9d 8c")
    desk.grant(1, 500, 2)
    desk.do(1, Bet("1/main", 0, {500: 2}))
    desk.do(2, Bet("1/main", 1_000))
    desk.wait_for("insurance")
    assert desk.hands(1).hands[0].insurance_minor is None
    assert desk.refused(1, Insure(desk.turn, accept=True)) == "action/not_asked"


def test_a_push_gives_the_golden_chip_back_and_a_win_takes_it_and_pays_k3() -> None:
    desk = cashback("Ts 6h Td Tc 4c  Ts 6h Td Tc 8c")
    desk.grant(1, 500, 2)
    desk.do(1, Bet("1/main", 0, {500: 2}))
    desk.wait_for("decisions")
    decide(desk, 1, "stand")
    desk.wait_for("results")
    assert desk.purse(1).golden == {500: 2}  # 20 against 20
    desk.wait_for("betting")
    desk.do(1, Bet("1/main", 0, {500: 2}))
    desk.wait_for("decisions")
    assert desk.hands(1).hands[0].offer_minor is None
    decide(desk, 1, "stand")
    desk.wait_for("results")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({}, 101_000)
    desk.at_peace()


def test_golden_chips_pay_for_a_double_nearest_in_value_first_k3() -> None:
    desk = cashback("5s 6h 6d Tc 9d 4c")  # 20 against 20
    desk.grant(1, 500, 1)
    desk.do(1, Bet("1/main", 800))
    desk.wait_for("decisions")
    decide(desk, 1, "double")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({}, 100_000 - 800 - 300)
    desk.wait_for("results")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({500: 1}, 100_000)
    assert desk.result(1).golden_returned_minor == 500
    desk.at_peace()


def test_a_golden_split_comes_back_from_the_hand_that_pushed_k3() -> None:
    desk = cashback("8s 6h 8d Tc 9c Td 2c", value="0")  # 17 and 18 against 18
    desk.grant(1, 1_000, 1)
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    decide(desk, 1, "split")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({}, 99_000)
    desk.wait(300)
    decide(desk, 1, "stand", "1a")
    decide(desk, 1, "stand", "1b")
    desk.wait_for("results")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({1_000: 1}, 99_000)
    desk.at_peace()


def test_a_loss_takes_the_golden_chip_k3() -> None:
    desk = cashback("Ts 6h 7d Tc 5c")
    desk.grant(1, 500, 2)
    desk.do(1, Bet("1/main", 0, {500: 1}))
    desk.wait_for("results")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({500: 1}, 100_000)
    assert desk.result(1).golden_returned_minor == 0
    desk.at_peace()


def test_more_golden_chips_than_a_round_allows_are_not_used_for_an_action_k3() -> None:
    from ventuno.variant.model import GoldenChips

    desk = cashback("5s 6h 6d Tc 9d 4c", golden=GoldenChips(per_round=1))
    desk.grant(1, 500, 4)
    desk.do(1, Bet("1/main", 0, {500: 1}))
    desk.wait_for("decisions")
    decide(desk, 1, "double")
    assert (desk.purse(1).golden, desk.bank.wallet(1)) == ({500: 3}, 99_500)
    desk.wait_for("results")
    desk.at_peace()


# -- chat and what is not offered ---------------------------------------------------------------


def test_chat_reaches_everybody_and_is_limited_a3() -> None:
    desk = infinite()
    desk.do(1, Say("good luck"))
    assert [(said.name, said.text) for said in desk.view.said] == [("p1", "good luck")]
    for _ in range(10):
        desk.send(1, Say("again"))
    assert desk.refused(1, Say("again")) == "chat/too_fast"


def test_a_muted_guest_says_nothing_a3() -> None:
    desk = Desk("infinite", players=())
    desk.open_account(1, muted_until_ms=10**12)
    desk.enter(1)
    assert desk.refused(1, Say("hello")) == "chat/muted"


def test_there_are_no_seats_here() -> None:
    assert infinite().refused(1, Sit(1)) == "table/not_offered"


def test_nothing_is_taken_from_who_is_not_here() -> None:
    desk = infinite(players=1)
    desk.open_account(9)
    assert desk.refused(9, Bet("1/main", 1_000)) == "table/not_here"


def test_a_round_has_a_unique_code_and_its_start_time_a5() -> None:
    desk = dealt(f"{FIVE_SIX} {FIVE_SIX}", players=1)
    assert (desk.view.code, desk.view.started_ms) == ("R1", desk.published[1].started_ms)  # type: ignore[union-attr]
    decide(desk, 1, "stand")
    desk.wait_for("results")
    assert desk.result(1).code == "R1"
    desk.wait_for("betting")
    assert desk.view.code == "R2"


def test_a_cut_card_that_showed_is_announced_with_the_next_round_s1() -> None:
    from ventuno.shoe import CutCardShoe, SeededRandomness

    shoe = CutCardShoe(8, SeededRandomness(b"seed"), behind_cut_card=405, shoes=2)
    desk = Desk("infinite", players=(1,), shoe=shoe, times=QUICK)
    opened = []
    for _ in range(4):
        desk.do(1, Bet("1/main", 1_000))
        desk.wait_for("results")
        desk.wait_for("betting")
    opened = [event.shuffled for event in desk.events(wire.RoundOpened)]
    assert opened[0]
    assert any(opened[1:])
    assert not all(opened)
    assert desk.told(1, MyHands)
