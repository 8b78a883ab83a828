"""`ventuno certify`: the certificate of a variant, as a page to print or as JSON."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import tempfile
from pathlib import Path
from typing import Any

from ventuno.cli.output import print_json
from ventuno.cli.rules import add_language
from ventuno.refusal import RefusalRaised
from ventuno.variant import load


def add(commands: Any) -> None:
    command = commands.add_parser(
        "certify",
        help="a printable certificate: returns, published figures, strategy, side bets, rules",
        description="Writes one self-contained HTML page, made to be handed to a laboratory: every return beside the "
        "published one, the strategy, the side bets with exact fractions, the rules in words, the method.",
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument("-o", "--output", metavar="FILE", help="where the page goes; a name in .json gets the JSON")
    add_language(command)
    command.add_argument("--json", action="store_true", help="print the same as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if not arguments.output and not arguments.json:
        raise RefusalRaised(
            "cli/usage", "say where the page goes with -o FILE.html, or --json to have it printed as JSON"
        )
    variant = load(arguments.variant)
    output = Path(arguments.output) if arguments.output else None
    if output:
        must_be_writable(output)
    from ventuno.certificate.certify import certify
    from ventuno.certificate.page import as_html
    from ventuno.certificate.plain import as_plain

    certificate = certify(variant, arguments.language, _command(arguments))
    if output:
        as_json = output.suffix.lower() == ".json"
        write(output, f"{_json(as_plain(certificate))}\n" if as_json else as_html(certificate))
    if arguments.json:
        print_json(as_plain(certificate))
    else:
        published = certificate.odds.published
        agree = sum(figure.agrees for figure in published)
        print(f"{output}: {agree} of {len(published)} published returns come out.")
    return 0


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _command(arguments: argparse.Namespace) -> str:
    """What makes the same again."""
    output = ["-o", Path(arguments.output).name] if arguments.output else ["--json"]
    return shlex.join(["ventuno", "certify", arguments.variant, "--language", arguments.language, *output])


def must_be_writable(path: Path) -> None:
    """Refuses early what would fail late, and what a rename would destroy: a device is no file."""
    try:
        folder = path.resolve().parent
        if not folder.is_dir():
            raise RefusalRaised("certify/unwritable", f"{path} cannot be written: there is no folder {folder}")
        if path.exists() and not path.is_file():
            raise RefusalRaised("certify/unwritable", f"{path} cannot be written: it is not a file")
        if not os.access(folder, os.W_OK):
            raise RefusalRaised("certify/unwritable", f"{path} cannot be written: {folder} is closed to you")
    except (OSError, ValueError, RuntimeError) as error:  # a NUL in the name, a name too long, a circle of links
        raise RefusalRaised("certify/unwritable", f"{path} cannot be written: {error}") from None


def write(path: Path, text: str) -> None:
    """All of it or nothing: written beside the file and then put in its place."""
    path = path.resolve()
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:100]}.")
    except OSError as error:
        raise RefusalRaised("certify/unwritable", f"{path} cannot be written: {error}") from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise RefusalRaised("certify/unwritable", f"{path} cannot be written: {error}") from None
    except BaseException:
        os.unlink(name)
        raise


def _mode(path: Path) -> int:
    """That of the file in whose place it goes, or what a new file gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
