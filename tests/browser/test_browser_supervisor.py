"""The supervisor's console in the browser, and what players see of it (E1, E3)."""

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


def act(supervisor: Player, button: str, reason: str) -> None:
    supervisor.press(button)
    dialog = supervisor.page.get_by_role("dialog")
    dialog.get_by_label(re.compile("^Reason")).fill(reason)
    dialog.get_by_role("button", name="Do it").click()
    expect(dialog).to_have_count(0)


def test_a_void_round_gives_every_stake_back_on_the_screen_e1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    player, supervisor = new_window(house), new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    player.press("All side bets")
    player.expect_bet(50)
    house.pass_time("infinite", until="decisions")
    player.decide("Stand")
    console(house, supervisor)
    house.pass_time("infinite", until="betting")
    player.press("Repeat")
    house.pass_time("infinite", until="decisions")
    player.offered("Stand")
    staked = player.balance()
    act(supervisor, "Pause: infinite", "a card was seen")
    player.expect_alert(says("Paused. a card was seen. Your P 50.00 is safe."))
    act(supervisor, "Void the round: infinite", "a card was seen")
    player.expect_alert("The round was void: a card was seen. Every stake went back.")
    player.expect_balance(staked + 50)
    supervisor.page.get_by_role("link", name="Audit log").click()
    expect(supervisor.page.get_by_role("row").filter(has_text="void").first).to_contain_text("a card was seen")


def test_a_table_is_paused_and_goes_on_with_the_time_that_was_left_e1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    player, supervisor = new_window(house), new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    house.pass_time("infinite", until="decisions")
    console(house, supervisor)
    act(supervisor, "Pause: infinite", "a spilt coffee")
    player.expect_alert("a spilt coffee")
    house.jump(60_000)
    act(supervisor, "Resume: infinite", "it is dry")
    player.expect_no_alert("a spilt coffee")
    player.decide("Stand")
    player.expect_line("The position pushes 20 to 20")


def test_a_player_is_no_supervisor(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    player = new_window(house)
    player.play_demo()
    player.go("/supervisor")
    player.expect_alert("This page is for supervisors.")


def test_somebody_muted_cannot_speak_and_a_line_is_removed_for_all_a3_e3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    player, supervisor = new_window(house), new_window(house)
    player.play_demo()
    player.open_table("infinite")
    player.press("Show the panel")
    say(player, "rude words")
    chat = player.page.get_by_role("log", name="Chat")
    expect(chat).to_contain_text("rude words")
    console(house, supervisor)
    supervisor.press("Look at infinite")
    act(supervisor, f"Remove the line of {player.name}: rude words", "not here")
    expect(chat).not_to_contain_text("rude words")
    supervisor.go(f"/supervisor/players?search={player.name}")
    act(supervisor, "Mute for an hour", "not here")
    supervisor.expect_line("Done, and in the audit log.")
    say(player, "may I speak?")
    player.expect_line("You are muted for now.")
    expect(chat).not_to_contain_text("may I speak?")
    house.jump(3_600_000)
    say(player, "and now?")
    expect(chat).to_contain_text("and now?")


def say(player: Player, text: str) -> None:
    player.page.get_by_label("Message").fill(text)
    player.press("Send")


def test_a_drained_house_plays_its_rounds_to_the_end_and_takes_no_new_ones_e3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite", "classic-free-bet")
    player, supervisor = new_window(house), new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    player.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    console(house, supervisor)
    act(supervisor, "Drain the house", "new software")
    supervisor.expect_line(re.compile("Still playing: .*infinite"))
    player.expect_line("This is the last round for now: new software")
    player.decide("Stand")
    player.expect_line("The position pushes 20 to 20")
    house.pass_time("infinite", until="waiting")
    player.expect_line("The table is closed: new software")
    expect(player.spot("The position")).to_have_count(0)
    player.expect_balance(1000)


def test_limits_changed_by_the_supervisor_count_from_the_next_round_e3_b4(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    player, supervisor = new_window(house), new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    player.expect_bet(10)
    console(house, supervisor)
    supervisor.press("Look at infinite")
    supervisor.press("Change")
    dialog = supervisor.page.get_by_role("dialog")
    dialog.get_by_label("Main bet, Most").fill("50")
    dialog.get_by_label(re.compile("^Reason")).fill("a quiet night")
    dialog.get_by_role("button", name="Do it").click()
    expect(dialog).to_have_count(0)
    player.pick_chip(100)
    player.bet("The position")
    player.expect_bet(110)  # this round goes on as it was opened
    house.pass_time("infinite", until="decisions")
    player.decide("Stand")
    house.wait_for("infinite", "results")
    house.pass_time("infinite", until="betting")
    expect(player.spot("The position")).to_have_accessible_name(says("P 1 – P 50"))
    player.bet("The position")
    player.expect_line("Only up to the maximum was taken.")
    player.expect_bet(50)
