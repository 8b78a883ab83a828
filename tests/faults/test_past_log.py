"""SQLite's write-ahead log stays bounded: under load, beside readers that never leave it alone, and after a long one.

All sizes are a hundredth of the real ones.
"""

from __future__ import annotations

import io
import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.store.conftest import quick_folder
from tests.store.desk import Desk
from ventuno.bank import SettleRound
from ventuno.store import Ledger, open_ledger, sqlite
from ventuno.store.export import export
from ventuno.store.tables import REGULATOR_IDS

LOG_BYTES = 640_000
_numbers = itertools.count()


@pytest.fixture
def ledger(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ledger]:
    monkeypatch.setattr(sqlite, "CHECKPOINT_PAGES", 80)
    monkeypatch.setattr(sqlite, "LOG_BYTES", LOG_BYTES)
    monkeypatch.setattr(sqlite, "CUT_EVERY_S", 0.01)
    with quick_folder() as folder, open_ledger(folder / "bank.db") as ledger:
        yield ledger


def log_of(ledger: Ledger) -> int:
    return Path(f"{ledger.place.path}-wal").stat().st_size  # type: ignore[attr-defined]


def write(ledger: Ledger, commits: int) -> int:
    """About 30 kB each. The longest the log was."""
    longest = 0
    for _ in range(commits):
        rows = [(1, f"R{next(_numbers)}", "s" * 40, "p" * 40, 0, 0) for _ in range(100)]
        ledger.keep(lambda engine, rows=rows: engine.insert(REGULATOR_IDS, rows))  # type: ignore[misc]
        longest = max(longest, log_of(ledger))
    return longest


@contextmanager
def readers(ledger: Ledger) -> Iterator[None]:
    """Three, each for 15 ms, one beginning before another ends: at no moment does none of them read."""
    over = threading.Event()

    def read(first: float) -> None:
        time.sleep(first)
        while not over.is_set():
            with ledger.reading() as engine, engine.snapshot():
                engine.rows("SELECT count(*) FROM people")
                time.sleep(0.015)

    threads = [threading.Thread(target=read, args=(number * 0.005,)) for number in range(3)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_the_log_is_bounded_beside_readers_that_never_leave_it_alone(ledger: Ledger) -> None:
    with readers(ledger):
        assert write(ledger, 400) < 4 * LOG_BYTES


def test_the_log_is_cut_once_a_long_reader_has_gone(ledger: Ledger) -> None:
    with ledger.reading() as engine, engine.snapshot():
        engine.rows("SELECT count(*) FROM people")
        assert write(ledger, 100) > 2 * LOG_BYTES  # what it reads is in there, and nothing is lost
    time.sleep(0.02)
    write(ledger, 1)
    assert log_of(ledger) <= LOG_BYTES
    with ledger.reading() as engine:
        assert engine.rows("SELECT count(*) FROM regulator_ids") == [(10_100,)]


class Slow(io.StringIO):
    """A file on a slow disk, while the house goes on writing."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self._ledger = ledger
        self.longest = 0

    def write(self, text: str) -> int:
        self.longest = max(self.longest, write(self._ledger, 1))
        return super().write(text)


@pytest.mark.parametrize("what", ["rounds", "ledger"])
def test_an_export_does_not_hold_the_log(ledger: Ledger, what: str) -> None:
    desk = Desk(ledger)
    anna = desk.player()
    desk.round()
    for number in range(60):
        desk.place(anna, 1, spot=f"{number % 7 + 1}/main")
    for code in map(str, range(60)):
        desk.round(code)
        desk.place(anna, 1, code=code)
        desk.ok(SettleRound, round=code, returned={anna: 1})
    out = Slow(ledger)
    assert export(ledger, what, "json", out) >= 60  # type: ignore[arg-type]
    assert out.longest < 3 * LOG_BYTES
