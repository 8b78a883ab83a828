"""Accounts, money and limits in the browser: the door, the cashier and its list, responsible gaming (A1, A8, A9)."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says
from ventuno.bank.transfers import Order
from ventuno.store.cashier import DONE, PENDING, PlayMoney, ProviderAnswer

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
MINUTE_MS = 60_000
DAY_MS = 86_400_000
PASSWORD = "a long enough one"
SIXTEEN_LOSES = "Ts 9h 6d Tc"  # to 19


# -- the door -----------------------------------------------------------------------------------


def knock(player: Player, name: str, password: str, button: str) -> None:
    player.page.get_by_label("Name").fill(name)
    player.page.get_by_label("Password", exact=True).fill(password)
    player.page.locator("form").get_by_role("button", name=button).click()


def test_an_account_is_opened_by_the_form_and_what_is_wrong_with_it_is_said_a1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    anna, ben = new_window(house), new_window(house)
    anna.open_account("anna")
    ben.go("/sign-in")
    ben.page.get_by_role("tab", name="Open an account").click()
    knock(ben, "ben", "short", "Open the account")
    ben.expect_alert("That password is too short.")
    knock(ben, "anna", PASSWORD, "Open the account")
    ben.expect_alert("That name is taken. Choose another.")
    knock(ben, "<ben>", PASSWORD, "Open the account")
    ben.expect_alert("A name has letters, digits and blanks")
    ben.page.get_by_label("Currency").select_option("GBP")
    knock(ben, "ben", PASSWORD, "Open the account")
    expect(ben.page).to_have_url(re.compile("/$"))
    expect(ben.page.get_by_role("banner")).to_contain_text("£0.00")
    assert house.number("ben")


def test_a_wrong_password_is_refused_and_the_right_one_opens_a1(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    first, second = new_window(house), new_window(house)
    first.open_account("anna", deposit=70)
    second.go("/cashier")  # a page of one's own asks who one is, and is shown afterwards
    knock(second, "anna", "not that one at all", "Sign in")
    second.expect_alert("Name or password is wrong.")
    knock(second, "anna", PASSWORD, "Sign in")
    expect(second.page.get_by_role("heading", name="Cashier").first).to_be_visible()
    second.expect_line("€70.00")


# -- the cashier (A8) ---------------------------------------------------------------------------


def moves(player: Player) -> Locator:
    return player.page.get_by_role("list", name="Deposits and withdrawals").get_by_role("listitem")


def cash(player: Player, way: str, typed: str) -> None:
    player._push(player.page.get_by_role("tab", name=way))
    player.page.get_by_role("textbox", name=re.compile("^Amount")).fill(typed)
    player._push(player.page.locator("form").get_by_role("button", name=re.compile(f"^{way}")))


@pytest.mark.parametrize("phone", [False, True])
def test_money_in_and_out_stands_in_the_list_at_once_a8(
    open_house: OpenHouse, new_window: NewWindow, phone: bool
) -> None:
    house = open_house("free-chip")
    anna, ben = new_window(house, phone=phone), new_window(house)
    ben.open_account("ben", deposit=77)
    anna.open_account("anna", deposit=100)
    anna.go("/cashier")
    expect(moves(anna)).to_have_count(1)
    cash(anna, "Deposit", "50")
    expect(moves(anna)).to_have_count(2)
    expect(moves(anna).first).to_contain_text("+€50.00")
    expect(moves(anna).first).to_contain_text("balance €150.00")
    cash(anna, "Withdraw", "30,50")
    expect(moves(anna)).to_have_count(3)
    expect(moves(anna).first).to_contain_text("Withdrawal")
    expect(moves(anna).first).to_contain_text("−€30.50")
    expect(moves(anna).last).to_contain_text("+€100.00")
    with anna.page.expect_download() as saved:
        anna._push(anna.page.get_by_role("link", name="Export as CSV"))
    assert saved.value.suggested_filename == "cashier.csv"
    ben.go("/cashier")  # of somebody else there is nothing
    expect(moves(ben)).to_have_count(1)
    expect(moves(ben).first).to_contain_text("+€77.00")


class Slow(PlayMoney):
    """Takes its time over everything when it is told to."""

    name = "slow"
    answer = DONE

    def send(self, order: Order) -> ProviderAnswer:
        return self.answer

    def status(self, key: str) -> ProviderAnswer:
        return self.answer


def test_what_takes_its_time_is_pending_until_it_is_there_a8(open_house: OpenHouse, new_window: NewWindow) -> None:
    slow = Slow()
    house = open_house("free-chip", provider=slow)
    anna, boss = new_window(house), new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/cashier")
    slow.answer = PENDING
    cash(anna, "Deposit", "50")
    anna.expect_line("€50.00 is on its way in")
    expect(moves(anna).first).to_contain_text("on its way")
    expect(moves(anna).first).not_to_contain_text("+")
    name, password = house.hire_supervisor()
    boss.go("/supervisor/cashier")
    knock(boss, name, password, "Sign in")
    expect(boss.page.get_by_role("row").filter(has_text="anna")).to_contain_text("the provider has not answered")
    slow.answer = DONE
    house.look_after_transfers()
    expect(moves(anna).first).to_contain_text("+€50.00")
    expect(moves(anna).first).to_contain_text("done")
    boss.expect_line("Nothing is on its way.")
    assert house.wallet_minor("anna") == 150_00


def test_what_is_no_amount_is_not_taken_for_one_a8(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    anna = new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/cashier")
    for typed in ("-5", "1e3", "12,5555", "five"):
        cash(anna, "Deposit", typed)
        anna.expect_alert("That is no amount")
    cash(anna, "Deposit", "")
    anna.expect_alert("Type an amount.")
    cash(anna, "Withdraw", "100.01")
    anna.expect_alert("That is more than your balance.")
    expect(moves(anna)).to_have_count(1)
    assert house.wallet_minor("anna") == 100_00


def test_of_play_money_nothing_is_taken_out_a8(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    guest = new_window(house)
    guest.play_demo()
    guest.go("/cashier")
    guest.page.get_by_role("tab", name="Withdraw").click()
    guest.expect_line("Play money cannot be taken out.")
    expect(guest.page.locator("form").get_by_role("button", name="Withdraw")).to_be_disabled()
    guest.expect_line("Nothing has come in or gone out yet.")


# -- responsible gaming (A9) --------------------------------------------------------------------


def set_limit(player: Player, kind: str, typed: str) -> None:
    player.press(re.compile(f"^(Set a limit|Change): {kind}"))
    player.page.get_by_role("textbox").fill(typed)
    player.press("Set it")


def lose_ten(house: BrowserHouse, player: Player) -> None:
    house.deal("free-chip", SIXTEEN_LOSES)
    player.open_table("free-chip")
    player.pick_chip(10)
    player.bet("Hand 1")
    player.press(re.compile("^Deal"))
    player.decide("Stand")
    player.expect_line(says("Hand 1 loses 16 to 19"))


def test_what_a_limit_leaves_is_seen_at_the_table_a9(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    anna = new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/limits")
    head = anna.page.get_by_role("banner")
    expect(head.get_by_role("link", name="Loss left")).to_have_count(0)
    set_limit(anna, "Losses", "25")
    set_limit(anna, "Time", "2")
    expect(head.get_by_role("link", name=says("Loss left €25.00 Time left 2 h 0 min"))).to_be_visible()
    lose_ten(house, anna)
    expect(head.get_by_role("link", name=says("Loss left €15.00"))).to_be_visible()
    house.deal("free-chip", SIXTEEN_LOSES)
    anna.press("Rebet & deal")
    anna.decide("Stand")
    expect(head.get_by_role("link", name=says("Loss left €5.00"))).to_be_visible()  # while one plays
    anna.go("/limits")
    anna.expect_line(says("−€20.00"))  # what today came to
    anna.go("/account")
    anna.expect_line("€5.00")


def test_a_looser_limit_waits_and_the_screen_says_until_when_a9(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    anna = new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/limits")
    set_limit(anna, "Deposits", "120")
    anna.expect_line("The limit counts from now.")
    anna.press("Change: Deposits")
    anna.expect_line("To raise it or to remove it takes 7 days.")
    anna.page.get_by_role("textbox").fill("500")
    anna.expect_line(re.compile(r"This is looser: it counts from .*\. Until then your limit stays €120\.00\."))
    anna.press("Set it")
    anna.expect_line(re.compile(r"Noted\. It counts from .*; until then your limit stays €120\.00\."))
    anna.go("/cashier")
    cash(anna, "Deposit", "50")
    anna.expect_alert("Your deposit limit is reached.")
    anna.go("/limits")
    anna.expect_line(re.compile(r"Asked for: €500\.00\. It counts from .*; until then it stays €120\.00\."))
    anna.press("Keep €120.00")
    anna.expect_line("It stays as it is: nothing is waiting any more.")
    set_limit(anna, "Deposits", "500")
    anna.expect_line(re.compile(r"Noted\. It counts from "))
    house.jump(7 * DAY_MS + MINUTE_MS)
    anna.go("/cashier")
    anna.expect_line(says("left of your deposit limit of €500 a day"))


def test_a_time_out_ends_play_at_once_and_cannot_be_cut_short_a9(open_house: OpenHouse, new_window: NewWindow) -> None:
    house = open_house("free-chip")
    anna = new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/limits")
    anna.press(re.compile("^a week$", re.IGNORECASE))
    anna.press("Cancel")
    anna.press(re.compile("^a week$", re.IGNORECASE))
    anna.press("Take the break")
    anna.expect_line(re.compile("Your time-out lasts until "))
    expect(anna.button(re.compile("^24 hours$"))).to_be_disabled()
    expect(anna.button(re.compile("^a month$", re.IGNORECASE))).to_be_enabled()
    anna.go("/table/free-chip")
    anna.expect_line("You are taking a time-out.")
    house.jump(8 * DAY_MS)
    anna.open_table("free-chip")


def test_who_excludes_themselves_types_their_name_and_can_still_withdraw_a9(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    anna = new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/limits")
    anna.press(re.compile("^for good$", re.IGNORECASE))
    expect(anna.button("Exclude me")).to_be_disabled()
    anna.page.get_by_label(re.compile("Type your name")).fill("ann")
    expect(anna.button("Exclude me")).to_be_disabled()
    anna.page.get_by_label(re.compile("Type your name")).fill("anna")
    anna.press("Exclude me")
    anna.expect_line("You have excluded yourself for good.")
    expect(anna.button(re.compile("^a year$", re.IGNORECASE))).to_be_disabled()
    anna.go("/cashier")
    cash(anna, "Deposit", "10")
    anna.expect_alert("You have excluded yourself from play.")
    cash(anna, "Withdraw", "100")
    anna.expect_line(re.compile("€100.00 went out"))


def test_the_reality_check_stops_play_and_says_what_today_came_to_a9(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("free-chip")
    anna = new_window(house)
    anna.open_account("anna", deposit=100)
    anna.go("/limits")
    anna.press(re.compile("^every 15 minutes$", re.IGNORECASE))
    anna.expect_line("Next reality check")
    lose_ten(house, anna)
    house.jump(16 * MINUTE_MS)
    house.look_round()
    dialog = anna.page.get_by_role("dialog", name="A moment’s pause")
    expect(dialog).to_contain_text("Today it came to −€10.00.")
    anna.key("Escape")  # is no answer
    expect(dialog).to_be_visible()
    anna.press("Play on")
    expect(dialog).to_have_count(0)


# -- the lobby (A1) -----------------------------------------------------------------------------


def test_a_table_is_found_by_its_games_name_however_it_is_typed_and_not_by_nonsense_a1(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house()
    anna = new_window(house)
    anna.go("/")
    games = anna.page.get_by_role("main").get_by_role("heading", level=3)
    search = anna.page.get_by_label("Game, table or rule")
    expect(games).to_have_count(5)
    for typed, found in (("CASHBACK", "Cashback"), ("freechip", "Free Chip"), ("infinít", "Infinite")):
        search.fill(typed)
        expect(games).to_have_text([found])
    search.fill("xyzzy")
    anna.expect_line("No table matches.")
    anna.press("Clear the filter")
    expect(games).to_have_count(5)
