"""`ventuno backup` and `ventuno restore`: a SQLite database to a file and back, checked on the way."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import Any

from ventuno.cli.output import print_json
from ventuno.cli.where import add_store, store_of
from ventuno.refusal import RefusalRaised
from ventuno.store.address import file_of, is_postgres
from ventuno.store.backup import back_up, restore
from ventuno.store.backups import back_up_next

GENTLY = 10
ENDED = 143


def add(commands: Any) -> None:
    backup = commands.add_parser(
        "backup",
        help="copy the database while it runs, and audit the copy",
        description="Copies one moment of a SQLite database that may be in use, and checks the copy as a restore would "
        "find it. For PostgreSQL use pg_dump.",
    )
    add_store(backup)
    backup.add_argument("file", metavar="FILE", nargs="?", help="where the backup goes; it must not be there yet")
    backup.add_argument("--into", metavar="DIR", help="instead of FILE: the next one in a folder, as the house does it")
    backup.add_argument("--keep", metavar="N", type=int, default=7, help="with --into: the newest so many stay (7)")
    backup.add_argument("--json", action="store_true", help="print what was made as JSON")
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
    if (arguments.file is None) == (arguments.into is None):
        raise RefusalRaised("cli/usage", "name either a FILE or a folder with --into. See: ventuno backup --help")
    if arguments.keep < 1:
        raise RefusalRaised("cli/usage", "--keep is 1 at least. See: ventuno backup --help")
    database = _file(store_of(arguments))
    if arguments.into is None:
        path, report = Path(arguments.file), back_up(database, Path(arguments.file))
    else:
        os.nice(GENTLY)  # the house's tables go first
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(ENDED))  # cleared away, as after any other failure
        made = back_up_next(database, Path(arguments.into), arguments.keep)
        path, report = made.backup.path, made.report
    if arguments.json:
        print_json({"file": str(path), "records": report.records, "digest": report.digest})
    else:
        print(f"{path}: {report.records:,} records, clean, ending with {report.digest}")
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    report = restore(Path(arguments.file), _file(store_of(arguments)), replace=arguments.replace)
    print(f"{store_of(arguments)}: {report.records:,} records, clean, ending with {report.digest}")
    return 0


def _file(where: str) -> Path:
    if is_postgres(where):
        raise RefusalRaised("backup/not_sqlite", "a PostgreSQL database is backed up with pg_dump")
    return file_of(where)
