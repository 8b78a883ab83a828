"""Backups, and copies from before a migration: how old, whether the newest can be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.refusal import RefusalRaised
from ventuno.server.backups import HOUR_S, OLD, backup_folder
from ventuno.store.backups import backups_in
from ventuno.store.looking import looking
from ventuno.store.looks import record_count
from ventuno.store.migrating import BEFORE

_DUMP: Final = b"PGDMP"  # how a file of pg_dump --format=custom begins


def backups(patient: Patient) -> Iterator[Symptom]:
    every_h, folder = patient.settings.backup_every_h, backup_folder(patient.settings)
    if patient.on_server and not patient.settings.backup_folder:
        yield warning(
            "nobody watches the backups of PostgreSQL",
            "make them with pg_dump or pgBackRest, and name their folder with backup_folder (docs/operating.md)",
        )
        return
    if not every_h:
        yield warning("the house makes no backups: backup_every_h is 0", "set it, or be sure that somebody else does")
        return
    try:
        newest = _newest_dump(folder) if patient.on_server else _newest_backup(folder)
    except (RefusalRaised, OSError) as error:
        yield wrong(f"{folder} cannot be read: {error}", "look at its owner and modes")
        return
    if newest is None:
        remedy = "the house makes the first a minute after it opens" if not patient.on_server else "run pg_dump into it"
        yield warning(f"there is no backup in {folder} yet", remedy)
        return
    yield from _age(newest, patient, every_h)
    yield _readable(newest[0], patient.on_server)


def _newest_backup(folder: Path) -> tuple[Path, int] | None:
    found = backups_in(folder)
    return (found[-1].path, found[-1].at_ms) if found else None


def _newest_dump(folder: Path) -> tuple[Path, int] | None:
    found = [(one, int(one.stat().st_mtime * 1000)) for one in folder.iterdir() if one.is_file()]
    return max(found, key=lambda one: one[1], default=None)


def _age(newest: tuple[Path, int], patient: Patient, every_h: float) -> Iterator[Symptom]:
    age_h = (patient.now_ms - newest[1]) / 1000 / HOUR_S
    if age_h < 0:
        yield warning(f"{newest[0].name} is from the future", "look at the clock; the next backup puts it right")
    elif age_h > OLD * every_h:
        remedy = "look for backup/failed in the log, or make one now: ventuno backup --into DIR"
        yield wrong(f"the newest backup is {age_h:,.0f} hours old", remedy)
    else:
        yield ok(f"the newest backup is {age_h:,.1f} hours old: {newest[0]}")


def _readable(path: Path, is_dump: bool) -> Symptom:
    remedy = "make another now, and look at the disk"
    try:
        if is_dump:
            with path.open("rb") as file:
                if file.read(len(_DUMP)) != _DUMP:
                    return warning(f"{path.name} is no custom-format dump", "pg_restore --list tells what it is")
            return ok(f"{path.name} begins as a dump does; pg_restore --list reads it")
        with closing(looking(path)) as engine:
            return ok(f"it can be read: {record_count(engine):,} records")
    except (RefusalRaised, OSError, ValueError, LookupError) as error:
        return wrong(f"{path} cannot be read: {error}", remedy)


def copies(patient: Patient) -> Iterator[Symptom]:
    if patient.on_server or not patient.folder.is_dir():
        return
    found = sorted(patient.file.parent.glob(f"{patient.file.name}{BEFORE}*"))
    if found:
        size = sum(one.stat().st_size for one in found)
        names = ", ".join(one.name for one in found)
        yield ok(f"copies from before a migration: {names}, {size >> 20:,} MB; remove them when they are not needed")
