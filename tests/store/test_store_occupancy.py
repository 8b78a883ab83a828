"""One house a database: a second one is refused, and a restore waits for nobody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ventuno.refusal import Refused
from ventuno.store import open_ledger
from ventuno.store.backup import back_up, restore
from ventuno.store.occupancy import Occupancy

HOLDS = "import sys, pathlib; from ventuno.store.occupancy import Occupancy; Occupancy(pathlib.Path(sys.argv[1])); "


def test_a_second_house_is_refused_and_told_who_is_there(tmp_path: Path) -> None:
    first = Occupancy(tmp_path / "v.db")
    with pytest.raises(Refused, match=r"process .*--data") as refused:
        Occupancy(tmp_path / "v.db")
    assert refused.value.refusal.code == "store/in_use"
    first.end()
    Occupancy(tmp_path / "v.db").end()


def test_a_killed_house_leaves_the_database_free(tmp_path: Path) -> None:
    words = [sys.executable, "-c", HOLDS + "print('held', flush=True); sys.stdin.read()", str(tmp_path / "v.db")]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"held\n"
    with pytest.raises(Refused):
        Occupancy(tmp_path / "v.db")
    child.kill()
    child.communicate()
    Occupancy(tmp_path / "v.db").end()


def test_nothing_is_restored_under_an_open_house(tmp_path: Path) -> None:
    open_ledger(tmp_path / "v.db").close()
    back_up(tmp_path / "v.db", tmp_path / "copy.db")
    house = Occupancy(tmp_path / "v.db")
    with pytest.raises(Refused) as refused:
        restore(tmp_path / "copy.db", tmp_path / "v.db", replace=True)
    assert refused.value.refusal.code == "store/in_use"
    house.end()
    assert restore(tmp_path / "copy.db", tmp_path / "v.db", replace=True).clean
