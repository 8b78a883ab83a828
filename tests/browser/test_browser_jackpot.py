"""The progressive: the pool is seen growing, is won whole and starts again from its seed (J1)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
TABLE = "all-bets"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_pool_grows_on_every_screen_and_is_won_whole_j1(
    open_house: OpenHouse, new_window: NewWindow, phone: bool
) -> None:
    house = open_house(TABLE)
    looks, plays = new_window(house, phone=phone), new_window(house)
    for who, name in ((looks, "looks"), (plays, "plays")):
        who.open_account(name)
        who.open_table(TABLE)
    looks.expect_line("€80,000.00")
    plays.pick_chip(10)
    for hand in ("Hand 1", "Hand 2", "Hand 3"):
        plays.bet(hand)
        plays.bet(hand, "Progressive")
    plays.expect_bet(33)
    plays.key("Enter")
    for _ in range(3):
        plays.decide("Stand")
    plays.expect_balance(1000 - 3)
    looks.expect_line("€80,000.09")  # three per cent of each unit

    house.deal(TABLE, "As 6h As Tc As As 8d")  # four suited aces, and the dealer busts
    plays.bet("Hand 1")
    plays.bet("Hand 1", "Progressive")
    plays.expect_bet(11)
    plays.press(re.compile("^Deal"))
    plays.decide("Hit")
    plays.decide("Hit")
    plays.decide("Stand")
    plays.expect_line(says("The jackpot is yours: €80,000.09"))
    plays.expect_balance(997 + 10 - 1 + 80_000.09)
    looks.expect_line("€80,000.03")  # the seed, and three per cent of what the winner staked
