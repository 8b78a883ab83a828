"""Up to four tables in one window: who needs me comes first, nobody takes the focus, sound comes back (A1, A7)."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from playwright.sync_api import Locator, Page, expect

from tests.browser.house import PATIENT, BrowserHouse, tables
from tests.browser.player import Player

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]


def tabs(player: Player) -> Locator:
    return player.page.get_by_role("navigation", name="Open tables")


def opens(player: Player, *names: str) -> None:
    """By +TABLE, one after the other."""
    for number, name in enumerate(names):
        if number:
            tabs(player).get_by_role("link", name="Table", exact=True).click()
        player.button(re.compile(rf"(Open|\+ Table): {name}$")).first.click()
        expect(player.table(name)).to_be_visible()


def bets_in_tile(player: Player, tile: Locator, spot: str) -> None:
    tile.get_by_role("radio", name=re.compile("^Chip .*10[.]00")).click()
    tile.get_by_role("button", name=re.compile(f"^{spot}, Main bet")).click()


def test_four_tables_at_once_none_touches_the_others_a1(
    open_house: OpenHouse, new_window: NewWindow, screenshot: Callable[[Page, str], None]
) -> None:
    house = open_house("classic-free-bet", "infinite", "cashback", "infinite-2")
    house.deal("infinite", "Ts 6h 6d Tc 5d 8c")
    player = new_window(house)
    player.press_play_demo()
    opens(player, "Classic Free Bet", "Cashback", "Infinite", "Infinite")
    expect(tabs(player).get_by_role("link")).to_have_count(4)  # no fifth: there is no +TABLE any more
    player.press("All my tables side by side")
    tiles = player.page.get_by_role("region", name=re.compile("^Table "))
    expect(tiles).to_have_count(4)
    bets_in_tile(player, player.page.get_by_role("region", name="Infinite", exact=True).first, "The position")
    house.until(lambda: house.view("infinite").bettors == 1, "a bet in the first tile")
    assert house.view("infinite-2").bettors == 0
    screenshot(player.page, "four-tables-desktop")
    house.pass_time("infinite", until="decisions")
    due = tabs(player).get_by_role("link").first  # whoever needs me comes first, with the time that is left
    expect(due).to_have_accessible_name(re.compile(r"^Infinite needs you, \d+ s$"))
    player.press("Leave Cashback")
    expect(tiles).to_have_count(3)
    assert house.view("infinite").phase == "decisions"
    house.until(lambda: house.view("cashback").players == 0, "the fourth table is left")


def test_the_table_with_the_least_time_comes_first_and_no_table_takes_the_focus_a1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    patient = msgspec.structs.replace(PATIENT, decision_ms=120_000)
    late = msgspec.structs.replace(PATIENT, betting_ms=60_000)
    house = open_house(configs=(*tables(["cashback"], times=patient), *tables(["infinite"], times=late)))
    player = new_window(house)
    player.press_play_demo()
    opens(player, "Infinite", "Cashback")
    player.press("All my tables side by side")
    cashback, infinite = (player.page.get_by_role("region", name=name, exact=True) for name in ("Cashback", "Infinite"))
    bets_in_tile(player, cashback, "Position 1")
    bets_in_tile(player, infinite, "The position")
    house.until(lambda: house.view("cashback").bettors + house.view("infinite").bettors == 2, "both bets")
    player.page.mouse.move(700, 450)  # off the tabs: nothing changes places under a hand
    held = infinite.get_by_role("button", name="Add money")
    held.focus()
    house.pass_time("cashback", until="decisions")
    links = tabs(player).get_by_role("link")
    expect(links.first).to_have_accessible_name(re.compile("^Cashback needs you"))
    expect(held).to_be_focused()  # the other table's question took nothing
    expect(player.page).to_have_url(re.compile("/table/infinite$"))
    house.pass_time("infinite", until="decisions")
    expect(links.first).to_have_accessible_name(re.compile("^Infinite needs you"))  # it has less time
    expect(links.nth(1)).to_have_accessible_name(re.compile("^Cashback needs you"))
    expect(infinite.get_by_role("group", name="Your decision").get_by_role("button").first).to_be_focused()
    player.wait_out_guard()
    player.key("s")  # belongs to the table in front
    house.until(lambda: house.view("infinite").phase == "results", "the table in front was meant")
    assert house.view("cashback").phase == "decisions"
    player.key("[")
    expect(player.page).to_have_url(re.compile("/table/cashback$"))
    player.decide("Stand")
    player.expect_balance(1000)


def test_sound_goes_back_to_on_at_a_table_change_a7(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("cashback", "infinite")
    player = new_window(house)
    player.press_play_demo()
    opens(player, "Cashback", "Infinite")
    sound = player.button(re.compile("^Sound$"))
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    tabs(player).get_by_role("link", name=re.compile("^Cashback")).click()  # a click on the icon switches
    expect(player.spot("Position 1")).to_be_visible()
    expect(sound).to_have_attribute("aria-pressed", "true")
