"""A quick look at the pages of the database while it is used: bounded in time, and given up when asked to."""

from __future__ import annotations

import threading
import time
from typing import Final, NamedTuple

from ventuno.store.ledger import Ledger
from ventuno.store.tables import ALL

MOST_S: Final = 30.0  # for one table: while it is read, SQLite's write-ahead log cannot begin anew


class Glance(NamedTuple):
    damages: tuple[str, ...]
    left_out: tuple[str, ...]  # tables that would have taken too long
    whole: bool
    took_s: float


def glance(ledger: Ledger, stop: threading.Event, most_s: float = MOST_S) -> Glance:
    """Table by table. What the database finds wrong, and what it was not given the time to look at."""
    began_s = time.monotonic()
    damages: list[str] = []
    left_out: list[str] = []
    for table in ALL:
        if stop.is_set():
            return Glance(tuple(damages), tuple(left_out), False, time.monotonic() - began_s)
        found = _look(ledger, table.name, most_s, stop)
        if found is None:
            left_out.append(table.name)
        else:
            damages += found
    return Glance(tuple(damages), tuple(left_out), not left_out, time.monotonic() - began_s)


def _look(ledger: Ledger, table: str, most_s: float, stop: threading.Event) -> list[str] | None:
    """With a connection of its own: one that was interrupted is nobody else's."""
    engine = ledger.place.reader()
    try:
        return engine.glance(table, most_s, stop)
    finally:
        engine.close()


def keeps_checksums(ledger: Ledger) -> bool:
    """Whether the database itself would notice a page that was changed behind its back."""
    with ledger.reading() as engine:
        return engine.checksums()
