"""What a supervisor sees: a table live, money in its own currency, acts in the log in words (A3, E3)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]


def console(house: BrowserHouse, supervisor: Player) -> None:
    supervisor.sign_in(*house.hire_supervisor())
    supervisor.go("/supervisor")


def in_pounds(player: Player, name: str) -> None:
    player._ask("/api/sign-up", {"name": name, "password": "a long enough one", "currency": "GBP", "language": "en"})
    player._ask("/api/cashier/deposit", {"key": f"first-{name}", "amount_minor": 100_00})
    player.name = name


def because(supervisor: Player, reason: str) -> None:
    dialog = supervisor.page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Reason")).fill(reason)
    dialog.get_by_role("button", name="Do it").click()


def test_a_supervisor_sees_a_table_live_with_stakes_in_the_currency_they_are_of_e3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 6d Tc")
    oliver, guest, supervisor = new_window(house), new_window(house), new_window(house)
    in_pounds(oliver, "oliver")
    guest.play_demo()
    for player, chip in ((oliver, 10), (guest, 5)):
        player.open_table("infinite")
        player.pick_chip(chip)
        player.bet("The position")
        player.expect_bet(chip)
    console(house, supervisor)
    row = supervisor.page.get_by_role("row").filter(has_text="Infinite")
    expect(row).to_contain_text("£10.00")
    expect(row).to_contain_text(says("P 5.00"))
    expect(row).not_to_contain_text("€")
    supervisor.press("Look at Infinite")
    cloth = supervisor.page.locator(".cloth")
    expect(cloth.locator("[data-card]")).to_have_count(0)
    house.pass_time("infinite", until="decisions")
    expect(cloth.locator("[data-card]")).to_have_count(4)  # as it is dealt, without asking again
    expect(cloth).to_have_attribute("inert", "")  # to be looked at only
    expect(supervisor.page.get_by_role("navigation", name="Open tables")).to_have_count(0)
    supervisor.page.get_by_role("link", name="Open the table").click()
    supervisor.expect_cards("Dealer", "6 of hearts", "Card face down")


def test_a_solo_table_is_shown_with_its_player_and_a_round_in_their_currency_e3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    house.deal("free-chip", "Ts 9h 6d Tc")
    oliver, supervisor = new_window(house), new_window(house)
    in_pounds(oliver, "oliver")
    oliver.open_table("free-chip")
    oliver.pick_chip(10)
    oliver.bet("Hand 1")
    oliver.expect_bet(10)
    code = house.view("free-chip", "oliver").code
    console(house, supervisor)
    row = supervisor.page.get_by_role("row").filter(has_text="Free Chip")
    expect(row).to_contain_text("oliver")
    expect(row).to_contain_text("£10.00")
    supervisor.press("Pause: Free Chip")
    expect(supervisor.page.get_by_role("dialog")).to_contain_text("it counts for everybody who plays this game alone")
    supervisor.press("Cancel")
    oliver.press(re.compile("^Deal"))
    oliver.decide("Stand")
    oliver.expect_line(says("Hand 1 loses 16 to 19"))
    supervisor.go("/supervisor/rounds")
    supervisor.page.get_by_label("Round by its code").fill(code.lower())
    supervisor.press("Show")
    result = supervisor.page.get_by_role("row").filter(has_text="oliver")
    expect(result).to_contain_text("£10.00")
    supervisor.page.get_by_label("Correct to: oliver").fill("ten")
    supervisor.expect_alert("That is no amount")
    expect(supervisor.button("Correct the settlement")).to_be_disabled()
    supervisor.page.get_by_label("Correct to: oliver").fill("20")
    supervisor.press("Correct the settlement")
    because(supervisor, "the ten was a nine")
    supervisor.expect_line(re.compile("Corrected: journal number"))
    house.until(lambda: house.wallet_minor("oliver") == 110_00, "the correction is paid")


def test_chat_is_muted_where_it_is_read_and_the_log_tells_it_in_words_a3_e3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    guest, supervisor = new_window(house), new_window(house)
    guest.play_demo()
    guest.open_table("infinite")
    guest.press("Show the panel")
    guest.page.get_by_label("Message").fill("rude words")
    guest.press("Send")
    console(house, supervisor)
    supervisor.press("Look at Infinite")
    supervisor.press(f"Mute {guest.name}")
    supervisor.page.get_by_role("dialog").get_by_label("How long").select_option(label="for a day")
    because(supervisor, "not here")
    expect(supervisor.page.get_by_role("dialog")).to_have_count(0)
    guest.page.get_by_label("Message").fill("may I?")
    guest.press("Send")
    guest.expect_line("You are muted for now.")
    supervisor.press("Change")
    supervisor.page.get_by_role("dialog").get_by_label("Main bet, Most").fill("a lot")
    because(supervisor, "a quiet night")
    supervisor.expect_alert("That is no amount")
    supervisor.go("/supervisor/audit")
    muted = supervisor.page.get_by_role("row").filter(has_text="Mute")
    expect(muted).to_contain_text("not here")
    expect(muted).to_contain_text(re.compile(r"until \d+ \w+ \d{4}"))
    muted.get_by_role("link", name=re.compile("^Player ")).click()
    supervisor.expect_line(re.compile("muted until "))


def test_a_round_with_stakes_is_listed_and_void_by_its_code_e3(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    oliver, supervisor = new_window(house), new_window(house)
    in_pounds(oliver, "oliver")
    oliver.open_table("free-chip")
    oliver.pick_chip(10)
    oliver.bet("Hand 1")
    oliver.expect_bet(10)
    code = house.view("free-chip", "oliver").code
    console(house, supervisor)
    supervisor.page.get_by_role("link", name="Rounds").click()
    row = supervisor.page.get_by_role("row").filter(has_text=code)
    for words in ("oliver", "£10.00", "Free Chip", "at its table"):
        expect(row).to_contain_text(words)
    supervisor.press(f"Void the round: {code}")
    because(supervisor, "a power cut")
    expect(supervisor.page.get_by_text("No round has stakes in play.")).to_be_visible()
    oliver.expect_balance(100)
