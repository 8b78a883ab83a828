"""What is stored, for people and other programs: rounds, the ledger, one round's events; as CSV or JSON.

All of it is of one moment, without a snapshot that is held until the end, which would keep the database's log from
being folded in: nothing that is read here ever changes, so what came before a record of the journal is that moment.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TextIO

from ventuno.bank.accounts import POCKETS, name_of
from ventuno.store.engine import Row
from ventuno.store.history import head
from ventuno.store.ledger import Books, Ledger
from ventuno.store.statement import entries_of_player, index_entries
from ventuno.store.tables import LINES

Format = Literal["csv", "json"]
What = Literal["rounds", "ledger"]

ROUND_FIELDS = (
    "round", "player", "table", "game", "opened_ms", "ended_ms", "state", "staked_minor", "returned_minor",
    "golden_staked_minor", "golden_returned_minor", "jackpot_minor", "corrects",
)  # fmt: skip
LEDGER_FIELDS = ("record", "at_ms", "kind", "key", "round", "account", "amount_minor")

_ROUNDS = """SELECT p.round, p.player, r.table_name, r.game, r.opened_ms, j.at_ms, r.state, p.staked_minor,
    p.returned_minor, p.golden_staked_minor, p.golden_returned_minor, p.jackpot_minor,
    CASE WHEN p.ended > r.ended THEN 1 ELSE 0 END
    FROM {found} p JOIN rounds r ON r.code = p.round JOIN journal j ON j.number = p.ended"""
# Whoever takes part in a round has an entry in the record that ended it.
_POSTED = f"""(
    SELECT mine.* FROM (
        SELECT DISTINCT account / {POCKETS} AS player, place / {LINES} AS ended
        FROM entries WHERE place >= ? AND place < ?) posted
    JOIN participations mine ON mine.player = posted.player AND mine.ended = posted.ended)"""
_ALL_ROUNDS = f"{_ROUNDS.format(found=_POSTED)} ORDER BY p.ended, p.player"
_OWN_ROUNDS = f"""{_ROUNDS.format(found="participations").replace("SELECT", "SELECT p.ended,", 1)}
    WHERE p.player = ? AND p.ended > ? AND p.ended <= ? ORDER BY p.ended LIMIT ?"""
_LEDGER = f"""SELECT j.number, j.at_ms, j.kind, j.key, j.round, found.account, found.amount
    FROM {{entries}} found JOIN journal j ON j.number = found.place / {LINES}"""
_ALL_ENTRIES = f"{_LEDGER.format(entries='entries')} WHERE found.place >= ? AND found.place < ? ORDER BY found.place"
RECORDS: Final = 2_000  # of the journal, read at once
PAGE: Final = 500  # of a player's rounds


def export(ledger: Books, what: What, form: Format, out: TextIO, player: int | None = None) -> int:
    """Writes everything of one moment, or one player's part of it. Returns how many rows."""
    fields = ROUND_FIELDS if what == "rounds" else LEDGER_FIELDS
    if what == "ledger" and player is not None and isinstance(ledger, Ledger):
        index_entries(ledger)  # else all of what is not indexed yet is read
    rows = _rounds(ledger, player) if what == "rounds" else _entries(ledger, player)
    return write(form, out, fields, rows)


def _rounds(ledger: Books, player: int | None) -> Iterator[Sequence[Any]]:
    return _in_pages(ledger, _ALL_ROUNDS) if player is None else _own_rounds(ledger, player)


def _in_pages(ledger: Books, statement: str) -> Iterator[Row]:
    """What belongs to some records of the journal, then to the next."""
    until = head(ledger).number + 1
    for first in range(1, until, RECORDS):
        with ledger.reading() as engine:
            page = engine.rows(statement, first * LINES, min(first + RECORDS, until) * LINES)
        yield from page


def _own_rounds(ledger: Books, player: int) -> Iterator[Row]:
    after, until = 0, head(ledger).number
    while True:
        with ledger.reading() as engine:
            page = engine.rows(_OWN_ROUNDS, player, after, until, PAGE)
        yield from (row[1:] for row in page)
        if len(page) < PAGE:
            return
        after = page[-1][0]


def _entries(ledger: Books, player: int | None) -> Iterator[Sequence[Any]]:
    for *fields, account, amount in _in_pages(ledger, _ALL_ENTRIES) if player is None else _own(ledger, player):
        yield (*fields, name_of(account), amount)


def _own(ledger: Books, player: int) -> list[Row]:
    found, values = entries_of_player(player)
    with ledger.reading() as engine, engine.snapshot():
        return engine.rows(f"{_LEDGER.format(entries=found)} ORDER BY found.place", *values)


def write(form: Format, out: TextIO, fields: Sequence[str], rows: Iterator[Sequence[Any]]) -> int:
    """Rows as a file of one of the formats; how many there were."""
    return _write_csv(out, fields, rows) if form == "csv" else _write_json(out, fields, rows)


def _write_csv(out: TextIO, fields: Sequence[str], rows: Iterator[Sequence[Any]]) -> int:
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(fields)
    count = 0
    for row in rows:
        writer.writerow([_harmless(value) for value in row])
        count += 1
    return count


def _harmless(value: Any) -> Any:
    """Text that a spreadsheet would run as a formula is marked as text."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


def _write_json(out: TextIO, fields: Sequence[str], rows: Iterator[Sequence[Any]]) -> int:
    """One array, an object a line."""
    count = 0
    for row in rows:
        out.write(",\n" if count else "[\n")
        out.write(json.dumps(dict(zip(fields, row, strict=True)), ensure_ascii=False))
        count += 1
    out.write("\n]\n" if count else "[]\n")
    return count
