"""What aiohttp would answer by itself, before any of our code is asked: bytes that are no HTTP, expectations.

It would answer in plain text, with its own name and version.
"""

from __future__ import annotations

from typing import Any, Final

from aiohttp import web
from aiohttp.web_protocol import RequestHandler
from multidict import CIMultiDict

from ventuno.refusal import Refusal
from ventuno.server.http.call import fault_answer
from ventuno.server.http.headers import HEADERS

_WHY: Final = {
    400: "this is no request that can be read",
    404: "there is nothing here",
    411: "say how long the body is, with Content-Length: it is not taken in chunks",
    417: "the house meets no such expectation",
}


class Outermost(RequestHandler):
    __slots__ = ()

    async def finish_response(self, request: web.BaseRequest, resp: Any, start_time: float | None) -> Any:
        """Whatever has gone by the guard has its headers."""
        if isinstance(resp, web.StreamResponse) and resp.headers.get("Server") != HEADERS["Server"]:
            resp = _in_our_words(resp.status, resp.headers)
        return await super().finish_response(request, resp, start_time)


def _in_our_words(status: int, headers: CIMultiDict[str]) -> web.Response:
    answer = fault_answer(Refusal("http/fault", _WHY.get(status, "the request was not carried out")), status)
    answer.headers.update(HEADERS)
    if headers.get("Connection") == "close" or status in (400, 411):
        answer.force_close()
    return answer
