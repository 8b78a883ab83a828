"""All tables' deadlines on one timer."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from typing import Final, Protocol

LATE_MS: Final = 1  # timers of the loop may fire a little early


class TimerDue(Protocol):
    due_ms: int | None

    def tick(self) -> None: ...


class Timers:
    def __init__(self, loop: asyncio.AbstractEventLoop, now_ms: Callable[[], int]) -> None:
        self._loop = loop
        self._now_ms = now_ms
        self._heap: list[tuple[int, int, TimerDue]] = []
        self._count = 0  # among equals, who came first
        self._handle: asyncio.TimerHandle | None = None
        self._at_ms: int | None = None

    def set(self, what: TimerDue, due_ms: int | None) -> None:
        """Entries of the past are left in the heap, and passed over when they come up."""
        if due_ms == what.due_ms:
            return
        what.due_ms = due_ms
        if due_ms is not None:
            self._count += 1
            heapq.heappush(self._heap, (due_ms, self._count, what))
            self._arm()

    def stop(self) -> None:
        self._heap.clear()
        if self._handle:
            self._handle.cancel()

    def _arm(self) -> None:
        if not self._heap:
            return
        at_ms = self._heap[0][0]
        if self._handle is not None and self._at_ms is not None and self._at_ms <= at_ms:
            return
        if self._handle:
            self._handle.cancel()
        self._at_ms = at_ms
        self._handle = self._loop.call_later(max(at_ms - self._now_ms() + LATE_MS, 0) / 1000, self._ring)

    def _ring(self) -> None:
        self._handle = self._at_ms = None
        now_ms = self._now_ms()
        while self._heap and self._heap[0][0] <= now_ms:
            due_ms, _, what = heapq.heappop(self._heap)
            if what.due_ms == due_ms:
                what.due_ms = None
                what.tick()
        self._arm()
