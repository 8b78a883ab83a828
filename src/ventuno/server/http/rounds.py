"""What was played (A5, A6): my rounds, one round by its code, all of mine as a file."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from aiohttp import web

from ventuno.play import Viewer
from ventuno.protocol import http
from ventuno.refusal import Refusal
from ventuno.server.http.call import Call, as_file
from ventuno.server.http.routes import Answered, route
from ventuno.server.replays import is_forgotten, story_of
from ventuno.server.voids import because
from ventuno.store import Ledger
from ventuno.store.export import export, write
from ventuno.store.history import RoundPlayed, events_of, round_by_code, rounds_of_player, took_part
from ventuno.store.regulator_ids import ids_of

EVENT_FIELDS: Final = (
    "round", "number", "type", "position", "line", "to", "card", "face_down", "bettor", "bet", "action", "main",
    "sides", "golden_sides", "behind", "stake", "real", "golden", "free", "price", "outcome", "reason", "returns",
    "staked", "returned",
)  # fmt: skip
UNKNOWN: Final = Refusal("round/unknown", "there is no such round, or you took no part in it")


@route("GET", "/api/history", query=http.PageQuery, answer=http.History)
async def history(call: Call) -> Answered:
    """My rounds, newest first; `before` goes on where the last page ended."""
    query: http.PageQuery = call.query
    found = await call.read(rounds_of_player, call.player, query.before, query.most)
    rounds = tuple(_shown(played) for played in found)
    return http.History(rounds, rounds[-1].cursor if len(rounds) == query.most else None)


def _shown(played: RoundPlayed) -> http.PlayedRound:
    """What the history shows of it: all fields it has by the same name."""
    names = [name for name in http.PlayedRound.__struct_fields__ if name != "because"]
    return http.PlayedRound(**{name: getattr(played, name) for name in names}, because=because(played.reason))


@route("GET", "/api/history/export", query=http.ExportQuery, answer=None, weight="heavy")
async def export_history(call: Call) -> web.Response:
    """All my rounds as CSV or JSON."""
    query: http.ExportQuery = call.query

    def written(ledger: Ledger) -> str:
        out = io.StringIO()
        export(ledger, "rounds", query.format, out, call.player)
        return out.getvalue()

    return as_file("rounds", query.format, await call.read_slowly(written))


@route("GET", "/api/rounds/{code}/export", query=http.ExportQuery, answer=None, weight="heavy")
async def export_round(call: Call) -> Answered | web.Response:
    """One round as a file: JSON has all of the story; CSV a line for every card, decision and payout."""
    query: http.ExportQuery = call.query
    story = await call.read(_story, call.player, call.path("code"), await call.sees_all())
    if story is None:
        return UNKNOWN
    if query.format == "json":
        return as_file(f"round-{story.code}", "json", msgspec.json.encode(story).decode())
    out = io.StringIO()
    write("csv", out, EVENT_FIELDS, _lines(story))
    return as_file(f"round-{story.code}", "csv", out.getvalue())


def _lines(story: http.RoundStory) -> Iterator[Sequence[Any]]:
    """The bets a round opens with are lines of their own."""
    number = 0
    for event in story.events:
        bets = [{**bet, "type": "Bet"} for bet in event.get("bets", ())]
        for one in (event, *bets):
            number += 1
            yield (story.code, number, *(_cell(one.get(field)) for field in EVENT_FIELDS[2:]))


def _cell(value: Any) -> Any:
    plain = value is None or isinstance(value, str | int)
    return ("" if value is None else value) if plain else msgspec.json.encode(value).decode()


@route("GET", "/api/rounds/{code}", answer=http.RoundStory, weight="heavy")
async def round_story(call: Call) -> Answered:
    """Every card, decision and payout of a round, as I could see it: enough to show it again."""
    return await call.read(_story, call.player, call.path("code"), await call.sees_all()) or UNKNOWN


def _story(ledger: Ledger, player: int, code: str, everything: bool) -> http.RoundStory | None:
    record = round_by_code(ledger, code)
    if record is None or not (everything or took_part(ledger, record, player)):
        return None
    ids = ids_of(ledger, player, code)
    bodies = events_of(ledger, code)
    events = [] if is_forgotten(record, bodies) else story_of(bodies, Viewer(str(player), everything))
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
        forgotten=is_forgotten(record, bodies),
    )


ROUTES: Final = (history, export_history, export_round, round_story)
