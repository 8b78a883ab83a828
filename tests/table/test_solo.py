"""Solo tables (T1): no clock, up to three hands, DEAL, and back to the exact decision after anything."""

from __future__ import annotations

from desk import Desk

from ventuno.bank import OpenRound, Placed, PlaceStakes, RoundTerms, SettleRound
from ventuno.protocol import events as wire
from ventuno.protocol.commands import (
    Bet,
    ChooseLimits,
    ClearBets,
    Deal,
    Decide,
    Insure,
    RepeatBets,
    Undo,
)
from ventuno.protocol.messages import MyBets
from ventuno.table.port import Void

WIN = "Ts 6h Th Tc 9d"  # 20 against 16: the dealer draws a nine


def decide(desk: Desk, action: str, line: str = "1", player: int = 1) -> None:
    desk.do(player, Decide(desk.turn, int(line[0]), line, action))
    desk.wait(5_000)


def test_a_round_is_bet_dealt_decided_and_paid_without_a_clock_t1() -> None:
    desk = Desk("free-chip", WIN)
    assert desk.view.phase == "waiting"
    desk.do(1, Bet("1/main", 1_000))
    assert (desk.view.phase, desk.bank.wallet(1), desk.bank.in_play(1)) == ("waiting", 99_000, 1_000)
    desk.do(1, Deal())
    desk.wait(5_000)
    assert desk.view.phase == "decisions"
    assert desk.view.deadline is None
    desk.wait(90 * 86_400_000)  # nobody decides for a solo player
    assert desk.view.phase == "decisions"
    decide(desk, "stand")
    assert desk.view.phase == "results"
    assert desk.view.lines["dealer"].cards == ["6h", "Tc", "9d"]
    assert (desk.result(1).returned_minor, desk.bank.wallet(1)) == (2_000, 101_000)
    desk.at_peace()


def test_no_round_is_opened_before_the_first_bet_nor_for_a_refused_one_t1() -> None:
    desk = Desk("free-chip", WIN)
    assert not desk.codes_of(OpenRound)
    assert desk.refused(1, Bet("1/nonsense", 1_000)) == "bet/unknown_side_bet"
    assert desk.refused(1, Deal()) == "bet/none"
    assert not desk.codes_of(OpenRound)
    desk.do(1, Bet("1/main", 1_000))
    assert desk.codes_of(OpenRound) == ["R1"]
    assert (desk.view.code, desk.view.started_ms) == ("R1", desk.now_ms)  # A5


def test_rebet_and_deal_and_double_and_deal_b3() -> None:
    desk = Desk("free-chip", f"{WIN} {WIN} {WIN}")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    decide(desk, "stand")
    assert "rebet" in desk.bets(1).can
    desk.do(1, Deal("same"))
    desk.wait(5_000)
    assert desk.bank.in_play(1) == 1_000
    decide(desk, "stand")
    desk.do(1, Deal("doubled"))
    desk.wait(5_000)
    assert desk.bank.in_play(1) == 2_000
    decide(desk, "stand")
    assert desk.bank.wallet(1) == 104_000
    assert desk.codes_of(SettleRound) == ["R1", "R2", "R3"]
    desk.at_peace()


def test_undo_and_clear_give_back_at_once_b3() -> None:
    desk = Desk("free-chip", WIN)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("1/main", 500))
    desk.do(1, Undo())
    assert desk.bank.in_play(1) == 1_000
    desk.do(1, Bet("2/main", 500))
    desk.do(1, ClearBets())
    assert (desk.bank.in_play(1), desk.bets(1).bets) == (0, ())
    assert desk.refused(1, Deal()) == "bet/none"


def test_the_rightmost_hand_is_played_first_d8() -> None:
    """Position 1 is the rightmost: the dealer's left."""
    desk = Desk("free-chip", "Ts 9s 6h Th 9h Tc 5d")
    desk.do(1, Bet("2/main", 1_000))
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    question = desk.view.question
    assert question is not None
    assert (question.position, question.line) == (1, "1")
    assert desk.refused(1, Decide(desk.turn, 2, "2", "stand")) == "action/not_your_turn"
    decide(desk, "stand")
    decide(desk, "stand", "2")
    assert desk.view.phase == "results"
    desk.at_peace()


def test_a_decision_for_another_question_is_late() -> None:
    desk = Desk("free-chip", "2s 6h 3h Tc 4d 9d Ts Td")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    old = desk.turn
    decide(desk, "hit")
    assert desk.turn > old
    assert desk.refused(1, Decide(old, 1, "1", "hit")) == "action/late"


def test_insurance_is_answered_for_each_hand_or_for_all_d6() -> None:
    desk = Desk("all-bets", "Ts 9s As Th 9h Kc")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("2/main", 2_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    assert desk.view.phase == "insurance"
    assert [hand.insurance_minor for hand in desk.hands(1).hands] == [500, 1_000]
    desk.do(1, Insure(desk.turn, accept=True, position=2))
    assert desk.view.phase == "insurance"
    desk.do(1, Insure(desk.turn, accept=False))
    desk.wait(5_000)
    assert [hand.insured for hand in desk.hands(1).hands] == [False, True]
    decide(desk, "stand")
    decide(desk, "stand", "2")
    assert desk.bank.wallet(1) == 100_000 - 1_000 - 2_000 - 1_000 + 3_000
    desk.at_peace()


def test_insurance_offers_can_be_switched_off_d6_a7() -> None:
    desk = Desk("free-chip", "Ts As Th 8c", players=())
    desk.open_account(1, insurance=False)
    desk.enter(1)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    assert desk.view.phase == "decisions"


def test_a_balance_known_to_be_short_disables_the_double_d4() -> None:
    desk = Desk("all-bets", "5s 6h 6d Tc 9d Td", money=1_500)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    assert "double" not in desk.options(1)
    assert desk.refused(1, Decide(desk.turn, 1, "1", "double")) == "action/balance_short"
    assert desk.view.phase == "decisions"


def test_a_balance_that_becomes_short_turns_a_double_into_a_hit_d4() -> None:
    desk = Desk("all-bets", "5s 6h 6d Tc 9d Td")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    desk.refuse_next("ledger/overdraft", lambda command: isinstance(command, PlaceStakes))
    decide(desk, "double")
    assert "action/became" in desk.notices(1)
    assert [event.action for event in desk.events(wire.Decided)] == ["hit"]
    assert desk.bank.in_play(1) == 1_000
    decide(desk, "stand")
    desk.at_peace()


def test_what_a_double_became_is_told_when_it_is_stored_d4() -> None:
    """Seed 1179 of all-bets: told before, it could be taken back by a crash."""
    desk = Desk("all-bets", "5s 6h 6d Tc 9d Td")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    desk.hold()
    desk.refuse_next("ledger/overdraft", lambda command: isinstance(command, PlaceStakes))
    desk.send(1, Decide(desk.turn, 1, "1", "double"))
    desk.answer_one()  # the double is refused, and the hit goes to the bank
    assert desk.asks
    assert "action/became" not in desk.notices(1)
    desk.let_go()
    assert "action/became" in desk.notices(1)


def test_what_a_limit_of_the_player_forbids_is_refused_with_its_reason_a9() -> None:
    desk = Desk("all-bets", "5s 6h 6d Tc 9d Td")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    desk.refuse_next("limit/loss", lambda command: isinstance(command, PlaceStakes))
    assert desk.refused(1, Decide(desk.turn, 1, "1", "double")) == "limit/loss"
    decide(desk, "hit")
    decide(desk, "stand")
    desk.at_peace()


def test_a_free_split_is_played_hand_by_hand_and_the_first_dealt_card_first_d8() -> None:
    desk = Desk("free-chip", "8s 6h 8h Tc 3d 2c Ts 9d Td 5h")
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    assert "free-split" in desk.options(1)
    decide(desk, "free-split")
    question = desk.view.question
    assert question is not None
    assert question.line == "1a"
    assert desk.view.lines["1a"].cards == ["8s", "3d"]
    assert desk.view.lines["1b"].cards == ["8h", "2c"]
    decide(desk, "free-double", "1a")
    decide(desk, "stand", "1b")
    assert desk.view.phase == "results"
    assert desk.bank.in_play(1) == 0
    desk.at_peace()


def test_limits_chosen_in_the_menu_count_from_the_next_round_b4() -> None:
    desk = Desk("free-chip", f"{WIN}")
    desk.do(1, ChooseLimits("2"))
    assert desk.refused(1, ChooseLimits("nine")) == "limits/unknown"
    assert desk.bets(1).limits_level == "2"
    desk.do(1, Bet("1/main", 50_000))  # the first entry of the menu takes 100 units at most
    assert desk.bank.in_play(1) == 50_000


def test_a_stake_below_the_minimum_goes_back_with_a_notice_b2() -> None:
    desk = Desk("free-chip", WIN)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("2/main", 52))
    desk.do(1, Deal())
    assert "bet/below_minimum" in desk.notices(1)
    desk.wait(5_000)
    assert desk.bank.in_play(1) == 1_000
    assert "2" not in desk.view.lines


def test_the_same_request_again_does_nothing_and_is_answered_again() -> None:
    desk = Desk("free-chip", WIN)
    desk.send(1, Bet("1/main", 1_000), "same")
    desk.send(1, Bet("1/main", 1_000), "same")
    assert desk.bank.in_play(1) == 1_000


def test_commands_wait_for_the_one_that_is_with_the_bank() -> None:
    desk = Desk("free-chip", WIN)
    desk.hold()
    first = desk.send(1, Bet("1/main", 1_000))
    second = desk.send(1, Bet("1/main", 500))
    third = desk.send(1, Deal())
    assert not desk.replies
    desk.let_go()
    assert all((1, request) in desk.replies for request in (first, second, third))
    desk.wait(5_000)
    assert desk.bank.in_play(1) == 1_500
    assert desk.view.phase == "decisions"


def test_more_requests_than_a_player_may_have_waiting_are_refused() -> None:
    desk = Desk("free-chip", WIN)
    desk.hold()
    requests = [desk.send(1, Bet("1/main", 100)) for _ in range(40)]
    refused = [request for request in requests if (1, request) in desk.replies]
    assert len(refused) == 40 - 1 - 32
    desk.let_go()
    assert desk.bank.in_play(1) == 33 * 100


FOUR_ACES = "As 6h As Tc As As 9d"


def jackpot_hand(desk: Desk) -> None:
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Bet("1/progressive", 100))
    desk.do(1, Deal())
    desk.wait(5_000)
    decide(desk, "hit")
    decide(desk, "hit")


def test_the_jackpot_is_shown_won_whole_and_seeded_again_j1() -> None:
    desk = Desk("all-bets", FOUR_ACES)
    assert desk.view.jackpot_minor == 8_000_000
    jackpot_hand(desk)
    decide(desk, "stand")
    assert (desk.result(1).jackpot_minor, desk.result(1).returned_minor) == (8_000_000, 8_002_000)
    assert desk.bank.wallet(1) == 100_000 - 1_100 + 8_002_000  # 14 wins, for the dealer is bust
    assert desk.view.jackpot_minor == 8_000_003  # the seed, and 3 % of this stake
    desk.at_peace()


def test_a_jackpot_that_another_table_fed_meanwhile_is_paid_as_it_is_now_j1() -> None:
    desk = Desk("all-bets", FOUR_ACES)
    jackpot_hand(desk)
    desk.open_account(2)
    terms = RoundTerms(jackpots={"progressive": "progressive"})
    common = {"at_ms": desk.now_ms, "round": "other"}
    desk.bank.must(OpenRound(key="o1", table="two", game="all-bets", terms=terms, **common))
    desk.bank.must(PlaceStakes(key="o2", player=2, stakes=(Placed("1/progressive", 100),), **common))
    desk.bank.must(SettleRound(key="o3", staked={2: 100}, **common))
    decide(desk, "stand")
    assert desk.result(1).jackpot_minor == 8_000_003
    assert desk.bank.wallet(1) == 100_000 - 1_100 + 2_000 + 8_000_003
    desk.replays("R1")
    assert not desk.alerts


def test_a_round_that_the_house_cancels_after_90_days_gives_its_stakes_back_t1() -> None:
    desk = Desk("free-chip", WIN)
    desk.do(1, Bet("1/main", 1_000))
    desk.do(1, Deal())
    desk.wait(5_000)
    desk.supervise(Void(0, "left for 90 days"))
    assert (desk.view.phase, desk.view.void, desk.bank.wallet(1)) == ("waiting", "left for 90 days", 100_000)
    desk.do(1, RepeatBets())
    assert desk.view.code == "R2"


def test_a_table_that_nobody_needs_may_be_forgotten() -> None:
    desk = Desk("free-chip", WIN)
    desk.do(1, Bet("1/main", 1_000))
    desk.disconnect(1)
    assert not desk.table.idle
    desk.enter(1)
    desk.do(1, Undo())
    assert isinstance(desk.bets(1), MyBets)
    desk.disconnect(1)
    assert desk.table.idle
