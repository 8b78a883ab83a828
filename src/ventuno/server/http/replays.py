"""A round shown again (A5, A6), and what every choice in it was worth."""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec.structs import replace

from ventuno.bank import Person, RoundRecord
from ventuno.play import Viewer
from ventuno.protocol import http
from ventuno.protocol.messages import MyHand, TableInfo
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.http.call import Call
from ventuno.server.http.rounds import UNKNOWN
from ventuno.server.http.routes import Answered, route
from ventuno.server.replays import Decision, Named, decisions_of, replay_of
from ventuno.store import Ledger
from ventuno.store.definitions import rules_kept
from ventuno.store.history import events_of, person, round_by_code, took_part
from ventuno.store.regulator_ids import ids_of
from ventuno.table.config import TableConfig, table_info
from ventuno.table.records import opens
from ventuno.table.recovery import StoredRound, rules_of
from ventuno.variant import Variant, catalog, digest

OPEN = "open"


@route("GET", "/api/rounds/{code}/replay", answer=http.Replay, weight="heavy")
async def replay(call: Call) -> Answered:
    """A round as it was shown to me: events for the table, and my hands after each."""
    shown = await call.read(_replay, call, await call.sees_all())
    return shown[0] if shown else UNKNOWN


@route("GET", "/api/rounds/{code}/values", answer=http.RoundWorth, weight="heavy")
async def values(call: Call) -> Answered:
    """What each choice I had was worth, once the round is over."""
    found = await call.read(_replay, call, await call.sees_all())
    if found is None:
        return UNKNOWN
    shown, variant = found
    if shown.state == OPEN:
        return Refusal("values/not_over", "the round is still being played")
    return http.RoundWorth(tuple([worth for one in decisions_of(shown) for worth in await _worth(call, variant, one)]))


async def _worth(call: Call, variant: Variant, one: Decision) -> list[http.ChoiceWorth]:
    mine = next(hand for hand in one.hands.hands if hand.line == one.chosen.line)
    asked = replace(one.hands, hands=tuple(_only(hand, mine) for hand in one.hands.hands))
    found = await call.desks.odds.values(variant, one.view, asked)
    total, dealer = mine.total, one.view.lines["dealer"].total
    position, line, action = one.chosen.position, one.chosen.line, one.chosen.action
    return [
        http.ChoiceWorth(one.frame, position, line, total, dealer, action, each.values)
        for each in found.hands
        if each.line == line
    ]


def _only(hand: MyHand, mine: MyHand) -> MyHand:
    """The others are there, and are not asked about."""
    return hand if hand is mine else replace(hand, options=())


def _rules(call: Call, stored: StoredRound) -> Variant:
    """Those the round was played by, where they are kept; else the game as it is."""
    kind, game, wanted = call.desks.pit.kinds.get(_table(stored.record)), stored.record.game, rules_of(stored)
    now = kind.variant if kind and kind.info.game == game else catalog().variants.get(game)
    if now is not None and wanted in ("", digest(now)):
        return now
    found = rules_kept(call.desks.ledger, wanted, game, now) or now
    if found is None:
        raise RefusalRaised("game/unknown", "this game is not played here any more")
    return found


def _table(record: RoundRecord) -> str:
    return record.table.partition("/")[0]


def _info(call: Call, table: str, variant: Variant) -> TableInfo:
    """The table as it is; with other rules than it has now, as it was with those."""
    kind = call.desks.pit.kinds.get(table)
    if kind and kind.variant is variant:
        return kind.info
    then = table_info(TableConfig(key=table, variant=variant.key), variant)
    return replace(then, name=kind.info.name, currency=kind.info.currency) if kind else then


def _named(ledger: Ledger, viewing: Person, player: int) -> Named:
    found = person(ledger, player)
    return Named(found.name, found.currency or viewing.currency) if found else Named("", viewing.currency)


def _replay(ledger: Ledger, call: Call, everything: bool) -> tuple[http.Replay, Variant] | None:
    """With the rules it was played by."""
    code, viewing = call.path("code"), call.person
    record = round_by_code(ledger, code)
    if record is None or not (everything or took_part(ledger, record, viewing.number)):
        return None
    stored = StoredRound(record, tuple(events_of(ledger, code)))
    variant = _rules(call, stored)
    info = _info(call, _table(record), variant)
    viewer, names = Viewer(str(viewing.number), everything), partial(_named, ledger, viewing)
    shown = replay_of(variant, info, record, stored.events, viewer, names, opens(call.desks.doors.seal, code))
    ids = ids_of(ledger, viewing.number, code)
    if ids:
        shown = replace(shown, session_id=ids.session_id, participation_id=ids.participation_id)
    return shown, variant


ROUTES: Final = (replay, values)
