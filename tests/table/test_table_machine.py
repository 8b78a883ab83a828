"""What every table does when things go wrong, and what a supervisor can do (E1, E3)."""

from __future__ import annotations

import pytest
from desk import SUPERVISOR, Desk, Odds

from ventuno.bank import OpenRound, RecordEvents, SettleRound, VoidRound
from ventuno.protocol import events as wire
from ventuno.protocol.commands import Bet, Deal, Decide, Say, Sit
from ventuno.protocol.messages import MyHands
from ventuno.refusal import Refusal
from ventuno.table.port import Close, Open, PauseTable, RemoveSaid, Resume, SetLimits, Void

FIVE_SIX = "5s 6h 6d Tc 9d 8c"


def betting(script: str = FIVE_SIX) -> Desk:
    desk = Desk("infinite", script, players=(1, 2))
    desk.do(1, Bet("1/main", 1_000))
    return desk


def asked(script: str = FIVE_SIX) -> Desk:
    desk = betting(script)
    desk.do(2, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    return desk


# -- pause and resume ---------------------------------------------------------------------------


def test_a_pause_stops_the_clock_and_new_bets_and_says_why_e3() -> None:
    desk = betting()
    desk.wait(4_000)
    desk.supervise(PauseTable(SUPERVISOR, "a spilt drink"))
    assert desk.view.pause is not None
    assert (desk.view.pause.reason, desk.view.pause.fault, desk.view.deadline) == ("a spilt drink", False, None)
    assert desk.refused(2, Bet("1/main", 1_000)) == "table/paused"
    desk.wait(60_000)
    assert desk.view.phase == "betting"


def test_a_table_goes_on_with_what_was_left_announced_anew_e3() -> None:
    desk = betting()
    desk.wait(4_000)
    desk.supervise(PauseTable(SUPERVISOR, "a spilt drink"))
    desk.wait(60_000)
    desk.supervise(Resume(SUPERVISOR))
    deadline = desk.view.deadline
    assert deadline is not None
    assert (deadline.at_ms - desk.now_ms, deadline.lasts_ms, deadline.at_zero) == (6_000, 10_000, "bets-close")
    desk.do(2, Bet("1/main", 1_000))
    desk.wait(6_000)
    assert desk.view.phase == "closed"


def test_no_card_moves_while_the_table_is_paused_e1() -> None:
    desk = betting()
    desk.wait(10_000)
    desk.wait(250)
    lines = repr(desk.view.lines)
    desk.hold()
    desk.wait(100)
    desk.supervise(PauseTable(SUPERVISOR, "wait"))
    desk.let_go()  # a card on its way is stored, and so it is dealt
    shown = repr(desk.view.lines)
    assert shown != lines
    desk.wait(60_000)
    assert repr(desk.view.lines) == shown
    desk.supervise(Resume(SUPERVISOR))
    desk.wait_for("decisions")


def test_a_decision_is_refused_while_paused_and_taken_afterwards_e1() -> None:
    desk = asked()
    desk.supervise(PauseTable(SUPERVISOR, "wait"))
    assert desk.refused(1, Decide(desk.turn, 1, "1", "stand")) == "table/paused"
    desk.wait(60_000)
    desk.supervise(Resume(SUPERVISOR))
    assert desk.view.deadline is not None
    desk.do(1, Decide(desk.turn, 1, "1", "stand"))


def test_a_pause_between_the_last_bet_and_the_first_card_loses_nothing_e1() -> None:
    desk = betting()
    desk.hold()
    desk.send(2, Bet("1/main", 1_000))
    desk.wait(10_000)
    assert desk.view.phase == "closed"
    desk.supervise(PauseTable(SUPERVISOR, "wait"))
    desk.let_go()
    desk.wait(60_000)
    assert desk.view.phase == "closed"
    desk.supervise(Resume(SUPERVISOR))
    desk.wait_for("decisions")
    assert desk.bank.in_play(2) == 1_000


# -- void ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("wait_ms", [0, 10_050, 10_300, 11_000])
def test_a_void_gives_every_stake_back_and_nothing_else_e1(wait_ms: int) -> None:
    desk = betting(f"{FIVE_SIX} {FIVE_SIX}")
    desk.do(2, Bet("1/main", 2_000))
    desk.wait(wait_ms)
    desk.supervise(Void(SUPERVISOR, "a card fell"))
    assert [desk.bank.wallet(player) for player in (1, 2)] == [100_000, 100_000]
    assert [desk.bank.in_play(player) for player in (1, 2)] == [0, 0]
    assert desk.events(wire.RoundVoided)[0].reason == "a card fell"
    assert "round/void" in desk.notices(1)
    assert (desk.view.phase, desk.view.code) == ("betting", "R2")
    desk.do(1, Bet("1/main", 1_000))
    assert desk.told(1, MyHands)[-1].hands == ()


def test_a_void_waits_for_what_the_bank_was_asked_e1() -> None:
    desk = asked()
    desk.hold()
    request = desk.send(1, Decide(desk.turn, 1, "1", "double"))
    desk.supervise(Void(SUPERVISOR, "a card fell"))
    assert len(desk.asks) == 1
    desk.let_go()
    assert (1, request) in desk.replies
    assert desk.codes_of(VoidRound) == ["R1"]
    assert desk.bank.wallet(1) == 100_000


def test_a_paused_table_can_be_voided_and_stays_paused_e1() -> None:
    desk = asked()
    desk.supervise(PauseTable(SUPERVISOR, "look"))
    desk.supervise(Void(SUPERVISOR, "no good"))
    assert desk.bank.wallet(1) == 100_000
    desk.wait(60_000)
    assert desk.codes_of(OpenRound) == ["R1"]
    desk.supervise(Resume(SUPERVISOR))
    assert desk.view.code == "R2"


def test_a_void_that_the_bank_refused_can_be_tried_again_e1() -> None:
    desk = asked(f"{FIVE_SIX} {FIVE_SIX}")
    desk.refuse_next("internal/fault", lambda one: isinstance(one, VoidRound))
    desk.supervise(Void(SUPERVISOR, "no good"))
    assert desk.view.pause is not None
    assert desk.bank.in_play(1) == 1_000
    desk.supervise(Void(SUPERVISOR, "no good"))
    assert desk.bank.wallet(1) == 100_000


# -- close, open, limits, chat ------------------------------------------------------------------


def test_a_table_closes_after_the_round_and_opens_again_e3() -> None:
    desk = asked(f"{FIVE_SIX} {FIVE_SIX}")
    desk.supervise(Close(SUPERVISOR, "night"))
    assert (desk.view.closing, desk.view.phase) == ("night", "decisions")
    desk.wait_for("results")
    desk.wait(60_000)
    assert (desk.view.closed, desk.view.phase) == ("night", "waiting")
    assert desk.refused(1, Bet("1/main", 1_000)) == "table/closed"
    desk.supervise(Open(SUPERVISOR))
    assert (desk.view.closed, desk.view.phase, desk.view.code) == ("", "betting", "R2")


def test_a_table_where_nobody_has_bet_closes_at_once_and_leaves_no_round_open_e3() -> None:
    desk = Desk("infinite", FIVE_SIX)
    desk.supervise(Close(SUPERVISOR, "night"))
    assert desk.view.closed == "night"
    assert desk.bank.book.rounds["R1"].state == "void"
    assert desk.table.next_deadline_ms() is None or desk.view.closed


def test_limits_change_from_the_next_round_on_b4() -> None:
    desk = betting(f"{FIVE_SIX} {FIVE_SIX}")
    desk.supervise(SetLimits(SUPERVISOR, (("", 500, 600, 100, 200),)))
    assert desk.view.limits[0].main_most_minor == 600
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("results")
    desk.wait_for("betting")
    desk.do(1, Bet("1/main", 1_000))
    assert "bet/capped" in desk.notices(1)
    assert desk.bank.in_play(1) == 600


def test_a_supervisor_takes_a_line_of_chat_away_a3() -> None:
    desk = betting()
    desk.do(1, Say("nonsense"))
    desk.supervise(RemoveSaid(SUPERVISOR, desk.view.said[0].number))
    assert desk.view.said == []


# -- faults -------------------------------------------------------------------------------------


def test_a_shoe_without_cards_pauses_the_table_and_tells_the_supervisors_e1() -> None:
    desk = betting("5s 6h")
    desk.wait(20_000)
    assert desk.view.pause is not None
    assert desk.view.pause.fault
    assert [alert.code for alert in desk.alerts] == ["shoe/empty"]
    assert desk.bank.in_play(1) == 1_000
    desk.supervise(Void(SUPERVISOR, "no cards"))
    assert desk.bank.wallet(1) == 100_000


def test_a_card_that_was_not_stored_is_not_shown_and_not_drawn_again_e1() -> None:
    desk = betting()
    desk.refuse_next("round/events_out_of_step", lambda one: isinstance(one, RecordEvents) and b"6h" in one.events[-1])
    desk.wait(20_000)
    assert desk.view.pause is not None
    assert desk.view.pause.fault
    assert "6h" not in repr(desk.view.lines)
    desk.supervise(Resume(SUPERVISOR))
    desk.wait_for("decisions")
    assert desk.view.lines["dealer"].cards == ["6h", "??"]
    desk.alerts.clear()
    desk.do(1, Decide(desk.turn, 1, "1", "stand"))
    desk.wait_for("results")
    desk.at_peace()


def test_a_settlement_that_is_refused_is_tried_again_when_the_table_goes_on_e1() -> None:
    desk = betting()
    desk.wait_for("decisions")
    desk.refuse_next("internal/fault", lambda one: isinstance(one, SettleRound))
    desk.do(1, Decide(desk.turn, 1, "1", "stand"))
    desk.wait(5_000)
    assert desk.view.pause is not None
    assert not desk.told(1, MyHands)[-1].hands[0].options
    desk.supervise(Resume(SUPERVISOR))
    assert desk.view.phase == "results"
    desk.alerts.clear()
    desk.at_peace()


def test_a_fault_of_the_program_pauses_the_table_and_keeps_the_round_e1(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = betting()

    def broken(shoe: object) -> None:
        raise ZeroDivisionError("a screw is loose")

    monkeypatch.setattr(type(desk.shoe), "draw", broken)
    desk.wait(20_000)
    assert desk.view.pause is not None
    assert desk.view.pause.fault
    assert "a screw is loose" in desk.alerts[0].why
    monkeypatch.undo()
    desk.supervise(Resume(SUPERVISOR))
    desk.wait_for("decisions")
    assert desk.bank.in_play(1) == 1_000


def test_answers_of_the_bank_are_taken_in_the_order_of_the_asks() -> None:
    desk = asked()
    desk.hold()
    desk.send(1, Decide(desk.turn, 1, "1", "double"))
    desk.send(2, Decide(desk.turn, 1, "1", "stand"))
    first, second = desk.asks
    outcomes = [desk.bank.execute(first.command), desk.bank.execute(second.command)]
    assert not any(isinstance(outcome, Refusal) for outcome in outcomes)
    desk.asks.clear()
    desk._run(desk.table.answer(second.ref, outcomes[1], desk.now_ms))
    assert not desk.replies.get((2, f"q{desk.requests}"))
    desk._run(desk.table.answer(first.ref, outcomes[0], desk.now_ms))
    desk.let_go()
    desk.wait_for("results")
    desk.at_peace()


def test_ticks_that_come_too_early_or_too_often_do_nothing() -> None:
    desk = betting()
    for _ in range(5):
        assert desk.table.tick(desk.now_ms) == []


def test_what_a_kind_of_table_does_not_have_is_refused() -> None:
    assert Desk("infinite").refused(1, Deal()) == "table/not_offered"
    assert Desk("free-chip").refused(1, Sit(1)) == "table/not_offered"


def test_the_view_is_what_the_events_add_up_to_and_a_snapshot_has_what_is_mine() -> None:
    """The desk compares the two on every step; here is what only one player sees."""
    desk = Desk("cashback", FIVE_SIX, odds=Odds())
    desk.do(1, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    mine = desk.table.mine(1)
    assert mine.hands == desk.hands(1)
    assert desk.table.mine(77) == (None, None, None)
    desk.wait_for("results")
    assert desk.table.mine(1).result == desk.result(1)
