"""PostgreSQL whose disk fills up or whose pages are damaged: a clear state, nothing lost, nothing invented.

A server of its own for each, for it is stopped, starved and damaged.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.store.conftest import quick_folder
from tests.store.desk import Desk
from tests.store.servers import Postgres
from tests.store.test_store_faults import deposits
from ventuno.bank import Deposit
from ventuno.cli import main
from ventuno.store import StoreFault, open_ledger
from ventuno.store.auditing import audit
from ventuno.store.history import purse_of

PAGE = 8192
DEPOSITS = 8_000


@contextmanager
def server(folder: Path) -> Iterator[Postgres]:
    running = Postgres(folder, small=True)
    try:
        yield running
    finally:
        running.close()


# -- a disk that fills up --------------------------------------------------------------------------


@contextmanager
def quota(most_bytes: int) -> Iterator[None]:
    """No file may grow beyond it, of this process or of one started meanwhile: `ulimit -f`, which needs no root."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_quota_reached_by_the_server_refuses_and_keeps_what_it_acknowledged(folder: Path) -> None:
    with server(folder / "data") as postgres:
        where = postgres.new_database()
        with open_ledger(where) as ledger:
            anna = Desk(ledger).player(money=0)
        postgres.stop()
        with quota(1_250_000):
            postgres.start()
        with open_ledger(where) as ledger:
            outcomes = fill_up(Desk(ledger), anna)
            assert set(outcomes) == {"ok", "store/io"}
            assert Desk(ledger).purse(anna).wallet == outcomes.count("ok")
            assert (ledger.fault and ledger.fault.code) == "store/io"
            Desk(ledger).check()
        postgres.stop()
        postgres.start()
        assert_all_done_once(where, anna)


def fill_up(desk: Desk, player: int) -> list[str]:
    return [outcome for first in range(0, DEPOSITS, 200) for outcome in deposits(desk, player, first, 200)]


def assert_all_done_once(where: str, player: int) -> None:
    """There is room again: the same keys bring what was done, and do the rest."""
    with open_ledger(where) as ledger:
        desk = Desk(ledger)
        assert set(deposits(desk, player, 0, DEPOSITS)) == {"ok"}
        assert (desk.purse(player).wallet, ledger.fault) == (DEPOSITS, None)
        desk.check()


@contextmanager
def small_disk(folder: Path, megabytes: int) -> Iterator[Path]:
    """A file system of its own, really full when it is full."""
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "small", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("NOT TESTED: a full file system under PostgreSQL, for mounting a small one takes root")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(disk: Path, left_bytes: int) -> Iterator[None]:
    """Somebody else's file takes the room."""
    filler = disk / "filler"
    state = os.statvfs(disk)
    with suppress(OSError):
        filler.write_bytes(bytes(state.f_bavail * state.f_frsize - left_bytes))
    try:
        yield
    finally:
        filler.unlink()


def test_tables_on_a_full_disk_refuse_until_there_is_room(folder: Path) -> None:
    with small_disk(folder / "disk", 100) as disk, server(folder / "data") as postgres:
        postgres.own(disk)
        postgres.run(f"CREATE TABLESPACE small LOCATION '{disk}'")
        where = postgres.new_database("small")
        with open_ledger(where) as ledger:
            desk = Desk(ledger)
            anna = desk.player(money=0)
            postgres.run("CHECKPOINT")
            with filled(disk, 2_000_000):
                outcomes = fill_up(desk, anna)
                assert set(outcomes) == {"ok", "store/full"}
                assert desk.purse(anna).wallet == outcomes.count("ok")
                desk.check()
            assert set(deposits(desk, anna, 0, DEPOSITS)) == {"ok"}  # the same store goes on
        assert_all_done_once(where, anna)


def test_a_server_brought_down_by_a_full_disk_has_kept_what_it_acknowledged(folder: Path) -> None:
    """Its write-ahead log is on the full disk: PostgreSQL gives up, and the store says that it is away."""
    with small_disk(folder / "disk", 100) as disk, server(folder / "data") as postgres:
        where = postgres.new_database()
        postgres.stop()
        shutil.copytree(folder / "data" / "pg_wal", disk / "pg_wal")
        shutil.rmtree(folder / "data" / "pg_wal")
        (folder / "data" / "pg_wal").symlink_to(disk / "pg_wal")
        for path in (disk, *disk.rglob("*")):
            postgres.own(path)
        postgres.start()
        postgres.run("ALTER SYSTEM SET wal_keep_size = '80MB'")  # else a checkpoint in time makes room by itself
        postgres.run("SELECT pg_reload_conf()")
        with open_ledger(where) as ledger:
            desk = Desk(ledger)
            anna = desk.player(money=0)
            with filled(disk, 0):
                outcomes = fill_up(desk, anna)
            assert {"ok", "store/away"} <= set(outcomes) <= {"ok", "store/full", "store/away"}
        postgres.stop()  # with room on the disk again it may have come back by itself
        postgres.start()
        with open_ledger(where) as ledger:  # of those under way when it went down, nobody knows: they were not answered
            assert 0 <= Desk(ledger).purse(anna).wallet - outcomes.count("ok") <= 200
        assert_all_done_once(where, anna)


# -- a damaged page --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def damageable() -> Iterator[tuple[Postgres, str, int]]:
    """A server, a database and the one player in it, with 2,000 deposits of 1."""
    with quick_folder() as folder, server(folder / "data") as postgres:
        assert postgres.run("SHOW data_checksums") == [("on",)]
        where = postgres.new_database()
        with open_ledger(where) as ledger:
            desk = Desk(ledger)
            anna = desk.player(money=0)
            assert set(deposits(desk, anna, 0, 2_000)) == {"ok"}
        yield postgres, where, anna


@contextmanager
def damaged(postgres: Postgres, where: str, relation: str, page: int) -> Iterator[None]:
    """One page of a table or an index has other bytes than were written; put right at the end."""
    file = postgres.file_of(relation, where)
    postgres.stop()
    whole = file.read_bytes()
    middle = (page % (len(whole) // PAGE)) * PAGE + PAGE // 2
    file.write_bytes(whole[:middle] + bytes(byte ^ 0x5A for byte in whole[middle : middle + 64]) + whole[middle + 64 :])
    postgres.start()
    try:
        yield
    finally:
        postgres.stop()
        file.write_bytes(whole)
        postgres.start()


@pytest.mark.parametrize(
    ("relation", "page"),
    [("journal", 0), ("journal", 20), ("journal", -1), ("entries", 3), ("purses", 0), ("people", 0), ("funds", 0)],
)
def test_a_damaged_table_is_said_to_be_damaged_and_where(
    damageable: tuple[Postgres, str, int], relation: str, page: int
) -> None:
    postgres, where, _ = damageable
    with damaged(postgres, where, relation, page), open_ledger(where) as ledger:
        code, words = audited(where)
        assert code == "store/corrupt" or "audit/damaged" in code
        assert f"the table {relation}: invalid page" in words
        assert ledger.fault is None  # to have looked is no fault of the writer's
    assert audited(where)[0] == "clean"


def audited(where: str) -> tuple[str, str]:
    """The code of the fault, or of the findings, and the words."""
    try:
        with open_ledger(where) as ledger:
            report = audit(ledger)
    except StoreFault as fault:
        return fault.code, str(fault)
    codes = "clean" if report.clean else " ".join(finding.code for finding in report.findings)
    return codes, "; ".join(finding.what for finding in report.findings)


@pytest.mark.parametrize("index", ["journal_pkey", "journal_key_key", "entries_pkey"])
def test_a_damaged_index_is_found_though_no_row_is(damageable: tuple[Postgres, str, int], index: str) -> None:
    postgres, where, _ = damageable
    with damaged(postgres, where, index, 2):
        code, words = audited(where)
        assert code == "store/corrupt" or "audit/damaged" in code
        assert f"the index {index}: invalid page" in words


def test_a_damaged_purse_is_neither_read_nor_written(damageable: tuple[Postgres, str, int]) -> None:
    postgres, where, anna = damageable
    with damaged(postgres, where, "purses", 0), open_ledger(where) as ledger:
        with pytest.raises(StoreFault) as reading:
            purse_of(ledger, anna)
        with pytest.raises(StoreFault) as writing:
            ledger.execute(Deposit(key="more", at_ms=1, player=anna, currency="EUR", amount_minor=1))
        assert reading.value.code == writing.value.code == "store/corrupt"
        assert ledger.fault is writing.value
    with open_ledger(where) as ledger:
        assert Desk(ledger).purse(anna).wallet == 2_000
        Desk(ledger).check()


def test_a_table_whose_file_is_gone_is_damage_too(damageable: tuple[Postgres, str, int]) -> None:
    postgres, where, anna = damageable
    file = postgres.file_of("purses", where)
    postgres.stop()
    kept = file.rename(file.with_name("kept"))
    postgres.start()
    with open_ledger(where) as ledger, pytest.raises(StoreFault) as fault:
        purse_of(ledger, anna)
    assert fault.value.code == "store/corrupt"
    postgres.stop()
    kept.rename(file)
    postgres.start()
    assert audited(where)[0] == "clean"


def test_ventuno_audit_says_where_the_damage_is(
    damageable: tuple[Postgres, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    postgres, where, _ = damageable
    with damaged(postgres, where, "journal", 1):
        assert main(["audit", "--store", where]) == 2
    words = capsys.readouterr()
    assert "store/corrupt" in words.err
    assert "the table journal: invalid page in block 1" in words.err
    assert "Clean" not in words.out
