"""Several people, several windows: seats, bets behind, chat, a table taken over (A1 to A4, H1 to H4)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
TABLE = "classic-free-bet"


def at_seat(house: BrowserHouse, player: Player, *seats: int) -> Player:
    player.play_demo()
    player.open_table(TABLE)
    for seat in seats:
        player.sit(seat)
        expect(player.spot(f"Seat {seat}")).to_be_visible()
    if seats:
        player.pick_chip(10)
    return player


def test_two_browsers_play_at_one_table_with_a_bet_behind_that_does_not_follow_a_double_h2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    house.deal(TABLE, "As Ts 6h 5d 8h Tc 4d 9d")  # soft 16 doubled to 20, and 18; the dealer busts
    anna, ben = new_window(house), new_window(house)
    for player, name, seat in ((anna, "anna", 1), (ben, "ben", 3)):
        player.open_account(name)
        player.open_table(TABLE)
        player.sit(seat)
        player.pick_chip(10)
    anna.bet("Seat 1")
    anna.expect_bet(10)
    ben.bet("Seat 3")
    ben.press("Bet €10.00 behind anna")
    ben.expect_bet(20)
    ben.press("Show the panel")
    ben.page.get_by_role("tab", name="Bet behind").click()
    ben.page.get_by_label("follow a paid double").uncheck()
    ben.page.get_by_label("follow a paid split").uncheck()
    ben.page.get_by_label("follow a paid split").check()
    anna.press("Start now")
    anna.expect_line("Your bet is locked.")
    ben.expect_line("bet locked")
    ben.press("Start now")  # B7: now everybody has
    ben.decide("Stand")  # D2: early, while the other one is asked
    expect(ben.button("Stand", ben.decisions)).to_have_attribute("aria-pressed", "true")
    anna.expect_line(says("one behind you · €10"))
    anna.decide("Double")
    ben.expect_line(says("Seat 3 wins: the dealer busts with 25"))
    ben.expect_line(says("behind seat 1 wins: the dealer busts with 25"))
    anna.expect_balance(1020)
    ben.expect_balance(1020)


def test_a_seat_is_taken_and_left_and_shows_my_name_a2(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE)
    anna = at_seat(house, new_window(house), 2)
    ben = at_seat(house, new_window(house))
    expect(ben.page.get_by_role("article", name=f"Seat 2, {anna.name}")).to_have_count(1)
    anna.press("Leave seat 2")
    expect(anna.button(re.compile("Sit here.*Seat 2", re.DOTALL))).to_be_visible()
    expect(ben.page.get_by_role("article", name="Seat 2, free")).to_have_count(1)


def test_a_player_forbids_bets_behind_h3(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE)
    anna = at_seat(house, new_window(house), 2)
    ben = at_seat(house, new_window(house))
    expect(ben.button(f"Bet P 1.00 behind {anna.name}").first).to_be_visible()
    anna.press("Show the panel")
    anna.page.get_by_role("tab", name="Bet behind").click()
    anna.page.get_by_label("Others may bet behind me").uncheck()
    expect(ben.button(f"Bet P 1.00 behind {anna.name}")).to_have_count(0)
    ben.expect_line("no bets behind")


def test_focus_mode_hides_the_others_at_any_time_a4(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE)
    anna = at_seat(house, new_window(house), 2)
    ben = at_seat(house, new_window(house), 5)
    name = ben.page.get_by_text(anna.name)
    expect(name.first).to_be_visible()
    ben.press("Focus mode")
    expect(name).to_have_count(0)
    expect(ben.spot("Seat 5")).to_be_visible()
    ben.press("Focus mode")
    expect(name.first).to_be_visible()


def test_chat_is_said_heard_escaped_hidden_and_moved_a3(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE)
    anna = at_seat(house, new_window(house))
    ben = at_seat(house, new_window(house))
    for player in (anna, ben):
        player.press("Show the panel")
    chat = ben.page.get_by_role("log", name="Chat")
    anna.page.get_by_label("Message").fill("<b>buona fortuna</b>")
    anna.press("Send")
    expect(chat).to_contain_text("<b>buona fortuna</b>")
    ben.press("Hide others’ messages")
    expect(chat).not_to_contain_text("buona fortuna")
    ben.press("Show others’ messages")
    expect(chat).to_contain_text("buona fortuna")
    ben.press("Take the panel off the edge")
    panel = ben.page.get_by_role("complementary", name="Side panel")
    before = panel.bounding_box()
    ben.page.get_by_role("button", name=re.compile("^Move the panel")).focus()
    ben.key("ArrowRight", "ArrowDown")
    after = panel.bounding_box()
    assert before is not None
    assert after is not None
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (20, 20)
    ben.page.get_by_role("button", name=re.compile("^Size of the panel")).focus()
    ben.key("ArrowRight", "ArrowDown")
    larger = panel.bounding_box()
    assert larger is not None
    assert (larger["width"] - after["width"], larger["height"] - after["height"]) == (20, 20)
    ben.press("Put the panel back")
    ben.press("Hide the panel")
    expect(panel).to_have_count(0)


def test_the_same_table_opened_on_another_device_leaves_it_here_and_can_be_taken_back_a1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    here, there = new_window(house), new_window(house, phone=True)
    here.open_account("anna")
    here.open_table("infinite")
    here.pick_chip(10)
    here.bet("The position")
    here.expect_bet(10)
    there.sign_in("anna")
    there.open_table("infinite")
    here.expect_alert("This table was opened elsewhere. Nothing was lost.")
    there.expect_bet(10)
    expect(here.spot("The position")).to_have_count(0)  # nothing can be bet here now
    here.press("Take it back here")
    expect(here.spot("The position")).to_be_visible()
    there.expect_alert("This table was opened elsewhere")
