"""`ventuno export`: rounds or the ledger as CSV or JSON, for people and other programs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ventuno.cli.audit import add_store, opened
from ventuno.refusal import Refused
from ventuno.store.export import export


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
    with opened(arguments.store) as ledger:
        if arguments.output is None:
            export(ledger, arguments.what, arguments.format, sys.stdout, arguments.player)
            return 0
        try:
            with Path(arguments.output).open("x", encoding="utf-8", newline="") as out:
                count = export(ledger, arguments.what, arguments.format, out, arguments.player)
        except FileExistsError:
            raise Refused("export/exists", f"{arguments.output} is there already: choose another name") from None
    print(f"{arguments.output}: {count:,} rows")
    return 0
