"""Where the database is: one rule for every command that has to do with it.

--store, else VENTUNO_STORE, else the database in the data folder;
the data folder is --data, else VENTUNO_DATA, else what the settings' file (--config) says, else ./ventuno-data
"""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from ventuno.refusal import RefusalRaised
from ventuno.store import Books, Ledger, open_books, open_ledger
from ventuno.store.address import DATABASE, FOLDER, STORE, file_of, is_postgres, named
from ventuno.store.migrating import refuse_older
from ventuno.variant.shape import read_toml

DATA = "VENTUNO_DATA"


def add_store(command: Any) -> None:
    default = f"{STORE}, else {DATABASE} in the data folder"
    command.add_argument("--store", metavar="WHERE", help=f"a SQLite file or postgresql://... (default: {default})")
    command.add_argument("--data", metavar="DIR", help=f"folder of the database (default: {DATA}, else ./{FOLDER})")
    command.add_argument("--config", metavar="FILE", help="settings as TOML, as for serve")


def store_named(arguments: argparse.Namespace) -> str:
    """What was said of the database itself; nothing: it is in the data folder."""
    return str(arguments.store or os.environ.get(STORE) or "")


def store_of(arguments: argparse.Namespace) -> str:
    """For commands that need no other setting."""
    data = arguments.data or os.environ.get(DATA) or _in_settings(arguments.config) or FOLDER
    return str(named(store_named(arguments), data))


def _in_settings(file: str | None) -> str:
    """Other faults of the file are for `serve` and `doctor` to find."""
    if file is None:
        return ""
    try:
        raw = read_toml(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise RefusalRaised("settings/faulty", f"{file}: {error.strerror}") from None
    return str(raw.get("data", "")) if isinstance(raw, dict) else ""


def opened(where: str) -> Ledger:
    """A database that is there: a misspelt name must not make a new, empty and therefore clean one."""
    refuse_if_not_there(where)
    refuse_older(where)
    return open_ledger(where)


def opened_to_read(where: str) -> Books:
    """The same, and nothing in it changes: a copy that may not be written will do."""
    refuse_if_not_there(where)
    return open_books(where)


def refuse_if_not_there(where: str) -> None:
    if is_postgres(where):
        return
    file = file_of(where)
    if not file.exists():
        raise RefusalRaised("store/none", f"there is no database {file}: name it with --store")
    if file.is_dir():
        raise RefusalRaised("store/none", f"{file} is a folder: name the database in it, {file / DATABASE}")
