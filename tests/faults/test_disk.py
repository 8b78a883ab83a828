"""A disk that is full, read-only, hangs or has damaged pages: seen before somebody needs it, and told with its end."""

from __future__ import annotations

import os
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.bank import OpenAccount
from ventuno.server import disk as disks
from ventuno.server.disk import DiskSeen, DiskWatch, look
from ventuno.server.lookout import WatchLimits
from ventuno.server.pages import PageWatch
from ventuno.server.running import Running
from ventuno.store import Ledger, StoreFault, open_ledger
from ventuno.store.glance import glance
from ventuno.store.history import person_named

PAGE = 4096


# -- the disk ---------------------------------------------------------------------------------------


def test_a_folder_that_can_be_written_to_has_room_and_nothing_wrong(tmp_path: Path) -> None:
    seen = look(tmp_path)
    assert (seen.free_mb > 0, seen.wrong) == (True, "")
    assert [one.name for one in tmp_path.iterdir()] == [".writable"]
    assert (tmp_path / ".writable").stat().st_mode & 0o077 == 0


def test_a_disk_that_may_only_be_read_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_only = SimpleNamespace(f_bavail=10**9, f_frsize=4096, f_flag=os.ST_RDONLY)
    monkeypatch.setattr(os, "statvfs", lambda _: read_only)
    assert look(tmp_path).wrong == "the disk may only be read"


def test_a_disk_that_fails_to_write_is_seen_and_so_is_a_folder_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fails)
    assert look(tmp_path).wrong == "Input/output error"
    assert look(tmp_path / "gone").wrong == "No such file or directory"


def test_a_disk_that_does_not_answer_is_seen_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = DiskWatch(tmp_path)
    assert watch.wrong == ""
    watch.seen = DiskSeen(time.monotonic() - disks.SILENT_S - 1, 10_000)
    assert "has not answered" in watch.wrong


def health(running: Running, free_mb: int, wrong: str = "") -> None:
    assert running.house.lookout.disk is not None
    running.house.lookout.disk.seen = DiskSeen(time.monotonic(), free_mb, wrong)


def test_little_room_warns_too_little_is_not_ready_and_both_have_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ventuno.server.alerts.QUIET_MS", 0)

    async def world() -> None:
        limits = WatchLimits(disk_low_mb=2000, disk_least_mb=200)
        async with open_house(fakes, watch=limits) as running, Browser(running.url) as browser:
            sweeper, desk = running.house.sweeper, running.house.alerts
            for free_mb, wrong, status, code in (
                (10_000, "", 200, None),
                (1_999, "", 200, "disk/low"),
                (199, "", 503, "disk/full"),
                (10_000, "Read-only file system", 503, "disk/failed"),
                (10_000, "", 200, None),
            ):
                health(running, free_mb, wrong)
                answered, body = await browser.ask("GET", "/health/ready")
                assert answered == status
                told = str(body)
                assert "Read-only" not in told  # strangers are told what a player would feel
                assert str(free_mb) not in told
                await sweeper.go_round(2)
                assert [key for key, _ in desk.active] == ([code] if code else [])
            assert [(one.code, bool(one.ended_ms)) for one in desk.listed] == [
                ("disk/low", True),
                ("disk/full", True),
                ("disk/failed", True),
            ]
            health(running, 1_999)
            _, body = await browser.ask("GET", "/health/ready")
            assert [one["code"] for one in body["warnings"]] == ["disk/low"]

    run(world())


# -- damaged pages ----------------------------------------------------------------------------------


@pytest.fixture
def where(tmp_path: Path) -> Path:
    """A database with enough in it to fill pages, folded into one file."""
    path = tmp_path / "ventuno.db"
    with open_ledger(path) as ledger:
        waiting = [
            ledger.submit(OpenAccount(key=f"open {n}", at_ms=n + 1, name=f"player {n}", currency="EUR"))
            for n in range(600)
        ]
        for one in waiting:
            one.result()
    with sqlite3.connect(path) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def pages_of(path: Path, table: str) -> list[int]:
    """Leaves of the table, as SQLite says where they are; else all pages that hold its words."""
    words = {"people": b"player 3", "journal": b"OpenAccount"}[table]
    body = path.read_bytes()
    return [at for at in range(PAGE, len(body), PAGE) if body[at : at + PAGE].count(words) > 5]


def damage(path: Path, table: str) -> None:
    at = pages_of(path, table)[-1]
    with path.open("r+b") as file:
        file.seek(at)
        file.write(random.Random(1).randbytes(PAGE))


@pytest.fixture
def watch(where: Path) -> Iterator[tuple[Ledger, PageWatch]]:
    with open_ledger(where) as ledger:
        yield ledger, PageWatch(ledger, 24)


def test_a_look_at_sound_pages_finds_nothing_and_is_whole(watch: tuple[Ledger, PageWatch]) -> None:
    ledger, pages = watch
    seen = glance(ledger, threading.Event())
    assert (seen.damages, seen.left_out, seen.whole) == ((), (), True)
    pages.look()
    assert pages.damage == ""


@pytest.mark.parametrize("table", ["people", "journal"])
def test_a_damaged_page_is_found_by_the_look_before_anybody_needs_it(where: Path, table: str) -> None:
    damage(where, table)
    with open_ledger(where) as ledger:
        pages = PageWatch(ledger, 24)
        pages.look()
        assert table in pages.damage


def test_damage_that_a_reader_met_counts_until_a_whole_look_has_found_none(
    watch: tuple[Ledger, PageWatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger, pages = watch

    def meets(*_: Any) -> Any:
        raise StoreFault("store/corrupt", "the database is damaged: restore a backup")

    with monkeypatch.context() as patch:
        patch.setattr("ventuno.store.sqlite.SqliteEngine.rows", meets)
        with pytest.raises(StoreFault):
            person_named(ledger, "player 1")
    assert pages.damage
    assert person_named(ledger, "player 1") is not None  # that others read well proves nothing
    assert pages.damage
    pages.look()
    assert not pages.damage


def test_damage_that_the_writer_met_is_remembered_when_the_next_transaction_is_well(
    watch: tuple[Ledger, PageWatch],
) -> None:
    ledger, pages = watch

    def meets(_: Any) -> None:
        raise StoreFault("store/corrupt", "the database is damaged: restore a backup")

    with pytest.raises(StoreFault):
        ledger.keep(meets)
    ledger.keep(lambda _: None)
    assert ledger.fault is None
    assert pages.damage


def test_a_look_is_given_up_where_it_takes_too_long_and_never_counts_as_clean(
    watch: tuple[Ledger, PageWatch], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interruption is SQLite's own: it comes while the pages are being read."""
    ledger, pages = watch
    ledger.damaged = True
    monkeypatch.setattr("ventuno.store.sqlite.ASKED_EVERY_S", 0.0)
    seen = glance(ledger, threading.Event(), most_s=-1.0)
    assert seen.left_out
    assert not seen.whole
    pages._judge(seen)
    assert pages.damage
    stopped = threading.Event()
    stopped.set()
    assert not glance(ledger, stopped).whole


def test_a_house_with_damaged_pages_is_not_ready_and_says_to_strangers_no_more_than_that() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as browser:
            running.ledger.damaged = True
            status, body = await browser.ask("GET", "/health/ready")
            assert (status, [one["code"] for one in body["reasons"]]) == (503, ["store/damaged"])
            assert "restore" not in str(body)
            await running.house.sweeper.go_round(2)
            assert "restore a backup" in running.house.alerts.active["store/damaged", ""].why
            await running.house.workers.read(running.house.lookout.pages.look)  # type: ignore[union-attr]
            assert (await browser.ask("GET", "/health/ready"))[0] == 200

    run(world())
