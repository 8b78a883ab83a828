"""`ventuno replay`: plays a recorded round again and says whether it comes out the same."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from ventuno.cli.output import print_json
from ventuno.cli.round import result
from ventuno.money import in_units
from ventuno.play import replay
from ventuno.play.events import RoundSettled
from ventuno.refusal import RefusalRaised


def add(commands: Any) -> None:
    command = commands.add_parser(
        "replay",
        help="play a recorded round again and check it",
        description="Plays the text form of a round again. It must come out the same to the byte, or it is refused.",
    )
    command.add_argument("file", metavar="FILE", help="what `ventuno round` printed; - reads standard input")
    command.add_argument("--json", action="store_true", help="print the result as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    playing = replay(_text(arguments.file))
    if playing.settlement is None:
        raise RefusalRaised("transcript/unfinished", "the record ends before the round does")
    if arguments.json:
        print_json(result(playing, 0))
    else:
        settled = playing.events[-1]
        assert isinstance(settled, RoundSettled)
        sums = f"{in_units(settled.staked)} staked, {in_units(settled.returned)} returned"
        print(f"The round of {playing.variant.name} comes out the same: {sums}.")
    return 0


def _text(file: str) -> str:
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RefusalRaised("transcript/unreadable", f"{file} cannot be read: {error}") from None
