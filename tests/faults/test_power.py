"""The power goes, not only the process: whatever was acknowledged is there afterwards (decision 37).

`python -m tests.faults.power` does the same at many more moments, on PostgreSQL too.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.power.checks import opens
from tests.faults.power.disk import Disk, everything, nothing
from tests.faults.power.losses import Plan, lose
from tests.faults.power.postgres import Cluster, lose_postgres
from tests.faults.power.recording import CUT, FOLDER, MADE, SYNCED, WROTE, Step, compile_shim, compiler
from tests.store.conftest import quick_folder
from ventuno.refusal import RefusalRaised
from ventuno.server.keys import KEY_FILE, KeyRing
from ventuno.store import open_ledger, private


@pytest.fixture(scope="module")
def shim() -> Iterator[Path]:
    if compiler() is None:
        pytest.skip("no compiler: there is no cc, gcc or clang")
    with quick_folder() as found:
        yield compile_shim(found)


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as found:
        yield found


@pytest.mark.parametrize(
    ("life", "plan"),
    [
        ("first", Plan(moments=14)),
        ("evenings", Plan(moments=12)),
        ("backup", Plan(moments=10)),
        ("restoring", Plan(moments=12)),
        ("mending", Plan(moments=60, chances=2)),
    ],
)
def test_whenever_the_power_goes_everything_acknowledged_is_there_and_the_house_opens(
    shim: Path, folder: Path, life: str, plan: Plan
) -> None:
    report = lose(shim, folder, life, plan)
    assert report.promises > 10
    assert report.syncs > 10
    assert report.wrong == []


@pytest.mark.parametrize("careless", ["OFF", "NORMAL"])
def test_a_database_that_does_not_sync_what_it_acknowledges_is_found_out(
    shim: Path, folder: Path, careless: str
) -> None:
    report = lose(shim, folder, "evenings", Plan(moments=12), careless)
    assert any("acknowledged and lost" in what for what in report.wrong)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with quick_folder() as found:
        yield Cluster(found)


def test_on_postgresql_too_everything_acknowledged_is_there_when_the_power_goes(shim: Path, cluster: Cluster) -> None:
    report = lose_postgres(shim, cluster, Plan(moments=2))
    assert report.promises > 50
    assert report.wrong == []


def test_a_postgresql_that_does_not_sync_what_it_acknowledges_is_found_out(shim: Path, cluster: Cluster) -> None:
    report = lose_postgres(shim, cluster, Plan(moments=1, chances=0), "fsync=off")
    assert any("acknowledged and lost" in what or "does not open" in what for what in report.wrong)


def test_a_key_file_is_there_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A house whose first start was cut off in the middle must open at the second."""
    file, sync = folder / "house.key", private.sync

    def cut_off(path: Path) -> None:
        raise OSError(5, "the power is gone")

    with open_ledger(folder / "bank.db") as ledger:
        monkeypatch.setattr(private, "sync", cut_off)
        with pytest.raises(RefusalRaised, match="the power is gone"):
            KeyRing("house", file=str(file)).seal_of(ledger)
        monkeypatch.setattr(private, "sync", sync)
        assert not file.exists(), KEY_FILE
        KeyRing("house", file=str(file)).seal_of(ledger)
    assert [one.name for one in folder.glob("house.key*")] == ["house.key"]


def test_a_disk_without_second_names_keeps_a_new_file_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def link(_draft: Path, _path: Path) -> None:
        raise OSError(errno.EPERM, "no second names here")

    monkeypatch.setattr(os, "link", link)
    private.keep_new(folder / "new", b"whole")
    assert [one.read_bytes() for one in folder.iterdir()] == [b"whole"]
    with pytest.raises(OSError, match="no second names here"):
        private.keep_new(folder / "new", b"other")
    assert (folder / "new").read_bytes() == b"whole"


# -- the disk itself -----------------------------------------------------------------------------


def _steps(root: Path, *steps: tuple[str, int, int, str, bytes]) -> Disk:
    disk = Disk(root)
    disk.play([Step(kind, file, at, str(root / path), other) for kind, file, at, path, other in steps])
    return disk


def test_a_file_that_was_synced_is_nowhere_until_its_folder_was(folder: Path) -> None:
    root = folder / "root"
    root.mkdir()
    made = [(MADE, 1, 0, "one", b""), (WROTE, 1, 0, "", b"all of it"), (SYNCED, 1, 0, "", b"")]
    _steps(root, *made).leave(folder / "gone", nothing)
    assert list((folder / "gone").iterdir()) == []
    _steps(root, *made, (SYNCED, root.stat().st_ino, 0, "", b"")).leave(folder / "there", nothing)
    assert (folder / "there" / "one").read_bytes() == b"all of it"


def test_where_names_go_with_files_a_new_file_that_was_synced_is_found_and_its_folder_too(folder: Path) -> None:
    root = folder / "root"
    root.mkdir()
    disk = Disk(root, names_go_with_files=True)
    made = [Step(FOLDER, 1, 0, str(root / "new"), b""), Step(MADE, 2, 0, str(root / "new" / "one"), b"")]
    disk.play([*made, Step(MADE, 3, 0, str(root / "other"), b""), Step(SYNCED, 2, 0, "", b"")])
    disk.leave(folder / "left", nothing)
    left = sorted((folder / "left").rglob("*"))
    assert [str(path.relative_to(folder / "left")) for path in left] == ["new", "new/one"]


def test_what_was_not_synced_is_lost_by_the_sector(folder: Path) -> None:
    root = folder / "root"
    root.mkdir()
    (root / "one").write_bytes(b"a" * 2000)
    number = (root / "one").stat().st_ino
    disk = _steps(root, (WROTE, number, 500, "", b"b" * 1000), (CUT, number, 1800, "", b""))
    keep = iter([True, False, False, True, False, False])  # 12 bytes, a sector, its room, the rest, the new size
    disk.leave(folder / "left", lambda: next(keep, True))
    assert (folder / "left" / "one").read_bytes() == b"a" * 500 + b"b" * 12 + b"a" * 512 + b"b" * 476 + b"a" * 500
    disk.leave(folder / "whole", everything)
    assert (folder / "whole" / "one").read_bytes() == b"a" * 500 + b"b" * 1000 + b"a" * 300


def test_an_empty_folder_is_a_house_that_opens(folder: Path) -> None:
    assert opens(folder / "bank.db", set()) == []
    assert opens(folder / "bank.db", {"somebody's bet"}) == ["acknowledged and lost: somebody's bet"]
