"""games.md: Charlie."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, INFINITE, legal, played, shared

TEN_CARDS = [ALL_BETS, CASHBACK]
TEN = "As 6d Ac Th  Ah Ad As 2c 2d 3h 2h 2s"  # mine: five aces, four deuces, a three: 16 in ten cards, never 21


def hits(count: int) -> str:
    return " ".join(["hit"] * count)


def test_infinite_six_cards_up_to_21_win_at_once() -> None:
    """games.md: Charlie: six cards win at once: nobody is asked and the dealer does not draw."""
    assert played(INFINITE, "2s 6d 2c Th 2h 3s 3h 4s", hits(4)).hands == ["2s 2c 2h 3s 3h 4s: charlie 2000"]


def test_infinite_six_cards_of_21_are_a_charlie_too() -> None:
    """games.md: Charlie: six cards <= 21."""
    assert played(INFINITE, "2s 6d 2c Th 2h 3s 3h 9s", hits(4)).outcomes == "charlie"


def test_infinite_six_cards_over_21_are_bust() -> None:
    """games.md: Charlie: six cards <= 21."""
    assert played(INFINITE, "2s 6d 2c Th 2h 3s 3h Ts", hits(4)).hands == ["2s 2c 2h 3s 3h Ts: bust 0"]


def test_infinite_five_cards_are_no_charlie() -> None:
    """games.md: Charlie: six cards."""
    assert legal(INFINITE, "2s 6d 2c Th 2h 3s 3h", hits(3)) == "hit stand"
    assert played(INFINITE, "2s 6d 2c Th 2h 3s 3h 4h", f"{hits(3)} stand").outcomes == "lose"


def test_infinite_a_charlie_wins_even_against_a_dealer_blackjack() -> None:
    """games.md: Charlie: even against a dealer blackjack."""
    assert played(INFINITE, "2s Kd 2c Ah 2h 3s 3h 4s", hits(4)).hands == ["2s 2c 2h 3s 3h 4s: charlie 2000"]


def test_infinite_each_split_hand_is_counted_apart() -> None:
    """games.md: Charlie: each split hand apart."""
    result = played(INFINITE, "2s 6d 2c Th  3s 9s  3h 4s 4h 5s  6s  4d", f"split {hits(4)} hit stand")
    assert result.hands == ["2s 3s 3h 4s 4h 5s: charlie 2000", "2c 9s 6s: lose 0"]


def test_infinite_of_the_players_of_one_position_those_with_six_cards_have_the_charlie() -> None:
    """games.md: Charlie; T3: who stood keeps the shorter hand."""
    result = shared(
        INFINITE,
        "2s 6d 2c Th 2h 3s 3h 4s 4h",
        {"anna": hits(4), "bruno": f"{hits(3)} stand", "carla": f"{hits(2)} stand"},
    )
    assert result.outcomes == "charlie lose lose"


@pytest.mark.parametrize("game", TEN_CARDS)
def test_ten_cards_win_although_the_dealer_would_have_more(game: str) -> None:
    """games.md: Charlie: ten cards win; nothing hangs on the dealer's total, so the dealer does not draw."""
    result = played(game, TEN, hits(8))
    assert (result.outcomes, result.main_returned) == ("charlie", 2000)


@pytest.mark.parametrize("game", TEN_CARDS)
def test_nine_cards_are_no_charlie(game: str) -> None:
    """games.md: Charlie: ten cards."""
    result = played(game, "As 6d Ac Th  Ah Ad As 2c 2d 3h 2h  4d", f"{hits(7)} stand")
    assert (result.outcomes, result.main_returned) == ("lose", 0)


@pytest.mark.parametrize("game", TEN_CARDS)
def test_ten_cards_lose_to_a_dealer_blackjack(game: str) -> None:
    """games.md: Charlie: unless the dealer has a blackjack."""
    result = played(game, TEN.replace("6d", "Kd", 1).replace("Th", "Ad", 1), hits(8))
    assert (result.outcomes, result.main_returned) == ("lose", 0)


@pytest.mark.parametrize("game", TEN_CARDS)
def test_ten_cards_of_a_split_hand_win_too(game: str) -> None:
    """games.md: Charlie: split hands too."""
    shoe = "2s 6d 2c Th  As 9s  Ac Ah Ad As Ac Ah 3d 2h  9h  4d"
    result = played(game, shoe, f"split {hits(8)} hit stand")
    assert result.hands == ["2s As Ac Ah Ad As Ac Ah 3d 2h: charlie 2000", "2c 9s 9h: push 1000"]


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP])
def test_the_other_games_have_no_charlie(game: str) -> None:
    """games.md: Charlie: none (Classic Free Bet, Free Chip): ten cards are asked, and lose to a higher total."""
    assert legal(game, TEN, hits(8)) == "hit stand"
    result = played(game, f"{TEN} 4d", f"{hits(8)} stand")
    assert (result.outcomes, result.main_returned) == ("lose", 0)


@pytest.mark.parametrize("cards", [3, 4, 5, 6, 7])
def test_a_charlie_of_as_many_cards_as_the_notation_says(cards: int) -> None:
    """Notation CHARLIEn."""
    mine = ["2s", "6d", "2c", "Th", "2h", "2d", "3s", "3h", "2s"][: cards + 2]
    assert played(f"6D CHARLIE{cards}", " ".join(mine), hits(cards - 2)).outcomes == "charlie"


def test_a_doubled_hand_of_three_cards_can_be_a_charlie_and_wins_both_bets() -> None:
    """Notation CHARLIE3."""
    assert played("6D CHARLIE3", "2s 6d 2c Th 2h", "double").hands == ["2s 2c 2h: charlie 4000"]
