"""`ventuno audit`: checks the bank's book, record by record, against itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec

from ventuno.cli.output import print_json
from ventuno.money import in_units
from ventuno.refusal import Refused
from ventuno.store import Ledger, open_ledger
from ventuno.store.auditing import AuditReport, audit, rebuild_balances

DEFAULT = "ventuno.db"
NOT_CLEAN = 1


def add(commands: Any) -> None:
    command = commands.add_parser(
        "audit",
        help="check the bank's book: chain, balances, stakes, chips, events",
        description="Seals every record again, sums every entry, and compares with what is stored. Exit 1: it differs.",
    )
    add_store(command)
    command.add_argument(
        "--expect", metavar="DIGEST", help="the digest the journal must end with, from an earlier audit"
    )
    command.add_argument("--rebuild", action="store_true", help="first set every balance to the sum of its entries")
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.set_defaults(run=run)


def add_store(command: Any) -> None:
    command.add_argument(
        "--store",
        default=DEFAULT,
        metavar="WHERE",
        help=f"a SQLite file (default: {DEFAULT}) or postgresql://...",
    )


def opened(where: str) -> Ledger:
    """A database that is there: a misspelt name must not make a new, empty and therefore clean one."""
    if "://" not in where and not Path(where).exists():
        raise Refused("store/none", f"there is no database {where}")
    return open_ledger(where)


def run(arguments: argparse.Namespace) -> int:
    with opened(arguments.store) as ledger:
        changed = rebuild_balances(ledger) if arguments.rebuild else 0
        report = audit(ledger, _digest(arguments.expect))
    if arguments.json:
        print_json({**msgspec.to_builtins(report), "clean": report.clean, "rebuilt": changed})
    else:
        _print(report, changed)
    return 0 if report.clean else NOT_CLEAN


def _digest(text: str | None) -> bytes | None:
    try:
        return None if text is None else bytes.fromhex(text)
    except ValueError:
        raise Refused("audit/bad_digest", f"{text!r} is no digest: 64 signs of 0-9 and a-f") from None


def _print(report: AuditReport, changed: int) -> None:
    if changed:
        print(f"{changed} balances set anew from the entries.")
    print(f"{report.records:,} records, {report.entries:,} entries, {report.accounts:,} accounts.")
    for currency, amount in report.liability.items():
        print(f"Golden chips outstanding: {in_units(amount)} {currency}.")
    for finding in report.findings:
        print(f"{finding.code}: {finding.what}")
    print(f"Clean. The journal ends with {report.digest}" if report.clean else f"{len(report.findings)} findings.")
