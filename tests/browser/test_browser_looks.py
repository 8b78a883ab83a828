"""Every page and every table, desktop and phone: axe-core finds nothing serious, and a picture is kept of each.

The pictures are build artefacts (build/screenshots) for people to look at; nothing is compared.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.house import BrowserHouse
from tests.browser.player import GUARD_MS, Player

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
Screenshot = Callable[[Page, str], None]

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
ON_TIME = re.compile(r"\b(1\d|20) s")  # the page's clock is the house's again, however far that was put forward
STILL = re.compile("^(One moment|Working it out|Opening the table)$")
SLOW_MS = 30_000  # the odds are worked out while somebody waits
RULES = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map(
    ({ id, impact, nodes }) => ({ id, impact, where: nodes.map((node) => node.html.slice(0, 160)) }))"""

DEVICES = pytest.mark.parametrize("device", ["desktop", "phone"])


def faults(page: Page) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.add_script_tag(path=AXE)
    found = page.evaluate(RULES)
    return [f"{one['id']} ({one['impact']}): {one['where'][:3]}" for one in found if one["impact"] in GRAVE]


def window(new_window: NewWindow, house: BrowserHouse, device: str) -> Player:
    return new_window(house, phone=device == "phone", bypass_csp=True)


@DEVICES
@pytest.mark.parametrize(
    ("table", "script"),
    [
        ("classic-free-bet", "8s Ts 6h 8d 9d Tc"),
        ("infinite", "5s 6h 6d Tc"),
        ("cashback", "Ts 9s Th 6d Td 7c"),
        ("free-chip", "5s 8h 6h 6d 8c Tc"),
        ("all-bets", "Ts 9s As Th 9h Kc"),
    ],
)
def test_each_table_while_betting_and_deciding(
    open_house: OpenHouse, new_window: NewWindow, screenshot: Screenshot, table: str, script: str, device: str
) -> None:
    house = open_house(table)
    house.deal(table, script)
    player = window(new_window, house, device)
    player.open_account("anna")
    house.give_golden_chips("anna", 500, 3)
    player.open_table(table)
    places = _bet(player, table)
    player.expect_bet(10 * places)
    screenshot(player.page, f"{table}-betting-{device}")
    found = faults(player.page)
    _begin(house, player, table)
    screenshot(player.page, f"{table}-deciding-{device}")
    assert found + faults(player.page) == []


def _bet(player: Player, table: str) -> int:
    """On two places, or on the only one there is."""
    places = {
        "classic-free-bet": ("Seat 3", "Seat 5"),
        "infinite": ("The position",),
        "cashback": ("Position 1", "Position 2"),
    }.get(table, ("Hand 1", "Hand 2"))
    if table == "classic-free-bet":
        player.sit(3)
        player.sit(5)
    player.pick_chip(10)
    for place in places:
        player.bet(place)
    return len(places)


def _begin(house: BrowserHouse, player: Player, table: str) -> None:
    if table == "classic-free-bet":
        player.press("Start now")
    elif table in ("free-chip", "all-bets"):
        player.press(re.compile("^Deal"))
    else:
        house.pass_time(table, until="decisions")
        expect(player.page.get_by_role("timer").first).to_have_text(ON_TIME)
    expect(player.decisions).to_be_visible()


SIZES = {
    "a desktop": {"viewport": {"width": 1440, "height": 900}},
    "a tablet": {"viewport": {"width": 1024, "height": 768}},
    "a quarter of a window": {"viewport": {"width": 640, "height": 400}},
    "a phone": {"phone": True},
    "a short phone": {"phone": True, "viewport": {"width": 360, "height": 640}},
}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("table", "script"), [("cashback", "Ts 9s Th 6d Td 7c"), ("free-chip", "8s 8h 8d 6c 5s Tc")])
def test_the_cloth_keeps_its_size_through_a_round(
    open_house: OpenHouse, new_window: NewWindow, table: str, script: str, size: str
) -> None:
    """Nothing moves under the hand that is about to press: the rail below is as high in every phase."""
    house = open_house(table)
    house.deal(table, script)
    player = new_window(house, **SIZES[size])
    player.open_account("anna")
    player.open_table(table)
    heights = [_cloth(player)]
    _bet(player, table)
    heights.append(_cloth(player))
    _begin(house, player, table)
    heights.append(_cloth(player))
    for _ in range(2):
        player.decide("Stand")
    if table == "cashback":
        house.pass_time(table, until="results")
    player.expect_line(re.compile("(wins|pushes|loses) "))
    heights.append(_cloth(player))
    assert max(heights) - min(heights) <= 1, heights
    assert min(heights) > 0.4 * player.page.evaluate("innerHeight") - 40


def _cloth(player: Player) -> float:
    """Between the head and the rail; the pointer is still, and so is the table."""
    player.page.wait_for_timeout(GUARD_MS)
    return float(player.page.evaluate("document.querySelector('.tile > .main').getBoundingClientRect().height"))


def test_each_page_for_players(open_house: OpenHouse, new_window: NewWindow, screenshot: Screenshot) -> None:
    """Both devices in one house: what it works out for one it has for the other."""
    house = open_house()
    found = []
    for device in ("desktop", "phone"):
        player = window(new_window, house, device)
        found += _look(player, screenshot, device, {"lobby-welcome": "/", "sign-in": "/sign-in"})
        player.open_account(f"anna-{device}")
        code = _play(house, player)
        pages = {
            "lobby": "/",
            "account": "/account",
            "history": "/history",
            "round": f"/round/{code}",
            "settings": "/settings",
            "cashier": "/cashier",
            "limits": "/limits",
            "help": "/help/infinite",
            "nowhere": "/nowhere",
        }
        found += _look(player, screenshot, device, pages)
    assert found == []


def test_each_page_for_supervisors(open_house: OpenHouse, new_window: NewWindow, screenshot: Screenshot) -> None:
    house = open_house("infinite")
    name, password = house.hire_supervisor()
    found = []
    for device in ("desktop", "phone"):
        supervisor = window(new_window, house, device)
        supervisor.sign_in(name, password)
        parts = ("tables", "players", "rounds", "returns", "audit")
        found += _look(supervisor, screenshot, device, {f"supervisor-{part}": f"/supervisor/{part}" for part in parts})
    assert found == []


def _play(house: BrowserHouse, player: Player) -> str:
    player.open_table("free-chip")
    player.bet("Hand 1")
    player.expect_bet(1)
    code = house.view("free-chip", player.name).code
    player.press(re.compile("^Deal"))
    player.decide("Stand")
    player.expect_line("Hand 1 pushes 20 to 20")
    return code


def _look(player: Player, screenshot: Screenshot, device: str, pages: dict[str, str]) -> list[str]:
    found = []
    for name, path in pages.items():
        player.go(path)
        player.page.wait_for_load_state("networkidle")  # a page, and what it shows, are fetched
        expect(player.page.locator("#main")).to_contain_text(re.compile(r"\w"))
        expect(player.page.get_by_text(STILL).filter(visible=True)).to_have_count(0, timeout=SLOW_MS)
        screenshot(player.page, f"{name}-{device}")
        found += [f"{name}: {fault}" for fault in faults(player.page)]
    return found
