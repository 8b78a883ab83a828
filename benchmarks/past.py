"""Databases with a long past, made quickly: ten thousand rounds through the bank itself, in order and sealed, then
copies of them by the database alone, each with numbers, codes and times of its own. A copy is as large and as well
indexed as what it was copied from; only the chain is not sealed again, so the smallest passes the audit and the
others are for reading.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from ventuno.bank import Deposit, OpenAccount, OpenRound, Placed, PlaceStakes, Receipt, SettleRound
from ventuno.bank.commands import BankCommand
from ventuno.cards import Card
from ventuno.play.events import DealtCard
from ventuno.store import Ledger, open_ledger, tables
from ventuno.store.auditing import audit
from ventuno.store.history import head
from ventuno.table.records import stored

BLOCK: Final = 10_000  # rounds made by the bank, and copied as one
PLAYERS: Final = 300
ROUND_MS: Final = 100  # from one round to the next
GAME: Final = "free-chip"
_NUMBER: Final = 6  # digits of a copy's number, the first signs of every code and key
# How each table's columns change from copy to copy.
COPIED: Final[tuple[tuple[tables.TableSchema, dict[str, str]], ...]] = (
    (tables.JOURNAL, {"number": "number", "at_ms": "ms", "key": "code", "round": "code"}),
    (tables.ENTRIES, {"place": "place"}),
    (tables.ROUNDS, {"code": "code", "opened_ms": "ms", "last_ms": "ms", "opened": "number", "ended": "number"}),
    (tables.EVENTS, {"round": "code"}),
    (tables.PARTICIPATIONS, {"ended": "number", "round": "code"}),
    (tables.REGULATOR_IDS, {"round": "code", "at_ms": "ms"}),
)
_BODY: Final = stored(DealtCard("1", Card("8h")))  # a card stands for all of them


def base(file: Path, newest_ms: int) -> None:
    """The first ten thousand rounds. They end before `newest_ms`."""
    at_ms = newest_ms - BLOCK * ROUND_MS
    with open_ledger(file) as ledger:
        players = _people(ledger, at_ms)
        first = head(ledger).number + 1
        for start in range(0, BLOCK, 500):
            _play(ledger, players, range(start, start + 500), at_ms)
        with ledger.reading() as engine:
            parts = engine.rows("SELECT player, round FROM participations")
        ids = [(player, code, f"session-{player}", f"part-{code}-{player}", at_ms, 0) for player, code in parts]
        ledger.keep(lambda engine: engine.insert(tables.REGULATOR_IDS, ids))
        report = audit(ledger)
        assert report.clean, report.findings
    file.with_suffix(".first").write_text(str(first))


def _people(ledger: Ledger, at_ms: int) -> list[int]:
    opened = [OpenAccount(key=f"a{n}", at_ms=at_ms, name=f"p{n}", currency="EUR") for n in range(PLAYERS)]
    players = [receipt.player for receipt in _done(ledger, list(opened))]
    paid = [
        Deposit(key=f"d{player}", at_ms=at_ms, player=player, currency="EUR", amount_minor=10**9) for player in players
    ]
    _done(ledger, list(paid))
    return players


def _play(ledger: Ledger, players: list[int], numbers: range, start_ms: int) -> None:
    commands: list[BankCommand] = []
    for number in numbers:
        code, at_ms = f"{0:0{_NUMBER}}R{number:07}", start_ms + number * ROUND_MS
        player = players[number % PLAYERS]
        commands += [
            OpenRound(key=f"{code}/open", at_ms=at_ms, round=code, table=GAME, game=GAME),
            PlaceStakes(key=f"{code}/bet", at_ms=at_ms, round=code, player=player, stakes=(Placed("1/main", 1000),)),
            SettleRound(
                key=f"{code}/settle",
                at_ms=at_ms,
                round=code,
                staked={player: 1000},
                returned={player: 2000 * (number % 2)},
                events=(_BODY,),
            ),
        ]
    _done(ledger, commands)


def _done(ledger: Ledger, commands: list[BankCommand]) -> list[Receipt]:
    receipts = [future.result() for future in [ledger.submit(command) for command in commands]]
    assert all(isinstance(receipt, Receipt) for receipt in receipts), receipts[0]
    return receipts  # type: ignore[return-value]


def grown(source: Path, target: Path, rounds: int) -> float:
    """A copy of the base that has so many rounds. How long it took."""
    start = time.perf_counter()
    shutil.copy(source, target)
    with closing(sqlite3.connect(target, isolation_level=None)) as connection:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -400000", "temp_store = MEMORY"):
            connection.execute(f"PRAGMA {pragma}")
        first = int(source.with_suffix(".first").read_text())
        ((last,),) = connection.execute("SELECT number FROM head").fetchall()
        span, copies = last - first + 1, rounds // BLOCK - 1
        _lay_aside(connection, first)
        for copy in range(1, copies + 1):
            _copy(connection, copy, span)
        connection.execute("UPDATE head SET number = number + ?", (span * copies,))
        connection.execute("PRAGMA journal_mode = WAL")
    return time.perf_counter() - start


def _lay_aside(connection: sqlite3.Connection, first: int) -> None:
    """What is copied, where no copy is added to it. People and their deposits were there before."""
    begins = {"journal": f"number >= {first}", "entries": f"place >= {first * tables.LINES}"}
    for table, _ in COPIED:
        rows = f"SELECT * FROM {table.name} WHERE {begins.get(table.name, '1 = 1')} ORDER BY {', '.join(table.key)}"
        connection.execute(f"CREATE TEMP TABLE base_{table.name} AS {rows}")


def _copy(connection: sqlite3.Connection, copy: int, span: int) -> None:
    """Codes and keys begin with the copy's number, so that they come in order as real ones do."""
    by = {"number": copy * span, "place": copy * span * tables.LINES, "ms": copy * BLOCK * ROUND_MS}
    connection.execute("BEGIN")
    for table, changes in COPIED:
        values = ", ".join(_changed(column, changes.get(column, ""), by, copy) for column in table.columns)
        names = ", ".join(table.columns)
        connection.execute(f"INSERT INTO {table.name} ({names}) SELECT {values} FROM base_{table.name}")
    connection.execute("COMMIT")


def _changed(column: str, how: str, by: dict[str, int], copy: int) -> str:
    if how == "code":
        return f"'{copy:0{_NUMBER}}' || substr({column}, {_NUMBER + 1})"
    return f"{column} + {by[how]}" if how else column
