"""A table's time: the one thing that is due next, what is told in a moment, and both held while the table is paused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from ventuno.protocol.events import Deadline, TablePaused

FLUSH_MS: Final = 250  # what changes with every one of a crowd is told so often ...
SLOWER_FROM: Final = 2_000  # ... and to more than so many less often: each tells everybody, and changes less

Ring = Callable[[], None]


class Alarm(NamedTuple):
    at_ms: int
    ring: Ring


class Timer:
    def __init__(self) -> None:
        self.now_ms = 0
        self.pause: TablePaused | None = None
        self._alarm: Alarm | None = None
        self._held: tuple[int, Ring] | None = None  # what was left of the alarm when the table paused
        self._flush_ms: int | None = None

    def wake_in(self, wait_ms: int, ring: Ring) -> None:
        """The one thing that is due next; while the table is paused its time stands still."""
        if self.pause:
            self._held = (wait_ms, ring)
        else:
            self._alarm = Alarm(self.now_ms + wait_ms, ring)

    def no_alarm(self) -> None:
        self._alarm = self._held = None

    @property
    def left_ms(self) -> int | None:
        """Until the alarm, where one runs."""
        return None if self._alarm is None else self._alarm.at_ms - self.now_ms

    def is_due(self, now_ms: int) -> bool:
        return self._alarm is not None and self._alarm.at_ms <= now_ms and not self.pause

    def ring(self) -> None:
        """What is due, once."""
        alarm, self._alarm = self._alarm, None
        assert alarm is not None
        alarm.ring()

    def stop(self, pause: TablePaused) -> bool:
        """Stops with what is left of the alarm. False: it stood still already, and for as grave a reason."""
        if self._alarm:
            self._held = (max(self._alarm.at_ms - self.now_ms, 0), self._alarm.ring)
            self._alarm = None
        if self.pause and (self.pause.fault or not pause.fault):
            return False
        self.pause = pause
        return True

    def go(self) -> int | None:
        """Goes on; what is left of the alarm that runs."""
        self.pause = None
        held, self._held = self._held, None
        if held is None:
            return None
        self.wake_in(*held)
        return held[0]

    def deadline(self, lasts_ms: int, at_zero: str) -> Deadline | None:
        """Announced with the server's time; none where the table has no clock, or stands still."""
        if not lasts_ms or self.pause:
            return None
        return msgspec.convert({"at_ms": self.now_ms + lasts_ms, "lasts_ms": lasts_ms, "at_zero": at_zero}, Deadline)

    def next_ms(self) -> int | None:
        """When something is due next."""
        alarm, flush_ms = self._alarm, self._flush_ms
        if alarm is None or (flush_ms is not None and flush_ms < alarm.at_ms):
            return flush_ms
        return alarm.at_ms

    def flush_soon(self, crowd: int) -> None:
        """What changes all the time is told in a moment."""
        if self._flush_ms is None:
            self._flush_ms = self.now_ms + FLUSH_MS * max(crowd, SLOWER_FROM) // SLOWER_FROM

    @property
    def flush_is_due(self) -> bool:
        return self._flush_ms is not None and self.now_ms >= self._flush_ms

    def flushed(self) -> None:
        self._flush_ms = None
