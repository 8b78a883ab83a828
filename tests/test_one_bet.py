"""docs/one-bet.md, kept true: the way of a bet through the house, which only gets shorter."""

from __future__ import annotations

import asyncio
import re

from tests import one_bet

MOST_FUNCTIONS, MOST_FILES = 27, 14


def test_the_document_has_the_way_of_a_bet_as_it_is() -> None:
    path = asyncio.run(one_bet.trace()).path
    listed = re.findall(r"^\| \d+ \| (\S+) \| `(\S+)` \|", one_bet.DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted((step.file, step.function) for step in path) == sorted(listed)
    assert len(path) <= MOST_FUNCTIONS
    assert len({step.file for step in path}) <= MOST_FILES
