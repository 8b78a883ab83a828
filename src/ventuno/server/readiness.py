"""Whether the house can be played in. A reason not to is a function in `CHECKS`.

Strangers may ask. They are told what is wrong as a player would feel it, never what went wrong inside: that is in the
log, in the metrics and in the supervisor's console.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ventuno.protocol.http import NotReady
from ventuno.server.host import Host
from ventuno.server.house import House


def _closing(house: House) -> NotReady | None:
    return NotReady("house/closing", "the house is closing: no new rounds", 1) if house.draining else None


def _store(house: House) -> NotReady | None:
    if house.store.look():
        return NotReady("store/away", "the house's books do not answer: every table stands still", 1)
    return NotReady("store/away", "the house cannot book at the moment", 1) if house.ledger.fault else None


def _tables(house: House) -> NotReady | None:
    """Live tables only: whoever finds a way to stop the table they play alone at stops nobody else's."""
    live = (house.hosts.get((key, 0)) for key in house.kinds)
    faulty = sorted(host.key for host in live if host is not None and stands_still(host))
    if not faulty:
        return None
    return NotReady("table/fault", f"stopped by a fault: {', '.join(faulty)}", len(faulty))


def _lag(house: House) -> NotReady | None:
    if not house.metrics.lag.stays_late(house.outbox.now_s()):
        return None
    return NotReady("house/slow", "the house is overloaded and answers late", 1)


Check = Callable[[House], NotReady | None]
CHECKS: Final[tuple[Check, ...]] = (_closing, _store, _tables, _lag)


def stands_still(host: Host) -> bool:
    """Because of a fault: the table's own, or one that it found and paused for."""
    pause = host.table.view.pause
    return bool(host.broken) or (pause is not None and pause.fault)


def reasons(house: House) -> tuple[NotReady, ...]:
    """Why not; none: it can be played in."""
    return tuple(reason for check in CHECKS if (reason := check(house)) is not None)
