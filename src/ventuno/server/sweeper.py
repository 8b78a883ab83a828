"""What is looked at now and then, and in what order: troubles, pools, silent connections, idle tables, reality checks,
open transfers, sessions, and what is stored."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.bank.rules import DAY_MS
from ventuno.server import logs
from ventuno.server.tending import AGAIN_MS, Tending
from ventuno.store import StoreFault

if TYPE_CHECKING:
    from ventuno.server.store_watch import StoreWatch

EVERY_S: Final = 1.0
LOOK_EVERY: Final = 10  # seconds between looks at every connection
CASH_EVERY: Final = 5
SESSIONS_EVERY: Final = 60
TEND_EVERY: Final = 60

Do = Callable[[], None]
Wait = Callable[[], Awaitable[None]]


class Rounds(NamedTuple):
    """Whom the sweeper calls on."""

    every_second: tuple[Do, ...]
    look: tuple[Callable[[int], None], ...]  # every few seconds, with the time
    ids: Do  # from here on all is about what is stored
    reality: Wait
    cash: Wait
    sessions: Wait


class Sweeper:
    def __init__(self, rounds: Rounds, tending: Tending, store: StoreWatch, now_ms: Callable[[], int]) -> None:
        self.rounds, self.tending, self._store, self._now_ms = rounds, tending, store, now_ms
        self._next_day_ms = 0

    async def run(self) -> None:
        """A fault in one round of it must not end all others."""
        for looks in itertools.count(1):
            await asyncio.sleep(EVERY_S)
            try:
                await self.go_round(looks)
            except Exception as error:
                logs.fault("the sweeper met a fault", error)

    async def go_round(self, looks: int) -> None:
        for do in self.rounds.every_second:
            do()
        if looks % LOOK_EVERY == 0:
            self.look()
        if self._store.late:
            return
        self.rounds.ids()
        if looks % LOOK_EVERY == 0:
            await self.rounds.reality()
        if looks % CASH_EVERY == 1:  # the first time right after a start: what the last life left open
            await self._look_after_transfers()
        if looks % SESSIONS_EVERY == 0:
            await self.rounds.sessions()
        if looks % TEND_EVERY == 0:
            self.tending.begin()
        if self._now_ms() >= self._next_day_ms:
            await self.sweep()

    def look(self) -> None:
        for do in self.rounds.look:
            do(self._now_ms())

    async def _look_after_transfers(self) -> None:
        try:
            await self.rounds.cash()
        except StoreFault as fault:
            logs.warning("open transfers wait for the store", code=fault.code)

    async def sweep(self) -> None:
        self._next_day_ms = self._now_ms() + DAY_MS
        if not await self.tending.sweep():
            self._next_day_ms = self._now_ms() + AGAIN_MS
