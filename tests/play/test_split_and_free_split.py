"""games.md: split, free split; "Free bets"."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, legal, played, why_not

FREE = [CLASSIC, FREE_CHIP]
NOT_FREE = [INFINITE, ALL_BETS, CASHBACK]
ONCE = [CLASSIC, INFINITE, ALL_BETS, CASHBACK]
SMALL_PAIRS = ["As Ac", "2s 2c", "3s 3c", "4s 4c", "5s 5c", "6s 6c", "7s 7c", "8s 8c", "9s 9c"]
TENS = ["Ts Tc", "Js Jc", "Qs Qc", "Ks Kc", "Ts Kc", "Ks Jc", "Qs Tc"]


def opening(mine: str, up: str = "6d", hole: str = "Th") -> str:
    first, second = mine.split()
    return f"{first} {up} {second} {hole}"


# Which hands


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", TENS)
def test_any_two_tens_can_be_split_for_money(game: str, mine: str) -> None:
    """games.md: split: equal value (10-K too)."""
    assert "split" in legal(game, opening(mine)).split()


@pytest.mark.parametrize("game", NOT_FREE)
@pytest.mark.parametrize("mine", SMALL_PAIRS)
def test_any_pair_can_be_split_for_money(game: str, mine: str) -> None:
    """games.md: split: equal value (Infinite, All Bets, Cashback); free split: none."""
    assert "split" in legal(game, opening(mine)).split()
    assert why_not(game, opening(mine), "free-split") == "action/not_offered"


@pytest.mark.parametrize("game", [*FREE, "6D FREE"])
@pytest.mark.parametrize("mine", SMALL_PAIRS)
def test_any_pair_but_tens_is_split_free_and_not_for_money(game: str, mine: str) -> None:
    """games.md: free split: all but tens (Classic Free Bet, Free Chip); it replaces the paid one."""
    actions = legal(game, opening(mine)).split()
    assert "free-split" in actions
    assert "split" not in actions
    assert why_not(game, opening(mine), "split") == "action/free_instead"


@pytest.mark.parametrize("game", [*FREE, "6D FREE"])
@pytest.mark.parametrize("mine", TENS)
def test_tens_are_never_split_free(game: str, mine: str) -> None:
    """games.md: free split: all but tens."""
    assert why_not(game, opening(mine), "free-split") == "action/not_free"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", ["9s Tc", "As 2c", "4s 5c", "Ks 9c"])
def test_cards_of_different_value_cannot_be_split(game: str, mine: str) -> None:
    """games.md: split: equal value."""
    assert why_not(game, opening(mine), "split") == "action/not_a_pair"


@pytest.mark.parametrize("game", GAMES)
def test_three_cards_cannot_be_split(game: str) -> None:
    """games.md: split: the two first cards of a hand."""
    assert why_not(game, "2s 6d 2c Th 2h", "hit split") == "action/not_a_pair"


# How often


@pytest.mark.parametrize("game", ONCE)
def test_a_hand_is_split_once(game: str) -> None:
    """games.md: split: once (Classic Free Bet, Infinite, All Bets, Cashback)."""
    assert why_not(game, "Ts 6d Tc Th Td 2s", "split split") == "action/no_more_splits"


def test_classic_free_bet_splits_free_once_too() -> None:
    """games.md: split: once, the free one as well."""
    assert why_not(CLASSIC, "8s 6d 8c Th 8d 2s", "free-split free-split") == "action/no_more_splits"


def test_free_chip_splits_to_four_hands_and_every_time_free() -> None:
    """games.md: split: to 4 hands; free split: every time."""
    shoe = "8s 6d 8c Th  8d 8h  3s 4s  5s 6s  3h"
    result = played(FREE_CHIP, shoe, "free-split free-split stand stand free-split stand stand")
    assert result.stakes == [(1000, 0), (0, 1000), (0, 1000), (0, 1000)]


def test_free_chip_never_makes_a_fifth_hand() -> None:
    """games.md: split: to 4 hands."""
    shoe = "8s 6d 8c Th  8d 8h  8s 8c  2s 3s"
    assert why_not(FREE_CHIP, shoe, "free-split free-split free-split stand stand free-split") == (
        "action/no_more_splits"
    )


def test_free_chip_splits_tens_to_four_hands_for_money() -> None:
    """games.md: split: to 4 hands; free split: all but tens."""
    result = played(FREE_CHIP, "Ts 6d Tc Th  Td Js  9s 8s  7s 9h  3h", "split split stand stand split stand stand")
    assert result.stakes == [(1000, 0)] * 4
    assert result.hands == ["Ts 9s: push 1000", "Td 8s: lose 0", "Tc 7s: lose 0", "Js 9h: push 1000"]


@pytest.mark.parametrize("splits", [0, 1, 2, 3])
def test_a_hand_is_split_as_often_as_the_notation_says(splits: int) -> None:
    """Notation SPLn: n splits at most, so n + 1 hands."""
    shoe = "8s 6d 8c Th" + " 8h 2d" * splits
    script = "split " * splits
    assert why_not(f"6D SPL{splits}", shoe, script + "split") == "action/no_more_splits"


# What it pays


@pytest.mark.parametrize("game", GAMES)
def test_a_split_puts_a_second_bet_on_the_second_hand_and_each_hand_is_settled_alone(game: str) -> None:
    """games.md: split."""
    result = played(game, "Ts 6d Kc Th 9s 8s 2h", "split stand stand")
    assert result.stakes == [(1000, 0), (1000, 0)]
    assert result.hands == ["Ts 9s: win 2000", "Kc 8s: push 1000"]


@pytest.mark.parametrize("game", GAMES)
def test_an_ace_and_a_ten_after_a_split_are_21_and_no_blackjack(game: str) -> None:
    """Every rule book: a 21 after a split pays 1:1."""
    result = played(game, "Ts 6d Kc Th As 9s 2h", "split stand")
    assert result.hands == ["Ts As: win 2000", "Kc 9s: win 2000"]


@pytest.mark.parametrize(
    ("game", "second"),
    [
        (CLASSIC, "lose 0"),
        (FREE_CHIP, "lose 0"),
        (INFINITE, "lose 0"),
        (ALL_BETS, "push 1000"),
        (CASHBACK, "push 1000"),
    ],
)
def test_a_21_after_a_split_is_beaten_by_a_dealer_blackjack(game: str, second: str) -> None:
    """games.md: a natural beats any other 21 (All Bets and Cashback give the second bet back all the same)."""
    assert played(game, "Ts Kd Kc Ad Ac As", "split").hands == ["Ts Ac: lose 0", f"Kc As: {second}"]


@pytest.mark.parametrize(
    ("second_cards", "hands"),
    [
        ("Ts Ts", ["9s Ts: win 2000", "9c Ts: win 1000"]),
        ("Ts 8s", ["9s Ts: win 2000", "9c 8s: lose 0"]),
        ("8s Ts", ["9s 8s: lose 0", "9c Ts: win 1000"]),
        ("9h Ts", ["9s 9h: push 1000", "9c Ts: win 1000"]),
        ("9h 9d", ["9s 9h: push 1000", "9c 9d: push 0"]),
        ("8s 8d", ["9s 8s: lose 0", "9c 8d: lose 0"]),
    ],
)
@pytest.mark.parametrize("game", FREE)
def test_the_original_bet_rides_on_the_first_hand_and_a_free_chip_on_the_second(
    game: str, second_cards: str, hands: list[str]
) -> None:
    """games.md: free bets: a free hand won pays the original bet; lost or pushed, nothing moves."""
    result = played(game, f"9s 6d 9c Th {second_cards} 2h", "free-split stand stand")
    assert result.stakes == [(1000, 0), (0, 1000)]
    assert result.hands == hands


def test_each_further_free_split_puts_a_free_chip_on_the_new_hand() -> None:
    """games.md: free bets: likewise for each further free split; the money stays on the first hand."""
    result = played(
        FREE_CHIP, "9s 6d 9c Th 9h 9d  Ts Js Qs Ks 2h", "free-split free-split stand stand free-split stand stand"
    )
    assert result.stakes == [(1000, 0), (0, 1000), (0, 1000), (0, 1000)]
    assert result.hands == ["9s Ts: win 2000", "9h Js: win 1000", "9c Qs: win 1000", "9d Ks: win 1000"]


def test_a_free_hand_that_is_free_doubled_is_worth_two_free_chips() -> None:
    """games.md: free bets: Free Chip."""
    shoe = "8s 6d 8c Th  Ts 3s"
    won = played(FREE_CHIP, f"{shoe} Ks 2h", "free-split stand free-double")
    assert won.stakes == [(1000, 0), (0, 2000)]
    assert won.hands == ["8s Ts: push 1000", "8c 3s Ks: win 2000"]
    pushed = played(FREE_CHIP, f"{shoe} 7s 2h", "free-split stand free-double")
    assert pushed.hands == ["8s Ts: push 1000", "8c 3s 7s: push 0"]
    lost = played(FREE_CHIP, f"{shoe} 2s 2h", "free-split stand free-double")
    assert lost.hands == ["8s Ts: push 1000", "8c 3s 2s: lose 0"]


def test_a_paid_double_of_a_free_hand_adds_real_money_equal_to_the_original_bet() -> None:
    """games.md: free bets."""
    shoe = "8s 6d 8c Th  Ts 4s"
    won = played(FREE_CHIP, f"{shoe} 9s 2h", "free-split stand double")
    assert won.stakes == [(1000, 0), (1000, 1000)]
    assert won.hands == ["8s Ts: push 1000", "8c 4s 9s: win 3000"]
    pushed = played(FREE_CHIP, f"{shoe} 6s 2h", "free-split stand double")
    assert pushed.hands == ["8s Ts: push 1000", "8c 4s 6s: push 1000"]
    lost = played(FREE_CHIP, f"{shoe} 5s 2h", "free-split stand double")
    assert lost.hands == ["8s Ts: push 1000", "8c 4s 5s: lose 0"]


@pytest.mark.parametrize("game", FREE)
def test_a_free_split_is_the_players_choice(game: str) -> None:
    """games.md: taking it is the player's choice, refusing it is not a reason to pay."""
    assert legal(game, opening("8s 8c")) == "double free-split hit stand"
    assert played(game, "8s 6d 8c Th 2h", "stand").stakes == [(1000, 0)]


@pytest.mark.parametrize("game", FREE)
def test_a_pair_of_fives_may_be_split_free_or_doubled_free(game: str) -> None:
    """games.md: free double: hard 10; free split: all but tens."""
    assert legal(game, opening("5s 5c")) == "free-double free-split hit stand"
