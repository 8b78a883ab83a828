"""Bets behind another player's hand, and the badge of who wins in a row (H1, H2, H4)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
TABLE = "classic-free-bet"


def sits_and_bets(player: Player, seat: int) -> None:
    player.play_demo()
    player.open_table(TABLE)
    player.sit(seat)
    player.pick_chip(10)
    player.bet(f"Seat {seat}")
    player.expect_bet(10)


def bets_behind(player: Player, other: Player, *, follows: bool) -> None:
    """With ten; whether doubles and splits are followed is said in the panel."""
    player.come_to(TABLE)
    player.press(f"Bet P 10.00 behind {other.name}")
    player.expect_bet(10)
    player.press("Show the panel")
    player.page.get_by_role("tab", name="Bet behind").click()
    for what in ("a paid double", "a paid split"):
        box = player.page.get_by_label(f"follow {what}")
        expect(box).to_be_checked()
        if not follows:
            box.uncheck()


def test_a_bet_behind_follows_a_paid_split_or_rides_on_the_first_hand_and_a_free_one_always_counts_h2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    # Tens are split for money: 19 wins, 12 loses against 18. Eights are split free: 18 wins, 10 costs nothing.
    house.deal(TABLE, "Ts 6h Th Tc 9c 2d 2s  8s 6s 8d Td Tc 2c As")
    anna, ben, cleo = new_window(house), new_window(house), new_window(house)
    sits_and_bets(anna, 1)
    bets_behind(ben, anna, follows=True)
    bets_behind(cleo, anna, follows=False)
    house.pass_time(TABLE, until="decisions")
    expect(ben.decisions).to_have_count(0)  # the seat's player decides for all
    anna.decide("Split")
    ben.expect_bet(20)
    cleo.expect_bet(10)
    anna.decide("Stand")
    anna.decide("Stand")
    ben.expect_line(says("behind seat 1 loses 12 to 18"))
    cleo.expect_line(says("behind seat 1 wins 19 to 18"))
    expect(cleo.page.get_by_text("loses 12 to 18")).to_have_count(0)
    ben.expect_balance(1000)
    cleo.expect_balance(1010)

    house.pass_time(TABLE, until="betting")
    for player in (anna, ben, cleo):
        player.press("Repeat")
        player.expect_bet(10)
    house.pass_time(TABLE, until="decisions")
    anna.decide("Free split")
    anna.decide("Stand")
    anna.decide("Stand")
    for player, units in ((anna, 1010), (ben, 1010), (cleo, 1020)):
        player.expect_balance(units)


def test_who_bets_behind_insures_for_themselves_h2(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE)
    house.deal(TABLE, "Ts As 9h Kc")  # 19 against a blackjack
    anna, ben = new_window(house), new_window(house)
    sits_and_bets(anna, 1)
    bets_behind(ben, anna, follows=True)
    house.pass_time(TABLE, until="insurance")
    ben.decide("Accept")
    anna.decide("Decline")
    ben.expect_line(says("behind seat 1 loses to a blackjack"))
    ben.expect_balance(1000)
    anna.expect_balance(990)


def test_a_bet_behind_somebody_who_does_not_play_comes_back_h1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE)
    anna, ben = new_window(house), new_window(house)
    anna.play_demo()
    anna.open_table(TABLE)
    anna.sit(1)
    sits_and_bets(ben, 3)
    expect(ben.button(f"Bet P 10.00 behind {ben.name}")).to_have_count(0)  # never behind my own hand
    ben.press(f"Bet P 10.00 behind {anna.name}")
    ben.expect_bet(20)
    anna.expect_line(re.compile(r"^\s*one behind you\s*$"))  # how much is shown when bets are closed (B7)
    house.pass_time(TABLE, until="decisions")
    ben.expect_line("Nobody plays there: your bet came back.")
    ben.expect_bet(10)
    ben.expect_balance(990)


def test_rounds_won_in_a_row_are_shown_to_all_until_the_first_loss_h4(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE)
    anna, ben = new_window(house), new_window(house)
    sits_and_bets(anna, 1)
    ben.play_demo()
    ben.open_table(TABLE)
    badge = ben.page.get_by_role("article", name=f"Seat 1, {anna.name}").get_by_text(re.compile(r"\d wins"))
    for number, (script, line) in enumerate(
        [
            ("Ts 6h 9d Tc 8c", "Seat 1 wins: the dealer busts with 24"),
            ("Ts 6h 9d Tc 8c", "Seat 1 wins: the dealer busts with 24"),
            ("Ts 6h 2d Tc 5c", "Seat 1 loses 12 to 21"),
        ]
    ):
        house.deal(TABLE, script)
        if number:
            anna.press("Repeat")
            anna.expect_bet(10)
            expect(badge).to_have_text(["2 wins"] if number == 2 else [])
        anna.press("Start now")
        anna.decide("Stand")
        anna.expect_line(line)
        house.pass_time(TABLE, until="betting")
    expect(badge).to_have_count(0)
