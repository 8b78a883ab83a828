"""games.md, Deal and order: who gets which card, and who is asked when."""

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
    crowd,
    finished,
    opened,
    played,
    run,
    waiting,
)
from ventuno.cards import text_of
from ventuno.play import Action, Awaits, PositionBet, Round, events as happened
from ventuno.refusal import Refusal


def order_of_cards(playing: Round, shoe: str) -> str:
    """Where each card of the shoe went."""
    run(playing, shoe)
    return " ".join(event.to for event in playing.events if isinstance(event, happened.DealtCard))


def asked(playing: Round) -> list[str]:
    """The lines that are asked now."""
    return [one.line for one in playing.asked()]


def line(playing: Round, key: str) -> str:
    return text_of(playing.positions[1].lines[key].cards)


@pytest.mark.parametrize("game", GAMES)
def test_the_player_the_dealer_the_player_and_the_dealers_hole_card(game: str) -> None:
    """games.md: deal and order."""
    result = played(game, "9s 6d 9h Tc 5h", "stand")
    assert (result.hands, result.dealer) == (["9s 9h: lose 0"], "6d Tc 5h")


@pytest.mark.parametrize("game", [FREE_CHIP, ALL_BETS])
def test_solo_one_card_to_each_hand_then_the_dealer_then_a_second_to_each_then_the_hole_card(game: str) -> None:
    """games.md: solo from the rightmost hand; D8."""
    playing = opened(game, bets_of([1000, 1000, 1000]))
    assert order_of_cards(playing, "2s 3s 4s 7d 5h 6h 8h Tc") == "1 2 3 dealer 1 2 3 dealer"


def test_seated_the_cards_go_clockwise_from_the_dealers_left_and_skip_empty_seats() -> None:
    """games.md: seated; seats are numbered from the dealer's left."""
    bets = [PositionBet(position=seat, bettor=f"player-{seat}", main=1000) for seat in (5, 2, 7)]
    playing = opened(CLASSIC, bets)
    assert order_of_cards(playing, "2s 3s 4s 7d 5h 6h 8h Tc") == "2 5 7 dealer 2 5 7 dealer"


def test_shared_both_positions_then_the_dealer_then_both_positions_then_the_hole_card() -> None:
    """games.md: shared: position(s), dealer, position(s), dealer's hole card."""
    playing = opened(CASHBACK, crowd(["anna", "bruno", "carla@2"]))
    assert order_of_cards(playing, "2s 3s 7d 5h 6h Tc") == "1 2 dealer 1 2 dealer"


def test_shared_a_position_gets_one_line_of_cards_however_many_play_it() -> None:
    """T3."""
    playing = opened(INFINITE, crowd(f"player-{number}" for number in range(1000)))
    assert order_of_cards(playing, "2s 7d 5h Tc") == "1 dealer 1 dealer"


@pytest.mark.parametrize("game", GAMES)
def test_the_second_card_of_the_dealer_and_no_other_lies_face_down(game: str) -> None:
    """games.md: deal and order."""
    playing = waiting(game, "9s 6d 8h Tc")
    dealt = [event for event in playing.events if isinstance(event, happened.DealtCard)]
    assert [event.face_down for event in dealt] == [False, False, False, True]


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_played_in_the_order_they_were_dealt(game: str) -> None:
    """games.md: play in the same order; D8."""
    result = played(game, "2s 3s 4s 7d 5h 6h 8h Tc  Td Js Qd", "hit stand hit stand hit", main=[100, 100, 100])
    assert result.hands == ["2s 5h Td: push 100", "3s 6h Js: win 200", "4s 8h Qd: bust 0"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_whose_turn_it_is_not_cannot_be_decided(game: str) -> None:
    """D8: hand after hand."""
    playing = waiting(game, "2s 3s 7d 5h 6h Tc", main=[100, 100])
    assert asked(playing) == ["1"]
    refusal = playing.act(2, PLAYER, Action.HIT)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action/not_your_turn"


@pytest.mark.parametrize("game", [CLASSIC, FREE_CHIP])
def test_a_free_split_deals_a_second_card_to_both_hands_at_once_the_first_dealt_card_first(game: str) -> None:
    """games.md: a split deals the second card to both hands at once; D8."""
    playing = waiting(game, "8c 6d 8h Tc 2s 3s", "free-split")
    assert (line(playing, "1a"), line(playing, "1b")) == ("8c 2s", "8h 3s")
    assert asked(playing) == ["1a"]


@pytest.mark.parametrize("game", [INFINITE, ALL_BETS, CASHBACK])
def test_a_split_deals_a_second_card_to_both_hands_at_once_and_plays_out_the_first_one_first(game: str) -> None:
    """games.md: a split deals the second card to both hands at once; D8."""
    result = played(game, "8c 6d 8h Tc  2s 3s  9s  7d  5d", "split hit stand hit stand")
    assert result.hands == ["8c 2s 9s: lose 0", "8h 3s 7d: lose 0"]
    assert result.dealer == "6d Tc 5d"


def test_of_three_hands_after_two_splits_the_one_with_the_first_dealt_card_is_played_first() -> None:
    """games.md: Free Chip's book: 8 of clubs, 8 of hearts, then an 8 of diamonds to the clubs."""
    playing = waiting(FREE_CHIP, "8c 6d 8h Tc  8d 2s  3s 4s", "free-split free-split")
    assert asked(playing) == ["1aa"]
    assert [line(playing, key) for key in ("1aa", "1ab", "1b")] == ["8c 3s", "8d 4s", "8h 2s"]


@pytest.mark.parametrize("game", GAMES)
def test_with_an_ace_up_insurance_is_asked_before_anything_else(game: str) -> None:
    """games.md: ace up: insurance, then the dealer looks."""
    playing = waiting(game, "9s Ad 8h Tc")
    assert set(playing.legal(1, PLAYER)) == {Action.INSURE, Action.DECLINE}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("up", ["Td", "Jd", "Qd", "Kd"])
def test_with_a_ten_up_there_is_no_insurance_and_no_look(game: str, up: str) -> None:
    """games.md: ten up: no insurance, no look."""
    playing = waiting(game, f"9s {up} 8h Ac")
    assert Action.HIT in playing.legal(1, PLAYER)
    assert not any(isinstance(event, happened.LookedUnder) for event in playing.events)


@pytest.mark.parametrize("game", GAMES)
def test_a_natural_is_never_asked_for_a_decision(game: str) -> None:
    """games.md: a player's 21 is never asked; D5."""
    assert played(game, "As 6d Kh Tc").hands == ["As Kh: blackjack 2500"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("third", ["9d", "9h"])
def test_a_hand_that_reaches_21_is_never_asked_again(game: str, third: str) -> None:
    """D5."""
    result = played(game, f"7s 6d 5h Tc {third} 5s", "hit")
    assert result.hands == [f"7s 5h {third}: push 1000"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_reaches_a_soft_21_is_never_asked_again(game: str) -> None:
    """D5; Infinite's book says it of the soft 21."""
    result = played(game, "As 6d 5h Tc 5s 2s", "hit")
    assert result.hands == ["As 5h 5s: win 2000"]


@pytest.mark.parametrize("game", GAMES)
def test_a_split_hand_that_gets_21_is_never_asked(game: str) -> None:
    """D5: only the second of the two hands is asked."""
    result = played(game, "Ks 6d Kh Tc  As 9s  5d", "split stand")
    assert result.hands == ["Ks As: push 1000", "Kh 9s: lose 0"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hand_that_is_bust_is_never_asked_again(game: str) -> None:
    """games.md: deal and order."""
    assert played(game, "Ks 6d 6h Tc Qd", "hit").hands == ["Ks 6h Qd: bust 0"]


@pytest.mark.parametrize("game", GAMES)
def test_the_round_is_over_when_it_is_settled_and_takes_no_card_and_no_decision(game: str) -> None:
    """games.md: deal and order."""
    playing = finished(game, bets_of(), "Ks 6d 6h Tc Qd", "hit", together=False).round
    assert playing.awaits is Awaits.NOTHING
    refusal = playing.act(1, PLAYER, Action.HIT)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action/not_now"
    with pytest.raises(RuntimeError):
        playing.deal(playing.dealer.cards[0])
