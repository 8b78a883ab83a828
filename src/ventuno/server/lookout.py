"""What is looked at all the time for the sake of readiness and alerts, and from when on it is trouble."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec

from ventuno.server.disk import DiskWatch
from ventuno.server.pages import PageWatch
from ventuno.server.teller import Teller

if TYPE_CHECKING:
    from ventuno.server.backups import Backups

SLOW_S: Final = 5.0  # commits that took too long for so long: the store is slow
FORGOTTEN_S: Final = 15.0  # nothing was booked since: nobody knows whether it still is


class WatchLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    disk_low_mb: int = 2_048  # free in the data folder: an alert below
    disk_least_mb: int = 200  # not ready below
    commit_lag_ms: int = 1_000  # not ready while commits stay slower than this
    clock_step_s: int = 10  # by how much the machine's clock may differ from the house's
    clock_gap_h: int = 48  # by how much it may be ahead of the last record when the house opens
    pages_every_h: int = 24  # between looks at the pages of the database; 0: never


def faults_of_watch(limits: WatchLimits) -> list[str]:
    found = [(field.name, getattr(limits, field.name)) for field in msgspec.structs.fields(WatchLimits)]
    faults = [f"watch.{name} = {value}: 0 at least" for name, value in found if value < 0]
    faults += [
        f"watch.{name} must be over 0" for name, value in found if not value and name.startswith(("clock", "commit"))
    ]
    if limits.disk_least_mb > limits.disk_low_mb:
        faults.append("watch.disk_least_mb is not above watch.disk_low_mb")
    return faults


class CommitWatch:
    """Whether what is booked takes too long, for a while. Looked at once a second."""

    def __init__(self, teller: Teller, limit_s: float) -> None:
        self._teller, self.limit_s = teller, limit_s
        self._commands, self._sum_s = 0, 0.0
        self._slow_since_s: float | None = None
        self._answered_s = 0.0
        self.lag_s = 0.0  # on average, of what was answered since the look before

    def look(self, now_s: float) -> None:
        count, sum_s = self._teller.commands - self._commands, self._teller.lag_sum_s - self._sum_s
        self._commands, self._sum_s = self._teller.commands, self._teller.lag_sum_s
        if count:
            self._answered_s, self.lag_s = now_s, sum_s / count
            if self.lag_s <= self.limit_s:
                self._slow_since_s = None
            elif self._slow_since_s is None:
                self._slow_since_s = now_s
        elif now_s - self._answered_s > FORGOTTEN_S:
            self._slow_since_s = None

    def is_slow(self, now_s: float) -> bool:
        return self._slow_since_s is not None and now_s - self._slow_since_s >= SLOW_S


class Lookout:
    def __init__(self, teller: Teller, limits: WatchLimits) -> None:
        self.limits = limits
        self.commits = CommitWatch(teller, limits.commit_lag_ms / 1000)
        self.disk: DiskWatch | None = None  # none: the store is elsewhere
        self.pages: PageWatch | None = None
        self.backups: Backups | None = None  # none: nobody watches them

    def look(self) -> None:
        self.commits.look(time.monotonic())

    def stop(self) -> None:
        for watch in (self.disk, self.pages):
            if watch is not None:
                watch.stop()
