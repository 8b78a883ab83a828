"""What is done and what goes on while a connection is away: nothing is lost, nothing is done twice (E2, E4, T1)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says
from tests.browser.test_browser_phases import away

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]


def test_time_decides_for_who_is_away_and_the_table_is_shown_as_it_is_now_e2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 4d Tc 8d 5c")  # nine: at zero it hits
    player = new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    house.pass_time("infinite", until="decisions")
    player.offered("Hit")
    with away(house, player):
        player.expect_alert("hits at zero")
        house.jump(20_000)
        house.until(lambda: len(house.view("infinite").lines["1"].cards) == 3, "time has decided")
    player.expect_line(says("You have 17,"))
    player.decide("Stand")
    player.expect_line("The position loses 17 to 21")


def test_a_bet_that_was_sent_into_the_void_is_booked_once(open_house: OpenHouse, new_window: NewWindow) -> None:
    """Pressed while the connection is away: it is asked again with the same id, and done once."""
    house = open_house("classic-free-bet")
    player = new_window(house)
    player.play_demo()
    player.open_table("classic-free-bet")
    player.sit(2)
    player.pick_chip(10)
    with away(house, player):
        player.bet("Seat 2")
    player.expect_bet(10)
    assert house.wallet_minor(player.name) == 99_000


def test_a_bet_that_comes_after_red_is_refused_with_a_reason_and_costs_nothing_b1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("classic-free-bet")
    player, other = new_window(house), new_window(house)
    for who, seat in ((player, 2), (other, 4)):
        who.play_demo()
        who.open_table("classic-free-bet")
        who.sit(seat)
        who.pick_chip(10)
    other.bet("Seat 4")
    other.expect_bet(10)
    with away(house, player):
        player.bet("Seat 2")
        house.pass_time("classic-free-bet", until="decisions")
    player.expect_line("Bets are closed. Nothing was taken.")
    player.expect_line("This round has begun. Yours is the next one.")
    player.expect_bet(0)
    assert house.wallet_minor(player.name) == 100_000


def test_a_restart_of_the_server_loses_nothing_and_the_page_comes_back_by_itself_e4(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite", "free-chip")
    house.deal("infinite", "Ts 6h 6d Tc 5d")
    house.deal("free-chip", "Ts 6h 9d Tc 8c")
    live, alone = new_window(house), new_window(house)
    live.come_to("infinite")
    live.bet("The position")
    live.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    live.offered("Stand")
    alone.come_to("free-chip")
    alone.bet("Hand 1")
    alone.press(re.compile("^Deal"))
    alone.offered("Stand")
    house.restart()
    for player in (live, alone):
        house.until(lambda who=player: house.connections(who.name) == 1, "the page comes back")  # type: ignore[misc]
    alone.expect_cards("Hand 1", "10 of spades", "9 of diamonds")
    alone.decide("Stand")
    alone.expect_line("Hand 1 wins: the dealer busts with 24")
    live.decide("Stand")
    live.expect_line("The position loses 16 to 21")
    live.expect_balance(990)


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
    player.play_demo()
    player.open_table("classic-free-bet")
    player.sit(2)
    player.pick_chip(10)
    player.bet("Seat 2")
    player.expect_bet(10)
    player.page.reload()
    player.expect_bet(10)
    expect(player.spot("Seat 2")).to_have_accessible_name(says("Seat 2, Main bet: P 10."))
