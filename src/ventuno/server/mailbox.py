"""From the writer's thread to the loop: however many things come at once, the loop is woken once."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Mailbox:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Callable[[], None]] = deque()
        self._woken = False

    def put(self, work: Callable[[], None]) -> None:
        """From any thread. Done in the loop, in the order given."""
        self._waiting.append(work)
        if not self._woken:
            self._woken = True
            try:
                self._loop.call_soon_threadsafe(self._deliver)
            except RuntimeError:  # the loop has been closed: nobody is left to be told
                self._waiting.clear()

    def _deliver(self) -> None:
        self._woken = False  # before looking: what is put from now on wakes the loop again
        while self._waiting:
            self._waiting.popleft()()
