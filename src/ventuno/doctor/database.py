"""The database: whether it opens, its version, its pages, its log, how it grows, and who has it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ventuno.doctor.patient import Patient
from ventuno.doctor.report import Symptom, ok, warning, wrong
from ventuno.store import looks
from ventuno.store.migrations import MIGRATIONS
from ventuno.store.sqlite import CHECKPOINT_PAGES, LookingEngine

LOG_BYTES: Final = 4 * CHECKPOINT_PAGES * 4096
PAGES_S: Final = 20.0  # looking at every page of a large one takes longer: the audit does that
OFTEN: Final = 100_000  # steps of SQLite between looks at the clock
DAY_MS: Final = 86_400_000
WEEK: Final = 7


def opens(patient: Patient) -> Iterator[Symptom]:
    if not patient.there:
        yield ok(f"{patient.file} is not there yet: the house makes it")
    elif patient.engine is None:
        what = "PostgreSQL" if patient.on_server else str(patient.file)
        yield wrong(f"{what}: {patient.fault}", _does_not_open(patient.on_server))
    elif patient.version is None:
        yield wrong(patient.fault, _not_known(patient.fault))
    elif patient.version == 0:
        yield ok("the database is empty: the house makes its tables")
    elif patient.version < len(MIGRATIONS):
        says = f"the database is of version {patient.version}, and this Ventuno's is {len(MIGRATIONS)}"
        yield warning(says, "try it with ventuno migrate --dry-run, then ventuno migrate (docs/operating.md, Upgrade)")
    else:
        yield ok(f"the database opens and is of this Ventuno's version, {patient.version}")


def _does_not_open(on_server: bool) -> str:
    if on_server:
        return (
            "look whether the server runs, and at name, password and pg_hba.conf: psql with the same address says more"
        )
    return "look at owner and modes; if it is damaged, restore a backup: ventuno restore"


def _not_known(fault: str) -> str:
    if "knows" in fault:
        return "it was opened by a newer Ventuno: install that one, or restore the copy from before (*.before-N)"
    return "restore a backup: ventuno restore (docs/operating.md, Restore)"


def pages(patient: Patient) -> Iterator[Symptom]:
    """Not for longer than a moment: a reader keeps the log of a running house from being folded in."""
    if not isinstance(patient.engine, LookingEngine):
        return
    found = looks.damaged_pages(patient.engine, PAGES_S, OFTEN)
    if found is None:
        yield ok(f"no damaged page in {PAGES_S:.0f} s of looking; ventuno audit looks at all of them")
    elif not found:
        yield ok("no page is damaged")
    else:
        yield wrong(
            f"pages are damaged: {found[0].splitlines()[-1]}", "restore a backup: ventuno restore (docs/operating.md)"
        )


def log(patient: Patient) -> Iterator[Symptom]:
    """Of a file that is closed there is none."""
    path = patient.file.with_name(patient.file.name + "-wal")
    if patient.on_server or not path.exists():
        return
    size = path.stat().st_size
    if size > LOG_BYTES:
        remedy = "something reads for very long (an export, an audit): let it end; a restart of the house folds it in"
        yield warning(f"the write-ahead log has {size >> 20:,} MB", remedy)
    elif patient.holder is None and size:
        yield ok("the house was not closed in order; what its log holds is taken in at the next opening")
    else:
        yield ok(f"the write-ahead log has {size >> 20:,} MB")


def growth(patient: Patient) -> Iterator[Symptom]:
    if patient.books is None:
        return
    size = looks.size_bytes(patient.books, patient.on_server)
    records = looks.record_count(patient.books)
    of_week = records - looks.record_at(patient.books, records, patient.now_ms - WEEK * DAY_MS)
    a_day = size * of_week / max(records, 1) / WEEK
    yield ok(f"{size / 1e6:,.0f} MB, {records:,} records; {a_day / 1e6:,.1f} MB a day over the last week")


def held(patient: Patient) -> Iterator[Symptom]:
    if patient.on_server:
        return
    if patient.holder is None:
        yield ok("no house has the database open")
    else:
        yield ok(f"a house has the database open: process {patient.holder}")
