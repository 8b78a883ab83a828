"""The application: every route, the WebSocket, the client's files."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Final

from aiohttp import web

from ventuno.protocol.schema import schema
from ventuno.server.doors import Doors
from ventuno.server.edge.upgrade import upgrade
from ventuno.server.house import House
from ventuno.server.http.call import json_answer
from ventuno.server.http.guard import guard, handled
from ventuno.server.http.openapi import openapi
from ventuno.server.http.routes import ROUTES
from ventuno.server.http.static import Static
from ventuno.server.http.turnstile import Turnstile

# Every module that has routes.
MODULES: Final = (
    "account",
    "care",
    "cashier",
    "clock",
    "factor",
    "games",
    "health",
    "open_rounds",
    "players",
    "replays",
    "returns",
    "rounds",
    "shelf",
    "supervisor",
)
for _module in MODULES:
    import_module(f"ventuno.server.http.{_module}")


def application(house: House, doors: Doors, web_folder: Path | None) -> web.Application:
    app = web.Application(middlewares=[guard(house, doors)], client_max_size=house.limits.body_bytes)
    turnstile = Turnstile(house)
    for route in ROUTES:
        app.router.add_route(route.method, route.path, handled(house, doors, turnstile, route))
    document, protocol = json_answer(openapi()).body, json_answer(schema()).body

    async def openapi_json(request: web.Request) -> web.Response:
        return web.Response(body=document, content_type="application/json")

    async def protocol_json(request: web.Request) -> web.Response:
        return web.Response(body=protocol, content_type="application/json")

    app.router.add_get("/api/openapi.json", openapi_json)
    app.router.add_get("/api/protocol.json", protocol_json)
    app.router.add_get("/ws", upgrade(house, doors), allow_head=False)
    app.router.add_get("/{path:.*}", Static(web_folder).serve)
    return app
