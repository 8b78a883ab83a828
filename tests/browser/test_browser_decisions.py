"""Every button of the decisions: insurance, early, choosing among hands, what time and a late key do (D1 to D8)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]

# Four times at once, and then on and on in the first moment in which the next hand is offered.
PRESS_S_AND_AGAIN_WHEN_SHOWN = """async (words) => {
  const press = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true }));
  const pause = () => new Promise((done) => setTimeout(done, 4));
  for (let n = 0; n < 4; n += 1) press();
  while (!document.body.innerText.includes(words)) await pause();
  const since = performance.now();
  for (; performance.now() - since < 120; await pause()) press();
}"""


def bet_at(house: BrowserHouse, player: Player, table: str, *places: str) -> None:
    player.come_to(table)
    for place in places:
        player.bet(place)
    player.expect_bet(10 * len(places))


@pytest.mark.parametrize("phone", [False, True], ids=["by mouse", "by thumb"])
def test_insurance_is_accepted_on_one_hand_and_declined_on_the_other_d6(
    open_house: OpenHouse, new_window: NewWindow, phone: bool
) -> None:
    house = open_house("all-bets")
    house.deal("all-bets", "Ts 9s As Th 9h Kc")
    player = new_window(house, phone=phone)
    bet_at(house, player, "all-bets", "Hand 1", "Hand 2")
    player.press(re.compile("^Deal"))
    first = player.page.get_by_role("group", name="Insure, Hand 1")
    second = player.page.get_by_role("group", name="Insure, Hand 2")
    expect(first).to_be_visible()
    player.wait_out_guard()
    player.press("Accept", first)
    player.expect_bet(25)
    expect(first).to_contain_text(says("insured P 5.00"))
    player.wait_out_guard()
    player.press("Decline", second)
    player.decide("Stand")
    player.decide("Stand")
    player.expect_line("Hand 2 loses to a blackjack")
    player.expect_balance(1000 - 10 - 10 + 10)


def test_insurance_is_declined_for_all_hands_by_one_key_d6(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    house.deal("free-chip", "Ts 9s As Th 9h 6c 9c")
    player = new_window(house, keyboard=True)
    bet_at(house, player, "free-chip", "Hand 1", "Hand 2")
    player.press(re.compile("^Deal"))
    player.decide("Decline all")
    player.decide("Stand")
    player.expect_bet(20)


def test_time_decides_when_nobody_does_and_says_so_d3(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 4d Tc 8d 5c")  # nine against 16: at zero it hits
    player = new_window(house)
    bet_at(house, player, "infinite", "The position")
    house.pass_time("infinite", until="decisions")
    player.offered("Hit")
    expect(player.page.get_by_role("timer").first).to_contain_text("hits at zero")
    house.jump(20_000)
    player.expect_line(says("You have 17,"))
    expect(player.page.get_by_role("timer").first).to_contain_text("stands at zero")
    house.jump(20_000)
    player.expect_line("The position loses 17 to 21")


def test_a_hand_of_21_is_not_asked_d5(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    house.deal("infinite", "5s 6h 6d Tc Th 8c")
    player = new_window(house)
    bet_at(house, player, "infinite", "The position")
    house.pass_time("infinite", until="decisions")
    player.decide("Hit")
    player.expect_line("The position wins: the dealer busts with 24")  # without another word


def test_a_late_key_press_never_acts_on_the_next_hand(open_house: OpenHouse, new_window: NewWindow) -> None:
    """`s` is pressed for the first hand; pressed again at once it would stand on the second."""
    house = open_house("free-chip")
    house.deal("free-chip", "Ts 5s 6h 8h 7d Tc")  # 18, and twelve that nobody means to stand on
    player = new_window(house)
    bet_at(house, player, "free-chip", "Hand 1", "Hand 2")
    player.press(re.compile("^Deal"))
    player.offered("Stand")
    player.page.evaluate(PRESS_S_AND_AGAIN_WHEN_SHOWN, "Hand 2: you have")
    player.page.wait_for_timeout(400)
    player.expect_line(says("Hand 2: you have 12,"))
    assert house.view("free-chip", player.name).phase == "decisions"
    player.decide_by_key("Hit", "h")
    player.expect_line("Hand 2 busts with 22")


def test_others_choices_are_shown_on_each_option_d7(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    house.deal("infinite", "Ts 6h 6d Tc 2d 8c")
    first, second = new_window(house), new_window(house)
    bet_at(house, first, "infinite", "The position")
    bet_at(house, second, "infinite", "The position")
    house.pass_time("infinite", until="decisions")
    first.decide("Hit")
    expect(second.button("Hit", second.decisions)).to_contain_text("100 %")
    expect(second.button("Stand", second.decisions)).to_contain_text("0 %")


def test_the_cashback_offer_changes_with_the_cards_k1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("cashback")
    house.deal("cashback", "5s Th 6d 7c 9c")  # eleven against a ten, then twenty
    player = new_window(house)
    bet_at(house, player, "cashback", "Position 1")
    house.pass_time("cashback", until="decisions")
    before = player.cashback()
    assert 9 < before < 13  # about the stake: eleven against a ten
    player.decide("Hit")
    player.expect_line(says("Position 1: you have 20,"))
    after = player.cashback()
    assert after > before + 2
    player.decide("Take")
    player.expect_line("Position 1 cashed out")
    player.expect_balance(990 + after)  # K2: the amount is paid, the stake is not returned


# The hue of each button's sign, in words; of a golden one the button's own.
HUES = """() => Object.fromEntries([...document.querySelectorAll('[data-action]')].map((button) => {
  const gold = getComputedStyle(button).backgroundImage.match(/rgb\\((\\d+), (\\d+), (\\d+)/).slice(1).map(Number);
  if (gold[0] > 150 && gold[0] > gold[2] + 60) return [button.dataset.action, 'golden'];
  const [red, green, blue] = getComputedStyle(button.querySelector('.g')).color.match(/\\d+/g).map(Number);
  const hue = blue > red && blue > green ? 'blue' : green > red ? 'green' : green > blue + 60 ? 'yellow' : 'red';
  return [button.dataset.action, hue];
}))"""


def test_hit_is_green_stand_red_double_yellow_split_blue_and_what_is_free_golden_d1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite", "free-chip")
    house.deal("infinite", "8s 6h 8d Tc")
    house.deal("free-chip", "5s 6h 5d Tc")
    player = new_window(house)
    bet_at(house, player, "infinite", "The position")
    house.pass_time("infinite", until="decisions")
    player.offered("Split")
    assert player.page.evaluate(HUES) == {"double": "yellow", "split": "blue", "hit": "green", "stand": "red"}
    player.open_table("free-chip")
    player.pick_chip(10)
    player.bet("Hand 1")
    player.expect_bet(10)
    player.key("Enter")
    player.offered("Free double")
    hues = player.page.evaluate(HUES)
    assert (hues["free-double"], hues["free-split"]) == ("golden", "golden")
    for paid in ("Double", "Split"):  # free replaces paid
        expect(player.button(re.compile(f"^{paid}"), player.decisions)).to_have_count(0)
