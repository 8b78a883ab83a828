"""D1: only what is legal now is enabled: the whole set of actions, situation by situation and game by game."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, PLAYER, legal, waiting
from ventuno.play import Action
from ventuno.refusal import Refusal

# Situation: the cards (dealer 9 up, 9 in the hole), then what may be decided in each game.
SITUATIONS = [
    (
        "a hard 16",
        ("Ts 9d 6c 9h", ""),
        "double hit stand",
        "double hit stand",
        "double hit stand",
        "double hit stand",
        "cashback double hit stand",
    ),
    (
        "a hard 11",
        ("6s 9d 5c 9h", ""),
        "free-double hit stand",
        "free-double hit stand",
        "double hit stand",
        "double hit stand",
        "cashback double hit stand",
    ),
    (
        "a soft 19",
        ("As 9d 8c 9h", ""),
        "double hit stand",
        "double hit stand",
        "double hit stand",
        "double hit stand",
        "cashback double hit stand",
    ),
    (
        "a pair of eights",
        ("8s 9d 8c 9h", ""),
        "double free-split hit stand",
        "double free-split hit stand",
        "double hit split stand",
        "double hit split stand",
        "cashback double hit split stand",
    ),
    (
        "a pair of fives",
        ("5s 9d 5c 9h", ""),
        "free-double free-split hit stand",
        "free-double free-split hit stand",
        "double hit split stand",
        "double hit split stand",
        "cashback double hit split stand",
    ),
    (
        "a pair of aces",
        ("As 9d Ac 9h", ""),
        "double free-split hit stand",
        "double free-split hit stand",
        "double hit split stand",
        "double hit split stand",
        "cashback double hit split stand",
    ),
    (
        "a ten and a king",
        ("Ts 9d Kc 9h", ""),
        "double hit split stand",
        "double hit split stand",
        "double hit split stand",
        "double hit split stand",
        "cashback double hit split stand",
    ),
    (
        "three cards",
        ("2s 9d 3c 9h 4s", "hit"),
        "hit stand",
        "hit stand",
        "hit stand",
        "hit stand",
        "cashback hit stand",
    ),
    (
        "a hand after a split of tens",
        ("Ts 9d Kc 9h 2s 3s", "split"),
        "hit stand",
        "double hit stand",
        "hit stand",
        "double hit stand",
        "cashback double hit stand",
    ),
    (
        "two tens after a split of tens",
        ("Ts 9d Kc 9h Qs 3s", "split"),
        "hit stand",
        "double hit split stand",
        "hit stand",
        "double hit stand",
        "cashback double hit stand",
    ),
    (
        "an ace up, before insurance is decided",
        ("Ts Ad 6c 9h", ""),
        "decline insure",
        "decline insure",
        "decline insure",
        "decline insure",
        "decline insure",
    ),
    (
        "an ace up, after insurance",
        ("Ts Ad 6c 9h", "decline"),
        "double hit stand",
        "double hit stand",
        "double hit stand",
        "double hit stand",
        "cashback double hit stand",
    ),
]
CASES = [
    pytest.param(game, shoe, script, said, id=f"{name}-{game}")
    for name, (shoe, script), *by_game in SITUATIONS
    for game, said in zip(GAMES, by_game, strict=True)
]


@pytest.mark.parametrize(("game", "shoe", "script", "said"), CASES)
def test_what_may_be_decided(game: str, shoe: str, script: str, said: str) -> None:
    """D1; games.md: double, free double, split, free split, split aces, insurance, special."""
    assert legal(game, shoe, script) == said


@pytest.mark.parametrize(
    ("script", "game", "said"),
    [
        ("free-split", CLASSIC, "hit stand"),
        ("free-split", FREE_CHIP, "free-double hit stand"),
        ("split", INFINITE, "hit stand"),
        ("split", ALL_BETS, "double hit stand"),
        ("split", CASHBACK, "cashback double hit stand"),
    ],
)
def test_what_may_be_decided_for_a_hard_11_after_a_split(script: str, game: str, said: str) -> None:
    """D1; games.md: double, free double."""
    assert legal(game, "8s 9d 8c 9h 3s 2s", script) == said


@pytest.mark.parametrize(
    ("script", "game", "said"),
    [
        ("free-split", CLASSIC, "hit stand"),
        ("free-split", FREE_CHIP, "double free-split hit stand"),
        ("split", INFINITE, "hit stand"),
        ("split", ALL_BETS, "double hit stand"),
        ("split", CASHBACK, "cashback double hit stand"),
    ],
)
def test_what_may_be_decided_for_a_pair_after_a_split(script: str, game: str, said: str) -> None:
    """D1; games.md: split, free split."""
    assert legal(game, "8s 9d 8c 9h 8d 2s", script) == said


@pytest.mark.parametrize(
    ("notation", "said"),
    [
        ("6D", "double hit split stand"),
        ("6D LS", "double hit split stand surrender"),
        ("6D ES", "double hit split stand surrender"),
        ("6D SPL0", "double hit stand"),
        ("6D D10", "hit split stand"),
        ("6D FREE", "double free-split hit stand"),
        ("6D FREE D10 SPL0", "hit stand"),
    ],
)
def test_what_may_be_decided_by_notation(notation: str, said: str) -> None:
    """The notation's tokens, for a pair of eights against a nine."""
    assert legal(notation, "8s 9d 8c 9h") == said


def test_legal_actions_are_a_set_that_says_why_not() -> None:
    """style.md: a set-like (iterate, in, truthy, readable repr), with a reason for each refusal."""
    playing = waiting(INFINITE, "Ts 9d 6c 9h")
    actions = playing.legal(1, PLAYER)
    assert set(actions) == {Action.HIT, Action.STAND, Action.DOUBLE}
    assert Action.HIT in actions
    assert Action.SPLIT not in actions
    assert "nonsense" not in actions
    assert len(actions) == 3
    assert actions
    assert repr(actions) == "<LegalActions: hit stand double>"
    assert actions & {Action.HIT, Action.SPLIT} == {Action.HIT}
    assert actions.why_not(Action.HIT) is None
    reasons = {action: actions.why_not(action) for action in Action if action not in actions}
    assert {action: refusal.code for action, refusal in reasons.items() if refusal} == {
        Action.SPLIT: "action/not_a_pair",
        Action.FREE_DOUBLE: "action/not_offered",
        Action.FREE_SPLIT: "action/not_offered",
        Action.SURRENDER: "action/not_offered",
        Action.CASHBACK: "action/not_offered",
        Action.INSURE: "action/not_now",
        Action.DECLINE: "action/not_now",
    }
    assert all(refusal and refusal.why for refusal in reasons.values())


def test_where_nobody_is_asked_nothing_is_legal_and_the_reason_is_said() -> None:
    """D1."""
    playing = waiting(INFINITE, "Ts Ts 9d 6c 6h 9h", main=[1000, 1000])
    actions = playing.legal(2, PLAYER)
    assert not actions
    assert repr(actions) == "<LegalActions: none>"
    refusal = actions.why_not(Action.HIT)
    assert refusal is not None
    assert refusal.code == "action/not_your_turn"


@pytest.mark.parametrize("game", GAMES)
def test_what_is_legal_is_accepted_and_what_is_not_is_refused_with_the_same_reason(game: str) -> None:
    """D1: the set and the act never disagree."""
    for shoe, script in {situation for _, situation, *_ in SITUATIONS}:
        for action in Action:
            playing = waiting(game, shoe, script)
            asked = next(playing.asked())
            why_not = playing.legal(*asked).why_not(action)
            answer = playing.act(asked.position, asked.bettor, action, asked.line, price=100)
            code = answer.code if isinstance(answer, Refusal) else None
            assert code == (why_not.code if why_not else None)
