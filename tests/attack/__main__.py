"""Attacks a house: one it starts itself on SQLite, then one on PostgreSQL; or one that runs already."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.attack.field import ATTACKS, Field
from tests.attack.honest import Witness
from tests.attack.run import run
from tests.attack.score import Score
from tests.attack.servers import House, audits, postgres, warm_up

ON_POSTGRES: Final = ("money", "decisions", "cashier", "secrets")  # what a store can change


def words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument(
        "--only", action="append", default=[], metavar="CLASS", help=f"{', '.join(ATTACKS)}, or one attack"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2, help="how often each trick is tried (2)")
    parser.add_argument("--url", help="attack this house, which runs already, and no other")
    parser.add_argument("--store", choices=("sqlite", "postgres", "both"), default="both")
    return parser.parse_args()


async def attacked(said: argparse.Namespace, url: str, only: tuple[str, ...], house: House | None = None) -> Score:
    score, witness = Score(), Witness()
    await witness.start(url)
    try:
        field = Field(
            url,
            score,
            seed=said.seed,
            rounds=said.rounds,
            staff=house.staff if house else None,
            files=house.files if house else None,
            witness=witness,
        )
        await run(field, only)
        if house is not None:
            with score.during("house", "runs"):
                score.held(house.is_running, "the house has ended")
    finally:
        await witness.stop()
    return score


def audited(score: Score, house: House) -> None:
    for name, code, last_words in audits(house.books):
        with score.during("audit", name):
            score.held(code == 0, f"ventuno {name}: exit {code}: {last_words}")


def started(said: argparse.Namespace, folder: Path, store: str) -> Score:
    only = tuple(said.only)
    if store == "sqlite":
        return _house(said, House(folder), only)
    server = postgres(folder / "postgres")
    try:
        return _house(said, House(folder, server.new_database()), only or ON_POSTGRES)
    finally:
        server.stop()


def _house(said: argparse.Namespace, house: House, only: tuple[str, ...]) -> Score:
    house.start()
    try:
        score = asyncio.run(attacked(said, house.url, only, house))
    finally:
        house.stop()
    audited(score, house)
    return score


def told(name: str, score: Score, start_s: float) -> bool:
    print(f"\n{name}: {time.monotonic() - start_s:.0f} s")
    for text in (score.story(), score.table()):
        if text:
            print(text, flush=True)
    return not score.broken


def main() -> int:
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # connections that break are what we are here for
    said = words()
    start_s = time.monotonic()
    if said.url:
        return 0 if told(said.url, asyncio.run(attacked(said, said.url, tuple(said.only))), start_s) else 1
    fine = True
    warm_up()
    for store in ("sqlite", "postgres") if said.store == "both" else (said.store,):
        with tempfile.TemporaryDirectory(prefix="ventuno-attack-") as folder:
            Path(folder).chmod(0o755)  # PostgreSQL does not run as root
            fine &= told(store, started(said, Path(folder), store), start_s)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
