"""`ventuno audit`: checks the bank's book, record by record, against itself."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from ventuno.audit.deep import deep_audit
from ventuno.audit.report import DeepReport
from ventuno.audit.rules import AuditedRules
from ventuno.cli.keeping import TOKEN, KeepingNote, kept_elsewhere
from ventuno.cli.output import print_json
from ventuno.cli.where import add_store, opened, opened_to_read, store_of
from ventuno.money import in_units
from ventuno.refusal import RefusalRaised
from ventuno.store.auditing import AuditReport, audit, rebuild_balances

NOT_CLEAN = 1
DIGEST_BYTES = 32
NOT_KEPT = 3  # clean, and the digest is not where it should be kept


def add(commands: Any) -> None:
    command = commands.add_parser(
        "audit",
        help="check the bank's book: chain, balances, stakes, chips, events",
        description="Seals every record again, sums every entry and compares with what is stored; stakes with returns, "
        "round by round; and every row beside them with the record that vouches for it. It changes nothing, so a copy "
        "that may not be written will do. Exit 1: it differs; 3: the digest could not be sent or kept. --deep also "
        "plays the stored rounds again and holds what lay on the felt, what came back and what the jackpots moved "
        "against the ledger, player by player, to the cent; a round whose rules are not there any more is counted, "
        "and is not clean.",
    )
    add_store(command)
    command.add_argument(
        "--expect",
        metavar="DIGEST",
        help="the digest of an earlier audit: the journal must still contain it, whatever has come since",
    )
    command.add_argument(
        "--send", metavar="URL", help=f"post the digest there as JSON; {TOKEN} is sent along as a bearer token"
    )
    command.add_argument("--digest-file", metavar="FILE", type=Path, help="add the digest to this file, a line each")
    command.add_argument("--operator", default="ventuno", metavar="NAME", help="whose house it is, with the digest")
    command.add_argument("--rebuild", action="store_true", help="first set every balance to the sum of its entries")
    command.add_argument("--deep", action="store_true", help="play every stored round again, and compare the money")
    command.add_argument("--since", metavar="DATE", help="with --deep: only rounds opened since, as 2026-11-17 (UTC)")
    command.add_argument("--round", metavar="CODE", default="", help="with --deep: only this round")
    command.add_argument(
        "--variants", metavar="FOLDER", type=Path, help="with --deep: older versions of games, found by their digest"
    )
    command.add_argument("--json", action="store_true", help="print the report as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    since_ms = _since_ms(arguments.since)
    if not arguments.deep and (since_ms or arguments.round or arguments.variants):
        raise RefusalRaised(
            "audit/not_deep", "--since, --round and --variants are about rounds played again: add --deep"
        )
    changed = 0
    if arguments.rebuild:
        with opened(store_of(arguments)) as ledger:
            changed = rebuild_balances(ledger)
    with opened_to_read(store_of(arguments)) as ledger:
        report = audit(ledger, _digest(arguments.expect))
        deep = None
        if arguments.deep:
            deep = deep_audit(ledger, AuditedRules(arguments.variants), since_ms=since_ms, code=arguments.round)
    clean = report.clean and (deep is None or deep.clean)
    note = KeepingNote.of(report, clean=clean, operator=arguments.operator, at=datetime.now(UTC))
    not_kept = kept_elsewhere(note, arguments.digest_file, arguments.send)
    if arguments.json:
        more = {} if deep is None else {"deep": {**msgspec.to_builtins(deep), "clean": deep.clean}}
        print_json({**msgspec.to_builtins(report), "clean": clean, "rebuilt": changed, "not_kept": not_kept, **more})
    else:
        _print(report, changed)
        if deep is not None:
            _print_deep(deep)
        for why in not_kept:
            print(why, file=sys.stderr)
    if not clean:
        return NOT_CLEAN
    return NOT_KEPT if not_kept else 0


def _since_ms(text: str | None) -> int:
    if text is None:
        return 0
    try:
        return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise RefusalRaised(
            "audit/bad_date", f"{text!r} is no date: write it as 2026-11-17 or 2026-11-17T08:30"
        ) from None


def _digest(text: str | None) -> bytes | None:
    try:
        digest = None if text is None else bytes.fromhex(text)
        if digest is not None and len(digest) != DIGEST_BYTES:
            raise ValueError("cut off")
        return digest
    except ValueError:
        raise RefusalRaised("audit/bad_digest", f"{text!r} is no digest: 64 signs of 0-9 and a-f") from None


def _print(report: AuditReport, changed: int) -> None:
    if changed:
        print(f"{changed} balances set anew from the entries.")
    print(f"{report.records:,} records, {report.entries:,} entries, {report.accounts:,} accounts.")
    for currency, amount in report.liability.items():
        print(f"Golden chips outstanding: {in_units(amount)} {currency}.")
    for what, count in report.unsealed.items():
        print(f"Not vouched for: {count:,} {what}.")
    for finding in report.findings:
        print(f"{finding.code}: {finding.what}")
    print(f"Clean. The journal ends with {report.digest}" if report.clean else f"{len(report.findings)} findings.")


def _print_deep(deep: DeepReport) -> None:
    print(f"{deep.replayed:,} of {deep.rounds:,} rounds played again; {deep.undealt:,} without a card.")
    if deep.forgotten:
        print(f"{deep.forgotten:,} are forgotten, as the house's retention says.")
    if deep.corrected:
        print(f"{deep.corrected:,} corrections of settled rounds.")
    for reason, count in deep.not_replayable.items():
        print(f"Not replayable: {count:,} rounds: {reason}.")
    for one in deep.differences:
        who = f" player {one.player}" if one.player else ""
        amounts = (
            f": {in_units(one.felt_minor)}, {in_units(one.held_minor)}" if one.felt_minor != one.held_minor else ""
        )
        print(f"{one.code}: round {one.round}{who} {one.spot}{amounts} {one.what}")
    print("Every round is as it was played." if deep.clean else f"{deep.differing:,} differences.")
