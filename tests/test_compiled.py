"""Compiled code that is kept on disk is used only with exactly the sources it was made from."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ventuno.compiled import stamp_of
from ventuno.odds import kernel as of_the_odds
from ventuno.odds.values import sweep
from ventuno.simulator import kernel as of_the_simulator
from ventuno.simulator.fast_kernel import _play

ROOT = Path(__file__).parent.parent
WRITTEN_FOR = "0.68.1"


def test_the_door_to_numba_was_written_for_the_version_that_is_pinned() -> None:
    pinned = re.search(r"^numba==(.+)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert pinned
    assert pinned[1] == WRITTEN_FOR, (
        f"constraints.txt now pins Numba {pinned[1]}, and src/ventuno/compiled.py was written for {WRITTEN_FOR}, of "
        "which it uses what Numba does not promise: the attributes _source_stamp and _version of a kept function's "
        "_cache._cache_file, and the flag _nrt. See that the other tests of this file pass and that benchmarks/"
        "bench_simulator.py is no slower; then write the new version here."
    )


@pytest.mark.parametrize("name", ["kernel.py", "inner/helper.py"])
def test_the_stamp_changes_with_any_source_of_the_folder(tmp_path: Path, name: str) -> None:
    for file in ("kernel.py", "inner/helper.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("x = 1\n")
    before = stamp_of(tmp_path)
    assert stamp_of(tmp_path) == before
    (tmp_path / name).write_text("x = 2\n")
    assert stamp_of(tmp_path) != before


def test_solver_and_simulator_keep_their_code_under_the_stamp_of_all_their_sources() -> None:
    kernels: tuple[tuple[object, str], ...] = ((sweep, of_the_odds.STAMP), (_play, of_the_simulator.STAMP))
    for kernel, stamp in kernels:
        assert kernel._cache._cache_file._source_stamp == stamp  # type: ignore[attr-defined]


PROGRAMME = """
from pathlib import Path

import helper
from ventuno.compiled import kept, stamp_of, without_references

NUMBER = helper.NUMBER


def ask(given):
    return given.number + NUMBER


kernel = kept(ask, stamp_of(Path(__file__).parent), **without_references)
print(kernel(helper.given), sum(kernel.stats.cache_hits.values()))
"""

HELPER = """
from typing import NamedTuple


class {name}(NamedTuple):
    number: int


NUMBER = {number}
given = {name}(0)
"""


def test_kept_code_is_used_again_and_never_looked_at_once_another_file_has_changed(tmp_path: Path) -> None:
    (tmp_path / "programme.py").write_text(PROGRAMME)

    def run(name: str, number: int) -> str:
        (tmp_path / "helper.py").write_text(HELPER.format(name=name, number=number))
        command = [sys.executable, "-B", str(tmp_path / "programme.py")]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert [run("Given", 21), run("Given", 21)] == ["21 0\n", "21 1\n"]
    assert [run("Given", 22), run("Given", 22)] == ["22 0\n", "22 1\n"]
    assert [run("Renamed", 22), run("Renamed", 22)] == ["22 0\n", "22 1\n"]  # what was kept names a type that is gone
