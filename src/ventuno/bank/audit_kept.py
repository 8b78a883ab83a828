"""What is kept beside the rounds, against the records that kept it: tables between rounds, rules by their digest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ventuno.bank import receipts
from ventuno.bank.commands import KeepRules, KeepTable
from ventuno.bank.contents import was
from ventuno.bank.receipts import fingerprint
from ventuno.bank.records import JournalRecord
from ventuno.variant.definition import digest_of

Found = Callable[[str, str], None]


class KeptRow(NamedTuple):
    """A table by the last record of it."""

    number: int
    body: str  # its fingerprint


class KeptAudit:
    def __init__(self, found: Found, unsealed: Counter[str]) -> None:
        self._found, self._unsealed = found, unsealed
        self._tables: dict[tuple[str, int], KeptRow] = {}  # by table and its player
        self._older: dict[int, int] = {}  # by record that does not say what it kept: whose table
        self._rules: dict[str, tuple[str, bytes]] = {}  # by digest: key and content

    def record(self, record: JournalRecord) -> None:
        if record.kind == KeepTable.__name__:
            sealed = receipts.from_bytes(record.receipt).table
            if sealed is None:
                self._older[record.number] = record.player
            else:
                self._tables[sealed.name, record.player] = KeptRow(record.number, sealed.body)
        elif record.kind == KeepRules.__name__:
            self._rules[receipts.from_bytes(record.receipt).rules] = record.key, record.content

    def tables(self, stored: Iterable[tuple[str, int, int, bytes]]) -> None:
        """Name, player, the journal's number, body."""
        for name, player, number, body in stored:
            kept = self._tables.pop((name, player), None)
            if kept is None and self._older.pop(number, None) == player:
                self._unsealed["tables kept before they were sealed"] += 1
            elif kept != KeptRow(number, fingerprint(body)):
                self._found("audit/tables", f"table {name} of player {player} is not as record {number} kept it")
        for name, player in self._tables:
            self._found("audit/tables", f"what was kept of table {name} of player {player} is not there")

    def rules(self, stored: Iterable[tuple[str, str, bytes]]) -> None:
        """Digest, game, body. A digest vouches for its body; the record, for the game and that it is there."""
        for digest, game, body in stored:
            key, content = self._rules.pop(digest, ("", b""))
            if digest_of(body) != digest:
                self._found("audit/rules", f"the rules {digest} of {game} have another digest")
            elif not content:
                self._unsealed["rules that no record has kept"] += 1
            elif not was(content, KeepRules(key=key, at_ms=0, rules=digest, game=game, body=body)):
                self._found("audit/rules", f"the rules {digest} were not kept as those of {game}")
        for digest in self._rules:
            self._found("audit/rules", f"the rules {digest} were kept and are not there")
