"""D3; games.md: no decision in time."""

from __future__ import annotations

import pytest

from tests.table import CASHBACK, CLASSIC, INFINITE, bets_of, crowd, finished, opened, played, shared, waiting

HIT_TO_11 = [CLASSIC, INFINITE]


@pytest.mark.parametrize("game", HIT_TO_11)
@pytest.mark.parametrize(
    ("mine", "third"), [("2s 3c", "Ts"), ("4s 4c", "9s"), ("6s 5c", "2s"), ("5s 5c", "5h"), ("2s 9c", "4h")]
)
def test_a_total_up_to_11_hits(game: str, mine: str, third: str) -> None:
    """D3: total <= 11 hits, above stands; a free double or split is not taken for anybody."""
    first, second = mine.split()
    result = played(game, f"{first} 9d {second} 9h {third}", "time time")
    assert result.hands == [f"{first} {second} {third}: lose 0"]
    assert result.stakes == [(1000, 0)]


@pytest.mark.parametrize("game", HIT_TO_11)
@pytest.mark.parametrize("mine", ["Ts 2c", "6s 6c", "Ts 7c", "As 2c", "As Ac"])
def test_a_total_above_11_stands(game: str, mine: str) -> None:
    """D3: a pair of aces is a soft 12, so it stands."""
    first, second = mine.split()
    assert played(game, f"{first} 9d {second} 9h", "time").hands == [f"{first} {second}: lose 0"]


@pytest.mark.parametrize("mine", ["2s 3c", "6s 5c", "6s 6c", "Ts 7c", "As 2c"])
def test_cashback_always_stands(mine: str) -> None:
    """D3: Cashback: always stands."""
    first, second = mine.split()
    assert played(CASHBACK, f"{first} 9d {second} 9h", "time").hands == [f"{first} {second}: lose 0"]


@pytest.mark.parametrize("game", HIT_TO_11)
def test_it_is_decided_again_at_every_card(game: str) -> None:
    """D3."""
    assert played(game, "2s 9d 3c 9h 2h 4h 7h", "time time time time").hands == ["2s 3c 2h 4h 7h: push 1000"]


@pytest.mark.parametrize("game", [CLASSIC, INFINITE, CASHBACK])
def test_an_insurance_that_is_not_answered_is_declined(game: str) -> None:
    """D6."""
    assert played(game, "Ts Ad 9c Kh", "time").insurance == []


def test_in_turn_only_the_hand_that_is_asked_is_decided_for() -> None:
    """D3 at a seated table: the next hand has its own time."""
    playing = waiting(CLASSIC, "Ts Js 9d 2c 3c 9h", "time", main=[1000, 1000])
    assert [one.line for one in playing.asked()] == ["2"]


@pytest.mark.parametrize("game", HIT_TO_11)
def test_after_a_split_each_hand_is_decided_for_alone(game: str) -> None:
    """D3."""
    split = "free-split" if game == CLASSIC else "split"
    result = played(game, "8s 9d 8c 9h 2s Ts 3h", f"{split} time time time")
    assert [hand.rsplit(":")[0] for hand in result.hands] == ["8s 2s 3h", "8c Ts"]


def test_at_a_shared_table_only_those_who_have_not_decided_are_decided_for() -> None:
    """D3; games.md: shared decision rounds."""
    bets = crowd(["anna", "bruno", "carla"])
    playing = waiting(INFINITE, "6s 9d 5c 9h", {"anna": "stand", "bruno": "double"}, bets=bets, together=True)
    assert [one.bettor for one in playing.asked()] == ["carla"]
    result = finished(INFINITE, bets, "6s 9d 5c 9h Ts", {"anna": "stand", "bruno": "double", "carla": "time"})
    assert result.hands == ["6s 5c: lose 0", "6s 5c Ts: win 4000", "6s 5c Ts: win 2000"]


def test_at_a_shared_table_a_split_player_who_falls_silent_is_decided_for_on_both_hands() -> None:
    """D3: each hand by its own total."""
    result = shared(INFINITE, "8s 9d 8c 9h 2s Ts 9s", {"anna": "split time stand"})
    assert result.hands == ["8s 2s 9s: win 2000", "8c Ts: push 1000"]


def test_nobody_is_decided_for_while_cards_are_dealt() -> None:
    """D3: time runs out for a decision only."""
    playing = opened(CLASSIC, bets_of())
    with pytest.raises(RuntimeError):
        playing.close()
