"""A seated game with more side bets than any that is sold: every one has a spot that can be played."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.house import PATIENT, BrowserHouse
from tests.browser.player import Player
from ventuno.table.config import TableConfig
from ventuno.variant.find import CATALOG

SOLD = (CATALOG / "classic-free-bet.toml").read_text(encoding="utf-8").partition("[published]")[0]
MORE = {
    "Hot 3": '[side_bets.hot-3]\npays = { 7-7-7 = "100:1", suited-21 = "20:1", 21 = "4:1", 20 = "2:1", 19 = "1:1" }',
    "Top 3": '[side_bets.top-3]\npays = { suited-trips = "500:1", straight-flush = "180:1", trips = "90:1" }',
    "Any Pair": '[side_bets.any-pair]\npays = { suited-pair = "25:1", any-pair = "8:1" }',
}


def house_with(count: int, folder: Path, open_house: Callable[..., BrowserHouse]) -> tuple[BrowserHouse, list[str]]:
    more = dict(list(MORE.items())[: count - 2])
    (folder / "many.toml").write_text("\n\n".join([SOLD, *more.values()]), encoding="utf-8")
    return open_house(configs=(TableConfig(key="many", variant="many", times=PATIENT),)), [
        "Perfect Pairs",
        "21+3",
        *more,
    ]


def discs(spots: list[Locator]) -> list[tuple[float, float, float]]:
    """Middle and radius of each, as it is drawn."""
    boxes = [spot.bounding_box() for spot in spots]
    assert all(boxes)
    return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, box["width"] / 2) for box in boxes if box]


def expect_apart(page: Page, spots: list[Locator]) -> None:
    found, size = discs(spots), page.viewport_size
    assert size is not None
    for x, y, r in found:
        assert r <= x <= size["width"] - r
        assert r <= y <= size["height"] - r
    for (x, y, r), (other_x, other_y, other_r) in combinations(found, 2):
        assert (x - other_x) ** 2 + (y - other_y) ** 2 >= (r + other_r - 1) ** 2


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("count", [3, 5])
def test_every_side_bet_of_a_seat_has_a_spot(
    count: int,
    phone: bool,
    open_house: Callable[..., BrowserHouse],
    new_window: Callable[..., Player],
    screenshot: Callable[[Page, str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VENTUNO_VARIANTS", str(tmp_path))
    house, bets = house_with(count, tmp_path, open_house)
    house.deal("many", "8h 6c 8d Td")
    player = new_window(house, phone=phone)
    player.open_account("anna")
    player.open_table("many")
    player.sit(2)  # where the arc climbs to its end, and there is least room
    player.pick_chip(10)
    player.bet("Seat 2")
    for bet in bets:
        player.bet("Seat 2", bet)
    player.expect_bet(10 * (1 + count))
    spots = [player.spot("Seat 2", bet) for bet in ("Main bet", *bets)]
    expect_apart(player.page, spots)
    screenshot(player.page, f"sides-{count}-{'phone' if phone else 'desktop'}-bets")
    player.press("Start now")
    player.decide("Stand")
    played = [player.page.locator(f'[data-spot^="2/"] >> nth={at}') for at in range(1 + count)]
    expect(player.page.locator('[data-spot^="2/"]')).to_have_count(1 + count)
    expect_apart(player.page, played)
    screenshot(player.page, f"sides-{count}-{'phone' if phone else 'desktop'}-paid")
