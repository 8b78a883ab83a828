"""Compiled code that is kept on disk is used only with exactly the sources it was made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from ventuno.odds import compiled
from ventuno.odds.simulator.fast_kernel import _play
from ventuno.odds.values import sweep


@pytest.mark.parametrize("name", ["kernel.py", "inner/helper.py"])
def test_the_stamp_changes_with_any_source_of_the_folder(tmp_path: Path, name: str) -> None:
    for file in ("kernel.py", "inner/helper.py"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text("x = 1\n")
    before = compiled.stamp_of(tmp_path)
    assert compiled.stamp_of(tmp_path) == before
    (tmp_path / name).write_text("x = 2\n")
    assert compiled.stamp_of(tmp_path) != before


def test_solver_and_simulator_keep_their_code_under_the_stamp_of_all_sources_of_the_odds() -> None:
    kernels: tuple[object, ...] = (sweep, _play)
    for kernel in kernels:
        assert kernel._cache._cache_file._source_stamp == compiled.STAMP  # type: ignore[attr-defined]
