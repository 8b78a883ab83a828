"""style.md, point 4: refusals are values with stable codes, a sentence and data, and change nothing."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, bets_of, opened, refused_bets, waiting
from ventuno.play import Action, PositionBet
from ventuno.refusal import Refusal, RefusalRaised


def bet(position: int = 1, bettor: str = "anna", main: int = 1000, **more: object) -> PositionBet:
    return PositionBet(position=position, bettor=bettor, main=main, **more)  # type: ignore[arg-type]


def refusal_of(game: str, *bets: PositionBet) -> Refusal:
    with pytest.raises(RefusalRaised) as caught:
        opened(game, bets)
    return caught.value.refusal


@pytest.mark.parametrize("game", GAMES)
def test_a_round_without_a_bet_is_refused(game: str) -> None:
    """B1: not betting skips the round."""
    assert refused_bets(game) == "bet/none"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("main", [0, -2, -1000])
def test_a_main_bet_of_nothing_is_refused(game: str, main: int) -> None:
    """B2."""
    assert refused_bets(game, bet(main=main)) == "bet/not_positive"


@pytest.mark.parametrize("game", GAMES)
def test_two_bets_of_one_player_on_one_hand_are_refused(game: str) -> None:
    """One stake a spot."""
    assert refused_bets(game, bet(), bet(main=2000)) == "bet/twice"


@pytest.mark.parametrize(
    ("game", "positions"), [(CLASSIC, 7), (FREE_CHIP, 3), (INFINITE, 3), (ALL_BETS, 3), (CASHBACK, 3)]
)
def test_there_are_as_many_hands_as_the_table_has(game: str, positions: int) -> None:
    """games.md: table: 7 seats; 1 to 3 hands (a shared game played solo-style has three as well)."""
    assert refused_bets(game, bet(0)) == "bet/no_such_position"
    refusal = refusal_of(game, bet(positions + 1))
    assert (refusal.code, refusal.data) == ("bet/no_such_position", {"positions": positions})
    assert opened(game, [bet(positions)])


@pytest.mark.parametrize("name", ["", "two words", "a=b", "tab\tbed", "new\nline", "x" * 65])
def test_a_name_that_a_transcript_could_not_hold_is_refused(name: str) -> None:
    """The text form of a round is read back word by word."""
    assert refused_bets(CLASSIC, bet(bettor=name)) == "bet/bad_name"


@pytest.mark.parametrize("game", GAMES)
def test_a_bet_so_large_that_a_crowds_sum_could_overflow_is_refused(game: str) -> None:
    """style.md: limits on everything."""
    assert refused_bets(game, bet(main=10**10 + 2)) == "bet/too_large"
    assert opened(game, [bet(main=10**10)])


@pytest.mark.parametrize(("notation", "step"), [("6D", 2), ("6D BJ6:5", 10), ("6D BJ7:5", 10), ("6D BJ1:1", 2)])
def test_a_bet_that_some_price_could_not_pay_in_whole_minor_units_is_refused(notation: str, step: int) -> None:
    """platform.md: money is integer minor units end to end, and nothing but the cashback price is rounded."""
    refusal = refusal_of(notation, bet(main=step + 1))
    assert (refusal.code, refusal.data) == ("bet/not_divisible", {"step": step})
    assert opened(notation, [bet(main=step)])


def test_an_unknown_side_bet_is_refused_with_those_on_offer() -> None:
    """games.md: side bets."""
    refusal = refusal_of(CLASSIC, bet(sides={"buster": 100}))
    assert (refusal.code, refusal.data) == ("bet/unknown_side_bet", {"offered": ["perfect-pairs", "21+3"]})
    assert refusal_of("6D", bet(sides={"21+3": 100})).data == {"offered": []}


def test_the_progressive_is_refused_with_its_only_stake() -> None:
    """side-bets.md: Progressive: stake exactly 1 unit."""
    refusal = refusal_of(ALL_BETS, bet(sides={"progressive": 200}))
    assert (refusal.code, refusal.data) == ("bet/exact_stake", {"stake": 100})


@pytest.mark.parametrize("game", GAMES)
def test_every_refused_action_says_why_and_changes_nothing(game: str) -> None:
    """D1; the refused action may be followed by any legal one as if it had never been said."""
    playing = waiting(game, "Ts 9d 6c 9h")
    before = list(playing.events)
    for action in Action:
        refusal = playing.legal(1, "anna").why_not(action)
        if refusal is not None:
            answer = playing.act(1, "anna", action)
            assert isinstance(answer, Refusal)
            assert answer.code.startswith("action/")
            assert answer.why
    assert playing.events == before
    assert not isinstance(playing.act(1, "anna", Action.STAND), Refusal)


@pytest.mark.parametrize("game", GAMES)
def test_decisions_are_refused_while_cards_are_dealt(game: str) -> None:
    """games.md: deal and order."""
    playing = opened(game, bets_of())
    answer = playing.act(1, "anna", Action.HIT)
    assert isinstance(answer, Refusal)
    assert answer.code == "action/not_now"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("position", "bettor", "line", "code"),
    [
        (2, "anna", None, "action/no_bet"),
        (1, "bruno", None, "action/no_bet"),
        (1, "anna", "1a", "action/not_asked"),
        (1, "anna", "nonsense", "action/not_asked"),
    ],
)
def test_only_whoever_is_asked_decides(game: str, position: int, bettor: str, line: str | None, code: str) -> None:
    """D1."""
    answer = waiting(game, "Ts 9d 6c 9h").act(position, bettor, Action.HIT, line)
    assert isinstance(answer, Refusal)
    assert answer.code == code


@pytest.mark.parametrize("game", GAMES)
def test_a_card_nobody_awaits_is_a_fault_of_the_program_and_no_refusal(game: str) -> None:
    """style.md: exceptions are for programming and data faults."""
    playing = waiting(game, "Ts 9d 6c 9h")
    with pytest.raises(RuntimeError):
        playing.deal(playing.dealer.cards[0])
