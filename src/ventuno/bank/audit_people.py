"""People as they are stored, against the records that made them so: name, role, VIP level, password, second factor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from ventuno.bank import receipts
from ventuno.bank.commands import OpenAccount
from ventuno.bank.contents import was
from ventuno.bank.names import skeleton
from ventuno.bank.profile import settings_text
from ventuno.bank.receipts import Receipt, SealedFactor, fingerprint
from ventuno.bank.records import Details, Factor, JournalRecord, Person, Role
from ventuno.bank.rules import PLAY_MONEY, HouseRules

Found = Callable[[str, str], None]


class Known(msgspec.Struct):
    """What the journal says of somebody. None: an older version did not say it."""

    key: str
    content: bytes
    opened_ms: int
    by: int = 0
    first_role: Role = "player"
    role: Role = "player"
    vip_level: str = ""
    password: str | None = ""
    settings: Details | None = {}
    factor: SealedFactor | None = None
    factor_ms: int = 0  # since when there is one; 0: there is none
    codes: int = 0  # recovery codes that are left


class PeopleAudit:
    def __init__(self, found: Found, unsealed: Counter[str], rules: HouseRules) -> None:
        self._found, self._unsealed, self._rules = found, unsealed, rules
        self._known: dict[int, Known] = {}
        self._about: Final[Mapping[str, Callable[[Known, JournalRecord, Receipt], None]]] = {
            "SetRole": _role,
            "SetVipLevel": _vip_level,
            "ChangePassword": _password,
            "ChangeSettings": _settings,
            "SetFactor": _factor,
            "ForgetFactor": _no_factor,
            "UseRecoveryCode": _code_used,
        }

    def record(self, record: JournalRecord) -> None:
        if record.kind == OpenAccount.__name__:
            self._known[record.player] = _opened(record, receipts.from_bytes(record.receipt))
        elif (learn := self._about.get(record.kind)) and (known := self._known.get(record.player)):
            learn(known, record, receipts.from_bytes(record.receipt))

    # -- as they are stored ---------------------------------------------------------------------

    def people(
        self,
        people: Iterable[Person],
        skeletons: Mapping[int, str],
        currencies: Mapping[int, str],
        factors: Mapping[int, Factor | None],
    ) -> None:
        """`skeletons`: of names; `currencies`: of purses; `factors`: None where one cannot be read."""
        there = set()
        for person in people:
            there.add(person.number)
            known = self._known.get(person.number)
            if known is None:
                self._found("audit/people", f"{_who(person)} was never let in")
                continue
            self._compare(person, known, currencies.get(person.number))
            self._compare_factor(person, known, factors.get(person.number), there=person.number in factors)
            if skeletons.get(person.number) != skeleton(person.name):
                self._found("audit/names", f"{_who(person)} is listed as {skeletons.get(person.number)!r}")
        for number in sorted(self._known.keys() - there):
            self._found("audit/people", f"person {number} was let in and is not there")
        for number in sorted({*skeletons, *currencies, *factors} - there):
            self._found("audit/people", f"person {number} has a purse, a name or a factor, and is nobody")

    def _compare(self, person: Person, known: Known, currency: str | None) -> None:
        for what, says, right in (
            ("role", person.role, known.role),
            ("VIP level", person.vip_level, known.vip_level),
            ("opened at", person.opened_ms, known.opened_ms),
            ("currency", person.currency, currency),
        ):
            if says != right:
                self._found("audit/people", f"{_who(person)}: {what} {says!r}, and was {right!r}")
        if not self._is_as_opened(person, known):
            says = f"{person.name!r}, {person.currency}{', demo' if person.demo else ''}"
            self._found("audit/people", f"{_who(person)} was not let in as {says}")
        self._compare_password(person, known)
        self._compare_settings(person, known)

    def _is_as_opened(self, person: Person, known: Known) -> bool:
        """A demo account is in play money, whatever was asked for."""
        if person.demo not in (0, 1) or (person.demo and person.currency != PLAY_MONEY):
            return False
        asked = (person.currency, *sorted(self._rules.currencies), "") if person.demo else (person.currency,)
        return any(
            was(
                known.content,
                OpenAccount(
                    key=known.key,
                    at_ms=0,
                    name=person.name,
                    currency=currency,
                    role=known.first_role,
                    by=known.by,
                    demo=bool(person.demo),
                ),
            )
            for currency in asked
        )

    def _compare_password(self, person: Person, known: Known) -> None:
        if known.password is None:
            self._unsealed["passwords set before they were sealed"] += bool(person.password_hash)
        elif fingerprint(person.password_hash) != known.password:
            self._found("audit/password", f"{_who(person)}: the password is not the one that was set")

    def _compare_settings(self, person: Person, known: Known) -> None:
        if known.settings is None:
            self._unsealed["settings changed before they were sealed"] += 1
        elif person.settings != (right := settings_text(known.settings)):
            self._found("audit/settings", f"{_who(person)}: settings {person.settings}, and were {right}")

    def _compare_factor(self, person: Person, known: Known, factor: Factor | None, *, there: bool) -> None:
        if there != bool(known.factor_ms):
            says, right = ("a", "none was enrolled") if there else ("no", "one was enrolled")
            self._found("audit/factors", f"{_who(person)} has {says} second factor, and {right}")
        elif there and (why := _difference(factor, known)):
            self._found("audit/factors", f"{_who(person)}: the second factor {why}")
        elif there and known.factor is None:
            self._unsealed["second factors enrolled before they were sealed"] += 1


def _difference(factor: Factor | None, known: Known) -> str:
    """How a factor is not the one that was enrolled. Codes that are used up are gone, and the last step moves on."""
    if factor is None:
        return "cannot be read"
    if factor.since_ms != known.factor_ms:
        return f"is of {factor.since_ms}, and was enrolled at {known.factor_ms}"
    if known.factor is None:
        return ""
    if fingerprint(factor.sealed) != known.factor.sealed:
        return "is not the one that was enrolled"
    if factor.last_step < known.factor.step:
        return f"would take codes from before it was enrolled: {factor.last_step}, not {known.factor.step}"
    codes = [*map(fingerprint, factor.recovery)]
    if len(codes) > known.codes or not set(codes) <= set(known.factor.recovery) or len(set(codes)) < len(codes):
        return f"has {len(codes)} recovery codes, and {known.codes} of those that were enrolled are left"
    return ""


def _opened(record: JournalRecord, receipt: Receipt) -> Known:
    act = receipt.act
    role: Any = act.details.get("role", "player") if act else "player"
    by = act.by if act else 0
    return Known(record.key, record.content, record.at_ms, by, role, role, password=receipt.password)


def _role(known: Known, _: JournalRecord, receipt: Receipt) -> None:
    role: Any = receipt.act.details.get("role") if receipt.act else None
    known.role = role or known.role


def _vip_level(known: Known, _: JournalRecord, receipt: Receipt) -> None:
    known.vip_level = str(receipt.act.details.get("level", "")) if receipt.act else ""


def _password(known: Known, _: JournalRecord, receipt: Receipt) -> None:
    known.password = receipt.password


def _settings(known: Known, _: JournalRecord, receipt: Receipt) -> None:
    told = known.settings is not None and receipt.settings is not None
    known.settings = {**(known.settings or {}), **(receipt.settings or {})} if told else None


def _factor(known: Known, record: JournalRecord, receipt: Receipt) -> None:
    known.factor, known.factor_ms = receipt.factor, record.at_ms
    known.codes = len(receipt.factor.recovery) if receipt.factor else 0


def _no_factor(known: Known, _: JournalRecord, __: Receipt) -> None:
    known.factor, known.factor_ms = None, 0


def _code_used(known: Known, _: JournalRecord, receipt: Receipt) -> None:
    left = receipt.act.details.get("left") if receipt.act else None
    known.codes = min(known.codes, left) if isinstance(left, int) else known.codes


def _who(person: Person) -> str:
    return f"person {person.number} ({person.name})"
