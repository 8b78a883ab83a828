"""Around every request: errors without a traceback, who may ask from where, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web

from ventuno.languages import LANGUAGES, MODEL
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server import logs
from ventuno.server.doors import Doors
from ventuno.server.http.call import BEARER, COOKIE, Call, Desks, cookie_of, fault_answer, json_answer
from ventuno.server.http.headers import HEADERS, HTTPS_ONLY
from ventuno.server.http.routes import Route
from ventuno.server.http.turnstile import SAFE, Turnstile
from ventuno.server.metrics import Metrics
from ventuno.server.outward import LONGEST_IN_PATH, is_bad_text, refusal_of_texts

Next = Callable[[web.Request], Awaitable[web.StreamResponse]]


def headers_of(doors: Doors) -> dict[str, str]:
    """Of every answer."""
    return HEADERS | (HTTPS_ONLY if doors.secure else {})


def guard(metrics: Metrics, doors: Doors) -> Any:
    headers = headers_of(doors)

    @web.middleware
    async def around(request: web.Request, handler: Next) -> web.StreamResponse:
        answer = await _answered(request, handler if _is_ours(doors, request) else _elsewhere)
        answer.headers.update(headers)
        if request.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        metrics.http[answer.status] += 1
        return answer

    return around


def _is_ours(doors: Doors, request: web.Request) -> bool:
    named = request.headers.getall("Host", [])
    return len(named) == 1 and doors.hosts.know(named[0])


async def _elsewhere(request: web.Request) -> web.StreamResponse:
    """Somebody's own name for our address: with it, their page could speak to the house as its visitor."""
    raise RefusalRaised("request/host", "this house does not go by that name: its own names are in its setting `hosts`")


async def _answered(request: web.Request, handler: Next) -> web.StreamResponse:
    try:
        return await handler(request)
    except RefusalRaised as refused:  # `StoreFault` too
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


def handled(desks: Desks, turnstile: Turnstile, route: Route, body_s: float) -> Next:
    """An aiohttp handler for a route."""
    body = None if route.body is None else msgspec.json.Decoder(route.body)

    async def handle(request: web.Request) -> web.StreamResponse:
        if route.method not in SAFE:
            check_origin(desks.doors, request)
        _check_path(request)
        call = Call(desks, request, route)
        await call.identify(route.needs)
        if refusal := turnstile.refusal(call):
            return fault_answer(refusal)
        if body is not None:
            call.body = await _body(request, body, body_s)
        if route.query is not None:
            call.query = _query(request, route.query)
        async with turnstile.turn(call):
            answer = await route.handler(call)
        if isinstance(answer, Refusal):
            return fault_answer(answer)
        return answer if isinstance(answer, web.StreamResponse) else json_answer(answer)

    return handle


def _check_path(request: web.Request) -> None:
    """Nothing that is there has such a name."""
    for part in request.match_info.values():
        if len(part) > LONGEST_IN_PATH or is_bad_text(part):
            raise RefusalRaised("http/not_found", "there is nothing of this name")


def check_origin(doors: Doors, request: web.Request) -> None:
    """A browser says where a page is from; no other page may act with its visitor's cookie."""
    origin = request.headers.get("Origin")
    if origin is None:
        bearer = request.headers.get("Authorization", "").startswith(BEARER)
        known = bearer or not cookie_of(request, COOKIE)
    else:
        known = doors.knows(origin, request.headers.get("Host", ""))
    if not known:
        raise RefusalRaised("request/origin", "this page may not act for you here")


async def _body(request: web.Request, decoder: msgspec.json.Decoder[Any], most_s: float) -> Any:
    if request.content_type != "application/json":
        raise RefusalRaised("body/not_json", "send JSON, and say so: Content-Type: application/json")
    try:
        async with asyncio.timeout(most_s):
            data = await request.read()
    except TimeoutError:
        raise RefusalRaised("body/too_slow", f"a body arrives within {most_s:g} seconds") from None
    try:
        body = decoder.decode(data or b"{}")
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RefusalRaised("body/malformed", str(error)) from None
    return _understood(body, "body/malformed")


def _query(request: web.Request, kind: type[msgspec.Struct]) -> Any:
    try:
        query = msgspec.convert(dict(request.query), kind, strict=False)
    except msgspec.ValidationError as error:
        raise RefusalRaised("query/malformed", str(error)) from None
    return _understood(query, "query/malformed")


def _understood(brought: Any, code: str) -> Any:
    """Of whole signs, and in a language that there is."""
    if refusal := refusal_of_texts(brought, code):
        raise RefusalRaised(refusal.code, refusal.why)
    language = getattr(brought, "language", MODEL)
    if language not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise RefusalRaised(code, f"{language[:40]!r} is no language of this house: it speaks {known}", known=LANGUAGES)
    return brought
