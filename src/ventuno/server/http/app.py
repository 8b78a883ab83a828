"""The application: every route, the WebSocket, the client's files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from aiohttp import web

from ventuno.protocol.schema import schema
from ventuno.server.edge.upgrade import upgrade
from ventuno.server.http import (
    account,
    care,
    cashier,
    clock,
    factor,
    games,
    health,
    open_rounds,
    players,
    replays,
    returns,
    rounds,
    shelf,
    supervisor,
)
from ventuno.server.http.call import Desks, Edge, json_answer
from ventuno.server.http.guard import guard, handled
from ventuno.server.http.openapi import openapi
from ventuno.server.http.routes import Route
from ventuno.server.http.static import Static
from ventuno.server.http.turnstile import Turnstile

ROUTES: Final[tuple[Route, ...]] = (
    *account.ROUTES,
    *care.ROUTES,
    *cashier.ROUTES,
    *clock.ROUTES,
    *factor.ROUTES,
    *games.ROUTES,
    *health.ROUTES,
    *open_rounds.ROUTES,
    *players.ROUTES,
    *replays.ROUTES,
    *returns.ROUTES,
    *rounds.ROUTES,
    *shelf.ROUTES,
    *supervisor.ROUTES,
)


def application(desks: Desks, edge: Edge, web_folder: Path | None) -> web.Application:
    app = web.Application(middlewares=[guard(edge.metrics, desks.doors)], client_max_size=edge.limits.body_bytes)
    turnstile = Turnstile(edge)
    for route in ROUTES:
        app.router.add_route(route.method, route.path, handled(desks, turnstile, route, edge.limits.body_s))
    document, protocol = json_answer(openapi(ROUTES)).body, json_answer(schema()).body

    async def openapi_json(request: web.Request) -> web.Response:
        return web.Response(body=document, content_type="application/json")

    async def protocol_json(request: web.Request) -> web.Response:
        return web.Response(body=protocol, content_type="application/json")

    app.router.add_get("/api/openapi.json", openapi_json)
    app.router.add_get("/api/protocol.json", protocol_json)
    app.router.add_get("/ws", upgrade(desks), allow_head=False)
    app.router.add_get("/{path:.*}", Static(web_folder).serve)
    return app
