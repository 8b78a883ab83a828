"""`ventuno migrate`: brings a database of an earlier Ventuno forward, or tells and tries what that would take."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ventuno.cli.output import print_json
from ventuno.cli.where import add_store, store_of
from ventuno.refusal import RefusalRaised
from ventuno.store.address import file_of, is_postgres
from ventuno.store.migrating import Due, Migrated, Taken, Tried, due, migrate_file, migrate_server, try_out

NOT_CLEAN = 1


def add(commands: Any) -> None:
    command = commands.add_parser(
        "migrate",
        help="bring a database of an earlier version forward",
        description="All steps in one transaction. SQLite: a checked copy is made beside the database first, as "
        "NAME.before-VERSION. PostgreSQL: make a copy with pg_dump before. The house must not be running.",
    )
    add_store(command)
    command.add_argument(
        "--dry-run",
        action="store_true",
        help="tell the steps, try them and audit what comes out: SQLite on a copy, also while the house runs; "
        "PostgreSQL in a transaction that is given up. Nothing is kept. Exit 1: it would not be clean",
    )
    command.add_argument("--json", action="store_true", help="print what was done as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    found = _found(store_of(arguments))
    if not found.is_older:
        _print(arguments.json, found, (), {}, f"Nothing to do: the database is of version {found.version}.")
        return 0
    if arguments.dry_run:
        return _told_trial(arguments.json, found, try_out(store_of(arguments)))
    return _told(arguments.json, found, _migrated(store_of(arguments)))


def _found(where: str) -> Due:
    if not is_postgres(where) and not file_of(where).is_file():
        raise RefusalRaised("store/none", f"there is no database {where}: name it with --store")
    found = due(where)
    if not found.version:
        raise RefusalRaised(
            "migrate/new", f"{where.rpartition('@')[2]} holds no books yet: open the house, which makes them"
        )
    return found


def _migrated(where: str) -> Migrated:
    return migrate_server(where) if is_postgres(where) else migrate_file(file_of(where))


def _told_trial(as_json: bool, found: Due, tried: Tried) -> int:
    clean = "clean" if tried.report.clean else f"{len(tried.report.findings)} findings: run `ventuno audit`"
    seconds = sum(step.seconds for step in tried.steps)
    says = f"Tried, and given up again: {seconds:.1f} s, {tried.report.records:,} records, {clean}."
    _print(as_json, found, tried.steps, {"clean": tried.report.clean}, says)
    return 0 if tried.report.clean else NOT_CLEAN


def _told(as_json: bool, found: Due, done: Migrated) -> int:
    way_back = f" The way back: {done.copy}" if done.copy else ""
    says = f"The database is of version {found.newest} now.{way_back}"
    _print(as_json, found, done.steps, {"copy": _text(done.copy)}, says)
    return 0


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _print(as_json: bool, found: Due, steps: tuple[Taken, ...], more: dict[str, Any], says: str) -> None:
    if as_json:
        taken = [step._asdict() for step in steps]
        print_json({"version": found.version, "newest": found.newest, "steps": taken, **more})
        return
    for step in steps:
        print(f"{step.number}: {step.title} ({step.seconds:.2f} s)")
    print(says)
