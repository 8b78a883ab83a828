"""A look at the database's own pages, now and then: damage is found before somebody needs what is damaged.

In a thread of its own with the lowest priority, table by table, each for so long at most; a reader beside the writer.
Damage that anybody met meanwhile counts until a whole look has found nothing.
"""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import Final

from ventuno.server import logs
from ventuno.store import Ledger, StoreFault
from ventuno.store.glance import Glance, glance, keeps_checksums

FIRST_S: Final = 60.0  # after the start: first the tables
AGAIN_S: Final = 600.0  # after damage was met or found
HOUR_S: Final = 3600.0
LEAST_PRIORITY: Final = 19


class PageWatch:
    def __init__(self, ledger: Ledger, every_h: int) -> None:
        self._ledger, self._every_s = ledger, every_h * HOUR_S
        self._found: tuple[str, ...] = ()
        self.looked_s = 0.0  # how long the last whole look took
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ventuno-pages", daemon=True)

    def start(self) -> None:
        if self._every_s:
            self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    @property
    def damage(self) -> str:
        """What is damaged, in a line; none that is known of."""
        met = "damage was met in reading or writing" if self._ledger.damaged else ""
        return "; ".join(self._found[:3]) or met

    def _run(self) -> None:
        with suppress(OSError, AttributeError):  # only nicer, and not on every system
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LEAST_PRIORITY)
        self._mention_checksums()
        wait_s = FIRST_S
        while not self._stop.wait(wait_s):
            self.look()
            wait_s = min(AGAIN_S, self._every_s) if self.damage else self._every_s

    def _mention_checksums(self) -> None:
        with suppress(StoreFault):
            if not keeps_checksums(self._ledger):
                logs.info("the database keeps no checksums of its pages: only what is misshapen is noticed")

    def look(self) -> None:
        try:
            seen = glance(self._ledger, self._stop)
        except StoreFault as fault:  # away: the next look tells; damaged: the ledger has taken note of it
            logs.warning("the pages could not be looked at", code=fault.code)
            return
        self._judge(seen)

    def _judge(self, seen: Glance) -> None:
        if seen.damages:
            self._found = seen.damages
        elif seen.whole:
            self._found, self._ledger.damaged, self.looked_s = (), False, seen.took_s
        for what in seen.left_out:
            logs.info("too large to be looked at whole beside the play: the audit of a backup does", table=what)
