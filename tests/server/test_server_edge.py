"""Connections: who is let in, what ends them, who is too slow, who is too fast."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import msgspec
import pytest

from tests.server.fake_table import fakes, table_of
from tests.server.houses import Browser, open_house, run
from tests.server.test_server_frames import masked
from ventuno.protocol.events import Said
from ventuno.server.edge import frames
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running
from ventuno.table.port import Publish

World = Callable[[Running], Awaitable[None]]


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(fakes, **settings) as running:
            await world(running)

    run(opened())


async def raw(running: Running, token: str) -> socket.socket:
    """A WebSocket without anybody's library: its handshake is done."""
    host, port = running.url.removeprefix("http://").split(":")
    loop = asyncio.get_running_loop()
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plain.setblocking(False)
    await loop.sock_connect(plain, (host, int(port)))
    asks = f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    asks += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
    asks += f"Authorization: Bearer {token}\r\n\r\n"
    await loop.sock_sendall(plain, asks.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += await loop.sock_recv(plain, 1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    return plain


async def rest(plain: socket.socket) -> bytes:
    """Everything until the house ends the connection."""
    loop, data = asyncio.get_running_loop(), b""
    async with asyncio.timeout(5):
        while piece := await loop.sock_recv(plain, 65536):
            data += piece
    return data


def closed_with(data: bytes) -> int:
    """The code of the close frame at the end."""
    at = data.rindex(b"\x88")
    return int.from_bytes(data[at + 2 : at + 4], "big")


def test_without_a_session_nobody_is_let_in() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            for headers in ({}, {"Authorization": "Bearer nonsense"}):
                with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                    await browser.socket(**headers)
                assert refused.value.status == 401

    in_house(world)


def test_a_cookie_or_a_bearer_token_opens_a_socket_and_welcome_comes_first() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser, Browser(running.url) as program:
            me = await browser.demo()
            for opened in (await browser.socket(), await program.socket(Authorization=f"Bearer {browser.token}")):
                welcome = await opened.until(lambda message: True)
                assert (welcome["type"], welcome["player"], welcome["name"]) == ("Welcome", me["player"], me["name"])
                balance = await opened.until(lambda message: message["type"] == "Balance")
                assert balance["wallet_minor"] == 100_000
                assert welcome["session_id"]  # A10

    in_house(world)


def test_a_page_of_another_origin_is_not_let_in() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await browser.socket(Origin="https://evil.example")
            assert refused.value.status == 403
            (await browser.socket(Origin="https://play.example")).heard.clear()

    in_house(world, origins=("https://play.example",))


def test_the_handshake_is_checked() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            plain = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
            key = "MDEyMzQ1Njc4OWFiY2RlZg=="
            for headers, status in (
                ({}, 426),
                (plain, 400),
                ({**plain, "Sec-WebSocket-Key": "short"}, 400),
                ({**plain, "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "8"}, 400),
            ):
                async with browser.session.get(running.url + "/ws", headers=headers) as answer:
                    assert answer.status == status
            whole = {**plain, "Sec-WebSocket-Key": key}
            for method in ("HEAD", "POST", "OPTIONS"):
                async with browser.session.request(method, running.url + "/ws", headers=whole) as answer:
                    assert answer.status in (404, 405), method

    in_house(world)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (masked(b"{}", bits=0x40), 1002),
        (masked(b"x", 3), 1002),
        (b"\x81\x02{}", 1002),
        (masked(b"x" * 126, frames.PING), 1002),
        (masked(b"x", 0), 1002),
        (masked(b"x", frames.BINARY), 1003),
        (masked(b"\xff"), 1007),
        (masked(b"x" * 16385), 1009),
        (masked(b"\x03\xe8", frames.CLOSE), 1000),
        (masked(b"\x03", frames.CLOSE), 1002),
    ],
)
def test_frames_that_break_the_rules_end_the_connection_with_the_right_code(data: bytes, code: int) -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            plain = await raw(running, browser.token)
            await asyncio.get_running_loop().sock_sendall(plain, data)
            assert closed_with(await rest(plain)) == code
            plain.close()
            assert not running.house.room.connections

    in_house(world)


def test_a_ping_is_answered_with_its_own_bytes() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            plain = await raw(running, browser.token)
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(plain, masked(b"here?", frames.PING) + masked(b"", frames.CLOSE))
            assert b"\x8a\x05here?" in await rest(plain)

    in_house(world)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '{"id": "a"}',
        '{"id": "", "do": {"type": "Undo"}}',
        '{"id": "a", "do": {"type": "Nonsense"}}',
        '{"id": "a", "do": {"type": "Bet", "spot": "1/main", "amount_minor": -1}}',
        '{"id": "a", "do": {"type": "Undo", "more": 1}}',
        '{"id": "a", "do": {"type": "Say", "text": "' + "x" * 201 + '"}}',
    ],
)
def test_a_request_that_cannot_be_read_is_refused_and_the_connection_lives(text: str) -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            opened = await browser.socket()
            await opened.socket.send_str(text)
            refused = await opened.until(lambda message: message["type"] == "Refused")
            assert refused["code"] == "request/malformed"
            await opened.send({"type": "Ping", "sent_ms": 7})
            assert (await opened.until(lambda message: message["type"] == "Pong"))["sent_ms"] == 7

    in_house(world)


def test_what_is_mine_comes_in_its_place_among_what_is_everybodys() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as one, Browser(running.url) as other:
            await one.demo()
            await other.demo()
            speaks, hears = await one.socket(), await other.socket()
            for opened in (speaks, hears):
                await opened.do("Join", "one")
            before, also = len(speaks.heard), len(hears.heard)
            await asyncio.gather(*(speaks.do("Say", "one", text=f"line {n}") for n in range(20)))
            kinds = [message["type"] for message in speaks.heard[before:]]
            assert kinds == ["Happened", "MyBets", "Happened", "Done"] * 20
            await hears.until(lambda message: message.get("n") == speaks.of("Happened")[-1]["n"])
            numbers = [message["n"] for message in hears.heard[also:] if message["type"] == "Happened"]
            assert numbers == list(range(numbers[0], numbers[0] + 40))

    in_house(world)


def test_a_slow_reader_gets_a_snapshot_and_never_costs_more_than_its_buffer() -> None:
    async def world(running: Running) -> None:
        house = running.house
        async with Browser(running.url) as browser:
            await browser.demo()
            plain = await raw(running, browser.token)
            loop = asyncio.get_running_loop()
            join = msgspec.json.encode({"id": "j", "do": {"type": "Join"}, "table": "one"})
            await loop.sock_sendall(plain, masked(join))
            while not house.pit.hosts["one", 0].channel.members:
                await asyncio.sleep(0.01)
            (connection,) = house.room.connections
            table, host = table_of(house), house.pit.hosts["one", 0]
            most, sent = 0, 0
            for _ in range(4000):
                event = Said(0, "dealer", "x" * 1000, 0)
                table.n += 1
                host.do(lambda _, event=event: [Publish(table.n, event)])
                sent += 1000
                if sent % 20_000 == 0:
                    await asyncio.sleep(0)
                    most = max(most, connection.wire.get_write_buffer_size())  # type: ignore[attr-defined]
            assert connection.paused
            assert most < 350 * 1024 < sent  # bounded, whatever is said
            assert not connection.pending
            data = b""
            async with asyncio.timeout(10):
                while data.count(b'"type":"Snapshot"') < 2:
                    data += await loop.sock_recv(plain, 1 << 20)
            assert data.count(b'"type":"Snapshot"') == 2  # of the joining, and of the catching up
            assert len(data) < 1024 * 1024 < sent
            assert house.metrics.snapshots_to_slow == 1
            plain.close()

    in_house(world)


def test_too_many_messages_are_refused_and_a_flood_is_cut_off() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            opened = await browser.socket()
            await opened.do("Join", "one")
            for number in range(70):
                await opened.send({"type": "Say", "text": "hi"}, "one", f"s{number}")
            refused = await opened.until(lambda message: message["type"] == "Refused")
            assert refused["code"] == "rate/too_fast"
            assert refused["id"] not in running.house.people.accounts[opened.heard[0]["player"]].requests.answered
            for _ in range(1000):
                await opened.socket.send_str('{"id":"x","do":{"type":"Ping","sent_ms":1}}')
            assert await opened.over() == 1008
            assert opened.heard[-1]["type"] == "Bye"
            assert opened.heard[-1]["code"] == "rate/flood"

    in_house(world)


def test_one_connections_flood_does_not_delay_a_table() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as bad, Browser(running.url) as good:
            await good.demo()
            quiet = await good.socket()
            await quiet.do("Join", "one")
            loop = asyncio.get_running_loop()
            ping = b'{"id":"x","do":{"type":"Ping","sent_ms":1}}'
            flood = masked(ping) * 20_000
            worst_s = 0.0
            for _ in range(5):
                await bad.demo()  # who has just flooded is not let in
                plain = await raw(running, bad.token)
                sending = asyncio.create_task(loop.sock_sendall(plain, flood))
                begun_s = loop.time()
                assert (await quiet.do("Say", "one", text="still here?"))["type"] == "Done"
                worst_s = max(worst_s, loop.time() - begun_s)
                await asyncio.gather(sending, return_exceptions=True)
                plain.close()
            assert worst_s < 0.25
            assert running.house.metrics.floods == 5

    in_house(world)


def test_an_account_shares_its_rate_and_its_connections_are_counted() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            sockets = [await browser.socket() for _ in range(3)]
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await browser.socket()
            assert refused.value.status == 429
            for opened in sockets:
                for _ in range(8):
                    await opened.send({"type": "LeaveLobby"})
            await asyncio.sleep(0.1)
            assert sum(len(opened.of("Refused")) for opened in sockets) == 24 - 20

    limits = EdgeLimits(
        connections_per_account=3, messages_per_second=0.01, messages_burst=10, account_factor=2, sign_ins_per_minute=99
    )
    in_house(world, limits=limits)


def test_signing_out_ends_the_connections_of_the_session() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            opened = await browser.socket()
            assert (await browser.ask("POST", "/api/sign-out"))[0] == 200
            await opened.over()
            assert opened.heard[-1] == {"type": "Bye", "code": "session/over", "why": "signed out", "come_back": False}
            assert (await browser.ask("GET", "/api/me"))[0] == 401

    in_house(world)


def test_silent_connections_are_asked_and_then_ended() -> None:
    async def world(running: Running) -> None:
        async with Browser(running.url) as browser:
            await browser.demo()
            plain = await raw(running, browser.token)
            (connection,) = running.house.room.connections
            sweeper = running.house.sweeper
            connection.heard_s -= running.house.room.limits.quiet_s + 1
            sweeper.look()
            await asyncio.sleep(0.05)
            assert b"\x89\x00" in await asyncio.get_running_loop().sock_recv(plain, 65536)
            connection.heard_s -= running.house.room.limits.silent_s
            sweeper.look()
            await asyncio.sleep(0.05)
            assert not running.house.room.connections
            plain.close()

    in_house(world)


def test_a_connection_costs_little_memory() -> None:
    """A rough ceiling, with everything a connected player has; the benchmark measures it exactly."""

    async def world(running: Running) -> None:
        def resident() -> int:
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        async with Browser(running.url) as browser:
            await browser.demo()
            for _ in range(20):
                await raw(running, browser.token)
            before = resident()
            sockets = [await raw(running, browser.token) for _ in range(200)]
            each = (resident() - before) / len(sockets)
            assert each < 48 * 1024  # both ends are in this process
            for plain in sockets:
                plain.close()

    in_house(world, limits=EdgeLimits(connections_per_account=1000, sign_ins_per_minute=99))
