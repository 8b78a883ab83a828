"""The book: the part of the bank's state that some commands need, and what they changed in it.

A store loads a book, lets `decide` work through the commands, and writes the changes in one
transaction. Nothing here refuses: whoever changes the book has checked before, and a fault (an
unbalanced record, a player below zero) is an exception that throws the whole book away.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ventuno.bank import receipts
from ventuno.bank.accounts import POCKETS, Pocket, account, name_of
from ventuno.bank.acts import act_of
from ventuno.bank.care import Care
from ventuno.bank.chain import digest_of_events, seal
from ventuno.bank.commands import BankCommand, RoundCommand, content_of
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import (
    PURSE_FIELDS,
    Crowd,
    EndedCrowd,
    Entries,
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

Pairs = Sequence[tuple[int, int]]  # account, amount in minor units: plus comes in, minus goes out


class Unbalanced(Exception):
    """A fault of the program: the record would create or destroy money."""


class RegisterChanges(msgspec.Struct):
    """Of who people are."""

    people: set[int] = set()
    names: list[tuple[int, str]] = []  # of people who are new: number, what their name looks like
    factors: dict[int, Factor | None] = {}  # None: it is gone
    signed_out: dict[int, int] = {}  # by person: since when no session of before counts any more


class Changes(msgspec.Struct):
    """What must be written, by key."""

    records: list[JournalRecord] = []
    new_purses: set[int] = set()
    purses: set[int] = set()
    register: RegisterChanges = msgspec.field(default_factory=RegisterChanges)
    funds: set[int] = set()
    rounds: set[str] = set()
    closed_rounds: set[str] = set()  # their stakes are gone
    stakes: set[tuple[str, int, str]] = set()
    lots: set[int] = set()
    care: set[int] = set()
    transfers: set[str] = set()
    jackpots: set[str] = set()
    participations: list[ParticipationRecord] = []
    crowds: list[EndedCrowd] = []  # to be added to purses as they are stored; their participations
    events: list[tuple[str, int, bytes]] = []  # round, number, body
    ids: list[tuple[int, str, str, str, int, int]] = []  # the regulator's, with when and by which record
    issued: int = 0  # ... for all stakes up to this record
    tables: dict[tuple[str, int], tuple[int, bytes]] = {}  # by table and its player: the journal's number, the body
    rules: list[tuple[str, str, bytes]] = []  # digest, game, body
    acts: list[tuple[int, int, str, str]] = []  # the journal's number, by whom, what, about what


class Register:
    """Who people are, among those asked about."""

    def __init__(self) -> None:
        self.people: dict[int, Person] = {}
        self.names: dict[str, int] = {}
        self.skeletons: set[str] = set()  # of names that are taken
        self.factors: set[int] = set()  # who has a second one


class Book:
    def __init__(self, rules: HouseRules, head: Head) -> None:
        self.rules = msgspec.structs.replace(rules, held_ms=head.held_ms)
        self.head = head
        self.accepted: dict[str, tuple[bytes, bytes]] = {}  # by key: content, receipt
        self.untold: Mapping[str, bytes] = {}  # by key: receipts of commits whose answer may have been lost
        self.register = Register()
        self.purses: dict[int, Purse] = {}
        self.care: dict[int, Care] = {}
        self.rounds: dict[str, RoundRecord] = {}
        self.stakes: dict[str, dict[int, dict[str, Stake]]] = defaultdict(lambda: defaultdict(dict))
        self.crowds: dict[str, list[Crowd]] = {}  # by round that ends: whom no command names, not in `stakes`
        self.crowd_stakes: dict[str, dict[str, int]] = {}  # by round that ends: their sum by spot
        self.lots: dict[int, dict[int, Lot]] = defaultdict(dict)  # by player, by number
        self.funds: dict[int, Fund] = {}
        self.jackpots: dict[str, Jackpot] = {}
        self.transfers: dict[str, Transfer] = {}
        self.parts: dict[str, list[ParticipationRecord]] = defaultdict(list)  # by round, of those to be corrected
        self.then: dict[tuple[int, str], Purse] = {}  # by player and period: the purse as it was when that began
        self.issued = 0  # the regulator's ids are there for all stakes up to this record
        self.changes = Changes()
        self._banks: dict[str, int] = {}  # holder by currency

    # -- filled by a store ----------------------------------------------------------------------

    def add_person(self, person: Person) -> None:
        self.register.people[person.number] = person
        self.register.names[person.name] = person.number

    def add_fund(self, fund: Fund) -> None:
        self.funds[fund.account] = fund
        if fund.account % POCKETS != Pocket.POOL:
            self._banks[fund.currency] = fund.account // POCKETS

    def add_stake(self, stake: Stake) -> None:
        self.stakes[stake.round][stake.player][stake.spot] = stake

    def add_lot(self, lot: Lot) -> None:
        self.lots[lot.player][lot.number] = lot

    # -- asked by decisions ---------------------------------------------------------------------

    def fund(self, pocket: Pocket, currency: str) -> int:
        """The house's account in a currency; a currency's accounts are opened when first needed."""
        if currency not in self._banks:
            self._open_bank(currency)
        number = account(self._banks[currency], pocket)
        if number not in self.funds:
            self.open_fund(number, currency, currency)
        return number

    def _open_bank(self, currency: str) -> None:
        holder = self.next_holder()
        for pocket in (Pocket.HOUSE, Pocket.CASHIER, Pocket.PROMOTIONS):
            self.open_fund(account(holder, pocket), currency, currency)

    def open_fund(self, number: int, owner: str, currency: str) -> None:
        self.add_fund(Fund(number, owner, currency))
        self.changes.funds.add(number)

    def next_holder(self) -> int:
        self.head.next_holder += 1
        return self.head.next_holder - 1

    def next_lot(self) -> int:
        self.head.next_lot += 1
        return self.head.next_lot - 1

    def care_of(self, player: int) -> Care:
        return self.care.get(player) or Care()

    def stakes_of(self, code: str, player: int) -> dict[str, Stake]:
        """What the player has in play in a round, by spot."""
        return self.stakes[code][player]

    def lots_of(self, stakes: Sequence[Stake]) -> Iterator[tuple[Stake, Lot, int]]:
        """The golden chips on stakes: where they lie, their lot, how many."""
        for stake in stakes:
            for number, count in stake.golden.items():
                yield stake, self.lots[stake.player][number], count

    # -- changed by decisions -------------------------------------------------------------------

    def put_stake(self, stake: Stake) -> None:
        self.add_stake(stake)
        self.changes.stakes.add((stake.round, stake.player, stake.spot))

    def change_lot(self, lot: Lot, by: int) -> None:
        lot.count += by
        self.changes.lots.add(lot.number)

    def put_care(self, player: int, care: Care) -> None:
        if care != self.care_of(player):
            self.care[player] = care
            self.changes.care.add(player)

    def hold(self, held_ms: int) -> None:
        """Every decision after this one goes by it."""
        self.head.held_ms = held_ms
        self.rules = msgspec.structs.replace(self.rules, held_ms=held_ms)

    def sign_out(self, player: int, at_ms: int) -> None:
        """Something about the person has changed that none of their sessions may outlive."""
        self.changes.register.people.add(player)
        self.changes.register.signed_out[player] = at_ms

    def put_factor(self, factor: Factor) -> None:
        self.register.factors.add(factor.person)
        self.changes.register.factors[factor.person] = factor

    def drop_factor(self, person: int) -> None:
        self.register.factors.discard(person)
        self.changes.register.factors[person] = None

    def put_transfer(self, transfer: Transfer, at_ms: int) -> None:
        """As it is after the record that comes next."""
        transfer.changed, transfer.changed_ms = self.head.number + 1, at_ms
        self.transfers[transfer.key] = transfer
        self.changes.transfers.add(transfer.key)

    def close_round(self, code: str, state: str) -> None:
        found = self.rounds[code]
        found.state = "settled" if state == "settled" else "void"
        found.ended = self.head.number + 1
        self.changes.rounds.add(code)
        self.changes.closed_rounds.add(code)
        self.stakes.pop(code, None)
        self.crowds.pop(code, None)

    def record(
        self,
        command: BankCommand,
        pairs: Pairs = (),
        *,
        crowds: Sequence[EndedCrowd] = (),
        player: int = 0,
        **fields: Any,
    ) -> Receipt:
        """Posts the entries, stores the command's events, and seals all of it into the journal."""
        self._post(pairs, crowds)
        events = self._store_events(command)
        number = self.head.number + 1
        kind = type(command).__name__
        if player and (purse := self.purses.get(player)):
            fields = {"wallet_minor": purse.wallet, "golden_minor": purse.golden, **fields}
        receipt = Receipt(number, kind, command.key, player, act=act_of(command), **fields)
        if act := receipt.act:
            self.changes.acts.append((number, act.by, act.what, act.subject))
        self._seal(command, receipt, events, _entries(pairs, crowds))
        return receipt

    def _seal(self, command: BankCommand, receipt: Receipt, events: bytes, entries: Entries) -> None:
        content, body = content_of(command), receipts.to_bytes(receipt)
        code = command.round if isinstance(command, RoundCommand) else ""
        row = (receipt.number, command.key, receipt.kind, command.at_ms, receipt.player, code, content, events, body)
        digest = seal(self.head.digest, row, entries)
        self.changes.records.append(JournalRecord(*row, digest, entries))
        self.accepted[command.key] = (content, body)
        self.head.number, self.head.digest = receipt.number, digest

    def _store_events(self, command: BankCommand) -> bytes:
        if not isinstance(command, RoundCommand):
            return b""
        found = self.rounds[command.round]
        for body in command.events:
            self.changes.events.append((found.code, found.events, body))
            found.events += 1
        if command.events or command.at_ms > found.last_ms:
            found.last_ms = max(found.last_ms, command.at_ms)
            self.changes.rounds.add(found.code)
        return digest_of_events(command.events)

    def _post(self, pairs: Pairs, crowds: Sequence[EndedCrowd]) -> None:
        """Adds each entry to its balance; a crowd's purses are added to where they are stored."""
        sums: dict[str, int] = defaultdict(int)
        self.changes.crowds += crowds
        for ended in crowds:
            sums[ended.crowd.currency] += sum(ended.returned) - sum(ended.crowd.staked)
        purses, touched = self.purses, self.changes.purses
        for number, amount in pairs:
            holder, pocket = divmod(number, POCKETS)
            if pocket > Pocket.GOLDEN_STAKES:
                sums[self._add_to_fund(number, amount)] += amount
                continue
            purse = purses[holder]
            field = PURSE_FIELDS[pocket]
            after = getattr(purse, field) + amount
            if after < 0:
                raise Unbalanced(f"{name_of(number)} would hold {after}")
            setattr(purse, field, after)
            touched.add(holder)
            sums[purse.currency] += amount
        if any(sums.values()):
            raise Unbalanced(f"entries that sum to {dict(sums)}")

    def _add_to_fund(self, number: int, amount: int) -> str:
        fund = self.funds[number]
        fund.balance += amount
        self.changes.funds.add(number)
        if fund.balance < 0 and number % POCKETS == Pocket.POOL:
            raise Unbalanced(f"the pool of {fund.owner} would hold {fund.balance}")
        return fund.currency


def _entries(pairs: Pairs, crowds: Sequence[EndedCrowd]) -> Entries:
    """Every stake that leaves play, every wallet that gets something, then the single ones."""
    accounts: list[int] = []
    amounts: list[int] = []
    for _, _, _, crowd, returned in crowds:
        accounts += [player * POCKETS + Pocket.STAKES for player in crowd.players]
        amounts += [-staked for staked in crowd.staked]
        accounts += [player * POCKETS for player, back in zip(crowd.players, returned, strict=True) if back]
        amounts += filter(None, returned)
    accounts += [number for number, _ in pairs]
    amounts += [amount for _, amount in pairs]
    return Entries(accounts, amounts)
