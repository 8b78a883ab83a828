"""What every statement of a house looks at: written down while the house works, then asked of the database itself.

A plan is asked for as on a database with a long past: without statistics (as SQLite starts, and may stay for ever)
and with those of ten million rounds.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
import psycopg
import pytest

from ventuno.store import postgres, sqlite

# These have more rows with every round, act, session or payment of the past; stakes only of rounds that are open,
# and there may be many at once.
GROWING: Final = frozenset(
    {"journal", "entries", "events", "rounds", "participations", "regulator_ids", "acts", "entries_by_account"}
    | {"sessions", "transfers", "lots", "stakes", "people", "purses", "names", "care", "factors"}
)
MANY: Final = 10_000_000
# A look-up by one of these alone finds everything that a player or a table ever had: right only in pages.
WEAK: Final = frozenset(
    {"rounds(table_name=?)", "rounds(state=?)", "participations(player=?)", "regulator_ids(player=?)"}
    | {"journal(player=?)", "journal(kind=?)", "transfers(player=?)", "acts(by_person=?)", "acts(subject=?)"}
)
_NAMED: Final = re.compile(
    r"\b(?:FROM|JOIN|INTO|UPDATE)\s+(\w+)(?:\s+(?:AS\s+)?(?!WHERE|JOIN|ON|SET|LEFT|ORDER|GROUP)(\w+))?", re.I
)
_SEARCH: Final = re.compile(r"SEARCH (\w+) .*(\(.*\))$")


@contextmanager
def written_down() -> Iterator[set[str]]:
    """Every statement of every connection, whichever engine it is of."""
    said: set[str] = set()
    with pytest.MonkeyPatch.context() as patch:
        for engine in (sqlite.SqliteEngine, postgres.PostgresEngine):
            for name in ("rows", "run", "stream"):
                patch.setattr(engine, name, _noting(said, getattr(engine, name)))
        patch.setattr(sqlite.SqliteEngine, "_many", _noting(said, sqlite.SqliteEngine._many))
        yield said


def _noting(said: set[str], method: Any) -> Any:
    def noted(self: Any, statement: str, *values: Any) -> Any:
        said.add(statement)
        return method(self, statement, *values)

    return noted


def scans_of_sqlite(file: Path, statements: set[str], *, analysed: bool) -> dict[str, list[str]]:
    """By statement: what it reads from end to end of what grows. The file gets its statistics: a copy is better."""
    connection = sqlite3.connect(file, isolation_level=None)
    if analysed:
        _analyse(connection)
    found = {}
    for statement in sorted(statements):
        worded = sqlite._worded(statement)
        if worded.split()[0] not in ("SELECT", "INSERT", "UPDATE", "DELETE"):
            continue
        names = {alias or name: name for name, alias in _NAMED.findall(worded)}
        plan = connection.execute(f"EXPLAIN QUERY PLAN {worded}", [None] * worded.count("?")).fetchall()
        in_pages = re.search(r"\bLIMIT\b", worded) and not any("TEMP B-TREE" in line for *_, line in plan)
        scanned = [line for *_, line in plan if _scans(line, names) or (not in_pages and _is_weak(line, names))]
        if scanned:
            found[statement] = scanned
    connection.close()
    return found


def _scans(line: str, names: dict[str, str]) -> bool:
    name = line.split()[1]
    return line.startswith("SCAN ") and names.get(name, name) in GROWING and not _is_of_open_rounds(line)


def _is_of_open_rounds(line: str) -> bool:
    """The indexes of what is open have nothing of the past in them."""
    return "INDEX rounds_open" in line


def _is_weak(line: str, names: dict[str, str]) -> bool:
    match = _SEARCH.match(line)
    return match is not None and names.get(match[1], match[1]) + match[2] in WEAK and not _is_of_open_rounds(line)


def _analyse(connection: sqlite3.Connection) -> None:
    """The statistics of a long past, without the past."""
    connection.execute("ANALYZE")
    connection.execute("DELETE FROM sqlite_stat1")
    for table in sorted(GROWING):
        many = MANY if table not in ("stakes", "people", "purses", "names", "care", "factors") else 100_000
        rows = connection.execute(f"PRAGMA index_list({table})").fetchall()
        for _, index, unique, _, partial in rows:
            columns = len(connection.execute(f"PRAGMA index_info({index})").fetchall())
            each = [1000 // 10**place or 1 for place in range(columns - 1)] + [1 if unique else 50]
            counts = " ".join(map(str, [1000 if partial else many, *each]))
            connection.execute("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", (table, index, counts))
        if not rows:
            connection.execute("INSERT INTO sqlite_stat1 VALUES (?, NULL, ?)", (table, str(many)))
    connection.execute("ANALYZE sqlite_schema")


def scans_of_postgres(url: str, statements: set[str]) -> dict[str, list[str]]:
    """Where it reads a table from end to end although it is told not to, there is no index that would help; and an
    index read from end to end is none."""
    found = {}
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SET enable_seqscan = off")
        connection.execute("SET plan_cache_mode = force_generic_plan")
        for number, statement in enumerate(sorted(statements)):
            if statement.split()[0] not in ("SELECT", "INSERT", "UPDATE", "DELETE"):
                continue
            scanned = [line for line in _plan(connection, f"plan_{number}", statement) if line.split()[-1] in GROWING]
            if scanned:
                found[statement] = scanned
    return found


def _plan(connection: psycopg.Connection[Any], name: str, statement: str) -> list[str]:
    parts = postgres._worded(statement).replace("%%", "%").split("%s")
    worded = "".join(part + (f"${place}" if place < len(parts) else "") for place, part in enumerate(parts, 1))
    connection.execute(f"PREPARE {name} AS {worded}")
    nothing = f"({', '.join(['NULL'] * (len(parts) - 1))})" if len(parts) > 1 else ""
    row = connection.execute(f"EXPLAIN (FORMAT JSON) EXECUTE {name}{nothing}").fetchone()
    assert row is not None
    plan = row[0] if isinstance(row[0], list) else msgspec.json.decode(row[0])
    return list(_whole_scans(plan[0]["Plan"], limited=False))


def _whole_scans(node: dict[str, Any], *, limited: bool) -> Iterator[str]:
    """With a LIMIT above it, an index in the order that is asked for is read no further than that."""
    kind, limited = node["Node Type"], limited or node["Node Type"] == "Limit"
    whole = kind == "Seq Scan" or (kind in ("Index Scan", "Index Only Scan") and "Index Cond" not in node)
    if whole and not limited:
        yield f"{kind} on {node['Relation Name']}"
    for below in node.get("Plans", ()):
        yield from _whole_scans(below, limited=limited and kind != "Sort")
