"""A connection is lost and found again, in every phase of a round: nothing is lost with it (E2, T1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.house import PATIENT, BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
SLOW = msgspec.structs.replace(PATIENT, closing_ms=9000, card_ms=9000, dealer_card_ms=9000, pause_ms=9000)
PHASES = ("betting", "closed", "dealing", "insurance", "decisions", "dealer", "results")


@contextmanager
def away(house: BrowserHouse, player: Player) -> Iterator[None]:
    """The network is gone, and comes back."""
    player.page.context.set_offline(True)
    house.drop(player.name)
    player.expect_alert("Reconnecting.")
    yield
    player.page.context.set_offline(False)
    player.expect_no_alert("Reconnecting.")
    house.until(lambda: house.connections(player.name) == 1, "a connection again")


def at_table(house: BrowserHouse, player: Player, table: str) -> None:
    player.play_demo()
    player.open_table(table)


@pytest.mark.parametrize("phase", PHASES)
def test_a_seated_bet_stands_through_a_lost_connection_in_every_phase_e2(
    open_house: OpenHouse, new_window: NewWindow, phase: str
) -> None:
    table = "classic-free-bet"
    house = open_house(table, times=SLOW)
    house.deal(table, "Ts As 9h 7c")  # 19 against 18: insurance is offered and declined
    player = new_window(house)
    at_table(house, player, table)
    player.sit(2)
    player.pick_chip(10)
    player.bet("Seat 2")
    player.expect_bet(10)
    house.pass_time(table, until=phase)
    with away(house, player):
        if phase != "results":
            player.expect_alert(says("Your P 10.00 stands as placed."))
    assert house.view(table).phase == phase
    if phase == "insurance":
        player.decide("Decline")
    elif phase == "decisions":
        player.decide("Stand")
    house.pass_time(table, until="results")
    player.expect_line("Seat 2 wins 19 to 18")
    player.expect_balance(1010)


def test_time_decides_for_who_is_away_and_the_table_is_shown_as_it_is_now_e2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 4d Tc 8d 5c")  # nine: at zero it hits
    player = new_window(house)
    at_table(house, player, "infinite")
    player.pick_chip(10)
    player.bet("The position")
    house.pass_time("infinite", until="decisions")
    player.offered("Hit")
    with away(house, player):
        player.expect_alert("hits at zero")
        house.skip(20_000)
        house.until(lambda: len(house.view("infinite").lines["1"].cards) == 3, "time has decided")
    player.expect_line(says("You have 17,"))
    player.decide("Stand")
    player.expect_line("The position loses 17 to 21")


def test_bets_of_an_open_window_come_back_at_the_infinite_table_e2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    player = new_window(house)
    at_table(house, player, "infinite")
    player.pick_chip(10)
    player.bet("The position")
    player.expect_bet(10)
    with away(house, player):
        player.expect_alert(says("your P 10.00 comes back"))
        house.until(lambda: house.wallet_minor(player.name) == 100_000, "the stake is back")
    player.expect_bet(0)
    player.expect_balance(1000)
    player.bet("The position")  # and the table takes bets as before
    player.expect_bet(10)


def test_a_bet_that_was_sent_into_the_void_is_booked_once(open_house: OpenHouse, new_window: NewWindow) -> None:
    """Pressed while the connection is away: it is asked again with the same id, and done once."""
    house = open_house("classic-free-bet")
    player = new_window(house)
    at_table(house, player, "classic-free-bet")
    player.sit(2)
    player.pick_chip(10)
    with away(house, player):
        player.bet("Seat 2")
    player.expect_bet(10)
    assert house.wallet_minor(player.name) == 99_000


def test_a_solo_round_waits_at_the_exact_decision_for_a_new_browser_t1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    house.deal("free-chip", "5s Th 4d 7c 2c Td")  # nine, then eleven, then 21 against 17
    first, second = new_window(house), new_window(house, phone=True)
    first.open_account("anna")
    first.open_table("free-chip")
    first.pick_chip(10)
    first.bet("Hand 1")
    first.press(re.compile("^Deal"))
    first.decide("Hit")
    first.offered("Hit")
    first.page.context.close()
    second.sign_in("anna")
    second.go("/")
    second.enter("Free Chip")  # the lobby keeps my place (A1)
    second.expect_cards("Hand 1", "5 of spades", "4 of diamonds", "2 of clubs")
    second.decide("Hit")
    second.expect_line("Hand 1 wins 21 to 17")


def test_a_reload_shows_the_table_as_it_is_with_my_bets(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("classic-free-bet")
    player = new_window(house)
    at_table(house, player, "classic-free-bet")
    player.sit(2)
    player.pick_chip(10)
    player.bet("Seat 2")
    player.expect_bet(10)
    player.page.reload()
    player.expect_bet(10)
    expect(player.spot("Seat 2")).to_have_accessible_name(says("Seat 2, Main bet: P 10."))
