"""Players made of dice: they populate a house, and note what they saw, so that it can be held against the books.

A bot has one task, that of its connection, and no table view of its own: it acts on what it is told. Thousands fit
into one process. The same seed makes the same choices, as far as the cards and the network allow.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Final

import aiohttp
import msgspec

from ventuno.client.bot import Bot, Habits
from ventuno.client.desk import Desk, new_session
from ventuno.client.notes import Notes
from ventuno.kinds import KINDS
from ventuno.protocol.messages import LobbyTable
from ventuno.refusal import RefusalRaised

SIGN_INS_AT_ONCE: Final = 8
LOOK_S: Final = 0.2
TRY_AGAIN_S: Final = 6.0  # a house lets in a few guests a minute from one address


class BotCrowd:
    """So many bots at a house: `gather`, let them play, `finish`, read their `notes`."""

    def __init__(self, url: str, seed: int = 0, habits: Habits = Habits()) -> None:  # noqa: B008 (frozen)
        self.url, self.seed, self.habits = url.rstrip("/"), seed, habits
        self.bots: list[Bot] = []
        self._session: aiohttp.ClientSession | None = None

    @property
    def notes(self) -> list[Notes]:
        return [bot.notes for bot in self.bots]

    async def gather(
        self, count: int, *, tokens: Sequence[str] = (), tables: Sequence[str] = (), per_second: float = 200
    ) -> None:
        """Comes in, as guests or with sessions that are open, and spreads over the tables (all live ones)."""
        self._session = new_session(connector=aiohttp.TCPConnector(limit=0))
        desk = Desk(self._session, self.url)
        keys = tables or [table.key for table in await desk.lobby() if _is_live(table)]
        if not keys:
            raise ValueError("the house has no live table for bots to play at; name some")
        tokens = tokens or await self._guests(desk, count)
        for number in range(count):
            chance = random.Random(f"{self.seed}/{number}")
            table = keys[number % len(keys)]
            self.bots.append(Bot(self._session, self.url, tokens[number], table, chance, self.habits))
            await asyncio.sleep(1 / per_second)

    async def _guests(self, desk: Desk, count: int) -> list[str]:
        turnstile = asyncio.Semaphore(SIGN_INS_AT_ONCE)

        async def sign_in() -> str:
            async with turnstile:
                while True:
                    try:
                        return (await desk.demo()).token
                    except RefusalRaised as refused:
                        if not refused.refusal.code.startswith("rate/"):
                            raise
                        await asyncio.sleep(TRY_AGAIN_S)

        return await asyncio.gather(*(sign_in() for _ in range(count)))

    async def finish(self, timeout_s: float = 120) -> bool:
        """No more bets; waits until nobody has one in play, then goes. False: some still had."""
        for bot in self.bots:
            bot.stops = True
        async with asyncio.timeout(timeout_s + LOOK_S):
            waited_s = 0.0
            while waited_s < timeout_s and any(bot.busy for bot in self.bots):
                await asyncio.sleep(LOOK_S)
                waited_s += LOOK_S
        quiet = not any(bot.busy for bot in self.bots)
        await self.close()
        return quiet

    async def close(self) -> None:
        await asyncio.gather(*(bot.close() for bot in self.bots))
        if self._session is not None:
            await self._session.close()


def _is_live(table: LobbyTable) -> bool:
    return KINDS[table.kind].clock and table.open


async def run_bots(
    url: str,
    count: int,
    seed: int = 0,
    *,
    seconds: float | None = None,
    tokens: Sequence[str] = (),
    tables: Sequence[str] = (),
    habits: Habits = Habits(),  # noqa: B008 (frozen)
) -> list[Notes]:
    """Bots play for a while (without `seconds`: until cancelled); returns what each of them saw."""
    crowd = BotCrowd(url, seed, habits)
    try:
        await crowd.gather(count, tokens=tokens, tables=tables)
        await asyncio.sleep(seconds if seconds is not None else 10**9)
        await crowd.finish()
    except asyncio.CancelledError:
        await crowd.close()
        raise
    return crowd.notes


def report(notes: Sequence[Notes]) -> bytes:
    """As JSON, one bot a line."""
    return b"\n".join(msgspec.json.encode(one) for one in notes)
