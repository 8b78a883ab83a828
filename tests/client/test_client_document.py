"""docs/client.md is true: its ten lines play a round of every game at a real house."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house_process import HouseProcess
from tests.server.soak_house import TIMES
from ventuno.client import Client

DOCUMENT = Path(__file__).parents[2] / "docs" / "client.md"
GAMES = ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite")
CONFIG = 'log_level = "warning"\n' + "".join(
    f'[[tables]]\nkey = "{game}"\nvariant = "{game}"\n{"" if game in ("all-bets", "free-chip") else TIMES}\n'
    for game in GAMES
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    process = HouseProcess(tmp_path_factory.mktemp("house"), CONFIG)
    process.start()
    yield process
    process.kill()


def example() -> Any:
    """The function of the document's first example; its last line, which runs it, is left out."""
    found = re.search(r"```python\n(import asyncio.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1].rpartition("asyncio.run(")[0], names)
    return names["play"]


@pytest.mark.parametrize("game", GAMES)
def test_the_ten_lines_play_a_round_of(game: str, house: HouseProcess, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(asyncio.wait_for(example()(house.url, game), 60))
    assert capsys.readouterr().out.startswith(f"MyResult(table='{game}'")


def test_the_desk_answers_what_was_played(house: HouseProcess) -> None:
    async def play() -> None:
        async with Client(house.url) as mine:
            await mine.sign_up("somebody new", "a long enough pass phrase")
            await mine.desk.deposit(50_000)
            table = await mine.join("free-chip")
            await table.bet("1/main", 1000)
            await table.deal()
            async for turn in table.turns():
                await table.decide(turn.options[0], turn)
            assert table.result is not None
            history = await mine.desk.history()
            assert [played.code for played in history.rounds] == [table.result.code]
            assert history.rounds[0].returned_minor == table.result.returned_minor
            assert (await mine.desk.round(table.result.code)).events
            assert (await mine.desk.me()).wallet_minor == mine.balance.wallet_minor
            assert (await mine.desk.settings(language="en"))["language"] == "en"
            assert {one.key for one in await mine.desk.lobby()} == set(GAMES)
            assert await mine.desk.rules("infinite")
            assert (await mine.desk.care()).limits is not None
            assert set(await mine.watch_lobby()) == set(GAMES)

    asyncio.run(asyncio.wait_for(play(), 60))


def test_money_that_is_moved_twice_with_one_key_is_moved_once(house: HouseProcess) -> None:
    async def play() -> None:
        async with Client(house.url) as mine:
            await mine.sign_up("somebody careful", "a long enough pass phrase")
            for _ in range(2):
                await mine.desk.deposit(700, key="the-same-key")
            assert (await mine.desk.me()).wallet_minor == 700

    asyncio.run(asyncio.wait_for(play(), 60))
