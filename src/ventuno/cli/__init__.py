"""The command line: one module a command.

Each command is a module with `add(commands)`, which describes it, and `run(arguments)`, which does
it and returns the exit code. Whatever is refused ends here: exit 2 with a sentence, or with
`--json` an object with the refusal's code and sentence.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import ventuno
from ventuno.cards import BadCard
from ventuno.cli.output import print_json
from ventuno.refusal import Refusal, RefusalRaised

REFUSED = 2
VERSION: Final = "--version"
# Command -> the module that has it. Only what is called is imported: a quick answer needs a quick start.
COMMANDS: Final = {
    "serve": "serve",
    "play": "play",
    "rules": "rules",
    "variants": "variants",
    "odds": "odds",
    "strategy": "strategy",
    "hand": "hand",
    "simulate": "simulate",
    "compare": "compare",
    "certify": "certify",
    "round": "round",
    "replay": "replay",
    "audit": "audit",
    "backup": "backup",
    "restore": "backup",
    "migrate": "migrate",
    "doctor": "doctor",
    "export": "export",
    "forget": "forget",
    "staff": "staff",
    "rounds": "rounds",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are refusals like any other, and that guesses at nothing: `--js` is unknown."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **options})

    def error(self, message: str) -> NoReturn:
        raise RefusalRaised("cli/usage", f"{message}. See: {self.prog} --help")


def parser(called: str = "") -> argparse.ArgumentParser:
    """The parser of the command that is called; of all where it is none of them."""
    top = _Parser(
        prog="ventuno",
        description="A blackjack house in one package: a variant is a file.",
        epilog='VARIANT is a name from `ventuno variants`, a path to a .toml file, or a notation such as "6D H17 DAS".',
    )
    top.add_argument(
        VERSION, action="version", version=f"%(prog)s {ventuno.__version__}", help="print the version and exit"
    )
    if called == VERSION:
        return top
    commands = top.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser, required=True)
    for module in [COMMANDS[called]] if called in COMMANDS else dict.fromkeys(COMMANDS.values()):
        import_module(f"ventuno.cli.{module}").add(commands)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    words = [_readable(word) for word in (sys.argv[1:] if argv is None else argv)]
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without our signs gets question marks
    try:
        arguments = parser(words[0] if words else "").parse_args(words or ["--help"])
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except RefusalRaised as refused:
        return _refused(refused.refusal, words)
    except BadCard as error:
        return _refused(Refusal("card/bad", str(error)), words)
    except BrokenPipeError:  # the reader of our output has gone, as `| head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if "--json" not in words:
            raise
        return _refused(Refusal("internal/fault", f"a fault in Ventuno: {error!r}"), words)


def _readable(word: str) -> str:
    """Bytes that are no text arrive as lone surrogates, which nothing could print again."""
    return word.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _refused(refusal: Refusal, words: Sequence[str]) -> int:
    if "--json" in words:
        print_json({"refused": refusal.code, "why": refusal.why})
    else:
        print(f"ventuno: {refusal.why} ({refusal.code})", file=sys.stderr)
    return REFUSED
