"""The figures of a certificate as data: returns beside published ones, cashback, JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from tests.certificate.made import certificate
from ventuno.cards import Card
from ventuno.certificate.plain import as_plain
from ventuno.odds import best_value, different, free_differs, full_shoe, over, printed
from ventuno.variant import load

GAMES = ("all-bets", "cashback", "infinite")
DOES_NOT_COME_OUT = {("cashback", "lucky-lucky")}


@pytest.mark.parametrize("game", GAMES)
def test_every_published_figure_comes_out_but_one(game: str) -> None:
    for figure in certificate(game).odds.published:
        assert figure.agrees == ((game, figure.what) not in DOES_NOT_COME_OUT), figure


def test_a_figure_agrees_as_it_is_printed() -> None:
    assert printed(0.99465317) == Fraction("99.47")
    assert printed(0.994649) == Fraction("99.46")
    assert printed(1.00729742) == Fraction("100.73")


def test_a_figure_meant_for_either_class_agrees_only_if_both_do() -> None:
    odds = certificate("all-bets").odds
    figure = odds.published_of("main")
    assert figure is not None
    assert figure.meant.strategy == "either"
    assert figure.computed == odds.main["composition"].rtp_stake


def test_an_exact_number_is_a_over_b_even_where_b_is_1() -> None:
    assert (over(Fraction(2)), over(Fraction(-31, 415)), over(None)) == ("2/1", "-31/415", None)


def test_an_offer_below_the_value_of_playing_on_never_raises_the_best_return() -> None:
    found = certificate("cashback").odds.cashback
    assert found is not None
    assert found.never == found.at_best == certificate("cashback").odds.main["composition"].rtp_initial
    assert found.always < found.never


def test_taking_every_offer_returns_what_the_table_would_pay() -> None:
    """Every opening in turn, priced by the function that prices the table's offers."""
    variant, shoe = load("cashback"), full_shoe(8)
    cards = [Card(rank + "s") for rank in "A23456789T"]
    returned = 0.0
    for one, two in combinations_with_replacement(cards, 2):
        for up in cards:
            left, chance = list(shoe), 2.0 if one is not two else 1.0
            for card in (one, two, up):
                chance *= left[card.points - 1] / sum(left)
                left[card.points - 1] -= 1
            hole = {1: left[9], 10: left[0]}.get(up.points, 0) / sum(left)
            value = best_value(variant, (one, two), up)
            natural = {one.points, two.points} == {1, 10}
            alive = 1 - hole if up.points == 1 else 1.0  # the dealer looks under an ace
            if natural:
                returned += chance * (alive * (1 + value) + (1 - alive))  # against a blackjack it pushes
            else:
                returned += chance * alive * (1 + value) * 0.99
    found = certificate("cashback").odds.cashback
    assert found is not None
    assert found.always == pytest.approx(returned, abs=1e-9)


def test_a_game_without_cashback_says_nothing_of_it() -> None:
    assert certificate("infinite").odds.cashback is None
    assert as_plain(certificate("infinite"))["cashback"] is None


def test_insurance_is_worth_what_the_tens_say() -> None:
    assert certificate("infinite").odds.insurance == Fraction(128, 415) * 3 - 1


@pytest.mark.parametrize("name", ["infinite", "cashback"])
def test_the_json_says_what_the_page_says(name: str) -> None:
    plain = json.loads(json.dumps(as_plain(certificate(name)), allow_nan=False))
    assert plain["variant"] == name
    assert plain["main"]["total"]["ev"] == certificate(name).odds.main["total"].ev
    assert sum(plain["distribution"]["probabilities"].values()) == pytest.approx(1, abs=1e-12)
    assert plain["distribution"]["mean"] == pytest.approx(plain["main"]["total"]["ev"], abs=1e-12)
    assert {"strategy", "costs", "rules", "method", "error_bounds", "versions", "command"} <= plain.keys()


def test_hands_on_free_chips_differ_from_others_and_from_themselves_never() -> None:
    made = certificate("1D FREE SPL1").odds
    assert made.free_chart is not None
    assert free_differs(made.chart, made.free_chart)
    assert not free_differs(made.chart, made.chart)
    assert not different(made.chart.hard, made.chart.hard)
    assert different(made.free_chart.hard, made.chart.hard)
