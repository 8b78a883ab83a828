"""A scripted sitting at each of the five games, in both languages; golden chips, limits; and the books at the end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from ventuno.cards import cards
from ventuno.cli.table import Look, Sitting
from ventuno.help import Language
from ventuno.shoe import Scripted
from ventuno.store.auditing import audit
from ventuno.store.history import golden_chips_of
from ventuno.table.pricing import Standing
from ventuno.variant import load


class ThreeQuarters:
    """What every hand is worth, of its bet."""

    def value(self, _: Standing) -> Fraction:
        return Fraction(-1, 4)


def seated(game: str, script: str, **options: Any) -> Sitting:
    return Sitting(load(game), Scripted(cards(script)), look=Look(drawn=False), odds=ThreeQuarters(), **options)


def wallet(sitting: Sitting) -> int:
    return sitting.told.balance.wallet_minor


class Script(NamedTuple):
    game: str
    cards: str
    lines: tuple[str, ...]  # in English; the Italian words for some of them are below
    net_minor: int
    english: tuple[str, ...]  # said somewhere
    italian: tuple[str, ...]


ITALIAN = {"all": "tutte", "put": "metti", "undo": "annulla", "clear": "togli", "history": "storia", "limits": "limiti"}
SCRIPTS = (
    Script(
        "classic-free-bet",
        "6h Td 5d 7c 9c" + " Th 6d 9d Tc 6c",
        ("put 10 / 10", "clear", "10", "d", "20", "s", "history"),
        20_00,
        ("[d] * Free double", "Win: 20 against 17, * free 10.00", "Push: the dealer busts with 22, which pushes"),
        ("[d] * Raddoppia gratis", "Vinta: 20 contro 17, * gratis 10,00", "Pareggio: il banco sballa con 22"),
    ),
    Script(
        "free-chip",
        "8h 6d 8c Td 3s 9d Kh 7c" + " 9h Ad 9d 5c 4s",
        ("limits 2", "put 10 free-fortune=1", "", "p", "d", "s", "10", "n", "s"),
        30_00 - 10_00,
        ("[p] * Free split", "* free 10.00", "Your hand: insurance for 5.00?", "From now on: main bet 5-1,000"),
        ("[p] * Dividi gratis", "* gratis 10,00", "La tua mano: la assicuri per 5,00?", "puntata principale 5-1.000"),
    ),
    Script(
        "infinite",
        "8h 9d 8h Kd" + " 2h 6d 2d Tc 2c 3c 2s 4s 9c",
        ("10 any=2 21=1", "s", "", "h", "h", "h", "h"),
        39_00 + 25_00,
        ("Any Pair  Suited pair, 25:1", "Charlie: 6 cards without going over 21"),
        ("Coppia dello stesso seme", "Charlie: 6 carte senza superare 21"),
    ),
    Script(
        "all-bets",
        "9h 8h Ad 9d 8d Qc" + " As Kd As Qc As As",
        ("10 / 20", "y", "n", "s", "s", "10 progressive=1", "h", "h", "s", "x2"),
        80_000_00 - 31_00,
        ("Insurance  the dealer has a blackjack, 2:1", "The jackpot is yours: 80,000.00!", "The shoe has run out"),
        ("Assicurazione  il banco ha un blackjack, 2:1", "Il jackpot e' tuo: 80.000,00!", "Le carte del sabot"),
    ),
    Script(
        "cashback",
        "9h Kd 6d Qc" + " Th 7d 9d Tc" + " Th 7d 9d Tc",
        ("put 10 / 10", "undo", "clear", "10", "c", "", "s", "x2", "s"),
        -2_58 + 10_00 + 20_00,
        ("[c] Cashback for 7.42", "Cashback: ended for 7.42", "Win: 19 against 17"),
        ("[c] Cashback per 7,42", "Cashback: chiusa per 7,42", "Vinta: 19 contro 17"),
    ),
)  # fmt: skip


def played(sitting: Sitting, lines: tuple[str, ...], language: Language) -> Iterator[str]:
    yield sitting.open()
    for line in lines:
        word, *rest = line.split(" ")
        yield sitting.prompt
        yield sitting.feed(" ".join([ITALIAN.get(word, word) if language == "it" else word, *rest]))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("script", SCRIPTS, ids=[script.game for script in SCRIPTS])
def test_every_game_is_played_in_both_languages_and_its_books_are_right(script: Script, language: Language) -> None:
    sitting = seated(script.game, script.cards, language=language)
    said = "\n".join(played(sitting, script.lines, language))
    for sentence in script.english if language == "en" else script.italian:
        assert sentence in said
    sitting.leave()
    assert wallet(sitting) == 1000_00 + script.net_minor
    assert audit(sitting.house.ledger).clean


# -- golden chips (K3) ----------------------------------------------------------------------------


def test_golden_chips_are_bet_and_win_money_k3() -> None:
    sitting = seated("cashback", "Th 7d 9d Tc", balance=100_00)
    assert sitting.feed("add 4g5").splitlines() == ["Added: 4g5.", "Balance 100.00 | Golden chips 4g5"]
    said = sitting.feed("10+2g5 21+3=g5")
    assert "Your hand: 10h 9d (19), bet 10.00 + * golden 10.00" in said
    assert "Balance 90.00 | Golden chips g5 | Bet 25.00" in said
    assert "Cashback is not possible with golden chips." in sitting.feed("c")
    assert "Win: 19 against 17, * golden 10.00" in sitting.feed("s")
    assert wallet(sitting) == 120_00
    assert golden_chips_of(sitting.house.ledger, sitting.house.guest.player, 1) == {5_00: 1}
    assert sitting.prompt == "Bet [10+2g5 21+3=g5]> "
    assert audit(sitting.house.ledger).clean


def test_golden_chips_that_push_stay_with_the_player_k3() -> None:
    sitting = seated("cashback", "Th 9h 9d Tc", balance=100_00)
    sitting.feed("add g5")
    assert sitting.feed("g5")
    assert "golden chips of 5.00 stay yours" in sitting.feed("s")
    assert sitting.told.balance.golden == {5_00: 1}


def test_the_last_bets_are_repeated_without_golden_chips_that_are_gone_k3() -> None:
    sitting = seated("cashback", "Th 7d 9d Tc " * 2, balance=100_00)
    for line in ("add 2g5", "10+2g5", "s"):
        sitting.feed(line)
    assert sitting.feed("").startswith("Main bet: its golden chips are not there any more, and are left out.")
    assert sitting.told.bets.total_minor == 10_00


@pytest.mark.parametrize(
    ("game", "line", "why"),
    [
        ("cashback", "g5", "You do not have these golden chips."),
        ("cashback", "11g1", "At most 10 golden chips are played in a round."),
        ("cashback", "0g5", "more than 0"),
        ("cashback", "3g", "no amount"),
        ("cashback", "2gg5", "no amount"),
        ("cashback", "add 0g5", "Write an amount"),
        ("cashback", "add -5", "Write an amount"),
        ("cashback", "add 99999999999999999999", "no amount"),
        ("infinite", "g5", "Golden chips are not played in this game."),
        ("infinite", "add g5", "Golden chips are not played in this game."),
    ],
)
def test_golden_chips_that_cannot_be_played_get_a_sentence(game: str, line: str, why: str) -> None:
    sitting = seated(game, "")
    sitting.feed("add 12g1")
    assert why in sitting.feed(line)
    assert not sitting.told.bets.bets


# -- limits (B4) ----------------------------------------------------------------------------------


def test_limits_are_chosen_between_rounds_and_chips_that_lie_there_go_back_b4() -> None:
    sitting = seated("free-chip", "Th 7d 9d Tc", balance=100_00)
    sitting.feed("put 10")
    assert sitting.feed("limits 3") == "From now on: main bet 25-5,000, side bets 5-500."
    assert (wallet(sitting), sitting.told.bets.bets) == (100_00, ())
    assert sitting.feed("10") == "The least main bet is 25.00 at these limits."
    sitting.feed("25")
    assert sitting.feed("limits 1").startswith("That waits until the round is over.")
    sitting.feed("s")
    sitting.feed("limits 1")
    assert "no more than 100.00 is taken" in sitting.feed("125")


def test_the_last_bets_are_cut_to_the_limits_of_today_b3() -> None:
    sitting = seated("free-chip", "Th 7d 9d Tc " * 2, balance=1000_00, limits=2)
    for line in ("500", "s", "limits 1"):
        sitting.feed(line)
    assert "no more than 100.00 is taken" in sitting.feed("")
    assert sitting.told.bets.total_minor == 100_00
