"""A watch on the loop: how late it is with what was due, all the time.

Everything in the house waits for the one loop. Whatever keeps it (a fault, a flood, a machine that is too small) shows
here first.
"""

from __future__ import annotations

import asyncio
from typing import Final

from ventuno.server import logs

EVERY_S: Final = 0.1
STAYS_S: Final = 2.0  # later than it may be for so long, the house is not ready
TOLD_EVERY_S: Final = 60.0  # in the log
STEPS_S: Final = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Lag:
    def __init__(self) -> None:
        self.last_s = 0.0
        self.worst_s = 0.0
        self.sum_s = 0.0
        self.counts = [0] * (len(STEPS_S) + 1)  # by step, the last for what is beyond all
        self._due_s = 0.0
        self._late_since_s: float | None = None
        self._handle: asyncio.TimerHandle | None = None
        self._told_s = -TOLD_EVERY_S
        self.limit_s = 0.0

    def start(self, limit_ms: int) -> None:
        self.limit_s = limit_ms / 1000
        self._again(asyncio.get_running_loop())

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _again(self, loop: asyncio.AbstractEventLoop) -> None:
        self._due_s = loop.time() + EVERY_S
        self._handle = loop.call_at(self._due_s, self._look, loop)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self.note(self._due_s, loop.time())
        self._again(loop)

    def note(self, due_s: float, now_s: float) -> None:
        """What was due then was done now."""
        late_s = max(now_s - due_s, 0.0)
        self.last_s, self.worst_s = late_s, max(self.worst_s, late_s)
        self.sum_s += late_s
        self.counts[sum(late_s > step_s for step_s in STEPS_S)] += 1
        if late_s <= self.limit_s:
            self._late_since_s = None
        elif self._late_since_s is None:
            self._late_since_s = due_s
            self._tell(now_s)

    def _tell(self, now_s: float) -> None:
        if now_s >= self._told_s + TOLD_EVERY_S:
            self._told_s = now_s
            logs.warning("the loop is late", late_ms=round(self.last_s * 1000))

    def stays_late(self, now_s: float) -> bool:
        """It has been later than it may be for a while, and has not caught up since."""
        since_s = self._late_since_s
        if since_s is None and self._handle is not None and now_s - self._due_s > self.limit_s:
            since_s = self._due_s  # the look itself is overdue
        return since_s is not None and now_s - since_s >= STAYS_S
