"""How often somebody may have something done, and how much of what is slow at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.edge.rates import Rates, too_many

if TYPE_CHECKING:
    from ventuno.server.http.call import Call, Edge

HOUR_S: Final = 3600.0
SAFE: Final = ("GET", "HEAD")
WAITING: Final = 2  # times as many as are answered at once are taken in; the rest of them wait for their turn
BUSY: Final = Refusal("rate/too_many_at_once", "too much is being worked out for you already: wait for some of it")


class WaitingLine:
    """Who waits for something slow that one account, or one address, has asked for."""

    __slots__ = ("count", "turn")

    def __init__(self, at_once: int) -> None:
        self.count = 0
        self.turn = asyncio.Semaphore(at_once)


class Turnstile:
    def __init__(self, edge: Edge) -> None:
        limits, now_s = edge.limits, edge.now_s
        self._limits, self._measures = limits, edge.measures
        self._writes = Rates(limits.writes_per_second, limits.writes_burst, now_s)
        self._accounts = Rates(limits.new_accounts_per_hour / HOUR_S, limits.new_accounts_per_hour, now_s)
        self._lines: dict[Hashable, WaitingLine] = {}

    def refusal(self, call: Call) -> Refusal | None:
        """Asked before the body is read: what is refused here costs next to nothing."""
        if call.route.method in SAFE and call.route.weight != "heavy":
            return None
        who, factor = self._who(call)
        if wait_s := self._writes.refused_s(who, factor):
            return too_many(wait_s, "changes or long reads one after the other")
        if call.route.weight == "account" and (wait_s := self._accounts.refused_s(who, factor)):
            return too_many(wait_s, "new accounts from your address")
        return None

    @asynccontextmanager
    async def turn(self, call: Call) -> AsyncIterator[None]:
        if call.route.weight != "heavy":
            yield
            return
        who, _ = self._who(call)
        line = self._lines.setdefault(who, WaitingLine(self._limits.heavy_at_once))
        if line.count >= WAITING * self._limits.heavy_at_once:
            raise RefusalRaised(BUSY.code, BUSY.why)
        line.count += 1
        try:
            async with line.turn:
                yield
        finally:
            line.count -= 1
            if not line.count:
                self._lines.pop(who, None)

    def _who(self, call: Call) -> tuple[Hashable, float]:
        """An account where there is one; else where the request comes from."""
        if call.route.needs != "nobody":
            return call.player, 1.0
        network = call.network
        return network, self._measures.factor_of(network)
