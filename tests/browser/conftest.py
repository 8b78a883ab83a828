"""One Chromium a worker, a new house and new windows a test. Without Chromium `tests/conftest.py` says so loudly."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.house import BrowserHouse
from tests.browser.player import KeyboardPlayer, PhonePlayer, Player

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "build" / "screenshots"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
BUILT = Path(os.environ.get("VENTUNO_WEB", ROOT / "web" / "dist")) / "index.html"
SWITCHES = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
PATIENCE_MS = 8000


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        expect.set_options(timeout=PATIENCE_MS)
        yield found
        found.close()


@pytest.fixture
def open_house() -> Iterator[Callable[..., BrowserHouse]]:
    houses: list[BrowserHouse] = []

    def build(*games: str, **changes: Any) -> BrowserHouse:
        houses.append(BrowserHouse(*games, **changes))
        return houses[-1]

    yield build
    for house in houses:
        house.close()


@pytest.fixture
def new_window(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., Player]]:
    """A window of its own: another person, or the same one on another device."""
    contexts: list[BrowserContext] = []

    def build(
        house: BrowserHouse, *, phone: bool = False, keyboard: bool = False, language: str = "en-GB", **more: Any
    ) -> Player:
        usual = {"reduced_motion": "reduce", "locale": language, **(PHONE if phone else DESKTOP)}
        context = browser.new_context(**{**usual, **more})
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        if keyboard:
            return KeyboardPlayer(page, house.url)
        return PhonePlayer(page, house.url, touch=True) if phone else Player(page, house.url)

    faults: list[str] = []
    yield build
    if getattr(request.node, "failed", False):
        _keep_what_was_shown(request.node.name, contexts)
    for context in contexts:
        context.close()
    assert not faults, f"the page met a fault: {faults}"


def _keep_what_was_shown(test: str, contexts: list[BrowserContext]) -> None:
    folder = SCREENSHOTS / "failures"
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(page for context in contexts for page in context.pages):
        page.screenshot(path=folder / f"{re.sub(r'[^a-z0-9]+', '-', test.lower())}-{number}.png")


@pytest.fixture
def screenshot() -> Callable[[Page, str], None]:
    """Kept in build/screenshots, for people to look at."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str) -> None:
        page.screenshot(path=SCREENSHOTS / f"{name}.png")

    return take


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    if outcome.get_result().failed:
        item.failed = True  # type: ignore[attr-defined]


def _missing() -> str:
    """Why nothing here can run; nothing: it can."""
    if CHROMIUM is None:
        return "no chromium, chromium-browser or google-chrome on the PATH"
    if not BUILT.exists():
        return "the web client is not built: make web"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if why := _missing():
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=f"no browser: {why}"))
