"""games.md: blackjack pays, insurance; D6."""

from __future__ import annotations

import pytest

from tests.table import (
    ALL_BETS,
    CASHBACK,
    CLASSIC,
    FREE_CHIP,
    GAMES,
    INFINITE,
    PLAYER,
    bets_of,
    finished,
    legal,
    played,
    refused_bets,
    shared,
    waiting,
    why_not,
)
from ventuno.play import Action, HandInTurn, PositionBet

LOOKS_UNDER_AN_ACE = [CLASSIC, INFINITE, CASHBACK]
NEVER_LOOKS = [FREE_CHIP, ALL_BETS]


# Blackjack


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("natural", ["As Tc", "Ah Jd", "Qs Ac", "Kd Ad"])
def test_a_blackjack_pays_three_to_two(game: str, natural: str) -> None:
    """games.md: blackjack pays 3:2."""
    first, second = natural.split()
    assert played(game, f"{first} 9d {second} 7h").hands == [f"{first} {second}: blackjack 2500"]


@pytest.mark.parametrize(
    ("notation", "returned"),
    [("6D", 2500), ("6D BJ3:2", 2500), ("6D BJ6:5", 2200), ("6D BJ1:1", 2000), ("6D BJ2:1", 3000)],
)
def test_a_blackjack_pays_what_the_notation_says(notation: str, returned: int) -> None:
    """Notation BJ3:2, BJ6:5 and other prices."""
    assert played(notation, "As 9d Kc 7h").hands == [f"As Kc: blackjack {returned}"]


@pytest.mark.parametrize("game", GAMES)
def test_a_blackjack_beats_a_dealers_21_of_more_cards(game: str) -> None:
    """games.md: a natural beats any other 21 (the second hand makes the dealer draw)."""
    result = played(game, "As Ts 6d Kc 9c 9h 6h", "stand", main=[1000, 1000])
    assert result.dealer == "6d 9h 6h"
    assert result.hands == ["As Kc: blackjack 2500", "Ts 9c: lose 0"]


@pytest.mark.parametrize("game", GAMES)
def test_two_blackjacks_push_with_a_ten_up(game: str) -> None:
    """games.md: a push gives the stake back."""
    assert played(game, "As Kd Kc Ad").hands == ["As Kc: push 1000"]


@pytest.mark.parametrize("game", GAMES)
def test_two_blackjacks_push_with_an_ace_up(game: str) -> None:
    """games.md: a push gives the stake back."""
    assert played(game, "As Ad Kc Kd", "decline").hands == ["As Kc: push 1000"]


@pytest.mark.parametrize("game", GAMES)
def test_21_in_three_cards_is_no_blackjack_and_pays_even_money(game: str) -> None:
    """games.md: a natural is 21 in the first two cards."""
    assert played(game, "7s 9d 7c 9h 7d", "hit").hands == ["7s 7c 7d: win 2000"]


# Insurance


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_half_the_main_bet_and_pays_two_to_one_against_a_dealer_blackjack(game: str) -> None:
    """D6; games.md: insurance (ace up) 2:1."""
    if game in NEVER_LOOKS:
        result = played(game, "Ts Ad 9c Kd", "insure stand")
    else:
        result = played(game, "Ts Ad 9c Kd", "insure")
    assert result.insurance == [(500, 1500)]
    assert result.hands == ["Ts 9c: lose 0"]


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_lost_when_the_dealer_has_no_blackjack(game: str) -> None:
    """D6: pays 2:1 against a dealer blackjack, lost otherwise."""
    result = played(game, "Ts Ad 9c 8d", "insure stand")
    assert result.insurance == [(500, 0)]
    assert result.hands == ["Ts 9c: push 1000"]


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_separate_from_the_hand(game: str) -> None:
    """D6: the hand wins while the insurance is lost."""
    result = played(game, "Ts Ad Tc 8d", "insure stand")
    assert (result.insurance, result.hands) == ([(500, 0)], ["Ts Tc: win 2000"])


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_lost_on_a_dealers_21_that_is_no_blackjack(game: str) -> None:
    """D6: a dealer blackjack, not any 21."""
    result = played(game, "Ts Ad Tc 5d 5h", "insure stand")
    assert (result.dealer, result.insurance) == ("Ad 5d 5h", [(500, 0)])


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_offered_also_to_a_player_with_a_blackjack(game: str) -> None:
    """D6: also one with a blackjack; insured it brings even money whatever the dealer holds."""
    both = played(game, "As Ad Kc Kd", "insure")
    assert (both.insurance, both.hands) == ([(500, 1500)], ["As Kc: push 1000"])
    only_mine = played(game, "As Ad Kc 9d", "insure")
    assert (only_mine.insurance, only_mine.hands) == ([(500, 0)], ["As Kc: blackjack 2500"])


@pytest.mark.parametrize("game", GAMES)
def test_insurance_that_is_declined_costs_nothing(game: str) -> None:
    """D6."""
    result = played(game, "Ts Ad 9c 8d", "decline stand")
    assert (result.insurance, result.hands) == ([], ["Ts 9c: push 1000"])


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_asked_hand_by_hand(game: str) -> None:
    """D6: solo: accept or decline per hand; half of each hand's own bet."""
    result = played(game, "Ts Js Ad 9c 9h 8d", "insure decline stand stand", main=[1000, 600])
    assert result.insurance == [(500, 0)]
    result = played(game, "Ts Js Ad 9c 9h 8d", "decline insure stand stand", main=[1000, 600])
    assert result.insurance == [(300, 0)]


@pytest.mark.parametrize("game", GAMES)
def test_insurance_can_be_decided_for_the_hands_in_any_order(game: str) -> None:
    """D6: accept or decline for all hands at once is one answer for each."""
    playing = waiting(game, "Ts Js Ad 9c 9h 8d", main=[1000, 600])
    assert list(playing.asked()) == [HandInTurn(1, PLAYER, "1"), HandInTurn(2, PLAYER, "2")]
    playing.act(2, PLAYER, Action.INSURE)
    assert list(playing.asked()) == [HandInTurn(1, PLAYER, "1")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("up", ["2d", "6d", "9d", "Td", "Jd", "Qd", "Kd"])
def test_insurance_is_offered_on_an_ace_only(game: str, up: str) -> None:
    """D6: offered on an ace up card."""
    assert why_not(game, f"Ts {up} 8c 8d", "insure") == "action/not_now"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_else_can_be_decided_while_insurance_is_asked(game: str) -> None:
    """D1: only what is legal now."""
    assert legal(game, "Ts Ad 8c 8d") == "decline insure"
    for action in ("hit", "stand", "double", "split", "surrender", "cashback=500"):
        assert why_not(game, "Ts Ad 8c 8d", action) == "action/not_now"


@pytest.mark.parametrize("game", GAMES)
def test_insurance_is_decided_once(game: str) -> None:
    """D6."""
    playing = waiting(game, "Ts Js Ad 9c 9h 8d", "insure", main=[1000, 600])
    refusal = playing.legal(1, PLAYER).why_not(Action.INSURE)
    assert refusal is not None
    assert refusal.code == "action/not_asked"


@pytest.mark.parametrize("game", NEVER_LOOKS)
def test_where_the_dealer_does_not_look_insurance_is_paid_at_the_end(game: str) -> None:
    """games.md: Free Chip and All Bets never look: the hand is played out first, insured by half the original bet."""
    result = played(game, "Ts Ad 2c Kd 5s", "insure double")
    assert result.insurance == [(500, 1500)]
    assert result.hands == ["Ts 2c 5s: lose 0"]
    assert result.stakes == [(2000, 0)]


@pytest.mark.parametrize("game", NEVER_LOOKS)
def test_insurance_pays_also_when_the_hand_is_bust(game: str) -> None:
    """D6: separate from the hand."""
    result = played(game, "Ts Ad 6c Kd Ts", "insure hit")
    assert (result.insurance, result.hands) == ([(500, 1500)], ["Ts 6c Ts: bust 0"])


@pytest.mark.parametrize("game", [FREE_CHIP, ALL_BETS])
def test_insurance_offers_can_be_switched_off(game: str) -> None:
    """D6: may be switched off in the settings; games.md: special (Free Chip)."""
    result = played(game, "Ts Ad 9c 8d", "stand", insurance=False)
    assert (result.insurance, result.hands) == ([], ["Ts 9c: push 1000"])


def test_insurance_switched_off_by_one_player_is_still_offered_to_the_others() -> None:
    """D6: to every bettor who has it on."""
    bets = [
        PositionBet(position=1, bettor="anna", main=1000, insurance=False),
        PositionBet(position=1, bettor="bruno", main=1000),
    ]
    result = finished(INFINITE, bets, "Ts Ad 9c 8d", {"bruno": "insure stand", "anna": "stand"})
    assert result.of("anna").insurance == []
    assert result.of("bruno").insurance == [(500, 0)]


def test_at_a_shared_table_everybody_decides_insurance_alone() -> None:
    """D6: every bettor; T3."""
    result = shared(INFINITE, "Ts Ad 9c Kd", {"anna": "insure", "bruno": "decline"})
    assert result.of("anna").insurance == [(500, 1500)]
    assert result.of("bruno").insurance == []
    assert result.outcomes == "lose lose"


@pytest.mark.parametrize("game", GAMES)
def test_a_main_bet_that_cannot_be_halved_is_refused_so_that_no_payment_is_rounded(game: str) -> None:
    """platform.md: only the cashback price ever needs a rounding."""
    assert refused_bets(game, *bets_of(1001)) == "bet/not_divisible"
    assert played(game, "As 9d Kc 7h", main=2).hands == ["As Kc: blackjack 5"]
