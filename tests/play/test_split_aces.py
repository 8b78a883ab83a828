"""games.md: split aces."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, INFINITE, legal, played, why_not

ONE_CARD_EACH = [(CLASSIC, "free-split"), (INFINITE, "split"), (ALL_BETS, "split"), (CASHBACK, "split")]


@pytest.mark.parametrize(("game", "split"), ONE_CARD_EACH)
def test_split_aces_get_one_card_each_and_are_not_asked_again(game: str, split: str) -> None:
    """games.md: split aces: one card each (Classic Free Bet, Infinite, All Bets, Cashback)."""
    second = 0 if split == "free-split" else 1000
    result = played(game, "As 6d Ac Th 8s 2s 3h", split)
    assert result.stakes == [(1000, 0), (second, 1000 - second)]
    assert result.hands == ["As 8s: push 1000", "Ac 2s: lose 0"]


@pytest.mark.parametrize(("game", "split"), ONE_CARD_EACH)
def test_an_ace_on_a_split_ace_is_not_split_again(game: str, split: str) -> None:
    """games.md: split aces: one card each; split: once."""
    result = played(game, "As 6d Ac Th Ah Ad 3h", split)
    assert result.outcomes == "lose lose"


@pytest.mark.parametrize(("game", "split"), ONE_CARD_EACH)
def test_a_ten_on_a_split_ace_is_21_and_pays_even_money(game: str, split: str) -> None:
    """games.md: a natural is 21 in the first two cards of an unsplit hand."""
    result = played(game, "As 6d Ac Th Ks 2s 3h", split)
    assert result.hands[0] == "As Ks: win 2000"


def test_free_chip_split_aces_may_be_hit() -> None:
    """games.md: split aces: may be hit, doubled, split again (Free Chip)."""
    result = played(FREE_CHIP, "As 6d Ac Th 2s 3s  5s  6s  3h", "free-split hit stand hit stand")
    assert result.hands == ["As 2s 5s: lose 0", "Ac 3s 6s: win 1000"]


def test_free_chip_split_aces_may_be_doubled_for_money() -> None:
    """games.md: split aces: may be doubled; a soft hand is not doubled free."""
    result = played(FREE_CHIP, "As 6d Ac Th 2s 3s  7s  5s  3h", "free-split double double")
    assert result.stakes == [(2000, 0), (1000, 1000)]
    assert result.hands == ["As 2s 7s: win 4000", "Ac 3s 5s: push 1000"]


def test_free_chip_split_aces_may_be_split_again_free() -> None:
    """games.md: split: to 4 hands, aces too; free split: all but tens, every time."""
    result = played(
        FREE_CHIP, "As 6d Ac Th Ah Ad  9s 8s  7s 6s  3h", "free-split free-split stand stand free-split stand stand"
    )
    assert result.stakes == [(1000, 0), (0, 1000), (0, 1000), (0, 1000)]
    assert result.hands == ["As 9s: win 2000", "Ah 8s: push 0", "Ac 7s: lose 0", "Ad 6s: lose 0"]


def test_free_chip_a_ten_on_a_split_ace_is_21_and_no_blackjack() -> None:
    """games.md: Free Chip's book: 21 and not a Blackjack; it is not asked either."""
    assert played(FREE_CHIP, "As 6d Ac Th Ks Qs 3h", "free-split").hands == ["As Ks: win 2000", "Ac Qs: win 1000"]


def test_split_aces_by_notation_are_hit_or_not() -> None:
    """Notation HSA, NHSA."""
    assert legal("6D HSA", "As 6d Ac Th 2s 3s", "split") == "double hit stand"
    assert played("6D NHSA", "As 6d Ac Th 2s 3s 3h", "split").outcomes == "lose lose"


def test_split_aces_by_notation_are_split_again_or_not() -> None:
    """Notation RSA, NRSA: an ace that may be split again may otherwise only stand."""
    assert legal("6D RSA", "As 6d Ac Th Ah 3s", "split") == "split stand"
    assert why_not("6D RSA", "As 6d Ac Th Ah 3s", "split hit") == "action/split_aces"
    assert why_not("6D RSA", "As 6d Ac Th Ah 3s", "split double") == "action/split_aces"
    assert played("6D NRSA", "As 6d Ac Th Ah 3s 3h", "split").outcomes == "lose lose"


def test_split_aces_that_may_be_hit_but_not_split_again() -> None:
    """Notation NRSA HSA."""
    assert why_not("6D NRSA HSA", "As 6d Ac Th Ah 3s", "split split") == "action/resplit_aces"
    assert legal("6D NRSA HSA", "As 6d Ac Th Ah 3s", "split") == "double hit stand"


def test_aces_are_split_again_as_often_as_any_pair() -> None:
    """Notation RSA SPL2: three hands, and then an ace more stands."""
    result = played("6D RSA SPL2", "As 6d Ac Th Ah 3s  9s Ad  3h", "split split")
    assert result.hands == ["As 9s: win 2000", "Ah Ad: lose 0", "Ac 3s: lose 0"]
