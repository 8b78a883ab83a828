"""Golden chips, jackpots and the house's accounts as they are stored, against the records that made them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from ventuno.bank import receipts
from ventuno.bank.accounts import POCKETS, Pocket, name_of
from ventuno.bank.commands import GrantGoldenChips, OpenJackpot
from ventuno.bank.contents import was
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import Fund, Head, Jackpot, JournalRecord, Lot, Purse, Stake

Found = Callable[[str, str], None]

OPENED_TOGETHER: Final = {Pocket.HOUSE, Pocket.CASHIER, Pocket.PROMOTIONS}  # of every currency


class ChipsMade(NamedTuple):
    """A record that made a lot or a jackpot."""

    record: JournalRecord
    receipt: Receipt


class ChipsAudit:
    def __init__(self, found: Found, unsealed: Counter[str]) -> None:
        self._found, self._unsealed = found, unsealed
        self._lots: dict[int, ChipsMade] = {}
        self._granted = 0
        self._jackpots: dict[str, ChipsMade] = {}
        self._carried: dict[str, str | None] = {}  # by jackpot; None: an older version did not say it

    def record(self, record: JournalRecord) -> None:
        if record.kind == GrantGoldenChips.__name__:
            self._granted += 1  # lots are numbered as they are granted
            self._lots[self._granted] = ChipsMade(record, receipts.from_bytes(record.receipt))
        elif record.kind == OpenJackpot.__name__:
            made = ChipsMade(record, receipts.from_bytes(record.receipt))
            if made.receipt.act:
                self._jackpots[made.receipt.act.subject] = made
                self._carried[made.receipt.act.subject] = "0"
        elif record.kind == "SettleRound" and self._jackpots:
            self._feed(record)

    def _feed(self, record: JournalRecord) -> None:
        receipt = receipts.from_bytes(record.receipt)
        if receipt.contributed_minor and not receipt.carried:
            self._carried = dict.fromkeys(self._carried)
        self._carried |= receipt.carried

    # -- as they are stored ---------------------------------------------------------------------

    def lots(self, lots: Iterable[Lot], stakes: Iterable[Stake], head: Head) -> None:
        """Every lot is as it was granted; chips in play are of lots of whose they are, and worth what it says."""
        there = {lot.number: lot for lot in lots}
        for number in sorted(there.keys() | self._lots.keys()):
            lot, made = there.get(number), self._lots.get(number)
            if lot is None or made is None:
                says = "was granted and is not there" if made else "was never granted"
                self._found("audit/lots", f"the golden chips of lot {number}: it {says}")
            elif not _is_as_granted(lot, made):
                says = f"player {lot.player}, {lot.value_minor} each, until {lot.expires_ms}, bonus {lot.bonus!r}"
                self._found("audit/lots", f"the golden chips of lot {number} were not granted so: {says}")
        for stake in stakes:
            chips = [(there[number], count) for number, count in stake.golden.items() if number in there]
            worth = sum(lot.value_minor * count for lot, count in chips)
            theirs = all(lot.player == stake.player for lot, _ in chips) and len(chips) == len(stake.golden)
            if worth != stake.golden_minor or not theirs:
                where = f"round {stake.round}, player {stake.player}, {stake.spot}"
                says = f"golden chips of {stake.golden_minor}, of lots {stake.golden}"
                self._found("audit/pieces", f"{where}: {says}, which are {worth}{'' if theirs else ' and not theirs'}")
        if head.next_lot != self._granted + 1:
            self._found("audit/head", f"the next lot is {head.next_lot}, and {self._granted} were granted")

    def jackpots(self, jackpots: Iterable[Jackpot], funds: Iterable[Fund]) -> None:
        owners = {fund.account: (fund.owner, fund.currency) for fund in funds}
        there = {jackpot.key: jackpot for jackpot in jackpots}
        for key in sorted(there.keys() | self._jackpots.keys()):
            jackpot, made = there.get(key), self._jackpots.get(key)
            if jackpot is None or made is None:
                says = "was opened and is not there" if made else "was never opened"
                self._found("audit/jackpots", f"the jackpot {key} {says}")
                continue
            self._compare_jackpot(jackpot, made)
            if owners.get(jackpot.pool) != (key, jackpot.currency):
                says = f"{name_of(jackpot.pool)} is of {owners.get(jackpot.pool)}"
                self._found("audit/jackpots", f"the jackpot {key} in {jackpot.currency}: its pool {says}")

    def _compare_jackpot(self, jackpot: Jackpot, made: ChipsMade) -> None:
        key, carried = jackpot.key, self._carried[jackpot.key]
        if not _is_as_opened(jackpot, made):
            says = f"{jackpot.currency}, pool {jackpot.pool}, seed {jackpot.seed_minor}, {jackpot.contribution}"
            self._found("audit/jackpots", f"the jackpot {key} was not opened so: {says} of each stake")
        if carried is None:
            self._unsealed["what jackpots carry, fed before it was sealed"] += 1
            if not _is_fraction(jackpot.remainder):
                self._found("audit/remainder", f"the jackpot {key} carries {jackpot.remainder} of a minor unit")
        elif jackpot.remainder != carried:
            self._found("audit/remainder", f"the jackpot {key} carries {jackpot.remainder}, and should {carried}")

    def house(self, funds: Iterable[Fund], purses: Mapping[int, Purse], head: Head) -> None:
        """The house's accounts: a currency's are all its own, and numbers are given one after the other."""
        banks: dict[int, set[str]] = defaultdict(set)
        pockets: dict[int, set[int]] = defaultdict(set)
        holders = {*purses}
        for fund in funds:
            holders.add(fund.account // POCKETS)
            if fund.owner not in self._jackpots or fund.account % POCKETS != Pocket.POOL:
                banks[fund.account // POCKETS] |= {fund.owner, fund.currency}
                pockets[fund.account // POCKETS].add(fund.account % POCKETS)
        for holder, names in banks.items():
            if len(names) > 1 or not pockets[holder] >= OPENED_TOGETHER:
                self._found(
                    "audit/funds", f"the house's accounts of {holder}, {', '.join(sorted(names))}, do not belong"
                )
        if head.next_holder != max(holders, default=0) + 1:
            self._found("audit/head", f"the next account is {head.next_holder}, the last {max(holders, default=0)}")


def _is_as_granted(lot: Lot, made: ChipsMade) -> bool:
    act = made.receipt.act
    if act is None or lot.player != made.record.player:
        return False
    grant = GrantGoldenChips(
        key=made.record.key,
        at_ms=0,
        by=act.by,
        reason=act.reason,
        player=lot.player,
        value_minor=lot.value_minor,
        count=int(act.details.get("count", 0)),
        expires_ms=lot.expires_ms,
        bonus=lot.bonus,
    )
    return was(made.record.content, grant)


def _is_as_opened(jackpot: Jackpot, made: ChipsMade) -> bool:
    """The pool is the account that the seed came to."""
    act, seeded = made.receipt.act, dict(zip(*made.record.entries, strict=True))
    if act is None or seeded.get(jackpot.pool) != jackpot.seed_minor or jackpot.pool % POCKETS != Pocket.POOL:
        return False
    contribution = str(act.details.get("contribution", jackpot.contribution))  # as it was written; it is kept reduced
    opening = OpenJackpot(
        key=made.record.key,
        at_ms=0,
        by=act.by,
        reason=act.reason,
        jackpot=jackpot.key,
        currency=jackpot.currency,
        seed_minor=jackpot.seed_minor,
        contribution=contribution,
    )
    return was(made.record.content, opening) and jackpot.contribution == str(Fraction(contribution))


def _is_fraction(text: str) -> bool:
    try:
        return 0 <= Fraction(text) < 1
    except (ValueError, ZeroDivisionError):
        return False
