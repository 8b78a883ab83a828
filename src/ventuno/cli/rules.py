"""`ventuno rules`: the help page of a variant, generated from its data (A11)."""

from __future__ import annotations

import argparse
import os
import shutil
from typing import Any

import msgspec

from ventuno.cli.output import print_json, wants_colour
from ventuno.help import as_markdown, as_text, help_page
from ventuno.languages import LANGUAGES, MODEL, Language
from ventuno.variant import load

LEAST_WIDTH, MOST_WIDTH = 60, 100


def add(commands: Any) -> None:
    command = commands.add_parser(
        "rules",
        help="the rules of a game, in words",
        description="Prints the help page of a game: every rule, every price, the published returns.",
    )
    command.add_argument("variant", metavar="VARIANT")
    add_language(command)
    form = command.add_mutually_exclusive_group()
    form.add_argument("--markdown", action="store_true", help="print it as Markdown")
    form.add_argument("--json", action="store_true", help="print it as JSON")
    command.set_defaults(run=run)


def add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language",
        choices=LANGUAGES,
        default=spoken(),
        help="the language it is said in (default: what the system speaks)",
    )


def spoken() -> Language:
    """What the environment asks for, English where that is none of ours."""
    said = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    asked = said.split("_")[0].split(".")[0]
    return asked if asked in LANGUAGES else MODEL


def run(arguments: argparse.Namespace) -> int:
    page = help_page(load(arguments.variant), arguments.language)
    if arguments.json:
        print_json(msgspec.to_builtins(page))
    elif arguments.markdown:
        print(as_markdown(page))
    else:
        width = max(LEAST_WIDTH, min(shutil.get_terminal_size().columns, MOST_WIDTH))
        print(as_text(page, width=width, colour=wants_colour()))
    return 0
