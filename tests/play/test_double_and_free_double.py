"""games.md: double, free double; "Free bets"."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, legal, played, why_not

FREE = [CLASSIC, FREE_CHIP]
NOT_FREE = [INFINITE, ALL_BETS, CASHBACK]
NOT_AFTER_A_SPLIT = [CLASSIC, INFINITE]
AFTER_A_SPLIT = [FREE_CHIP, ALL_BETS, CASHBACK]

HARD_9_TO_11 = ["2s 7c", "3s 6c", "4s 5c", "2s 8c", "3s 7c", "4s 6c", "5s 5c", "2s 9c", "3s 8c", "4s 7c", "5s 6c"]
NOT_HARD_9_TO_11 = ["2s 3c", "2s 6c", "4s 4c", "Ts 2c", "6s 6c", "Ts 9c", "As 8c", "As 9c", "As 2c", "As Ac"]


def opening(mine: str, up: str = "6d", hole: str = "Th") -> str:
    first, second = mine.split()
    return f"{first} {up} {second} {hole}"


# Paid


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mine", ["2s 3c", "2s 6c", "Ts 2c", "Ts 6c", "Ts 9c", "As 2c", "As 7c", "As 9c"])
def test_any_first_two_cards_can_be_doubled(game: str, mine: str) -> None:
    """games.md: double: any first two cards."""
    assert "double" in legal(game, opening(mine)).split()


@pytest.mark.parametrize("game", GAMES)
def test_a_double_that_wins_pays_both_bets(game: str) -> None:
    """games.md: double."""
    result = played(game, "Ts 6d 2c Th 8s 3h", "double")
    assert (result.stakes, result.hands) == ([(2000, 0)], ["Ts 2c 8s: win 4000"])


@pytest.mark.parametrize("game", GAMES)
def test_a_double_that_pushes_gives_both_bets_back(game: str) -> None:
    """games.md: double."""
    assert played(game, "Ts 6d 2c Th 7s 3h", "double").hands == ["Ts 2c 7s: push 2000"]


@pytest.mark.parametrize("game", GAMES)
def test_a_double_that_loses_loses_both_bets(game: str) -> None:
    """games.md: double."""
    result = played(game, "Ts 6d 2c Th 6s 3h", "double")
    assert (result.stakes, result.hands) == ([(2000, 0)], ["Ts 2c 6s: lose 0"])


@pytest.mark.parametrize("game", GAMES)
def test_a_doubled_hand_gets_one_card_and_is_not_asked_again(game: str) -> None:
    """Every rule book: one more card only."""
    assert played(game, "Ts 6d 2c Th 2s 3h", "double").hands == ["Ts 2c 2s: lose 0"]


@pytest.mark.parametrize("game", GAMES)
def test_a_doubled_hand_that_is_bust_loses_both_bets_and_the_dealer_does_not_draw(game: str) -> None:
    """games.md: double; dealer plays out if any hand needs it."""
    result = played(game, "Ts 6d 2c Th Ks", "double")
    assert (result.stakes, result.hands) == ([(2000, 0)], ["Ts 2c Ks: bust 0"])


@pytest.mark.parametrize("game", GAMES)
def test_three_cards_cannot_be_doubled(game: str) -> None:
    """games.md: double: two cards."""
    assert why_not(game, "Ts 6d 2c Th 2s", "hit double") == "action/two_cards_only"


@pytest.mark.parametrize("game", NOT_AFTER_A_SPLIT)
def test_a_hand_is_never_doubled_after_a_split(game: str) -> None:
    """games.md: double: never after a split (Classic Free Bet, Infinite)."""
    assert why_not(game, "Ts 6d Kc Th 2s 3s", "split double") == "action/after_split"


@pytest.mark.parametrize("game", AFTER_A_SPLIT)
def test_a_hand_can_be_doubled_after_a_split(game: str) -> None:
    """games.md: double: also after a split (Free Chip, All Bets, Cashback)."""
    result = played(game, "Ts 6d Kc Th 2s 3s 9h 6h 3h", "split double double")
    assert result.stakes == [(2000, 0), (2000, 0)]
    assert result.hands == ["Ts 2s 9h: win 4000", "Kc 3s 6h: push 2000"]


@pytest.mark.parametrize(
    ("notation", "doubled"),
    [("6D DOA", "5 8 9 10 11 12 16 19s"), ("6D D9", "9 10 11"), ("6D D10", "10 11")],
)
def test_which_hands_can_be_doubled(notation: str, doubled: str) -> None:
    """Notation DOA, D9, D10: any two, hard 9 to 11, hard 10 to 11."""
    hands = {
        "5": "2s 3c",
        "8": "2s 6c",
        "9": "2s 7c",
        "10": "4s 6c",
        "11": "5s 6c",
        "12": "Ts 2c",
        "16": "Ts 6c",
        "19s": "As 8c",
    }
    assert [
        name for name, mine in hands.items() if "double" in legal(notation, opening(mine)).split()
    ] == doubled.split()


def test_a_total_that_cannot_be_doubled_is_refused_by_that_name() -> None:
    """Notation D10: a hard 9, and a soft hand, are refused."""
    assert why_not("6D D10", opening("4s 5c"), "double") == "action/hard_totals"
    assert why_not("6D D9", opening("As 9c"), "double") == "action/hard_totals"


def test_the_totals_that_can_be_doubled_are_hard_totals(tmp_path: Path) -> None:
    """games.md: hard 9, 10, 11: a variant that names 18 does not mean the soft one, neither paid nor free."""
    paid, free = tmp_path / "paid.toml", tmp_path / "free.toml"
    paid.write_text('name = "Paid"\n[hand]\ndouble = [18]\n')
    free.write_text('name = "Free"\n[hand]\nfree_double = [18]\n')
    assert legal(str(paid), opening("Ts 8c")) == "double hit stand"
    assert legal(str(paid), opening("As 7c")) == "hit stand"
    assert legal(str(free), opening("Ts 8c")) == "free-double hit stand"
    assert legal(str(free), opening("As 7c")) == "double hit stand"


def test_doubling_after_a_split_by_notation() -> None:
    """Notation DAS, NDAS."""
    assert "double" in legal("6D DAS", "8s 6d 8c Th 2s 3s", "split").split()
    assert why_not("6D NDAS", "8s 6d 8c Th 2s 3s", "split double") == "action/after_split"


# Free


@pytest.mark.parametrize("game", [*FREE, "6D FREE"])
@pytest.mark.parametrize("mine", HARD_9_TO_11)
def test_a_hard_9_10_or_11_of_two_cards_is_doubled_free_and_not_for_money(game: str, mine: str) -> None:
    """games.md: free double: hard 9, 10, 11; where it is on offer it replaces the paid one."""
    actions = legal(game, opening(mine)).split()
    assert "free-double" in actions
    assert "double" not in actions
    assert why_not(game, opening(mine), "double") == "action/free_instead"


@pytest.mark.parametrize("game", [*FREE, "6D FREE"])
@pytest.mark.parametrize("mine", NOT_HARD_9_TO_11)
def test_any_other_hand_is_doubled_for_money_and_not_free(game: str, mine: str) -> None:
    """games.md: free double: hard, so no soft 19 or 20 either."""
    actions = legal(game, opening(mine)).split()
    assert "double" in actions
    assert "free-double" not in actions
    assert why_not(game, opening(mine), "free-double") == "action/not_free"


@pytest.mark.parametrize("game", FREE)
def test_a_hard_11_of_three_cards_is_not_doubled_free(game: str) -> None:
    """games.md: free double: two cards."""
    assert why_not(game, "2s 6d 3c Th 6s", "hit free-double") == "action/two_cards_only"


@pytest.mark.parametrize("game", NOT_FREE)
@pytest.mark.parametrize("mine", HARD_9_TO_11)
def test_there_is_no_free_double_in_the_other_games_and_the_double_is_paid(game: str, mine: str) -> None:
    """games.md: free double: none (Infinite, All Bets, Cashback)."""
    assert why_not(game, opening(mine), "free-double") == "action/not_offered"
    assert "double" in legal(game, opening(mine)).split()


@pytest.mark.parametrize("game", FREE)
def test_a_free_double_won_is_paid_as_if_doubled_and_only_the_original_stake_comes_back(game: str) -> None:
    """games.md: free bets."""
    result = played(game, "6s 6d 5c Th Ts 3h", "free-double")
    assert (result.stakes, result.hands) == ([(1000, 1000)], ["6s 5c Ts: win 3000"])


@pytest.mark.parametrize("game", FREE)
def test_of_a_free_double_lost_only_the_original_is_lost(game: str) -> None:
    """games.md: free bets."""
    result = played(game, "6s 6d 5c Th 4s 3h", "free-double")
    assert (result.stakes, result.hands) == ([(1000, 1000)], ["6s 5c 4s: lose 0"])


@pytest.mark.parametrize("game", FREE)
def test_of_a_free_double_pushed_only_the_original_comes_back(game: str) -> None:
    """games.md: free bets."""
    result = played(game, "6s 6d 5c Th 8s 3h", "free-double")
    assert (result.stakes, result.hands) == ([(1000, 1000)], ["6s 5c 8s: push 1000"])


@pytest.mark.parametrize("game", FREE)
def test_taking_a_free_double_is_the_players_choice(game: str) -> None:
    """games.md: taking it is the player's choice: hit and stand stay open."""
    assert legal(game, opening("5s 6c")) == "free-double hit stand"
    assert played(game, "6s 6d 5c Th 2s 7s 3h", "hit hit stand").hands == ["6s 5c 2s 7s: win 2000"]


def test_classic_free_bet_has_no_free_double_after_a_split() -> None:
    """games.md: free double: first two cards; double: never after a split."""
    assert why_not(CLASSIC, "8s 6d 8c Th 3s 2s", "free-split free-double") == "action/after_split"
    assert legal(CLASSIC, "8s 6d 8c Th 3s 2s", "free-split") == "hit stand"


def test_free_chip_has_free_doubles_after_a_split() -> None:
    """games.md: free double: also after a split (Free Chip)."""
    result = played(FREE_CHIP, "8s 6d 8c Th 3s 2s Th 9h 3h", "free-split free-double free-double")
    assert result.stakes == [(1000, 1000), (0, 2000)]
    assert result.hands == ["8s 3s Th: win 3000", "8c 2s 9h: push 0"]


def test_free_chip_doubles_after_a_split_for_money_where_it_is_not_free() -> None:
    """games.md: double: any two cards, also after a split."""
    assert "double" in legal(FREE_CHIP, "8s 6d 8c Th 4s 2s", "free-split").split()
    assert why_not(FREE_CHIP, "8s 6d 8c Th 4s 2s", "free-split free-double") == "action/not_free"
