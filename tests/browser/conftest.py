"""One Chromium a worker, a new house and new pages a test. Without Chromium `tests/conftest.py` says so loudly."""

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
    # A process a context, and none kept warm: to start one costs more than most tests do.
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    # The browser's own pages, two a window, which nobody sees here. The last list counts, so Playwright's is in it.
    "--disable-features="
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,"
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI,SpareRendererForSitePerProcess",
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


class Wardrobe:
    """Contexts that a test has left as new: without cookies, without anything stored, without a page but an empty one.

    A new one is a new window and a new process, which takes longer than what most tests do in it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, **options: Any) -> BrowserContext:
        free = self._free.setdefault(repr(sorted(options.items())), [])
        if free:
            return free.pop()
        context = self._browser.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        context.new_page()  # keeps the window and the process
        return context

    def give_back(self, context: BrowserContext, origins: set[str], **options: Any) -> None:
        if not context.pages:  # a test has closed it
            return
        empty, *used = context.pages
        for page in used:
            page.close()
        context.set_offline(False)
        context.clear_cookies()
        browser = context.new_cdp_session(empty)
        for origin in origins:
            browser.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        browser.detach()
        self._free[repr(sorted(options.items()))].append(context)


@pytest.fixture(scope="session")
def wardrobe(browser: Browser) -> Wardrobe:
    return Wardrobe(browser)


@pytest.fixture
def new_window(wardrobe: Wardrobe, request: pytest.FixtureRequest) -> Iterator[Callable[..., Player]]:
    """A window of its own: another person, or the same one on another device."""
    worn: list[tuple[BrowserContext, str, dict[str, Any]]] = []

    def build(
        house: BrowserHouse, *, phone: bool = False, keyboard: bool = False, language: str = "en-GB", **more: Any
    ) -> Player:
        usual = {"reduced_motion": "reduce", "locale": language, **(PHONE if phone else DESKTOP)}
        options = {**usual, **more}
        context = wardrobe.take(**options)
        worn.append((context, house.url, options))
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        if keyboard:
            return KeyboardPlayer(page, house.url)
        return PhonePlayer(page, house.url, touch=True) if phone else Player(page, house.url)

    faults: list[str] = []
    yield build
    failed = getattr(request.node, "failed", False)
    if failed:
        _keep_what_was_shown(request.node.name, [context for context, _, _ in worn])
    for context, origin, options in worn:
        if failed:
            context.close()
        else:
            wardrobe.give_back(context, {origin}, **options)
    assert not faults, f"the page met a fault: {faults}"


def _keep_what_was_shown(test: str, contexts: list[BrowserContext]) -> None:
    folder = SCREENSHOTS / "failures"
    folder.mkdir(parents=True, exist_ok=True)
    for number, page in enumerate(page for context in contexts for page in context.pages[1:]):
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
