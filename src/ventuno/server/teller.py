"""The bank's counter: commands go to the store's thread, outcomes come back to the loop.

A table's asks go in order, one group at a time. A fault of the store freezes the table: the same
commands are sent again with the same keys until there is an outcome, so nothing is done twice. A store that
is late freezes it too; what is on its way then is not sent again, and its answer is taken when it comes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from ventuno.bank import BankCommand, Outcome
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.store_watch import StoreWatch
from ventuno.store import Ledger, StoreFault
from ventuno.table.port import Ask

FIRST_RETRY_S: Final = 0.05
LONGEST_RETRY_S: Final = 2.0

Result = Outcome | StoreFault
T = TypeVar("T")


class Mailbox:
    """From the writer's thread to the loop: however many things come at once, the loop is woken once."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[tuple[Callable[[Any], None], Any]] = deque()
        self._woken = False

    def put(self, work: Callable[[T], None], value: T) -> None:
        """From any thread. Done in the loop, in the order given."""
        self._waiting.append((work, value))
        if not self._woken:
            self._woken = True
            try:
                self._loop.call_soon_threadsafe(self._deliver)
            except RuntimeError:  # the loop has been closed: nobody is left to be told
                self._waiting.clear()

    def _deliver(self) -> None:
        self._woken = False  # before looking: what is put from now on wakes the loop again
        while self._waiting:
            work, value = self._waiting.popleft()
            work(value)


class Teller:
    def __init__(self, ledger: Ledger, mailbox: Mailbox, loop: asyncio.AbstractEventLoop, watch: StoreWatch) -> None:
        self.ask = ledger.ask  # goes to the writer: a command, and who is told
        self._watch = watch
        self.mailbox = mailbox
        self.loop = loop
        # Counted by the writer's thread, as it answers.
        self.commands = 0
        self.faults = 0
        self.lag_s = 0.0  # from asking to durable, of the last outcome
        self.lag_sum_s = 0.0

    def answered(self, lag_s: float) -> None:
        self.commands += 1
        self.lag_s = lag_s
        self.lag_sum_s += lag_s

    def result_of(self, error: BaseException) -> Result:
        if isinstance(error, StoreFault):
            self.faults += 1
            return error
        logs.fault("a command met a fault of the program", error)
        return Refusal("internal/fault", "a fault of the house: nothing was booked")

    async def execute(self, command: BankCommand) -> Outcome:
        """For whoever can be told to come back: a `StoreFault` is raised."""
        wait = self._watch.wait()
        wait.begun = True
        future: asyncio.Future[Result] = self.loop.create_future()

        def done(result: Result) -> None:
            wait.over = True
            if not future.done():
                future.set_result(result)

        self.ask(command, Promised(self, done))
        result = await self._watch.answered(wait, future)
        if isinstance(result, StoreFault):
            raise result
        return result


class Promised:
    """One command on its way: kept in the writer's thread, `done` told in the loop."""

    __slots__ = ("_asked_s", "_done", "_teller")

    def __init__(self, teller: Teller, done: Callable[[Result], None]) -> None:
        self._teller, self._done = teller, done
        self._asked_s = time.monotonic()

    def set_result(self, outcome: Outcome) -> None:
        self._teller.answered(time.monotonic() - self._asked_s)
        self._teller.mailbox.put(self._done, outcome)

    def set_exception(self, error: BaseException) -> None:
        self._teller.answered(time.monotonic() - self._asked_s)
        self._teller.mailbox.put(self._done, self._teller.result_of(error))


class Asks:
    """Of one table."""

    __slots__ = ("_answer", "_changed", "_failed", "_faulty", "_held", "_out", "_retry_s", "_teller", "_waiting")

    def __init__(
        self, teller: Teller, answer: Callable[[int, Outcome], None], changed: Callable[[StoreFault | None], None]
    ) -> None:
        self._teller = teller
        self._answer = answer
        self._changed = changed  # called with the fault when the table freezes, with None when it goes on
        self._waiting: deque[Ask] = deque()
        self._out = 0
        self._failed: list[Ask] = []
        self._retry_s = FIRST_RETRY_S
        self._faulty = False  # the store has failed one of ours
        self._held = False  # the store is late

    @property
    def frozen(self) -> bool:
        return self._faulty or self._held

    def __bool__(self) -> bool:
        return bool(self._waiting or self._out or self._failed)

    def send(self, *asks: Ask) -> None:
        """All that waits goes together, once what went before is answered."""
        self._waiting.extend(asks)
        if self._out or self._failed or not self._waiting:
            return
        group, self._waiting = self._waiting, deque()
        self._out = len(group)
        for ask in group:
            self._teller.ask(ask.command, Promised(self._teller, partial(self._done, ask)))

    def _done(self, ask: Ask, result: Result) -> None:
        self._out -= 1
        if isinstance(result, StoreFault):
            self._freeze(ask, result)
        else:
            if not self._failed:
                self._thaw()
            self._answer(ask.ref, result)
        if not self._out and self._failed:
            self._teller.loop.call_later(self._retry_s, self._retry)
            self._retry_s = min(2 * self._retry_s, LONGEST_RETRY_S)
        self.send()

    def hold(self, fault: StoreFault) -> None:
        """The store is late."""
        was_frozen, self._held = self.frozen, True
        if not was_frozen:
            self._changed(fault)

    def release(self) -> None:
        """It gets on again; what has failed meanwhile must succeed first."""
        was_held, self._held = self._held, False
        if was_held and not self._faulty:
            self._changed(None)

    def _freeze(self, ask: Ask, fault: StoreFault) -> None:
        self._failed.append(ask)
        was_frozen, self._faulty = self.frozen, True
        if not was_frozen:
            self._changed(fault)

    def _thaw(self) -> None:
        """There is an answer: the store answers."""
        if self.frozen:
            self._faulty = self._held = False
            self._retry_s = FIRST_RETRY_S
            self._changed(None)

    def _retry(self) -> None:
        self._waiting.extendleft(reversed(self._failed))
        self._failed = []
        self.send()
