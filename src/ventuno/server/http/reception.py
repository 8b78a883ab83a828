"""Where connections come in: how many there may be, from where, and for how long they may do nothing.

Whoever comes when there is no room takes the place of who has kept the house waiting, the longest here first, and first
among those from the same address. A WebSocket is no visitor any more: `edge/room.py` counts those.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from typing import Final, cast

from aiohttp import web

from ventuno.server.addresses import network_of
from ventuno.server.edge.rates import Rates
from ventuno.server.http.call import Edge
from ventuno.server.http.inside import Site
from ventuno.server.http.visitor import Visitor

EVERY_S: Final = 1.0
LOOKED_AT: Final = 64  # of those who came first, for one who may be sent away


class Reception:
    """Behind a proxy all come from its address, which is nobody's own: `front.py` counts who is behind it."""

    def __init__(self, edge: Edge) -> None:
        self.limits, self.now_s, self._metrics, self._measures = edge
        self._rates = Rates(edge.limits.requests_per_second, edge.limits.requests_burst, edge.now_s)
        self._timer: asyncio.TimerHandle | None = None
        self.visitors: dict[Visitor, None] = {}  # in the order they came
        self._by_network: dict[str, dict[Visitor, None]] = {}

    async def open(self, runner: web.BaseRunner, sock: socket.socket, backlog: int) -> None:
        await Site(runner, sock, backlog, lambda server: Doorman(server, self)).start()
        self._again()

    def _again(self) -> None:
        self.look()
        self._timer = asyncio.get_running_loop().call_later(EVERY_S, self._again)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def makes_room(self, network: str) -> bool:
        """Whether one more from there may come in."""
        if not self._measures.proxied and not self._makes_room_from(network):
            return False
        return len(self.visitors) < self.limits.visitors or self._ends_one_of(self.visitors)

    def _makes_room_from(self, network: str) -> bool:
        factor = self._measures.factor_of(network)
        if self._rates.refused_s(network, factor):
            return False
        there = self._by_network.get(network, {})
        return len(there) < self.limits.visitors_per_address * factor or self._ends_one_of(there)

    def _ends_one_of(self, visitors: Iterable[Visitor]) -> bool:
        waiting = next((one for one in islice(visitors, LOOKED_AT) if one.keeps_us_waiting), None)
        if waiting is not None:
            self.left(waiting)
            waiting.abort()
            self._metrics.visitors_ended += 1
        return waiting is not None

    def came(self, visitor: Visitor) -> None:
        self.visitors[visitor] = None
        self._by_network.setdefault(visitor.network, {})[visitor] = None

    def left(self, visitor: Visitor) -> None:
        """Said again, it changes nothing."""
        if visitor in self.visitors:
            del self.visitors[visitor]
            there = self._by_network[visitor.network]
            del there[visitor]
            if not there:
                del self._by_network[visitor.network]

    def turn_away(self, transport: asyncio.Transport | None, status: int) -> None:
        """In one write, before anything is made for them."""
        self._metrics.visitors_turned_away += 1
        if transport is not None:
            transport.write(_LAST_WORDS[status])
            transport.close()

    def look(self) -> None:
        now_s = self.now_s()
        for visitor in [one for one in self.visitors if one.is_overdue(now_s)]:
            visitor.abort()
            self._metrics.visitors_ended += 1


_LAST_WORDS: Final = {
    status: f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\nConnection: close\r\nRetry-After: 5\r\n"
    "Content-Length: 0\r\n\r\n".encode()
    for status in (431, 503)
}


class Doorman(asyncio.Protocol):
    """Looks where somebody comes from before anything is made for them."""

    def __init__(self, server: web.Server, reception: Reception) -> None:
        self._server = server
        self._reception = reception

    def connection_made(self, made: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, made)
        peer = transport.get_extra_info("peername")
        network = network_of(peer[0]) if peer else ""
        if not self._reception.makes_room(network):
            self._reception.turn_away(transport, 503)
            return
        visitor = Visitor(self._server, self._reception, network)
        self._reception.came(visitor)
        transport.set_protocol(visitor)
        visitor.connection_made(transport)
