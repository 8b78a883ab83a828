"""One house a database: a second one is refused, and a restore waits for nobody."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ventuno.doctor.holder import holder_of
from ventuno.refusal import RefusalRaised
from ventuno.store import occupancy, open_ledger
from ventuno.store.backup import back_up, restore
from ventuno.store.occupancy import Occupancy

HOLDS = "import sys, pathlib; from ventuno.store.occupancy import Occupancy; Occupancy(pathlib.Path(sys.argv[1])); "


def test_a_second_house_is_refused_and_told_who_is_there(tmp_path: Path) -> None:
    first = Occupancy(tmp_path / "v.db")
    with pytest.raises(RefusalRaised, match=r"process .*--data") as refused:
        Occupancy(tmp_path / "v.db")
    assert refused.value.refusal.code == "store/in_use"
    first.end()
    Occupancy(tmp_path / "v.db").end()


def test_a_killed_house_leaves_the_database_free(tmp_path: Path) -> None:
    words = [sys.executable, "-c", HOLDS + "print('held', flush=True); sys.stdin.read()", str(tmp_path / "v.db")]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"held\n"
    with pytest.raises(RefusalRaised):
        Occupancy(tmp_path / "v.db")
    child.kill()
    child.communicate()
    Occupancy(tmp_path / "v.db").end()


def test_nothing_is_restored_under_an_open_house(tmp_path: Path) -> None:
    open_ledger(tmp_path / "v.db").close()
    back_up(tmp_path / "v.db", tmp_path / "copy.db")
    house = Occupancy(tmp_path / "v.db")
    with pytest.raises(RefusalRaised) as refused:
        restore(tmp_path / "copy.db", tmp_path / "v.db", replace=True)
    assert refused.value.refusal.code == "store/in_use"
    house.end()
    assert restore(tmp_path / "copy.db", tmp_path / "v.db", replace=True).clean


def code_of(database: Path) -> str:
    with pytest.raises(RefusalRaised) as refused:
        Occupancy(database)
    return refused.value.refusal.code


def test_a_symbolic_link_to_the_database_leads_to_the_same_lock(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "v.db")
    first = Occupancy(tmp_path / "v.db")
    assert code_of(tmp_path / "link.db") == "store/in_use"
    assert holder_of(tmp_path / "link.db") == os.getpid()
    first.end()


def test_a_restore_over_a_symbolic_link_replaces_the_file_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    open_ledger(tmp_path / "real/v.db").close()
    back_up(tmp_path / "real/v.db", tmp_path / "copy.db")
    (tmp_path / "v.db").symlink_to(tmp_path / "real/v.db")
    before = (tmp_path / "real/v.db").stat().st_ino
    assert restore(tmp_path / "copy.db", tmp_path / "v.db", replace=True).clean
    assert (tmp_path / "v.db").is_symlink()
    assert (tmp_path / "real/v.db").stat().st_ino != before


def test_links_that_lead_to_each_other_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.db").symlink_to(tmp_path / "b.db")
    (tmp_path / "b.db").symlink_to(tmp_path / "a.db")
    assert code_of(tmp_path / "a.db") == "store/away"
    assert holder_of(tmp_path / "a.db") is None


def test_a_database_with_two_names_is_refused_by_both(tmp_path: Path) -> None:
    open_ledger(tmp_path / "v.db").close()
    os.link(tmp_path / "v.db", tmp_path / "other.db")
    assert [code_of(tmp_path / name) for name in ("v.db", "other.db")] == ["store/two_names"] * 2
    (tmp_path / "other.db").unlink()
    Occupancy(tmp_path / "v.db").end()


@pytest.mark.parametrize("replaced", [False, True])
def test_a_lock_that_was_removed_or_replaced_is_taken_again(tmp_path: Path, replaced: bool) -> None:
    house = Occupancy(tmp_path / "v.db")
    assert house.keep() == ""
    (tmp_path / "v.db.lock").unlink()
    if replaced:
        (tmp_path / "v.db.lock").touch()
    assert "v.db.lock" in house.keep()
    assert house.keep() == ""
    assert code_of(tmp_path / "v.db") == "store/in_use"
    house.end()
    Occupancy(tmp_path / "v.db").end()


def test_who_took_it_after_the_lock_was_removed_has_it(tmp_path: Path) -> None:
    first = Occupancy(tmp_path / "v.db")
    (tmp_path / "v.db.lock").unlink()
    second = Occupancy(tmp_path / "v.db")
    with pytest.raises(RefusalRaised) as refused:
        first.keep()
    assert refused.value.refusal.code == "store/in_use"
    first.end()
    assert second.keep() == ""
    second.end()


def test_a_lock_that_cannot_be_made_again_is_told_once_and_the_house_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(occupancy, "KEEP_S", 0.01)
    (tmp_path / "data").mkdir()
    house = Occupancy(tmp_path / "data/v.db")
    told: list[str] = []
    lost = threading.Event()
    house.watch(lost.set, told.append)
    (tmp_path / "data").rename(tmp_path / "moved")
    assert not lost.wait(0.3)
    assert len(told) == 1
    assert "cannot be written" in told[0]
    house.end()
