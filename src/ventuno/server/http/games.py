"""The games: rules (A11), exact odds, the strategy chart, what a choice is worth, the lobby, the jackpots."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec

from ventuno.help import help_page
from ventuno.protocol import http
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.http.call import Call, json_answer
from ventuno.server.http.routes import Answered, route
from ventuno.store.history import jackpots as pools_of
from ventuno.variant import Variant, catalog

Any_ = dict[str, Any]


def _variant(call: Call) -> Variant:
    """Of a table by its key, or of a game by its name."""
    if (key := call.request.match_info.get("table")) is not None:
        kind = call.desks.pit.kinds.get(key)
        if kind is None:
            raise RefusalRaised("table/unknown", "there is no such table: the lobby has those there are")
        return kind.variant
    found = catalog().variants.get(call.path("game"))
    if found is None:
        raise RefusalRaised("game/unknown", "there is no such game in the catalog")
    return found


@route("GET", "/api/lobby", needs="nobody", answer=http.LobbyNow)
async def lobby(call: Call) -> Answered:
    """All tables (A1)."""
    return http.LobbyNow(call.desks.lobby.tables())


@route("GET", "/api/jackpots", needs="nobody", answer=http.JackpotsNow)
async def jackpots(call: Call) -> Answered:
    """Every jackpot and what its pool holds (J1)."""
    found = await call.read(pools_of)
    shown = (http.JackpotNow(key, p.jackpot.currency, p.pool_minor, p.jackpot.seed_minor) for key, p in found.items())
    return http.JackpotsNow(tuple(shown))


@route("GET", "/api/games/{game}/rules", needs="nobody", query=http.LanguageQuery, answer=Any_)
async def rules(call: Call) -> Any:
    """The rules, the paytables and the returns, from the variant's own definition (A11)."""
    query: http.LanguageQuery = call.query
    return json_answer(await asyncio.to_thread(help_page, _variant(call), query.language))


@route("GET", "/api/games/{game}/odds", needs="nobody", answer=Any_)
async def odds(call: Call) -> Any:
    """The exact return of the main game and of every side bet. The first time takes a while."""
    return json_answer(await call.desks.odds.odds(_variant(call)))


@route("GET", "/api/games/{game}/strategy", needs="nobody", answer=Any_)
async def strategy(call: Call) -> Any:
    """The best strategy as a chart. The first time takes a while."""
    return json_answer(await call.desks.odds.chart(_variant(call)))


@route("GET", "/api/tables/{table}/values", answer=http.ValuesNow, weight="heavy")
async def values(call: Call) -> Answered:
    """What every choice is worth that I have right now, where the table allows it to be asked."""
    host = call.desks.pit.host(call.path("table"), call.player)
    if host is None:
        return Refusal("table/unknown", "you are at no such table")
    if not host.table.info.values:
        return Refusal("values/not_allowed", "this table does not say what a choice is worth")
    mine = host.table.mine(call.player).hands
    if mine is None or not any(hand.options for hand in mine.hands):
        return Refusal("values/no_question", "no hand of yours is asked")
    view = msgspec.structs.replace(host.table.view)
    return await call.desks.odds.values(host.table.variant, view, mine)


ROUTES: Final = (
    lobby,
    jackpots,
    rules,
    rules._replace(path="/api/tables/{table}/rules"),
    odds,
    odds._replace(path="/api/tables/{table}/odds"),
    strategy,
    strategy._replace(path="/api/tables/{table}/strategy"),
    values,
)
