"""`ventuno play`: a table in the terminal."""

from __future__ import annotations

import argparse
from typing import Any


def add(commands: Any) -> None:
    command = commands.add_parser("play", help="play a game in the terminal")
    command.add_argument("variant", metavar="VARIANT")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    return 0
