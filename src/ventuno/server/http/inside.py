"""All that the house knows of aiohttp's inside, which no release of it promises to keep.

Written for the version in `WRITTEN_FOR`: `tests/server/test_inside.py` fails when another one is pinned, and says what
to look at. Nothing else in the house touches a name of aiohttp's that begins with an underscore.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.http import RawRequestMessage
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.streams import EMPTY_PAYLOAD
from aiohttp.web_protocol import RequestHandler, _ErrInfo
from multidict import CIMultiDict

from ventuno.refusal import Refusal
from ventuno.server.http.call import fault_answer
from ventuno.server.http.headers import HEADERS

WRITTEN_FOR: Final = "3.14.5"
_WHY: Final = {
    400: "this is no request that can be read",
    404: "there is nothing here",
    411: "say how long the body is, with Content-Length: it is not taken in chunks",
    417: "the house meets no such expectation",
}


class Conversation(RequestHandler):
    """One HTTP connection as aiohttp leads it, with what can be seen of it from outside."""

    __slots__ = ()

    @property
    def is_waiting(self) -> bool:
        """For a request; nothing is being done for it."""
        return self._waiter is not None and not self._waiter.done()

    @property
    def is_paused(self) -> bool:
        """For a reader that is too slow."""
        return self._paused

    @property
    def reads_a_body(self) -> bool:
        return self._current_request is not None and not self._current_request.content.is_eof()

    @property
    def is_ending(self) -> bool:
        return self._close or self._force_close

    @property
    def heads(self) -> int:
        """How many have come."""
        return self._request_count

    def look_at_last(self) -> None:
        """Each chunk of a body costs a call and may be one byte: bodies say their length. Of what could not be read
        nothing is kept: an error that knows where it happened knows all the bytes there."""
        message: RawRequestMessage | _ErrInfo | None = self._messages[-1][0] if self._messages else None
        if isinstance(message, _ErrInfo):
            message.exc.__traceback__ = None
        elif message is not None and message.chunked:
            self._messages[-1] = (_ErrInfo(411, HttpProcessingError(code=411), ""), EMPTY_PAYLOAD)
            self.close()

    async def finish_response(self, request: web.BaseRequest, resp: Any, start_time: float | None) -> Any:
        """Whatever has gone by the guard has its headers. aiohttp would answer in plain text, with its own name and
        version, before any of our code is asked: to bytes that are no HTTP, to expectations."""
        if isinstance(resp, web.StreamResponse) and resp.headers.get("Server") != HEADERS["Server"]:
            resp = _in_our_words(resp.status, resp.headers)
        return await super().finish_response(request, resp, start_time)


def _in_our_words(status: int, headers: CIMultiDict[str]) -> web.Response:
    answer = fault_answer(Refusal("http/fault", _WHY.get(status, "the request was not carried out")), status)
    answer.headers.update(HEADERS)
    if headers.get("Connection") == "close" or status in (400, 411):
        answer.force_close()
    return answer


def let_go(request: web.Request) -> bytes:
    """The transport is ours from now on, and what was sent before we answered."""
    http: Any = request.protocol
    early: bytes = getattr(http, "_message_tail", b"")
    http.transport = None  # so that letting go does not close it
    http.connection_lost(None)
    return early


class Site(web.SockSite):
    """Listens; everybody meets whom `greet` makes for them first."""

    def __init__(
        self, runner: web.BaseRunner, sock: socket.socket, backlog: int, greet: Callable[[web.Server], Any]
    ) -> None:
        super().__init__(runner, sock, backlog=backlog)
        self._greet = greet

    async def start(self) -> None:
        await web.BaseSite.start(self)
        server = self._runner.server
        assert server is not None
        greet = self._greet
        self._server = await asyncio.get_running_loop().create_server(
            lambda: greet(server), sock=self._sock, backlog=self._backlog
        )
