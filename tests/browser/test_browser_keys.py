"""The keyboard: what ESC and Enter do, keys of one's own, the list of them, what is told to the ear (B8)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
FULL = "() => document.fullscreenElement !== null"
NOT_FULL = "() => document.fullscreenElement === null"


def test_escape_leaves_full_screen_then_closes_what_is_open_then_goes_to_the_lobby_b8(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("cashback")
    player = new_window(house)
    player.come_to("cashback")
    player.press("Full screen")
    player.page.wait_for_function(FULL)
    player.key("Escape")
    player.page.wait_for_function(NOT_FULL)
    player.press("Golden chips")
    menu = player.page.get_by_role("region", name="Golden chips")
    expect(menu).to_be_visible()
    player.key("Escape")
    expect(menu).to_have_count(0)
    player.press("Other amount")
    typed = player.page.get_by_role("textbox", name="Amount")
    expect(typed).to_be_focused()
    player.key("Escape")
    expect(typed).to_have_count(0)
    player.key("?")
    keys = player.page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    player.key("Escape")
    expect(keys).to_have_count(0)
    expect(player.page).to_have_url(re.compile("/table/cashback$"))
    player.key("Escape")
    expect(player.page).to_have_url(re.compile("/$"))


def test_escape_in_a_field_leaves_the_field_and_not_the_table_b8(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    player = new_window(house)
    player.come_to("infinite")
    player.press("Show the panel")
    field = player.page.get_by_label("Message")
    field.fill("ciao")
    player.key("Escape")
    expect(field).not_to_be_focused()
    expect(field).to_have_value("ciao")
    expect(player.page).to_have_url(re.compile("/table/infinite$"))


def test_the_focus_comes_from_the_spot_to_the_decision(open_house: OpenHouse, new_window: NewWindow) -> None:
    """The spot is no button any more once bets are closed: whoever plays by keyboard must not be left with nothing."""
    house = open_house("infinite")
    player = new_window(house)
    player.come_to("infinite")
    house.deal("infinite", "5s 6h 6d Tc Th 8c")
    player.spot("The position").focus()
    player.key("Enter")
    player.expect_bet(10)
    house.pass_time("infinite", "decisions")
    expect(player.decisions.locator("button:enabled").first).to_be_focused()


def test_enter_deals_deals_again_and_starts_now_b7_t1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip", "classic-free-bet")
    player = new_window(house)
    player.come_to("free-chip")
    player.bet("Hand 1")
    player.expect_bet(10)
    for _ in range(2):  # dealt, then dealt again with the same bets
        player.key("Enter")
        player.decide_by_key("Stand", "s")
        player.expect_line("Hand 1 pushes 20 to 20")
        expect(player.button("Rebet & deal")).to_be_visible()
    player.open_table("classic-free-bet")
    player.sit(2)
    player.bet("Seat 2")
    expect(player.button("Start now")).to_be_enabled()
    player.key("Enter")
    house.wait_for("classic-free-bet", "decisions")


def test_keys_of_ones_own_are_listed_work_and_are_there_in_a_new_browser_b8(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    house.deal("free-chip", "5s Th 4d 7c 2c Td")  # nine, then eleven
    first, second = new_window(house), new_window(house)
    first.open_account("anna")
    first.go("/settings")
    first.press("Change the key for: hit")
    first.key("s")
    first.expect_line("S is also: stand")
    first.key("x")
    first.press("Apply")
    first.expect_line("Applied, and kept with your account.")
    second.sign_in("anna")
    second.open_table("free-chip")
    second.pick_chip(10)
    second.key("?")
    listed = second.page.get_by_role("dialog", name="Keys").locator("dl > div")
    expect(listed.filter(has_text=re.compile(r"^X\s*hit$"))).to_have_count(1)
    expect(listed.filter(has_text=re.compile(r"^S\s*stand$"))).to_have_count(1)
    second.key("Escape")
    second.bet("Hand 1")
    second.expect_bet(10)
    second.key("Enter")
    second.offered("Hit")
    second.key("h")  # means nothing any more
    second.key("x")
    second.expect_cards("Hand 1", "5 of spades", "4 of diamonds", "2 of clubs")


def test_letters_can_be_switched_off_b8(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    player.play_demo()
    player.go("/settings")
    player.page.get_by_label(re.compile("^Single letters decide")).uncheck()
    player.press("Apply")
    player.expect_line("Applied")
    player.open_table("free-chip")
    player.pick_chip(10)
    player.bet("Hand 1")
    player.expect_bet(10)
    player.key("Enter")
    player.offered("Stand")
    player.key("s", "h", "d")
    player.key("?")
    keys = player.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("undo")
    expect(keys.get_by_text("stand", exact=True)).to_have_count(0)
    player.key("Escape")
    assert house.view("free-chip", player.name).phase == "decisions"
    expect(player.hand("Hand 1").get_by_role("img")).to_have_count(2)
    player.decide("Stand")
    player.expect_line("Hand 1 pushes 20 to 20")


def test_the_last_announcement_is_said_again(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 6d Tc")
    player = new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    player.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    player.expect_alert(says("Your turn, The position: 11 against 6"))
    player.key("b")
    player.expect_alert(says("Dealer shows 6"))
    line = player.page.locator("p[role=alert]")
    before = line.text_content()
    player.key(".")
    expect(line).not_to_have_text(re.compile(f"^{re.escape(before or '')}$"), use_inner_text=False)
    player.expect_alert(says("Dealer shows 6"))
