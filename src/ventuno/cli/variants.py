"""`ventuno variants`: every game that can be called by name."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ventuno.cli.output import print_json, styled, wants_colour
from ventuno.variant import Variant, catalog, digest, to_notation
from ventuno.variant.notation import unsaid


def add(commands: Any) -> None:
    command = commands.add_parser(
        "variants",
        help="list the games",
        description="Lists every game of the catalog, and of the folder that VENTUNO_VARIANTS names.",
    )
    command.add_argument("--json", action="store_true", help="print the list as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    found = catalog()
    if arguments.json:
        print_json(
            {
                "variants": [_plain(variant) for variant in found.variants.values()],
                "faulty": {name: [str(fault) for fault in file.faults] for name, file in found.faulty.items()},
            }
        )
        return 0
    colour = wants_colour()
    width = max(map(len, found.variants), default=0)
    for key, variant in found.variants.items():
        print(f"{styled(key.ljust(width), 'bold', 'gold', colour=colour)}  {variant.name}, {_table(variant)}")
        print(f"{'':{width}}  {to_notation(variant)}{' and more' if unsaid(variant) else ''}")
        if variant.side_bets:
            print(f"{'':{width}}  side bets: {', '.join(variant.side_bets)}")
    for file in found.faulty.values():
        print(f"ventuno: {file}", file=sys.stderr)
    print(f"\nTry `ventuno rules {next(iter(found.variants), 'VARIANT')}`, or play one: `ventuno play free-chip`.")
    return 0


def _table(variant: Variant) -> str:
    facts, count = variant.table.facts, variant.table.positions
    many = "" if count == 1 else "s"
    if facts.alone:
        return f"solo, up to {count} hand{many}"
    return f"live, {count} seat{many}" if facts.seats else f"live, shared by all, {count} position{many}"


def _plain(variant: Variant) -> dict[str, Any]:
    return {
        "variant": variant.key,
        "name": variant.name,
        "table": variant.table.kind,
        "notation": to_notation(variant),
        "unsaid": unsaid(variant),
        "digest": digest(variant),
        "side_bets": list(variant.side_bets),
    }
