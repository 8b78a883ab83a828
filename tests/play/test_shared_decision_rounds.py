"""games.md, Shared decision rounds; T3: everybody on a position plays the same line of cards."""

from __future__ import annotations

import pytest

from tests.table import CASHBACK, INFINITE, Result, crowd, finished, opened, run, shared, waiting
from ventuno.cards import text_of
from ventuno.play import Action, Awaits, HandInTurn, PositionBet, Round, events as happened
from ventuno.refusal import Refusal

SHARED = [INFINITE, CASHBACK]


def together(game: str, shoe: str, **scripts: str) -> Round:
    """A shared round that waits for the next decision."""
    return waiting(game, shoe, scripts, bets=crowd(scripts), together=True)


def dealt_to(playing: Round) -> str:
    return " ".join(event.to for event in playing.events if isinstance(event, happened.DealtCard))


def asked(playing: Round) -> list[str]:
    return [f"{one.bettor}:{one.line}" for one in playing.asked()]


@pytest.mark.parametrize("game", SHARED)
def test_all_players_of_a_position_are_asked_at_the_same_time(game: str) -> None:
    """games.md: all players of a position decide at the same time."""
    playing = together(game, "Ts 9d 2c 9h", anna="", bruno="", carla="")
    assert asked(playing) == ["anna:1", "bruno:1", "carla:1"]


@pytest.mark.parametrize("game", SHARED)
def test_they_may_answer_in_any_order_and_no_card_is_dealt_before_the_last_answer(game: str) -> None:
    """games.md: all decide at the same time, then one card is dealt."""
    playing = together(game, "Ts 9d 2c 9h", anna="", bruno="", carla="")
    playing.act(1, "carla", Action.HIT)
    playing.act(1, "anna", Action.STAND)
    assert playing.awaits is Awaits.DECISION
    assert asked(playing) == ["bruno:1"]
    playing.act(1, "bruno", Action.HIT)
    assert (playing.awaits, playing.next_card_to) == (Awaits.CARD, "1")


@pytest.mark.parametrize("game", SHARED)
def test_nobody_decides_twice_in_one_round_of_decisions(game: str) -> None:
    """games.md: shared decision rounds."""
    playing = together(game, "Ts 9d 2c 9h", anna="", bruno="")
    playing.act(1, "anna", Action.HIT)
    refusal = playing.act(1, "anna", Action.HIT)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action/not_asked"


@pytest.mark.parametrize("game", SHARED)
def test_everybody_who_asks_gets_the_same_card_and_who_stood_keeps_the_shorter_hand(game: str) -> None:
    """T3."""
    result = shared(game, "Ts 9d 2c 9h 7s", {"anna": "hit stand", "bruno": "stand", "carla": "hit stand"})
    assert result.hands == ["Ts 2c 7s: win 2000", "Ts 2c: lose 0", "Ts 2c 7s: win 2000"]


@pytest.mark.parametrize("game", SHARED)
def test_who_doubles_holds_the_same_card_as_who_hits_and_is_out_of_further_rounds(game: str) -> None:
    """games.md: one card is dealt to the common line (hit or double) and everybody who asked holds it."""
    result = shared(game, "Ts 9d 2c 9h 5s 4s", {"anna": "double", "bruno": "hit hit"})
    assert result.hands == ["Ts 2c 5s: lose 0", "Ts 2c 5s 4s: win 2000"]
    assert result.stakes == [(2000, 0), (1000, 0)]
    playing = together(game, "Ts 9d 2c 9h 5s", anna="double", bruno="hit")
    assert asked(playing) == ["bruno:1"]


@pytest.mark.parametrize("game", SHARED)
def test_who_is_bust_or_has_21_is_out_of_further_rounds(game: str) -> None:
    """games.md: a player who bust is out; D5."""
    assert shared(game, "Ts 9d 2c 9h Ks", {"anna": "hit", "bruno": "stand"}).outcomes == "bust lose"
    assert shared(game, "Ts 9d 2c 9h 9s", {"anna": "hit", "bruno": "stand"}).outcomes == "win lose"


@pytest.mark.parametrize("game", SHARED)
def test_all_who_split_share_the_two_split_lines(game: str) -> None:
    """games.md: the two split lines open (their second cards dealt at once) and are shared by all who split."""
    scripts = {"anna": "split stand stand", "bruno": "stand", "carla": "split stand hit stand"}
    result = shared(game, "8s 9d 8c 9h Ts 3s 8h", scripts)
    assert result.of("anna").hands == ["8s Ts: push 1000", "8c 3s: lose 0"]
    assert result.of("bruno").hands == ["8s 8c: lose 0"]
    assert result.of("carla").hands == ["8s Ts: push 1000", "8c 3s 8h: win 2000"]


@pytest.mark.parametrize("game", SHARED)
def test_the_common_line_gets_its_card_first_and_then_the_split_lines_get_theirs(game: str) -> None:
    """games.md: one card to the common line; if anybody split, the two split lines open."""
    playing = together(game, "8s 9d 8c 9h 2s 3s 4s", anna="split", bruno="hit")
    assert dealt_to(playing) == "1 dealer 1 dealer 1 1a 1b"
    lines = playing.positions[1].lines
    assert [text_of(lines[key].cards) for key in ("1", "1a", "1b")] == ["8s 8c 2s", "8s 3s", "8c 4s"]


@pytest.mark.parametrize("game", SHARED)
def test_each_split_line_goes_on_in_the_same_way(game: str) -> None:
    """games.md: each split line then goes on in the same way: one card for all who asked for it."""
    playing = together(game, "8s 9d 8c 9h 2s 3s", anna="split", bruno="split")
    assert asked(playing) == ["anna:1a", "anna:1b", "bruno:1a", "bruno:1b"]
    scripts = {"anna": "split hit hit stand stand", "bruno": "split hit stand stand"}
    result = shared(game, "8s 9d 8c 9h 2s 3s 7s 7h", scripts)
    assert result.of("anna").hands == ["8s 2s 7s: lose 0", "8c 3s 7h: push 1000"]
    assert result.of("bruno").hands == ["8s 2s 7s: lose 0", "8c 3s: lose 0"]


@pytest.mark.parametrize("game", SHARED)
def test_the_round_ends_when_nobody_is_left_to_decide(game: str) -> None:
    """games.md: shared decision rounds."""
    result = shared(game, "Ts 6d 2c Th 3h", {"anna": "stand", "bruno": "stand"})
    assert (result.dealer, result.outcomes) == ("6d Th 3h", "lose lose")


@pytest.mark.parametrize("game", SHARED)
def test_a_position_that_is_a_natural_is_asked_nothing(game: str) -> None:
    """D5; T3: everybody on it has the blackjack."""
    assert shared(game, "As 9d Kc 9h", {"anna": "", "bruno": ""}).hands == ["As Kc: blackjack 2500"] * 2


@pytest.mark.parametrize("game", SHARED)
def test_each_is_paid_for_the_own_stake(game: str) -> None:
    """T3: stakes are paid arithmetically."""
    bets = [PositionBet(position=1, bettor=f"p{n}", main=100 * n) for n in range(1, 6)]
    result = finished(game, bets, "Ts 9d Tc 9h", {f"p{n}": "stand" for n in range(1, 6)})
    assert result.hands == [f"Ts Tc: win {200 * n}" for n in range(1, 6)]


def test_cashback_the_two_positions_are_played_at_the_same_table_with_cards_of_their_own() -> None:
    """games.md: table: shared live, 2 positions."""
    scripts = {"anna@1": "hit stand", "bruno@2": "hit stand", "anna@2": "stand"}
    result = shared(CASHBACK, "Ts 5s 9d 2c 4c 9h  7s 9s", scripts)
    assert result.of("anna", 1).hands == ["Ts 2c 7s: win 2000"]
    assert result.of("bruno").hands == ["5s 4c 9s: push 1000"]
    assert result.of("anna", 2).hands == ["5s 4c: lose 0"]


@pytest.mark.parametrize("game", SHARED)
def test_a_hand_is_judged_once_however_many_hold_it(game: str) -> None:
    """T3: without a rule being evaluated once a player."""

    def evaluations(players: int) -> int:
        names = [f"p{n}" for n in range(players)]
        scripts = {name: ("hit stand", "stand", "double")[n % 3] for n, name in enumerate(names)}
        settlement = shared(game, "Ts 9d 2c 9h 7s", scripts).round.settlement
        assert settlement is not None
        return settlement.evaluations

    assert evaluations(3) == evaluations(300) == 3


@pytest.mark.parametrize("game", SHARED)
def test_a_players_result_does_not_hang_on_what_the_others_do(game: str) -> None:
    """T3: each decides alone: the same hand is paid the same, beside any others."""
    alone = shared(game, "Ts 9d 2c 9h 7s", {"anna": "hit stand"})
    with_others = shared(game, "Ts 9d 2c 9h 7s Ks", {"anna": "hit stand", "bruno": "hit hit", "carla": "stand"})
    assert alone.hands == with_others.of("anna").hands


def test_the_choices_of_those_in_exactly_this_situation_are_counted() -> None:
    """D7: same cards, same options: those who have two cards and those who have three are counted apart."""
    playing = together(INFINITE, "Ts 9d 2c 9h", anna="hit", bruno="stand", carla="")
    assert playing.shares(1, "carla", "1") == {Action.HIT: 1, Action.STAND: 1}
    playing = together(INFINITE, "Ts 9d 2c 9h 3s", anna="hit", bruno="hit", carla="stand")
    assert playing.shares(1, "anna", "1") == {}
    playing.act(1, "anna", Action.STAND)
    assert playing.shares(1, "bruno", "1") == {Action.STAND: 1}


def test_the_choices_for_a_split_hand_do_not_hang_on_those_for_the_other_one() -> None:
    """D7: same cards, same options, in whatever order the two hands are decided."""
    playing = together(INFINITE, "8s 9d 8c 9h 2s 3s", anna="split", bruno="split", carla="split", dario="split")
    playing.act(1, "anna", Action.HIT, "1b")
    playing.act(1, "bruno", Action.STAND, "1a")
    playing.act(1, "bruno", Action.HIT, "1b")
    playing.act(1, "carla", Action.HIT, "1a")
    playing.act(1, "carla", Action.STAND, "1b")
    assert playing.shares(1, "dario", "1b") == {Action.HIT: 2, Action.STAND: 1}
    playing.act(1, "dario", Action.STAND, "1a")
    assert playing.shares(1, "dario", "1b") == {Action.HIT: 2, Action.STAND: 1}


def test_the_choices_of_those_who_have_other_options_are_counted_apart() -> None:
    """D7: same options: golden chips have no cashback (K3)."""
    bets = [*crowd(["anna", "bruno"]), PositionBet(position=1, bettor="carla", main=0, golden=1000)]
    playing = waiting(CASHBACK, "Ts 9d 2c 9h", {"anna": "cashback=400"}, bets=bets, together=True)
    assert playing.shares(1, "bruno", "1") == {Action.CASHBACK: 1}
    assert playing.shares(1, "carla", "1") == {}


@pytest.mark.parametrize("game", SHARED)
def test_a_shared_table_takes_many_players_and_pays_them_all(game: str) -> None:
    """T3: any number of players on the same position and the same cards."""
    names = [f"p{n}" for n in range(2000)]
    playing = opened(game, crowd(names))
    run(playing, "Ts 9d 2c 9h", {})
    for n, name in enumerate(names):
        playing.act(1, name, Action.HIT if n % 2 else Action.STAND)
    run(playing, "9s", {})
    result = Result(playing, playing.bets)
    assert playing.awaits is Awaits.NOTHING
    assert result.of("p0").hands == ["Ts 2c: lose 0"]
    assert result.of("p1999").hands == ["Ts 2c 9s: win 2000"]
    assert playing.events[-1] == happened.RoundSettled(2_000_000, 2_000_000)


def test_who_has_no_bet_is_not_asked() -> None:
    """T3."""
    playing = together(INFINITE, "Ts 9d 2c 9h", anna="")
    refusal = playing.act(1, "bruno", Action.HIT)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action/no_bet"
    assert list(playing.asked()) == [HandInTurn(1, "anna", "1")]


# -- many at once -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHARED)
@pytest.mark.parametrize("action", [Action.HIT, Action.STAND])
def test_a_decision_of_many_alike_is_the_decision_of_each(game: str, action: Action) -> None:
    """T3: however they are taken in, the same has happened."""
    names = ("anna", "bruno", "carla")
    one_by_one, alike = (together(game, "Ts 9d 2c 9h", **dict.fromkeys(names, "")) for _ in range(2))
    for name in names:
        one_by_one.act(1, name, action, "1")
    assert alike.act_alike(1, names, action, "1") is None
    assert alike.events == one_by_one.events
    assert (alike.awaits, alike.next_card_to) == (one_by_one.awaits, one_by_one.next_card_to)
    assert alike.shares(1, "anna", "1") == one_by_one.shares(1, "anna", "1") == {action: 3}


@pytest.mark.parametrize("game", SHARED)
def test_who_has_not_decided_with_the_others_is_still_asked(game: str) -> None:
    """games.md: shared decision rounds."""
    playing = together(game, "Ts 9d 2c 9h", anna="", bruno="", carla="")
    playing.act_alike(1, ["anna", "carla"], Action.STAND, "1")
    assert asked(playing) == ["bruno:1"]
    refusal = playing.act_alike(1, ["anna", "carla"], Action.STAND, "1")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "action/not_asked"
    assert asked(playing) == ["bruno:1"]


@pytest.mark.parametrize(
    ("names", "code"),
    [(["bruno", "anna"], "not_asked"), (["bruno", "bruno"], "not_asked"), (["bruno", "dora"], "no_bet")],
    ids=["who-has-decided", "the-same-twice", "who-has-no-bet"],
)
def test_what_one_of_many_may_not_decide_none_of_them_has_decided(names: list[str], code: str) -> None:
    playing = together(INFINITE, "Ts 9d 2c 9h", anna="", bruno="", carla="")
    playing.act(1, "anna", Action.STAND)
    refusal = playing.act_alike(1, names, Action.STAND, "1")
    assert isinstance(refusal, Refusal)
    assert refusal.code == f"action/{code}"
    assert asked(playing) == ["bruno:1", "carla:1"]


def test_many_who_hold_something_else_decide_the_same_at_once_each_with_the_own_chips() -> None:
    """K3: with golden chips on the hand, on another one, or with none."""
    bets = [*crowd(["anna"]), PositionBet(position=1, bettor="carla", main=0, golden=1000)]
    golden = waiting(CASHBACK, "Ts 9d 2c 9h", {"anna": "", "carla": ""}, bets=bets, together=True)
    assert golden.act_alike(1, ["anna", "carla"], Action.STAND, "1") is None
    assert [golden.shares(1, name, "1") for name in ("anna", "carla")] == [{Action.STAND: 1}] * 2


@pytest.mark.parametrize("action", [Action.DOUBLE, Action.SPLIT, Action.CASHBACK])
def test_what_costs_or_brings_something_is_decided_one_by_one(action: Action) -> None:
    playing = together(CASHBACK, "Ts 9d Tc 9h", anna="", bruno="")
    with pytest.raises(ValueError, match="one by one"):
        playing.act_alike(1, ["anna", "bruno"], action, "1")
