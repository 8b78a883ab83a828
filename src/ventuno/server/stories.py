"""A stored round as one person may see it: no card before it was shown, and of others no more than the table showed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ventuno.bank import RoundRecord
from ventuno.play import Event
from ventuno.play.events import RoundOpened
from ventuno.table.records import played, spelled_out, stored
from ventuno.table.telling import seen_by


def is_forgotten(record: RoundRecord, bodies: Sequence[bytes]) -> bool:
    """Its cards are no longer kept (retention)."""
    return len(bodies) < record.events


def story_of(bodies: Sequence[bytes], viewer: int | None) -> list[dict[str, Any]]:
    """The events of play; without a viewer, everybody's and the table's own records too."""
    if viewer is not None:
        bodies = [stored(event) for event in _seen(str(viewer), played(bodies))]
    events = [msgspec.json.decode(body) for body in spelled_out(bodies)]
    shown = any(event["type"] == "HoleCardShown" for event in events)
    return [_face_up(event, shown) for event in events]


def _seen(me: str, events: list[Event]) -> Iterator[Event]:
    together = any(isinstance(event, RoundOpened) and event.together for event in events)
    return (seen for event in events if (seen := seen_by(me, event, together)) is not None)


def _face_up(event: dict[str, Any], shown: bool) -> dict[str, Any]:
    """The hole card stays hidden until it has been turned over, from whoever asks."""
    if event["type"] == "CardDealt" and event.get("face_down") and not shown:
        return {**event, "card": None}
    return event
