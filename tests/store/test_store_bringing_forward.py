"""A database of an earlier version: told, tried, copied, and only then changed; all of the way or none of it."""

from __future__ import annotations

import hashlib
import shutil
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.desk import Desk
from tests.store.servers import Postgres
from ventuno.cli import main
from ventuno.refusal import RefusalRaised
from ventuno.store import backup, migrations, open_ledger, postgres as postgres_engine, sqlite
from ventuno.store.looking import looking, version_of
from ventuno.store.migrating import bring_forward, due, migrate_file, migrate_server, try_out
from ventuno.store.migrations import MIGRATIONS, Migration
from ventuno.store.occupancy import Occupancy

NOW = len(MIGRATIONS)
NOTES = Migration(NOW + 1, "notes", ("CREATE TABLE notes (x BIGINT)", "INSERT INTO notes VALUES (1)"))
MORE = Migration(NOW + 2, "more notes", ("CREATE TABLE more_notes (x BIGINT)",))
BROKEN = Migration(NOW + 2, "broken", ("CREATE TABLE broken (",))


@pytest.fixture(autouse=True)
def little_room_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "SPARE_BYTES", 1 << 20)


@pytest.fixture
def filled(where: str) -> str:
    with open_ledger(where) as ledger:
        Desk(ledger).player()
    return where


@pytest.fixture
def filled_file(sqlite_file: Path) -> Path:
    with open_ledger(sqlite_file) as ledger:
        Desk(ledger).player()
    return sqlite_file


@pytest.fixture
def newer(monkeypatch: pytest.MonkeyPatch) -> None:
    """This program knows two steps more than whoever made the database."""
    with_steps(monkeypatch, NOTES, MORE)


def with_steps(patched: pytest.MonkeyPatch, *steps: Migration) -> None:
    for module in (migrations, sqlite, postgres_engine, backup):
        patched.setattr(module, "MIGRATIONS", (*MIGRATIONS, *steps))


def has(where: str | Path, table: str) -> bool:
    with closing(looking(where)) as engine:
        try:
            engine.rows(f"SELECT * FROM {table}")
        except Exception:
            return False
    return True


def code_of(refused: pytest.ExceptionInfo[RefusalRaised]) -> str:
    return refused.value.refusal.code


def print_of(folder: Path) -> dict[str, str]:
    """Every file there is, and what is in it."""
    return {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in folder.iterdir()}


def test_looking_at_a_database_changes_no_file(filled_file: Path) -> None:
    before = print_of(filled_file.parent)
    assert version_of(filled_file) == NOW
    assert print_of(filled_file.parent) == before


def test_looking_at_a_database_whose_house_was_killed_changes_no_file(sqlite_file: Path) -> None:
    code = (
        "import os,sys; from ventuno.store import open_ledger; from tests.store.desk import Desk\n"
        "ledger = open_ledger(sys.argv[1]); Desk(ledger).player(); os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", code, str(sqlite_file)], check=False, timeout=60)
    before = print_of(sqlite_file.parent)
    assert f"{sqlite_file.name}-wal" in before
    with closing(looking(sqlite_file)) as engine:
        assert engine.rows("SELECT count(*) FROM people") == [(1,)]
    shared = f"{sqlite_file.name}-shm"  # readers sign in there, in any mode
    assert {**print_of(sqlite_file.parent), shared: ""} == {**before, shared: ""}


def test_what_is_due_is_told_and_nothing_changes(filled: str, newer: None) -> None:
    found = due(filled)
    assert (found.version, found.newest, [step.title for step in found.steps]) == (
        NOW,
        NOW + 2,
        ["notes", "more notes"],
    )
    assert version_of(filled) == NOW


def test_a_dry_run_tries_every_step_audits_and_keeps_nothing(filled: str, newer: None) -> None:
    tried = try_out(filled)
    assert [step.number for step in tried.steps] == [NOW + 1, NOW + 2]
    assert tried.report.clean
    assert tried.report.records == 2
    assert (version_of(filled), has(filled, "notes")) == (NOW, False)


def test_a_dry_run_of_a_step_that_fails_says_so_and_leaves_nothing_behind(
    filled_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_steps(monkeypatch, NOTES, BROKEN)
    with pytest.raises(Exception, match="incomplete"):
        try_out(filled_file)
    assert [one.name for one in filled_file.parent.iterdir()] == [filled_file.name]


def test_a_file_is_copied_and_the_copy_checked_before_it_is_changed(filled_file: Path, newer: None) -> None:
    done = bring_forward(filled_file, "auto")
    assert done is not None
    assert done.copy == filled_file.with_name(f"{filled_file.name}.before-{NOW + 2}")
    assert (version_of(filled_file), version_of(done.copy)) == (NOW + 2, NOW)
    assert done.copy.stat().st_mode & 0o777 == 0o600
    assert (has(filled_file, "notes"), has(done.copy, "notes")) == (True, False)
    assert bring_forward(filled_file, "auto") is None


def test_the_copy_is_the_way_back_for_the_version_before(filled_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        with_steps(patched, NOTES)
        done = bring_forward(filled_file, "auto")
        assert done is not None
        assert done.copy is not None
        backup.restore(done.copy, filled_file, replace=True)
        assert version_of(filled_file) == NOW  # a restore brings nothing forward by itself
        again = bring_forward(filled_file, "auto")
        assert again is not None
        assert again.copy == filled_file.with_name(f"{filled_file.name}.before-{NOW + 1}-2")
        backup.restore(done.copy, filled_file, replace=True)
    with open_ledger(filled_file) as ledger:
        Desk(ledger).check()


def test_a_house_told_to_ask_does_not_touch_it(filled: str, newer: None) -> None:
    with pytest.raises(RefusalRaised) as refused:
        bring_forward(filled, "ask")
    assert (code_of(refused), version_of(filled)) == ("migrate/ask", NOW)


def test_a_server_s_database_waits_for_a_person_unless_told_otherwise(postgres: Postgres, newer: None) -> None:
    where = postgres.new_database()
    with pytest.MonkeyPatch.context() as patched:
        with_steps(patched)
        open_ledger(where).close()
    with pytest.raises(RefusalRaised, match="pg_dump") as refused:
        bring_forward(where, "auto")
    assert code_of(refused) == "migrate/ask"
    assert bring_forward(where, "always") is not None
    assert version_of(where) == NOW + 2


def test_a_new_database_needs_nobody_s_leave(where: str) -> None:
    assert bring_forward(where, "ask") is None


def test_steps_are_all_taken_or_none(filled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way to a second step that fails, the first one is undone as well."""
    with monkeypatch.context() as patched:
        with_steps(patched, NOTES, BROKEN)
        with pytest.raises(Exception, match=r"(?i)syntax|incomplete"):
            open_ledger(filled)
    assert (version_of(filled), has(filled, "notes")) == (NOW, False)
    with open_ledger(filled) as ledger:
        Desk(ledger).check()


KILLED = """
import sys
from ventuno.store import migrations, sqlite, backup, migrating
from pathlib import Path
many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 400000000) SELECT x FROM n"
slow = f"CREATE TABLE slow AS {many}"
steps = migrations.MIGRATIONS
steps += (migrations.Migration(len(steps) + 1, "notes", ("CREATE TABLE notes (x BIGINT)",)),)
steps += (migrations.Migration(len(steps) + 1, "slow", (slow,)),)
for module in (migrations, sqlite, backup):
    module.MIGRATIONS = steps
backup.SPARE_BYTES = 0
migrating.back_up = lambda source, target: print("begins", flush=True)
migrating.migrate_file(Path(sys.argv[1]))
"""


def test_a_migration_that_is_killed_leaves_the_version_before_whole(filled_file: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED, str(filled_file)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        until = time.monotonic() + 30
        while not _has_log(filled_file) and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert version_of(filled_file) == NOW
    assert not has(filled_file, "notes")
    with open_ledger(filled_file) as ledger:
        Desk(ledger).check()


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 1_000_000


def test_nothing_is_brought_forward_while_a_house_has_it_open(filled_file: Path, newer: None) -> None:
    house = Occupancy(filled_file)
    with pytest.raises(RefusalRaised) as refused:
        migrate_file(filled_file)
    house.end()
    assert (code_of(refused), version_of(filled_file)) == ("store/in_use", NOW)


def test_a_server_s_database_is_not_touched_while_others_are_connected(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = postgres.new_database()
    with open_ledger(where):
        with_steps(monkeypatch, NOTES)
        for attempt in (migrate_server, try_out):
            with pytest.raises(RefusalRaised) as refused:
                attempt(where)
            assert (code_of(refused), version_of(where)) == ("migrate/in_use", NOW)


def test_without_room_for_the_copy_nothing_begins(
    filled_file: Path, newer: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9, 1000))  # type: ignore[attr-defined]
    with pytest.raises(RefusalRaised) as refused:
        bring_forward(filled_file, "auto")
    assert (code_of(refused), version_of(filled_file)) == ("backup/no_room", NOW)
    assert [one.name for one in filled_file.parent.iterdir()] == [filled_file.name]


def test_commands_that_open_the_books_in_passing_do_not_bring_them_forward(
    filled: str, newer: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--store", filled]) == 2
    assert "ventuno migrate" in capsys.readouterr().err
    assert version_of(filled) == NOW


def test_the_command_tells_tries_and_does_it(filled: str, newer: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--store", filled, "--dry-run"]) == 0
    out = capsys.readouterr().out
    assert f"{NOW + 1}: notes" in out
    assert "2 records, clean" in out
    assert version_of(filled) == NOW
    assert main(["migrate", "--store", filled]) == 0
    assert f"of version {NOW + 2} now" in capsys.readouterr().out
    assert main(["migrate", "--store", filled]) == 0
    assert "Nothing to do" in capsys.readouterr().out
    assert main(["audit", "--store", filled]) == 0


def test_a_misspelt_database_is_not_made(sqlite_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--store", str(sqlite_file)]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not sqlite_file.exists()
