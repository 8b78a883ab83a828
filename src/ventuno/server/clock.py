"""The house's time: what the wall said at the start, carried on by the monotonic clock.

A wall clock that is put right in the middle of a round must not cut a player's time short. Nor does the house's time
ever go back: it begins no earlier than the last thing that was written down.
"""

from __future__ import annotations

import time


class Clock:
    def __init__(self) -> None:
        self._start_ms = time.time_ns() // 1_000_000
        self._start = time.monotonic_ns()

    def now_ms(self) -> int:
        return self._start_ms + (time.monotonic_ns() - self._start) // 1_000_000

    def wall_ms(self) -> int:
        """What the machine says it is now; somebody may have put it right, or wrong."""
        return time.time_ns() // 1_000_000

    def not_before(self, at_ms: int) -> None:
        self._start_ms += max(at_ms - self.now_ms(), 0)
