"""What the house's people do (E3), in the words of the audit log. It stands in the receipt, which the journal seals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ventuno.bank import commands
from ventuno.bank.commands import BankCommand
from ventuno.bank.records import Act, Details
from ventuno.bank.rules import LATEST_MS, is_detail, is_text
from ventuno.refusal import Refusal

if TYPE_CHECKING:
    from ventuno.bank.book import Book
    from ventuno.bank.receipts import Receipt

MOST_DETAILS: Final = 32


def act_of(command: BankCommand) -> Act | None:
    """None: it is a player's own doing, or the work of a table."""
    worded = _WORDED.get(type(command))
    return worded(command) if worded else None


def _opened(command: commands.OpenAccount) -> Act | None:
    if command.role == "player" and not command.by:
        return None
    return Act(command.by, "open account", command.name, details={"role": command.role})


def _granted(command: commands.GrantGoldenChips) -> Act:
    details: Details = {"value_minor": command.value_minor, "count": command.count, "bonus": command.bonus}
    return Act(command.by, "grant golden chips", _player(command), command.reason, details)


def _cared(what: str, **names: str) -> Callable[[Any], Act | None]:
    """For a player, by another: `names` are the details, and the fields they come from."""

    def worded(command: commands.CareCommand) -> Act | None:
        if command.by in (0, command.player):
            return None
        details = {name: value for name, field in names.items() if (value := getattr(command, field)) is not None}
        return Act(command.by, what, _player(command), details=details)

    return worded


def _held(command: commands.HoldExpiries) -> Act:
    what = "confirm clock" if command.confirmed else "hold expiries"
    return Act(command.by, what, "the house", command.reason, {"held_ms": command.held_ms})


def _player(command: Any) -> str:
    return f"player {command.player}"


_WORDED: Final[dict[type[BankCommand], Callable[[Any], Act | None]]] = {
    commands.RecordAct: lambda command: Act(command.by, command.what, command.subject, command.reason, command.details),
    commands.VoidRound: lambda command: Act(command.by, "void", f"round {command.round}", command.reason),
    commands.ResettleRound: lambda command: Act(
        command.by, "resettle", f"round {command.round}", command.reason, {"players": len(command.returned)}
    ),
    commands.ForgetRounds: lambda command: Act(
        command.by, "forget rounds", f"before record {command.ended_before}", command.reason
    ),
    commands.OpenJackpot: lambda command: Act(
        command.by,
        "open jackpot",
        command.jackpot,
        command.reason,
        {"seed_minor": command.seed_minor, "contribution": command.contribution},
    ),
    commands.SetVipLevel: lambda command: Act(
        command.by, "set vip level", _player(command), command.reason, {"level": command.level}
    ),
    commands.SetRole: lambda command: Act(
        command.by, "set role", _player(command), command.reason, {"role": command.role}
    ),
    commands.SetFactor: lambda command: Act(command.by, "enrol second factor", _player(command)),
    commands.ForgetFactor: lambda command: Act(command.by, "reset second factor", _player(command), command.reason),
    commands.UseRecoveryCode: lambda command: Act(
        command.by, "use recovery code", _player(command), details={"left": command.left}
    ),
    commands.GrantGoldenChips: _granted,
    commands.HoldExpiries: _held,
    commands.OpenAccount: _opened,
    commands.SetLimit: _cared("set limit", kind="kind", period="period", amount="amount"),
    commands.TakeTimeOut: _cared("time out", until_ms="until_ms"),
    commands.ExcludeSelf: _cared("exclude", until_ms="until_ms"),
}


def hold_expiries(book: Book, command: commands.HoldExpiries) -> Receipt | Refusal:
    """A clock that was found to have jumped, or a person who says that it is right."""
    if not 0 <= command.held_ms < LATEST_MS:
        return Refusal("clock/bad_gap", "expiries are held back by a time that a clock can tell, or not at all")
    if command.held_ms == book.head.held_ms:
        return Refusal("clock/same", "that is how expiries stand already: there is nothing to confirm")
    book.hold(command.held_ms)
    return book.record(command)


def record_act(book: Book, command: commands.RecordAct) -> Receipt | Refusal:
    for what, text in (("act", command.what), ("subject", command.subject)):
        if not is_text(text):
            return Refusal(f"ledger/bad_{what}", f"an act has a {what} of 1 to 128 printable signs")
    if len(command.details) > MOST_DETAILS or not all(is_detail(*detail) for detail in command.details.items()):
        return Refusal("ledger/bad_details", f"an act has {MOST_DETAILS} details at most, each short and printable")
    return book.record(command)
