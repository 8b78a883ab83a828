"""Which tables stand still, and why."""

from __future__ import annotations

from ventuno.server.host import Host


def stands_still(host: Host) -> bool:
    """Because of a fault: the table's own, or one that it found and paused for."""
    pause = host.table.view.pause
    return bool(host.broken) or (pause is not None and pause.fault)
