"""Around every request: errors without a traceback, who may ask from where, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from aiohttp import web

from ventuno.refusal import Refusal, Refused
from ventuno.server import logs
from ventuno.server.doors import Doors
from ventuno.server.house import House
from ventuno.server.http.call import BEARER, COOKIE, Call, fault_answer, json_answer
from ventuno.server.http.patience import heard
from ventuno.server.http.routes import Route

Next = Callable[[web.Request], Awaitable[web.StreamResponse]]
SAFE: Final = ("GET", "HEAD")
BODY_S: Final = 10  # that a body may take to arrive
HEADERS: Final = {
    "Server": "ventuno",
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "style-src-attr 'unsafe-inline'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self' blob:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
HTTPS_ONLY: Final = {"Strict-Transport-Security": "max-age=31536000"}


def guard(house: House, doors: Doors) -> Any:
    headers = HEADERS | (HTTPS_ONLY if doors.secure else {})

    @web.middleware
    async def around(request: web.Request, handler: Next) -> web.StreamResponse:
        heard(request)
        answer = await _answered(request, handler if _is_ours(doors, request) else _elsewhere)
        answer.headers.update(headers)
        if request.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        house.metrics.http[answer.status] += 1
        return answer

    return around


def _is_ours(doors: Doors, request: web.Request) -> bool:
    named = request.headers.getall("Host", [])
    return len(named) == 1 and doors.hosts.know(named[0])


async def _elsewhere(request: web.Request) -> web.StreamResponse:
    """Somebody's own name for our address: with it, their page could speak to the house as its visitor."""
    raise Refused("request/host", "this house does not go by that name: its own names are in its setting `hosts`")


async def _answered(request: web.Request, handler: Next) -> web.StreamResponse:
    try:
        return await handler(request)
    except Refused as refused:  # `StoreFault` too
        return fault_answer(refused.refusal)
    except web.HTTPException as error:
        return _plain(error)
    except (asyncio.CancelledError, ConnectionError):
        raise
    except Exception as error:
        logs.fault("a request met a fault", error, method=request.method, path=request.path)
        return fault_answer(Refusal("internal/fault", "a fault of the house: it has been logged"))


def _plain(error: web.HTTPException) -> web.Response:
    codes = {404: "http/not_found", 405: "http/no_method", 413: "body/too_big"}
    answer = fault_answer(Refusal(codes.get(error.status, "http/fault"), error.reason), error.status)
    if allowed := error.headers.get("Allow"):
        answer.headers["Allow"] = allowed
    return answer


def handled(house: House, doors: Doors, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """An aiohttp handler for a route."""
    body = None if route.body is None else msgspec.json.Decoder(route.body)

    async def handle(request: web.Request) -> web.StreamResponse:
        if route.method not in SAFE:
            check_origin(doors, request)
        call = Call(house, doors, request, route)
        await call.identify(route.needs)
        if body is not None:
            call.body = await _body(request, body)
        if route.query is not None:
            call.query = _query(request, route.query)
        answer = await route.handler(call)
        if isinstance(answer, Refusal):
            return fault_answer(answer)
        return answer if isinstance(answer, web.StreamResponse) else json_answer(answer)

    return handle


def check_origin(doors: Doors, request: web.Request) -> None:
    """A browser says where a page is from; no other page may act with its visitor's cookie."""
    origin = request.headers.get("Origin")
    if origin is None:
        bearer = request.headers.get("Authorization", "").startswith(BEARER)
        known = bearer or COOKIE not in request.cookies
    else:
        known = doors.knows(origin, request.headers.get("Host", ""))
    if not known:
        raise Refused("request/origin", "this page may not act for you here")


async def _body(request: web.Request, decoder: msgspec.json.Decoder[Any]) -> Any:
    if request.content_type != "application/json":
        raise Refused("body/not_json", "send JSON, and say so: Content-Type: application/json")
    try:
        async with asyncio.timeout(BODY_S):
            data = await request.read()
    except TimeoutError:
        raise Refused("body/too_slow", f"a body arrives within {BODY_S} seconds") from None
    try:
        return decoder.decode(data or b"{}")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Refused("body/malformed", str(error)) from None


def _query(request: web.Request, kind: type[msgspec.Struct]) -> Any:
    try:
        return msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("query/malformed", str(error)) from None
