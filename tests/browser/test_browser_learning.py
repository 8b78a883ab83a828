"""What a choice is worth: on request, after the decision, and only where the table allows it (issue 6, point 10)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
SLOW_MS = 30_000  # the odds are worked out for the first time
WORTH = re.compile(r"[+−]\d\.\d{3}")


def asked(house: BrowserHouse, player: Player) -> None:
    """Sixteen against a ten."""
    house.deal("free-chip", "Ts Th 6d 7c 4c Td")
    player.come_to("free-chip")
    player.bet("Hand 1")
    player.expect_bet(10)
    player.key("Enter")
    player.offered("Hit")


def test_values_are_told_on_request_and_after_the_decision(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    player = new_window(house)
    asked(house, player)
    hit, stand = (player.button(action, player.decisions) for action in ("Hit", "Stand"))
    expect(hit).not_to_contain_text(WORTH)  # nobody asked
    player.key("v")
    expect(hit).to_contain_text(WORTH, timeout=SLOW_MS)
    expect(stand).to_contain_text(WORTH)
    player.expect_alert(re.compile(r"Hit −0\.\d{3}, Stand −0\.\d{3}.* of the bet"))
    best, other = ("Hit", "Stand") if "best" in (hit.text_content() or "") else ("Stand", "Hit")
    player.press("Show the panel")
    player.page.get_by_role("tab", name="Strategy").click()
    panel = player.page.get_by_role("tabpanel", name="Strategy")
    panel.get_by_label("Tell me after each decision").check()
    expect(panel.get_by_role("listitem").filter(has_text=best)).to_contain_text("best")
    player.decide(other)
    expect(panel).to_contain_text("Last decision: Hand 1, 16 against 10")
    expect(panel.get_by_role("listitem").filter(has_text="yours, costs")).to_contain_text(other)


def test_a_table_that_does_not_tell_values_tells_none(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip", values=False)
    player = new_window(house)
    asked(house, player)
    player.key("v")
    player.press("Show the panel")
    player.page.get_by_role("tab", name="Strategy").click()
    panel = player.page.get_by_role("tabpanel", name="Strategy")
    expect(panel).to_contain_text("This table does not tell values.")
    expect(panel.get_by_role("button", name="What is each choice worth?")).to_have_count(0)
    expect(panel.get_by_role("table").first).to_be_visible(timeout=SLOW_MS)  # the chart for these rules
    expect(player.button("Hit", player.decisions)).not_to_contain_text(WORTH)
