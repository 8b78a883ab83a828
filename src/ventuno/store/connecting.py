"""Connections to PostgreSQL: how long each may wait for what, and what its errors mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict

from ventuno.store.faults import StoreFault

AWAY: Final = (errors.OperationalError, errors.InterfaceError, errors.IdleInTransactionSessionTimeout)
DAMAGED: Final = (errors.DataCorrupted, errors.IndexCorrupted, errors.UndefinedFile)
# A machine that is gone says nothing: its connections end after this, not after the system's two hours.
# What the address itself says goes first.
_PATIENCE: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
# Of the house's writer. A settlement of 100,000 players takes seconds; a `rebuild` may hold the head for longer, and
# is waited for by asking again. Who reads (an audit, an export) may take as long as it takes.
WRITER_LIMITS: Final = {
    "statement_timeout": "60s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "60s",
}
OWNER_LIMITS: Final = {"statement_timeout": "5s", "lock_timeout": "5s"}


def connected(url: str, name: str = "", limits: dict[str, str] | None = None) -> psycopg.Connection[Any]:
    """`name` is what the server knows the session by; without one, what the address says."""
    named = {"application_name": name} if name else {}
    settings = {"synchronous_commit": "on", **(limits or {})}  # durable when acknowledged, whatever the default
    with faults():
        connection = psycopg.connect(**{**_PATIENCE, **conninfo_to_dict(url), **named}, autocommit=True)
        connection.execute("; ".join(f"SET {setting} = '{value}'" for setting, value in settings.items()))
        return connection


@contextmanager
def faults() -> Iterator[None]:
    """PostgreSQL's errors as ours, where they are about the server or its disk."""
    try:
        yield
    except errors.DiskFull as error:
        raise StoreFault("store/full", "the database's disk is full") from error
    except DAMAGED as error:
        raise StoreFault("store/corrupt", "the database is damaged: restore a backup") from error
    except (errors.IoError, errors.InternalError_) as error:  # the second: a quota reached, and all else within it
        raise StoreFault("store/io", "the database's disk failed") from error
    except errors.LockNotAvailable as error:
        raise StoreFault("store/busy", "somebody else holds the database") from error
    except AWAY as error:
        raise StoreFault("store/away", "the database does not answer") from error
