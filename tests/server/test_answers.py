"""What the house answers about stored rounds (A5, A6) is, to the byte, what it has always answered."""

from __future__ import annotations

import json

import pytest

from tests.server.answers import GAMES, RECORDED, digests


@pytest.mark.parametrize("game", GAMES)
def test_stories_and_replays_are_as_they_were_recorded(game: str) -> None:
    """Where they differ: `python -m tests.server.answers` prints them all, to be compared with those of before."""
    assert digests(game) == json.loads(RECORDED.read_text(encoding="utf-8"))[game]
