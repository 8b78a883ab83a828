"""Every command of a player at every kind of table: done, the house killed, started again: it is there. Asked again
with the same id it is answered as it was, and nothing happens a second time."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from desk import Desk

from ventuno.play import events as happened
from ventuno.protocol import commands as said
from ventuno.protocol.messages import Refused
from ventuno.table.machine import OFFERED
from ventuno.table.records import played

PAIR = "8h 5d 8s Td " + "2h 3d 4s 5h 6d 7s " * 3  # a pair of eights against a five: everything can be done
ACE = "9h Ad 2s 9d " + "2h 3d 4s 5h 6d 7s " * 3  # the dealer shows an ace: insurance is offered
SEATED, SHARED, SOLO = "classic-free-bet", "infinite", "free-chip"


def bet(desk: Desk, amount: int = 1000) -> None:
    desk.do(1, said.Bet("1/main", amount))


def betting(game: str, script: str = PAIR, amount: int = 1000) -> Desk:
    """The first player has bet; at a seated table a second one watches."""
    desk = Desk(game, script, players=(1, 2) if game == SEATED else (1,))
    if game == SEATED:
        desk.do(1, said.Sit(1))
    if amount:
        bet(desk, amount)
    return desk


def dealt(game: str, script: str = PAIR, phase: str = "decisions") -> Desk:
    desk = betting(game, script)
    if desk.variant.table.kind == "solo":
        desk.do(1, said.Deal())
    desk.wait_for(phase)
    return desk


def after_a_round(game: str) -> Desk:
    """The next window is open, and there is something to repeat."""
    desk = dealt(game)
    if game == SOLO:
        desk.do(1, said.Decide(desk.turn, 1, "1", "stand"))
    desk.wait_for("results")
    if game != SOLO:
        desk.wait_for("betting")
    return desk


def results(game: str) -> Desk:
    desk = dealt(game)
    desk.wait_for("results")
    return desk


def behind() -> Desk:
    """The second player sits and plays; the first bets behind them."""
    desk = Desk(SEATED, PAIR, players=(1, 2))
    desk.do(2, said.Sit(1))
    desk.do(2, said.Bet("1/main", 1000))
    return desk


def following() -> Desk:
    desk = behind()
    desk.do(1, said.BetBehind(1, 1000))
    return desk


def followed() -> Desk:
    desk = following()
    desk.wait_for("decisions")
    return desk


def two_seats() -> Desk:
    """Another hand is asked first."""
    desk = Desk(SEATED, "8h 9h 5d 8s 9s Td " + "2h 3d 4s 5h " * 4, players=(1, 2))
    desk.do(2, said.Sit(1))
    desk.do(1, said.Sit(2))
    desk.do(2, said.Bet("1/main", 1000))
    desk.do(1, said.Bet("2/main", 1000))
    desk.wait_for("decisions")
    return desk


class Case(NamedTuple):
    name: str
    prepare: Callable[[], Desk]
    command: Callable[[Desk], said.Command]

    def __repr__(self) -> str:
        return self.name


def case(name: str, prepare: Callable[[], Desk], command: said.Command | Callable[[Desk], said.Command]) -> Case:
    return Case(name, prepare, command if callable(command) else lambda desk: command)


def decides(action: str) -> Callable[[Desk], said.Command]:
    return lambda desk: said.Decide(desk.turn, 1, "1", action)


def of_any(game: str) -> list[Case]:
    """What is the same at every kind of table."""
    return [
        case(f"{game}: Bet", lambda: betting(game, amount=0), said.Bet("1/main", 1000)),
        case(f"{game}: Undo", lambda: betting(game), said.Undo()),
        case(f"{game}: ClearBets", lambda: betting(game), said.ClearBets()),
        case(f"{game}: DoubleBets", lambda: betting(game), said.DoubleBets()),
        case(f"{game}: RepeatBets", lambda: after_a_round(game), said.RepeatBets()),
        case(f"{game}: AllSideBets", lambda: betting(game), said.AllSideBets(100)),
        case(f"{game}: BetAll", lambda: betting(game), said.BetAll(1, 100)),
        case(f"{game}: hit", lambda: dealt(game), decides("hit")),
        case(f"{game}: stand", lambda: dealt(game), decides("stand")),
        case(f"{game}: insure", lambda: dealt(game, ACE, "insurance"), lambda desk: said.Insure(desk.turn, True)),
        case(f"{game}: decline", lambda: dealt(game, ACE, "insurance"), lambda desk: said.Insure(desk.turn, False)),
    ]


CASES = [
    *(one for game in (SEATED, SHARED, SOLO) for one in of_any(game)),
    case("seated: Sit", lambda: betting(SEATED), said.Sit(2)),
    case("seated: Sit during results", lambda: results(SEATED), said.Sit(2)),
    case("seated: GetUp", lambda: betting(SEATED, amount=0), said.GetUp(1)),
    case("seated: GetUp during results", lambda: results(SEATED), said.GetUp(1)),
    case("seated: GetUp in a round", lambda: dealt(SEATED), said.GetUp(1)),
    case("seated: AllowBehind", lambda: betting(SEATED), said.AllowBehind(False)),
    case("seated: AllowBehind during results", lambda: results(SEATED), said.AllowBehind(False)),
    case("seated: Leave during results", lambda: results(SEATED), said.Leave()),
    case("seated: StartNow", lambda: betting(SEATED), said.StartNow()),
    case("seated: BetBehind", behind, said.BetBehind(1, 1000)),
    case("seated: Follow", following, said.Follow(1, False, False)),
    case("seated: Follow in a round", followed, said.Follow(1, False, False)),
    case("seated: DecideEarly", two_seats, said.DecideEarly(2, "2", "stand")),
    case("shared: double", lambda: dealt("cashback"), decides("double")),
    case("shared: DecideEarly", lambda: dealt(SHARED, ACE, "insurance"), said.DecideEarly(1, "1", "stand")),
    case("shared: Leave", lambda: dealt(SHARED), said.Leave()),
    case("solo: split", lambda: dealt("all-bets"), decides("split")),
    case("solo: Deal", lambda: betting(SOLO), said.Deal()),
    case("solo: REBET & DEAL", lambda: after_a_round(SOLO), said.Deal("same")),
    case("solo: DOUBLE & DEAL", lambda: after_a_round(SOLO), said.Deal("doubled")),
    case("solo: ChooseLimits", lambda: betting(SOLO, amount=0), said.ChooseLimits("2")),
    case("solo: ChooseLimits with a bet", lambda: betting(SOLO), said.ChooseLimits("2")),
    case("solo: Leave", lambda: dealt(SOLO), said.Leave()),
]
NOT_KEPT = {said.Say}  # a line of chat outlives no restart


def answer(desk: Desk, command: said.Command) -> str:
    desk.send(1, command, "X")
    reply = desk.replies[1, "X"]
    return f"{reply.code}: {reply.why}" if isinstance(reply, Refused) else type(reply).__name__


def kept(desk: Desk) -> dict[str, object]:
    """What a crash must not take, of everybody. Bets of a live window go back with it, and that is told."""
    table = desk.table
    decided = [
        event
        for code in desk.bank.book.rounds
        for event in played(desk.bank.events[code])
        if isinstance(event, happened.HandDecided | happened.InsuranceDecided | happened.FollowChanged)
    ]
    return {
        "seats": {seat: (one.name, one.allows_behind) for seat, one in desk.view.seats.items()},
        "limits": table.rules.chosen_level,
        "solo bets": table.betting.slips[1].bets() if table.rules.kind.alone and 1 in table.betting.slips else (),
        "decided": decided,
        "early": dict(table.live.hands.early),
    }


def wealth(desk: Desk) -> list[tuple[int, int]]:
    return [(desk.bank.wallet(player), desk.bank.in_play(player)) for player in desk.guests]


@pytest.mark.parametrize("case", CASES, ids=repr)
def test_what_is_done_is_there_after_a_crash_and_is_not_done_again(case: Case) -> None:
    desk = case.prepare()
    command = case.command(desk)
    assert answer(desk, command) == "Done"
    before, rounds = kept(desk), len(desk.bank.book.rounds)
    desk.restart()
    for player in desk.guests:
        desk.enter(player)
    assert kept(desk) == before
    now, held = wealth(desk), len(desk.bank.book.rounds)
    assert held <= rounds + 1
    assert answer(desk, command) == "Done"
    assert (kept(desk), wealth(desk), len(desk.bank.book.rounds)) == (before, now, held)
    assert not desk.alerts


def test_every_command_of_a_player_is_among_them() -> None:
    """Whoever adds one says here what becomes of it in a crash."""
    asked = {type(case.command(case.prepare())) for case in CASES}
    assert asked == {command for offer in OFFERED for command in offer.commands} - NOT_KEPT
