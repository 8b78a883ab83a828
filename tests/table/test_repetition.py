"""Whoever repeats, reorders or forges requests gains nothing and stops nobody: the felt is what the bank holds."""

from __future__ import annotations

import pytest
from desk import Desk

from ventuno.bank import SettleRound
from ventuno.protocol import commands as said
from ventuno.protocol.messages import Done, Refused

MANY = 600  # far more than any memory of answers


def chatter(desk: Desk, player: int, count: int = MANY) -> None:
    """Requests that change nothing for good, so that earlier ones are forgotten wherever they were remembered."""
    for _ in range(count // 2):
        desk.send(player, said.Bet("1/main", 100))
        desk.send(player, said.Undo())


def on_felt(desk: Desk, player: int) -> int:
    slip = desk.table.betting.slips.get(player)
    return slip.total_minor if slip else 0


def test_a_bet_sent_again_after_clear_and_many_others_lays_no_chip() -> None:
    """The hole: 20,000 with id X, clear, seventy others, 100, X again: the felt played 20,100, the bank held 100."""
    desk = Desk("infinite", money=100_000)
    desk.send(1, said.Bet("1/main", 20_000), "X")
    desk.do(1, said.ClearBets())
    chatter(desk, 1)
    desk.do(1, said.Bet("1/main", 100))
    desk.send(1, said.Bet("1/main", 20_000), "X")
    assert isinstance(desk.replies[1, "X"], Done)
    assert on_felt(desk, 1) == desk.bank.in_play(1) == 100


def test_a_clear_sent_again_takes_no_chip_off_the_felt() -> None:
    desk = Desk("infinite")
    desk.do(1, said.Bet("1/main", 500))
    desk.send(1, said.ClearBets(), "X")
    chatter(desk, 1)
    desk.do(1, said.Bet("1/main", 500))
    desk.send(1, said.ClearBets(), "X")
    assert on_felt(desk, 1) == desk.bank.in_play(1) == 500


@pytest.mark.parametrize(
    ("first", "back"),
    [
        (said.DoubleBets(), said.Undo()),
        (said.AllSideBets(100), said.Undo()),
        (said.Bet("1/any-pair", 100), said.Undo()),
    ],
)
def test_whatever_places_chips_places_them_once(first: said.Command, back: said.Command) -> None:
    desk = Desk("infinite")
    desk.do(1, said.Bet("1/main", 500))
    desk.send(1, first, "X")
    desk.do(1, back)
    chatter(desk, 1)
    desk.send(1, first, "X")
    assert on_felt(desk, 1) == desk.bank.in_play(1) == 500


def test_an_id_used_for_something_else_is_refused_and_lays_nothing() -> None:
    desk = Desk("infinite")
    desk.send(1, said.Bet("1/main", 500), "X")
    assert isinstance(desk.replies.pop((1, "X")), Done)
    desk.send(1, said.Bet("1/main", 700), "X")
    reply = desk.replies[1, "X"]
    assert isinstance(reply, Refused)
    assert reply.code == "ledger/key_reused"
    assert on_felt(desk, 1) == desk.bank.in_play(1) == 500


@pytest.mark.parametrize(("amount", "ending"), [(20_000, "disconnect"), (50, "below the minimum")])
def test_the_trick_ended_badly_stops_nobody(amount: int, ending: str) -> None:
    """It used to end with stake/more_than_placed: the table stood still for everybody."""
    desk = Desk("infinite", "Th 9h Ts 9d", players=(1, 2))
    desk.do(2, said.Bet("1/main", 500))
    desk.send(1, said.Bet("1/main", amount), "X")
    desk.do(1, said.ClearBets())
    chatter(desk, 1)
    desk.send(1, said.Bet("1/main", amount), "X")
    if ending == "disconnect":
        desk.disconnect(1)
    desk.wait(11_000)
    assert desk.view.pause is None
    assert desk.alerts == []


def test_the_same_request_twice_while_the_bank_thinks_is_one_bet() -> None:
    desk = Desk("infinite")
    desk.hold()
    desk.send(1, said.Bet("1/main", 500), "X")
    desk.table.receive(1, "X", said.Bet("1/main", 500), desk.now_ms)
    desk.let_go()
    assert on_felt(desk, 1) == desk.bank.in_play(1) == 500


def test_a_felt_that_differs_from_the_books_is_not_settled() -> None:
    """However it came to be: the bank refuses, a supervisor looks, and a void gives back what was held."""
    desk = Desk("infinite", "Th 9h Ts 9d")
    desk.do(1, said.Bet("1/main", 500))
    slip = desk.table.betting.slips[1]
    slip._spots["1/main"] = type(slip._spots["1/main"])("1/main", 5_000)  # a chip from nowhere
    desk.wait(30_000)
    assert [alert.code for alert in desk.alerts] == ["settle/stakes_differ"]
    assert desk.view.pause is not None
    assert desk.view.pause.fault
    assert not [command for command in desk.bank.commands if isinstance(command, SettleRound)]
    assert desk.bank.in_play(1) == 500


def test_a_bet_under_the_id_of_a_decision_is_refused_and_not_told_done() -> None:
    """It was answered as done, and nobody had placed it."""
    desk = Desk("infinite", "5s 9h 6d Tc 9d 8c")
    desk.do(1, said.Bet("1/main", 500))
    desk.wait_for("decisions")
    decision = said.Decide(desk.turn, 1, "1", "stand")
    desk.send(1, decision, "X")
    assert isinstance(desk.replies.pop((1, "X")), Done)
    desk.send(1, decision, "X")
    assert isinstance(desk.replies.pop((1, "X")), Done)
    desk.wait_for("results")
    desk.wait_for("betting")
    desk.send(1, said.Bet("1/main", 700), "X")
    reply = desk.replies[1, "X"]
    assert isinstance(reply, Refused)
    assert reply.code == "ledger/key_reused"
    assert on_felt(desk, 1) == desk.bank.in_play(1) == 0
