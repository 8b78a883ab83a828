"""E4 with real processes, in small: `make soak` is the same with 2,000 bots and ten kills. And the check can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.soak_house import Books, Soak, _balance_wrong, _lost, _paid_wrongly, soak
from ventuno.client.notes import AcknowledgedBet, Notes, SeenResult
from ventuno.protocol.messages import Balance, MyResult


def test_a_killed_house_loses_nothing_and_pays_nothing_twice(tmp_path: Path) -> None:
    found = soak(tmp_path, Soak(bots=30, kills=2, seconds=10, seed=3))
    assert found["wrong"] == []
    assert found["bets"] > 50
    assert found["results_seen"] > 0
    assert found["reconnects"] >= 2 * 30
    assert found["rounds"].get("open", 0) == 0


@pytest.fixture
def notes() -> Notes:
    bet = AcknowledgedBet("r1", "request-1", "1/main", 100)
    return Notes(7, "one", bets=[bet], results={"r1": SeenResult(100, 200)}, balance=Balance(10_000_100))


@pytest.fixture
def books() -> Books:
    return Books({"request/7/request-1"}, {"r1": "settled"}, {(7, "r1"): (100, 200, 1)}, {7: 10_000_100}, {7: 0})


def test_books_that_say_what_was_told_are_right(notes: Notes, books: Books) -> None:
    assert _lost(books, notes) + _paid_wrongly(books, notes) + _balance_wrong(books, notes) == []


def test_an_acknowledged_bet_that_is_not_in_the_journal_is_lost(notes: Notes, books: Books) -> None:
    assert _lost(books._replace(keys=set()), notes)


def test_a_bet_in_a_round_that_never_ended_is_found(notes: Notes, books: Books) -> None:
    assert _lost(books._replace(states={"r1": "open"}), notes)


@pytest.mark.parametrize("booked", [(100, 200, 2), (100, 100, 1), (200, 200, 1)])
def test_a_payment_other_than_the_one_shown_is_found(booked: tuple[int, int, int], notes: Notes, books: Books) -> None:
    assert _paid_wrongly(books._replace(results={(7, "r1"): booked}), notes)


def test_a_payment_that_was_shown_and_never_booked_is_found(notes: Notes, books: Books) -> None:
    assert _paid_wrongly(books._replace(results={}), notes)


def test_two_results_of_one_round_contradict_each_other(notes: Notes, books: Books) -> None:
    notes.take_result(MyResult("one", "r1", (), staked_minor=100, returned_minor=300))
    assert _paid_wrongly(books, notes)


@pytest.mark.parametrize("change", [{"wallets": {7: 10_000_000}}, {"in_play": {7: 100}}])
def test_a_balance_that_the_results_do_not_explain_is_found(
    change: dict[str, dict[int, int]], notes: Notes, books: Books
) -> None:
    assert _balance_wrong(books._replace(**change), notes)


def test_a_balance_other_than_the_one_told_is_found(notes: Notes, books: Books) -> None:
    notes.balance = Balance(1)
    assert _balance_wrong(books, notes)
