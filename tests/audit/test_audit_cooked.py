"""Ways of cooking the books, each by somebody who seals them anew so that they agree with themselves: all are found.

`only_deep`: the ordinary audit has nothing against them; only the cards have.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.audit.cook import Cook, cook
from tests.audit.evening import ANNA, BOB, CHIP, evening
from tests.store.conftest import quick_folder
from tests.store.desk import Desk
from ventuno.audit.deep import deep_audit
from ventuno.store import open_ledger
from ventuno.store.auditing import audit

Recipe = Callable[[Cook], None]
Events = list[dict[str, Any]]


def nothing(books: Cook) -> None:
    """Sealed anew, and not a cent moved."""


def pays_a_winner_more(books: Cook) -> None:
    books.pay("GOLDWIN", BOB, 700)
    books.sums("GOLDWIN", returned=700)


def pays_a_loser(books: Cook) -> None:
    books.pay("SPLIT", BOB, 2_000)
    books.sums("SPLIT", returned=2_000)


def swaps_the_results_of_two_players(books: Cook) -> None:
    """Who lost is paid what the other won: every sum stays as it was."""
    number = books.end_of("APART")
    won = books.one("SELECT returned_minor FROM participations WHERE player = ? AND ended = ?", ANNA, number)
    for player, amount in ((ANNA, -won), (BOB, won)):
        books.post(number, player * 8, amount)
        books.part(player, number, returned_minor=amount)
    books.run("DELETE FROM entries WHERE account = ? AND amount = 0", ANNA * 8)


def lowers_a_stake(books: Cook) -> None:
    """The loser has staked less than what lay on the felt."""
    placed, ended = books.opened("APART", "PlaceStakes", 1), books.end_of("APART")
    for number, sign in ((placed, 1), (ended, -1)):
        books.post(number, BOB * 8 + 1, -400 * sign)
    books.post(placed, BOB * 8, 400)
    books.post(ended, books.house(), -400)
    for number in (placed, ended):
        books.receipt(number, staked_minor=-400)
    books.part(BOB, ended, staked_minor=-400)
    books.run("UPDATE purses SET staked = staked - 400 WHERE player = ?", BOB)
    books.sums("APART", staked=-400)


def changes_a_card(books: Cook) -> None:
    def change(events: Events) -> None:
        cards = [event for event in events if event["type"] == "CardDealt"]
        cards[-1]["card"] = "2s"  # Anna's 20 was a 14

    books.tell("APART", change)


def inserts_a_decision(books: Cook) -> None:
    def change(events: Events) -> None:
        stand = next(at for at, event in enumerate(events) if event["type"] == "Decided")
        events.insert(stand, {**events[stand], "action": "hit"})

    books.tell("GOLDLOSE", change)


def takes_a_decision_out(books: Cook) -> None:
    def change(events: Events) -> None:
        events[:] = [event for event in events if event.get("action") != "double"]

    books.tell("SPLIT", change)


def insures_afterwards(books: Cook) -> None:
    """Anna declined; now she has insured, and is paid for it."""

    def change(events: Events) -> None:
        for event in events:
            if event["type"] == "InsuranceDecided" and event["bettor"] == str(ANNA):
                event["stake"] = 500
        events[-1]["returned"] += 1_500
        events[-1]["staked"] += 500

    books.tell("INSURED", change)
    books.pay("INSURED", ANNA, 1_500)


def bets_afterwards(books: Cook) -> None:
    """The winning bet was larger all along, says the story; the ledger knows of no such stake."""

    def change(events: Events) -> None:
        opened = next(event for event in events if event["type"] == "RoundOpened")
        next(bet for bet in opened["bets"] if bet["bettor"] == str(BOB))["main"] = 4_000
        events[-1]["returned"] += 4_000

    books.tell("GOLDWIN", change)
    books.pay("GOLDWIN", BOB, 4_000)


def sells_a_hand_dearer(books: Cook) -> None:
    """Part of a cashback's price goes somewhere else."""
    books.pay("CASHED", ANNA, -120)
    books.sums("CASHED", returned=-120)


def pays_the_jackpot_twice(books: Cook) -> None:
    number = books.end_of("JACKPOT")
    share = books.one("SELECT jackpot_minor FROM participations WHERE player = ? AND ended = ?", ANNA, number)
    books.post(number, ANNA * 8, share)
    books.post(number, books.house(), -share)
    books.part(ANNA, number, returned_minor=share, jackpot_minor=share)


def pays_the_jackpot_to_another_round(books: Cook) -> None:
    """Bob, who had an ordinary hand, gets what Anna had won."""
    number = books.end_of("AFTER")
    books.pay("AFTER", BOB, 100_000)
    books.part(BOB, number, jackpot_minor=100_000)


def feeds_the_jackpot_less(books: Cook) -> None:
    number = books.end_of("AFTER")
    books.post(number, books.pool(), -1)
    books.post(number, books.house(), 1)
    books.receipt(number, contributed_minor=-1)


def keeps_the_fraction(books: Cook) -> None:
    books.run("UPDATE jackpots SET remainder = '1/2'")


def returns_a_golden_chip_as_money(books: Cook) -> None:
    books.pay("GOLDLOSE", ANNA, CHIP)
    books.sums("GOLDLOSE", returned=CHIP)


def keeps_a_golden_chip_that_pushed(books: Cook) -> None:
    number, promotions = books.end_of("GOLDPUSH"), books.house() + 2
    books.post(number, ANNA * 8 + 2, -CHIP)
    books.post(number, promotions, CHIP)
    books.part(ANNA, number, golden_returned_minor=-CHIP)
    books.run("DELETE FROM entries WHERE account = ? AND amount = 0", ANNA * 8 + 2)
    books.run("UPDATE lots SET count = count - 1 WHERE player = ?", ANNA)
    books.sums("GOLDPUSH", golden_returned=-CHIP)


def pays_a_void_round_short(books: Cook) -> None:
    books.pay("VOID", BOB, -100)


def changes_the_history(books: Cook) -> None:
    books.part(BOB, books.end_of("BEHIND"), returned_minor=50)


def deletes_a_round(books: Cook) -> None:
    number = books.end_of("BEHIND")
    for table in (
        "events WHERE round = 'BEHIND'",
        "rounds WHERE code = 'BEHIND'",
        f"participations WHERE ended = {number}",
    ):
        books.run(f"DELETE FROM {table}")


def deletes_the_story_of_a_round(books: Cook) -> None:
    """Its records say that there never were any events."""
    books.run("DELETE FROM events WHERE round = 'BEHIND'")
    books.run("UPDATE rounds SET events = 0 WHERE code = 'BEHIND'")
    books.run("UPDATE journal SET events = ? WHERE round = 'BEHIND'", b"")


def says_that_it_was_another_game(books: Cook) -> None:
    """So that nobody can play it again."""

    def change(events: Events) -> None:
        next(event for event in events if event["type"] == "RoundOpened")["digest"] = "0" * 64

    books.tell("SPLIT", change)
    books.pay("SPLIT", BOB, 2_000)
    books.sums("SPLIT", returned=2_000)


def voids_what_was_lost(books: Cook) -> None:
    books.run("UPDATE rounds SET state = 'void' WHERE code = 'GOLDLOSE'")


ONLY_DEEP: list[Recipe] = [
    pays_a_winner_more,
    pays_a_loser,
    swaps_the_results_of_two_players,
    lowers_a_stake,
    changes_a_card,
    inserts_a_decision,
    takes_a_decision_out,
    bets_afterwards,
    sells_a_hand_dearer,
    feeds_the_jackpot_less,
    returns_a_golden_chip_as_money,
    keeps_a_golden_chip_that_pushed,
    deletes_the_story_of_a_round,
    says_that_it_was_another_game,
]
BY_BOTH: list[Recipe] = [
    keeps_the_fraction,
    insures_afterwards,
    pays_the_jackpot_twice,
    pays_the_jackpot_to_another_round,
    pays_a_void_round_short,
    deletes_a_round,
]
BY_THE_ORDINARY: list[Recipe] = [changes_the_history, voids_what_was_lost]


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """One evening's books, in a file to be copied."""
    with quick_folder() as folder:
        with open_ledger(folder / "kept.db") as ledger:
            evening(Desk(ledger))
        yield folder / "kept.db"


@pytest.fixture
def books(kept: Path, folder: Path) -> Iterator[Desk]:
    shutil.copy(kept, folder / "bank.db")
    with open_ledger(folder / "bank.db") as ledger:
        yield Desk(ledger)


def test_books_that_are_sealed_anew_and_not_cooked_are_clean(books: Desk) -> None:
    cook(books.ledger, nothing)
    assert audit(books.ledger).findings == ()
    assert deep_audit(books.ledger).clean


@pytest.mark.parametrize("recipe", ONLY_DEEP, ids=lambda recipe: recipe.__name__)
def test_what_agrees_with_itself_does_not_agree_with_the_cards(books: Desk, recipe: Recipe) -> None:
    cook(books.ledger, recipe)
    assert audit(books.ledger).findings == (), "the cook is not good enough"
    assert not deep_audit(books.ledger).clean


@pytest.mark.parametrize("recipe", BY_BOTH, ids=lambda recipe: recipe.__name__)
def test_what_does_not_even_agree_with_itself_is_found_by_both(books: Desk, recipe: Recipe) -> None:
    cook(books.ledger, recipe)
    assert audit(books.ledger).findings
    assert not deep_audit(books.ledger).clean


@pytest.mark.parametrize("recipe", BY_THE_ORDINARY, ids=lambda recipe: recipe.__name__)
def test_what_touches_no_card_and_no_money_is_found_by_the_ordinary_audit(books: Desk, recipe: Recipe) -> None:
    cook(books.ledger, recipe)
    assert audit(books.ledger).findings


def test_cooked_books_are_found_on_either_engine(desk: Desk) -> None:
    cook(evening(desk).ledger, lowers_a_stake)
    assert audit(desk.ledger).findings == ()
    assert {one.code for one in deep_audit(desk.ledger).differences} == {"deep/stake", "deep/events"}


def test_what_differs_is_said_with_round_player_spot_and_both_amounts(books: Desk) -> None:
    cook(books.ledger, pays_a_loser)
    found = [one for one in deep_audit(books.ledger).differences if one.code == "deep/paid"]
    assert [(one.round, one.player, one.spot, one.felt_minor, one.held_minor) for one in found] == [
        ("SPLIT", BOB, "1/main 1000", 0, 2_000)
    ]
