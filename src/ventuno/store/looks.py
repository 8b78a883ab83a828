"""What the doctor asks of a database that it only looks at: one query each, by name."""

from __future__ import annotations

import sqlite3
import time
from typing import Final, NamedTuple

from ventuno.bank import RoundRecord
from ventuno.store.engine import Engine
from ventuno.store.loading import load_head, round_from, select
from ventuno.store.sqlite import LookingEngine
from ventuno.store.tables import ROUNDS

SQLITE: Final = sqlite3.sqlite_version
TAIL: Final = 1000  # records: times need not be in order, for a few wait while others are written


def record_count(engine: Engine) -> int:
    return load_head(engine).number


def newest_record_ms(engine: Engine) -> int:
    """0: there is none."""
    first = record_count(engine) - TAIL
    ((at_ms,),) = engine.rows("SELECT coalesce(max(at_ms), 0) FROM journal WHERE number > ?", first)
    return int(at_ms)


def record_at(engine: Engine, newest: int, at_ms: int) -> int:
    """The last record before a moment, by halving: there is no index by time."""
    low, high = 0, newest
    while low < high:
        middle = (low + high + 1) // 2
        rows = engine.rows("SELECT at_ms FROM journal WHERE number >= ? ORDER BY number LIMIT 1", middle)
        low, high = (middle, high) if rows and rows[0][0] < at_ms else (low, middle - 1)
    return low


def size_bytes(engine: Engine, on_server: bool) -> int:
    if on_server:
        return int(engine.rows("SELECT pg_database_size(current_database())")[0][0])
    ((pages,),), ((size,),) = engine.rows("PRAGMA page_count"), engine.rows("PRAGMA page_size")
    return int(pages * size)


def damaged_pages(engine: LookingEngine, most_s: float, often: int) -> list[str] | None:
    """What SQLite finds wrong; None: there was not the time to look at all of them."""
    until = time.monotonic() + most_s
    engine.connection.set_progress_handler(lambda: time.monotonic() > until, often)
    try:
        found = [str(text) for (text,) in engine.connection.execute("PRAGMA quick_check(5)")]
    except sqlite3.DatabaseError as error:
        return None if "interrupted" in str(error) else [str(error)]
    finally:
        engine.connection.set_progress_handler(None, 0)
    return [] if found == ["ok"] else found


def open_rounds_with_stakes(engine: Engine, most: int) -> list[RoundRecord]:
    where = "WHERE state = 'open' AND code IN (SELECT round FROM stakes) ORDER BY opened LIMIT ?"
    return [round_from(row) for row in engine.rows(select(ROUNDS, where), most)]


def events_of_open_round(engine: Engine, code: str) -> list[bytes]:
    rows = engine.rows("SELECT body FROM events WHERE round = ? ORDER BY number", code)
    return [bytes(body) for (body,) in rows]


def transfers_on_their_way(engine: Engine) -> tuple[int, int]:
    """How many, and when the oldest of them was asked."""
    where = "WHERE state IN ('asked', 'refunding')"
    ((count, oldest_ms),) = engine.rows(f"SELECT count(*), min(opened_ms) FROM transfers {where}")
    return count, oldest_ms or 0


class PoolHeld(NamedTuple):
    jackpot: str
    balance: int | None  # None: there is no account
    currency: str


def pools_held(engine: Engine) -> list[PoolHeld]:
    joined = "jackpots j LEFT JOIN funds f ON f.account = j.pool ORDER BY j.key"
    return [PoolHeld(*row) for row in engine.rows(f"SELECT j.key, f.balance, j.currency FROM {joined}")]


def supervisors(engine: Engine) -> dict[str, bool]:
    """By name: whether they have a second factor."""
    joined = "people p LEFT JOIN factors f ON f.person = p.number WHERE p.role = 'supervisor'"
    return {name: factor is not None for name, factor in engine.rows(f"SELECT p.name, f.person FROM {joined}")}


def people_count(engine: Engine) -> int:
    return int(engine.rows("SELECT count(*) FROM people")[0][0])


# -- of PostgreSQL itself ---------------------------------------------------------------------------


def setting(engine: Engine, name: str) -> str:
    return str(engine.rows("SELECT current_setting(?)", name)[0][0])


def how_to_turn_on(name: str) -> str:
    """For whoever looks after the server."""
    return f"ALTER SYSTEM SET {name} = on; SELECT pg_reload_conf()"


def checksum_failures(engine: Engine) -> int:
    rows = engine.rows("SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()")
    return int(rows[0][0] or 0) if rows else 0


def clients_connected(engine: Engine) -> int:
    return int(engine.rows("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")[0][0])


def role(engine: Engine) -> tuple[str, bool]:
    """Who we are there, and whether that is somebody who may do everything."""
    ((name, above),) = engine.rows("SELECT rolname, rolsuper FROM pg_roles WHERE rolname = current_user")
    return name, above


def is_encrypted(engine: Engine) -> bool:
    statement = "SELECT coalesce(bool_or(ssl), false) FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
    return bool(engine.rows(statement)[0][0])
