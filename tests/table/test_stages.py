"""Which command is taken when: the table that the machine goes by, held against commands, kinds and a real table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import stages
from desk import Desk

from ventuno.kinds import KINDS, SEATED, SHARED, SOLO, TableKind
from ventuno.protocol import commands as said
from ventuno.protocol.messages import Refused
from ventuno.table.machine import CLOSED, NOT_OFFERED, OFFERED, SHUT
from ventuno.table.port import Close, PauseTable
from ventuno.table.stages import Stage, bets_in

GAMES = {SOLO: "free-chip", SEATED: "classic-free-bet", SHARED: "infinite"}
EXAMPLES: dict[type[said.Command], said.Command] = {
    said.Bet: said.Bet("1/main", 500),
    said.BetBehind: said.BetBehind(1, 500),
    said.AllSideBets: said.AllSideBets(100),
    said.BetAll: said.BetAll(1, 100),
    said.ChooseLimits: said.ChooseLimits("none"),
    said.AllowBehind: said.AllowBehind(True),
    said.Sit: said.Sit(1),
    said.GetUp: said.GetUp(1),
    said.Say: said.Say("ciao"),
    said.Follow: said.Follow(1, True, True),
    said.Decide: said.Decide(1, 1, "1", "stand"),
    said.DecideEarly: said.DecideEarly(1, "1", "stand"),
    said.Insure: said.Insure(1, True),
}
COMMANDS = list(dict.fromkeys(command for offer in OFFERED for command in offer.commands))


def example(command: type[said.Command]) -> said.Command:
    return EXAMPLES.get(command) or command()


def refused(desk: Desk, command: said.Command) -> str:
    reply: Any = desk.replies.get((1, desk.send(1, command)))
    return reply.code if isinstance(reply, Refused) else ""


def test_the_document_is_what_the_machine_goes_by() -> None:
    document = Path(__file__).parents[2] / "docs" / "stages-and-commands.md"
    assert document.read_text(encoding="utf-8") == stages.document()


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_at_every_kind_of_table_a_command_is_offered_once_or_not_at_all(kind: TableKind) -> None:
    offered = [command for offer in OFFERED if kind in offer.kinds for command in offer.commands]
    assert len(offered) == len(set(offered))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_what_a_kind_of_table_does_not_have_is_not_offered_there(kind: TableKind, command: type[said.Command]) -> None:
    offered = any(kind in offer.kinds and command in offer.commands for offer in OFFERED)
    limits_by_menu = (
        command is said.ChooseLimits and kind.alone and Desk(GAMES[kind]).table.info.limits_set_by == "menu"
    )
    if offered and (command is not said.ChooseLimits or limits_by_menu):
        assert refused(Desk(GAMES[kind]), example(command)) != NOT_OFFERED.code
    else:
        assert refused(Desk(GAMES[kind]), example(command)) == NOT_OFFERED.code


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_a_table_that_stands_still_takes_only_what_is_taken_even_then(
    kind: TableKind, command: type[said.Command]
) -> None:
    desk = Desk(GAMES[kind])
    desk.supervise(PauseTable(9, "a cable"))
    even_paused = {offer.even_paused for offer in OFFERED if command in offer.commands}
    assert (refused(desk, example(command)) == "table/paused") == (even_paused == {False})


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_closed_table_takes_no_bets(kind: TableKind) -> None:
    desk = Desk(GAMES[kind])
    desk.supervise(Close(9, "for the night"))
    assert desk.view.closed
    assert refused(desk, said.Bet("1/main", 500)) == SHUT.code


def test_bets_are_taken_in_the_stages_that_the_kind_names_and_in_no_other() -> None:
    for offer in OFFERED:
        if said.Bet in offer.commands:
            assert all(offer.stages == bets_in(kind) for kind in offer.kinds)
            assert offer.elsewhere is CLOSED
    desk = Desk("infinite", "9h 5d 8s Td 2h 3d 4s 5h 6d 7s")
    desk.do(1, said.Bet("1/main", 500))
    desk.wait_for("decisions")
    assert desk.table.course.stage is Stage.PLAYING
    assert refused(desk, said.Bet("1/main", 500)) == CLOSED.code


def test_every_handler_belongs_to_a_part() -> None:
    for offer in OFFERED:
        assert offer.handler.__module__.startswith("ventuno.table.")
        assert len(offer.handler.__qualname__.split(".")) == 2
