"""Surrender: not in the five games; late and early where the notation says so."""

from __future__ import annotations

import pytest

from tests.table import GAMES, bets_of, legal, played, refused_bets, why_not


@pytest.mark.parametrize("game", [*GAMES, "6D", "6D NS"])
def test_there_is_no_surrender_in_the_five_games(game: str) -> None:
    """games.md has no surrender row."""
    assert why_not(game, "Ts Kd 6c 9h", "surrender") == "action/not_offered"


@pytest.mark.parametrize("up", ["6d", "9d", "Kd"])
def test_late_surrender_gives_half_the_bet_back(up: str) -> None:
    """Notation LS; the dealer does not draw for a hand that was given up."""
    assert played("6D LS", f"Ts {up} 6c 8h", "surrender").hands == ["Ts 6c: surrender 500"]


def test_late_surrender_comes_after_the_look_so_a_dealer_blackjack_takes_the_whole_bet() -> None:
    """Notation LS PEEK: nobody is asked before the look, but for insurance."""
    assert played("6D LS", "Ts Kd 6c Ah").hands == ["Ts 6c: lose 0"]
    assert played("6D LS", "Ts Ad 6c Kh", "decline").hands == ["Ts 6c: lose 0"]


def test_late_surrender_does_not_save_half_from_a_blackjack_nobody_looked_for() -> None:
    """Notation LS ENHC: late surrender counts as if the dealer had looked first."""
    assert played("6D LS ENHC", "Ts Kd 6c Ah", "surrender").hands == ["Ts 6c: lose 0"]
    assert played("6D LS ENHC", "Ts Kd 6c 9h", "surrender").hands == ["Ts 6c: surrender 500"]


@pytest.mark.parametrize(("up", "hole"), [("Kd", "Ah"), ("Kd", "9h")])
def test_early_surrender_comes_before_the_look_under_a_ten(up: str, hole: str) -> None:
    """Notation ES PEEK: half comes back whatever the hole card is."""
    assert played("6D ES", f"Ts {up} 6c {hole}", "surrender").hands == ["Ts 6c: surrender 500"]


@pytest.mark.parametrize("hole", ["Kh", "9h"])
def test_early_surrender_comes_before_the_look_under_an_ace_and_after_insurance(hole: str) -> None:
    """Notation ES PEEK."""
    assert legal("6D ES", f"Ts Ad 6c {hole}") == "decline insure"
    assert legal("6D ES", f"Ts Ad 6c {hole}", "decline") == "decline surrender"
    assert played("6D ES", f"Ts Ad 6c {hole}", "decline surrender").hands == ["Ts 6c: surrender 500"]


def test_early_surrender_leaves_an_insurance_where_it_is() -> None:
    """D6: insurance is separate from the hand."""
    result = played("6D ES", "Ts Ad 6c Kh", "insure surrender")
    assert (result.hands, result.insurance) == (["Ts 6c: surrender 500"], [(500, 1500)])


def test_early_surrender_declined_is_gone_when_the_dealer_has_looked() -> None:
    """Notation ES PEEK."""
    assert why_not("6D ES", "Ts Kd 6c 9h", "decline surrender") == "action/too_late"
    assert played("6D ES", "Ts Kd 6c Ah", "decline").hands == ["Ts 6c: lose 0"]


@pytest.mark.parametrize("game", ["6D ES", "6D ES ENHC"])
def test_early_surrender_where_nothing_is_looked_for_is_a_first_decision(game: str) -> None:
    """Notation ES: with a nine up the dealer has nothing to look for."""
    assert "surrender" in legal(game, "Ts 9d 6c 9h").split()
    assert played(game, "Ts 9d 6c 9h", "surrender").hands == ["Ts 6c: surrender 500"]


def test_early_surrender_saves_half_from_a_blackjack_nobody_looked_for() -> None:
    """Notation ES ENHC."""
    assert played("6D ES ENHC", "Ts Kd 6c Ah", "surrender").hands == ["Ts 6c: surrender 500"]


@pytest.mark.parametrize("game", ["6D LS", "6D ES"])
def test_only_the_first_two_cards_can_be_surrendered(game: str) -> None:
    """Notation LS, ES."""
    assert why_not(game, "2s 9d 6c 9h 3s", "hit surrender") == "action/first_decision_only"


@pytest.mark.parametrize("game", ["6D LS", "6D ES"])
def test_split_hands_cannot_be_surrendered(game: str) -> None:
    """Notation LS, ES."""
    assert why_not(game, "8s 9d 8c 9h 7s 6s", "split surrender") == "action/first_decision_only"


def test_early_surrender_is_asked_for_every_hand_before_the_one_look() -> None:
    """Notation ES PEEK: two hands, one given up and one kept."""
    result = played("6D ES", "Ts Ts Kd 6c 9c 8h", "surrender decline stand", main=[1000, 400])
    assert result.hands == ["Ts 6c: surrender 500", "Ts 9c: win 800"]


def test_a_natural_is_not_asked_for_early_surrender() -> None:
    """D5."""
    assert played("6D ES", "As Kd Kc 9h").hands == ["As Kc: blackjack 2500"]


def test_a_main_bet_that_cannot_be_halved_for_surrender_is_refused() -> None:
    """platform.md: money is whole minor units and nothing but the cashback price is rounded."""
    assert refused_bets("6D LS", *bets_of(1001)) == "bet/not_divisible"
    assert played("6D LS", "Ts 9d 6c 8h", "surrender", main=2).hands == ["Ts 6c: surrender 1"]
