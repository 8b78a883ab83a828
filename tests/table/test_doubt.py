"""E1: after a fault of the program the round is what its stored events say, or void; never anything else."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from desk import SUPERVISOR, Desk, Odds
from hypothesis import given, settings, strategies as st

from ventuno.bank import RecordEvents, SettleRound
from ventuno.cards import DECK, text_of
from ventuno.play import Round, rebuild
from ventuno.protocol import events as wire
from ventuno.protocol.commands import Bet, Decide, Insure
from ventuno.protocol.messages import Refused
from ventuno.table.betting import Betting
from ventuno.table.port import Resume, Void
from ventuno.table.records import played
from ventuno.table.settling import Settling, returned

PLAYERS = (1, 2, 3)
FIVE_SIX = "5s 6h 6d Tc 9d 8c 5s 6h 6d Tc 9d 8c"


class Broken(Exception):
    """A mistake in the program."""


def dealt(game: str = "infinite", script: str = FIVE_SIX) -> Desk:
    desk = Desk(game, script, players=PLAYERS, odds=Odds())
    for player in PLAYERS:
        desk.do(player, Bet("1/main", 1_000))
    desk.wait_for("decisions")
    return desk


def breaks(monkeypatch: pytest.MonkeyPatch, kind: type, name: str, *, after: bool = False) -> None:
    """The next call fails: before it has done anything, or after it has done it."""
    works: Callable[..., Any] = getattr(kind, name)

    def once(*args: Any, **named: Any) -> Any:
        monkeypatch.setattr(kind, name, works)
        if after:
            works(*args, **named)
        raise Broken(name)

    monkeypatch.setattr(kind, name, once)


def settled_as_stored(desk: Desk) -> None:
    """Every settlement pays what the stored events come to."""
    for command in desk.bank.commands:
        if isinstance(command, SettleRound):
            again = rebuild(desk.variant, played(desk.bank.events[command.round]))
            assert again.settlement is not None
            assert command.returned == returned(again.settlement)
            desk.replays(command.round)


def ends_well(desk: Desk) -> None:
    desk.alerts.clear()
    desk.wait_for("results")
    desk.at_peace()
    settled_as_stored(desk)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_decision_that_is_stored_counts_although_the_table_broke_over_it(
    monkeypatch: pytest.MonkeyPatch, after: bool
) -> None:
    desk = dealt()
    breaks(monkeypatch, Round, "act_alike", after=after)
    desk.send(1, Decide(desk.turn, 1, "1", "stand"))
    assert [alert.code for alert in desk.alerts] == ["table/fault"]
    assert desk.view.pause is not None
    desk.supervise(Resume(SUPERVISOR))
    assert desk.view.pause is None
    assert desk.table.live.hands.my_hands(1).hands[0].status == "stood"
    for player in (2, 3):
        desk.do(player, Decide(desk.turn, 1, "1", "hit"))
    desk.wait(200)
    for player in (2, 3):
        desk.do(player, Decide(desk.turn, 1, "1", "stand"))
    ends_well(desk)
    assert [hand.total for player in PLAYERS for hand in desk.result(player).hands] == [11, 20, 20]


def test_a_round_that_is_shown_again_tells_nothing_of_the_hole_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every card is told with the total that it made, not with what came to lie beside it."""
    desk = dealt()
    before = desk.events(wire.CardDealt)
    breaks(monkeypatch, Round, "act_alike")
    desk.send(1, Decide(desk.turn, 1, "1", "stand"))
    desk.supervise(Resume(SUPERVISOR))
    again = desk.events(wire.CardDealt)[len(before) :]
    assert again == before
    assert [event.total for event in again if event.to == "dealer"] == ["6", "6"]


def test_who_waits_when_the_table_breaks_is_answered_and_may_decide_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = dealt()
    desk.hold()
    requests = {player: desk.send(player, Decide(desk.turn, 1, "1", "stand")) for player in PLAYERS}
    breaks(monkeypatch, Round, "act_alike")
    desk.let_go()
    assert not desk.replies.keys() & requests.items()
    desk.supervise(Resume(SUPERVISOR))
    replies = [desk.replies[player, request] for player, request in requests.items()]
    assert [reply.code for reply in replies if isinstance(reply, Refused)] == ["table/fault"] * 3
    for player in (2, 3):
        desk.do(player, Decide(desk.turn, 1, "1", "stand"))
    ends_well(desk)


def test_a_card_that_is_stored_lies_on_the_table_although_it_broke_over_it(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = dealt()
    for player in PLAYERS:
        desk.do(player, Decide(desk.turn, 1, "1", "hit"))
    breaks(monkeypatch, Round, "deal")
    desk.wait(200)
    assert desk.view.pause is not None
    assert desk.view.lines["1"].cards == ["5s", "6d"]
    desk.supervise(Resume(SUPERVISOR))
    desk.wait(200)
    assert desk.view.lines["1"].cards == ["5s", "6d", "9d"]
    ends_well(desk)


def test_a_table_that_broke_while_bets_were_open_gives_them_back(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk("infinite", FIVE_SIX, players=PLAYERS)
    desk.do(1, Bet("1/main", 1_000))
    breaks(monkeypatch, Betting, "apply")
    desk.send(2, Bet("1/main", 1_000))
    assert desk.bank.in_play(2) == 1_000
    desk.supervise(Resume(SUPERVISOR))
    assert [desk.bank.wallet(player) for player in PLAYERS] == [100_000] * 3
    assert len(desk.events(wire.RoundVoided)) == 1
    assert (desk.view.phase, desk.view.code) == ("betting", "R2")


def test_a_command_over_which_the_program_breaks_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk("infinite", FIVE_SIX, players=PLAYERS)
    breaks(monkeypatch, Betting, "slip_of")
    assert desk.refused(1, Bet("1/main", 1_000)) == "table/fault"
    assert [alert.code for alert in desk.alerts] == ["table/fault"]
    assert desk.bank.in_play(1) == 0
    assert desk.refused(1, Bet("1/main", 1_000)) == "table/paused"  # heard, and not left waiting behind the first


def test_a_table_that_broke_while_it_told_the_results_has_paid_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = dealt()
    for player in PLAYERS:
        desk.do(player, Decide(desk.turn, 1, "1", "stand"))
    breaks(monkeypatch, Settling, "_tell_results")
    desk.wait(2_000)
    assert desk.view.pause is not None
    assert [desk.bank.in_play(player) for player in PLAYERS] == [0] * 3
    desk.supervise(Resume(SUPERVISOR))
    assert (desk.view.phase, desk.view.code) == ("betting", "R2")
    settled_as_stored(desk)
    assert desk.codes_of(SettleRound) == ["R1"]


def test_a_round_whose_stored_events_do_not_rebuild_it_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    """E1: every stake goes back, and the next round is played."""
    desk = dealt()
    breaks(monkeypatch, Round, "act_alike")
    desk.send(1, Decide(desk.turn, 1, "1", "stand"))
    desk.table.errands.log.bodies.append(desk.table.errands.log.bodies[-1])  # nobody decides twice
    desk.supervise(Resume(SUPERVISOR))
    assert [desk.bank.wallet(player) for player in PLAYERS] == [100_000] * 3
    assert len(desk.events(wire.RoundVoided)) == 1
    assert desk.view.phase == "betting"


def test_a_table_that_broke_with_decisions_still_to_be_stored_can_be_voided(monkeypatch: pytest.MonkeyPatch) -> None:
    """E3: it could not be: it waited for answers that nobody was asked for."""
    desk = dealt()
    desk.hold()
    for player in PLAYERS:
        desk.send(player, Decide(desk.turn, 1, "1", "stand"))
    breaks(monkeypatch, Round, "act_alike")
    desk.answer_one()
    desk.let_go()
    desk.supervise(Void(SUPERVISOR, "broken"))
    assert [desk.bank.wallet(player) for player in PLAYERS] == [100_000] * 3
    desk.supervise(Resume(SUPERVISOR))
    assert desk.view.phase == "betting"
    for player in PLAYERS:
        desk.do(player, Bet("1/main", 1_000))


def test_a_table_whose_bank_refused_to_store_can_be_voided_and_goes_on() -> None:
    desk = dealt()
    desk.refuse_next("store/odd", lambda command: isinstance(command, RecordEvents))
    desk.send(1, Decide(desk.turn, 1, "1", "stand"))
    assert desk.view.pause is not None
    desk.supervise(Void(SUPERVISOR, "broken"))
    desk.supervise(Resume(SUPERVISOR))
    assert desk.view.phase == "betting"
    assert [desk.bank.wallet(player) for player in PLAYERS] == [100_000] * 3


def test_after_a_fault_answers_that_came_out_of_turn_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = dealt("cashback")
    desk.hold()
    desk.send(1, Decide(desk.turn, 1, "1", "double"))
    desk.send(2, Decide(desk.turn, 1, "1", "double"))
    first, second = desk.asks
    desk.asks.clear()
    outcomes = [desk.bank.execute(ask.command) for ask in (first, second)]
    desk._run(desk.table.answer(second.ref, outcomes[1], desk.now_ms))
    breaks(monkeypatch, Round, "act")
    desk._run(desk.table.answer(first.ref, outcomes[0], desk.now_ms))
    desk.let_go()
    desk.supervise(Resume(SUPERVISOR))
    assert [desk.table.live.hands.my_hands(player).hands[0].status for player in (1, 2)] == ["drawing_last"] * 2
    ends_well(desk)


# -- wherever it breaks -------------------------------------------------------------------------

BREAKABLE = (
    (Round, "act"),
    (Round, "act_alike"),
    (Round, "deal"),
    (Round, "close"),
    (Desk, "purse"),
    (Desk, "jackpot_minor"),
)


@pytest.mark.parametrize("game", ["infinite", "cashback"])
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_wherever_a_table_breaks_what_is_settled_is_what_is_stored(game: str, seed: int) -> None:
    chance = random.Random(seed)
    pack = [card for card in DECK if card.text[0] in chance.choice(("A8T", "A23456789TJQK"))] * 30
    chance.shuffle(pack)
    with pytest.MonkeyPatch.context() as patch:
        desk = Desk(game, text_of(pack), players=PLAYERS, odds=Odds())
        for _ in range(150):
            step(desk, chance, patch)
        patch.undo()
        desk.supervise(Resume(SUPERVISOR))
        desk.wait(200_000)
        assert desk.view.pause is None
        assert desk.table.queues.all_answered
        settled_as_stored(desk)
        held = sum(purse.stakes + purse.golden_stakes for purse in desk.bank.book.purses.values())
        assert bool(held) == any(
            slip.total_minor for slip in desk.table.betting.slips.values() if desk.table.errands.log.code
        )


def step(desk: Desk, chance: random.Random, patch: pytest.MonkeyPatch) -> None:
    player = chance.choice(PLAYERS)
    view = desk.view
    if view.pause is not None:
        desk.supervise(chance.choice((Resume(SUPERVISOR), Resume(SUPERVISOR), Void(SUPERVISOR, "no good"))))
    elif chance.random() < 0.05:
        breaks(patch, *chance.choice(BREAKABLE), after=chance.random() < 0.5)
    elif view.phase == "betting" and chance.random() < 0.6:
        desk.send(player, Bet("1/main", 400))
    elif view.phase == "insurance" and view.question:
        desk.send(player, Insure(view.question.turn, chance.random() < 0.5))
    elif view.phase == "decisions" and view.question and chance.random() < 0.8:
        line = chance.choice([key for key in view.lines if key != "dealer"])
        action = chance.choice(("hit", "stand", "double", "split"))
        desk.send(player, Decide(view.question.turn, 1, line, action))
    else:
        desk.wait(chance.choice((100, 300, 1_000)))


def test_what_a_round_is_rebuilt_from_is_exactly_what_the_bank_has_and_is_forgotten_with_the_round() -> None:
    desk = dealt()
    assert desk.table.errands.log.bodies == desk.bank.events[desk.view.code]
    desk.restart()
    assert desk.table.errands.log.bodies == desk.bank.events[desk.view.code]
    desk.wait_for("results")
    assert desk.table.errands.log.bodies == []
