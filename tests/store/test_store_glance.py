"""A quick look at the pages, on both engines."""

from __future__ import annotations

import threading

from tests.store.desk import Desk
from ventuno.store.glance import glance


def test_sound_pages_are_found_sound_and_every_table_is_looked_at(desk: Desk) -> None:
    desk.player("anna")
    seen = glance(desk.ledger, threading.Event())
    assert (seen.damages, seen.left_out, seen.whole) == ((), (), True)
    with desk.ledger.reading() as engine:
        assert engine.checksums() in (True, False)
