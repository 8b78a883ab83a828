"""`ventuno backup` and `ventuno restore`: a SQLite database to a file and back, checked on the way."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ventuno.cli.audit import add_store
from ventuno.refusal import Refused
from ventuno.store.backup import back_up, restore


def add(commands: Any) -> None:
    backup = commands.add_parser(
        "backup",
        help="copy the database while it runs, and audit the copy",
        description="Copies one moment of a SQLite database that may be in use. For PostgreSQL use pg_dump.",
    )
    add_store(backup)
    backup.add_argument("file", metavar="FILE", help="where the backup goes; it must not be there yet")
    backup.set_defaults(run=run_backup)
    back = commands.add_parser(
        "restore",
        help="put a backup in the place of the database",
        description="Checks a backup and puts it in place. The server must not be running.",
    )
    add_store(back)
    back.add_argument("file", metavar="FILE", help="what `ventuno backup` wrote")
    back.add_argument("--replace", action="store_true", help="replace the database that is there")
    back.set_defaults(run=run_restore)


def run_backup(arguments: argparse.Namespace) -> int:
    report = back_up(_file(arguments.store), Path(arguments.file))
    print(f"{arguments.file}: {report.records:,} records, clean, ending with {report.digest}")
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    report = restore(Path(arguments.file), _file(arguments.store), replace=arguments.replace)
    print(f"{arguments.store}: {report.records:,} records, clean, ending with {report.digest}")
    return 0


def _file(where: str) -> Path:
    if where.startswith(("postgresql://", "postgres://")):
        raise Refused("backup/not_sqlite", "a PostgreSQL database is backed up with pg_dump")
    return Path(where.removeprefix("sqlite:///"))
