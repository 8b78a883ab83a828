"""A database that is only looked at: opened so that nothing of it changes, not even a file beside it.

For the doctor, and for whoever must know a database's version before deciding what to do with it.
"""

from __future__ import annotations

from pathlib import Path

from ventuno.store.address import file_of, is_postgres
from ventuno.store.engine import Engine
from ventuno.store.sqlite import LookingEngine


def looking(where: str | Path) -> Engine:
    """Raises a `StoreFault` where it cannot be looked at."""
    if is_postgres(where):
        from ventuno.store.postgres import PostgresEngine  # the driver is needed only where it is configured

        return PostgresEngine(str(where), writes=False)
    return LookingEngine(file_of(where))


def version_of(where: str | Path) -> int:
    """Of the tables; 0: there are none, or no such file."""
    if not is_postgres(where) and not file_of(where).exists():
        return 0
    engine = looking(where)
    try:
        return engine.version()
    finally:
        engine.close()
