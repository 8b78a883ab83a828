"""What a backup costs those who play meanwhile, as JSON: commits and loop without one, and beside one.

The backup is made as the house makes it, by a process of its own. `alone` is the floor, measured in the same run.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ventuno.bank import Deposit, OpenAccount
from ventuno.server.lag import Lag
from ventuno.store import Ledger, open_ledger

RECORDS = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
BATCH = 20_000
ALONE_S = 5.0
EVERY_S = 0.005


def deposit(number: int, player: int) -> Deposit:
    return Deposit(key=f"{'k' * 100}{number}", at_ms=1, player=player, currency="EUR", amount_minor=1)


def fill(ledger: Ledger) -> int:
    player = ledger.execute(OpenAccount(key="a", at_ms=1, name="anna", currency="EUR")).player  # type: ignore[union-attr]
    for first in range(0, RECORDS, BATCH):
        for future in [ledger.submit(deposit(first + number, player)) for number in range(BATCH)]:
            future.result()
    return player


class Guests:
    """A command every few milliseconds, and how long each took to be durable."""

    def __init__(self, ledger: Ledger, player: int, log: Path) -> None:
        self._ledger, self._player, self._log = ledger, player, log
        self._number = RECORDS
        self.took: list[float] = []
        self.log_bytes = 0

    async def play(self, over: asyncio.Event) -> dict[str, Any]:
        self.took, self.log_bytes, lag = [], 0, Lag()
        lag.start(1000)
        begun = time.perf_counter()
        while not over.is_set():
            self._number += 1
            asked = time.perf_counter()
            await asyncio.wrap_future(self._ledger.submit(deposit(self._number, self._player)))
            self.took.append(time.perf_counter() - asked)
            self.log_bytes = max(self.log_bytes, self._log.stat().st_size)
            await asyncio.sleep(EVERY_S)
        lag.stop()
        took = sorted(self.took)
        return {
            "seconds": round(time.perf_counter() - begun, 1),
            "commits": len(took),
            "commit_ms": {name: round(took[int(len(took) * part)] * 1000, 1) for name, part in _PARTS.items()},
            "worst_commit_ms": round(took[-1] * 1000, 1),
            "worst_loop_ms": round(lag.worst_s * 1000, 1),
            "log_mb": round(self.log_bytes / 1e6, 1),
        }


_PARTS = {"half": 0.5, "p99": 0.99}


async def measure(folder: Path) -> dict[str, Any]:
    database = folder / "ventuno.db"
    with open_ledger(database) as ledger:
        player = fill(ledger)
        guests = Guests(ledger, player, database.with_name("ventuno.db-wal"))
        over = asyncio.Event()
        asyncio.get_running_loop().call_later(ALONE_S, over.set)
        alone = await guests.play(over)
        over = asyncio.Event()
        words = ("backup", "--store", str(database), "--into", str(folder / "backups"), "--json")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "ventuno", *words, stdout=asyncio.subprocess.PIPE
        )
        made = asyncio.create_task(process.communicate())
        made.add_done_callback(lambda _: over.set())
        beside = await guests.play(over)
        assert process.returncode == 0
    return {"database_mb": round(database.stat().st_size / 1e6), "alone": alone, "beside_a_backup": beside}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as name:
        print(json.dumps({"backup": asyncio.run(measure(Path(name)))}, indent=2))
