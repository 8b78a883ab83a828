"""A house that is killed: what its disk holds at that moment is copied, and another house starts on the copy."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec

from tests.server.houses import QUICK, Browser, Socket, new_folder, open_house, quick_tables
from ventuno.server.running import Running

PATIENT = msgspec.structs.replace(QUICK, betting_ms=600_000, results_ms=600_000)  # nothing happens by itself


class Lives:
    """`async with lives.house() as running`, then `lives.killed()`: the next one finds what was durable."""

    def __init__(self) -> None:
        self._root = new_folder()
        self._number = 0
        self.key_file = self._root / "key"

    @property
    def folder(self) -> Path:
        return self._root / f"life{self._number}"

    @asynccontextmanager
    async def house(self, **settings: Any) -> AsyncIterator[Running]:
        known = {"tables": quick_tables(times=PATIENT), "key_file": str(self.key_file), **settings}
        async with open_house(folder=self.folder, **known) as running:
            yield running

    def killed(self) -> None:
        """Now: whatever the house that is still there does from here on, the next one knows nothing of."""
        before = self.folder
        self._number += 1
        shutil.copytree(before, self.folder, ignore=shutil.ignore_patterns("*.lock"))

    def end(self) -> None:
        shutil.rmtree(self._root, ignore_errors=True)


@asynccontextmanager
async def arrives(running: Running, token: str) -> AsyncIterator[Socket]:
    """Somebody with a session from before."""
    async with Browser(running.url) as browser:
        yield await browser.socket(Authorization=f"Bearer {token}")


async def joins(socket: Socket, table: str) -> None:
    answer = await socket.do("Join", table)
    assert answer["type"] == "Done", answer


async def round_of(socket: Socket, table: str) -> str:
    """Once its bets are open."""
    opened = await socket.until(lambda m: m["type"] == "Snapshot" and m["table"] == table)
    if opened["view"].get("code"):
        return str(opened["view"]["code"])
    happened = await socket.until(
        lambda m: m["type"] == "Happened" and (m["table"], m["what"]["type"]) == (table, "RoundOpened")
    )
    return str(happened["what"]["code"])
