"""What was played (A5, A6): my rounds, one round by its code, all of mine as a file."""

from __future__ import annotations

import io
from typing import Any

from aiohttp import web

from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import Call
from ventuno.server.http.routes import Answered, route
from ventuno.server.stories import story_of, took_part
from ventuno.store.export import export
from ventuno.store.history import PlayedRound, round_by_code, rounds_of_player
from ventuno.store.regulator_ids import ids_of

UNKNOWN = Refusal("round/unknown", "there is no such round, or you took no part in it")


@route("GET", "/api/history", query=http.PageQuery, answer=http.History)
async def history(call: Call) -> Answered:
    """My rounds, newest first; `before` goes on where the last page ended."""
    query: http.PageQuery = call.query
    found = await call.house.read(rounds_of_player, call.house.ledger, call.player, query.before, query.most)
    rounds = tuple(_shown(played) for played in found)
    return http.History(rounds, rounds[-1].cursor if len(rounds) == query.most else None)


def _shown(played: PlayedRound) -> http.PlayedRound:
    """What the history shows of it: all fields it has by the same name."""
    return http.PlayedRound(**{name: getattr(played, name) for name in http.PlayedRound.__struct_fields__})


@route("GET", "/api/history/export", query=http.ExportQuery, answer=None)
async def export_history(call: Call) -> web.Response:
    """All my rounds as CSV or JSON."""
    query: http.ExportQuery = call.query

    def write() -> str:
        out = io.StringIO()
        export(call.house.ledger, "rounds", query.format, out, call.player)
        return out.getvalue()

    kind = "text/csv" if query.format == "csv" else "application/json"
    name = f'attachment; filename="rounds.{query.format}"'
    text = await call.house.read(write)
    return web.Response(text=text, content_type=kind, headers={"Content-Disposition": name})


@route("GET", "/api/rounds/{code}", answer=http.RoundStory)
async def round_story(call: Call) -> Answered:
    """Every card, decision and payout of a round, as I could see it: enough to show it again."""
    code = call.path("code")
    everything = call.person.role in ("operator", "supervisor")
    return await call.house.read(_story, call, code, everything) or UNKNOWN


def _story(call: Call, code: str, everything: bool) -> http.RoundStory | None:
    ledger, player = call.house.ledger, call.player
    record = round_by_code(ledger, code)
    if record is None or not (everything or took_part(ledger, code, player)):
        return None
    ids = ids_of(ledger, player, code)
    events: list[dict[str, Any]] = story_of(ledger, record, None if everything else player)
    return http.RoundStory(
        code=code,
        table=record.table.partition("/")[0],
        game=record.game,
        opened_ms=record.opened_ms,
        state=record.state,
        events=tuple(events),
        me=str(player),
        session_id=ids.session_id if ids else "",
        participation_id=ids.participation_id if ids else "",
    )
