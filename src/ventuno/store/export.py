"""What is stored, for people and other programs: rounds, the ledger, one round's events; as CSV or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TextIO

from ventuno.bank.accounts import name_of
from ventuno.store.engine import Engine
from ventuno.store.ledger import Books, Ledger
from ventuno.store.statement import entries_of_player, index_entries
from ventuno.store.tables import LINES

Format = Literal["csv", "json"]
What = Literal["rounds", "ledger"]

ROUND_FIELDS = (
    "round",
    "player",
    "table",
    "game",
    "opened_ms",
    "ended_ms",
    "state",
    "staked_minor",
    "returned_minor",
    "golden_staked_minor",
    "golden_returned_minor",
    "jackpot_minor",
    "corrects",
)
LEDGER_FIELDS = ("record", "at_ms", "kind", "key", "round", "account", "amount_minor")

_ROUNDS = """SELECT p.round, p.player, r.table_name, r.game, r.opened_ms, j.at_ms, r.state, p.staked_minor,
    p.returned_minor, p.golden_staked_minor, p.golden_returned_minor, p.jackpot_minor,
    CASE WHEN p.ended > r.ended THEN 1 ELSE 0 END
    FROM participations p JOIN rounds r ON r.code = p.round JOIN journal j ON j.number = p.ended"""
_LEDGER = f"""SELECT j.number, j.at_ms, j.kind, j.key, j.round, found.account, found.amount
    FROM {{entries}} found JOIN journal j ON j.number = found.place / {LINES} ORDER BY found.place"""


def export(ledger: Books, what: What, form: Format, out: TextIO, player: int | None = None) -> int:
    """Writes everything of one moment, or one player's part of it. Returns how many rows."""
    fields = ROUND_FIELDS if what == "rounds" else LEDGER_FIELDS
    if what == "ledger" and player is not None and isinstance(ledger, Ledger):
        index_entries(ledger)  # else all of what is not indexed yet is read
    with ledger.reading() as engine, engine.snapshot():
        rows = _rounds(engine, player) if what == "rounds" else _entries(engine, player)
        return write(form, out, fields, rows)


def _rounds(engine: Engine, player: int | None) -> Iterator[Sequence[Any]]:
    if player is None:
        return engine.stream(f"{_ROUNDS} ORDER BY p.ended, p.player")
    return engine.stream(f"{_ROUNDS} WHERE p.player = ? ORDER BY p.ended", player)


def _entries(engine: Engine, player: int | None) -> Iterator[Sequence[Any]]:
    found, values = ("entries", ()) if player is None else entries_of_player(player)
    for *fields, account, amount in engine.stream(_LEDGER.format(entries=found), *values):
        yield (*fields, name_of(account), amount)


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
