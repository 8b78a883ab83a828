"""Whether the house lives, whether it can be played in, and what it counts."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from typing import Final

from aiohttp import web

from ventuno.protocol import http
from ventuno.server.exposition import exposition
from ventuno.server.http.call import BEARER, Call, json_answer
from ventuno.server.http.routes import Answered, route


@route("GET", "/health/live", needs="nobody", answer=http.Health)
async def live(call: Call) -> Answered:
    """The process answers."""
    return http.Health(True)


@route("GET", "/health/ready", needs="nobody", answer=http.Health)
async def ready(call: Call) -> Answered | web.Response:
    """Bets can be taken; 503 and every reason where they cannot. Warnings: somebody should look, and they can."""
    found, warnings = call.desks.readiness.reasons(), call.desks.readiness.reasons("warning")
    if not found:
        return http.Health(True, warnings=warnings)
    return json_answer(http.Health(False, "; ".join(reason.why for reason in found), found, warnings), 503)


def _is_local(call: Call) -> bool:
    """What the house takes in is not everybody's business. Behind a proxy all come from this machine."""
    forwarded = call.desks.doors.proxies.there_are or {"X-Forwarded-For", "Forwarded"} & call.request.headers.keys()
    try:
        return not forwarded and ip_address(call.request.remote or "").is_loopback
    except ValueError:
        return False


def _has_token(call: Call) -> bool:
    wanted = f"{BEARER}{call.desks.doors.metrics_token}".encode()
    said = call.request.headers.get("Authorization", "").encode(errors="replace")
    return bool(call.desks.doors.metrics_token) and hmac.compare_digest(said, wanted)


@route("GET", "/metrics", needs="nobody", answer=None)
async def metrics(call: Call) -> web.Response:
    """In Prometheus' text format: to this machine, and from elsewhere to the house's people and who has the token."""
    if not _is_local(call) and not _has_token(call):
        await call.identify("operator")
    text = exposition(call.desks)
    return web.Response(body=text.encode(), headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})


ROUTES: Final = (live, ready, metrics)
