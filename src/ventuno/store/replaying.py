"""What the deep audit asks of the books, one query each, by name."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ventuno.bank import Jackpot, RoundRecord
from ventuno.bank.records import JournalRecord, Stake
from ventuno.store.auditing import record_from
from ventuno.store.engine import Engine
from ventuno.store.history import entries_of
from ventuno.store.loading import load_head, round_from, select, stake_from
from ventuno.store.tables import JACKPOTS, JOURNAL, LINES, ROUNDS, STAKES


def end_of_round(engine: Engine, code: str) -> int | None:
    """The record of its end, or of its opening where it is open; None: there is no such round."""
    rows = engine.rows("SELECT CASE WHEN ended > 0 THEN ended ELSE opened END FROM rounds WHERE code = ?", code)
    return int(rows[0][0]) if rows else None


def first_opened_since(engine: Engine, since_ms: int) -> int:
    """The record that opened it; the one after the last where none was opened."""
    rows = engine.rows("SELECT min(opened) FROM rounds WHERE opened_ms >= ?", since_ms)
    return int(rows[0][0] or load_head(engine).number + 1)


def records_of_round(engine: Engine, code: str) -> Generator[JournalRecord, None, None]:
    for row in engine.rows(select(JOURNAL, "WHERE round = ? ORDER BY number"), code):
        yield record_from(row, entries_of(engine, row[0]))


def stored_round(engine: Engine, code: str) -> RoundRecord | None:
    rows = engine.rows(select(ROUNDS, "WHERE code = ?"), code)
    return round_from(rows[0]) if rows else None


def open_since(engine: Engine, since_ms: int) -> list[RoundRecord]:
    rows = engine.rows(select(ROUNDS, "WHERE state = 'open' AND opened_ms >= ?"), since_ms)
    return [round_from(row) for row in rows]


def stakes_of_round(engine: Engine, code: str) -> list[Stake]:
    return [stake_from(row) for row in engine.rows(select(STAKES, "WHERE round = ?"), code)]


def jackpots_won(engine: Engine, players: Sequence[int], ended: int) -> dict[int, int]:
    """By player, as their history has it."""
    statement = "SELECT player, jackpot_minor FROM participations WHERE player IN ?? AND ended = ?"
    return dict(engine.rows(statement, list(players), ended))


def all_jackpots(engine: Engine) -> list[Jackpot]:
    return [Jackpot(*row) for row in engine.rows(select(JACKPOTS))]


def held_before(engine: Engine, accounts: Sequence[int], first: int) -> dict[int, int]:
    """What accounts held before a record."""
    sums = "SELECT account, sum(amount) FROM entries WHERE account IN ?? AND place < ? GROUP BY account"
    return {account: int(amount) for account, amount in engine.rows(sums, list(accounts), first * LINES)}
