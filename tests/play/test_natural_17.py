"""games.md: 17 against 17."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, INFINITE, played

PUSHES = [CLASSIC, INFINITE, ALL_BETS, CASHBACK, "6D"]
NATURAL_17 = ["Ts 7c", "7s Kc", "9s 8c", "As 6c", "6s Ac"]


@pytest.mark.parametrize("mine", NATURAL_17)
def test_free_chip_a_natural_17_beats_the_dealers_17(mine: str) -> None:
    """games.md: 17 against 17: two first cards of the unsplit hand, A-6 included, wins (Free Chip)."""
    first, second = mine.split()
    assert played(FREE_CHIP, f"{first} Td {second} 7h", "stand").hands == [f"{first} {second}: win 2000"]


@pytest.mark.parametrize("mine", NATURAL_17)
def test_free_chip_a_natural_17_beats_a_dealers_17_of_several_cards(mine: str) -> None:
    """games.md: Free Chip's book: the dealer's 17, natural or not."""
    first, second = mine.split()
    assert played(FREE_CHIP, f"{first} 6d {second} 5h 6h", "stand").hands == [f"{first} {second}: win 2000"]


@pytest.mark.parametrize("game", PUSHES)
@pytest.mark.parametrize("mine", NATURAL_17)
def test_in_every_other_game_17_against_17_pushes(game: str, mine: str) -> None:
    """games.md: 17 against 17: push."""
    first, second = mine.split()
    assert played(game, f"{first} Td {second} 7h", "stand").hands == [f"{first} {second}: push 1000"]


def test_free_chip_a_17_of_three_cards_pushes() -> None:
    """games.md: 17 against 17: any other pushes."""
    assert played(FREE_CHIP, "Ts Td 2c 7h 5s", "hit stand").hands == ["Ts 2c 5s: push 1000"]


def test_free_chip_a_doubled_17_pushes() -> None:
    """games.md: 17 against 17: any other pushes."""
    assert played(FREE_CHIP, "Ts Td 2c 7h 5s", "double").hands == ["Ts 2c 5s: push 2000"]


def test_free_chip_a_17_in_two_cards_of_a_split_hand_pushes() -> None:
    """games.md: 17 against 17: the unsplit hand only."""
    result = played(FREE_CHIP, "8s Td 8c 7h 9s 9h", "free-split stand stand")
    assert result.hands == ["8s 9s: push 1000", "8c 9h: push 0"]


def test_free_chip_a_natural_17_loses_to_18_and_a_natural_18_is_nothing_special() -> None:
    """games.md: 17 against 17, and no other total."""
    assert played(FREE_CHIP, "Ts Td 7c 8h", "stand").hands == ["Ts 7c: lose 0"]
    assert played(FREE_CHIP, "Ts Td 8c 8h", "stand").hands == ["Ts 8c: push 1000"]


def test_free_chip_a_natural_17_that_is_hit_is_no_natural_17_any_more() -> None:
    """games.md: 17 against 17: A-6 hit with a ten is a hard 17 of three cards."""
    assert played(FREE_CHIP, "As Td 6c 7h Ts", "hit stand").hands == ["As 6c Ts: push 1000"]
