"""The house against somebody who wants to slow it down for everybody: bytes over plain sockets, no client of ours."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from tests.server.test_server_edge import closed_with, raw, rest
from tests.server.test_server_frames import masked
from ventuno.server.edge import frames
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running

World = Callable[[Running], Awaitable[None]]
PING = masked(b'{"id":"x","do":{"type":"Ping","sent_ms":1}}')


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(fakes, **settings) as running:
            await world(running)

    run(opened())


async def guest(running: Running) -> socket.socket:
    """A WebSocket of somebody who has just come."""
    async with Browser(running.url) as browser:
        await browser.demo()
        return await raw(running, browser.token)


async def send(plain: socket.socket, data: bytes) -> None:
    """As much as the house takes."""
    try:
        async with asyncio.timeout(5):
            await asyncio.get_running_loop().sock_sendall(plain, data)
    except (TimeoutError, ConnectionError):
        pass


# -- frames -------------------------------------------------------------------------------------


def fragmented(parts: int) -> bytes:
    """A ping in so many frames, all but the last of them empty."""
    text = b'{"id":"x","do":{"type":"Ping","sent_ms":1}}'
    return masked(b"", final=False) + masked(b"", frames.PART, final=False) * (parts - 2) + masked(text, frames.PART)


def test_a_message_of_empty_fragments_without_end_ends_the_connection() -> None:
    async def world(running: Running) -> None:
        plain = await guest(running)
        await send(plain, masked(b"", final=False) + masked(b"", frames.PART, final=False) * 20_000)
        assert closed_with(await rest(plain)) == frames.TOO_BIG
        plain.close()

    in_house(world)


def test_every_fragment_counts_against_the_rate() -> None:
    """Twenty messages are few; in thirty frames each they are a flood."""

    async def world(running: Running) -> None:
        plain = await guest(running)
        await send(plain, fragmented(30) * 20)
        assert closed_with(await rest(plain)) == frames.POLICY
        assert running.house.metrics.floods == 1
        plain.close()

    in_house(world)


def test_a_message_in_a_few_fragments_is_a_message() -> None:
    async def world(running: Running) -> None:
        plain = await guest(running)
        await send(plain, fragmented(3) + masked(b"", frames.CLOSE))
        assert (await rest(plain)).count(b'"Pong"') == 1
        plain.close()

    in_house(world)


def test_who_is_too_fast_is_not_read_from_until_the_debt_is_paid_and_then_goes_on() -> None:
    async def world(running: Running) -> None:
        plain = await guest(running)
        (connection,) = running.house.connections
        await send(plain, PING * 25)
        async with asyncio.timeout(5):
            while not connection.slowed:
                await asyncio.sleep(0.005)
            await send(plain, PING)  # waits in the system's memory
            await asyncio.sleep(0.05)
            assert connection.bucket.tokens < 0
            while connection.slowed:
                await asyncio.sleep(0.005)
        await send(plain, masked(b"", frames.CLOSE))
        data = await rest(plain)
        assert data.count(b"rate/too_fast") + data.count(b'"Pong"') == 26
        assert data.count(b"rate/too_fast") >= 15
        assert closed_with(data) == frames.NORMAL
        plain.close()

    in_house(world, limits=EdgeLimits(messages_per_second=60, messages_burst=10, account_factor=1))


def test_who_floods_although_slowed_is_ended_and_told_why() -> None:
    async def world(running: Running) -> None:
        plain = await guest(running)
        await send(plain, PING * 25)
        await send(plain, PING * 5_000)
        data = await rest(plain)
        assert b"rate/flood" in data
        assert closed_with(data) == frames.POLICY
        assert data.count(b"rate/too_fast") < 60
        plain.close()

    in_house(world, limits=EdgeLimits(messages_per_second=60, messages_burst=10, account_factor=1))
