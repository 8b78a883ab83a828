"""Honest guests beside the attack, in a process of their own: do they get their rounds, and how long does a ping take?

    python -m tests.attack.honest URL      prints a line of JSON every half second

`Witness` starts it and answers: how was it for them between two moments?
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.attack.book import Reading, by_the_cards
from tests.attack.field import Field, deal, play_out, window
from tests.attack.guest import Guest
from tests.attack.money import spot_for
from tests.attack.score import Score

TABLES_EACH: Final = 3
PING_S: Final = 0.1
LINE_S: Final = 0.5
MOST_LINES: Final = 20_000
STAKE: Final = 100


# -- the guests ---------------------------------------------------------------------------------


class Honest:
    """One guest at a few live tables."""

    def __init__(self, field: Field, keys: list[str], told: dict[str, Any]) -> None:
        self.field, self.keys, self.told = field, keys, told
        self.guest: Guest | None = None

    async def stay(self) -> None:
        """Comes, and comes again when thrown out."""
        while True:
            try:
                self.guest = await self.field.guest(*self.keys)
                await asyncio.gather(*(self._play(self.guest, key) for key in self.keys))
            except (OSError, TimeoutError) as error:
                self.told["thrown_out"].append(repr(error))
                await asyncio.sleep(1)

    async def _play(self, guest: Guest, key: str) -> None:
        spot = await spot_for(guest, key)
        felt = guest.felts[key]
        while guest.link.closed is None and guest.wallet > 20 * STAKE:
            await window(guest, key)
            answer = await guest.bet(key, spot, STAKE)
            if answer["type"] != "Done":
                self.told["refused"][answer["code"]] = self.told["refused"].get(answer["code"], 0) + 1
                spot = spot if felt.kind != "seated" else await spot_for(guest, key)
                continue
            code = felt.code
            await deal(guest, key)
            if await play_out(guest, key):
                self.told["rounds"][key] = self.told["rounds"].get(key, 0) + 1
                self.told["wrong"] += _wrong(guest, key, code)
        if guest.link.closed is not None:
            raise ConnectionError(f"closed with {guest.link.closed}")
        raise ConnectionError("out of money")

    async def ping(self) -> None:
        while True:
            await asyncio.sleep(PING_S)
            if self.guest is not None and self.guest.link.closed is None:
                self.told["pings"].append(round(await self.guest.ping_ms(), 2))


def _wrong(guest: Guest, key: str, code: str) -> list[str]:
    """What the cards do not explain. Rounds at other tables run beside: the wallet is not looked at."""
    felt = guest.felts[key]
    played = felt.rounds[code]
    return by_the_cards(Reading(felt.info, played, played.placed), felt.results[code])


async def main(url: str) -> None:
    field = Field(url, Score(), seed=199)
    await field.look_around()
    keys = [key for game in ("infinite", "cashback", "classic-free-bet") for key in field.tables.get(game, [])]
    told: dict[str, Any] = {"pings": [], "rounds": {}, "wrong": [], "thrown_out": [], "refused": {}}
    guests = [
        Honest(field, keys[at :: -(-len(keys) // TABLES_EACH)], told) for at in range(-(-len(keys) // TABLES_EACH))
    ]
    tasks = [asyncio.create_task(one.stay()) for one in guests] + [asyncio.create_task(guests[0].ping())]
    while not any(task.done() for task in tasks):
        await asyncio.sleep(LINE_S)
        print(json.dumps(told | {"at_s": time.monotonic()}), flush=True)
        told["pings"], told["wrong"], told["thrown_out"] = [], [], []
    await asyncio.gather(*tasks)


# -- who looks at them --------------------------------------------------------------------------


class Seen(NamedTuple):
    """A stretch of time, as honest guests had it."""

    pings: list[float]
    rounds: dict[str, int]
    longest_s: dict[str, float]  # without a round, by table
    wrong: list[str]
    thrown_out: list[str]
    refused: dict[str, int]  # bets, by code, since the beginning

    @property
    def ping_ms(self) -> float:
        return statistics.median(self.pings) if self.pings else 10_000.0

    @property
    def worst_ms(self) -> float:
        return max(self.pings, default=10_000.0)


class Witness:
    def __init__(self) -> None:
        self._lines: deque[dict[str, Any]] = deque(maxlen=MOST_LINES)
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, url: str) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.attack.honest",
            url,
            stdout=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        self._reading = asyncio.create_task(self._read(self._process))
        for _ in range(300):
            await asyncio.sleep(0.1)
            if self._lines and len(self._lines[-1]["rounds"]) >= 2:
                return

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self._lines.append(json.loads(line))

    def between(self, start_s: float, end_s: float) -> Seen:
        """By the monotonic clock, which is one for all processes of the machine."""
        lines = [line for line in self._lines if start_s <= line["at_s"] <= end_s]
        rounds: dict[str, int] = {}
        longest: dict[str, float] = {}
        if lines:
            for key in lines[-1]["rounds"]:
                rounds[key] = lines[-1]["rounds"][key] - lines[0]["rounds"].get(key, 0)
                longest[key] = _longest(lines, key, end_s)
        return Seen(
            [ping for line in lines for ping in line["pings"]],
            rounds,
            longest,
            [one for line in lines for one in line["wrong"]],
            [one for line in lines for one in line["thrown_out"]],
            lines[-1]["refused"] if lines else {},
        )

    async def stop(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


def _longest(lines: list[dict[str, Any]], key: str, end_s: float) -> float:
    last_s: float = lines[0]["at_s"]
    longest, count = 0.0, lines[0]["rounds"].get(key, 0)
    for line in lines:
        if line["rounds"].get(key, 0) > count:
            longest = max(longest, line["at_s"] - last_s)
            last_s, count = line["at_s"], line["rounds"][key]
    return max(longest, end_s - last_s)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
