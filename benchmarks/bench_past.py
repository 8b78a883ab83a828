"""Does what a house does cost more the longer its past? As JSON: seconds by number of past rounds, and how many times
those of the smallest database of the same run.

Each database has so many rounds of 300 players at one table (`past.py`); 150 of them come back. `start`: a house from
nothing to its doors open, the quickest of three. `connect`: all 150 at once, with their sessions. The others one after
the other, the time that a quarter of them keep below (a busy machine disturbs the rest): `/api/me`, `join` (a solo
table, with their last round and one that they had left open), `bet`, `settle` (from the deal to the result, with every
decision), `history` (the newest page), `sweep` (what is done once a day).

SIZES=10000,1000000,10000000 for longer pasts: the last takes about 20 GB of disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from past import GAME, PLAYERS, base, grown

from ventuno.client import Client
from ventuno.client.table import TableHandle
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import DATABASE, Running
from ventuno.server.settings import HouseSettings
from ventuno.store import open_ledger
from ventuno.store.sessions import open_session
from ventuno.table.config import TableConfig, Times

SIZES: Final = [int(size) for size in os.environ.get("SIZES", "10000,300000").replace(",", " ").split()]
FOLDER: Final = os.environ.get("FOLDER")  # for the databases; none: the system's own for such things
BACK: Final = 150
STARTS: Final = 3
AIM: Final = 2.0  # times as long at most, whatever the past: what is measured is a few milliseconds each
QUICK: Final = Times(
    betting_ms=60_000, warning_ms=100, closing_ms=1, card_ms=1, dealer_card_ms=1, pause_ms=1, results_ms=1
)
LIMITS: Final = EdgeLimits(
    messages_per_second=10_000, messages_burst=100_000, writes_per_second=10_000, writes_burst=100_000
)


def settings(folder: Path) -> HouseSettings:
    played = (TableConfig(key=GAME, variant=GAME, times=QUICK), TableConfig(key="infinite", variant="infinite"))
    return HouseSettings(host="127.0.0.1", port=0, data=str(folder), web="/nowhere", limits=LIMITS, tables=played)


async def timed(work: Awaitable[Any]) -> float:
    start = time.perf_counter()
    await work
    return time.perf_counter() - start


async def quick(people: list[Client], work: Callable[[Client], Awaitable[Any]]) -> float:
    """One after the other."""
    return sorted([await timed(work(one)) for one in people])[len(people) // 4]


async def deal(table: TableHandle) -> None:
    await table.deal()
    async for turn in table.turns():
        await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)


async def leave_open(client: Client) -> None:
    """One round to its end, and a bet in the next: what a player finds again."""
    table = await client.join(GAME)
    await table.bets_open()
    await table.bet("1/main", 1000)
    await deal(table)
    await table.bets_open()
    await table.bet("1/main", 1000)


async def bet(client: Client) -> None:
    await client.tables[GAME].bet("1/main", 1000)


async def measure(folder: Path, tokens: list[str]) -> dict[str, float]:
    await _prepare(folder, tokens)
    starts = []
    for _ in range(STARTS):
        start = time.perf_counter()
        running = await Running.open(settings(folder))
        starts.append(time.perf_counter() - start)
        if len(starts) < STARTS:
            await running.close()
    people = [await Client(running.url).__aenter__() for _ in tokens]
    found = {"start": min(starts)}
    together = asyncio.gather(*(one.enter(token) for one, token in zip(people, tokens, strict=True)))
    found["connect"] = await timed(together)
    found["me"] = await quick(people, lambda one: one.desk.me())
    found["join"] = await quick(people, lambda one: one.join(GAME))
    found["bet"] = await quick(people, bet)
    found["settle"] = await quick(people, lambda one: deal(one.tables[GAME]))
    found["history"] = await quick(people, lambda one: one.desk.history())
    found["sweep"] = await timed(running.house.sweeper.sweep())
    for one in people:
        await one.__aexit__(None, None, None)
    await running.close()
    return found


async def _prepare(folder: Path, tokens: list[str]) -> None:
    running = await Running.open(settings(folder))
    for token in tokens:
        async with Client(running.url) as client:
            await client.enter(token)
            await leave_open(client)
    await running.close()


def tokens_of(file: Path, now_ms: int) -> list[str]:
    with open_ledger(file) as ledger:
        with ledger.reading() as engine:
            players = [number for (number,) in engine.rows("SELECT number FROM people WHERE name LIKE 'p%'")]
        assert len(players) == PLAYERS
        return [open_session(ledger, number, now_ms) for number in players[:BACK]]


def main() -> None:
    now_ms = int(time.time() * 1000)
    results: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        source = Path(name) / "base.db"
        for size in SIZES:
            source.unlink(missing_ok=True)
            base(source, now_ms - size * 100)
            folder = Path(name) / str(size)
            folder.mkdir()
            made_s = grown(source, folder / DATABASE, size)
            tokens = tokens_of(folder / DATABASE, now_ms)
            megabytes = (folder / DATABASE).stat().st_size / 1e6
            found = asyncio.run(measure(folder, tokens))
            results[str(size)] = {
                "made_s": round(made_s, 1),
                "megabytes": round(megabytes),
                "seconds": {what: round(taken, 4) for what, taken in found.items()},
                "times_smallest": _times(found, results),
            }
            print(f"{size:,} rounds measured", file=sys.stderr)
            for file in folder.iterdir():
                file.unlink()
    print(json.dumps({"back": BACK, "aim_times_smallest": AIM, "rounds": results}, indent=2))


def _times(found: dict[str, float], before: dict[str, Any]) -> dict[str, float]:
    first = next(iter(before.values()))["seconds"] if before else found
    return {what: round(taken / first[what], 2) for what, taken in found.items()}


if __name__ == "__main__":
    main()
