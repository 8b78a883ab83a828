"""Everything around the tables: lobby, history and replay, settings, languages, cashier, tools (A1, A5 to A12)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]


def play_a_round(house: BrowserHouse, player: Player) -> str:
    """Hit to 20 and stand, against 24; the round's code."""
    house.deal("free-chip", "5s 6h 6d Tc 9d 8c")
    player.open_table("free-chip")
    player.pick_chip(10)
    player.bet("Hand 1")
    player.expect_bet(10)
    code = house.view("free-chip", player.name).code
    player.press(re.compile("^Deal"))
    player.decide("Hit")
    player.decide("Stand")
    player.expect_line("Hand 1 wins: the dealer busts with 24")
    return code


def test_the_lobby_shows_every_table_filters_and_searches_a1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("classic-free-bet", "infinite", "free-chip")
    player = new_window(house)
    player.press_play_demo()
    rows = player.page.get_by_role("main").get_by_role("article")
    expect(rows).to_have_count(3)
    player.page.get_by_label(re.compile("^Solo")).check()
    expect(rows).to_have_count(1)
    player.page.get_by_label(re.compile("^All")).check()
    player.page.get_by_label("Game, table or rule").fill("infinite")
    expect(rows).to_have_count(1)
    player.enter("Infinite")
    expect(player.spot("The position")).to_be_visible()
    player.page.get_by_role("link", name="Ventuno, Lobby").click()
    expect(player.button("Return: Infinite")).to_be_visible()  # my place is kept


def test_a_round_is_found_in_the_history_and_replayed_by_its_link_a5_a6(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    player.play_demo()
    code = play_a_round(house, player)
    player.page.get_by_role("link", name="History").first.click()
    player.page.get_by_role("link", name=re.compile(code)).first.click()
    expect(player.page).to_have_url(re.compile(f"/round/{code}$"))
    player.expect_line("Hand 1 wins: the dealer busts with 24")
    player.go(f"/round/{code}")  # by the link alone
    steps = player.page.get_by_role("list", name="Steps of the round").get_by_role("button")
    expect(steps.last).to_have_attribute("aria-current", "step")
    player.expect_cards("Dealer", "6 of hearts", "10 of clubs", "8 of clubs")
    player.key("Home")
    expect(steps.first).to_have_attribute("aria-current", "step")
    player.press("Forward, right arrow")
    player.expect_cards("Hand 1", "5 of spades", "6 of diamonds")
    player.expect_cards("Dealer", "6 of hearts", "Card face down")
    player.key("ArrowRight")
    player.expect_line("You: hit.")
    player.press("Last step, End")
    player.press("Back, left arrow")
    player.press("First step, Home")
    player.press(re.compile("^Play$"))
    expect(player.button(re.compile("^Pause$"))).to_be_visible()
    player.press("Copy the link")
    player.expect_line("The link is copied.")
    with player.page.expect_download() as saved:
        player.page.get_by_role("link", name="Export this round").click()
    assert code in saved.value.suggested_filename
    player.press("Close the replay")
    for kind in ("CSV", "JSON"):
        with player.page.expect_download() as saved:
            player.page.get_by_role("link", name=f"Export as {kind}").click()
        assert saved.value.suggested_filename.endswith(kind.lower())
        assert code in saved.value.path().read_text()
    player.page.get_by_label("Round by its code").fill(code.lower())
    player.press("Show")
    expect(player.page).to_have_url(re.compile(f"/round/{code}$"))


def test_the_history_is_endless_a6(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    player.open_account("anna")
    house.play_solo("anna", "free-chip", rounds=45)
    player.go("/history")
    rounds = player.page.get_by_role("main").get_by_role("link").filter(has_text="Free Chip")
    expect(rounds).to_have_count(40)
    player.page.mouse.move(720, 600)
    player.page.mouse.wheel(0, 20_000)  # it goes on where it is looked at
    expect(rounds).to_have_count(45)
    player.expect_line("That was the first one.")


def test_a_round_of_somebody_else_is_not_shown_a6(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    anna, ben = new_window(house), new_window(house)
    anna.play_demo()
    code = play_a_round(house, anna)
    ben.play_demo()
    ben.go(f"/round/{code}")
    ben.expect_alert("There is no such round, or you took no part in it.")


def test_settings_are_applied_together_and_are_there_in_a_new_browser_a7(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    first, second = new_window(house), new_window(house)
    first.open_account("anna")
    first.go("/settings")
    first.page.get_by_label("Ink blue").check()
    first.page.get_by_label(re.compile("^Four-colour deck")).check()
    first.page.get_by_label(re.compile("^Offer insurance")).uncheck()
    first.expect_line("3 changes")
    first.press("Change the key for: hit")
    first.key("x")
    first.press("Apply")
    first.expect_line("Applied, and kept with your account.")
    second.sign_in("anna")
    second.go("/settings")
    expect(second.page.get_by_label("Ink blue")).to_be_checked()
    expect(second.page.get_by_label(re.compile("^Four-colour deck"))).to_be_checked()
    house.deal("free-chip", "5s As 4d 7c 2c Td")  # an ace up: no insurance is offered any more (D6)
    second.open_table("free-chip")
    second.pick_chip(10)
    second.bet("Hand 1")
    second.press(re.compile("^Deal"))
    second.decide_by_key("Hit", "x")
    second.expect_line(says("you have 11,"))


@pytest.mark.parametrize("browser_speaks", ["it-IT", "en-GB"])
def test_the_client_speaks_italian_and_english_and_changes_at_once(
    open_house: OpenHouse, new_window: NewWindow, browser_speaks: str
) -> None:
    house = open_house("free-chip")
    player = new_window(house, language=browser_speaks)
    player.press_play_demo()
    italian = browser_speaks == "it-IT"
    expect(player.page.locator("html")).to_have_attribute("lang", "it" if italian else "en")
    player.open_table("free-chip")
    player._push(player.button(re.compile(r"^Mano 1, Puntata" if italian else "^Hand 1, Main bet")).first)
    expect(player.page.get_by_role("definition").first).to_have_text(re.compile("1,00" if italian else "1[.]00"))
    player.go("/settings")
    player.page.get_by_label("English" if italian else "Italiano").check()
    player.press("Applica" if italian else "Apply")
    expect(player.page.locator("html")).to_have_attribute("lang", "en" if italian else "it")
    expect(player.page.get_by_role("heading", name="Settings" if italian else "Impostazioni").first).to_be_visible()


def test_money_is_added_from_the_table_a8(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    player.open_account("anna", deposit=100)
    player.open_table("free-chip")
    player.expect_balance(100)
    player.press("Add money")
    player.page.get_by_role("textbox", name=re.compile("^Amount")).fill("50")
    player.press("Deposit €50")
    player.expect_line(re.compile("€50.00 came in. Your balance is €150.00"))
    player.page.get_by_role("tab", name="Withdraw").click()
    player.page.get_by_role("textbox", name=re.compile("^Amount")).fill("500")
    player.press("Withdraw €500")
    player.expect_alert("That is more than your balance.")
    player.page.go_back()
    player.expect_balance(150)


def test_a_limit_is_set_and_binds_a9(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    player.open_account("anna", deposit=100)
    player.go("/limits")
    player.press(re.compile("^Set a limit: .*[Dd]eposit|^.*: Deposit"))
    player.page.get_by_role("textbox", name=re.compile("^Amount")).fill("120")
    player.press(re.compile("^Set it$|^Apply$"))
    player.expect_line("The limit counts from now.")
    player.go("/cashier")
    player.page.get_by_role("textbox", name=re.compile("^Amount")).fill("50")
    player.press("Deposit €50")
    player.expect_alert("Your deposit limit is reached.")


def test_the_tools_of_the_table_sound_screen_view_help_and_keys_a7_a11_a12(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    player = new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    line = player.page.get_by_role("banner").get_by_role("paragraph").first
    code = house.view("infinite").code
    expect(line).to_contain_text(re.compile(rf"Infinite\s+Session S\w+\s+Participation P\w+\s+Game code {code}"))  # A10
    expect(line).to_contain_text(re.compile(r"started #\d\d:\d\d:\d\d GMT\s*\d\d:\d\d:\d\d GMT"))  # A5
    sound = player.button(re.compile("^Sound$"))
    expect(sound).to_have_attribute("aria-pressed", "true")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    player.press("Full screen")
    player.page.wait_for_function("() => document.fullscreenElement !== null")
    player.press("Full screen")
    player.page.wait_for_function("() => document.fullscreenElement === null")
    player.press("Show the panel")  # classic: table and panels, with the traffic light
    player.expect_line("Bets open")
    player.press("Hide the panel")
    player.key("?")
    keys = player.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("take the cashback")
    player.key("Escape")
    expect(keys).to_be_hidden()
    player.page.get_by_role("link", name="Rules and return").click()
    expect(player.page.get_by_role("heading", name="Infinite").first).to_be_visible()
    player.expect_line("99.47")  # what the rule book publishes
    expect(player.page.get_by_role("row").filter(has_text="Suited pair").first).to_contain_text("25:1")
    player.page.go_back()
    expect(player.spot("The position")).to_be_visible()
    player.key("Escape")  # nothing is open: to the lobby (B8)
    expect(player.page).to_have_url(re.compile(r"/$"))


def test_keys_tell_the_hand_the_up_card_the_time_and_the_money(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 6d Tc")
    player = new_window(house, keyboard=True)
    player.come_to("infinite")
    player.bet("The position")
    house.pass_time("infinite", until="decisions")
    player.expect_alert(re.compile("Your turn, The position: 11 against 6, .*hits at zero"))
    for key, told in (
        ("m", says("The position: 5 of spades, 6 of diamonds. 11")),
        ("b", says("Dealer shows 6")),
        ("t", re.compile(r"\d+ seconds")),
        ("o", says("Bet P 10.00, balance P 990.00.")),
    ):
        player.key(key)
        player.expect_alert(told)
