"""`ventuno play`: a table in the terminal."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import shutil
import sys
from typing import Any, Final

from ventuno.cli.output import wants_colour
from ventuno.cli.rules import LEAST_WIDTH, MOST_WIDTH, add_language
from ventuno.cli.table import Look, Sitting
from ventuno.money import from_units
from ventuno.refusal import RefusalRaised
from ventuno.shoe import Randomness, SeededRandomness, SystemRandomness, shoe_for
from ventuno.table.pricing import Odds
from ventuno.variant import Variant, load

DRAWN: Final = "╭│╰▒▶★♠♥♦♣·–…"  # what a terminal must be able to show


def add(commands: Any) -> None:
    command = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="A table in the terminal, with play money. At the table, ? helps.",
        epilog='Examples: ventuno play free-chip --limits 2; ventuno play "6D H17 DAS" --seed monday --plain',
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument("--balance", default="1000", metavar="N", help="the play money to begin with (default 1000)")
    command.add_argument("--limits", type=int, default=1, metavar="N", help="which of the game's limits (default 1)")
    command.add_argument("--seed", metavar="TEXT", help="the same text deals the same cards again")
    command.add_argument("--plain", action="store_true", help="ASCII without colour, a hand a line")
    add_language(command)
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    variant = load(arguments.variant)
    sitting = Sitting(
        variant,
        shoe_for(variant.shoe, _randomness(arguments.seed)),
        language=arguments.language,
        look=_look(plain=arguments.plain),
        balance=_balance(arguments.balance),
        limits=_limits(arguments.limits, variant),
        odds=_odds() if variant.cashback else None,
    )
    _prepare_terminal()
    _converse(sitting)
    return 0


def _converse(sitting: Sitting) -> None:
    """Prints what the sitting says and feeds it what is written, until either ends."""
    try:
        print(sitting.open())
        while not sitting.over:
            print(sitting.feed(_line(sitting)))
    except (EOFError, KeyboardInterrupt):
        print(f"\n{sitting.leave()}")


def _line(sitting: Sitting) -> str:
    """What the player writes; `EOFError` at the end of input."""
    if sys.stdin is None:
        raise EOFError  # started with its input closed
    line = input(sitting.prompt)
    if not sys.stdin.isatty():
        print(sitting.echo(line))  # no terminal has shown a script's answers
    return line


def _prepare_terminal() -> None:
    """Lines can be edited where the system has a library for it; no byte is ever a fault."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _look(*, plain: bool) -> Look:
    width = max(LEAST_WIDTH, min(shutil.get_terminal_size().columns, MOST_WIDTH))
    if plain or "NO_COLOR" in os.environ or not _can_draw():
        return Look(drawn=False, width=width)
    return Look(colour=wants_colour(), width=width)


def _can_draw() -> bool:
    try:
        DRAWN.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _odds() -> Odds:
    from ventuno.server.wiring import ExactOdds  # compiled code: only a game with cashback waits for it

    return ExactOdds()


def _randomness(seed: str | None) -> Randomness:
    return SystemRandomness() if seed is None else SeededRandomness(seed.encode("utf-8", "surrogateescape"))


def _balance(text: str) -> int:
    try:
        balance = from_units(text)
    except ValueError as error:
        raise RefusalRaised("cli/balance", f"the balance {error}") from None
    if balance < 0:
        raise RefusalRaised("cli/balance", f"nobody sits down with {text}: give a balance of 0 or more")
    return balance


def _limits(number: int, variant: Variant) -> int:
    most = len(variant.table.limits)
    if not 1 <= number <= most:
        raise RefusalRaised("cli/limits", f"{variant.name} has limits 1 to {most}, not {number}")
    return number
