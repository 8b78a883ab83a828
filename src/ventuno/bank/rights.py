"""Who may do what to others (E3): the house itself all, its people what their role allows, players nothing.

An account that is opened says its role; a supervisor may all that an operator may.
"""

from __future__ import annotations

from typing import Any, Final

from ventuno.bank.amounts import refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import (
    CareCommand,
    Command,
    ExcludeSelf,
    ForgetRounds,
    GrantGoldenChips,
    OpenAccount,
    OpenJackpot,
    RecordAct,
    ResettleRound,
    SetLimit,
    SetVipLevel,
    TakeTimeOut,
    VoidRound,
)
from ventuno.bank.records import Role
from ventuno.bank.rules import LONGEST_REASON
from ventuno.refusal import Refusal

RANK: Final[dict[Role, int]] = {"player": 0, "operator": 1, "supervisor": 2}
NEEDED: Final[dict[type[Command], Role]] = {
    OpenAccount: "operator",
    OpenJackpot: "operator",
    GrantGoldenChips: "operator",
    SetVipLevel: "operator",
    SetLimit: "operator",
    TakeTimeOut: "operator",
    ExcludeSelf: "operator",
    RecordAct: "supervisor",
    VoidRound: "supervisor",
    ResettleRound: "supervisor",
    ForgetRounds: "supervisor",
}
MUST_SAY_WHY: Final = (RecordAct, VoidRound, ResettleRound)


def refusal_of_right(book: Book, command: Command) -> Refusal | None:
    if type(command) not in NEEDED:
        return None
    return _refusal_of_actor(book, command) or _refusal_of_reason(command)


def _refusal_of_actor(book: Book, command: Any) -> Refusal | None:
    """`by` 0 is the house itself; of limits (A9), everybody may set their own."""
    if command.by == 0 or (isinstance(command, CareCommand) and command.by == command.player):
        return None
    person, needed = book.people.get(command.by), _needed(command)
    if person is None:
        return Refusal("ledger/unknown_account", f"there is nobody with the number {command.by}", {"by": command.by})
    if RANK[person.role] < RANK[needed]:
        why = f"that takes a {needed}; {person.name!r} is a {person.role}"
        return Refusal("account/not_allowed", why, {"needed": needed, "role": person.role})
    return None


def _needed(command: Command) -> Role:
    if isinstance(command, OpenAccount) and command.role != "player":
        return "supervisor"  # nobody gives more than players' accounts without being one
    return NEEDED[type(command)]


def _refusal_of_reason(command: Any) -> Refusal | None:
    reason = getattr(command, "reason", "")
    if reason or isinstance(command, MUST_SAY_WHY):
        return refusal_of_text("reason", reason, LONGEST_REASON)
    return None
