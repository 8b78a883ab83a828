"""An event loop without a clock of its own: the world says what time it is, and when to turn.

The house runs on it unchanged. A process that is killed is a loop that is never turned again.
"""

from __future__ import annotations

import asyncio
import heapq
from asyncio import events
from collections import deque
from collections.abc import Callable
from typing import Any


class _NoSelector:
    """Nothing ever comes from outside: sockets are the world's."""

    def select(self, timeout: float | None) -> list[Any]:
        return []


class VirtualLoop(asyncio.BaseEventLoop):
    # The base class's own, which nobody has written down for type checkers.
    _ready: deque[Any]
    _scheduled: list[Any]
    _timer_cancelled_count: int
    _run_once: Callable[[], None]

    def __init__(self, now_s: Callable[[], float]) -> None:
        super().__init__()
        self._now_s = now_s
        self._selector = _NoSelector()
        self._clock_resolution = 1e-9
        self.is_stopped = False  # the process, as by SIGSTOP: nothing moves until it goes on
        self.faults: list[str] = []
        self.set_exception_handler(lambda _, context: self.faults.append(_said(context)))

    def time(self) -> float:
        return self._now_s()

    def turn(self) -> None:
        """Everything that is due at this moment, and what follows from it at once."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            while not self.is_stopped and (self._ready or self.next_s() <= self.time()):
                self._run_once()
        finally:
            events._set_running_loop(before)

    def abandon(self) -> None:
        """Killed: what was begun is never finished, and nobody complains of it."""
        for task in asyncio.all_tasks(self):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            task.get_coro().close()  # type: ignore[union-attr, unused-ignore]

    def next_s(self) -> float:
        """When it wants to be turned next."""
        scheduled = self._scheduled
        while scheduled and scheduled[0]._cancelled:
            heapq.heappop(scheduled)._scheduled = False
            self._timer_cancelled_count -= 1
        return scheduled[0]._when if scheduled else float("inf")

    def run_in_executor(  # type: ignore[override]  # no coroutine, but what can be awaited
        self, executor: Any, call: Callable[..., Any], *values: Any
    ) -> asyncio.Future[Any]:
        """At once: a thread would bring chance of its own."""
        future = self.create_future()
        try:
            future.set_result(call(*values))
        except Exception as error:
            future.set_exception(error)
        return future

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


def _said(context: dict[str, Any]) -> str:
    error = context.get("exception")
    return f"{context.get('message')}: {type(error).__name__}: {error}"
