"""The bones of a table: calls come in one by one, a player's commands one after the other, and time passes.

Nothing of blackjack is in here. What goes out is in `speaking`, what is asked of the bank in `asking`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ventuno.protocol.commands import Command, digest_of
from ventuno.protocol.events import TablePaused
from ventuno.protocol.messages import Refused, TableInfo
from ventuno.refusal import Refusal
from ventuno.table.asking import Asking
from ventuno.table.port import Out, Reply

MOST_QUEUED: Final = 32  # commands of one player that wait for an earlier one
FLUSH_MS: Final = 250  # what changes with every one of a crowd is told so often ...
SLOWER_FROM: Final = 2_000  # ... and to more than so many less often: each tells everybody, and changes less

TOO_MANY: Final = Refusal("request/too_many", f"at most {MOST_QUEUED} requests wait for an answer: wait for some")
FAULT: Final = Refusal("table/fault", "the table has a fault and waits for a supervisor; nothing was done")

Handler = Callable[[int, str, Command], None]


class Alarm(NamedTuple):
    at_ms: int
    ring: Callable[[], None]


class Core(Asking):
    def __init__(self, info: TableInfo) -> None:
        super().__init__(info)
        self._busy: dict[int, str] = {}  # whose command is with the bank: its request; empty: the table's own doing
        self._heard: dict[int, Command] = {}  # what they asked
        self._queues: dict[int, deque[tuple[str, Command]]] = {}
        self._alarm: Alarm | None = None
        self._held: tuple[int, Callable[[], None]] | None = None  # what was left of the alarm when the table paused
        self._flush_ms: int | None = None
        self.doubtful = False  # the program had a fault: what is remembered of the round may be wrong

    # -- a call from outside --------------------------------------------------------------------

    def called(self, now_ms: int, do: Callable[..., None], *what: Any) -> list[Out]:
        """Does it, and whatever is due with it. A fault of the program stops the table and nothing else."""
        if now_ms > self.now_ms:
            self.now_ms = now_ms
        try:
            do(*what)
            self._settle_down()
        except Exception as error:  # whatever it is, the money is at the bank and the round can be voided
            self.doubtful = True
            self.fault("table/fault", f"{type(error).__name__}: {error} (in {_where(error)})")
        return self._taken()

    def _settle_down(self) -> None:
        if self._to_store:
            self._store_pending()
        if self._flush_ms is not None and self.now_ms >= self._flush_ms:
            self.flush()
        while self._later and self.quiet:
            self._later.popleft()()
            self._store_pending()
        while self._when_quiet and self.quiet and not self.pause:
            quiet, self._when_quiet = self._when_quiet, None
            quiet()
            self._store_pending()

    # -- whose turn it is to be heard -----------------------------------------------------------

    def hear(self, player: int, request: str, command: Command, handler: Handler) -> None:
        """Takes a command now, or when the player's earlier ones are done. Whether it was asked before, the bank
        knows (`asking`): what a table remembered, it would have to forget some day."""
        if self._queues and len(self._queues.get(player, ())) >= MOST_QUEUED:
            self._out.append(Reply(player, Refused(request, TOO_MANY.code, TOO_MANY.why)))
            return
        if player in self._busy:
            self._queues.setdefault(player, deque()).append((request, command))
        else:
            self._handle(player, request, command, handler)

    def _handle(self, player: int, request: str, command: Command, handler: Handler) -> None:
        self._busy[player], self._heard[player] = request, command
        try:
            handler(player, request, command)
        except Exception:
            self.refuse(player, request, FAULT)
            raise

    def release(self, player: int) -> None:
        """The player's command is answered: the next one that waits is heard."""
        self._busy.pop(player, None)
        self._heard.pop(player, None)
        if self._queues and (queue := self._queues.get(player)):
            request, command = queue.popleft()
            if not queue:
                del self._queues[player]
            self._handle(player, request, command, self.do)

    def asked(self, player: int) -> bytes:
        command = self._heard.get(player)
        return b"" if command is None else digest_of(command)

    def refuse_all(self, refusal: Refusal) -> None:
        """Whoever still waits for an answer gets this one."""
        waiting = [*self._busy.items()]
        waiting += [(player, request) for player, queue in self._queues.items() for request, _ in queue]
        self._queues.clear()
        for player, request in waiting:
            self.refuse(player, request, refusal)

    def do(self, player: int, request: str, command: Command) -> None:
        raise NotImplementedError

    # -- time -----------------------------------------------------------------------------------

    def wake_in(self, wait_ms: int, ring: Callable[[], None]) -> None:
        """The one thing that is due next; while the table is paused its time stands still."""
        if self.pause:
            self._held = (wait_ms, ring)
        else:
            self._alarm = Alarm(self.now_ms + wait_ms, ring)

    def no_alarm(self) -> None:
        self._alarm = self._held = None

    def stop(self, reason: str, *, fault: bool = False) -> None:
        """Timers stop with what is left of them, and no card moves."""
        if self._alarm:
            self._held = (max(self._alarm.at_ms - self.now_ms, 0), self._alarm.ring)
            self._alarm = None
        if self.pause is None or (fault and not self.pause.fault):
            self.pause = TablePaused(reason, fault)
            self.publish(self.pause)

    def go(self) -> int | None:
        """Timers go on; what is left of the one that runs."""
        self.pause = None
        held, self._held = self._held, None
        if held is None:
            return None
        self.wake_in(*held)
        return held[0]

    def ring_if_due(self) -> None:
        while self._alarm and self._alarm.at_ms <= self.now_ms and not self.pause:
            ring, self._alarm = self._alarm.ring, None
            ring()
            self._settle_down()

    def next_deadline_ms(self) -> int | None:
        """When `tick` is wanted next."""
        alarm, flush_ms = self._alarm, self._flush_ms
        if alarm is None or (flush_ms is not None and flush_ms < alarm.at_ms):
            return flush_ms
        return alarm.at_ms

    def flush_soon(self) -> None:
        if self._flush_ms is None:
            self._flush_ms = self.now_ms + FLUSH_MS * max(len(self.here), SLOWER_FROM) // SLOWER_FROM

    def flush(self) -> None:
        """Tells what was held back for a moment, for it changes all the time."""
        self._flush_ms = None


def _where(error: Exception) -> str:
    """The function that failed: for whoever has to find out why."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}" if trace else "?"
