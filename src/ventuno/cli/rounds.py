"""`ventuno rounds`: the rounds that are open with stakes in play, from the machine the house runs on."""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from ventuno.bank import VoidRound
from ventuno.cli.output import print_json
from ventuno.cli.where import add_store, opened, store_of
from ventuno.money import in_units
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.store import Ledger
from ventuno.store.history import MOST_AT_ONCE, NEWEST
from ventuno.store.ledger import refuse_if_house_is_open
from ventuno.store.open_rounds import Staked, staked_rounds


def add(commands: Any) -> None:
    command = commands.add_parser(
        "rounds",
        help="rounds that are open with stakes in play; void one by its code",
        description="Lists every round with stakes in play, the newest first. --void gives all stakes of one back, and "
        "nothing else; it is in the audit log. While a house is open on the database, its console is the place for it.",
    )
    add_store(command)
    command.add_argument("--void", metavar="CODE", help="every stake of this round goes back")
    command.add_argument("--reason", metavar="TEXT", help="with --void: why, for the audit log and the players")
    command.add_argument("--json", action="store_true", help="print as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    code, reason = (arguments.void or "").strip().upper(), (arguments.reason or "").strip()
    if bool(code) != bool(reason):
        raise RefusalRaised("rounds/no_reason", "--void CODE and --reason TEXT go together: an act has a reason")
    if not code:
        with opened(store_of(arguments)) as ledger:
            found = list(_all(ledger))
        print_json({"rounds": [one._asdict() for one in found]}) if arguments.json else _print(found)
        return 0
    with opened(store_of(arguments)) as ledger, _no_house(store_of(arguments), code):
        _void(ledger, code, reason)
    if arguments.json:
        print_json({"void": code})
    else:
        print(f"{code} is void: every stake went back.")
    return 0


@contextmanager
def _no_house(where: str, code: str) -> Iterator[None]:
    """A table that holds the round must void it itself: it would go on with what is not there any more."""
    try:
        with refuse_if_house_is_open(where):
            yield
    except RefusalRaised as refused:
        if refused.refusal.code != "store/in_use":
            raise
        why = f"a house is open on this database: void {code} in its console, under Rounds, or stop it first"
        raise RefusalRaised("store/in_use", why) from None


def _all(ledger: Ledger) -> Iterator[Staked]:
    before = NEWEST
    while page := staked_rounds(ledger, before, MOST_AT_ONCE):
        yield from page
        before = page[-1].cursor


def _void(ledger: Ledger, code: str, reason: str) -> None:
    key, at_ms = f"{code}/void/{secrets.token_hex(12)}", int(time.time() * 1000)
    outcome = ledger.execute(VoidRound(key=key, at_ms=at_ms, round=code, reason=reason))
    if isinstance(outcome, Refusal):
        raise RefusalRaised(outcome.code, outcome.why, **outcome.data)


def _print(found: list[Staked]) -> None:
    for one in found:
        sums = [f"{in_units(minor)} {currency}" for currency, minor in one.stakes.items() if minor]
        sums += [f"{in_units(minor)} {currency} in golden chips" for currency, minor in one.golden.items()]
        who = ", ".join(one.names) + (", ..." if one.players > len(one.names) else "")
        print(f"{one.code}  {one.table} ({one.game})  opened {_when(one.opened_ms)}, changed {_when(one.changed_ms)}")
        print(f"    {' + '.join(sums)}; {one.players} playing: {who}")
    print(f"{len(found):,} open rounds with stakes." if found else "No round is open with stakes in play.")


def _when(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
