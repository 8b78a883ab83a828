"""Repetition is decided at the bank: a receipt says whether anything was moved now."""

from __future__ import annotations

from typing import Any

import pytest

from tests.store.desk import Desk, again
from ventuno.bank import Deposit, Placed, PlaceStakes, SettleRound, TakeBackStakes
from ventuno.bank.book import Book
from ventuno.store import StoreFault


class LostAnswers:
    """The commit is durable, and whoever asked is told that the store failed."""

    def __init__(self, desk: Desk, times: int = 1, *, before_commit: bool = False) -> None:
        self.left = times
        writer: Any = desk.ledger._writer
        commit, self.writer = writer._engine.commit, writer
        self.before = before_commit
        writer._engine.commit = lambda: self.fail(commit)

    def fail(self, commit: Any) -> None:
        if self.left:
            self.left -= 1
            if not self.before:
                commit()
            raise StoreFault("store/io", "the answer was lost")
        commit()


def test_a_bet_sent_again_after_it_was_taken_back_moves_nothing_and_says_so(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    bet: Any = {"key": "R1/X", "round": "R1", "player": anna, "stakes": (Placed("1/main", 500),)}
    first = desk.ok(PlaceStakes, **bet)
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 500),))
    assert desk.ok(PlaceStakes, **bet) == again(first)
    assert desk.purse(anna).stakes == 0


def test_a_place_among_the_events_is_no_part_of_what_was_asked(desk: Desk) -> None:
    anna = desk.player()
    desk.round()
    bet: Any = {"key": "R1/X", "round": "R1", "player": anna, "stakes": (Placed("1/main", 500),), "events": (b"x",)}
    desk.ok(PlaceStakes, **bet, first_event=0)
    assert desk.ok(PlaceStakes, **bet, first_event=1).again


def test_an_answer_that_was_lost_is_given_once_as_it_was(desk: Desk) -> None:
    """Who asked has not acted on it: for them it is new. Who repeats it later is told so."""
    anna = desk.player(money=0)
    command = Deposit(key="d", at_ms=1, player=anna, currency="EUR", amount_minor=100)
    LostAnswers(desk)
    with pytest.raises(StoreFault):
        desk.ledger.execute(command)
    first = desk.ledger.execute(command)
    assert not first.again  # type: ignore[union-attr]
    assert desk.ledger.execute(command) == again(first)  # type: ignore[arg-type]
    assert desk.purse(anna).wallet == 100


def test_an_answer_lost_twice_is_still_given_as_it_was(desk: Desk) -> None:
    anna = desk.player(money=0)
    command = Deposit(key="d", at_ms=1, player=anna, currency="EUR", amount_minor=100)
    for _ in range(2):
        desk.ledger.execute(Deposit(key=f"open {_}", at_ms=1, player=anna, currency="EUR", amount_minor=1))
        LostAnswers(desk)
        with pytest.raises(StoreFault):
            desk.ledger.execute(command)
    assert not desk.ledger.execute(command).again  # type: ignore[union-attr]
    assert desk.purse(anna).wallet == 102


def test_a_repetition_among_lost_answers_stays_one(desk: Desk) -> None:
    anna = desk.player(money=0)
    command = Deposit(key="d", at_ms=1, player=anna, currency="EUR", amount_minor=100)
    desk.ledger.execute(command)
    LostAnswers(desk)
    with pytest.raises(StoreFault):
        desk.ledger.execute(command)
    assert desk.ledger.execute(command).again  # type: ignore[union-attr]


def test_a_commit_that_failed_is_done_when_it_is_asked_again(desk: Desk) -> None:
    anna = desk.player(money=0)
    command = Deposit(key="d", at_ms=1, player=anna, currency="EUR", amount_minor=100)
    LostAnswers(desk, before_commit=True)
    with pytest.raises(StoreFault):
        desk.ledger.execute(command)
    assert desk.purse(anna).wallet == 0
    assert not desk.ledger.execute(command).again  # type: ignore[union-attr]
    assert desk.purse(anna).wallet == 100


def test_who_watches_learns_of_a_commit_whose_answer_was_lost(desk: Desk) -> None:
    """Else a balance on the screen would stay wrong until the next bet."""
    anna = desk.player(money=0)
    seen: list[int] = []

    def watch(book: Book) -> None:
        seen.extend(purse.wallet for purse in book.purses.values() if purse.player in book.changes.purses)

    desk.ledger.watch(watch)
    command = Deposit(key="d", at_ms=1, player=anna, currency="EUR", amount_minor=100)
    LostAnswers(desk)
    with pytest.raises(StoreFault):
        desk.ledger.execute(command)
    assert seen == []
    desk.ledger.execute(command)
    assert seen == [100]


@pytest.mark.parametrize(
    "felt",
    [
        {"staked": lambda stakes: {**stakes, 3: stakes[3] + 1}},
        {"staked": lambda stakes: {who: stake for who, stake in stakes.items() if who != 3}},
        {"staked": lambda stakes: {**stakes, 2: 100}},
        {"staked": lambda stakes: {**stakes, 3: 0}},
        {"golden_staked": lambda golden: {3: 100}},
    ],
)
def test_a_crowd_is_not_settled_on_chips_that_nobody_holds(desk: Desk, felt: Any) -> None:
    """One chip too many among a hundred players, and nobody is paid; with the true stakes everybody is."""
    players = [desk.player(f"p{number}", 1_000) for number in range(1, 101)]
    desk.round()
    for player in players:
        desk.place(player, 100)
    held = desk.held("R1")
    wrong = {name: change(held[name]) for name, change in felt.items()}
    settle: Any = {"round": "R1", "returned": dict.fromkeys(players, 200)}
    assert desk.refused(SettleRound, **settle, **held | wrong) == "settle/stakes_differ"
    desk.ok(SettleRound, **settle, **held)
    assert {desk.purse(player).wallet for player in players} == {1_100}
    desk.check()


def test_a_stake_taken_back_whole_is_no_stake(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob")
    desk.round()
    desk.place(anna, 100)
    desk.place(bob, 100)
    desk.ok(TakeBackStakes, round="R1", player=bob, stakes=(Placed("1/main", 100),))
    desk.ok(SettleRound, round="R1", staked={anna: 100}, returned={anna: 200})
    desk.check()
