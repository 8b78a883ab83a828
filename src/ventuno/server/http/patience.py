"""How long somebody may be connected without asking anything: a connection that never comes to the point is ended.

aiohttp waits for the first request as long as it takes; whoever sends a header a minute would hold a connection
for ever. Between requests its own keep-alive timeout counts.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from aiohttp import web

from ventuno.server.http.outermost import Outermost

FIRST_S: Final = 20.0  # from connecting to the end of the first request's headers

_silent: Final[dict[Any, asyncio.TimerHandle]] = {}  # who has not asked anything yet


def heard(request: web.Request) -> None:
    """A whole request has come."""
    if timer := _silent.pop(request.protocol, None):
        timer.cancel()


class PatientSite(web.SockSite):
    async def start(self) -> None:
        await web.BaseSite.start(self)
        loop, server = asyncio.get_running_loop(), self._runner.server
        assert server is not None

        def greet() -> Any:
            handler = Outermost(server, loop=loop, **server._kwargs)
            _silent[handler] = loop.call_later(FIRST_S, _end, handler)
            return handler

        self._server = await loop.create_server(greet, sock=self._sock, backlog=self._backlog)


def _end(handler: Any) -> None:
    _silent.pop(handler, None)
    if handler.transport is not None:
        handler.transport.abort()
