"""Bringing a database of an earlier Ventuno forward: told before, tried before, with a copy before (decision 38).

SQLite: a checked copy lies beside the database before anything is changed. PostgreSQL: the house cannot copy it, so
it is not changed unless somebody says so. Either way all steps are one transaction: whatever ends it, what was there is
still there, whole.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import Final, Literal, NamedTuple

from ventuno.refusal import RefusalRaised
from ventuno.store import migrations
from ventuno.store.address import file_of, is_postgres
from ventuno.store.auditing import AuditReport, audit_within
from ventuno.store.backup import SPARE_BYTES, TRIAL, audited, back_up, copy, refuse_without_room, remove
from ventuno.store.engine import Engine
from ventuno.store.ledger import place_of
from ventuno.store.looking import looking, version_of
from ventuno.store.occupancy import Occupancy

Policy = Literal["auto", "always", "ask"]
BEFORE: Final = ".before-"
_OTHERS: Final = """SELECT application_name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""


class Due(NamedTuple):
    """What stands between a database and this program."""

    version: int  # of the database; 0: it is new
    steps: tuple[migrations.Migration, ...]

    @property
    def is_older(self) -> bool:
        """It holds something, and not yet as this program keeps it."""
        return self.version > 0 and bool(self.steps)

    @property
    def newest(self) -> int:
        return self.version + len(self.steps)


class Taken(NamedTuple):
    number: int
    title: str
    seconds: float


class Tried(NamedTuple):
    """A dry run: nothing of it was kept."""

    steps: tuple[Taken, ...]
    report: AuditReport


class Migrated(NamedTuple):
    steps: tuple[Taken, ...]
    copy: Path | None  # of the database as it was


def due(where: str | Path) -> Due:
    """Changes nothing. Refuses a database newer than the program."""
    version = version_of(where)
    return Due(version, migrations.MIGRATIONS[version:])


def refuse_older(where: str | Path) -> None:
    """For whoever opens a ledger in passing: bringing it forward is not theirs to do."""
    found = due(where)
    if not found.version:
        raise RefusalRaised("store/none", "this is no database of Ventuno's: nothing was ever kept in it")
    if found.is_older:
        raise RefusalRaised(
            "store/older", f"{_older(found)}: bring it forward with `ventuno migrate`, or open the house"
        )


def _older(found: Due) -> str:
    return f"the database is of version {found.version}, and this Ventuno's is {found.newest}"


def bring_forward(where: str | Path, policy: Policy) -> Migrated | None:
    """What an opening house does, once the database is its own. None: there was nothing to do."""
    found = due(where)
    if not found.is_older:
        return None
    if policy == "ask" or (policy == "auto" and is_postgres(where)):
        how = "back it up with pg_dump, then " if is_postgres(where) else ""
        raise RefusalRaised(
            "migrate/ask",
            f'{_older(found)}: {how}run `ventuno migrate` (or set migrate = "always" to have it done here)',
        )
    return migrate_server(str(where)) if is_postgres(where) else _migrate_file(file_of(where), found)


def migrate_file(path: Path) -> Migrated:
    """Refused while a house has it open."""
    occupancy = Occupancy(path)
    try:
        return _migrate_file(path, due(path))
    finally:
        occupancy.end()


def _migrate_file(path: Path, found: Due) -> Migrated:
    kept = _free_name(path, found.newest)
    back_up(path, kept)  # the check tries all steps on a copy of the copy, and audits what comes out
    return Migrated(_taken(path), kept)


def _free_name(path: Path, newest: int) -> Path:
    """A copy that is there is never written over: it may be of another day."""
    first = path.with_name(f"{path.name}{BEFORE}{newest}")
    further = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(name for name in chain((first,), further) if not name.exists())


def migrate_server(where: str) -> Migrated:
    if others := others_at(where):
        raise RefusalRaised("migrate/in_use", f"{_named(others)} connected to the database: stop the house first")
    return Migrated(_taken(where), None)


def others_at(where: str) -> list[str]:
    """Who else is connected to a PostgreSQL database, by the names they give themselves."""
    engine = looking(where)
    try:
        return [str(name or "somebody") for (name,) in engine.rows(_OTHERS)]
    finally:
        engine.close()


def _named(others: list[str]) -> str:
    names = ", ".join(sorted(set(others)))
    return f"{len(others)} others ({names}) are" if len(others) > 1 else f"another one ({names}) is"


def _taken(where: str | Path) -> tuple[Taken, ...]:
    engine = place_of(where).writer()
    try:
        return _migrate(engine, engine.commit)
    finally:
        engine.close()


def _migrate(engine: Engine, end: Callable[[], None]) -> tuple[Taken, ...]:
    engine.begin_migration()
    try:
        taken = tuple(_take(engine, step) for step in migrations.MIGRATIONS[engine.version() :])
        end()
    except BaseException:
        engine.rollback()
        raise
    return taken


def _take(engine: Engine, step: migrations.Migration) -> Taken:
    begun = time.perf_counter()
    engine.take_step(step)
    return Taken(step.number, step.title, time.perf_counter() - begun)


def try_out(where: str | Path) -> Tried:
    """All steps, and an audit of what comes out; SQLite: on a copy, PostgreSQL: in a transaction that is given up."""
    return _try_on_server(str(where)) if is_postgres(where) else _try_on_copy(file_of(where))


def _try_on_copy(path: Path) -> Tried:
    """A house may be running: it writes on."""
    trial = path.with_name(path.name + TRIAL)
    remove(trial)
    refuse_without_room(path, path.parent, SPARE_BYTES)
    try:
        copy(path, trial)
        return Tried(_taken(trial), audited(trial))
    finally:
        remove(trial)


def _try_on_server(where: str) -> Tried:
    """Tables that are being changed are locked, so nobody may be there."""
    if others := others_at(where):
        raise RefusalRaised(
            "migrate/in_use", f"{_named(others)} connected, and would have to wait: stop the house, or try it on a copy"
        )
    engine = place_of(where).writer()
    found: list[AuditReport] = []

    def look() -> None:
        found.append(audit_within(engine))
        engine.rollback()

    try:
        return Tried(_migrate(engine, look), found[0])
    finally:
        engine.close()
