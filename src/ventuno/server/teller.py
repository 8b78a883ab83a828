"""The bank's counter: commands go to the store's thread, outcomes come back to the loop.

A table's asks go in order, one group at a time. A fault of the store freezes the table: the same
commands are sent again with the same keys until there is an outcome, so nothing is done twice.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final

from ventuno.bank import Command, Outcome
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.mailbox import Mailbox
from ventuno.store import Ledger, StoreFault
from ventuno.table.port import Ask

FIRST_RETRY_S: Final = 0.05
LONGEST_RETRY_S: Final = 2.0

Result = Outcome | StoreFault


class Teller:
    def __init__(self, ledger: Ledger, mailbox: Mailbox, loop: asyncio.AbstractEventLoop) -> None:
        self._ledger = ledger
        self._mailbox = mailbox
        self.loop = loop
        self.commands = 0
        self.faults = 0
        self.lag_s = 0.0  # from asking to durable, of the last outcome
        self.lag_sum_s = 0.0

    def submit(self, command: Command, done: Callable[[Result], None]) -> None:
        """`done` is called in the loop."""
        try:
            self._ledger.ask(command, Asked(self, self._mailbox, done))
        except StoreFault as fault:
            self.loop.call_soon(done, fault)

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

    async def execute(self, command: Command) -> Outcome:
        """For whoever can be told to come back: a `StoreFault` is raised."""
        future: asyncio.Future[Result] = self.loop.create_future()
        self.submit(command, lambda result: None if future.done() else future.set_result(result))
        result = await future
        if isinstance(result, StoreFault):
            raise result
        return result


class Asked:
    """One command on its way: a promise that is kept in the writer's thread and told in the loop."""

    __slots__ = ("_asked_s", "_done", "_error", "_mailbox", "_outcome", "_teller")

    def __init__(self, teller: Teller, mailbox: Mailbox, done: Callable[[Result], None]) -> None:
        self._teller, self._mailbox, self._done = teller, mailbox, done
        self._asked_s = time.monotonic()
        self._error: BaseException | None = None

    def set_result(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._mailbox.put(self._tell)

    def set_exception(self, error: BaseException) -> None:
        self._error = error
        self._mailbox.put(self._tell)

    def _tell(self) -> None:
        self._teller.answered(time.monotonic() - self._asked_s)
        self._done(self._outcome if self._error is None else self._teller.result_of(self._error))


class Asks:
    """Of one table."""

    __slots__ = ("_answer", "_changed", "_failed", "_out", "_retry_s", "_teller", "_waiting", "frozen")

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
        self.frozen = False

    def __bool__(self) -> bool:
        return bool(self._waiting or self._out or self._failed)

    def put(self, ask: Ask) -> None:
        self._waiting.append(ask)
        self._go_on()

    def _go_on(self) -> None:
        if self._out or self._failed or not self._waiting:
            return
        group, self._waiting = self._waiting, deque()
        self._out = len(group)
        for ask in group:
            self._teller.submit(ask.command, partial(self._done, ask))

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
        self._go_on()

    def _freeze(self, ask: Ask, fault: StoreFault) -> None:
        self._failed.append(ask)
        if not self.frozen:
            self.frozen = True
            self._changed(fault)

    def _thaw(self) -> None:
        if self.frozen:
            self.frozen = False
            self._retry_s = FIRST_RETRY_S
            self._changed(None)

    def _retry(self) -> None:
        self._waiting.extendleft(reversed(self._failed))
        self._failed = []
        self._go_on()
