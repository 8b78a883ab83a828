"""Compiled code that is kept on disk is used only with exactly the sources it was made from."""

from __future__ import annotations

import hashlib
from pathlib import Path

import ventuno.odds
from ventuno.odds import compiled
from ventuno.odds.simulator.fast_kernel import _play
from ventuno.odds.values import sweep

SOURCES = Path(ventuno.odds.__file__).parent


def stamp_of(kernel: object) -> str:
    return kernel._cache._cache_file._source_stamp  # type: ignore[attr-defined, no-any-return]


def test_the_stamp_changes_with_any_file_of_the_odds() -> None:
    digest = hashlib.sha256()
    for path in sorted(SOURCES.rglob("*.py")):
        digest.update(path.read_bytes())
    assert compiled._sources() == digest.hexdigest()


def test_solver_and_simulator_keep_their_code_under_that_stamp() -> None:
    assert stamp_of(sweep) == stamp_of(_play) == compiled._sources()
