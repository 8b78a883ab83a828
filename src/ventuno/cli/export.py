"""`ventuno export`: rounds or the ledger as CSV or JSON, for people and other programs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from ventuno.cli.where import add_store, opened_to_read, store_of
from ventuno.refusal import RefusalRaised
from ventuno.store import private
from ventuno.store.export import export
from ventuno.store.history import person


def add(commands: Any) -> None:
    command = commands.add_parser(
        "export",
        help="rounds or the ledger as CSV or JSON",
        description="Writes what is stored, all of one moment.",
    )
    command.add_argument("what", choices=("rounds", "ledger"))
    add_store(command)
    command.add_argument("--player", type=int, metavar="NUMBER", help="one player's part only")
    command.add_argument("--format", choices=("csv", "json"), default="csv")
    command.add_argument("--output", metavar="FILE", help="a new file instead of standard output")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    with opened_to_read(store_of(arguments)) as ledger:
        if arguments.player is not None and person(ledger, arguments.player) is None:
            raise RefusalRaised("ledger/unknown_account", f"there is no player {arguments.player}")
        if arguments.output is None:
            export(ledger, arguments.what, arguments.format, sys.stdout, arguments.player)
            return 0
        with _new_file(Path(arguments.output)) as out:
            count = export(ledger, arguments.what, arguments.format, out, arguments.player)
    print(f"{arguments.output}: {count:,} rows")
    return 0


@contextmanager
def _new_file(path: Path) -> Iterator[TextIO]:
    """Whole or not at all."""
    try:
        out = os.fdopen(private.new_file(path), "w", encoding="utf-8", newline="")
    except FileExistsError:
        raise RefusalRaised("export/exists", f"{path} is there already: choose another name") from None
    except OSError as error:
        raise RefusalRaised("export/cannot_write", f"{path} cannot be written: {error.strerror}") from None
    try:
        with out:
            yield out
    except BaseException as error:
        path.unlink()
        if isinstance(error, OSError):
            raise RefusalRaised("export/cannot_write", f"{path} cannot be written: {error.strerror}") from None
        raise
