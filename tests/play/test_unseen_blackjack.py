"""games.md: what an unseen dealer blackjack takes. The dealer shows K (or an ace) and holds the rest."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, played

EVERY_STAKE = [CLASSIC, FREE_CHIP, INFINITE, "6D ENHC"]
BUSTED_PLUS_ONE = [ALL_BETS, CASHBACK]


@pytest.mark.parametrize("game", [*GAMES, "6D ENHC", "6D OBO"])
def test_it_takes_the_original_bet(game: str) -> None:
    """games.md: what an unseen dealer blackjack takes."""
    assert played(game, "Ts Kd 9c Ad", "stand").hands == ["Ts 9c: lose 0"]


@pytest.mark.parametrize("game", [*GAMES, "6D ENHC", "6D OBO"])
def test_it_beats_a_21_that_is_no_natural(game: str) -> None:
    """games.md: a natural beats any other 21."""
    assert played(game, "Ts Kd 5c Ad 6h", "hit").hands == ["Ts 5c 6h: lose 0"]


@pytest.mark.parametrize("game", [*GAMES, "6D ENHC", "6D OBO"])
def test_it_pushes_a_natural(game: str) -> None:
    """games.md: a push gives the stake back."""
    assert played(game, "Ts Kd Ac Ad").hands == ["Ts Ac: push 1000"]


@pytest.mark.parametrize(
    ("game", "back"),
    [(CLASSIC, 0), (FREE_CHIP, 0), (INFINITE, 0), (ALL_BETS, 1000), (CASHBACK, 1000), ("6D ENHC", 0), ("6D OBO", 1000)],
)
def test_ten_up_what_comes_back_of_a_doubled_stake(game: str, back: int) -> None:
    """games.md: every real stake; All Bets and Cashback: extra stakes go back."""
    result = played(game, "Ts Kd 2c Ad 5s", "double")
    assert result.stakes == [(2000, 0)]
    assert result.hands == [f"Ts 2c 5s: lose {back}"]


@pytest.mark.parametrize(
    ("game", "back"),
    [(CLASSIC, 0), (FREE_CHIP, 0), (INFINITE, 0), (ALL_BETS, 1000), (CASHBACK, 1000), ("6D ENHC", 0), ("6D OBO", 1000)],
)
def test_ten_up_what_comes_back_of_a_split(game: str, back: int) -> None:
    """games.md: every real stake; All Bets and Cashback: one original bet."""
    result = played(game, "Ts Kd Qc Ad 9s 8s", "split stand stand")
    assert (result.main_staked, result.main_returned) == (2000, back)


@pytest.mark.parametrize(
    ("game", "back"), [(FREE_CHIP, 0), (ALL_BETS, 3000), (CASHBACK, 3000), ("6D ENHC", 0), ("6D OBO", 3000)]
)
def test_ten_up_what_comes_back_of_two_split_hands_both_doubled(game: str, back: int) -> None:
    """games.md: of four bets All Bets and Cashback take one."""
    result = played(game, "Ts Kd Qc Ad 2s 3s 5h 6h", "split double double")
    assert (result.main_staked, result.main_returned) == (4000, back)


@pytest.mark.parametrize("game", BUSTED_PLUS_ONE)
def test_ten_up_one_original_bet_plus_the_bets_of_hands_already_bust(game: str) -> None:
    """games.md: All Bets; Cashback: as All Bets."""
    first_bust = played(game, "Ts Kd Qc Ad 5s 8s Jh", "split hit stand")
    assert first_bust.outcomes == "bust lose"
    assert (first_bust.main_staked, first_bust.main_returned) == (2000, 0)
    second_bust = played(game, "Ts Kd Qc Ad 8s 5s Jh", "split stand hit")
    assert second_bust.outcomes == "lose bust"
    assert (second_bust.main_staked, second_bust.main_returned) == (2000, 0)


@pytest.mark.parametrize("game", BUSTED_PLUS_ONE)
def test_ten_up_a_doubled_hand_that_is_bust_loses_both_bets(game: str) -> None:
    """games.md: the bets of hands already bust, in the plural."""
    result = played(game, "Ts Kd 2c Ad Jh", "double")
    assert result.hands == ["Ts 2c Jh: bust 0"]
    assert result.stakes == [(2000, 0)]


@pytest.mark.parametrize("game", BUSTED_PLUS_ONE)
def test_ten_up_of_a_doubled_hand_beside_a_bust_one_the_doubled_part_goes_back(game: str) -> None:
    """games.md: other extra stakes (double, split) go back: 3000 staked, one bust and one original bet lost."""
    result = played(game, "Ts Kd Qc Ad 2s 5s 5h Jh", "split double hit")
    assert result.outcomes == "lose bust"
    assert (result.main_staked, result.main_returned) == (3000, 1000)


@pytest.mark.parametrize("game", BUSTED_PLUS_ONE)
def test_ten_up_a_doubled_and_bust_hand_is_lost_beside_one_original_bet(game: str) -> None:
    """games.md: two bets of the bust hand and the other hand's."""
    result = played(game, "Ts Kd Qc Ad 2s 8s Jh", "split double stand")
    assert result.outcomes == "bust lose"
    assert (result.main_staked, result.main_returned) == (3000, 0)


@pytest.mark.parametrize("game", [*GAMES, "6D ENHC"])
def test_ten_up_when_every_hand_is_bust_every_bet_is_lost(game: str) -> None:
    """games.md: the bets of hands already bust."""
    result = played(game, "Ts Kd Qc Ad 5s 6s Jh Js", "split hit hit")
    assert result.outcomes == "bust bust"
    assert (result.main_staked, result.main_returned) == (2000, 0)


@pytest.mark.parametrize("game", BUSTED_PLUS_ONE)
def test_ten_up_each_starting_hand_loses_an_original_bet_of_its_own(game: str) -> None:
    """games.md: one original bet is one a starting hand."""
    result = played(game, "Ts 5s Kd 2c 6c Ad 4h 3h", "double double", main=[1000, 400])
    assert result.stakes == [(2000, 0), (800, 0)]
    assert result.hands == ["Ts 2c 4h: lose 1000", "5s 6c 3h: lose 400"]


def test_ace_up_all_bets_takes_every_stake() -> None:
    """games.md: All Bets: ace up: every stake."""
    doubled = played(ALL_BETS, "Ts Ad 2c Kd 5s", "decline double")
    assert (doubled.stakes, doubled.hands) == ([(2000, 0)], ["Ts 2c 5s: lose 0"])
    split = played(ALL_BETS, "Ts Ad Qc Kd 9s 8s", "decline split stand stand")
    assert (split.main_staked, split.main_returned) == (2000, 0)


def test_ace_up_free_chip_takes_every_real_stake() -> None:
    """games.md: Free Chip: every real stake."""
    doubled = played(FREE_CHIP, "Ts Ad 2c Kd 5s", "decline double")
    assert (doubled.stakes, doubled.hands) == ([(2000, 0)], ["Ts 2c 5s: lose 0"])


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP])
def test_of_a_free_double_only_the_original_is_lost(game: str) -> None:
    """games.md: every real stake; a free chip is none."""
    result = played(game, "6s Kd 5c Ad 9s", "free-double")
    assert (result.stakes, result.hands) == ([(1000, 1000)], ["6s 5c 9s: lose 0"])


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP])
def test_of_a_free_split_only_the_original_is_lost(game: str) -> None:
    """games.md: every real stake; a free chip is none."""
    result = played(game, "9s Kd 9c Ad 9h 8s", "free-split stand stand")
    assert (result.main_staked, result.main_returned) == (1000, 0)


def test_of_a_free_hand_doubled_with_money_both_real_stakes_are_lost() -> None:
    """games.md: Free Chip: every real stake."""
    result = played(FREE_CHIP, "9s Kd 9c Ad 9h 4s 2h", "free-split stand double")
    assert result.stakes == [(1000, 0), (1000, 1000)]
    assert result.main_returned == 0


def test_infinite_a_six_card_charlie_keeps_its_win_against_it() -> None:
    """games.md: Infinite: not from a six-card Charlie."""
    assert played(INFINITE, "2s Kd 2c Ad 2h 3s 3h 4s", "hit hit hit hit").hands == ["2s 2c 2h 3s 3h 4s: charlie 2000"]


def test_infinite_five_cards_are_lost_to_it() -> None:
    """games.md: Infinite: every real stake."""
    assert played(INFINITE, "2s Kd 2c Ad 2h 3s 3h", "hit hit hit stand").hands == ["2s 2c 2h 3s 3h: lose 0"]


def test_infinite_beside_a_charlie_the_other_split_hand_is_lost() -> None:
    """games.md: Infinite: every real stake, but not from a six-card Charlie."""
    result = played(INFINITE, "2s Kd 2c Ad  3s Th  3h 4s 4h 5s  9h", "split hit hit hit hit hit")
    assert result.hands == ["2s 3s 3h 4s 4h 5s: charlie 2000", "2c Th 9h: lose 0"]


@pytest.mark.parametrize("game", BUSTED_PLUS_ONE)
def test_a_ten_card_charlie_is_lost_to_it(game: str) -> None:
    """games.md: ten cards win unless the dealer has a blackjack."""
    shoe = "As Kd Ac Ad Ah As 2c 2d 2h 2s 3c 3d"
    result = played(game, shoe, " ".join(["hit"] * 8))
    assert (result.outcomes, result.main_returned) == ("lose", 0)


def test_original_bets_only_even_of_a_doubled_hand_that_is_bust() -> None:
    """Notation OBO: original bet only; busted bets are another rule."""
    result = played("6D OBO", "Ts Kd 2c Ad Jh", "double")
    assert (result.stakes, result.outcomes, result.main_returned) == ([(2000, 0)], "bust", 1000)


def test_original_bets_only_holds_under_an_ace_too() -> None:
    """Notation OBO: no look, original bet only."""
    result = played("6D OBO", "Ts Ad 2c Kd 5s", "decline double")
    assert result.hands == ["Ts 2c 5s: lose 1000"]


def test_with_all_stakes_lost_an_ace_up_takes_them_too() -> None:
    """Notation ENHC: no look, dealer blackjack takes every stake."""
    result = played("6D ENHC", "Ts Ad 2c Kd 5s", "decline double")
    assert result.hands == ["Ts 2c 5s: lose 0"]


def test_where_the_dealer_has_looked_no_extra_stake_can_be_lost() -> None:
    """Notation PEEK: nobody is asked, so nothing is added."""
    assert played("6D PEEK", "6s Kd 5c Ad").stakes == [(1000, 0)]
