"""Every button of the betting window, pressed at least once (B1 to B8, K3)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
HELD_MS = 3200


def at_table(house: BrowserHouse, player: Player, table: str, chip: int = 10) -> Player:
    player.play_demo()
    player.open_table(table)
    player.pick_chip(chip)
    return player


def test_undo_goes_back_placement_by_placement_and_held_or_clear_takes_back_all_b3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    player = at_table(house, new_window(house), "free-chip")
    player.bet("Hand 1")
    player.pick_chip(25)
    player.bet("Hand 2")
    player.bet("Hand 1", "Perfect Pairs")
    player.expect_bet(60)
    player.press("Undo")
    player.expect_bet(35)
    player.press("Undo")
    player.expect_bet(10)
    player.bet("Hand 3")
    player.expect_bet(35)
    undo = player.button("Undo").bounding_box()
    assert undo is not None
    player.page.mouse.move(undo["x"] + 20, undo["y"] + 20)
    player.page.mouse.down()
    player.page.wait_for_timeout(HELD_MS)
    player.page.mouse.up()
    player.expect_bet(0)
    player.bet("Hand 1")
    player.expect_bet(25)
    player.press("Clear bets")
    player.expect_bet(0)
    player.expect_balance(1000)


def test_rebet_and_deal_then_double_and_deal_at_a_solo_table_b3(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = at_table(house, new_window(house), "free-chip")
    player.bet("Hand 1")
    player.press("Double")
    player.expect_bet(20)
    for button, staked in ((re.compile("^Deal"), 20), ("Rebet & deal", 20), ("Double & deal", 40)):
        player.press(button)
        player.expect_bet(staked)
        player.decide("Stand")
        player.expect_line("Hand 1 pushes 20 to 20")
        expect(player.button("Rebet & deal")).to_be_visible()
    player.press("Repeat")  # REBET: laid, not dealt
    player.expect_bet(40)
    expect(player.button(re.compile("^Deal"))).to_be_enabled()
    player.expect_balance(960)


def test_all_side_bets_repeat_and_double_at_the_infinite_table_b3(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    player = at_table(house, new_window(house), "infinite")
    expect(player.button("All side bets")).to_be_disabled()  # after the main bet only
    player.bet("The position")
    player.pick_chip(5)
    player.press("All side bets")
    player.expect_bet(30)
    house.pass_time("infinite", until="decisions")
    player.decide("Stand")
    house.wait_for("infinite", "results")
    house.pass_time("infinite", until="betting")
    player.press("Repeat")
    player.expect_bet(30)
    expect(player.button("Repeat")).to_be_disabled()  # only before the first chip
    player.press("Double")
    player.expect_bet(60)


def test_hot_keys_repeat_double_undo_and_clear_b8(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    player = at_table(house, new_window(house, keyboard=True), "infinite")
    player.bet("The position")
    player.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    player.decide("Stand")
    house.wait_for("infinite", "results")
    house.pass_time("infinite", until="betting")
    expect(player.button("Repeat")).to_be_enabled()
    player.key("Space")
    player.expect_bet(10)
    player.key("Space")
    player.expect_bet(20)
    player.key("Control+z")
    player.expect_bet(10)
    player.key("Delete")
    player.expect_bet(0)
    player.key("Space")
    player.expect_bet(10)
    player.key("Space")
    player.expect_bet(20)
    player.page.keyboard.down("Backspace")
    player.expect_bet(10)
    player.page.wait_for_timeout(HELD_MS)
    player.page.keyboard.up("Backspace")
    player.expect_bet(0)


def test_a_chip_above_the_balance_is_off_and_a_full_spot_says_so_b2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    player = at_table(house, new_window(house), "free-chip", chip=100)
    player.bet("Hand 1")
    player.expect_bet(100)
    expect(player.page.get_by_role("radio", name=says("Chip P 1,000.00"))).to_be_disabled()
    player.bet("Hand 1")
    player.expect_line(says("This spot is at its maximum of P 100. Nothing more was taken."))
    player.expect_bet(100)
    player.expect_balance(900)


def test_a_side_bet_needs_a_main_bet_b4(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = at_table(house, new_window(house), "free-chip")
    player.bet("Hand 2", "Perfect Pairs")
    player.expect_line("Place the main bet on this hand first.")
    player.expect_bet(0)


def test_bet_all_puts_a_chip_on_every_side_bet_and_one_unit_on_the_progressive_b3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("all-bets")
    player = new_window(house)
    player.open_account("anna")  # the pool is in euros
    player.open_table("all-bets")
    player.pick_chip(5)
    player.bet("Hand 1")
    player.press("Bet all")
    player.expect_bet(5 + 5 * 5 + 1)  # five side bets of a chip, and the progressive (J1)
    expect(player.spot("Hand 1", "Progressive")).to_have_accessible_name(says("Progressive: €1."))
    player.press(re.compile("^Deal"))
    player.decide("Stand")
    player.expect_line("Hand 1 pushes 20 to 20")


def test_the_limits_are_chosen_in_a_menu_b4(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = at_table(house, new_window(house), "free-chip")
    player.press("Show the panel")
    player.page.get_by_role("tab", name="Limits").click()
    panel = player.page.get_by_role("tabpanel", name="Limits")
    entry = panel.get_by_role("listitem").filter(has_text=says("P 5 – P 1,000"))
    player.press("Choose", entry)
    expect(entry).to_contain_text("chosen")
    expect(player.spot("Hand 1")).to_have_accessible_name(says("P 5 – P 1,000"))
    player.press("Hide the panel")
    expect(panel).to_have_count(0)


def test_an_amount_of_ones_own_is_typed_and_laid_like_a_chip_b2(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = at_table(house, new_window(house), "free-chip")
    player.press("Other amount")
    player.page.get_by_role("textbox", name="Amount").fill("7")
    player.press("Take")
    player.bet("Hand 1")
    player.expect_bet(7)
    player.pick_chip(10)
    player.pick_chip(7)  # it lies in the rack beside the others
    player.bet("Hand 2")
    player.expect_bet(14)
