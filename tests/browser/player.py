"""A person at a browser: finds things by what they are called and what they are, as a person or a screen reader does.

player = Player(page, house.url)
player.play_demo()
player.open_table("infinite")
player.bet("The position", "Main bet")
player.decide("Stand")
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

GUARD_MS = 300  # the client takes no decision in the first 250 ms of an offer
# What is offered has not changed for so long: counted where it is shown, since an answer may be long under way.
STEADY = """(ms) => {
  const all = [...document.querySelectorAll('[data-action], [data-card], [role=alert]')];
  const offer = all.map((one) => `${one.disabled} ${one.textContent}`).join();
  if (window.offer !== offer) Object.assign(window, { offer, offered: performance.now() });
  return performance.now() - window.offered >= ms;
}"""
MOST_TABS = 120
HEAR_CLICK = """(element) => {
  window.clicked = false;
  element.addEventListener('click', () => { window.clicked = true; }, { once: true, capture: true });
}"""


def says(words: str) -> re.Pattern[str]:
    """These words somewhere, whatever kind of blanks is between them."""
    return re.compile(re.escape(words).replace(r"\ ", r"\s+"))


def starts(words: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{says(words).pattern}", re.IGNORECASE)


def amount(text: str) -> float:
    """`P 1,250.00`, `€25`, `1.250,00 €`: the number in it."""
    digits = re.sub(r"[^\d.,]", "", text)
    if re.search(r",\d\d$", digits):  # as it is written in Italian
        digits = digits.replace(".", "").replace(",", ".")
    return float(digits.replace(",", ""))


class Player:
    def __init__(self, page: Page, url: str, *, touch: bool = False) -> None:
        self.page = page
        self.url = url
        self.touch = touch
        self.name = ""

    # -- coming in ------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def play_demo(self, language: str = "en") -> None:
        """What the button in the lobby does, without the lobby."""
        self.name = self._ask("/api/demo", {"language": language})["name"]

    def open_account(self, name: str, deposit: int = 1000, password: str = "a long enough one") -> None:
        """With a name, a password and euros; `sign_up` does it by the form."""
        self._ask("/api/sign-up", {"name": name, "password": password, "currency": "EUR", "language": "en"})
        self._ask("/api/cashier/deposit", {"key": f"first-{name}", "amount_minor": deposit * 100})
        self.name = name

    def come_to(self, table: str, chip: int = 10) -> None:
        """Anybody, at this table, with a chip in hand."""
        self.play_demo()
        self.open_table(table)
        self.pick_chip(chip)

    def withdraw(self, units: int) -> None:
        """From another window of the same person."""
        self._ask("/api/cashier/withdraw", {"key": f"out-{self.name}-{units}", "amount_minor": units * 100})

    def set_limit(self, kind: str, units: int) -> None:
        """A day's, as the page of limits does it (A9)."""
        self._ask("/api/care/limit", {"kind": kind, "period": "day", "amount": units * 100}, "PUT")

    def _ask(self, path: str, body: dict[str, Any], method: str = "POST") -> dict[str, Any]:
        answer = self.page.request.fetch(self.url + path, method=method, data=body, headers={"Origin": self.url})
        assert answer.ok, answer.text()
        return dict(answer.json())

    def press_play_demo(self) -> None:
        """One click in the lobby."""
        self.go("/")
        self.press(re.compile("^(Play the demo|Gioca la demo)$"))
        self._welcomed()

    def sign_up(self, name: str, password: str = "a long enough one") -> None:
        self.go("/sign-in")
        self.page.get_by_role("tab", name="Open an account").click()
        self._fill(name, password)
        self.press("Open the account")
        self._welcomed()

    def sign_in(self, name: str, password: str = "a long enough one") -> None:
        self.go("/sign-in")
        self._fill(name, password)
        self.page.locator("form").get_by_role("button", name="Sign in").click()
        self._welcomed()

    def _fill(self, name: str, password: str) -> None:
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password", exact=True).fill(password)

    def _welcomed(self) -> None:
        expect(self.button(re.compile("^(Play the demo|Gioca la demo|Open the account)$"))).to_have_count(0)
        self.name = self.page.evaluate("async () => (await (await fetch('/api/me')).json()).name")

    def open_table(self, key: str) -> None:
        """By its address; `enter` goes through the lobby."""
        self.go(f"/table/{key}")
        expect(self.table(key)).to_be_visible()

    def enter(self, table: str) -> None:
        self.page.get_by_role("button", name=re.compile(rf"(Open|\+ Table|Return|Play demo): {table}")).click()

    # -- pressing -------------------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        return (within or self.page).get_by_role("button", name=starts(name) if isinstance(name, str) else name)

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        self._push(self.button(name, within).first)

    def _push(self, what: Locator) -> None:
        if self.touch:
            self._tap(what)
        else:
            what.click()

    def _tap(self, what: Locator) -> None:
        """A tap is over before the browser has made a click of it: that is waited for."""
        what.evaluate(HEAR_CLICK)
        what.tap()
        self.page.wait_for_function("() => window.clicked")

    # -- betting --------------------------------------------------------------------------------

    def table(self, key: str) -> Locator:
        """The cloth is there: the table has told what it is."""
        return self.page.get_by_role("region", name=re.compile("^(Table|Tavolo) ")).first

    def spot(self, place: str, bet: str = "Main bet") -> Locator:
        return self.button(f"{place}, {bet}:")

    def bet(self, place: str, bet: str = "Main bet", times: int = 1) -> None:
        for _ in range(times):
            self._push(self.spot(place, bet).first)

    def pick_chip(self, units: int) -> None:
        chip = self.page.get_by_role("radio", name=re.compile(rf"^(Chip|Fiche) .*\b{units:,}[.,]00"))
        self._push(chip)
        expect(chip).to_be_checked()

    def expect_bet(self, units: float) -> None:
        expect(self.money("Total bet")).to_have_text(re.compile(rf"\b{units:,.2f}\b"))

    def expect_balance(self, units: float) -> None:
        expect(self.money("Balance")).to_have_text(re.compile(rf"\b{units:,.2f}\b"))

    def balance(self) -> float:
        return amount(self.money("Balance").inner_text())

    def money(self, name: str) -> Locator:
        term = self.page.get_by_role("term").filter(has_text=name)
        return self.page.locator("dl > div").filter(has=term).get_by_role("definition").first

    # -- deciding -------------------------------------------------------------------------------

    @property
    def decisions(self) -> Locator:
        return self.page.get_by_role("group", name=re.compile("^(Your decision|Decide early|Insurance\\?)$"))

    def decide(self, action: str) -> None:
        """Waits for it to be on offer, and for the moment in which the client takes nothing."""
        self._push(self.offered(action))

    def offered(self, action: str) -> Locator:
        found = self.button(action, self.decisions).first
        expect(found).to_be_enabled()
        self.wait_out_guard()
        expect(found).to_be_enabled()
        return found

    def wait_out_guard(self) -> None:
        """Until the client would take a decision: another offer in the meantime begins the wait anew."""
        self.page.evaluate("() => { window.offer = null; }")
        self.page.wait_for_function(STEADY, arg=GUARD_MS, polling=50)

    def cashback(self) -> float:
        """What is offered for the hand that is asked (K1)."""
        told = self.offered("Take").text_content() or ""
        return amount(told[: told.rindex(".") + 3])

    def key(self, *keys: str) -> None:
        for each in keys:
            self.page.keyboard.press(each)

    def decide_by_key(self, action: str, key: str) -> None:
        self.offered(action)
        self.key(key)

    def tab_to(self, name: str) -> None:
        """By the Tab key alone, as far as it takes."""
        wanted = starts(name)
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if wanted.search(self._focused()):
                return
        raise AssertionError(f"the Tab key never comes to {name!r}")

    def _focused(self) -> str:
        script = "() => document.activeElement?.ariaLabel || document.activeElement?.textContent || ''"
        return str(self.page.evaluate(script)).strip()

    # -- reading --------------------------------------------------------------------------------

    def expect_line(self, text: str | re.Pattern[str]) -> None:
        """A line of the result, or any other sentence on the screen."""
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible()

    def expect_alert(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("alert").filter(has_text=text).first).to_be_visible()

    def expect_no_alert(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("alert").filter(has_text=text)).to_have_count(0)

    def expect_said(self, text: str | re.Pattern[str]) -> None:
        """In the log for the ear."""
        log = self.page.get_by_role("log", name=re.compile("^(What happened|Che cosa è successo)$"))
        expect(log).to_contain_text(text)

    def hand(self, place: str) -> Locator:
        return self.page.get_by_role("list", name=place, exact=True)

    def expect_cards(self, place: str, *names: str) -> None:
        images = self.hand(place).get_by_role("img")
        expect(images).to_have_count(len(names))
        for n, name in enumerate(names):
            expect(images.nth(n)).to_have_accessible_name(name)

    # -- seats ----------------------------------------------------------------------------------

    def sit(self, seat: int) -> None:
        self.press(re.compile(rf"Sit here.*Seat {seat}|Siediti.*Posto {seat}", re.IGNORECASE | re.DOTALL))


class KeyboardPlayer(Player):
    """Touches no mouse: Tab and Enter, digits for chips, letters for decisions (B8)."""

    LETTERS = {  # noqa: RUF012
        "Hit": "h", "Stand": "s", "Double": "d", "Free double": "d", "Split": "p", "Free split": "p",
        "Take": "c", "Accept all": "i", "Accept": "i", "Decline all": "n", "Decline": "n",
    }  # fmt: skip

    def _push(self, what: Locator) -> None:
        expect(what).to_be_enabled()
        for _ in range(MOST_TABS):
            if what.evaluate("element => element === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key never comes to {what}")

    def pick_chip(self, units: int) -> None:
        chip = self.page.get_by_role("radio", name=re.compile(rf"^Chip .*\b{units:,}[.,]00, key"))
        name = chip.text_content() or ""
        self.key(re.search(r"key (\d)", name)[1])  # type: ignore[index]
        expect(chip).to_be_checked()

    def decide(self, action: str) -> None:
        self.decide_by_key(action, self.LETTERS[action])


class PhonePlayer(Player):
    """One hand, one thumb: the positions are chosen one at a time."""

    def bet(self, place: str, bet: str = "Main bet", times: int = 1) -> None:
        chosen = self.page.get_by_role("radio", name=starts(place))
        if chosen.count():
            chosen.tap()
        super().bet(place, bet, times)
