"""A round in Italian: what the table asks, what its buttons are called, what it says was paid (issue 6, point 11)."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.house import BrowserHouse
from tests.browser.player import Player, says

OpenHouse = Callable[..., BrowserHouse]
NewWindow = Callable[..., Player]


def test_a_round_is_asked_named_and_paid_in_italian_and_goes_on_in_english_at_once(
    open_house: OpenHouse, new_window: NewWindow
) -> None:
    house = open_house("infinite")
    house.deal("infinite", "8s 6h 8d Tc 9c 8c")
    player = new_window(house, language="it-IT")
    player.press_play_demo()
    player.open_table("infinite")
    player.expect_line("Fate il vostro gioco")
    player.pick_chip(10)
    player.button(re.compile("^La posizione, Puntata: vuota")).click()
    expect(player.money("Puntata totale")).to_have_text(re.compile(r"10,00"))
    for button in ("Annulla", "Raddoppia", "Ripeti", "Tutte le laterali"):
        expect(player.button(button)).to_have_count(1)
    house.pass_time("infinite", until="decisions")
    asked = player.page.get_by_role("group", name="La tua decisione")
    player.expect_line(says("Hai 16, il banco mostra 6"))
    expect(player.page.get_by_role("timer").first).to_contain_text("a zero: sta")
    player.expect_alert(re.compile(r"Tocca a te, La posizione: 16 contro 6, \d+ secondi, a zero: sta"))
    for button in ("Carta", "Stai", "Raddoppia", "Dividi"):
        expect(player.button(button, asked)).to_be_enabled()
    player.wait_out_guard()
    player.press("Stai", asked)
    player.expect_line(says("La posizione vince: il banco sballa con 25"))
    player.expect_line(re.compile(r"\+P\s10,00"))
    player.go("/settings")
    player.page.get_by_label("English").check()
    player.press("Applica")
    expect(player.page.get_by_role("heading", name="Settings").first).to_be_visible()
    player.page.go_back()
    player.expect_line(says("The position wins: the dealer busts with 25"))
