"""Reads the whole database of one moment past the audit, and rebuilds balances from the entries."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from itertools import groupby

import msgspec

from ventuno.bank import HouseRules, Pocket, Purse, account
from ventuno.bank.audit import Audit, Finding
from ventuno.bank.records import PURSE_FIELDS, PURSE_POCKETS, Entries, Fund, JournalRecord, ParticipationRecord, PartIds
from ventuno.store.auditing_rows import Found, audit_rows, rows_of
from ventuno.store.engine import Engine, Row
from ventuno.store.faults import StoreFault
from ventuno.store.forgetting import forgotten
from ventuno.store.ledger import Books, Ledger
from ventuno.store.loading import load_head, select
from ventuno.store.tables import ENTRIES, FUNDS, JOURNAL, LINES, PARTICIPATIONS, PURSES, REGULATOR_IDS


class AuditReport(msgspec.Struct, frozen=True):
    records: int
    entries: int
    accounts: int
    digest: str  # keep it elsewhere: the next audit can be told to expect it in the chain
    sums: dict[str, int]  # of all accounts, by currency: 0 each
    liability: dict[str, int]  # golden chips outstanding, by currency
    findings: tuple[Finding, ...]
    unsealed: dict[str, int] = {}  # what no record vouches for, because it is older than that; how many

    @property
    def clean(self) -> bool:
        return not self.findings


def audit(ledger: Books, expected: bytes | None = None) -> AuditReport:
    with ledger.reading() as engine, engine.snapshot():
        damages = engine.damages()
        try:
            return _audit(engine, ledger.rules, expected, damages)
        except StoreFault as fault:
            raise StoreFault(fault.code, f"{fault}: {'; '.join(damages)}" if damages else str(fault)) from fault
        except (TypeError, ValueError, OverflowError) as error:
            why = f"the journal holds what nobody could have written there ({error}): restore a backup"
            raise StoreFault("store/corrupt", why) from error


def audit_within(engine: Engine) -> AuditReport:
    """Inside a transaction of the caller's: what it would leave behind."""
    return _audit(engine, HouseRules(), None, [])


def _audit(engine: Engine, rules: HouseRules, expected: bytes | None, damages: list[str]) -> AuditReport:
    strange: list[Finding] = []
    purses, funds = _balances(engine, lambda code, what: strange.append(Finding(code, what)))
    may_miss = forgotten(engine)
    auditing = Audit(_currencies(purses, funds), may_miss.events, may_miss.parts, rules, expected)
    for damage in damages:
        auditing.found("audit/damaged", damage)
    for one in strange:
        auditing.found(one.code, one.what)
    _audit_journal(engine, auditing)
    head = load_head(engine)
    auditing.head(head)
    for purse in purses.values():
        auditing.purse(purse)
    for fund in funds:
        auditing.fund(fund)
    auditing.all_compared()
    audit_rows(engine, auditing, purses, funds, head)
    return AuditReport(
        auditing.records,
        auditing.entries,
        len(purses) * len(PURSE_POCKETS) + len(funds),
        auditing.digest.hex(),
        _sums(purses, funds),
        {fund.currency: -fund.balance for fund in funds if fund.account % 8 == Pocket.PROMOTIONS},
        tuple(auditing.findings),
        dict(+auditing.unsealed),
    )


def _balances(engine: Engine, found: Found) -> tuple[dict[int, Purse], list[Fund]]:
    purses = {row[0]: Purse(*row) for row in rows_of(engine, PURSES, found)}
    return purses, [Fund(*row) for row in rows_of(engine, FUNDS, found)]


def _audit_journal(engine: Engine, auditing: Audit) -> None:
    places = Places()
    with (
        closing(engine.stream(select(PARTICIPATIONS, "ORDER BY ended"))) as rows,
        closing(engine.stream(select(REGULATOR_IDS, "WHERE issued > 0 ORDER BY issued"))) as issued,
    ):
        parts, ids = InStep(rows, lambda row: row[1]), InStep(issued, lambda row: row[5])
        for record in records(engine, places=places):
            auditing.record(
                record,
                [ParticipationRecord(*row) for row in parts.of(record.number)],
                [(PartIds(*row[:4]), row[4]) for row in ids.of(record.number)],
            )
        for number in parts.rest():
            auditing.found("audit/parts", f"the history has parts in record {number}, and there is no such record")
        for number in ids.rest():
            auditing.found("audit/ids", f"ids were issued by record {number}, and there is no such record")
    for number in places.wrong:
        auditing.found("audit/entries", f"the entries of record {number} do not stand where they belong")


class Places:
    """Where entries stand: those of a record one after the other from its first place on."""

    def __init__(self) -> None:
        self.wrong: list[int] = []

    def look(self, number: int, rows: list[Row]) -> None:
        if rows and (rows[0][0] != number * LINES or rows[-1][0] != number * LINES + len(rows) - 1):
            self.wrong.append(number)


def _currencies(purses: dict[int, Purse], funds: list[Fund]) -> dict[int, str]:
    found = {fund.account: fund.currency for fund in funds}
    for purse in purses.values():
        for pocket in PURSE_POCKETS:
            found[account(purse.player, pocket)] = purse.currency
    return found


def _sums(purses: dict[int, Purse], funds: list[Fund]) -> dict[str, int]:
    sums: dict[str, int] = {}
    for fund in funds:
        sums[fund.currency] = sums.get(fund.currency, 0) + fund.balance
    for purse in purses.values():
        held = sum(getattr(purse, field) for field in PURSE_FIELDS)
        sums[purse.currency] = sums.get(purse.currency, 0) + held
    return sums


def records(engine: Engine, first: int = 1, places: Places | None = None) -> Generator[JournalRecord, None, None]:
    """The journal from a record on, with its entries; both read once, in step."""
    with (
        closing(engine.stream(select(ENTRIES, "WHERE place >= ? ORDER BY place"), first * LINES)) as found,
        closing(engine.stream(select(JOURNAL, "WHERE number >= ? ORDER BY number"), first)) as journal,
    ):
        entries = InStep(found, lambda row: row[0] // LINES)
        for row in journal:
            lines = entries.of(row[0])
            if places is not None:
                places.look(row[0], lines)
            yield record_from(row, [(to, amount) for _, to, amount in lines])
        if places is not None:
            places.wrong += entries.rest()


class InStep:
    """Rows in groups, each asked for by its number, in ascending order; read once."""

    def __init__(self, rows: Iterator[Row], number: Callable[[Row], int]) -> None:
        self._groups = groupby(rows, key=number)
        self._number, self._rows = self._next()
        self.strays: list[int] = []  # nobody asked for these

    def _next(self) -> tuple[int | None, list[Row]]:
        found = next(self._groups, None)
        return (None, []) if found is None else (found[0], list(found[1]))

    def of(self, number: int) -> list[Row]:
        while self._number is not None and self._number < number:
            self.strays.append(self._number)
            self._number, self._rows = self._next()
        if self._number != number:
            return []
        rows = self._rows
        self._number, self._rows = self._next()
        return rows

    def rest(self) -> list[int]:
        """All that nobody has asked for."""
        while self._number is not None:
            self.strays.append(self._number)
            self._number, self._rows = self._next()
        return self.strays


def record_from(row: Row, entries: Sequence[tuple[int, int]]) -> JournalRecord:
    number, key, kind, at_ms, player, code, *sealed = row
    content, events, receipt, digest = (bytes(one or b"") for one in sealed)  # nothing: the chain does not hold
    lines = Entries([to for to, _ in entries], [amount for _, amount in entries])
    return JournalRecord(number, key, kind, at_ms, player, code, content, events, receipt, digest, lines)


def rebuild_balances(ledger: Ledger) -> int:
    """Sets every balance to the sum of its entries, in one transaction. Returns how many changed."""
    changed: int = ledger.keep(_rebuild)
    return changed


def _rebuild(engine: Engine) -> int:
    rows = engine.rows("SELECT account, sum(amount) FROM entries GROUP BY account")
    sums = {number: int(amount) for number, amount in rows}
    purses, funds = [], []
    for row in engine.rows(select(PURSES)):
        held = [sums.get(account(row[0], pocket), 0) for pocket in PURSE_POCKETS]
        if held != list(row[2:6]):
            purses.append((*row[:2], *held, *row[6:]))
    for row in engine.rows(select(FUNDS)):
        if row[3] != sums.get(row[0], 0):
            funds.append((*row[:3], sums.get(row[0], 0)))
    engine.update(PURSES, purses)
    engine.update(FUNDS, funds)
    return len(purses) + len(funds)
