"""A stored round as one person may see it (`play.sight`), for the pages and files that tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ventuno.bank import RoundRecord
from ventuno.play.events import plain
from ventuno.play.sight import Viewer, story
from ventuno.table.records import spelled_out


def is_forgotten(record: RoundRecord, bodies: Sequence[bytes]) -> bool:
    """Its cards are no longer kept (retention)."""
    return len(bodies) < record.events


def story_of(bodies: Sequence[bytes], viewer: Viewer) -> list[dict[str, Any]]:
    """The events of play, and for the house the table's own records too."""
    told = story([*spelled_out(bodies)], viewer)
    return [msgspec.to_builtins(one, str_keys=True, enc_hook=plain) for one in told]
