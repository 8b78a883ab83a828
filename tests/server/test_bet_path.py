"""The way of a bet through the house: how many of our functions carry it, in how many files, the table left out.

Carried means: on the stack when the table is asked, when the writer is given the command, when the table is told of the
answer, and when the reply is written.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from tests.server.fake_table import FakeTable, fakes
from tests.server.houses import Browser, open_house, run
from ventuno.server.edge.connection import Connection
from ventuno.server.teller import Promised
from ventuno.store.writer import Writer

MOST_FUNCTIONS = 14
MOST_FILES = 7
Way = dict[tuple[str, str], None]


def carried(way: Way, frame: FrameType | None) -> None:
    """Whoever of ours is on the stack, from the outermost in."""
    found = []
    while frame is not None:
        name = frame.f_code.co_filename
        if "/ventuno/" in name and "/client/" not in name and "/table/" not in name:
            found.append((name.rpartition("/ventuno/")[2], frame.f_code.co_qualname))
        frame = frame.f_back
    way.update(dict.fromkeys(reversed(found)))


def test_a_bet_goes_a_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    way: Way = {}
    watched = False

    def noting(owner: Any, name: str) -> None:
        plain = getattr(owner, name)

        def noted(*values: Any, **named: Any) -> Any:
            if watched:
                carried(way, sys._getframe(1))
                way[plain.__code__.co_filename.rpartition("/ventuno/")[2], plain.__qualname__] = None
            return plain(*values, **named)

        monkeypatch.setattr(owner, name, noted)

    for owner, name in ((Writer, "take"), (Promised, "set_result"), (Connection, "send"), (Connection, "write")):
        noting(owner, name)
    for name in ("receive", "answer"):
        plain = getattr(FakeTable, name)

        def asked(*values: Any, plain: Any = plain) -> Any:
            if watched:
                carried(way, sys._getframe(1))
            return plain(*values)

        monkeypatch.setattr(FakeTable, name, asked)

    async def world() -> None:
        nonlocal watched
        async with open_house(fakes) as running, Browser(running.url) as browser:
            await browser.demo()
            socket = await browser.socket()
            await socket.do("Join", "one")
            watched = True
            assert (await socket.do("Bet", "one", spot="1/main", amount_minor=100))["type"] == "Done"
            watched = False

    run(world())
    way = {step: None for step in way if not step[1].startswith("Writer._") and "Sweeper" not in step[1]}
    written = "\n".join(f"{file}: {name}" for file, name in way)
    assert len(way) <= MOST_FUNCTIONS, written
    assert len({file for file, _ in way}) <= MOST_FILES, written
