"""Before a request is looked at any closer: whether its path can be one of ours, and whether its sender is in time.

Who asks too much waits for the answer; who asks far too much gets none.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Final

from aiohttp import web

from ventuno.refusal import Refusal
from ventuno.server.doors import Doors
from ventuno.server.edge.rates import Rates, too_many
from ventuno.server.http.call import Edge, fault_answer
from ventuno.server.http.guard import headers_of

Handler = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]
DEEPEST: Final = 12  # parts of a path: aiohttp's routes cost the square of them
MOST_WAIT_S: Final = 2.0

NOWHERE: Final = Refusal("http/not_found", "there is no such path")


class Front:
    """`handler` is asked for what comes through. Behind a proxy, who is counted is who the proxy speaks for."""

    def __init__(self, handler: Handler, edge: Edge, doors: Doors) -> None:
        self._handler = handler
        self._metrics, self._measures = edge.metrics, edge.measures
        self._doors = doors
        self._limits = limits = edge.limits
        self._rates = Rates(limits.requests_per_second, limits.requests_burst, edge.now_s)
        self._at_once: Counter[str] = Counter()
        self._headers = headers_of(doors)

    async def __call__(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.rel_url.raw_path.count("/") > DEEPEST:
            return self._answer(NOWHERE)
        network = self._doors.network_of(request)
        if refusal := await self._wait(network):
            self._metrics.requests_refused += 1
            return self._answer(refusal)
        self._at_once[network] += 1
        try:
            return await self._handler(request)
        finally:
            self._at_once[network] -= 1
            if not self._at_once[network]:
                del self._at_once[network]

    async def _wait(self, network: str) -> Refusal | None:
        factor = self._measures.factor_of(network)
        if self._at_once[network] >= self._limits.visitors_per_address * factor:
            return too_many(1.0)
        wait_s = self._rates.refused_s(network, factor, MOST_WAIT_S)
        if wait_s > MOST_WAIT_S:
            return too_many(wait_s)
        if wait_s:
            self._metrics.requests_slowed += 1
            await asyncio.sleep(wait_s)
        return None

    def _answer(self, refusal: Refusal) -> web.Response:
        """And no more on this connection: who does not wait connects again, and is counted for that too."""
        answer = fault_answer(refusal)
        answer.headers.update(self._headers)
        answer.force_close()
        self._metrics.http[answer.status] += 1
        return answer
