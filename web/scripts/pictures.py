"""The README's pictures, from the running house: `.venv/bin/python web/scripts/pictures.py [folder] [name ...]`.

A real house with scripted cards, a real Chromium; stills as WebP, and one whole round as a moving picture.
Needs the built client (`make web`) and Chromium. Writes into docs/pictures/.
"""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from tests.browser.conftest import CHROMIUM, PHONE, SWITCHES  # noqa: E402
from tests.browser.house import GAMES, PATIENT, BrowserHouse  # noqa: E402
from tests.browser.player import PhonePlayer, Player  # noqa: E402
from ventuno.table.config import Times  # noqa: E402
from web.scripts.webp import moving, still  # noqa: E402

WIDTH = 1200
MOVING = (720, 450)
GO = "to => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"
# Cards at a pace that can be followed; what a person has time for still ends when the script says so.
SEEN = Times(
    betting_ms=20_000, warning_ms=4_000, closing_ms=300, card_ms=420, dealer_card_ms=600,
    insurance_ms=20_000, decision_ms=20_000, pause_ms=200, results_ms=20_000,
)  # fmt: skip


class Studio:
    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.folder = folder
        self._encoder = browser.new_page()

    def window(self, house: BrowserHouse, *, phone: bool = False, motion: bool = False, **more: Any) -> Player:
        usual = PHONE if phone else {"viewport": {"width": 1440, "height": 900}}
        context = self.browser.new_context(
            locale="en-GB", reduced_motion="no-preference" if motion else "reduce", **{**usual, **more}
        )
        page = context.new_page()
        return PhonePlayer(page, house.url, touch=True) if phone else Player(page, house.url)

    def keep(self, player: Player, name: str, width: int = WIDTH) -> None:
        player.page.mouse.move(0, 0)
        player.page.wait_for_timeout(400)
        self._write(name, still(self._encoder, player.page.screenshot(), width))

    def film(self, player: Player, name: str, act: Callable[[], None]) -> None:
        """Every picture that the browser paints meanwhile, each shown as long as it was seen."""
        shown: list[tuple[float, str]] = []
        session = player.page.context.new_cdp_session(player.page)

        def paint(frame: dict[str, Any]) -> None:
            shown.append((frame["metadata"]["timestamp"], frame["data"]))
            session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

        session.on("Page.screencastFrame", paint)
        session.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})
        act()
        session.send("Page.stopScreencast")
        self._write(name, moving(self._frames(thinned(shown)), *MOVING))

    def _frames(self, shown: list[tuple[float, str]]) -> list[tuple[bytes, int]]:
        ends = [at for at, _ in shown[1:]] + [shown[-1][0] + 2.5]
        return [
            (still(self._encoder, base64.b64decode(data), MOVING[0], 0.6, "image/jpeg"), lasting(at, end))
            for (at, data), end in zip(shown, ends, strict=True)
        ]

    def _write(self, name: str, picture: bytes) -> None:
        (self.folder / f"{name}.webp").write_bytes(picture)
        print(f"{name}.webp: {len(picture) / 1000:.0f} kB")


def thinned(shown: list[tuple[float, str]], least_s: float = 0.11) -> list[tuple[float, str]]:
    """No more than nine pictures a second, and none twice."""
    kept = shown[:1]
    for at, data in shown[1:]:
        if data == kept[-1][1]:
            continue
        if at - kept[-1][0] < least_s:
            kept[-1] = (kept[-1][0], data)
        else:
            kept.append((at, data))
    return kept


def lasting(start_s: float, end_s: float) -> int:
    """Waiting is cut short: nobody wants to see a browser think."""
    return round(min(1600, max(60, (end_s - start_s) * 1000)))


def lobby(studio: Studio, house: BrowserHouse) -> None:
    player = studio.window(house)
    player.play_demo()
    player.go("/")
    player.page.wait_for_timeout(1200)
    studio.keep(player, "lobby")


def seated(studio: Studio, house: BrowserHouse) -> None:
    """Company at the table, a bet behind, and a pair of fives against a six: both free actions."""
    table = "classic-free-bet"
    house.deal(table, "Kd 9s 5s Td 6h Qc 7c 5d 4c")
    people = []
    for seat, (name, chip) in enumerate((("Giulia", 25), ("tomaso", 10), ("", 25), ("Ansgar", 50)), 2):
        player = studio.window(house)
        player.open_account(name or "Bianca")
        player.open_table(table)
        player.sit(seat)
        player.pick_chip(chip)
        player.bet(f"Seat {seat}")
        player.expect_bet(chip)
        people.append(player)
    me = people[2]
    people[0].press(re.compile("behind Bianca"))
    house.pass_time(table, "decisions")
    for player in people[:2]:
        player.decide("Stand")
        me.page.wait_for_timeout(500)
    me.page.wait_for_timeout(800)
    studio.keep(me, "seated")


def cashback(studio: Studio, house: BrowserHouse) -> None:
    house.deal("cashback", "Ts Kd Jc 4h 9h 7d")
    player = studio.window(house)
    player.open_account("Carla")
    house.give_golden_chips("Carla", 1000, 3)
    player.open_table("cashback")
    player.pick_chip(25)
    player.bet("Position 1")
    player.pick_chip(5)
    player.bet("Position 1", "Buster")
    player.press("Golden chips")
    player.page.get_by_role("radio", name=re.compile("left$")).first.click()
    player.bet("Position 2")
    house.pass_time("cashback", "decisions")
    studio.keep(player, "cashback")


def all_bets(studio: Studio, house: BrowserHouse) -> None:
    """Three hands against an ace: insurance for each of them, or for all."""
    house.deal("all-bets", "Tc Ah 9d As 6d Kh 8s 7c")
    player = studio.window(house)
    player.open_account("Dario")
    player.open_table("all-bets")
    player.pick_chip(25)
    for hand in (1, 2, 3):
        player.bet(f"Hand {hand}")
    player.pick_chip(5)
    player.bet("Hand 1", "21+3")
    player.bet("Hand 2", "Perfect Pairs")
    player.press(re.compile("^Deal"))
    player.page.wait_for_timeout(600)
    studio.keep(player, "all-bets")


def phone(studio: Studio, house: BrowserHouse) -> None:
    house.deal("free-chip", "5s 6h 5d Kc 9d")
    player = studio.window(house, phone=True)
    player.open_account("Elena")
    player.open_table("free-chip")
    player.pick_chip(10)
    player.bet("Hand 1")
    player.press(re.compile("^Deal"))
    player.page.wait_for_timeout(600)
    studio.keep(player, "phone", 390)


def four(studio: Studio, house: BrowserHouse) -> None:
    player = studio.window(house)
    player.open_account("Fabio")
    player.open_table("infinite")
    for key in ("infinite-2", "cashback", "classic-free-bet"):
        player.page.evaluate(GO, f"/table/{key}")
        player.page.wait_for_timeout(500)
    player.press("All my tables side by side")
    player.page.locator('[data-table="infinite"] [data-spot="1/main"]').click()
    house.pass_time("infinite", "decisions")
    studio.keep(player, "four-tables")


def replay(studio: Studio, house: BrowserHouse) -> None:
    """A split that won, on the stepper, with what each choice was worth."""
    player = studio.window(house)
    player.open_account("Gianni")
    player.open_table("infinite")
    player.pick_chip(10)
    player.bet("The position")
    player.expect_bet(10)
    house.deal("infinite", "8s 6h 8h Kc 3d 9c Td 9s")
    house.pass_time("infinite", "decisions")
    code = house.view("infinite").code
    for action in ("Split", "Hit", "Stand"):
        player.decide(action)
        player.page.wait_for_timeout(400)
    house.wait_for("infinite", "results")
    player.go(f"/round/{code}")
    player.page.wait_for_timeout(2500)
    studio.keep(player, "replay")


def round_(studio: Studio, house: BrowserHouse) -> None:
    """Bets, cards, a split, a hit, the dealer's bust, the payment: as it moves."""
    table = "infinite-3"
    player = studio.window(house, motion=True, viewport={"width": 1120, "height": 700})
    player.open_account("Hilda")
    player.open_table(table)
    player.pick_chip(25)
    house.deal(table, "8s 6h 8h Kc 3d 9c Td 9s")

    def play() -> None:
        wait = player.page.wait_for_timeout
        wait(500)
        player.bet("The position")
        wait(500)
        player.bet("The position", "21+3")
        wait(700)
        house.pass_time(table, "dealing")
        for action, pause_ms in (("Split", 1100), ("Hit", 1000), ("Stand", 300)):
            player.decide(action)
            wait(pause_ms)
        house.wait_for(table, "results")
        wait(2600)

    studio.film(player, "round", play)


PICTURES: dict[str, Callable[[Studio, BrowserHouse], None]] = {
    "lobby": lobby, "seated": seated, "cashback": cashback, "all-bets": all_bets, "phone": phone,
    "replay": replay, "four-tables": four, "round": round_,
}  # fmt: skip


def main(folder: Path, names: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        studio = Studio(browser, folder)
        for name in names or PICTURES:
            filmed = name == "round"
            tables = ("infinite-3",) if filmed else (*GAMES, "infinite-2")
            house = BrowserHouse(*tables, times=SEEN if filmed else PATIENT)
            try:
                PICTURES[name](studio, house)
            finally:
                for context in browser.contexts:
                    if context.pages and context.pages[0].url != "about:blank":
                        context.close()
                house.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "pictures", sys.argv[2:])
