"""K1 and K2: cashback, as far as a round decides it. What an offer is worth is computed elsewhere."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, INFINITE, crowd, legal, played, shared, waiting, why_not
from ventuno.play import Action


def test_a_cashback_ends_the_hand_for_its_price_and_the_stake_is_not_returned() -> None:
    """K2: the amount is paid, the stake is not returned."""
    result = played(CASHBACK, "Ts Kd 6c 9h", "cashback=437")
    assert (result.stakes, result.hands) == ([(1000, 0)], ["Ts 6c: cashback 437"])


@pytest.mark.parametrize("price", [0, 1, 437, 1000, 1999])
def test_a_cashback_pays_exactly_what_was_agreed(price: int) -> None:
    """K2: above the stake as well as below it."""
    assert played(CASHBACK, "Ts Kd 6c 9h", f"cashback={price}").main_returned == price


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP, INFINITE, ALL_BETS, "6D"])
def test_there_is_no_cashback_in_the_other_games(game: str) -> None:
    """games.md: special: cashback (Cashback only)."""
    assert why_not(game, "Ts Kd 6c 9h", "cashback=437") == "action/not_offered"


@pytest.mark.parametrize("price", ["cashback", "cashback=-1"])
def test_a_cashback_needs_the_price_that_was_offered(price: str) -> None:
    """K1."""
    assert why_not(CASHBACK, "Ts Kd 6c 9h", price) == "cashback/no_price"


def test_a_cashback_is_offered_at_each_decision() -> None:
    """K1: it is there again after every card."""
    assert legal(CASHBACK, "2s Kd 3c 9h") == "cashback double hit stand"
    assert legal(CASHBACK, "2s Kd 3c 9h 4s", "hit") == "cashback hit stand"
    assert played(CASHBACK, "2s Kd 3c 9h 4s 5s", "hit hit cashback=300").hands == ["2s 3c 4s 5s: cashback 300"]


def test_a_cashback_is_offered_after_the_dealer_has_looked_under_an_ace() -> None:
    """K1: given no dealer blackjack where the dealer has looked; not while insurance is asked."""
    assert legal(CASHBACK, "2s Ad 3c 9h", "decline") == "cashback double hit stand"
    assert why_not(CASHBACK, "2s Ad 3c 9h", "cashback=300") == "action/not_now"


def test_after_a_split_each_hand_has_its_own_offer() -> None:
    """K1."""
    result = played(CASHBACK, "8s Kd 8c 9h 2s 3s", "split cashback=410 cashback=420")
    assert result.stakes == [(1000, 0), (1000, 0)]
    assert result.hands == ["8s 2s: cashback 410", "8c 3s: cashback 420"]
    one = played(CASHBACK, "8s Kd 8c 9h 2s Ts", "split cashback=410 stand")
    assert one.hands == ["8s 2s: cashback 410", "8c Ts: lose 0"]


def test_there_is_no_cashback_on_a_blackjack_or_any_21() -> None:
    """K1: not on a blackjack, a 21: they are not asked at all (D5)."""
    assert played(CASHBACK, "As Kd Kc 9h").outcomes == "blackjack"
    assert played(CASHBACK, "Ts Kd 6c 9h 5s", "hit").outcomes == "win"


def test_there_is_no_cashback_on_a_bust_hand_or_a_doubled_one() -> None:
    """K1: not on a bust, a doubled hand: they are not asked any more."""
    assert played(CASHBACK, "Ts Kd 6c 9h Js", "hit").outcomes == "bust"
    assert played(CASHBACK, "Ts Kd 6c 9h 2s", "double").outcomes == "lose"


def test_there_is_no_cashback_on_split_aces() -> None:
    """K1: split aces get one card each and are not asked."""
    assert played(CASHBACK, "As Kd Ac 9h 2s 3s", "split").outcomes == "lose lose"


def test_a_pair_of_aces_that_is_not_split_has_its_offer() -> None:
    """K1: not split yet."""
    assert "cashback" in legal(CASHBACK, "As Kd Ac 9h").split()


def test_side_bets_settle_on_their_own() -> None:
    """K2."""
    result = played(CASHBACK, "6s 6d 6c 9h", "cashback=500", sides={"player-pair": 100, "21+3": 100, "top-3": 100})
    assert result.sides == ["21+3: trips 3100", "player-pair: coloured 1300", "top-3: trips 9100"]


def test_a_hand_that_cashed_out_is_not_compared_with_the_dealers() -> None:
    """K2: neither an unseen blackjack nor a bust changes it."""
    assert played(CASHBACK, "Ts Kd 6c Ah", "cashback=437").hands == ["Ts 6c: cashback 437"]
    result = shared(CASHBACK, "Ts 6d 6c Th Kh", {"anna": "cashback=437", "bruno": "stand"})
    assert result.hands == ["Ts 6c: cashback 437", "Ts 6c: win 2000"]


def test_an_insurance_is_settled_although_the_hand_cashed_out() -> None:
    """D6: separate from the hand."""
    result = played(CASHBACK, "Ts Ad 6c 9h", "insure cashback=437")
    assert (result.insurance, result.hands) == ([(500, 0)], ["Ts 6c: cashback 437"])


def test_beside_a_split_hand_that_cashed_out_an_unseen_blackjack_takes_one_original_bet() -> None:
    """games.md: ten up: as All Bets; K2: the hand that cashed out is not compared."""
    result = played(CASHBACK, "8s Kd 8c Ah 2s Ts", "split cashback=410 stand")
    assert result.hands == ["8s 2s: cashback 410", "8c Ts: lose 0"]


def test_a_player_who_cashed_out_is_out_of_further_rounds() -> None:
    """games.md: shared decision rounds."""
    scripts = {"anna": "cashback=437", "bruno": "hit"}
    playing = waiting(CASHBACK, "2s 6d 3c Th 4s", scripts, bets=crowd(scripts), together=True)
    assert [one.bettor for one in playing.asked()] == ["bruno"]
    refusal = playing.legal(1, "anna").why_not(Action.HIT)
    assert refusal is not None
    assert refusal.code == "action/not_asked"


def test_two_players_of_one_position_may_agree_on_different_prices() -> None:
    """K1: stake times the value: each bettor's own amount."""
    result = shared(CASHBACK, "Ts Kd 6c 9h", {"anna": "cashback=437", "bruno": "cashback=874"})
    assert result.hands == ["Ts 6c: cashback 437", "Ts 6c: cashback 874"]
