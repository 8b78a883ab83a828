"""A connection lost and found again in every phase of a round, at every kind of table (E2, T1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
import pytest
from playwright.sync_api import expect

from tests.browser.house import PATIENT, BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]
# No phase ends by itself while somebody is away.
SLOW = msgspec.structs.replace(PATIENT, closing_ms=9000, card_ms=9000, dealer_card_ms=9000, pause_ms=9000)


@contextmanager
def away(house: BrowserHouse, player: Player, stands: float = 0) -> Iterator[None]:
    """The network is gone, and comes back; `stands` is what the banner says is safe."""
    player.page.context.set_offline(True)
    house.drop(player.name)
    player.expect_alert(says(f"Reconnecting. Your P {stands:.2f} stands as placed.") if stands else "Reconnecting.")
    yield
    player.page.context.set_offline(False)
    player.expect_no_alert("Reconnecting.")
    house.until(lambda: house.connections(player.name) == 1, "a connection again")


def lost_while(house: BrowserHouse, player: Player, table: str, phase: str, stands: float, shown: str) -> None:
    """Lost and found in this phase: what lies on the table is shown again, and the stake is still there."""
    name = player.name if house.host(table, player.name).table.info.kind == "solo" else ""
    house.pass_time(table, until=phase, player=name)
    player.expect_line(shown)
    with away(house, player, stands):
        pass
    assert house.view(table, name).phase == phase
    player.expect_line(shown)
    player.expect_bet(stands)


def test_seated_bets_stand_in_every_phase_and_an_early_decision_is_remembered_e2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    table = "classic-free-bet"
    house = open_house(table, times=SLOW)
    house.deal(table, "Ts Ts As 9h 9h 7c")  # two nineteens against 18, with an ace up
    other, player = new_window(house), new_window(house)
    for who, seat in ((other, 1), (player, 3)):
        who.play_demo()
        who.open_table(table)
        who.sit(seat)
        who.pick_chip(10)
        who.bet(f"Seat {seat}")
        who.expect_bet(10)
    lost_while(house, player, table, "betting", 10, "Place your bets")
    lost_while(house, player, table, "closed", 10, "Bets are closed.")
    lost_while(house, player, table, "dealing", 10, "Cards are being dealt.")
    lost_while(house, player, table, "insurance", 10, "Insurance?")
    player.decide("Accept")
    player.expect_bet(15)
    house.pass_time(table, until="decisions")
    player.decide("Stand")  # early: the other one is asked
    with away(house, player, 15):
        expect(other.page.get_by_role("article", name=f"Seat 3, {player.name}")).to_contain_text("away")
    early = player.button("Stand", player.decisions)
    expect(early).to_have_attribute("aria-pressed", "true")
    player.decide("Stand")  # taken back
    expect(early).to_have_attribute("aria-pressed", "false")
    other.decide("Stand")
    player.expect_line("stands at zero")
    with away(house, player, 15):
        player.expect_alert(re.compile(r"In \d+ s: stands at zero"))
    player.page.reload()  # nothing is known here any more: the table is shown anew
    player.expect_line("stands at zero")
    player.decide("Stand")
    lost_while(house, player, table, "dealer", 15, "The dealer plays.")
    house.pass_time(table, until="results")
    with away(house, player):
        pass
    player.expect_line("Seat 3 wins 19 to 18")
    player.expect_balance(1005)  # ten won, five of insurance lost
    house.pass_time(table, until="betting")  # between rounds: nothing is at risk
    with away(house, player):
        player.expect_no_alert("stands as placed")
    player.expect_bet(0)


def test_open_bets_of_infinite_come_back_and_closed_ones_stand_in_every_phase_e2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    table = "infinite"
    house = open_house(table, times=SLOW)
    house.deal(table, "Ts As 9h 7c")
    other, player = new_window(house), new_window(house)
    for who in (other, player):
        who.come_to(table)
        who.bet("The position")
        who.expect_bet(10)
    with away(house, player):  # before red
        player.expect_alert(says("Bets were still open: your P 10.00 comes back."))
        house.until(lambda: house.wallet_minor(player.name) == 100_000, "the stake is back")
    player.expect_bet(0)
    player.bet("The position")
    player.expect_bet(10)
    lost_while(house, player, table, "closed", 10, "Bets are closed.")
    lost_while(house, player, table, "dealing", 10, "Cards are being dealt.")
    lost_while(house, player, table, "insurance", 10, "Insurance?")
    house.pass_time(table, until="decisions")
    player.offered("Stand")
    with away(house, player, 10):
        player.expect_alert("stands at zero")
    player.page.reload()
    player.decide("Stand")
    player.expect_line("Waiting for the others.")
    with away(house, player, 10):  # the others' turn
        other.decide("Stand")
    lost_while(house, player, table, "dealer", 10, "The dealer plays.")
    house.pass_time(table, until="results")
    with away(house, player):
        pass
    player.expect_line("The position wins 19 to 18")
    player.expect_balance(1010)


def test_cashback_bets_stand_as_seated_ones_and_the_offer_is_there_again_e2(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    table = "cashback"
    house = open_house(table, times=SLOW)
    house.deal(table, "Ts 9s As 6h 9d 7c")  # 16 and 18 against 18
    player = new_window(house)
    player.come_to(table)
    player.bet("Position 1")
    player.bet("Position 2")
    player.expect_bet(20)
    lost_while(house, player, table, "betting", 20, "Place your bets")
    lost_while(house, player, table, "closed", 20, "Bets are closed.")
    lost_while(house, player, table, "dealing", 20, "Cards are being dealt.")
    lost_while(house, player, table, "insurance", 20, "Insurance?")
    player.decide("Decline all")
    house.pass_time(table, until="decisions")
    offer = player.cashback()
    with away(house, player, 20):
        pass
    assert player.cashback() == offer
    player.page.reload()
    assert player.cashback() == offer
    player.decide("Take")
    player.decide("Stand")
    lost_while(house, player, table, "dealer", 20, "The dealer plays.")
    house.pass_time(table, until="results")
    with away(house, player):
        pass
    player.expect_line("Position 1 cashed out")
    player.expect_line("Position 2 pushes 18 to 18")


@pytest.mark.parametrize("table", ["free-chip", "all-bets"])
def test_a_solo_round_waits_in_every_phase_t1(open_house: OpenHouse, new_window: NewWindow, table: str) -> None:
    house = open_house(table, times=SLOW)
    house.deal(table, "Ts 9s As 9h 9d 8c")  # 19 and 18 against 19
    player = new_window(house)
    player.come_to(table)
    player.bet("Hand 1")
    player.bet("Hand 2")
    player.expect_bet(20)
    lost_while(house, player, table, "waiting", 20, "Place your bets, then deal")
    player.press(re.compile("^Deal"))
    house.wait_for(table, "dealing", player.name)
    lost_while(house, player, table, "dealing", 20, "Cards are being dealt.")
    lost_while(house, player, table, "insurance", 20, "Insurance?")
    player.decide("Accept all")
    player.expect_bet(30)
    lost_while(house, player, table, "decisions", 30, "Hand 1: you have 19")
    player.decide("Stand")
    house.jump(86_400_000)  # without a clock: it waits for ever
    lost_while(house, player, table, "decisions", 30, "Hand 2: you have 18")
    player.page.reload()
    player.decide("Stand")
    lost_while(house, player, table, "dealer", 30, "The dealer plays.")
    house.pass_time(table, until="results", player=player.name)
    with away(house, player):
        pass
    player.expect_line("Hand 1 pushes 19 to 19")
    player.expect_balance(980)
