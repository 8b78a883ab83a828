"""A watch on the store, from the loop: whether it gets on, whatever keeps it.

A store that fails says so. One that hangs (a server that was stopped, a disk that does not come back) says nothing, and
no time limit of the database's own sees it. So the loop looks how long the writer has been at its transaction; where
there is none, it asks for one that writes nothing. While the store is late every table stands still, and who waits for
an answer is told to ask again. What was begun goes on by itself: nothing is sent twice, and late answers are answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from ventuno.store import Ledger, StoreFault

EVERY_S: Final = 0.1
ASK_S: Final = 0.4  # after the last transaction that was asked for only to see whether there is an answer
LATE_S: Final = 1.5  # for one transaction: more is rare, and then the clocks stand still for a moment
PATIENCE_S: Final = 1.0  # that somebody waits while the store is late
RENEWED_S: Final = 3.5  # since the lease on the database was renewed: before another house may take over
TAKEN_OVER: Final = "store/taken_over"
T = TypeVar("T")


def hung() -> StoreFault:
    return StoreFault("store/away", "the database has not answered for a while")


class Wait:
    """Somebody who waits for the store: for a read in a thread, for a command with the writer."""

    __slots__ = ("begun", "cut", "future", "over", "since_s")

    def __init__(self, since_s: float) -> None:
        self.since_s = since_s
        self.future: asyncio.Future[Any] | None = None
        self.begun = self.over = self.cut = False

    def carry_out(self, call: Callable[..., T], *values: Any) -> T:
        """In a thread."""
        self.begun = True
        try:
            return call(*values)
        finally:
            self.over = True


class StoreWatch:
    def __init__(
        self,
        ledger: Ledger,
        changed: Callable[[StoreFault | None], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._ledger = ledger
        self.now_s = now_s  # the writer's and the lease's clock, which the loop's need not be
        self._changed = changed  # called when the store is late, and when it gets on again
        self._loop = asyncio.get_running_loop()
        self._handle: asyncio.TimerHandle | None = None
        self._asked_s = 0.0
        self._waits: dict[Wait, None] = {}  # in the order in which they began
        self._stuck: set[Wait] = set()  # nobody waits for them any more, and they are not over
        self.renewed_s: Callable[[], float] | None = None  # when the lease was renewed, where there is one
        self.late: StoreFault | None = None
        self.taken_over = asyncio.Event()  # by another house: this one is over

    def start(self) -> None:
        self._handle = self._loop.call_later(EVERY_S, self._again)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _again(self) -> None:
        self.start()
        self.look()
        now_s = self.now_s()
        if self._ledger.busy_since_s is None and now_s - self._asked_s >= ASK_S and not self.taken_over.is_set():
            self._asked_s = now_s
            with contextlib.suppress(StoreFault):  # more waits already than it takes
                self._ledger.look()

    def look(self) -> bool:
        """Whether the store is late now. Asked before whatever depends on the time: who was stopped and wakes up
        must not act before anything else is known."""
        fault = self._ledger.fault
        if fault is not None and fault.code == TAKEN_OVER:
            self.give_up()
        now_s = self.now_s()
        unrenewed = self.renewed_s is not None and now_s - self.renewed_s() > RENEWED_S
        late = self.taken_over.is_set() or unrenewed or self.waiting_s() > LATE_S
        if late != (self.late is not None):
            self.late = hung() if late else None
            self._changed(self.late)
        if late:
            self._cut_short(now_s)
        return late

    def waiting_s(self) -> float:
        """How long the writer has been at its transaction."""
        since_s = self._ledger.busy_since_s
        return 0.0 if since_s is None else self.now_s() - since_s

    def give_up(self) -> None:
        """Another house has the database: nothing is ours any more."""
        if not self.taken_over.is_set():
            self.taken_over.set()
            self.late = self.late or hung()
            self._changed(self.late)

    # -- who waits ------------------------------------------------------------------------------

    async def read(self, pool: ThreadPoolExecutor, call: Callable[..., T], *values: Any) -> T:
        """In a thread; a `StoreFault` where the store is late and this one has waited long enough."""
        wait = self.wait()
        return await self.answered(wait, self._loop.run_in_executor(pool, wait.carry_out, call, *values))

    def wait(self) -> Wait:
        if self.late is not None and (self.keeps_somebody or self.taken_over.is_set()):
            raise hung()
        return Wait(self.now_s())

    @property
    def keeps_somebody(self) -> bool:
        """A thread, or the writer with a command: it is known to hang."""
        self._stuck = {one for one in self._stuck if not one.over}
        return bool(self._stuck)

    async def answered(self, wait: Wait, future: asyncio.Future[T]) -> T:
        wait.future = future
        self._waits[wait] = None
        try:
            return await future
        except asyncio.CancelledError:
            if not wait.cut:
                raise
            raise hung() from None
        finally:
            self._waits.pop(wait, None)

    def _cut_short(self, now_s: float) -> None:
        for wait in [one for one in self._waits if now_s - one.since_s >= PATIENCE_S]:
            if wait.future is not None and wait.future.cancel():
                wait.cut = True
                if wait.begun and not wait.over:
                    self._stuck.add(wait)
