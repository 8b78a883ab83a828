"""games.md: dealer on soft 17, dealer looks for blackjack."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, PLAYER, played, waiting
from ventuno.play import Action, Round, events as happened

STANDS_ON_SOFT_17 = [CLASSIC, INFINITE, ALL_BETS, CASHBACK, "6D S17", "6D"]
HITS_SOFT_17 = [FREE_CHIP, "6D H17"]
LOOKS_UNDER_AN_ACE = [CLASSIC, INFINITE, CASHBACK, "6D PEEK", "6D"]
NEVER_LOOKS = [FREE_CHIP, ALL_BETS, "6D ENHC", "6D OBO"]


@pytest.mark.parametrize("game", STANDS_ON_SOFT_17)
def test_the_dealer_stands_on_soft_17(game: str) -> None:
    """games.md: dealer on soft 17: stands (Classic Free Bet, Infinite, All Bets, Cashback)."""
    result = played(game, "Ts 6d 8c Ad", "stand")
    assert (result.dealer, result.hands) == ("6d Ad", ["Ts 8c: win 2000"])


@pytest.mark.parametrize("game", HITS_SOFT_17)
def test_the_dealer_hits_soft_17(game: str) -> None:
    """games.md: dealer on soft 17: hits (Free Chip)."""
    result = played(game, "Ts 6d 8c Ad 4h", "stand")
    assert (result.dealer, result.hands) == ("6d Ad 4h", ["Ts 8c: lose 0"])


@pytest.mark.parametrize("game", STANDS_ON_SOFT_17)
def test_the_dealer_stands_on_a_soft_17_of_several_cards(game: str) -> None:
    """games.md: dealer on soft 17."""
    result = played(game, "Ts 2d 8c Ad 4h", "stand")
    assert (result.dealer, result.outcomes) == ("2d Ad 4h", "win")


@pytest.mark.parametrize("game", HITS_SOFT_17)
def test_the_dealer_hits_a_soft_17_of_several_cards_until_it_is_over_17_or_hard(game: str) -> None:
    """games.md: dealer on soft 17."""
    result = played(game, "Ts 2d 8c Ad 4h Th", "stand")
    assert (result.dealer, result.outcomes) == ("2d Ad 4h Th", "win")  # a hard 17


@pytest.mark.parametrize("game", [*GAMES, "6D H17"])
def test_the_dealer_stands_on_hard_17_also_with_an_ace_that_counts_one(game: str) -> None:
    """games.md: a hard 17 is no soft 17."""
    result = played(game, "Ts 6d 8c Td Ah", "stand")
    assert (result.dealer, result.outcomes) == ("6d Td Ah", "win")


@pytest.mark.parametrize("game", [*GAMES, "6D H17"])
def test_the_dealer_stands_on_soft_18(game: str) -> None:
    """games.md: only the soft 17 makes a difference."""
    result = played(game, "Ts 7d 8c Ad", "stand")
    assert (result.dealer, result.hands) == ("7d Ad", ["Ts 8c: push 1000"])


@pytest.mark.parametrize("game", [*GAMES, "6D H17"])
def test_the_dealer_hits_16_hard_or_soft(game: str) -> None:
    """Every rule book: the dealer hits on 16 or less."""
    assert played(game, "Ts 6d 9c Td 4h", "stand").dealer == "6d Td 4h"
    assert played(game, "Ts 5d 9c Ad 4h", "stand").dealer == "5d Ad 4h"


def looks(playing: Round) -> list[bool]:
    """What the dealer found, each time the dealer looked."""
    return [event.blackjack for event in playing.events if isinstance(event, happened.LookedUnder)]


@pytest.mark.parametrize("game", LOOKS_UNDER_AN_ACE)
def test_the_dealer_looks_under_an_ace_after_insurance(game: str) -> None:
    """games.md: dealer looks for blackjack: ace up only, after insurance (Classic Free Bet, Infinite, Cashback)."""
    assert looks(waiting(game, "Ts Ad 8c 9d")) == []
    assert looks(waiting(game, "Ts Ad 8c 9d", "decline")) == [False]


@pytest.mark.parametrize("game", LOOKS_UNDER_AN_ACE)
def test_a_blackjack_under_the_ace_ends_the_round_at_once(game: str) -> None:
    """games.md: a blackjack ends the round at once: nobody is asked."""
    result = played(game, "Ts Ad 8c Kd", "decline")
    assert looks(result.round) == [True]
    assert result.hands == ["Ts 8c: lose 0"]


@pytest.mark.parametrize("game", NEVER_LOOKS)
def test_the_dealer_never_looks_and_play_goes_on_over_a_blackjack(game: str) -> None:
    """games.md: dealer looks for blackjack: never (Free Chip, All Bets)."""
    result = played(game, "Ts Ad 2c Kd 5d", "decline hit stand")
    assert looks(result.round) == []
    assert result.hands == ["Ts 2c 5d: lose 0"]


@pytest.mark.parametrize("game", [*GAMES, "6D ENHC", "6D OBO"])
def test_the_dealer_never_looks_under_a_ten(game: str) -> None:
    """games.md: ten up: no insurance, no look."""
    result = played(game, "Ts Kd 2c Ad 5d", "hit stand")
    assert looks(result.round) == []
    assert result.hands == ["Ts 2c 5d: lose 0"]


@pytest.mark.parametrize("up", ["Td", "Jd", "Qd", "Kd"])
def test_where_the_dealer_looks_under_tens_too_a_blackjack_ends_the_round_without_insurance(up: str) -> None:
    """Notation PEEK: looks under ace and ten."""
    result = played("6D PEEK", f"Ts {up} 2c Ad")
    assert looks(result.round) == [True]
    assert result.hands == ["Ts 2c: lose 0"]


@pytest.mark.parametrize("up", ["2d", "5d", "9d"])
@pytest.mark.parametrize("game", ["6D PEEK", *GAMES])
def test_under_any_other_card_there_is_nothing_to_look_for(game: str, up: str) -> None:
    """games.md: dealer looks for blackjack."""
    playing = waiting(game, f"Ts {up} 2c Ad")
    assert looks(playing) == []
    assert Action.HIT in playing.legal(1, PLAYER)


@pytest.mark.parametrize("game", GAMES)
def test_the_higher_total_wins_even_money_and_the_lower_loses(game: str) -> None:
    """Every rule book: closer to 21 than the dealer wins 1:1."""
    assert played(game, "Ts 9d 9c Jd", "stand").hands == ["Ts 9c: push 1000"]
    assert played(game, "Ts 9d Tc Jd", "stand").hands == ["Ts Tc: win 2000"]
    assert played(game, "Ts 9d 8c Jd", "stand").hands == ["Ts 8c: lose 0"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("shoe", "actions"),
    [
        ("2s 7d 8c Jd 7h", "hit stand"),  # a 17 of three cards: for one of two see test_natural_17
        ("Ts 8d 8c Jd", "stand"),
        ("Ts 9d 9c Jd", "stand"),
        ("Ts Qd Jc Kd", "stand"),
        ("Ts 6d 6c 5d 5h Th", "hit"),
    ],
    ids=["17", "18", "19", "20", "21"],
)
def test_equal_totals_push_and_the_stake_comes_back(game: str, shoe: str, actions: str) -> None:
    """games.md: a push gives the stake back."""
    result = played(game, shoe, actions)
    assert (result.outcomes, result.main_returned) == ("push", 1000)
