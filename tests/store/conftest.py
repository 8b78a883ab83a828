"""Every test that asks for `where`, `ledger` or `desk` runs on both engines: the contract of a store."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.store.desk import Desk
from tests.store.servers import Postgres
from ventuno.store import Ledger, open_ledger

# In memory where there is such a folder: what a store does on a power cut is not tested here, and a disk is slow.
MEMORY = Path("/dev/shm")


@contextmanager
def quick_folder() -> Iterator[Path]:
    in_memory = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    with tempfile.TemporaryDirectory(prefix="ventuno-", dir=MEMORY if in_memory else None) as name:
        yield Path(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with quick_folder() as folder:
        server = Postgres(folder / "data")
        yield server
        server.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as folder:
        yield folder


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return str(folder / "bank.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def ledger(where: str) -> Iterator[Ledger]:
    with open_ledger(where) as opened:
        yield opened


@pytest.fixture
def desk(ledger: Ledger) -> Desk:
    return Desk(ledger)


@pytest.fixture
def sqlite_file(folder: Path) -> Path:
    return folder / "bank.db"
