"""A house on SQLite whose lock file somebody removes: it takes it again, or stops when another house came first."""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house_process import HouseProcess
from tests.server.houses import new_folder, open_house, run
from ventuno.refusal import RefusalRaised
from ventuno.store.occupancy import Occupancy


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


def test_a_house_whose_lock_was_removed_takes_it_again_and_says_so(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def world() -> None:
        async with open_house(folder=folder) as running:
            lock = folder / "ventuno.db.lock"
            lock.unlink()
            async with asyncio.timeout(10):
                while "was made again" not in caplog.text:
                    await asyncio.sleep(0.05)
            with pytest.raises(RefusalRaised):
                Occupancy(folder / "ventuno.db")
            assert not running.house.store.taken_over.is_set()

    with caplog.at_level(logging.WARNING):
        run(world())


def test_a_house_that_lost_its_database_to_another_stops_with_exit_3(folder: Path) -> None:
    house = HouseProcess(folder)
    try:
        house.start()
        (folder / "ventuno.db.lock").unlink()
        other = Occupancy(folder / "ventuno.db")
        assert house._process is not None
        assert house._process.wait(20) == 3
        other.end()
    finally:
        house.kill()
    assert "another house has taken over the database" in house.log.read_text()
