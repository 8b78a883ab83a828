"""A table as everybody sees it is what its events add up to."""

from __future__ import annotations

import msgspec

from ventuno.protocol import events as happened
from ventuno.protocol.events import AnyEvent, Deadline, SeatView
from ventuno.protocol.view import DEALER, FACE_DOWN, MOST_SAID, Question, TableView, apply

SOON = Deadline(20_000, 15_000, "bets-close")


def after(*told: AnyEvent) -> TableView:
    view = TableView()
    for event in told:
        apply(view, event)
    return view


OPENED = happened.RoundOpened("R1", 5_000, SOON)
DEALT = (
    OPENED,
    happened.BettingClosed(),
    happened.CardDealt("1", "8h", "8"),
    happened.CardDealt(DEALER, "Ts", "10"),
    happened.CardDealt("1", "8c", "16"),
    happened.CardDealt(DEALER, None, "10"),
)


def test_b1_a_round_opens_with_a_clock_or_without_one() -> None:
    assert after(OPENED).phase == "betting"
    assert after(OPENED).deadline == SOON
    assert after(happened.RoundOpened("R1", 5_000)).phase == "waiting"


def test_b1_red_ends_the_clock() -> None:
    view = after(OPENED, happened.BettingClosed())
    assert (view.phase, view.deadline) == ("closed", None)


def test_a_card_face_down_is_nothing_but_a_back() -> None:
    view = after(*DEALT)
    assert view.lines[DEALER].cards == ["Ts", FACE_DOWN]
    assert view.phase == "dealing"


def test_the_hole_card_takes_its_place_when_it_is_shown() -> None:
    view = after(*DEALT, happened.HoleCardShown("6d", "16"), happened.CardDealt(DEALER, "2c", "18"))
    assert view.lines[DEALER].cards == ["Ts", "6d", "2c"]
    assert (view.phase, view.lines[DEALER].total) == ("dealer", "18")


def test_a_question_ends_with_its_answer() -> None:
    asked = happened.Asked(3, 1, "1", deadline=Deadline(30_000, 10_000, "stands"))
    assert after(*DEALT, asked).question == Question(3, 1, "1")
    view = after(*DEALT, asked, happened.Decided(1, "1", "stand"))
    assert (view.question, view.deadline, view.lines["1"].decided) == (None, None, "stand")


def test_split_halves_take_a_card_each_and_the_line_stays_for_the_others() -> None:
    view = after(*DEALT, happened.LineSplit("1", "1a", "1b"), happened.CardDealt("1a", "3s", "11"))
    assert view.lines["1a"].cards == ["8h", "3s"]
    assert view.lines["1b"].cards == ["8c"]
    assert view.lines["1"].cards == ["8h", "8c"]


def test_d7_choices_are_those_of_the_open_question() -> None:
    chosen = happened.ChoicesChanged(4, (happened.Choice(1, "1", 2, 1, False, {"hit": 3}),))
    assert after(*DEALT, happened.Asked(1), chosen).undecided == 4
    assert after(*DEALT, happened.Asked(1), chosen, happened.Asked(2)).choices == ()


def test_a5_a_new_round_clears_the_cloth_but_nobody_loses_a_seat() -> None:
    view = after(
        happened.SeatChanged(3, SeatView("anna", streak=2)),
        *DEALT,
        happened.HandJudged(1, "1", 2, "lose", "lower"),
        happened.RoundEnded(100, 0),
        happened.RoundOpened("R2", 60_000, SOON),
    )
    assert (view.lines, view.judgement.hands, view.code) == ({}, (), "R2")
    assert view.seats[3].name == "anna"


def test_e1_a_void_round_leaves_an_empty_cloth_and_says_why() -> None:
    view = after(*DEALT, happened.RoundVoided("R1", "a card was dropped"))
    assert (view.lines, view.code, view.void) == ({}, "", "a card was dropped")


def test_e1_a_pause_stops_the_clock_and_a_resume_announces_it_anew() -> None:
    paused = after(OPENED, happened.TablePaused("fault", True))
    assert paused.pause is not None
    assert paused.pause.fault
    assert paused.deadline is None
    later = Deadline(90_000, 7_000, "bets-close")
    assert after(OPENED, happened.TablePaused("fault"), happened.TableResumed(later)).deadline == later


def test_a2_a_free_seat_is_nobodys() -> None:
    sat = happened.SeatChanged(3, SeatView("anna"))
    assert after(sat, happened.SeatChanged(3)).seats == {}


def test_a3_chat_keeps_the_last_lines_and_forgets_what_was_removed() -> None:
    said = [happened.Said(n, "anna", f"line {n}", 0) for n in range(MOST_SAID + 10)]
    view = after(*said, happened.SaidRemoved(20))
    assert [line.number for line in view.said[:2]] == [10, 11]
    assert 20 not in {line.number for line in view.said}


def test_a_view_survives_the_wire() -> None:
    view = after(happened.SeatChanged(3, SeatView("anna")), *DEALT, happened.Asked(1, 1, "1"))
    assert msgspec.json.decode(msgspec.json.encode(view), type=TableView) == view
