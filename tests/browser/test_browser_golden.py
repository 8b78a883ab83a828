"""Golden chips on the screen: their menu, what a win, a push and a loss do with them, and their mark (K3)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
TABLE = "cashback"


def comes_with_golden_chips(house: BrowserHouse, player: Player, count: int = 3) -> None:
    player.play_demo()
    house.give_golden_chips(player.name, 500, count)
    player.open_table(TABLE)


def takes_a_golden_chip(player: Player, left: int) -> None:
    """The menu makes room for the spots as soon as a chip is in hand."""
    player.press("Golden chips")
    menu = player.page.get_by_role("region", name="Golden chips")
    menu.get_by_role("radio", name=says(f"P 5.00, {left} left")).click()
    expect(menu).to_have_count(0)


def test_golden_chips_have_a_menu_are_staked_and_bring_no_cashback_k3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    house.deal(TABLE, "Ts 9s Th 9d Td 7c")  # two nineteens against 17
    player = new_window(house)
    comes_with_golden_chips(house, player)
    player.press("Golden chips")
    menu = player.page.get_by_role("region", name="Golden chips")
    player.press("What golden chips are", menu)
    expect(menu).to_contain_text("A push gives it back")
    menu.get_by_role("radio", name=says("P 5.00, 3 left")).click()
    player.bet("Position 1")
    expect(player.spot("Position 1")).to_have_accessible_name(says("P 5 golden"))
    expect(player.money("Total bet")).to_contain_text(says("P 5 GC"))
    menu.get_by_role("button", name="Close").click()
    player.pick_chip(10)
    player.bet("Position 2")
    house.pass_time(TABLE, until="decisions")
    expect(player.button("Take", player.decisions)).to_have_count(0)  # the golden hand is asked first: no offer
    player.decide("Stand")
    expect(player.button("Take", player.decisions)).to_be_visible()
    player.decide("Stand")
    player.expect_balance(1015)  # the winnings of both; the golden chip itself is not paid


def test_a_golden_chip_is_gone_after_a_win_and_a_loss_back_after_a_push_and_marked_gc_k3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    # won, pushed, lost; the last round is played with ordinary chips
    house.deal(TABLE, "Ts Th 9d 7c  Ts Th 9d 9c  Ts Th 8d 9c  Ts Th 8d 9c")
    player = new_window(house)
    comes_with_golden_chips(house, player)
    takes_a_golden_chip(player, 3)  # and it stays in hand
    held = player.button("Golden chips").locator("b")
    for line, left in (
        ("Position 1 wins 19 to 17", "2"),
        ("Position 1 pushes 19 to 19", "2"),
        ("Position 1 loses 18 to 19", "1"),
    ):
        player.bet("Position 1")
        expect(player.spot("Position 1")).to_have_accessible_name(says("P 5 golden"))
        house.pass_time(TABLE, until="decisions")
        player.decide("Stand")
        player.expect_line(line)
        expect(held).to_have_text(left)
        player.expect_balance(1005)
        house.pass_time(TABLE, until="betting")
    player.pick_chip(10)
    player.bet("Position 1")
    player.expect_bet(10)
    house.pass_time(TABLE, until="decisions")
    player.decide("Stand")
    player.expect_balance(995)
    player.go("/history")
    rounds = player.page.get_by_role("main").get_by_role("link").filter(has_text="Cashback")
    expect(rounds).to_have_count(4)
    expect(rounds.filter(has_text="GC")).to_have_count(3)
    expect(rounds.first).not_to_contain_text("GC")  # newest first


def test_golden_and_ordinary_chips_lie_on_one_spot_and_only_the_money_is_insured_k3(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    house.deal(TABLE, "Ts As 9d Kc")
    player = new_window(house)
    comes_with_golden_chips(house, player)
    takes_a_golden_chip(player, 3)
    player.bet("Position 1")
    player.pick_chip(10)
    player.bet("Position 1")
    expect(player.spot("Position 1")).to_have_accessible_name(says("P 10 + P 5 golden"))
    house.pass_time(TABLE, until="insurance")
    expect(player.button("Accept", player.decisions)).to_contain_text(says("P 5.00 on one hand"))
    player.decide("Accept")
    player.expect_line("Position 1 loses to a blackjack")
    player.expect_balance(1000)
