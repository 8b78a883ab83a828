"""What is in the books that somebody should look after: open rounds, transfers, jackpots, people, the key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ventuno.bank import RoundRecord
from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.money import in_units
from ventuno.play.events import RoundBegun
from ventuno.refusal import RefusalRaised
from ventuno.server.keys import KEY, KeyRing
from ventuno.store import looks
from ventuno.store.engine import Engine
from ventuno.store.key_check import check_in
from ventuno.table.records import played
from ventuno.variant import digest, load

DAY_MS: Final = 86_400_000
SLOW_MS: Final = 3_600_000  # a transfer that is asked for so long
MOST: Final = 1000  # rounds that are looked at
SHOWN: Final = 5


def key(patient: Patient) -> Iterator[Symptom]:
    if patient.books is None:
        return
    check = check_in(patient.books)
    try:
        ring = KeyRing(
            str(patient.where if patient.on_server else patient.folder),
            patient.environ.get(KEY, ""),
            patient.settings.key_file,
            None if patient.on_server else patient.folder,
        )
        if check is None:
            yield ok("nothing is sealed yet: the key is made, or taken, at the first opening")
        elif ring.knows(check):
            yield ok("the key is there and fits: keep a copy of it apart from the backups")
        else:
            yield wrong(ring.missing(), "put the key's copy back; without any: ventuno serve --new-key")
    except RefusalRaised as refused:
        yield wrong(str(refused), "see docs/operating.md, The key")


def rounds(patient: Patient) -> Iterator[Symptom]:
    if patient.books is None:
        return
    found = looks.open_rounds_with_stakes(patient.books, MOST)
    old = [one for one in found if patient.now_ms - one.last_ms > DAY_MS]
    tables = {table.key for table in patient.settings.tables}
    lost = [one for one in found if tables and one.table not in tables]
    other = [one for one in found if _rules_changed(patient.books, one)]
    if old:
        yield warning(
            f"stakes lie for more than a day in {_named(old)}",
            "a solo round waits for its player; void others in the supervisor's console",
        )
    if lost:
        yield wrong(
            f"stakes lie at tables that are not configured: {_named(lost)}", "put the table back until they are over"
        )
    if other:
        yield warning(
            f"rules were changed while stakes lie: {_named(other)}", "put the variant's file back until they are over"
        )
    if not (old or lost or other):
        yield ok(f"{len(found)} open rounds with stakes, none of them left behind")


def _named(found: list[RoundRecord]) -> str:
    names = ", ".join(f"{one.code} ({one.table})" for one in found[:SHOWN])
    return f"{len(found)} rounds: {names}{', ...' if len(found) > SHOWN else ''}"


def _rules_changed(engine: Engine, one: RoundRecord) -> bool:
    events = played(looks.events_of_open_round(engine, one.code))
    opened = next((event for event in events if isinstance(event, RoundBegun)), None)
    if opened is None:
        return False  # no card yet: it is void at the next opening anyway
    try:
        return digest(load(one.game)) != opened.digest
    except RefusalRaised:
        return True


def transfers(patient: Patient) -> Iterator[Symptom]:
    if patient.books is None:
        return
    count, oldest_ms = looks.transfers_on_their_way(patient.books)
    if count and patient.now_ms - oldest_ms > SLOW_MS:
        hours = (patient.now_ms - oldest_ms) // SLOW_MS
        yield warning(
            f"{count} deposits or withdrawals are on their way, the oldest for {hours:,} hours",
            "the house asks the provider again while it runs: look into the provider's own records",
        )
    else:
        yield ok(f"{count} deposits and withdrawals on their way")


def jackpots(patient: Patient) -> Iterator[Symptom]:
    if patient.books is None:
        return
    pools = looks.pools_held(patient.books)
    for pool, balance, _ in pools:
        if balance is None or balance < 0:
            yield wrong(f"the jackpot {pool} has no money behind it", "run ventuno audit")
    held = ", ".join(f"{pool} {in_units(balance or 0)} {currency}" for pool, balance, currency in pools)
    yield ok(f"jackpots: {held or 'none'}")


def people(patient: Patient) -> Iterator[Symptom]:
    if patient.books is None:
        return
    found = looks.supervisors(patient.books)
    bare = sorted(name for name, has_factor in found.items() if not has_factor)
    if not found and looks.people_count(patient.books):
        yield wrong("there is no supervisor", "ventuno staff --open NAME supervisor")
    elif bare and patient.settings.staff_second_factor == "required":
        yield wrong(
            f"without a second factor: {', '.join(bare)}", "they sign in and enrol one; until then they can do nothing"
        )
    elif bare:
        yield warning(f"supervisors without a second factor: {', '.join(bare)}", "they enrol one in their account")
    else:
        yield ok(f"{len(found)} supervisors, each with a second factor" if found else "nobody is there yet")


def key_file(patient: Patient) -> Iterator[Symptom]:
    path = Path(patient.settings.key_file) if patient.settings.key_file else None
    if path and path.exists() and path.stat().st_mode & 0o077:
        yield warning(f"others can read the key in {path}", f"chmod 600 {path}")
