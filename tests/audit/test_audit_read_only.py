"""An audit changes nothing: it runs on a copy that may not be written, with a role that may only select."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.audit.evening import evening
from tests.store.desk import Desk
from tests.store.servers import Postgres
from ventuno.cli import main
from ventuno.store import StoreFault, open_books, open_ledger
from ventuno.store.auditing import audit
from ventuno.store.backup import back_up
from ventuno.store.migrations import MIGRATIONS


def state(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def copy(folder: Path) -> Iterator[Path]:
    """The file of a house that has closed, as `cp` copies it, where nobody may write."""
    with open_ledger(folder / "bank.db") as ledger:
        evening(Desk(ledger))
    fixed = folder / "fixed"
    fixed.mkdir()
    shutil.copy(folder / "bank.db", fixed / "copy.db")
    (fixed / "copy.db").chmod(0o444)
    fixed.chmod(0o555)
    yield fixed / "copy.db"
    fixed.chmod(0o755)


@pytest.mark.parametrize(
    "words", [["audit", "--deep"], ["audit"], ["export", "rounds"], ["export", "ledger", "--player", "1"]]
)
def test_a_copy_that_may_not_be_written_is_read_and_left_as_it_was(
    copy: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = state(copy.parent)
    assert main([*words, "--store", str(copy)]) == 0
    assert capsys.readouterr().out
    assert state(copy.parent) == before


def test_a_file_that_may_be_written_is_not(folder: Path) -> None:
    with open_ledger(folder / "bank.db") as ledger:
        evening(Desk(ledger))
    back_up(folder / "bank.db", folder / "backup.db")
    before = state(folder)
    for name in ("bank.db", "backup.db"):
        with open_books(folder / name) as books:
            assert audit(books).clean
    assert state(folder) == before


def test_what_is_only_in_the_write_ahead_log_is_read_too(folder: Path) -> None:
    """Copied from a house that runs: the file alone is not all there is."""
    (folder / "copy").mkdir()
    with open_ledger(folder / "bank.db") as ledger:
        Desk(ledger).player()
        for ending in ("", "-wal"):
            shutil.copy(folder / f"bank.db{ending}", folder / "copy" / f"bank.db{ending}")
        with open_books(folder / "bank.db") as books:
            assert audit(books).records == 2, "while the house runs"
    before = state(folder / "copy")
    with open_books(folder / "copy" / "bank.db") as books:
        assert (audit(books).records, audit(books).clean) == (2, True)
    assert {name: body for name, body in state(folder / "copy").items() if not name.endswith("-shm")} == before


def test_an_older_database_is_not_brought_up_to_date_by_reading_it(folder: Path) -> None:
    open_ledger(folder / "bank.db").close()
    with closing(sqlite3.connect(folder / "bank.db")) as by_hand:
        by_hand.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
    before = state(folder)
    with pytest.raises(StoreFault, match="reading changes nothing") as fault:
        open_books(folder / "bank.db")
    assert (fault.value.code, state(folder)) == ("store/older", before)
    (folder / "empty.db").touch()
    with pytest.raises(StoreFault, match="no database of Ventuno's"):
        open_books(folder / "empty.db")
    assert (folder / "empty.db").stat().st_size == 0


def test_a_role_that_may_only_select_is_enough(postgres: Postgres) -> None:
    where = postgres.new_database()
    with open_ledger(where) as ledger:
        evening(Desk(ledger))
    with psycopg.connect(where, autocommit=True) as owner:
        owner.execute("DROP ROLE IF EXISTS auditor")
        owner.execute("CREATE ROLE auditor LOGIN")
        owner.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO auditor")
        owner.execute("ALTER ROLE auditor SET default_transaction_read_only = on")
    url = where.replace("postgres:@", "auditor:@")
    assert url != where
    assert main(["audit", "--deep", "--store", url]) == 0
    with psycopg.connect(where, autocommit=True) as owner:
        owner.execute("DROP OWNED BY auditor")
        owner.execute("DROP ROLE auditor")


def test_json_says_what_is_not_vouched_for(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--json", "--store", str(copy)]) == 0
    assert json.loads(capsys.readouterr().out)["unsealed"] == {}
