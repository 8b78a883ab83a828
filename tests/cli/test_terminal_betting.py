"""Bets as a player writes them (B3, B4)."""

from __future__ import annotations

import pytest

from ventuno.cli.table.again import as_written, bets_meant
from ventuno.cli.table.desk import Bets, Desk
from ventuno.cli.table.speech import Complaint, Speech
from ventuno.languages import LANGUAGES, Language
from ventuno.variant import load


def desk(game: str = "all-bets", limits: int = 1, language: Language = "en") -> Desk:
    variant = load(game)
    return Desk(variant, variant.table.limits[limits - 1], Speech(language))


def bets(line: str, at: Desk | None = None, last: Bets = ()) -> list[tuple[int, dict[str, int]]]:
    meant, _ = bets_meant(line, last, at or desk())
    return [(bet.main, bet.sides) for bet in meant]


def complaint(line: str, at: Desk | None = None, last: Bets = ()) -> str:
    with pytest.raises(Complaint) as refused:
        bets_meant(line, last, at or desk())
    return str(refused.value)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("100", [(10000, {})]),
        ("12.5", [(1250, {})]),
        ("main=10", [(1000, {})]),
        ("100 21+3=5 perfect-pairs=2", [(10000, {"21+3": 500, "perfect-pairs": 200})]),
        ("21+3 = 5 100", [(10000, {"21+3": 500})]),
        ("10 perfect=2 LUCKY=3", [(1000, {"perfect-pairs": 200, "lucky-lucky": 300})]),
        ("10 / 10 buster=2 / 25", [(1000, {}), (1000, {"buster": 200}), (2500, {})]),
    ],
)
def test_a_bet_is_an_amount_and_side_bets_by_name(line: str, meant: list[tuple[int, dict[str, int]]]) -> None:
    assert bets(line) == meant


@pytest.mark.parametrize("line", ["10 all 5", "10 all=5", "10 ALL = 5"])
def test_bet_all_stakes_every_side_bet_and_the_progressive_exactly_one_unit(line: str) -> None:
    [(main, sides)] = bets(line)
    assert main == 1000
    assert sides == {
        "top-3": 500,
        "perfect-pairs": 500,
        "buster": 500,
        "progressive": 100,
        "lucky-lucky": 500,
        "21+3": 500,
    }


def test_bet_all_leaves_what_was_staked_by_name() -> None:
    [(_, sides)] = bets("10 buster=7 all 2")
    assert sides["buster"] == 700
    assert sides["top-3"] == 200


def test_bet_all_alone_takes_the_last_main_bets() -> None:
    last, _ = bets_meant("10 / 20 buster=1", (), desk())
    assert [main for main, _ in bets("all 5", last=last)] == [1000, 2000]
    assert all(sides["top-3"] == 500 for _, sides in bets("all 5", last=last))


def test_enter_repeats_the_last_bets() -> None:
    last, _ = bets_meant("10 buster=2 / 20", (), desk())
    assert bets_meant("", last, desk()) == (last, [])


def test_x2_doubles_every_bet_up_to_its_maximum_and_says_where_it_stopped() -> None:
    last, _ = bets_meant("150 buster=20 progressive=1 / 10", (), desk())
    twice, said = bets_meant("x2", last, desk())
    assert [(bet.main, bet.sides) for bet in twice] == [(20000, {"buster": 2500, "progressive": 100}), (2000, {})]
    assert said == ["Some bets stop at their maximum."]


def test_x2_says_nothing_where_nothing_stopped() -> None:
    last, _ = bets_meant("10 progressive=1", (), desk())
    assert bets_meant("x2", last, desk())[1] == []


def test_x2_is_refused_where_every_bet_is_at_its_maximum() -> None:
    last, _ = bets_meant("200 progressive=1", (), desk())
    assert "maximum already" in complaint("x2", last=last)


def test_x2_stops_at_the_largest_bet_that_is_paid_exactly() -> None:
    at = desk("6D BJ4:3")
    last, _ = bets_meant("4998", (), at)
    assert bets("x2", at, last)[0][0] % at.variant.stake_step == 0


def test_what_is_written_can_be_written_again() -> None:
    for language in LANGUAGES:
        at = desk(language=language)
        meant, _ = bets_meant("12.50 21+3=5 / 1.2 all 2", (), at)
        assert bets_meant(as_written(meant, at.speech), (), at)[0] == meant


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "no bet to repeat"),
        ("x2", "no bet to repeat"),
        ("all 5", "need a main bet"),
        ("0", "from 1 to 200"),
        ("-5", "from 1 to 200"),
        ("0.99", "from 1 to 200"),
        ("200.02", "from 1 to 200"),
        ("10 buster=26", "from 1 to 25"),
        ("10 buster=0", "from 1 to 25"),
        ("10 progressive=2", "exactly 1.00"),
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
    said = complaint(line)
    assert why in said
    assert "\n" not in said
    assert len(said) < 200


def test_a_game_without_side_bets_says_so() -> None:
    assert (
        complaint("10 all 5", desk("6D"))
        == complaint("10 buster=5", desk("6D"))
        == ("There are no side bets in this game.")
    )


def test_the_chosen_limits_bind() -> None:
    assert bets("500", desk(limits=2)) == [(50000, {})]
    assert "from 25 to 5,000" in complaint("10", desk(limits=3))
    assert bets("25 progressive=1", desk(limits=3)) == [(2500, {"progressive": 100})]


@pytest.mark.parametrize(
    ("line", "minor"), [("12,50", 1250), ("12.50", 1250), ("1.200", 120000), ("1200", 120000), ("1.5", 150)]
)
def test_italians_write_amounts_their_way(line: str, minor: int) -> None:
    assert bets(line, desk("infinite", language="it")) == [(minor, {})]


def test_a_player_has_as_many_hands_as_the_table_allows() -> None:
    games = ("free-chip", "all-bets", "classic-free-bet", "cashback", "infinite", "6D")
    assert {game: desk(game).most_hands for game in games} == {
        "free-chip": 3,
        "all-bets": 3,
        "classic-free-bet": 2,
        "cashback": 2,
        "infinite": 1,
        "6D": 3,
    }
