"""The house's time: what the wall said at the start, carried on by the monotonic clock.

A wall clock that is put right in the middle of a round must not cut a player's time short.
"""

from __future__ import annotations

import time


class Clock:
    def __init__(self) -> None:
        self._start_ms = time.time_ns() // 1_000_000
        self._start = time.monotonic_ns()

    def now_ms(self) -> int:
        return self._start_ms + (time.monotonic_ns() - self._start) // 1_000_000
