"""The regulator's ids (A10) as they are stored: those that were sealed, one for everybody who ever placed a stake."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from ventuno.bank import receipts
from ventuno.bank.commands import IssueIds, PlaceStakes
from ventuno.bank.contents import was
from ventuno.bank.held import ENDS
from ventuno.bank.receipts import Receipt
from ventuno.bank.records import JournalRecord, PartIds

Found = Callable[[str, str], None]
StoredIds = Sequence[tuple[PartIds, int]]  # with the moment that is stored


class IdsAudit:
    """Fed the records in order, each with the ids it issued. Memory grows with the rounds that are open at one time."""

    def __init__(self, found: Found, unsealed: Counter[str], forgotten: int) -> None:
        self._found, self._unsealed, self._forgotten = found, unsealed, forgotten
        self._waiting: dict[tuple[int, str], int] = {}  # who has placed a stake and has no id yet: since which record
        self._having: dict[str, set[int]] = defaultdict(set)  # by round: who has one
        self._issued: int | None = None  # up to which record

    def record(self, record: JournalRecord, ids: StoredIds) -> None:
        if record.kind == PlaceStakes.__name__:
            if record.player not in self._having.get(record.round, ()):
                self._waiting.setdefault((record.player, record.round), record.number)
        elif record.kind in ENDS:
            self._having.pop(record.round, None)
        elif record.kind == IssueIds.__name__:
            self._issue(record, receipts.from_bytes(record.receipt), ids)
            return
        for one, _ in ids:
            self._found(
                "audit/ids", f"{_whose(one)} are said to be issued by record {record.number}, which issued none"
            )

    def _issue(self, record: JournalRecord, receipt: Receipt, ids: StoredIds) -> None:
        for one, at_ms in ids:
            if self._waiting.pop((one.player, one.round), None) is not None:
                self._having[one.round].add(one.player)
            if at_ms != record.at_ms:
                self._found("audit/ids", f"{_whose(one)} are of {at_ms}, and were issued at {record.at_ms}")
        if self._issued is not None and receipt.issued_after != self._issued:
            self._found("audit/ids", f"ids from record {self._issued} to {receipt.issued_after} were never issued")
        begins = receipt.issued_after if self._issued is None else 0  # those before are older than all this
        if record.number >= self._forgotten:
            self._compare(record, receipt, ids, begins)
        self._issued = receipt.issued
        self._waiting = {part: since for part, since in self._waiting.items() if since > receipt.issued}

    def _compare(self, record: JournalRecord, receipt: Receipt, ids: StoredIds, begins: int) -> None:
        for (player, code), since in self._waiting.items():
            if begins < since <= receipt.issued:
                why = f"player {player} placed a stake in round {code} (record {since})"
                self._found("audit/ids", f"{why}, and has no id of the regulator")
        issued = IssueIds(
            key=record.key,
            at_ms=0,
            ids=tuple(sorted(one for one, _ in ids)),
            after=receipt.issued_after,
            through=receipt.issued,
        )
        if not was(record.content, issued):
            players = f"{len(ids)} ids, of players {', '.join(str(one.player) for one, _ in ids[:5])}"
            self._found(
                "audit/ids", f"the ids that record {record.number} issued are not those that are stored: {players}"
            )

    def stored(self, issued: int | None, older: int) -> None:
        """`issued`: how far the house says it has come; `older`: ids from before they were sealed."""
        if issued is None or (self._issued is not None and issued != self._issued):
            self._found("audit/ids", f"ids are said to be issued up to record {issued}, and are up to {self._issued}")
        if older:
            self._unsealed["ids of the regulator issued before they were sealed"] += older


def _whose(one: PartIds) -> str:
    return f"the ids of player {one.player} in round {one.round}"
