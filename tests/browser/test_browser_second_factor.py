"""A supervisor enrols a second factor in the browser, and signs in with it; another one resets it."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player
from tests.browser.test_browser_supervisor import act
from ventuno.bank import totp

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]


def code_now(house: BrowserHouse, secret: bytes) -> str:
    return totp.code_at(secret, totp.step_at(house.clock.now_ms()))


def test_enrolled_in_the_account_asked_for_at_the_door(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    supervisor, door = new_window(house), new_window(house)
    name, password = house.hire_supervisor()
    supervisor.sign_in(name, password)
    supervisor.go("/supervisor")
    page = supervisor.page
    expect(page.get_by_text("Your account has no second factor.")).to_be_visible()
    page.get_by_role("link", name="Enrol one").click()
    part = page.get_by_role("region", name="Second factor")
    part.get_by_label("Password").fill(password)
    part.get_by_role("button", name="Begin").click()
    secret = base64.b32decode(part.locator("output").inner_text().replace(" ", ""))
    part.get_by_label("Code").fill(code_now(house, secret))
    part.get_by_role("button", name="Confirm").click()
    expect(part.get_by_role("listitem")).to_have_count(10)
    recovery = part.get_by_role("listitem").first.inner_text()
    supervisor.go("/supervisor")
    expect(page.get_by_role("row").first).to_be_visible()
    expect(page.get_by_text("Your account has no second factor.")).to_have_count(0)

    door.go("/sign-in")
    door.page.get_by_label("Name").fill(name)
    door.page.get_by_label("Password", exact=True).fill(password)
    enter = door.page.locator("form").get_by_role("button", name="Sign in")
    enter.click()
    code = door.page.get_by_label("Code")
    code.fill("000000")
    enter.click()
    expect(door.page.get_by_text("That code is wrong")).to_be_visible()
    code.fill(recovery)
    enter.click()
    expect(door.page).not_to_have_url(re.compile("/sign-in"))


def test_another_supervisor_changes_a_role(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("infinite")
    supervisor, player = new_window(house), new_window(house)
    player.open_account("anna")
    supervisor.sign_in(*house.hire_supervisor())
    supervisor.go(f"/supervisor/players?player={house.number('anna')}")
    page = supervisor.page
    page.get_by_label("Role").select_option("operator")
    act(supervisor, "Change the role", "a new colleague")
    expect(page.get_by_role("status")).to_be_visible()
    player.go("/account")
    expect(player.page.get_by_role("button", name="Sign in")).to_be_visible()
