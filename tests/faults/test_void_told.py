"""A bet that a crash made void is told to its player: once, whenever they come, with what came back and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.faults.killed import Lives, arrives, joins, round_of
from tests.server.houses import Browser, Socket, run
from ventuno.table.port import Void


@pytest.fixture
def lives() -> Iterator[Lives]:
    found = Lives()
    yield found
    found.end()


async def bets(socket: Socket, table: str = "infinite") -> None:
    await joins(socket, table)
    await round_of(socket, table)
    answer = await socket.do("Bet", table, spot="1/main", amount_minor=1000)
    assert answer["type"] == "Done", answer


async def told(socket: Socket) -> list[dict[str, Any]]:
    """Once everything that comes with an arrival has come."""
    await joins(socket, "cashback")
    await socket.do("Undo", "cashback")  # refused, after a look into the books
    return [m for m in socket.of("Notice") if m["code"] in ("round/was_void", "round/void")]


def test_a_window_that_a_crash_made_void_is_told_once_over_all_lives_of_the_house(lives: Lives) -> None:
    async def world() -> None:
        async with lives.house() as running, Browser(running.url) as browser:
            await browser.demo()
            await bets(await browser.socket())
            lives.killed()
        async with lives.house():
            lives.killed()  # nobody came: it is void, and nobody has been told
        async with lives.house() as running, arrives(running, browser.token) as socket:
            notice = await socket.until(lambda m: m["type"] == "Notice" and m["code"] == "round/was_void")
            assert notice["table"] == "infinite"
            assert notice["data"]["amount_minor"] == 1000
            assert notice["data"]["because"] == "restarted"
            assert len(await told(socket)) == 1
            async with arrives(running, browser.token) as again:
                assert await told(again) == []
            async with Browser(running.url) as other:
                status, history = await other.ask("GET", "/api/history", Authorization=f"Bearer {browser.token}")
            assert status == 200
            (line,) = history["rounds"]
            assert (line["code"], line["state"]) == (notice["data"]["round"], "void")
            assert line["because"] == "restarted"
            lives.killed()
        async with lives.house() as running, arrives(running, browser.token) as socket:
            assert await told(socket) == []

    run(world())


def test_a_void_that_was_told_at_the_table_is_not_told_again(lives: Lives) -> None:
    async def world() -> None:
        async with lives.house() as running, Browser(running.url) as browser:
            await browser.demo()
            socket = await browser.socket()
            await bets(socket)
            running.house.pit.hosts["infinite", 0].supervise(Void(by=0, reason="a card fell on the floor"))
            notice = await socket.until(lambda m: m["type"] == "Notice" and m["code"] == "round/void")
            assert notice["data"]["amount_minor"] == 1000
            await socket.close()
            async with arrives(running, browser.token) as again:
                assert await told(again) == []

    run(world())


def test_who_was_away_is_told_of_a_void_by_a_supervisor_with_their_words(lives: Lives) -> None:
    async def world() -> None:
        async with lives.house() as running, Browser(running.url) as browser:
            await browser.demo()
            socket = await browser.socket()
            await bets(socket, "cashback")
            await socket.close()  # the bet stands: the game says so
            running.house.pit.hosts["cashback", 0].supervise(Void(by=0, reason="a card fell on the floor"))
            async with arrives(running, browser.token) as again:
                notice = await again.until(lambda m: m["type"] == "Notice" and m["code"] == "round/was_void")
            assert notice["data"]["because"] == "a card fell on the floor"

    run(world())
