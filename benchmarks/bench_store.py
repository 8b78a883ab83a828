"""Speed of the bank's store, as JSON, each figure beside a floor measured in the same run.

`bets`: single bets through group commit from many submitters, with the time to acknowledgement,
against fdatasync of a page on the same disk.
`transfers`: durable entries a second of many small commands (deposits) in group commits.
`settlement`: a round of 100,000 players, placed bet by bet, then settled from the command to the
commit: durable entries a second with balances, the middle of three rounds. What a figure is
compared with is said in `compared`.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ventuno.bank import Deposit, OpenAccount, OpenRound, Placed, PlaceStakes, Receipt, SettleRound
from ventuno.bank.commands import BankCommand
from ventuno.store import Ledger, open_ledger, tables
from ventuno.store.engine import Engine, Row
from ventuno.store.ledger import place_of

COMPARED = {
    "of_raw_entries": "seconds to insert nothing but the same entries (number, account, amount; primary key) into an "
    "empty table, one batch, one durable commit (SQLite: executemany; PostgreSQL: binary COPY; the fastest of three), "
    "divided by the seconds of the ledger, which besides keeps balances, stakes, history, keys and the hash chain",
    "of_raw_rows": "the same for all rows that the ledger has written, inserted into empty tables: journal, entries, "
    "participations, and the purses (which the ledger updates); what it reads and deletes is not in it",
    "bets": "each bet durable before it is acknowledged; fdatasync_ms: one page written and synced, same disk",
}
ROUNDS = 3
RAW_TIMES = 3
PLAYERS = int(os.environ.get("PLAYERS", "100000"))
BETS = 20_000
SUBMITTERS = 8
IN_FLIGHT = {"light": 4, "full": 250}  # of one submitter
AT_MS = 1_700_000_000_000


def seconds(work: Callable[[], Any]) -> float:
    start = time.perf_counter()
    work()
    return max(time.perf_counter() - start, 1e-9)


def send_all(ledger: Ledger, commands: list[BankCommand]) -> list[Receipt]:
    receipts = [future.result() for future in [ledger.submit(command) for command in commands]]
    assert all(isinstance(receipt, Receipt) for receipt in receipts)
    return receipts  # type: ignore[return-value]


def accounts(ledger: Ledger, count: int) -> list[int]:
    opened = [OpenAccount(key=f"a{n}", at_ms=AT_MS, name=f"n{n}", currency="EUR") for n in range(count)]
    players = [receipt.player for receipt in send_all(ledger, list(opened))]
    send_all(ledger, [_deposit(f"d{player}", player, 1_000_000) for player in players])
    return players


def _deposit(key: str, player: int, amount: int) -> Deposit:
    return Deposit(key=key, at_ms=AT_MS, player=player, currency="EUR", amount_minor=amount)


# -- floors ----------------------------------------------------------------------------------------


def fdatasync_ms(folder: Path) -> dict[str, float]:
    handle = os.open(folder / "synced", os.O_CREAT | os.O_WRONLY)
    times = []
    for number in range(200):
        os.pwrite(handle, b"x" * 4096, 4096 * number)
        times.append(seconds(lambda: os.fdatasync(handle)) * 1000)
    os.close(handle)
    return percentiles(times)


def percentiles(times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {"p50": round(ordered[len(ordered) // 2], 3), "p99": round(ordered[len(ordered) * 99 // 100], 3)}


def raw_insert(where: str, written: list[tuple[tables.TableSchema, list[Row]]]) -> float:
    """Seconds to insert rows into empty tables of the same columns and keys, in one transaction; the fastest."""
    engine = place_of(where).writer()
    copies = [(tables.TableSchema(f"raw_{table.name}", table.columns, table.key), rows) for table, rows in written]
    times = []
    for _ in range(RAW_TIMES):
        for table, _ in copies:
            engine.run(f"DROP TABLE IF EXISTS {table.name}")
            engine.run(f"CREATE TABLE {table.name} ({_columns(engine, table)})")
        times.append(seconds(lambda: _insert(engine, copies)))
    engine.close()
    return min(times)


def _columns(engine: Engine, table: tables.TableSchema) -> str:
    lite = "sqlite" in type(engine).__module__
    kinds = {"bigint": "INTEGER" if lite else "BIGINT", "text": "TEXT", "bytea": "BLOB" if lite else "BYTEA"}
    columns = [f"{name} {kinds[kind]} NOT NULL" for name, kind in table.columns.items()]
    return ", ".join([*columns, f"PRIMARY KEY ({', '.join(table.key)})"])


def _insert(engine: Engine, written: list[tuple[tables.TableSchema, list[Row]]]) -> None:
    engine.run("BEGIN")
    for table, rows in written:
        engine.insert(table, rows)
    engine.run("COMMIT")


def rows_of(ledger: Ledger, first: int, until: int) -> dict[str, list[Row]]:
    """What the ledger wrote for some records."""
    with ledger.reading() as engine:
        journal = engine.rows(f"SELECT * FROM journal WHERE number >= {first} AND number < {until}")
        lines = tables.LINES
        entries = engine.rows(f"SELECT * FROM entries WHERE place >= {first * lines} AND place < {until * lines}")
        ended = engine.rows(f"SELECT * FROM participations WHERE ended >= {first} AND ended < {until}")
        holders = {row[1] // 8 for row in entries}
        purses = [row for row in engine.rows("SELECT * FROM purses") if row[0] in holders]
    return {"journal": journal, "entries": entries, "participations": ended, "purses": purses}


# -- the store -------------------------------------------------------------------------------------


def measure(where: str, folder: Path) -> dict[str, Any]:
    with open_ledger(where) as ledger:
        players = accounts(ledger, PLAYERS)
        bets = {load: bench_bets(ledger, players, load) for load in IN_FLIGHT}
        transfers = bench_transfers(ledger, where, players)
        settlement = bench_settlement(ledger, where, players)
    bets["fdatasync_ms"] = fdatasync_ms(folder)
    return {"bets": bets, "transfers": transfers, "settlement": settlement}


def bench_bets(ledger: Ledger, players: list[int], load: str) -> dict[str, Any]:
    """Submitters each keep some bets in flight, as a server with many tables does."""
    ledger.execute(OpenRound(key=load, at_ms=AT_MS, round=load, table="one", game="infinite"))
    times: list[float] = []
    threads = [threading.Thread(target=_bet, args=(ledger, players, name, times, load)) for name in range(SUBMITTERS)]
    taken = seconds(lambda: [*map(threading.Thread.start, threads), *map(threading.Thread.join, threads)])
    return {"per_second": round(len(times) / taken), "acknowledged_ms": percentiles(times)}


def _bet(ledger: Ledger, players: list[int], name: int, times: list[float], load: str) -> None:
    waiting = threading.Semaphore(IN_FLIGHT[load])
    for number in range(BETS // SUBMITTERS):
        player = players[(number * SUBMITTERS + name) % len(players)]
        stakes = (Placed("1/main", 100),)
        command = PlaceStakes(key=f"{load}{name}/{number}", at_ms=AT_MS, round=load, player=player, stakes=stakes)
        waiting.acquire()
        start = time.perf_counter()

        def done(_: object, start: float = start) -> None:
            times.append((time.perf_counter() - start) * 1000)
            waiting.release()

        ledger.submit(command).add_done_callback(done)
    for _ in range(IN_FLIGHT[load]):
        waiting.acquire()


def bench_transfers(ledger: Ledger, where: str, players: list[int]) -> dict[str, Any]:
    commands: list[BankCommand] = [_deposit(f"t{number}", player, 1) for number, player in enumerate(players[:BETS])]
    first = ledger.execute(_deposit("mark", players[0], 1)).number + 1  # type: ignore[union-attr]
    taken = seconds(lambda: send_all(ledger, commands))
    return against_raw(where, rows_of(ledger, first, first + len(commands)), taken)


def bench_settlement(ledger: Ledger, where: str, players: list[int]) -> dict[str, Any]:
    """The middle of some rounds, each placed bet by bet."""
    placing, settling = [], []
    for code in map(str, range(ROUNDS)):
        ledger.execute(OpenRound(key=f"round {code}", at_ms=AT_MS, round=code, table="one", game="infinite"))
        bets = [_first_bet(code, player) for player in players]
        placing.append(seconds(lambda bets=bets: send_all(ledger, bets)))  # type: ignore[misc]
        returned = {player: (0, 2_000, 1_000, 2_500)[player % 4] for player in players}
        staked = dict.fromkeys(players, 1_000)
        command = SettleRound(key=f"settle {code}", at_ms=AT_MS, round=code, staked=staked, returned=returned)
        settling.append(seconds(lambda command=command: ledger.execute(command)))  # type: ignore[misc]
    number = ledger.execute(command).number  # type: ignore[union-attr]
    return {
        "players": len(players),
        "placed_per_second": round(len(players) / sorted(placing)[ROUNDS // 2]),
        **against_raw(where, rows_of(ledger, number, number + 1), sorted(settling)[ROUNDS // 2]),
    }


def _first_bet(code: str, player: int) -> PlaceStakes:
    stakes = (Placed("1/main", 1_000),)
    return PlaceStakes(key=f"{code}/{player}", at_ms=AT_MS, round=code, player=player, stakes=stakes)


def against_raw(where: str, written: dict[str, list[Row]], taken: float) -> dict[str, Any]:
    known = {table.name: table for table in tables.ALL}
    entries = len(written["entries"])
    bare = raw_insert(where, [(tables.ENTRIES, written["entries"])])
    whole = raw_insert(where, [(known[name], rows) for name, rows in written.items() if rows])
    return {
        "seconds": round(taken, 3),
        "entries": entries,
        "entries_per_second": round(entries / taken),
        "raw_entries_per_second": round(entries / bare),
        "of_raw_entries": round(bare / taken, 3),
        "rows": sum(map(len, written.values())),
        "of_raw_rows": round(whole / taken, 3),
    }


def main() -> None:
    results: dict[str, Any] = {"players": PLAYERS, "sqlite_version": sqlite3.sqlite_version, "compared": COMPARED}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        results["sqlite"] = measure(str(folder / "bank.db"), folder)
        if url := os.environ.get("VENTUNO_BENCH_POSTGRES"):
            results["postgres"] = measure(url, folder)
        else:
            results["postgres"] = with_own_postgres(folder)
    print(json.dumps(results, indent=2))


def with_own_postgres(folder: Path) -> dict[str, Any]:
    sys.path.insert(0, str(Path(__file__).parent.parent))  # the tests know how to start a server from a wheel
    from tests.store.servers import Postgres

    server = Postgres(folder / "postgres")
    try:
        return measure(server.new_database(), folder)
    finally:
        server.close()


if __name__ == "__main__":
    main()
