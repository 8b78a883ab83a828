"""A whole round of each game in a real browser: by mouse, by keyboard alone, by thumb."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.house import BrowserHouse
from tests.browser.player import Player

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]

HANDS = pytest.mark.parametrize(
    "hands", [{}, {"keyboard": True}, {"phone": True}], ids=["by mouse", "by keyboard", "by thumb"]
)


def seated_at(house: BrowserHouse, player: Player, table: str, chip: int = 10) -> None:
    player.play_demo()
    player.open_table(table)
    player.pick_chip(chip)


def expect_paid(house: BrowserHouse, player: Player, units: float) -> None:
    """On the screen and in the books."""
    player.expect_balance(units)
    assert house.wallet_minor(player.name) == round(units * 100)


@HANDS
def test_classic_free_bet_is_played_from_the_seat_to_the_payout(
    open_house: OpenHouse, new_window: NewWindow, hands: dict[str, bool]
) -> None:
    house = open_house("classic-free-bet")
    house.deal("classic-free-bet", "8s 6h 8d Tc 3h Th 9c 3d")  # eights, a free split: 20 and 18 against 19
    player = new_window(house, **hands)
    player.play_demo()
    player.open_table("classic-free-bet")
    player.sit(4)
    player.pick_chip(10)
    player.bet("Seat 4")
    player.expect_bet(10)
    player.press("Start now")  # B7: everybody who bets has pressed it
    player.decide("Free split")
    player.decide("Hit")
    player.decide("Stand")
    player.decide("Stand")
    player.expect_line("Seat 4A wins 20 to 19")
    player.expect_cards("Dealer", "6 of hearts", "10 of clubs", "3 of diamonds")
    expect_paid(house, player, 1010)  # the free hand lost nothing


@HANDS
def test_infinite_is_played_with_a_double(open_house: OpenHouse, new_window: NewWindow, hands: dict[str, bool]) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 6d Tc 9d 8c")  # 11 against 6, doubled to 20; the dealer busts
    player = new_window(house, **hands)
    seated_at(house, player, "infinite")
    player.bet("The position")
    player.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    player.decide("Double")
    player.expect_line("The position wins: the dealer busts with 24")
    expect_paid(house, player, 1020)
    house.pass_time("infinite", until="betting")
    player.expect_line(re.compile("Last round:"))


@HANDS
def test_cashback_is_played_on_two_positions_and_one_is_cashed_out(
    open_house: OpenHouse, new_window: NewWindow, hands: dict[str, bool]
) -> None:
    house = open_house("cashback")
    house.deal("cashback", "Ts 9s Th 6d Td 7c")  # 16 and 19 against 17
    player = new_window(house, **hands)
    seated_at(house, player, "cashback", chip=100)
    player.bet("Position 1")
    player.bet("Position 2")
    player.expect_bet(200)
    house.pass_time("cashback", until="decisions")
    player.expect_line("Cashback now")
    player.decide("Take")
    player.decide("Stand")
    player.expect_line("Position 2 wins 19 to 17")
    player.expect_said("Position 1 cashed out")
    house.wait_for("cashback", "results")
    offered = house.wallet_minor(player.name) / 100 - 1000 - 100 + 100
    assert 0 < offered < 100  # K1: less than the stake, for sixteen against a ten
    expect_paid(house, player, 1000 + offered)


@HANDS
def test_free_chip_is_played_on_two_hands_with_a_free_double_and_a_free_split(
    open_house: OpenHouse, new_window: NewWindow, hands: dict[str, bool]
) -> None:
    house = open_house("free-chip")
    house.deal("free-chip", "5s 8h 6h 6d 8c Tc Ts Td 9s 2c")  # 11 doubled to 21; eights: 18 and 17; against 18
    player = new_window(house, **hands)
    seated_at(house, player, "free-chip")
    player.bet("Hand 1")
    player.bet("Hand 2")
    player.expect_bet(20)
    player.press(re.compile("^Deal"))
    player.decide("Free double")  # D8: the rightmost hand first
    player.decide("Free split")
    player.decide("Stand")
    player.decide("Stand")
    player.expect_line("Hand 1 wins 21 to 18")
    expect_paid(house, player, 1020)


@HANDS
def test_all_bets_is_played_with_insurance_against_a_blackjack(
    open_house: OpenHouse, new_window: NewWindow, hands: dict[str, bool]
) -> None:
    house = open_house("all-bets")
    house.deal("all-bets", "Ts 9s As Th 9h Kc")  # 20 and 18; the dealer's ace has a king under it
    player = new_window(house, **hands)
    seated_at(house, player, "all-bets")
    player.bet("Hand 1")
    player.bet("Hand 2")
    player.press(re.compile("^Deal"))
    player.decide("Accept all")
    player.decide("Stand")
    player.decide("Stand")
    player.expect_line("Hand 1 loses to a blackjack")
    expect_paid(house, player, 1000)  # what the hands lost the insurance has paid
