"""The betting window: its light, who may still bet, several seats, other currencies (B1, B2, B5 to B7, A2)."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.house import PATIENT, BrowserHouse
from tests.browser.player import Player, says
from ventuno.variant.model import Limits

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
TABLE = "classic-free-bet"
A_MINUTE = msgspec.structs.replace(PATIENT, betting_ms=60_000, warning_ms=20_000, closing_ms=60_000)

# Which lamp is lit, by its colour.
LIT = """() => [...document.querySelectorAll('.lamp')].map((lamp) => {
  const [red, green] = getComputedStyle(lamp).backgroundColor.match(/\\d+/g).map(Number);
  if (Math.max(red, green) < 120) return 'dark';
  return red > 150 && green > 120 ? 'yellow' : red > green ? 'red' : 'green';
})"""


def seated(player: Player, *seats: int) -> None:
    player.play_demo()
    player.open_table(TABLE)
    for seat in seats:
        player.sit(seat)
        there = player.page.get_by_role("radio", name=f"Seat {seat}")  # on a phone, where there are two
        expect(player.spot(f"Seat {seat}").or_(there).first).to_be_visible()
    player.pick_chip(10)


def test_the_traffic_light_is_green_then_yellow_then_red_b1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite", times=A_MINUTE)
    player = new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    player.expect_bet(10)
    player.press("Show the panel")
    player.expect_line("Bets open")
    assert player.page.evaluate(LIT) == ["green", "dark", "dark"]
    house.jump(41_000)
    player.expect_line("Closing soon")
    assert player.page.evaluate(LIT) == ["dark", "yellow", "dark"]
    house.pass_time("infinite", until="closed")
    player.expect_line("Bets closed")
    assert player.page.evaluate(LIT) == ["dark", "dark", "red"]
    expect(player.spot("The position")).to_have_count(0)  # nothing to press any more


def test_who_comes_in_mid_round_waits_for_the_next_one_b1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    first, late = new_window(house), new_window(house)
    first.come_to("infinite")
    first.bet("The position")
    first.expect_bet(10)
    house.pass_time("infinite", until="decisions")
    late.play_demo()
    late.open_table("infinite")
    late.expect_line("This round has begun. Yours is the next one.")
    late.expect_cards("Dealer", "10 of hearts", "Card face down")
    expect(late.spot("The position")).to_have_count(0)
    first.decide("Stand")
    house.pass_time("infinite", until="betting")
    late.bet("The position")
    late.expect_bet(1)


def test_below_the_minimum_a_spot_does_not_play_and_the_stake_goes_back_b2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("cashback", limits=(Limits(main=(5, 100), side=(1, 25)),))
    player = new_window(house)
    player.come_to("cashback", chip=1)
    player.bet("Position 1", times=2)
    player.pick_chip(5)
    player.bet("Position 2")
    player.expect_bet(7)
    house.pass_time("cashback", until="decisions")
    player.expect_line(says("Below the minimum of P 5: the stake came back."))
    player.expect_bet(5)
    player.expect_balance(995)


def test_others_bets_are_shown_in_my_currency_b5(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE, rates={"EUR": "2", "PLAY": "1"})  # a euro is two of play money
    anna, ben = new_window(house), new_window(house)
    anna.open_account("anna")
    anna.open_table(TABLE)
    anna.sit(1)
    anna.pick_chip(10)
    anna.bet("Seat 1")
    anna.expect_bet(10)
    seated(ben, 3)
    ben.bet("Seat 3")
    anna.press("Start now")  # which shows my bet to the others (B7)
    ben.expect_line("bet locked")
    shown = ben.page.get_by_role("article", name="Seat 1, anna").get_by_role("img", name=says("Seat 1, Main bet:"))
    expect(shown).to_have_accessible_name(says("Seat 1, Main bet: P 20."))


@pytest.mark.parametrize(("phone", "sides"), [(False, 10), (True, 20)], ids=["desktop", "phone"])
def test_the_same_bet_on_all_my_seats_is_one_click_b6(
    open_house: OpenHouse, new_window: NewWindow, phone: bool, sides: int
) -> None:
    """On a phone the side bets too."""
    house = open_house(TABLE)
    player = new_window(house, phone=phone)
    seated(player, 3, 5)
    player.bet("Seat 3")
    player.expect_bet(10)
    player.press("All my seats")
    player.bet("Seat 5")
    player.expect_bet(30)
    player.bet("Seat 5", "Perfect Pairs")
    player.expect_bet(30 + sides)
    player.press("All my seats")  # and off again
    player.bet("Seat 3")
    player.expect_bet(40 + sides)


def test_start_now_needs_a_bet_of_the_minimum_finalises_it_and_shows_it_b7(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house(TABLE, limits=(Limits(main=(5, 100), side=(1, 25)),), chips=(1, 10))
    anna, ben = new_window(house), new_window(house)
    seated(anna, 1)
    seated(ben, 3)
    start = anna.button("Start now")
    expect(start).to_be_disabled()
    anna.pick_chip(1)
    anna.bet("Seat 1")
    anna.expect_bet(1)
    expect(start).to_be_disabled()
    anna.pick_chip(10)
    anna.bet("Seat 1")
    ben.bet("Seat 3")
    spot = ben.page.get_by_role("article", name=f"Seat 1, {anna.name}").get_by_role("img", name=says("Main bet:"))
    expect(spot).to_have_accessible_name(says("Main bet: empty."))
    start.click()
    expect(spot).to_have_accessible_name(says("Main bet: P 11."))
    expect(anna.spot("Seat 1")).to_have_count(0)  # final
    assert house.view(TABLE).phase == "betting"  # the other one has not pressed it
    ben.press("Start now")
    house.wait_for(TABLE, "decisions")


def test_who_does_not_bet_for_so_many_rounds_loses_the_seat_a2(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house(TABLE, idle_rounds=2)
    idle, plays = new_window(house), new_window(house)
    seated(idle, 2)
    seated(plays, 4)
    for number in range(2):
        plays.press("Repeat") if number else plays.bet("Seat 4")
        plays.expect_bet(10)
        expect(idle.spot("Seat 2")).to_be_visible()
        house.pass_time(TABLE, until="results")
        house.pass_time(TABLE, until="betting")
    idle.expect_line("You lost your seat: no bets for several rounds.")
    expect(idle.button(re.compile("Sit here.*Seat 2", re.DOTALL))).to_be_visible()
