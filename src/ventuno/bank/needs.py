"""What a book must hold before some commands can be decided."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from ventuno.bank import commands
from ventuno.bank.commands import BankCommand
from ventuno.bank.rules import is_text

MOST_NUMBER: Final = 2**63


class Needs(msgspec.Struct):
    keys: set[str] = set()
    names: set[str] = set()
    players: set[int] = set()  # person, purse, care
    factors: set[int] = set()  # whose second factor is looked at
    golden: set[int] = set()  # players whose golden chips are looked at
    rounds: set[str] = set()
    whole_rounds: set[str] = set()  # all stakes in them
    expired_ms: int | None = None  # the golden chips that have expired by then
    parts: dict[str, set[int]] = {}  # by round to be corrected: whose part in it
    transfers: set[str] = set()
    depositors: set[int] = set()  # whose open transfers are counted
    issued: bool = False  # how far the regulator's ids are issued
    then: dict[int, int] = {}  # players whose purse is needed as it was when the periods of this moment began


def needs_of(asked: Iterable[BankCommand]) -> Needs:
    """Texts and numbers that no database could hold are left out: the decision refuses them."""
    needs = Needs()
    for command in asked:
        needs.keys.add(command.key)
        _add(needs, command)
    for texts in (needs.keys, needs.names, needs.rounds, needs.whole_rounds, needs.transfers):
        texts.difference_update([text for text in texts if not is_text(text)])
    for numbers in (needs.players, needs.factors, needs.golden, needs.depositors, *needs.parts.values()):
        numbers.difference_update([number for number in numbers if not 0 < number < MOST_NUMBER])
    return needs


def _add(needs: Needs, command: Any) -> None:
    if isinstance(command, commands.RoundCommand):
        _add_round(needs, command)
        return
    if by := getattr(command, "by", 0):
        needs.players.add(by)
    if isinstance(command, commands.IssueIds):
        needs.issued = True
    elif isinstance(command, commands.OpenAccount):
        needs.names.add(command.name)
    elif isinstance(command, commands.ExpireGoldenChips):
        needs.expired_ms = max(needs.expired_ms or 0, command.at_ms)
    elif hasattr(command, "player"):
        needs.players.add(command.player)
        if isinstance(command, commands.AskTransfer):
            needs.depositors.add(command.player)
        elif isinstance(command, commands.HearProvider):
            needs.transfers.add(command.transfer)
        elif isinstance(command, commands.SetFactor | commands.ForgetFactor):
            needs.factors.add(command.player)
        elif isinstance(command, commands.SetLimit):
            needs.then[command.player] = max(command.at_ms, needs.then.get(command.player, 0))


def _add_round(needs: Needs, command: commands.RoundCommand) -> None:
    needs.rounds.add(command.round)
    if isinstance(command, commands.SettleRound | commands.VoidRound):
        needs.whole_rounds.add(command.round)
        needs.players.update(_named(command))
    elif isinstance(command, commands.PlaceStakes | commands.TakeBackStakes):
        needs.players.add(command.player)
        if isinstance(command, commands.TakeBackStakes) or any(placed.golden for placed in command.stakes):
            needs.golden.add(command.player)
    elif isinstance(command, commands.PlaceTogether):
        needs.players.update(command.stakes)
        needs.golden.update(who for who, stakes in command.stakes.items() if any(one.golden for one in stakes))
    elif isinstance(command, commands.ResettleRound):
        needs.players.update(command.returned)
        needs.parts.setdefault(command.round, set()).update((*command.returned, command.by))
    if isinstance(command, commands.VoidRound | commands.ResettleRound) and command.by:
        needs.players.add(command.by)


def _named(command: commands.SettleRound | commands.VoidRound) -> Iterable[int]:
    """Whose stakes are looked at one by one; all others with plain money are a crowd."""
    if isinstance(command, commands.VoidRound):
        return ()
    return [*command.golden_back, *(command.jackpot.wins if command.jackpot else ())]
