"""Whether the house can be played in, and what else is wrong with it. A trouble is a function in `CHECKS`.

Each is at once a reason in `/health/ready`, an alert with its beginning and its end, and a figure in the metrics.
Strangers may ask. They are told what is wrong as a player would feel it, never what went wrong inside: that is in the
log, in the metrics, in the alerts and in the supervisor's console.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ventuno.protocol.http import NotReady
from ventuno.server.alerts import Severity, Trouble
from ventuno.server.timekeeping import in_words, waits_ms

if TYPE_CHECKING:
    from ventuno.server.lag import Lag
    from ventuno.server.lookout import Lookout
    from ventuno.server.pit import Pit
    from ventuno.server.store_watch import StoreWatch
    from ventuno.server.timekeeping import Clock
    from ventuno.store import Ledger

CANNOT_BOOK: Final = "the house cannot book at the moment"
NAMED: Final = ("store/full", "store/io", "store/busy")  # of faults, those that tell nobody anything of the inside


class Readiness(NamedTuple):
    """What is looked at."""

    pit: Pit
    store: StoreWatch
    ledger: Ledger
    lookout: Lookout
    lag: Lag
    clock: Clock
    now_s: Callable[[], float]

    def troubles(self) -> list[Trouble]:
        """All that is wrong at the moment."""
        return [trouble for check in CHECKS for trouble in check(self)]

    def reasons(self, severity: Severity = "critical") -> tuple[NotReady, ...]:
        """Why it cannot be played in; none: it can. Those of a warning: it can all the same."""
        found: dict[str, NotReady] = {}
        for trouble in self.troubles():
            if trouble.severity == severity:
                said = trouble.said
                found[said.code] = _together(found[said.code], said) if said.code in found else said
        return tuple(found.values())


def _closing(house: Readiness) -> Iterator[Trouble]:
    if house.pit.draining:
        said = NotReady("house/closing", "the house is closing: no new rounds", 1)
        yield Trouble(said.code, said.why, said, told=False)


def _store(house: Readiness) -> Iterator[Trouble]:
    if house.store.look() and (late := house.store.late):
        said = NotReady("store/away", "the house's books do not answer: every table stands still", 1)
        yield Trouble(late.code, late.refusal.why, said)
    elif fault := house.ledger.fault:
        said = NotReady(fault.code if fault.code in NAMED else "store/away", CANNOT_BOOK, 1)
        yield Trouble(fault.code, fault.refusal.why, said)


def _commits(house: Readiness) -> Iterator[Trouble]:
    commits = house.lookout.commits
    if commits.is_slow(time.monotonic()):
        why = f"a commit takes {commits.lag_s:.1f} s, and may take {commits.limit_s:g} s"
        yield Trouble("store/slow", why, NotReady("store/slow", "the house takes long to book", 1))


def _tables(house: Readiness) -> Iterator[Trouble]:
    """Live tables only: whoever finds a way to stop the table they play alone at stops nobody else's."""
    live = (house.pit.hosts.get((key, 0)) for key in house.pit.kinds)
    for host in sorted((host for host in live if host is not None and host.stands_still), key=lambda one: one.key):
        why = f"{host.key} stands still because of a fault: {host.broken or 'look at it, then resume or void'}"
        yield Trouble("table/fault", why, NotReady("table/fault", f"stopped by a fault: {host.key}", 1), host.key)


def _lag(house: Readiness) -> Iterator[Trouble]:
    lag = house.lag
    if lag.stays_late(house.now_s()):
        why = f"the loop stays more than {lag.limit_s * 1000:.0f} ms late: something keeps it"
        yield Trouble("house/slow", why, NotReady("house/slow", "the house is overloaded and answers late", 1))


def _disk(house: Readiness) -> Iterator[Trouble]:
    disk, limits = house.lookout.disk, house.lookout.limits
    if disk is None:
        return
    free_mb = disk.seen.free_mb
    if wrong := disk.wrong:
        yield Trouble("disk/failed", f"nothing can be written: {wrong}", NotReady("disk/failed", CANNOT_BOOK, 1))
    elif free_mb < limits.disk_least_mb:
        why = f"{free_mb:,} MB are left on the disk, and {limits.disk_least_mb:,} are the least: make room"
        yield Trouble("disk/full", why, NotReady("disk/full", CANNOT_BOOK, 1))
    elif free_mb < limits.disk_low_mb:
        why = f"{free_mb:,} MB are left on the disk: make room"
        yield _warning("disk/low", why, "the house is short of room")


def _pages(house: Readiness) -> Iterator[Trouble]:
    if (pages := house.lookout.pages) is not None and (damage := pages.damage):
        why = f"the database is damaged: run the audit, restore a backup ({damage})"
        yield Trouble("store/damaged", why, NotReady("store/damaged", "the house's books need to be looked at", 1))


def _clock(house: Readiness) -> Iterator[Trouble]:
    """The machine's clock, the house's, and what is held back because of them (decision 36)."""
    now_ms, wall_ms, held_ms = house.clock.now_ms(), house.clock.wall_ms(), house.ledger.rules.held_ms
    step_ms, said = house.lookout.limits.clock_step_s * 1000, "the house's clock needs to be looked at"
    if (late_ms := waits_ms(house.clock, held_ms)) > step_ms:
        why = f"the clock went ahead by {in_words(late_ms)}: nothing expires by it before somebody confirms it"
        yield _warning("clock/ahead", why, said)
    if now_ms - wall_ms > step_ms:
        why = f"the machine's clock is {in_words(now_ms - wall_ms)} behind the house's, which never goes back"
        yield _warning("clock/behind", why, said)
    elif wall_ms - now_ms > step_ms:
        why = f"the machine's clock has gone {in_words(wall_ms - now_ms)} ahead since the house opened, or it slept"
        yield _warning("clock/jumped", why, said)


def _backups(house: Readiness) -> Iterator[Trouble]:
    for code, why in (house.lookout.backups.wrong if house.lookout.backups else {}).items():
        yield _warning(code, why, "the house's backups need to be looked at")


def _warning(code: str, why: str, said: str) -> Trouble:
    severity: Severity = "warning"
    return Trouble(code, why, NotReady(code, said, 1), severity=severity)


Check = Callable[[Readiness], Iterator[Trouble]]
CHECKS: Final[tuple[Check, ...]] = (_closing, _store, _commits, _tables, _lag, _disk, _pages, _clock, _backups)


def _together(one: NotReady, other: NotReady) -> NotReady:
    """Several of a kind are one reason, with how many there are."""
    why = one.why if other.why in one.why else f"{one.why}; {other.why}"
    return msgspec.structs.replace(one, why=why, count=one.count + other.count)
