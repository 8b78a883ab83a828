"""Money between players and the provider (A8), as it is stored, against the steps that were sealed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec.structs import astuple

from ventuno.bank import receipts
from ventuno.bank.accounts import POCKETS, Pocket
from ventuno.bank.commands import AskDeposit, AskTransfer, AskWithdrawal, HearProvider
from ventuno.bank.contents import was
from ventuno.bank.records import Fund, JournalRecord, Transfer
from ventuno.bank.transfers import IN_TRANSIT

Found = Callable[[str, str], None]

ASKS: Final[dict[str, type[AskTransfer]]] = {"deposit": AskDeposit, "withdrawal": AskWithdrawal}
TRANSFERRING: Final = frozenset({AskDeposit.__name__, AskWithdrawal.__name__, HearProvider.__name__})
WENT_WELL: Final = ("asked", "credited", "paid")  # of these there is nothing to be said
NAMES: Final = ("key", "kind", "player", "currency", "amount", "state", "opened_ms", "changed_ms", "opened", "changed",
                "provider", "code", "why")  # fmt: skip


class TransfersAudit:
    def __init__(self, found: Found, unsealed: Counter[str]) -> None:
        self._found, self._unsealed = found, unsealed
        self._sealed: dict[str, tuple[Transfer, bytes]] = {}  # by key; the content of its first record

    def record(self, record: JournalRecord) -> None:
        """What is sealed of a transfer: its beginning, and where each step has taken it."""
        step = receipts.from_bytes(record.receipt)
        if step.transfer not in self._sealed:
            kind: str = "deposit" if record.kind == AskDeposit.__name__ else "withdrawal"
            began = (
                step.transfer,
                kind,
                step.player,
                "",
                step.amount_minor,
                "asked",
                record.at_ms,
                0,
                record.number,
                0,
            )
            self._sealed[step.transfer] = Transfer(*began), record.content  # type: ignore[arg-type]
        found, _ = self._sealed[step.transfer]
        found.state, found.changed, found.changed_ms = step.state or found.state, record.number, record.at_ms
        found.code, found.why = step.code, step.why

    def compare(self, listed: Iterable[Transfer], funds: Sequence[Fund]) -> None:
        """Every transfer is where its last step left it, and what is in transit is what open ones hold."""
        held: dict[str, int] = defaultdict(int)
        for one in listed:
            self._compare(one)
            if (one.kind, one.state) in IN_TRANSIT:
                held[one.currency] += one.amount_minor
        for key in self._sealed:
            self._found("audit/transfers", f"the transfer {key} was sealed and is not there")
        banks = {fund.account // POCKETS for fund in funds if fund.account % POCKETS == Pocket.CASHIER}
        for fund in funds:  # a jackpot's pool has no bank's number
            if fund.account % POCKETS == Pocket.IN_TRANSIT and fund.account // POCKETS in banks:
                held[fund.currency] -= fund.balance
        for currency, amount in held.items():
            if amount:
                self._found("audit/transit", f"open transfers hold {amount} {currency} more than is in transit")

    def _compare(self, one: Transfer) -> None:
        right, content = self._sealed.pop(one.key, (None, b""))
        if right is None:
            self._found("audit/transfers", f"the {one.kind} {one.key} was never asked for")
            return
        right.currency, right.provider = one.currency, one.provider  # what was asked says them, as a digest
        asked = ASKS[right.kind](
            key=one.key,
            at_ms=0,
            player=right.player,
            currency=one.currency,
            amount_minor=right.amount_minor,
            provider=one.provider,
        )
        if not was(content, asked):
            why = f"in {one.currency} from {one.provider!r}"
            self._found("audit/transfers", f"the {one.kind} {one.key} was not asked for so: {why}")
        if not right.code and right.state not in WENT_WELL:
            self._unsealed["why transfers failed, before it was sealed"] += 1
            right.code, right.why = one.code, one.why
        for name, says, was_so in zip(NAMES, astuple(one), astuple(right), strict=True):
            if says != was_so:
                self._found("audit/transfers", f"the {one.kind} {one.key}: {name} {says!r}, and was {was_so!r}")
