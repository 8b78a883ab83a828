"""Thousands of kills: `python -m tests.store.soak [KILLS] [SEED]`, on SQLite and on PostgreSQL.

The database is begun anew every so often, so that the audit after each kill stays quick, and just
so often on PostgreSQL the server itself is killed.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

from tests.store.conftest import quick_folder
from tests.store.crashing import crash_again_and_again
from tests.store.servers import Postgres

KILLS_OF_ONE_DATABASE = 50


def main(kills: int, seed: int) -> None:
    with quick_folder() as folder:
        report("sqlite", kills, seed, lambda number: str(folder / f"{number}.db"))
        server = Postgres(folder / "postgres")
        report("postgres", kills, seed, lambda _: server.new_database(), server)
        server.close()


def report(
    engine: str, kills: int, seed: int, new_database: Callable[[int], str], server: Postgres | None = None
) -> None:
    start, acknowledged = time.monotonic(), 0
    for first in range(0, kills, KILLS_OF_ONE_DATABASE):
        count = min(KILLS_OF_ONE_DATABASE, kills - first)
        acknowledged += crash_again_and_again(new_database(first), count, seed + first)
        if server and first % 100 == 0:
            server.kill()
            server.start()
    seconds = round(time.monotonic() - start)
    print(
        json.dumps({"engine": engine, "kills": kills, "acknowledged_and_found": acknowledged, "seconds": seconds}),
        flush=True,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
