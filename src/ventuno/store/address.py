"""Where a database is, as a person wrote it: `postgresql://…`, `sqlite:///…`, or simply a file.

Whoever asks goes through the same check. What was written may hold a password: no refusal repeats it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, urlsplit

from ventuno.refusal import RefusalRaised

STORE: Final = "VENTUNO_STORE"  # may hold a password
FOLDER: Final = "ventuno-data"
DATABASE: Final = "ventuno.db"
POSTGRES: Final = ("postgresql://", "postgres://")
SQLITE: Final = "sqlite:///"
MOST_PORT: Final = 65_535
# What begins like an address, or is written as PostgreSQL's own tools also take it, is no file.
_ADDRESS: Final = re.compile(r"\s*[a-z][a-z0-9+.-]*:|.*\bpassword\s*=", re.IGNORECASE | re.DOTALL)
_RIGHT: Final = (
    "write postgresql://user:password@host/name, with signs of the password other than letters and digits "
    "percent-encoded (%40 for @)"
)


def named(store: str, data: str | Path) -> str | Path:
    """By itself, or else by the data folder that it is in."""
    return store or Path(data) / DATABASE


def is_postgres(where: str | Path) -> bool:
    check(where)
    return _names_server(where)


def file_of(where: str | Path) -> Path:
    check(where)
    return where if isinstance(where, Path) else Path(where.removeprefix(SQLITE))


def check(where: str | Path) -> None:
    """Refuses what cannot be read. A path is a file, whatever it is called."""
    if isinstance(where, Path):
        return
    if _names_server(where):
        if not _is_readable(where):
            raise RefusalRaised("settings/faulty", f"the database's address cannot be read: {_RIGHT}")
    elif where.startswith(SQLITE):
        if "?" in where or where == SQLITE:
            raise RefusalRaised(
                "settings/faulty", "the database's address cannot be read: write sqlite:///FILE, without a ?"
            )
    elif _ADDRESS.match(where):
        raise RefusalRaised(
            "settings/faulty", f"the database's address is of no known kind: {_RIGHT}, or name a SQLite file"
        )


def host_and_port(parts: SplitResult) -> str:
    """Without who signs in; of several hosts, all."""
    try:
        return f"{parts.hostname or ''}:{parts.port or ''}"
    except ValueError:
        return parts.netloc.rpartition("@")[2]


def _names_server(where: str | Path) -> bool:
    return isinstance(where, str) and where.startswith(POSTGRES)


def _is_readable(where: str) -> bool:
    """By the driver and by us: a password with bare signs is taken apart at the wrong places, and shown as a host."""
    from psycopg import ProgrammingError  # the driver is needed only where it is configured
    from psycopg.conninfo import conninfo_to_dict, timeout_from_conninfo

    try:
        parts, known = urlsplit(where), conninfo_to_dict(where)
        timeout_from_conninfo(known)
        ports = [int(port) for port in str(known.get("port") or "").split(",") if port]
    except (ProgrammingError, ValueError):
        return False
    bare = parts.netloc.count("@") > 1 or "@" in parts.path or bool(parts.fragment)
    return not bare and all(0 < port <= MOST_PORT for port in ports)
