"""The audit: everything the bank claims, computed again from the entries.

It is fed the records in order, then the balances, stakes, chips and events as they are stored, and
says what does not agree. An auditor that keeps the head's digest elsewhere also sees a journal
that was cut off or changed before that, and sealed anew.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from ventuno.bank import receipts
from ventuno.bank.accounts import NEVER_NEGATIVE, POCKETS, Pocket, account, name_of, pocket_of
from ventuno.bank.audit_chips import ChipsAudit
from ventuno.bank.audit_ids import IdsAudit, StoredIds
from ventuno.bank.audit_kept import KeptAudit
from ventuno.bank.audit_people import PeopleAudit
from ventuno.bank.audit_purses import PursesAudit
from ventuno.bank.audit_rounds import RoundsAudit
from ventuno.bank.audit_stories import Bodies, StoriesAudit
from ventuno.bank.audit_transfers import TRANSFERRING, TransfersAudit
from ventuno.bank.care import Care
from ventuno.bank.chain import seal
from ventuno.bank.commands import HoldExpiries
from ventuno.bank.held import moved_by
from ventuno.bank.records import (
    PURSE_FIELDS,
    PURSE_POCKETS,
    Factor,
    Fund,
    Head,
    Jackpot,
    JournalRecord,
    Lot,
    ParticipationRecord,
    Person,
    Purse,
    RoundRecord,
    Stake,
    Transfer,
)
from ventuno.bank.rules import HouseRules

MOST_FINDINGS = 1000


class Finding(msgspec.Struct, frozen=True):
    """Something that does not agree."""

    code: str
    what: str


class Audit:
    def __init__(
        self,
        currencies: Mapping[int, str],
        forgotten: int = 0,
        parts_forgotten: int = 0,
        rules: HouseRules | None = None,
        expected: bytes | None = None,
    ) -> None:
        """`currencies`: of every account there is; `forgotten`: of rounds that ended before this record the events need
        not be kept; `parts_forgotten`: nor everybody's part in them; `expected`: the digest of an earlier audit, which
        some record must end with."""
        rules = msgspec.structs.replace(rules or HouseRules(), held_ms=0)  # the records say from when on it is more
        self.findings: list[Finding] = []
        self.unsealed: Counter[str] = Counter()  # what no record vouches for, and rightly: it is older than that
        self.records = self.entries = 0
        self.digest = b""
        self._expected, self._met = expected, not expected
        self.balances: dict[int, int] = defaultdict(int)
        self._currencies = currencies
        self._parts_forgotten = parts_forgotten
        self._rounds = RoundsAudit(self.found)
        self._stories = StoriesAudit(self.found, self.unsealed, forgotten)
        self._purses = PursesAudit(self.found, self.unsealed, rules)
        self._people = PeopleAudit(self.found, self.unsealed, rules)
        self._chips = ChipsAudit(self.found, self.unsealed)
        self._ids = IdsAudit(self.found, self.unsealed, parts_forgotten)
        self._transfers = TransfersAudit(self.found, self.unsealed)
        self._kept = KeptAudit(self.found, self.unsealed)
        self._acts: set[tuple[int, int, str, str]] = set()  # record, by whom, what, about what
        self._held_ms = 0  # what the last act of it says

    def found(self, code: str, what: str) -> None:
        if len(self.findings) < MOST_FINDINGS:
            self.findings.append(Finding(code, what))

    # -- the journal ----------------------------------------------------------------------------

    def record(self, record: JournalRecord, parts: Iterable[ParticipationRecord] = (), ids: StoredIds = ()) -> None:
        """Records come in order, each with the participations and ids it made; each is sealed again and compared."""
        self.records += 1
        if record.number != self.records:
            self.found("audit/gap", f"record {self.records} is missing: {record.number} follows")
            self.records = record.number
        fields = msgspec.structs.astuple(record)[:9]
        if seal(self.digest, fields, record.entries) != record.digest:
            self.found("audit/chain", f"record {record.number} ({record.kind}) is not what was sealed")
        self.digest = record.digest
        self._met = self._met or record.digest == self._expected
        try:
            self._take(record, parts, ids)
        except msgspec.MsgspecError as error:
            self.found(
                "audit/receipt", f"the receipt of record {record.number} ({record.kind}) cannot be read: {error}"
            )

    def _take(self, record: JournalRecord, parts: Iterable[ParticipationRecord], ids: StoredIds) -> None:
        self._post(record)
        if record.round:
            self._stories.record(record)
        if record.kind in TRANSFERRING:
            self._transfers.record(record)
        if b'"act":' in record.receipt and (act := receipts.from_bytes(record.receipt).act):
            self._acts.add((record.number, act.by, act.what, act.subject))
            if record.kind == HoldExpiries.__name__:
                self._held_ms = int(act.details["held_ms"])
                self._purses.hold(self._held_ms)
        self._kept.record(record)
        moved = moved_by(record)
        self._people.record(record)
        self._chips.record(record)
        self._ids.record(record, ids)
        self._purses.record(record, moved)
        self._rounds.record(record, moved, parts, kept=record.number >= self._parts_forgotten)

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

    def head(self, head: Head) -> None:
        if head.number != self.records or head.digest != self.digest:
            self.found("audit/head", f"the journal ends with record {self.records}, its head says {head.number}")
        if head.held_ms != self._held_ms:
            self.found("audit/held", f"expiries are held back by {head.held_ms} ms, the journal says {self._held_ms}")
        if not self._met:
            self.found("audit/expected", "the digest that was kept elsewhere is nowhere in this journal")

    # -- the projection -------------------------------------------------------------------------

    def purse(self, purse: Purse) -> None:
        for pocket, field in zip(PURSE_POCKETS, PURSE_FIELDS, strict=True):
            self._compare(account(purse.player, pocket), getattr(purse, field))
        counted = purse.deposited - purse.withdrawn - purse.staked + purse.returned
        if counted != purse.wallet:
            self.found("audit/sums", f"player {purse.player}: the sums give {counted}, the wallet {purse.wallet}")
        self._purses.purse(purse)

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
        self._purses.all_compared()
        for number, balance in self.balances.items():
            if balance:
                self.found("audit/balance", f"{name_of(number)} has entries of {balance} and no balance")

    # -- what lies on the tables ----------------------------------------------------------------

    def in_play(self, purses: Mapping[int, Purse], stakes: Sequence[Stake], lots: Sequence[Lot], head: Head) -> None:
        """Stakes in play and golden chips, piece by piece, are what the ledger says in sum; after every round."""
        self._rounds.all_stored(stakes)
        self._chips.lots(lots, stakes, head)
        pieces: dict[int, int] = defaultdict(int)
        for stake in stakes:
            pieces[account(stake.player, Pocket.STAKES)] += stake.real_minor
            pieces[account(stake.player, Pocket.GOLDEN_STAKES)] += stake.golden_minor
            if stake.currency != self._currencies.get(account(stake.player, Pocket.WALLET)):
                why = f"round {stake.round}, player {stake.player}: a stake in {stake.currency}, which is not theirs"
                self.found("audit/stakes", why)
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
        self._transfers.compare(listed, funds)

    def house(
        self, funds: Sequence[Fund], jackpots: Iterable[Jackpot], purses: Mapping[int, Purse], head: Head
    ) -> None:
        """The house's own accounts and its jackpots."""
        self._chips.jackpots(jackpots, funds)
        self._chips.house(funds, purses, head)

    def people(
        self,
        people: Iterable[Person],
        skeletons: Mapping[int, str],
        purses: Mapping[int, Purse],
        factors: Mapping[int, Factor | None],
    ) -> None:
        self._people.people(people, skeletons, {one.player: one.currency for one in purses.values()}, factors)

    def care(self, stored: Iterable[tuple[int, Care | str]]) -> None:
        self._purses.care(stored)

    def ids(self, issued: int | None, older: int) -> None:
        """How far the regulator's ids are said to be issued, and how many are from before they were sealed."""
        self._ids.stored(issued, older)

    def kept(self, tables: Iterable[tuple[str, int, int, bytes]], rules: Iterable[tuple[str, str, bytes]]) -> None:
        """What tables are between their rounds, and the rules of rounds by their digest."""
        self._kept.tables(tables)
        self._kept.rules(rules)

    def round(self, row: RoundRecord, terms: Any, events: Bodies) -> None:
        """A round as it is stored, with its events; `terms` plain."""
        self._rounds.stored(row, (body for _, body in events))
        self._stories.stored(row, terms, events)

    def all_rounds(self, strays: int) -> None:
        """After every round; `strays` are rows of events of rounds that are not there."""
        self._stories.all_stored(strays)
