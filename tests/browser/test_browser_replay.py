"""A round shown again by the table itself: it moves step by step, and the others have their names (A5, A6)."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
FLYING = "document.querySelector('.air').childElementCount"


def test_a_replay_moves_one_step_forward_and_names_who_sat_there_a5_a6(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("classic-free-bet")
    anna, ben = new_window(house), new_window(house)
    anna.open_account("anna")
    ben.open_account("ben")
    for player, seat in ((anna, 1), (ben, 2)):
        player.open_table("classic-free-bet")
        player.sit(seat)
        player.pick_chip(10)
        player.bet(f"Seat {seat}")
        player.expect_bet(10)
    code = house.view("classic-free-bet").code
    house.pass_time("classic-free-bet", until="results")
    anna.expect_line("Seat 1 pushes 20 to 20")
    again = new_window(house, reduced_motion="no-preference")
    again.sign_in("anna")
    again.go(f"/round/{code}")
    expect(again.page.get_by_role("article", name="Seat 2, ben")).to_contain_text("ben")
    again.key("Home")
    assert again.page.evaluate(FLYING) == 0
    again.key("ArrowRight")
    again.page.wait_for_function(f"() => {FLYING} >= 4", polling=20)  # the deal
    again.page.wait_for_function(f"() => {FLYING} === 0")
    again.key("ArrowLeft")
    again.page.wait_for_timeout(100)
    assert again.page.evaluate(FLYING) == 0  # back is no motion
    again.page.get_by_role("button", name="Paid").click()
    again.expect_line("Paid.")


def test_the_cloth_of_a_replay_lies_in_the_middle_of_its_room_a6(open_house: OpenHouse, new_window: NewWindow) -> None:
    """Of a round on one position only the middle of the cloth is shown, larger: its edges are cut off on both sides."""
    house = open_house("infinite")
    player = new_window(house)
    player.come_to("infinite")
    player.bet("The position")
    player.expect_bet(10)
    code = house.view("infinite").code
    house.pass_time("infinite", until="results")
    player.go(f"/round/{code}")
    room = player.page.locator(".stage").bounding_box()
    dealer = player.page.locator("[data-dealer]").bounding_box()
    assert room
    assert dealer
    assert abs(room["x"] + room["width"] / 2 - dealer["x"] - dealer["width"] / 2) < 2
