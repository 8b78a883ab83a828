"""Who may do what to others (E3): the house itself all, its people what their role allows, players nothing.

An account that is opened says its role; a supervisor may all that an operator may. The house's people do not play,
and none of them does anything for themselves, nor to a round they have money in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from ventuno.bank.amounts import refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import (
    AskDeposit,
    BankCommand,
    CareCommand,
    ExcludeSelf,
    ForgetFactor,
    ForgetRounds,
    GrantGoldenChips,
    HoldExpiries,
    OpenAccount,
    OpenJackpot,
    PlaceStakes,
    PlaceTogether,
    RecordAct,
    ResettleRound,
    SetFactor,
    SetLimit,
    SetRole,
    SetVipLevel,
    TakeTimeOut,
    UseRecoveryCode,
    VoidRound,
)
from ventuno.bank.records import Role
from ventuno.bank.rules import LONGEST_REASON
from ventuno.refusal import Refusal

RANK: Final[dict[Role, int]] = {"player": 0, "operator": 1, "supervisor": 2}
NEEDED: Final[dict[type[BankCommand], Role]] = {
    OpenAccount: "operator",
    OpenJackpot: "operator",
    GrantGoldenChips: "operator",
    SetVipLevel: "operator",
    SetRole: "supervisor",
    ForgetFactor: "supervisor",
    SetFactor: "operator",
    UseRecoveryCode: "player",
    SetLimit: "operator",
    TakeTimeOut: "operator",
    ExcludeSelf: "operator",
    RecordAct: "supervisor",
    HoldExpiries: "supervisor",
    VoidRound: "supervisor",
    ResettleRound: "supervisor",
    ForgetRounds: "supervisor",
}
MUST_SAY_WHY: Final = (RecordAct, HoldExpiries, VoidRound, ResettleRound, SetRole, ForgetFactor)
FAVOURS: Final = (GrantGoldenChips, SetVipLevel, SetRole, ForgetFactor)  # nobody does them to themselves
OWN: Final = (SetFactor, UseRecoveryCode)  # nobody does them for another


def refusal_of_right(book: Book, command: BankCommand) -> Refusal | None:
    if type(command) in _PLAYED_BY:
        return _refusal_of_playing(book, _PLAYED_BY[type(command)](command))
    if type(command) not in NEEDED:
        return None
    return _refusal_of_actor(book, command) or _refusal_of_own_business(book, command) or _refusal_of_reason(command)


_PLAYED_BY: Final[dict[type[BankCommand], Callable[[Any], Iterable[int]]]] = {
    AskDeposit: lambda command: (command.player,),
    PlaceStakes: lambda command: (command.player,),
    PlaceTogether: lambda command: command.stakes,
}


def _refusal_of_playing(book: Book, players: Iterable[int]) -> Refusal | None:
    """What lies on a table from before somebody came to the house's side is settled; more does not come to it."""
    for player in players:
        person = book.register.people.get(player)
        if person is not None and person.role != "player":
            why = "the house's people do not play: only players deposit and stake"
            return Refusal("account/staff", why, {"role": person.role, "player": player})
    return None


def _refusal_of_own_business(book: Book, command: Any) -> Refusal | None:
    if isinstance(command, FAVOURS) and command.by == command.player:
        return Refusal("account/not_allowed", "that is your own account: somebody else must do it")
    if isinstance(command, OWN) and command.by != command.player:
        return Refusal("account/not_allowed", "a second factor is enrolled and used by whose it is")
    if isinstance(command, ResettleRound) and command.by in command.returned:
        return _own_stake()
    if command.by and isinstance(command, VoidRound | ResettleRound) and _has_money_in(book, command.round, command.by):
        return _own_stake()
    return None


def _own_stake() -> Refusal:
    return Refusal("account/own_stake", "you have money in this round: somebody else must do it")


def _has_money_in(book: Book, code: str, player: int) -> bool:
    stakes = book.stakes_of(code, player).values()
    parts = (*book.parts[code], *book.changes.participations)
    return any(stake.real_minor or stake.golden_minor for stake in stakes) or any(
        (part.round, part.player) == (code, player) for part in parts
    )


def _refusal_of_actor(book: Book, command: Any) -> Refusal | None:
    """`by` 0 is the house itself; of limits (A9), everybody may set their own."""
    if command.by == 0 or (isinstance(command, CareCommand) and command.by == command.player):
        return None
    person, needed = book.register.people.get(command.by), _needed(command)
    if person is None:
        return Refusal("ledger/unknown_account", f"there is nobody with the number {command.by}", {"by": command.by})
    if RANK[person.role] < RANK[needed]:
        why = f"that is for the role {needed}; {person.name!r} has the role {person.role}"
        return Refusal("account/not_allowed", why, {"needed": needed, "role": person.role})
    return None


def _needed(command: BankCommand) -> Role:
    if isinstance(command, OpenAccount) and command.role != "player":
        return "supervisor"  # nobody gives more than players' accounts without being one
    return NEEDED[type(command)]


def _refusal_of_reason(command: Any) -> Refusal | None:
    reason = getattr(command, "reason", "")
    if reason or isinstance(command, MUST_SAY_WHY):
        return refusal_of_text("reason", reason, LONGEST_REASON)
    return None
