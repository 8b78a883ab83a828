"""The audit: everything the bank claims, computed again from the entries.

It is fed the records in order, then the balances, stakes, chips and events as they are stored, and
says what does not agree. An auditor that keeps the head's digest elsewhere also sees a journal
whose end was cut off and sealed anew.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec
from msgspec.structs import astuple

from ventuno.bank import receipts
from ventuno.bank.accounts import NEVER_NEGATIVE, POCKETS, Pocket, account, name_of, pocket_of
from ventuno.bank.audit_rounds import RoundsAudit
from ventuno.bank.chain import count_of, digest_of_events, seal
from ventuno.bank.commands import AskDeposit, AskWithdrawal, HearProvider
from ventuno.bank.records import (
    PURSE_FIELDS,
    PURSE_POCKETS,
    Fund,
    Head,
    Jackpot,
    JournalRecord,
    Lot,
    Participation,
    Purse,
    RoundRecord,
    Stake,
    Transfer,
    TransferKind,
)
from ventuno.bank.transfers import IN_TRANSIT

MOST_FINDINGS = 1000
SEALED = 10  # fields of a transfer that its steps' records tell: all but the provider's name and words
TRANSFERRING = frozenset({AskDeposit.__name__, AskWithdrawal.__name__, HearProvider.__name__})


class Finding(msgspec.Struct, frozen=True):
    """Something that does not agree."""

    code: str
    what: str


class Audit:
    def __init__(self, currencies: Mapping[int, str], forgotten: int = 0, parts_forgotten: int = 0) -> None:
        """`currencies`: of every account there is; `forgotten`: of rounds that ended before this record the events need
        not be kept; `parts_forgotten`: nor everybody's part in them."""
        self.findings: list[Finding] = []
        self.records = self.entries = 0
        self.digest = b""
        self.balances: dict[int, int] = defaultdict(int)
        self._currencies = currencies
        self._events: dict[str, list[bytes]] = defaultdict(list)
        self._forgotten, self._parts_forgotten = forgotten, parts_forgotten
        self._rounds = RoundsAudit(self.found)
        self._acts: set[tuple[int, int, str, str]] = set()  # record, by whom, what, about what
        self._transfers: dict[str, Transfer] = {}  # by key, as they were sealed

    def found(self, code: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(code, what))

    # -- the journal ----------------------------------------------------------------------------

    def record(self, record: JournalRecord, parts: Iterable[Participation] = ()) -> None:
        """Records come in order, each with the participations it made; each is sealed again and compared."""
        self.records += 1
        if record.number != self.records:
            self.found("audit/gap", f"record {self.records} is missing: {record.number} follows")
            self.records = record.number
        fields = msgspec.structs.astuple(record)[:9]
        if seal(self.digest, fields, record.entries) != record.digest:
            self.found("audit/chain", f"record {record.number} ({record.kind}) is not what was sealed")
        self.digest = record.digest
        if record.events:
            self._events[record.round].append(record.events)
        if record.kind in TRANSFERRING:
            self._step(record)
        if b'"act":' in record.receipt and (act := receipts.from_bytes(record.receipt).act):
            self._acts.add((record.number, act.by, act.what, act.subject))
        self._post(record)
        self._rounds.record(record, parts, kept=record.number >= self._parts_forgotten)

    def _step(self, record: JournalRecord) -> None:
        """What is sealed of a transfer: its beginning, and where each step has taken it."""
        step = receipts.from_bytes(record.receipt)
        found = self._transfers.get(step.transfer)
        if found is None:
            kind: TransferKind = "deposit" if record.kind == AskDeposit.__name__ else "withdrawal"
            currency = self._currencies.get(account(step.player, Pocket.WALLET), "")
            found = Transfer(
                step.transfer,
                kind,
                step.player,
                currency,
                step.amount_minor,
                "asked",
                record.at_ms,
                0,
                record.number,
                0,
            )
            self._transfers[found.key] = found
        found.state, found.changed, found.changed_ms = step.state or found.state, record.number, record.at_ms

    def _post(self, record: JournalRecord) -> None:
        sums: dict[str, int] = defaultdict(int)
        for number, amount in zip(*record.entries, strict=True):
            self.entries += 1
            self.balances[number] += amount
            currency = self._currencies.get(number)
            if currency is None:
                self.found("audit/account", f"record {record.number} posts to {name_of(number)}, which is nobody's")
            else:
                sums[currency] += amount
        for currency, amount in sums.items():
            if amount:
                self.found("audit/unbalanced", f"record {record.number} creates {amount} {currency}")

    def head(self, head: Head, expected: bytes | None = None) -> None:
        if head.number != self.records or head.digest != self.digest:
            self.found("audit/head", f"the journal ends with record {self.records}, its head says {head.number}")
        if expected is not None and expected != head.digest:
            self.found("audit/expected", "the journal does not end with the digest that was kept elsewhere")

    # -- the projection -------------------------------------------------------------------------

    def purse(self, purse: Purse) -> None:
        for pocket, field in zip(PURSE_POCKETS, PURSE_FIELDS, strict=True):
            self._compare(account(purse.player, pocket), getattr(purse, field))
        counted = purse.deposited - purse.withdrawn - purse.staked + purse.returned
        if counted != purse.wallet:
            self.found("audit/sums", f"player {purse.player}: the sums give {counted}, the wallet {purse.wallet}")

    def fund(self, fund: Fund) -> None:
        self._compare(fund.account, fund.balance)

    def _compare(self, number: int, balance: int) -> None:
        entries = self.balances.pop(number, 0)
        if entries != balance:
            self.found("audit/balance", f"{name_of(number)} is {balance}; its entries sum to {entries}")
        if balance < 0 and pocket_of(number) in NEVER_NEGATIVE:
            self.found("audit/negative", f"{name_of(number)} is {balance}")

    def all_compared(self) -> None:
        """After every purse and fund: what is left has entries and no account."""
        for number, balance in self.balances.items():
            if balance:
                self.found("audit/balance", f"{name_of(number)} has entries of {balance} and no balance")

    # -- what lies on the tables ----------------------------------------------------------------

    def in_play(self, purses: Mapping[int, Purse], stakes: Iterable[Stake], lots: Iterable[Lot]) -> None:
        """Stakes in play and golden chips, piece by piece, are what the ledger says in sum; after every round."""
        stakes = list(stakes)
        self._rounds.all_stored(stakes)
        pieces: dict[int, int] = defaultdict(int)
        for stake in stakes:
            pieces[account(stake.player, Pocket.STAKES)] += stake.real_minor
            pieces[account(stake.player, Pocket.GOLDEN_STAKES)] += stake.golden_minor
        for lot in lots:
            pieces[account(lot.player, Pocket.GOLDEN)] += lot.value_minor * lot.count
        for number in self._with_pieces(purses, pieces):
            purse = purses.get(number // POCKETS)
            balance = getattr(purse, PURSE_FIELDS[number % POCKETS]) if purse else 0
            if pieces[number] != balance:
                self.found("audit/pieces", f"{name_of(number)} is {balance}; its pieces sum to {pieces[number]}")

    def _with_pieces(self, purses: Mapping[int, Purse], pieces: Mapping[int, int]) -> set[int]:
        pockets = PURSE_POCKETS[1:]
        return {*pieces, *(account(player, pocket) for player in purses for pocket in pockets)}

    def acts(self, listed: Iterable[tuple[int, int, str, str]]) -> None:
        """The audit log lists every act that was sealed, and no other (E3)."""
        for number, by, *_ in sorted(self._acts.symmetric_difference(listed)):
            self.found("audit/acts", f"the act of {by} in record {number} is not as it was sealed")

    def transfers(self, listed: Iterable[Transfer], funds: Sequence[Fund]) -> None:
        """Every transfer is where its last step left it, and what is in transit is what open ones hold (A8)."""
        held: dict[str, int] = defaultdict(int)
        for one in listed:
            sealed = self._transfers.pop(one.key, None)
            if sealed is None or astuple(sealed)[:SEALED] != astuple(one)[:SEALED]:
                self.found("audit/transfers", f"the {one.kind} {one.key} is not as it was sealed")
            if (one.kind, one.state) in IN_TRANSIT:
                held[one.currency] += one.amount_minor
        for key in self._transfers:
            self.found("audit/transfers", f"the transfer {key} was sealed and is not there")
        banks = {fund.account // POCKETS for fund in funds if fund.account % POCKETS == Pocket.CASHIER}
        for fund in funds:  # a jackpot's pool has no bank's number
            if fund.account % POCKETS == Pocket.IN_TRANSIT and fund.account // POCKETS in banks:
                held[fund.currency] -= fund.balance
        for currency, amount in held.items():
            if amount:
                self.found("audit/transit", f"open transfers hold {amount} {currency} more than is in transit")

    def jackpot(self, jackpot: Jackpot) -> None:
        if not 0 <= Fraction(jackpot.remainder) < 1:
            self.found("audit/remainder", f"the jackpot {jackpot.key} carries {jackpot.remainder} of a minor unit")

    def events(self, record: RoundRecord, bodies: Iterable[bytes]) -> None:
        """The stored events of a round are those that were sealed, in their order."""
        stored = list(bodies)
        self._rounds.stored(record, stored)
        sealed = self._events.pop(record.code, [])
        if 0 < record.ended < self._forgotten:
            sealed = _last(sealed, len(stored))
        for digest in sealed:
            count = count_of(digest)
            if digest_of_events(stored[:count]) != digest:
                self.found("audit/events", f"the events of round {record.code} are not those that were sealed")
                return
            stored = stored[count:]
        if stored:
            self.found("audit/events", f"the round {record.code} has events that were never sealed")

    def all_events(self) -> None:
        """After every round: what is left was sealed with a round that is not there."""
        for code in self._events:
            self.found("audit/rounds", f"the events of round {code} were sealed, and there is no such round")


def _last(sealed: list[bytes], count: int) -> list[bytes]:
    """Those that seal the last so many events: of a round that was forgotten, what came after it, if anything."""
    while sealed and sum(map(count_of, sealed)) > count:
        sealed = sealed[1:]
    return sealed
