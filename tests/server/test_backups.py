"""The house makes its backups: when they are due, beside the tables, and somebody is told when they fail."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from ventuno.server.backups import HOUR_S, LOOK_S, Backups
from ventuno.server.running import DATABASE, Running
from ventuno.store import backup, migrations, open_ledger, sqlite
from ventuno.store.backups import back_up_next, backups_in
from ventuno.store.looking import version_of

World = Callable[[Running, Backups], Awaitable[None]]
HOUR_MS = int(HOUR_S * 1000)


def in_house(world: World, folder: Path, clock: Shifted, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(fakes, folder, clock=clock, **settings) as running:
            assert running.house.lookout.backups is not None
            await world(running, running.house.lookout.backups)

    run(opened())


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VENTUNO_KEY", "5e" * 32)
    return new_folder()


async def metrics(running: Running) -> dict[str, float]:
    async with Browser(running.url) as browser:
        _, text = await browser.ask("GET", "/metrics")
    lines = (line.rsplit(" ", 1) for line in text.decode().splitlines() if line.startswith("ventuno_backup"))
    return {name: float(value) for name, value in lines}


def wrong(running: Running) -> dict[str, str]:
    """What readiness, and so whoever is alerted, knows of them: by code, why."""
    return {one.code: one.why for one in running.house.readiness.troubles() if one.code.startswith("backup/")}


def test_one_is_made_when_it_is_due_and_its_age_is_told(folder: Path) -> None:
    clock = Shifted()

    async def world(running: Running, backups: Backups) -> None:
        kept = folder / "backups"
        await backups.look()
        assert backups_in(kept) == []  # not right after the opening
        assert await metrics(running) == {"ventuno_backup_ok": 0.0}
        clock.ahead_ms = int(LOOK_S * 1000)
        await backups.look()
        assert [one.number for one in backups_in(kept)] == [1]
        clock.ahead_ms += 5 * HOUR_MS
        await backups.look()
        assert len(backups_in(kept)) == 1  # not due yet
        found = await metrics(running)
        assert found["ventuno_backup_ok"] == 1
        assert found["ventuno_backup_age_seconds"] == pytest.approx(5 * HOUR_S, abs=120)
        clock.ahead_ms += HOUR_MS
        await backups.look()
        assert [one.number for one in backups_in(kept)] == [1, 2]
        assert wrong(running) == {}

    in_house(world, folder, clock, backup_every_h=6, backup_keep=2)


def test_a_failure_is_wrong_until_it_is_over_and_so_is_a_newest_one_that_is_too_old(folder: Path) -> None:
    clock = Shifted()

    async def world(running: Running, backups: Backups) -> None:
        clock.ahead_ms = int(LOOK_S * 1000)
        await backups.look()
        assert "cannot be" in wrong(running)["backup/failed"]
        clock.ahead_ms += 3 * HOUR_MS
        await backups.look()
        assert [*wrong(running)] == ["backup/failed", "backup/old"]
        (folder / "file").unlink()
        clock.ahead_ms += HOUR_MS
        await backups.look()
        assert backups.fine
        assert (await metrics(running))["ventuno_backup_ok"] == 1
        assert wrong(running) == {}

    (folder / "file").touch()
    in_house(world, folder, clock, backup_every_h=1, backup_folder=str(folder / "file" / "backups"))


def test_a_backup_from_the_future_says_nothing_of_the_age(folder: Path) -> None:
    """The clock was ahead when it was made."""
    clock = Shifted()

    async def world(running: Running, backups: Backups) -> None:
        clock.ahead_ms = int(LOOK_S * 1000)
        await backups.look()
        assert [one.number for one in backups_in(folder / "backups")] == [7, 8]

    (folder / "backups").mkdir()
    (folder / "backups" / "ventuno-000007-20990101T000000Z.db").touch()
    in_house(world, folder, clock, backup_every_h=24)


def test_the_house_goes_on_while_one_is_made_and_closes_in_the_middle_of_it(folder: Path) -> None:
    clock = Shifted()

    async def world(running: Running, backups: Backups) -> None:
        clock.ahead_ms = int(LOOK_S * 1000)
        making = asyncio.create_task(backups.look())
        while backups._process is None:
            await asyncio.sleep(0.01)
        async with Browser(running.url) as browser:
            assert (await browser.ask("GET", "/health/ready"))[0] == 200
        making.cancel()
        await asyncio.gather(making, return_exceptions=True)

    in_house(world, folder, clock)


def test_on_postgresql_the_age_of_what_somebody_else_has_made_is_watched(folder: Path) -> None:
    clock = Shifted()

    async def world(running: Running, backups: Backups) -> None:
        watched = Backups(running.house.workers, running.house.now_ms, None, folder / "dumps", 24, 7)
        dump = folder / "dumps" / "tonight.dump"
        dump.parent.mkdir()
        dump.touch()
        os.utime(dump, (clock.now_ms() / 1000 - 3 * 24 * HOUR_S,) * 2)
        await watched.look()
        assert [*watched.wrong] == ["backup/old"]
        dump.touch()
        await watched.look()
        assert watched.fine

    in_house(world, folder, clock)


def test_none_are_made_where_they_are_not_asked_for(folder: Path) -> None:
    async def world() -> None:
        async with open_house(fakes, folder, backup_every_h=0) as running:
            assert running.house.lookout.backups is None
            assert await metrics(running) == {}

    run(world())


def test_a_house_that_opens_an_older_database_copies_it_and_brings_it_forward(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = folder / DATABASE
    open_ledger(database).close()
    step = migrations.Migration(len(migrations.MIGRATIONS) + 1, "notes", ("CREATE TABLE notes (x BIGINT)",))
    steps = (*migrations.MIGRATIONS, step)
    for module in (migrations, sqlite, backup):
        monkeypatch.setattr(module, "MIGRATIONS", steps)

    async def world() -> None:
        async with open_house(fakes, folder) as running, Browser(running.url) as browser:
            assert (await browser.ask("GET", "/health/ready"))[0] == 200

    run(world())
    copy = database.with_name(f"{DATABASE}.before-{step.number}")
    assert (version_of(database), version_of(copy)) == (step.number, step.number - 1)


def test_a_database_that_is_damaged_makes_no_backup_and_says_so(folder: Path) -> None:
    with open_ledger(folder / DATABASE):
        pass
    back_up_next(folder / DATABASE, folder / "backups", 7)
    with sqlite3.connect(folder / DATABASE) as connection:
        connection.execute("UPDATE head SET number = 5")
    clock = Shifted()

    async def world(running: Running, backups: Backups) -> None:
        clock.ahead_ms = 25 * HOUR_MS
        await backups.look()
        assert "audit" in wrong(running)["backup/failed"]
        assert len(backups_in(folder / "backups")) == 1

    in_house(world, folder, clock)
