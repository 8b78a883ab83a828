"""The money is short: what is off, what becomes of a decision, what a limit leaves (D4, A9)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
TABLE = "classic-free-bet"


def doubled_early(house: BrowserHouse, player: Player, other: Player) -> None:
    for who, seat in ((other, 1), (player, 3)):
        who.open_account(f"player-{seat}", deposit=20)
        who.open_table(TABLE)
        who.sit(seat)
        who.pick_chip(10)
        who.bet(f"Seat {seat}")
        who.expect_bet(10)
    house.pass_time(TABLE, until="decisions")
    player.decide("Double")


def test_a_double_that_the_balance_no_longer_covers_becomes_a_hit_d4(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    house.deal(TABLE, "Ts 5s 6h 9h 7d Tc 2c")  # 19, and twelve that is doubled early
    other, player = new_window(house), new_window(house)
    doubled_early(house, player, other)
    player.withdraw(10)
    other.decide("Stand")
    player.expect_line("Your balance was short: Double became Hit.")
    player.expect_cards("Seat 3", "5 of spades", "7 of diamonds", "2 of clubs")
    player.expect_bet(10)


def test_double_and_split_are_off_when_the_balance_is_short_d4(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    house.deal("infinite", "8s 6h 8d Tc")
    player = new_window(house)
    player.open_account("anna", deposit=15)
    player.open_table("infinite")
    player.pick_chip(10)
    player.bet("The position")
    player.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    player.offered("Stand")
    for action in ("Double", "Split"):
        expect(player.button(action, player.decisions)).to_be_disabled()
        expect(player.button(action, player.decisions)).to_contain_text("Your balance does not cover it.")


def test_a_bet_beyond_my_loss_limit_is_refused_a9(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    player.open_account("anna")
    player.set_limit("loss", 15)
    player.open_table("free-chip")
    player.pick_chip(10)
    player.bet("Hand 1")
    player.expect_bet(10)
    player.bet("Hand 2")
    player.expect_line("Your loss limit is reached.")
    player.expect_bet(10)
