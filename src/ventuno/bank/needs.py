"""What a book must hold before some commands can be decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ventuno.bank.commands import (
    CancelWithdrawal,
    Command,
    ExpireGoldenChips,
    OpenAccount,
    PlaceStakes,
    RoundCommand,
    SettleRound,
    TakeBackStakes,
    VoidRound,
)
from ventuno.bank.rules import is_text


class Needs(msgspec.Struct):
    keys: set[str] = set()
    names: set[str] = set()
    players: set[int] = set()  # person, purse, care
    golden: set[int] = set()  # players whose golden chips are looked at
    rounds: set[str] = set()
    whole_rounds: set[str] = set()  # all stakes in them
    expired_ms: int | None = None  # the golden chips that have expired by then


def needs_of(commands: Iterable[Command]) -> Needs:
    """Texts that no database could hold are left out: the decision refuses them."""
    needs = Needs()
    for command in commands:
        needs.keys.add(command.key)
        _add(needs, command)
    for texts in (needs.keys, needs.names, needs.rounds, needs.whole_rounds):
        texts.difference_update([text for text in texts if not is_text(text)])
    return needs


def _add(needs: Needs, command: Any) -> None:
    if isinstance(command, RoundCommand):
        _add_round(needs, command)
    elif isinstance(command, OpenAccount):
        needs.names.add(command.name)
    elif isinstance(command, ExpireGoldenChips):
        needs.expired_ms = max(needs.expired_ms or 0, command.at_ms)
    elif hasattr(command, "player"):
        needs.players.add(command.player)
        if isinstance(command, CancelWithdrawal):
            needs.keys.add(command.withdrawal)


def _add_round(needs: Needs, command: RoundCommand) -> None:
    needs.rounds.add(command.round)
    if isinstance(command, SettleRound | VoidRound):
        needs.whole_rounds.add(command.round)
    elif isinstance(command, PlaceStakes | TakeBackStakes):
        needs.players.add(command.player)
        if isinstance(command, TakeBackStakes) or any(placed.golden for placed in command.stakes):
            needs.golden.add(command.player)
