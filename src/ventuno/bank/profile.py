"""What a person sets for themselves (A7, A9), and what the house sets for them (B4)."""

from __future__ import annotations

from typing import get_args

import msgspec

from ventuno.bank import care as caring
from ventuno.bank.amounts import purse_of, refusal_of_text
from ventuno.bank.book import Book
from ventuno.bank.commands import (
    AcknowledgeRealityCheck,
    BankCommand,
    ChangePassword,
    ChangeSettings,
    ExcludeSelf,
    LimitKind,
    SetLimit,
    SetRealityCheck,
    SetRole,
    SetVipLevel,
    TakeTimeOut,
)
from ventuno.bank.periods import PERIODS
from ventuno.bank.receipts import Receipt, fingerprint
from ventuno.bank.records import Details, Purse, Role
from ventuno.bank.rules import DAY_MS, is_detail
from ventuno.money import MOST
from ventuno.refusal import Refusal

MOST_SETTINGS = 64
SHORTEST_REALITY_CHECK_MS = 60_000


def set_limit(book: Book, command: SetLimit) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    if command.kind not in get_args(LimitKind) or command.period not in PERIODS:
        return Refusal("limit/unknown", f"there is no {command.kind} limit of a {command.period}")
    if command.amount is not None and not 0 <= command.amount <= MOST:
        return Refusal("limit/bad_amount", f"{command.amount} is no limit: 0 to {MOST:,}, or none")
    care = caring.rolled_care(book.care_of(purse.player), purse, command.at_ms, book.rules)
    then = book.then.get((purse.player, command.period)) or Purse(purse.player, purse.currency)  # opened only now
    care, effective_ms = caring.with_limit(
        care, then, command.kind, command.period, command.amount, command.at_ms, book.rules
    )
    book.put_care(purse.player, care)
    return book.record(command, player=purse.player, effective_ms=effective_ms, care=care)


def take_time_out(book: Book, command: TakeTimeOut) -> Receipt | Refusal:
    """Only ever longer: a time-out cannot be cut short."""
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    care = book.care_of(purse.player)
    if command.until_ms <= max(command.at_ms, care.timed_out_until_ms - 1):
        return Refusal("limit/cannot_shorten", "a time-out ends in the future and cannot be cut short")
    if command.until_ms > caring.FOR_GOOD:
        return _too_late()
    return _put(book, command, purse.player, msgspec.structs.replace(care, timed_out_until_ms=command.until_ms))


def exclude_self(book: Book, command: ExcludeSelf) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    care = book.care_of(purse.player)
    until_ms = caring.FOR_GOOD if command.until_ms is None else command.until_ms
    if until_ms < care.excluded_until_ms or until_ms < command.at_ms + DAY_MS:
        return Refusal("limit/cannot_shorten", "a self-exclusion lasts a day at least and cannot be cut short")
    if until_ms > caring.FOR_GOOD:
        return _too_late()
    return _put(book, command, purse.player, msgspec.structs.replace(care, excluded_until_ms=until_ms))


def _too_late() -> Refusal:
    return Refusal("limit/too_late", "that is after the end of time: leave it out to say for good")


def set_reality_check(book: Book, command: SetRealityCheck) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    if command.every_ms and not SHORTEST_REALITY_CHECK_MS <= command.every_ms <= DAY_MS:
        return Refusal(
            "limit/bad_amount", "a reality check comes every minute at most and every day at least, or never"
        )
    care = book.care_of(purse.player)
    seen_ms = care.reality_seen_ms or command.at_ms
    care = msgspec.structs.replace(care, reality_every_ms=command.every_ms, reality_seen_ms=seen_ms)
    return _put(book, command, purse.player, care)


def acknowledge_reality_check(book: Book, command: AcknowledgeRealityCheck) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    care = book.care_of(purse.player)
    return _put(book, command, purse.player, msgspec.structs.replace(care, reality_seen_ms=command.at_ms))


def _put(book: Book, command: BankCommand, player: int, care: caring.Care) -> Receipt:
    book.put_care(player, care)
    return book.record(command, player=player, care=care)


def set_vip_level(book: Book, command: SetVipLevel) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    if command.level and (refusal := refusal_of_text("level", command.level)):
        return refusal
    book.register.people[purse.player].vip_level = command.level
    book.changes.register.people.add(purse.player)
    return book.record(command, player=purse.player)


def set_role(book: Book, command: SetRole) -> Receipt | Refusal:
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    person = book.register.people[purse.player]
    if command.role not in get_args(Role):
        return Refusal("account/bad_role", f"a role is one of {', '.join(get_args(Role))}")
    if person.demo or not person.password_hash:
        return Refusal("account/no_password", "somebody of the house signs in with a password: this account has none")
    if person.role == command.role:
        return Refusal("account/same_role", f"{person.name!r} is a {person.role} already")
    person.role = command.role
    book.sign_out(purse.player, command.at_ms)
    return book.record(command, player=purse.player)


def change_settings(book: Book, command: ChangeSettings) -> Receipt | Refusal:
    """Applied together; a setting not named stays as it was."""
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    person = book.register.people[purse.player]
    if not all(is_detail(*setting) for setting in command.settings.items()):
        return Refusal("account/bad_setting", "a setting has a short name and a short value")
    settings = {**msgspec.json.decode(person.settings), **command.settings}
    if len(settings) > MOST_SETTINGS:
        return Refusal("account/too_many_settings", f"a profile holds {MOST_SETTINGS} settings at most")
    person.settings = settings_text(settings)
    book.changes.register.people.add(purse.player)
    return book.record(command, player=purse.player, settings=command.settings)


def settings_text(settings: Details) -> str:
    """As they are stored."""
    return msgspec.json.encode(settings, order="deterministic").decode()


def change_password(book: Book, command: ChangePassword) -> Receipt | Refusal:
    """Whoever knew the old one is out, with the change itself: there is no moment between."""
    purse = purse_of(book, command.player)
    if isinstance(purse, Refusal):
        return purse
    book.register.people[purse.player].password_hash = command.password_hash
    book.sign_out(purse.player, command.at_ms)
    return book.record(command, player=purse.player, password=fingerprint(command.password_hash))
