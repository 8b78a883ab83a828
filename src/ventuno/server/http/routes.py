"""Routes: what is asked, what is answered, and who may ask."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from ventuno.protocol.http import Nothing
from ventuno.refusal import Refusal

if TYPE_CHECKING:
    from aiohttp import web

    from ventuno.server.http.call import Call

Needs = Literal["nobody", "player", "operator", "supervisor"]
Weight = Literal["light", "heavy", "account"]  # heavy: few at once; account: opens one, few an hour
Answered = msgspec.Struct | Refusal
Handler = Callable[["Call"], Awaitable["Answered | web.StreamResponse"]]


class Route(NamedTuple):
    method: str
    path: str
    handler: Handler
    needs: Needs
    body: type[msgspec.Struct] | None
    query: type[msgspec.Struct] | None
    answer: Any  # a type; None: not JSON
    weight: Weight

    @property
    def name(self) -> str:
        return str(getattr(self.handler, "__name__", ""))

    @property
    def says(self) -> str:
        return (self.handler.__doc__ or "").strip()


def route(
    method: str,
    path: str,
    *,
    needs: Needs = "player",
    body: type[msgspec.Struct] | None = None,
    query: type[msgspec.Struct] | None = None,
    answer: Any = Nothing,
    weight: Weight = "light",
) -> Callable[[Handler], Route]:
    """Makes a route of the handler below it; it counts once it is in the `ROUTES` of its module."""

    def made(handler: Handler) -> Route:
        return Route(method, path, handler, needs, body, query, answer, weight)

    return made
