"""Bets as a player writes them (B3, B4), and what the table makes of them."""

from __future__ import annotations

from typing import Any

import pytest

from ventuno.cards import cards
from ventuno.cli.table import Look, Sitting
from ventuno.cli.table.speech import Speech
from ventuno.cli.table.written import as_written, read_bets
from ventuno.languages import LANGUAGES, Language
from ventuno.protocol.messages import MyBet
from ventuno.shoe import Scripted
from ventuno.variant import load

PUSH = "Th 9h Kd 9d"  # and another card each for further hands

Spots = dict[str, int]


def seated(game: str = "all-bets", script: str = "", **options: Any) -> Sitting:
    return Sitting(load(game), Scripted(cards(script)), look=Look(drawn=False), **options)


def spots(line: str, game: str = "all-bets", language: Language = "en") -> Spots:
    return {bet.spot: bet.amount_minor for bet in read_bets(line, load(game), Speech(language))}


def lying(sitting: Sitting) -> Spots:
    return {bet.spot: bet.amount_minor for bet in sitting.told.bets.bets}


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("100", {"1/main": 10000}),
        ("12.5", {"1/main": 1250}),
        ("main=10", {"1/main": 1000}),
        ("100 21+3=5 perfect-pairs=2", {"1/main": 10000, "1/21+3": 500, "1/perfect-pairs": 200}),
        ("21+3 = 5 100", {"1/main": 10000, "1/21+3": 500}),
        ("10 perfect=2 LUCKY=3", {"1/main": 1000, "1/perfect-pairs": 200, "1/lucky-lucky": 300}),
        ("10 / 10 buster=2 / 25", {"1/main": 1000, "2/main": 1000, "2/buster": 200, "3/main": 2500}),
    ],
)
def test_a_bet_is_an_amount_and_side_bets_by_name(line: str, meant: Spots) -> None:
    assert spots(line) == meant


@pytest.mark.parametrize("line", ["10 all 5", "10 all=5", "10 ALL = 5"])
def test_bet_all_stakes_every_side_bet_and_the_progressive_exactly_one_unit(line: str) -> None:
    sitting = seated()
    sitting.feed(f"put {line}")
    sides = ("top-3", "perfect-pairs", "buster", "lucky-lucky", "21+3")
    assert lying(sitting) == {"1/main": 1000, "1/progressive": 100, **{f"1/{side}": 500 for side in sides}}


def test_bet_all_leaves_what_was_staked_by_name() -> None:
    meant = spots("10 buster=7 all 2")
    assert (meant["1/buster"], meant["1/top-3"]) == (700, 200)


def test_bet_all_alone_adds_to_the_last_bets_or_to_those_that_lie_there() -> None:
    sitting = seated("infinite", f"{PUSH} {PUSH} {PUSH}")
    for line in ("10 any-pair=1", "s", "all 5"):
        sitting.feed(line)
    assert lying(sitting) == {"1/main": 1000, "1/any-pair": 600, "1/21+3": 500, "1/hot-3": 500, "1/bust-it": 500}
    for line in ("s", "put 20", "all 1"):
        sitting.feed(line)
    assert lying(sitting) == {"1/main": 2000, "1/any-pair": 100, "1/21+3": 100, "1/hot-3": 100, "1/bust-it": 100}


def test_enter_repeats_the_last_bets() -> None:
    sitting = seated("infinite", f"{PUSH} {PUSH}")
    for line in ("10 any-pair=2", "s"):
        sitting.feed(line)
    assert sitting.prompt == "Bet [10 any-pair=2]> "
    sitting.feed("")
    assert lying(sitting) == {"1/main": 1000, "1/any-pair": 200}


def test_x2_doubles_every_bet_up_to_its_maximum_and_says_where_it_stopped() -> None:
    sitting = seated("all-bets", "Th 9h Kd 9d 9c Kc Th 9h Kd 9d 9c Kc")
    for line in ("150 buster=20 progressive=1 / 10", "s", "s"):
        sitting.feed(line)
    said = sitting.feed("x2")
    assert lying(sitting) == {"1/main": 20000, "1/buster": 2500, "1/progressive": 100, "2/main": 2000}
    assert said.startswith("Main bet: no more than 200.00 is taken")
    assert "Buster Blackjack: no more than 25.00 is taken" in said


def test_x2_doubles_what_lies_there() -> None:
    sitting = seated("infinite", PUSH)
    sitting.feed("put 10")
    assert "no more" not in sitting.feed("x2")
    assert lying(sitting) == {"1/main": 2000}


def test_x2_stops_at_the_largest_bet_that_is_paid_exactly() -> None:
    sitting = seated("6D BJ4:3", f"{PUSH} {PUSH}", balance=10_000_00)
    for line in ("4998", "s", "x2"):
        sitting.feed(line)
    assert lying(sitting)["1/main"] > 4998_00
    assert lying(sitting)["1/main"] % sitting.variant.stake_step == 0


def test_chips_are_put_undone_and_cleared_without_cards_b3() -> None:
    sitting = seated("free-chip", PUSH, balance=100_00)
    assert sitting.feed("put 10 free-fortune=1").splitlines() == [
        "Side bets: Free Fortune 1.00",
        "Balance 89.00 | Bet 11.00",
        "Enter deals; undo takes back what was put last.",
    ]
    assert sitting.prompt == "Bet [10 free-fortune=1]> "
    sitting.feed("put 5 / 20")
    assert lying(sitting) == {"1/main": 1500, "1/free-fortune": 100, "2/main": 2000}
    sitting.feed("undo")
    assert lying(sitting) == {"1/main": 1500, "1/free-fortune": 100}
    assert sitting.feed("clear") == "Balance 100.00"
    assert sitting.feed("undo") == "No chips of yours lie on the table."
    sitting.feed("put 10")
    assert "> Your hand: 10h Kd (20), bet 10.00" in sitting.feed("")
    for line in ("undo", "clear", "put 5"):
        assert sitting.feed(line).startswith("That waits until the round is over.")


def test_a_bet_above_its_maximum_is_cut_and_lies_there_until_the_player_has_seen_it_b2() -> None:
    sitting = seated("all-bets", PUSH)
    assert sitting.feed("250 buster=26").splitlines()[:2] == [
        "Main bet: no more than 200.00 is taken at these limits.",
        "Buster Blackjack: no more than 25.00 is taken at these limits.",
    ]
    assert not sitting.told.asked
    assert lying(sitting) == {"1/main": 20000, "1/buster": 2500}
    sitting.feed("")
    assert sitting.told.asked


def test_a_side_bet_below_its_minimum_comes_back_and_the_player_is_told_b4() -> None:
    sitting = seated("all-bets", PUSH, balance=100_00)
    assert "Buster Blackjack: it is below the least bet, and comes back." in sitting.feed("10 buster=0.5")
    assert sitting.told.balance.wallet_minor == 90_00


def test_a_line_that_is_refused_leaves_nothing_on_the_table() -> None:
    sitting = seated("all-bets", PUSH, balance=25_00)
    for line in ("10 / 10 buster=1 / 10", "20 all 5", "0.98", "10 / 10 / 10 / 10"):
        sitting.feed(line)
        assert (lying(sitting), sitting.told.balance.wallet_minor) == ({}, 25_00)


def test_what_is_written_can_be_written_again() -> None:
    variant = load("all-bets")
    for language in LANGUAGES:
        speech = Speech(language)
        meant = read_bets("12.50 21+3=5 / 1.2 all 2", variant, speech)
        lies = [MyBet(bet.spot, bet.amount_minor, bet.golden) for bet in meant]
        assert read_bets(as_written(lies, speech), variant, speech) == meant


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no bet to repeat"),
        ("x2", "no bet to repeat"),
        ("all 5", "There is no last bet"),
        ("0", "more than 0"),
        ("-5", "more than 0"),
        ("0.98", "The least main bet is 1.00"),
        ("10 buster=0", "more than 0"),
        ("2g5", "not played in this game"),
        ("10 / 10 / 10 / 10", "3 hands"),
        ("10 20", "two main bets"),
        ("10 /", "Hand 2 has no main bet"),
        ("buster=5", "Hand 1 has no main bet"),
        ("10 buster=1 buster=2", "twice"),
        ("10 hot-3=1", "no side bet here"),
        ("10 p=1", "perfect-pairs, progressive"),
        ("10 buster=", "no amount"),
        ("10 all", "no amount"),
        ("10 buster", "no amount"),
        ("1O", "no amount"),
        ("12,50", "no amount"),
        ("1e3", "no amount"),
        ("10.001", "no amount"),
        ("9" * 500, "no amount"),
        ("histroy", "Did you mean history?"),
        ("bananas", "means nothing here"),
    ],
)
def test_a_wrong_bet_gets_one_clear_sentence(line: str, why: str) -> None:
    sitting = seated()
    said = sitting.feed(line)
    assert why in said
    assert "\n" not in said
    assert len(said) < 200
    assert not lying(sitting)


def test_a_game_without_side_bets_says_so() -> None:
    for line in ("10 all 5", "10 buster=5", "all 5"):
        assert seated("6D").feed(line) == "There are no side bets in this game."


def test_the_chosen_limits_bind() -> None:
    sitting = seated(limits=2)
    sitting.feed("put 500")
    assert lying(sitting) == {"1/main": 50000}
    sitting = seated(limits=3)
    assert "The least main bet is 25.00" in sitting.feed("10")
    sitting.feed("put 25 progressive=1")
    assert lying(sitting) == {"1/main": 2500, "1/progressive": 100}


@pytest.mark.parametrize(
    ("line", "minor"), [("12,50", 1250), ("12.50", 1250), ("1.200", 120000), ("1200", 120000), ("1.5", 150)]
)
def test_italians_write_amounts_their_way(line: str, minor: int) -> None:
    assert spots(line, "infinite", "it") == {"1/main": minor}


@pytest.mark.parametrize(
    ("game", "most"),
    [("free-chip", 3), ("all-bets", 3), ("classic-free-bet", 2), ("cashback", 2), ("infinite", 1), ("6D", 3)],
)
def test_a_player_has_as_many_hands_as_the_table_allows(game: str, most: int) -> None:
    sitting = seated(game)
    assert "at most here" in sitting.feed(" / ".join(["10"] * (most + 1)))
    sitting.feed(f"put {' / '.join(['10'] * most)}")
    assert len(lying(sitting)) == most
