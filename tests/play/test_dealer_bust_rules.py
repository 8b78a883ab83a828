"""games.md: dealer 22, dealer bust."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, played

WINS = [INFINITE, ALL_BETS, CASHBACK]

# Dealer 22


@pytest.mark.parametrize(
    ("game", "hand"),
    [
        (CLASSIC, "push 1000"),
        (FREE_CHIP, "win 2000"),
        (INFINITE, "win 2000"),
        (ALL_BETS, "win 2000"),
        (CASHBACK, "win 2000"),
        ("6D", "win 2000"),
        ("6D PUSH22", "push 1000"),
    ],
)
@pytest.mark.parametrize("mine", ["Ts 2c", "Ts 8c", "As 9c"])
def test_a_dealers_22(game: str, hand: str, mine: str) -> None:
    """games.md: dealer 22: pushes every hand that is not bust (Classic Free Bet); elsewhere a bust like another."""
    first, second = mine.split()
    assert played(game, f"{first} 6d {second} 6h Td", "stand").hands == [f"{first} {second}: {hand}"]


@pytest.mark.parametrize("game", [CLASSIC, "6D PUSH22"])
def test_a_dealers_23_or_more_is_a_bust_that_loses(game: str) -> None:
    """games.md: dealer 22, and no other total."""
    assert played(game, "Ts 6d 8c 7h Td", "stand").hands == ["Ts 8c: win 2000"]
    assert played(game, "Ts 6d 8c Th Td", "stand").hands == ["Ts 8c: win 2000"]


@pytest.mark.parametrize("game", [CLASSIC, "6D PUSH22"])
def test_a_dealers_22_pushes_a_21_that_is_no_natural(game: str) -> None:
    """games.md: dealer 22: every hand that is not bust."""
    assert played(game, "Ts 6d 5c 6h 6s Td", "hit").hands == ["Ts 5c 6s: push 1000"]


@pytest.mark.parametrize("game", [CLASSIC, "6D PUSH22"])
def test_a_natural_is_already_paid_when_the_dealer_makes_22(game: str) -> None:
    """games.md: dealer 22: a natural is already paid (the second hand makes the dealer draw)."""
    result = played(game, "As Ts 6d Kc 9c 6h Td", "stand", main=[1000, 1000])
    assert result.hands == ["As Kc: blackjack 2500", "Ts 9c: push 1000"]


@pytest.mark.parametrize("game", [CLASSIC, "6D PUSH22"])
def test_a_bust_hand_loses_also_when_the_dealer_makes_22(game: str) -> None:
    """games.md: dealer 22: every hand that is not bust."""
    result = played(game, "Ts Js 6d 6c 9c 6h Ks Td", "hit stand", main=[1000, 1000])
    assert result.hands == ["Ts 6c Ks: bust 0", "Js 9c: push 1000"]


def test_a_dealers_22_gives_both_bets_of_a_double_back() -> None:
    """games.md: dealer 22."""
    assert played(CLASSIC, "Ts 6d 2c 6h 8s Td", "double").hands == ["Ts 2c 8s: push 2000"]


def test_a_dealers_22_gives_the_original_bet_of_a_free_double_back() -> None:
    """games.md: dealer 22; free bets: push: only the original comes back."""
    result = played(CLASSIC, "6s 6d 5c 6h Ts Td", "free-double")
    assert (result.stakes, result.hands) == ([(1000, 1000)], ["6s 5c Ts: push 1000"])


def test_a_dealers_22_moves_nothing_on_a_free_hand() -> None:
    """games.md: dealer 22; free bets: lost or pushed, nothing moves."""
    result = played(CLASSIC, "9s 6d 9c 6h Ts 8s Td", "free-split stand stand")
    assert result.hands == ["9s Ts: push 1000", "9c 8s: push 0"]


# Dealer bust


@pytest.mark.parametrize("game", WINS)
@pytest.mark.parametrize("up", ["6d Th", "Kd 6h", "Ad 5h"])
@pytest.mark.parametrize("mine", ["Ts 2c", "Ts 7c", "As 6c", "Ts Tc"])
def test_a_dealer_bust_wins(game: str, up: str, mine: str) -> None:
    """games.md: dealer bust: wins (Infinite, All Bets, Cashback), whatever is up and whatever I stand on."""
    first, second = mine.split()
    shown, hole = up.split()
    shoe = f"{first} {shown} {second} {hole} Td" + (" Jd" if shown == "Ad" else "")
    script = "decline stand" if shown == "Ad" else "stand"
    assert played(game, shoe, script).hands == [f"{first} {second}: win 2000"]


@pytest.mark.parametrize("up", ["6d Th", "Kd 6h"])
@pytest.mark.parametrize("mine", ["Ts 2c", "Ts 7c", "As 6c", "Ts Tc"])
def test_classic_free_bet_a_dealer_bust_other_than_22_wins(up: str, mine: str) -> None:
    """games.md: dealer bust: wins (Classic Free Bet)."""
    first, second = mine.split()
    shown, hole = up.split()
    assert played(CLASSIC, f"{first} {shown} {second} {hole} Td", "stand").hands == [f"{first} {second}: win 2000"]


@pytest.mark.parametrize(
    ("mine", "hand"),
    [
        ("Ts 2c", "win 2000"),
        ("Ts 6c", "win 2000"),
        ("Ts 7c", "push 1000"),
        ("9s 8c", "push 1000"),
        ("As 6c", "push 1000"),
        ("Ts 8c", "win 2000"),
        ("As 7c", "win 2000"),
        ("Ts Tc", "win 2000"),
    ],
)
def test_free_chip_a_dealer_bust_pushes_hands_standing_on_17_hard_or_soft(mine: str, hand: str) -> None:
    """games.md: dealer bust: pushes hands standing on 17 (Free Chip), a natural 17 too."""
    first, second = mine.split()
    assert played(FREE_CHIP, f"{first} 6d {second} Th Td", "stand").hands == [f"{first} {second}: {hand}"]


def test_free_chip_a_dealer_bust_pushes_a_17_of_several_cards() -> None:
    """games.md: dealer bust: pushes hands standing on 17."""
    assert played(FREE_CHIP, "Ts 6d 2c Th 5s Td", "hit stand").hands == ["Ts 2c 5s: push 1000"]
    assert played(FREE_CHIP, "As 6d 2c Th 4s Td", "hit stand").hands == ["As 2c 4s: push 1000"]


def test_free_chip_a_dealer_bust_pushes_a_doubled_17() -> None:
    """games.md: dealer bust: doubled too."""
    assert played(FREE_CHIP, "Ts 6d 2c Th 5s Td", "double").hands == ["Ts 2c 5s: push 2000"]
    free = played(FREE_CHIP, "6s 6d 5c Th 6h Td", "free-double")
    assert (free.stakes, free.hands) == ([(1000, 1000)], ["6s 5c 6h: push 1000"])


def test_free_chip_a_dealer_bust_pushes_split_hands_on_17() -> None:
    """games.md: dealer bust: pushes hands standing on 17; on a free hand nothing moves."""
    result = played(FREE_CHIP, "8s 6d 8c Th 9s 9h Td", "free-split stand stand")
    assert result.hands == ["8s 9s: push 1000", "8c 9h: push 0"]


@pytest.mark.parametrize("up", ["Td", "Jd", "Qd", "Kd"])
@pytest.mark.parametrize("mine", ["Ts 2c", "Ts 7c", "Ts 8c", "As 9c", "Ts Tc"])
def test_free_chip_a_dealer_bust_with_a_ten_up_pushes_every_undecided_hand(up: str, mine: str) -> None:
    """games.md: dealer bust: pushes every undecided hand if the up card is a ten."""
    first, second = mine.split()
    assert played(FREE_CHIP, f"{first} {up} {second} 6h Th", "stand").hands == [f"{first} {second}: push 1000"]


def test_free_chip_a_dealer_bust_with_a_ten_up_pushes_doubled_hands_too() -> None:
    """games.md: dealer bust: doubled too."""
    assert played(FREE_CHIP, "Ts Kd 2c 6h 8s Th", "double").hands == ["Ts 2c 8s: push 2000"]
    free = played(FREE_CHIP, "6s Kd 5c 6h Ts Th", "free-double")
    assert (free.stakes, free.hands) == ([(1000, 1000)], ["6s 5c Ts: push 1000"])


def test_free_chip_a_dealer_bust_with_a_ten_up_pushes_split_hands_too() -> None:
    """games.md: dealer bust; free bets: on a free hand nothing moves."""
    result = played(FREE_CHIP, "9s Kd 9c 6h Ts 8s Th", "free-split stand stand")
    assert result.hands == ["9s Ts: push 1000", "9c 8s: push 0"]


def test_free_chip_a_natural_is_paid_although_the_dealer_busts_with_a_ten_up() -> None:
    """games.md: dealer bust: a natural is paid."""
    result = played(FREE_CHIP, "As Ts Kd Kc 8c 6h Th", "stand", main=[1000, 1000])
    assert result.hands == ["As Kc: blackjack 2500", "Ts 8c: push 1000"]


def test_free_chip_a_hand_that_is_bust_is_decided_and_lost_although_the_dealer_busts() -> None:
    """games.md: dealer bust: every undecided hand."""
    result = played(FREE_CHIP, "Ts Js Kd 6c 9c 6h Ks Th", "hit stand", main=[1000, 1000])
    assert result.hands == ["Ts 6c Ks: bust 0", "Js 9c: push 1000"]


def test_free_chip_a_ten_in_the_hole_is_no_ten_up() -> None:
    """games.md: the up card is the first card of the dealer."""
    assert played(FREE_CHIP, "Ts 6d 8c Kh Td", "stand").hands == ["Ts 8c: win 2000"]


def test_free_chip_with_an_ace_up_a_dealer_bust_wins_but_for_17() -> None:
    """games.md: dealer bust: 17 pushes whatever is up; an ace is no ten."""
    assert played(FREE_CHIP, "Ts Ad 8c 5h Td Jd", "decline stand").hands == ["Ts 8c: win 2000"]
    assert played(FREE_CHIP, "Ts Ad 7c 5h Td Jd", "decline stand").hands == ["Ts 7c: push 1000"]


@pytest.mark.parametrize("game", GAMES)
def test_a_bust_hand_loses_although_the_dealer_busts_too(game: str) -> None:
    """Every rule book: over 21 the stake is lost at once."""
    result = played(game, "Ts Js 6d 6c 9c Th Ks Td", "hit stand", main=[1000, 1000])
    assert result.hands == ["Ts 6c Ks: bust 0", "Js 9c: win 2000"]
