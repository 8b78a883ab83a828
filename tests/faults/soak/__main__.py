"""House and store killed under players at all five games: what was acknowledged against the books.

Prints a table, and exits with 1 where anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit

from tests.attack.wire import Address
from tests.faults.soak.books import faults, opened, without_id
from tests.faults.soak.compare import Comparison
from tests.faults.soak.falls import FALLS, Fall, fall, plan
from tests.faults.soak.house import Machines, tables
from tests.faults.soak.player import Player

REST_S = 120.0
MOST_SHOWN = 30


def words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.soak", description=__doc__)
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--store", choices=("sqlite", "postgres"), default="postgres")
    parser.add_argument("--between", type=float, default=5.0, help="seconds of play before each fall, about (5)")
    parser.add_argument("--without", default="", help=f"leave these out: {', '.join(FALLS)}")
    parser.add_argument("--ids-may-be-missing", action="store_true", help="of the regulator: count them, no more")
    parser.add_argument("--refused-may-be-kept", action="store_true", help="a bet asked again after a fall: the same")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    return parser.parse_args()


class Soak:
    def __init__(self, said: argparse.Namespace, machines: Machines) -> None:
        self.said, self.machines = said, machines
        self.chance = random.Random(said.seed)
        self.comparison = Comparison()
        self.falls: list[Fall] = []
        self.players = self._people()

    def _people(self) -> list[Player]:
        """Spread over the five games, at tables that have room."""
        parts = urlsplit(self.machines.url)
        address = Address(str(parts.hostname), int(parts.port or 0))
        games = tables(self.said.players)
        rooms = [[key for game in group for key in games[game]] for group in GROUPS]
        people = []
        for at, (number, token) in enumerate(self.machines.players):
            room = rooms[at % len(rooms)]
            key = room[at // len(rooms) % len(room)]
            people.append(Player(address, number, token, key, random.Random(f"{self.said.seed}/{number}")))
        return people

    async def run(self) -> None:
        await asyncio.to_thread(self.machines.start)
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            without = [kind for kind in self.said.without.split(",") if kind]
            for kind in plan(self.said.store, self.said.kills, without, self.chance):
                await asyncio.sleep(self.said.between * self.chance.uniform(0.4, 1.6))
                await self._fall(kind)
            await self._come_to_rest(playing)
            with opened(self.machines.books) as books:
                await self.comparison.histories(books, self.players)
            await self.comparison.stories(self.players)
        finally:
            for task in playing:
                task.cancel()
        await asyncio.to_thread(self.machines.stop)
        with opened(self.machines.books) as books:
            self.comparison.at_rest(books, self.players)
            self.comparison.wrong += faults(books)

    async def _fall(self, kind: str) -> None:
        try:
            found = await fall(kind, self.machines, self.players, self._look)
        except RuntimeError as error:  # noted, and once more from the beginning; where that fails too, it is over
            self.comparison.wrong.append(f"{kind}, the {len(self.falls) + 1}th fall: {error}")
            print(f"DIFFERS: {self.comparison.wrong[-1]}", flush=True)
            await asyncio.to_thread(self.machines.kill_house)
            found = await fall("house", self.machines, self.players, self._look)
        self.falls.append(found)
        if kind not in ("house", "both"):
            self._look()
        told = f"{len(self.falls):>4} {kind:<8} ready {found.ready_s:5.1f} s, playing {found.playing_s:5.1f} s"
        print(
            f"{told}, {sum(self.comparison.counts.values())} compared, {len(self.comparison.wrong)} wrong", flush=True
        )

    def _look(self) -> None:
        with opened(self.machines.books) as books:
            self.comparison.after_a_fall(books, self.players)

    async def _come_to_rest(self, playing: list[asyncio.Task[None]]) -> None:
        for player in self.players:
            player.ends = True
        _, late = await asyncio.wait(playing, timeout=REST_S)
        if late:
            names = [player.key for player, task in zip(self.players, playing, strict=True) if task in late]
            self.comparison.wrong.append(f"{len(late)} are still in play after {REST_S:.0f} s: {Counter(names)}")
        for task in playing:
            if task.done() and task.exception():
                self.comparison.wrong.append(f"a player gave up: {task.exception()!r}")

    # -- shown ----------------------------------------------------------------------------------

    def told(self, seconds: float) -> str:
        with opened(self.machines.books) as books:
            missing = without_id(books)
            rounds: dict[str, int] = dict(books.rows("SELECT state, count(*) FROM rounds GROUP BY state"))
            games: dict[str, int] = dict(books.rows("SELECT game, count(*) FROM rounds GROUP BY game"))
            lines = [("records of the journal", books.one("SELECT count(*) FROM journal"))]
        if (kept := self.comparison.refused_but_kept) and not self.said.refused_may_be_kept:
            self.comparison.wrong.append(f"{kept} bets that were done were refused when they were asked again")
        if missing and not self.said.ids_may_be_missing:
            self.comparison.wrong.append(f"{missing} participations without the regulator's id")
        lines += [(f"rounds {state}", count) for state, count in sorted(rounds.items())]
        lines += [(f"rounds of {game}", count) for game, count in sorted(games.items())]
        lines += sorted(self.comparison.counts.items())
        lines += [("bets refused, but kept", kept), ("participations without an id", missing)]
        lines += [("times players came back", self._came_back)]
        lines += [("differences", len(self.comparison.wrong))]
        kinds = Counter(one.kind for one in self.falls)
        table = [f"{self.said.store}, {len(self.players)} players, seed {self.said.seed}, {seconds:.0f} s"]
        table += [f"{'fall':<10}{'times':>6}{'ready, median':>16}{'worst':>8}{'playing, median':>18}{'worst':>8}"]
        for kind, count in kinds.items():
            ready = [one.ready_s for one in self.falls if one.kind == kind]
            playing = [one.playing_s for one in self.falls if one.kind == kind]
            figures = (statistics.median(ready), max(ready), statistics.median(playing), max(playing))
            table.append("{:<10}{:>6}{:>14.1f} s{:>6.1f} s{:>16.1f} s{:>6.1f} s".format(kind, count, *figures))
        return "\n".join([*table, *(f"{what:<32}{count:>12,}" for what, count in lines)])

    @property
    def _came_back(self) -> int:
        return sum(player.comes_back for player in self.players)


GROUPS = (("infinite", "evening"), ("cashback",), ("classic-free-bet",), ("all-bets",), ("free-chip",))


def main() -> int:
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    said, start_s = words(), time.monotonic()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="ventuno-falls-") as name:
        Path(name).chmod(0o755)  # PostgreSQL does not run as root
        machines = Machines(Path(name), said.store, said.players)
        try:
            soak = Soak(said, machines)
            try:
                asyncio.run(soak.run())
            except RuntimeError as error:
                soak.comparison.wrong.append(f"given up after {len(soak.falls)} falls: {error}")
            print(soak.told(time.monotonic() - start_s), flush=True)
        finally:
            machines.close()
    for what in soak.comparison.wrong[:MOST_SHOWN]:
        print(f"DIFFERS: {what}")
    return 1 if soak.comparison.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
