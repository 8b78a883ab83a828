"""`ventuno forget`: the cards of old rounds go, their money stays; and the file can be made smaller."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime
from typing import Any

from ventuno.cli.where import add_store, opened, store_of
from ventuno.refusal import RefusalRaised
from ventuno.store.address import file_of, is_postgres
from ventuno.store.backup import compact
from ventuno.store.forgetting import forget_rounds, old_rounds


def add(commands: Any) -> None:
    command = commands.add_parser(
        "forget",
        help="let go of the cards of old rounds; their money stays",
        description="Cards and decisions of rounds that ended before a day go, some rounds at a time, also while the "
        "house is open; what was staked and returned, the ledger and the regulator's ids stay. It is in the audit log. "
        "The room in the file is used again; --compact gives it back to the disk.",
    )
    add_store(command)
    command.add_argument("--before", metavar="DATE", help="rounds that ended before it, as 2026-11-17 (UTC)")
    command.add_argument("--dry-run", action="store_true", help="only say how many they are")
    command.add_argument("--reason", default="by the command line", help="for the audit log")
    command.add_argument(
        "--compact", action="store_true", help="SQLite: make the file smaller; the house is closed meanwhile"
    )
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    if arguments.before is None and not arguments.compact:
        raise RefusalRaised("forget/nothing", "say --before DATE, or --compact")
    if arguments.before is not None:
        _forget(arguments)
    if arguments.compact and not arguments.dry_run:
        _compact(store_of(arguments))
    return 0


def _forget(arguments: argparse.Namespace) -> None:
    before_ms, now_ms = _ms(arguments.before), int(time.time() * 1000)
    if before_ms > now_ms:
        raise RefusalRaised("forget/bad_date", f"{arguments.before} is not over yet")
    with opened(store_of(arguments)) as ledger:
        old = old_rounds(ledger, before_ms)
        if arguments.dry_run:
            print(f"{old.rounds:,} rounds ended before {arguments.before} and have their cards still.")
            return
        forget_rounds(ledger, before_ms, now_ms, arguments.reason)
    print(f"The cards of {old.rounds:,} rounds are forgotten; what was staked and returned is kept.")


def _ms(text: str) -> int:
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise RefusalRaised(
            "forget/bad_date", f"{text!r} is no date: write it as 2026-11-17 or 2026-11-17T08:30"
        ) from None


def _compact(where: str) -> None:
    if is_postgres(where):
        raise RefusalRaised("forget/not_sqlite", "PostgreSQL gives room back by itself, or with VACUUM FULL")
    path = file_of(where)
    if not path.is_file():
        raise RefusalRaised("store/none", f"there is no database {path}: name it with --store")
    before = path.stat().st_size
    compact(path)
    print(f"{path}: {before / 1e6:,.1f} MB before, {path.stat().st_size / 1e6:,.1f} MB now.")
