"""A stored round as one person may see it: no card before it was shown, and of others no more than the table showed."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ventuno.bank import RoundRecord
from ventuno.store import Ledger
from ventuno.store.history import events_of
from ventuno.table.records import spelled_out

TABLES_OWN: Final = "table/"
SOMEBODY: Final = "somebody"

_PART: Final = """SELECT 1 FROM participations WHERE player = ? AND round = ?
    UNION ALL SELECT 1 FROM stakes WHERE player = ? AND round = ?"""


def took_part(ledger: Ledger, code: str, player: int) -> bool:
    with ledger.reading() as engine:
        return bool(engine.rows(_PART, player, code, player, code))


def story_of(ledger: Ledger, record: RoundRecord, viewer: int | None) -> list[dict[str, Any]]:
    """The events of play; without a viewer, everybody's and the table's own records too."""
    events = [msgspec.json.decode(body) for body in spelled_out(events_of(ledger, record.code))]
    shown = any(event["type"] == "HoleCardShown" for event in events)
    told = [_face_up(event, shown) for event in events]
    if viewer is None:
        return told
    together = any(event["type"] == "RoundOpened" and event["together"] for event in told)
    return [mine for event in told if (mine := _as_seen_by(str(viewer), event, together)) is not None]


def _face_up(event: dict[str, Any], shown: bool) -> dict[str, Any]:
    """The hole card stays hidden until it has been turned over, from whoever asks."""
    if event["type"] == "CardDealt" and event.get("face_down") and not shown:
        return {**event, "card": None}
    return event


def _as_seen_by(me: str, event: dict[str, Any], together: bool) -> dict[str, Any] | None:
    """None: it is not theirs to see. At a table where all decide together, others' bets are nobody's business."""
    if event["type"].startswith(TABLES_OWN):
        return None
    if event["type"] == "RoundOpened":
        bets = [_of(me, bet) for bet in event["bets"] if not together or bet["bettor"] == me]
        return {**event, "bets": bets}
    if together and event.get("bettor", me) != me:
        return None
    return _of(me, event)


def _of(me: str, what: dict[str, Any]) -> dict[str, Any]:
    """Others have no name: a seat says enough."""
    bettor = what.get("bettor")
    return what if bettor in (None, me) else {**what, "bettor": SOMEBODY}
