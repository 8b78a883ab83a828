"""The house against somebody who wants to slow it down for everybody: bytes over plain sockets, no client of ours."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import socket
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from tests.server.test_server_edge import closed_with, raw, rest
from tests.server.test_server_frames import masked
from ventuno.bank import OpenRound, Placed, PlaceStakes, Receipt
from ventuno.server.edge import frames
from ventuno.server.http import games, reception
from ventuno.server.limits import SPARE_FILES, EdgeLimits, fitted
from ventuno.server.running import Running
from ventuno.store import Ledger

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
        (connection,) = running.house.room.connections
        await send(plain, PING * 25)
        async with asyncio.timeout(5):
            while not connection.slowed:
                await asyncio.sleep(0.005)
            await send(plain, PING)  # waits in the system's memory
            await asyncio.sleep(0.05)
            assert connection.allowance.own.tokens < 0
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


def test_who_flooded_comes_back_when_the_debt_is_paid() -> None:
    async def world(running: Running) -> None:
        (token,) = await strangers(running, 1)
        plain = await raw(running, token)
        await send(plain, PING * 500)
        await rest(plain)
        assert await comes_in(running, token) == (429, "rate/too_fast")
        account = next(iter(running.house.people.accounts.values()))
        account.bucket.tokens = 0
        assert (await comes_in(running, token))[0] == 101

    in_house(world, limits=EdgeLimits(messages_per_second=0.1, messages_burst=10, account_factor=1))


def test_who_comes_from_where_too_much_is_sent_is_slowed_and_who_sends_little_from_there_is_not() -> None:
    async def world(running: Running) -> None:
        quiet, *loud = [await guest(running) for _ in range(3)]
        calm = next(
            one for one in running.house.room.connections if one.account.player == min(running.house.people.accounts)
        )
        for plain in loud:
            await send(plain, PING * 20)
        async with asyncio.timeout(5):
            while not all(one.slowed for one in running.house.room.connections if one is not calm):
                await asyncio.sleep(0.005)
            assert calm.allowance.shared is not None
            assert calm.allowance.shared.tokens < 0
            await send(quiet, PING * 3)
            await asyncio.sleep(0.05)
            assert not calm.slowed
            while any(one.slowed for one in running.house.room.connections):
                await asyncio.sleep(0.005)
        for plain, pings in zip((quiet, *loud), (3, 20, 20), strict=True):
            await send(plain, masked(b"", frames.CLOSE))
            data = await rest(plain)
            assert (data.count(b'"Pong"'), data.count(b"rate/")) == (pings, 0)

    limits = {"messages_per_second": 20, "messages_burst": 30, "address_factor": 0.5, "this_machine_factor": 1}
    in_house(world, limits=EdgeLimits(**limits))  # type: ignore[arg-type]


# -- requests -----------------------------------------------------------------------------------

ASKS = b"GET /api/lobby HTTP/1.1\r\nHost: localhost\r\n\r\n"
ALONE = {"this_machine_factor": 1.0, "sign_ins_per_minute": 1000}  # counted like somebody from outside


@pytest.fixture(autouse=True)
def looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reception, "EVERY_S", 0.05)


class Visit:
    """One connection over which HTTP is spoken, or something like it."""

    def __init__(self, plain: socket.socket) -> None:
        self.plain = plain

    @classmethod
    async def to(cls, running: Running, received: int = 0) -> Visit:
        """`received`: how much the system keeps for a reader who does not read."""
        plain = socket.socket()
        if received:
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, received)
        plain.setblocking(False)
        host, port = running.url.removeprefix("http://").split(":")
        await asyncio.get_running_loop().sock_connect(plain, (host, int(port)))
        return cls(plain)

    async def say(self, data: bytes) -> None:
        await asyncio.get_running_loop().sock_sendall(self.plain, data)

    async def hear(self, timeout_s: float = 5) -> bytes:
        """The next bytes; none: it is over."""
        async with asyncio.timeout(timeout_s):
            try:
                return await asyncio.get_running_loop().sock_recv(self.plain, 65536)
            except ConnectionError:
                return b""

    async def over(self) -> bytes:
        """All that comes until it is over."""
        data = b""
        while piece := await self.hear():
            data += piece
        return data

    async def asked(self, data: bytes = ASKS) -> bytes:
        await self.say(data)
        return await self.hear()


def visited(world: World, **limits: Any) -> None:
    in_house(world, limits=EdgeLimits(**{**ALONE, **limits}))


def test_a_path_without_end_is_nowhere_and_no_route_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    resolve = web.UrlDispatcher.resolve

    async def counted(self: Any, request: web.Request) -> Any:
        looked.append(request.path)
        return await resolve(self, request)

    monkeypatch.setattr(web.UrlDispatcher, "resolve", counted)

    async def world(running: Running) -> None:
        for path in ("/a" * 1000, "/api" + "/a" * 1000, "/" * 2000, "/.." * 1000):
            visit = await Visit.to(running)
            back = await visit.asked(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            assert back.startswith(b"HTTP/1.1 404")
            assert b"http/not_found" in back
            assert b"X-Frame-Options: DENY" in back
        assert looked == []
        assert (await (await Visit.to(running)).asked()).startswith(b"HTTP/1.1 200")

    visited(world)


@pytest.mark.parametrize(
    "said",
    [
        b"GET /" + b"x" * 16_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nCookie: " + b"a=b; " * 3_000 + b"\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 200 + b"\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused_in_our_words(said: bytes) -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        await visit.say(said)
        back = await visit.over()
        assert back.startswith((b"HTTP/1.1 400", b"HTTP/1.0 400"))
        assert b"http/fault" in back
        assert b"X-Frame-Options: DENY" in back
        assert b"aiohttp" not in back
        assert b"Python" not in back

    visited(world)


def test_a_head_without_end_is_not_listened_to() -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        await visit.say(b"GET / HTTP/1.1\r\n")
        await asyncio.sleep(0.05)
        for number in range(20):
            with contextlib.suppress(ConnectionError):
                await visit.say(f"a{number}: {'x' * 1000}\r\n".encode())
        assert (await visit.over()).startswith(b"HTTP/1.1 431")

    visited(world)


def test_a_body_is_not_blown_up() -> None:
    async def world(running: Running) -> None:
        body = gzip.compress(b" " * 10_000_000)
        head = (
            "POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Encoding: gzip"
        )
        visit = await Visit.to(running)
        back = await visit.asked(f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        assert back.startswith(b"HTTP/1.1 400")
        assert b"body/malformed" in back

    visited(world)


def test_a_body_nobody_wants_is_not_swallowed_without_end() -> None:
    async def world(running: Running) -> None:
        visit, sent = await Visit.to(running), 0
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        await visit.say(head + b"Content-Length: 100000000\r\n\r\n")
        with contextlib.suppress(ConnectionError):
            while sent < 100_000_000:
                await visit.say(b"x" * 65_536)
                sent += 65_536
        assert 0 < sent < 20_000_000  # what lay in the system's buffers is not all taken

    visited(world)


@pytest.mark.parametrize("rest_of_it", [b"1\r\n{\r\n" * 1_000, b"1;" + b"x" * 5_000, b"0\r\na: b\r\n"])
def test_a_body_in_chunks_is_not_taken(rest_of_it: bytes) -> None:
    async def world(running: Running) -> None:
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for before in (b"", ASKS):
            visit = await Visit.to(running)
            await visit.say(before + head + b"Transfer-Encoding: chunked\r\n\r\n" + rest_of_it)
            back = await visit.over()
            assert before or back.startswith((b"HTTP/1.1 411", b"HTTP/1.0 411"))
            assert before or b"Content-Length: it is not taken" in back
            assert b"body/malformed" not in back

    visited(world)


# -- time ---------------------------------------------------------------------------------------


def test_a_head_that_comes_in_crumbs_is_not_waited_for() -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        with contextlib.suppress(ConnectionError):
            for byte in ASKS[:-1] * 5:
                await visit.say(bytes((byte,)))
                await asyncio.sleep(0.02)
        assert await visit.hear() == b""
        assert running.house.metrics.visitors_ended == 1

    visited(world, head_s=0.2)


def test_who_never_asks_is_not_waited_for() -> None:
    async def world(running: Running) -> None:
        assert await (await Visit.to(running)).hear() == b""

    visited(world, head_s=0.2)


def test_a_second_head_in_crumbs_is_not_waited_for_either() -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        assert (await visit.asked()).startswith(b"HTTP/1.1 200")
        await visit.say(ASKS[:20])
        assert await visit.hear() == b""

    visited(world, head_s=0.2)


def test_between_two_requests_there_is_time_but_not_for_ever() -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        assert (await visit.asked()).startswith(b"HTTP/1.1 200")
        await asyncio.sleep(0.4)
        assert (await visit.asked()).startswith(b"HTTP/1.1 200")
        assert await visit.hear() == b""

    visited(world, head_s=0.2, idle_s=1)


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        back = await visit.asked(head + b"Content-Length: 100\r\n\r\n{")
        assert back.startswith(b"HTTP/1.1 408")
        assert b"body/too_slow" in back

    visited(world, body_s=0.2)


def big_client(folder: Path) -> str:
    (folder / "index.html").write_bytes(b"x" * 4_000_000)
    return str(folder)


def test_who_does_not_read_the_answer_is_not_waited_for(tmp_path: Path) -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running, received=4096)
        await visit.say(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        async with asyncio.timeout(5):
            while not running.house.metrics.visitors_ended:
                await asyncio.sleep(0.02)
        assert len(await visit.over()) < 4_000_000

    limits = EdgeLimits(**ALONE, slow_s=0.3)
    in_house(world, web=big_client(tmp_path), limits=limits)


def test_who_reads_slowly_and_steadily_gets_all_of_it(tmp_path: Path) -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running, received=4096)
        await visit.say(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        size = 0
        while piece := await visit.hear():
            size += len(piece)
            if size % 7 == 0:
                await asyncio.sleep(0.001)
        assert size > 4_000_000
        assert not running.house.metrics.visitors_ended

    limits = EdgeLimits(**ALONE, slow_s=0.5)
    in_house(world, web=big_client(tmp_path), limits=limits)


# -- room ---------------------------------------------------------------------------------------


def test_a_newcomer_takes_the_place_of_who_waited_longest_at_the_same_address() -> None:
    async def world(running: Running) -> None:
        first, second = await Visit.to(running), await Visit.to(running)
        for visit in (first, second):
            assert (await visit.asked()).startswith(b"HTTP/1.1 200")
        third = await Visit.to(running)
        assert (await third.asked()).startswith(b"HTTP/1.1 200")
        assert await first.hear() == b""
        assert (await second.asked()).startswith(b"HTTP/1.1 200")

    visited(world, visitors_per_address=2)


def test_who_is_being_answered_is_not_sent_away_for_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on = threading.Event()
    monkeypatch.setattr(games, "pools_of", lambda *_: may_go_on.wait(10) and {})

    async def world(running: Running) -> None:
        busy = await Visit.to(running)
        await busy.say(ASKS.replace(b"lobby", b"jackpots"))
        await asyncio.sleep(0.1)
        refused = await Visit.to(running)
        assert (await refused.over()).startswith(b"HTTP/1.1 503")
        assert running.house.metrics.visitors_turned_away == 1
        may_go_on.set()
        assert (await busy.hear()).startswith(b"HTTP/1.1 200")

    visited(world, visitors_per_address=1)


def test_who_keeps_a_body_back_makes_room_for_somebody_else() -> None:
    async def world(running: Running) -> None:
        slow = await Visit.to(running)
        head = b"POST /api/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        await slow.say(head + b"Content-Length: 2\r\n\r\n{")
        await asyncio.sleep(0.1)
        assert (await (await Visit.to(running)).asked()).startswith(b"HTTP/1.1 200")
        assert await slow.hear() == b""

    visited(world, visitors_per_address=1)


def test_a_full_house_makes_room_by_ending_who_only_waits() -> None:
    async def world(running: Running) -> None:
        idle = [await Visit.to(running) for _ in range(3)]
        await asyncio.sleep(0.05)
        assert (await (await Visit.to(running)).asked()).startswith(b"HTTP/1.1 200")
        assert await idle[0].hear() == b""

    visited(world, visitors=3)


def test_who_connects_again_and_again_is_turned_away_at_the_door() -> None:
    async def world(running: Running) -> None:
        for _ in range(3):
            assert (await (await Visit.to(running)).asked()).startswith(b"HTTP/1.1 200")
        refused = await Visit.to(running)
        assert (await refused.over()).startswith(b"HTTP/1.1 503")

    visited(world, requests_per_second=0.1, requests_burst=3)


def test_who_asks_too_much_waits_and_who_asks_far_too_much_is_refused() -> None:
    async def world(running: Running) -> None:
        visit = await Visit.to(running)
        for _ in range(4):
            assert (await visit.asked()).startswith(b"HTTP/1.1 200")
        assert running.house.metrics.requests_slowed == 1
        pushing = [await Visit.to(running) for _ in range(3)]
        for one in pushing:
            await one.say(ASKS)
        backs = [await one.hear() for one in pushing]
        assert [back[9:12] for back in backs].count(b"429") == 1
        refused = next(back for back in backs if back[9:12] == b"429")
        assert b"Retry-After: 3" in refused
        assert b"rate/too_many_requests" in refused
        assert b"Connection: close" in refused

    visited(world, requests_per_second=1, requests_burst=3)


def test_behind_a_proxy_each_address_has_its_own_measure_and_ipv6_goes_by_its_64_bits() -> None:
    def from_(address: str) -> bytes:
        return ASKS[:-2] + f"X-Forwarded-For: {address}\r\n\r\n".encode()

    async def world(running: Running) -> None:
        async def status(address: str) -> bytes:
            return (await (await Visit.to(running)).asked(from_(address)))[9:12]

        assert [await status(f"2001:db8:0:1::{n}") for n in range(3)] == [b"200", b"200", b"429"]
        assert [await status(f"2001:db8:0:{n}::1") for n in range(2, 5)] == [b"200"] * 3
        assert [await status("1.2.3.4") for _ in range(3)] == [b"200", b"200", b"429"]

    limits = EdgeLimits(**ALONE, requests_per_second=0.01, requests_burst=2)
    in_house(world, limits=limits, behind_proxy=True)


async def comes_in(running: Running, token: str, address: str = "1.1.1.1") -> tuple[int, str]:
    """Status and code of the answer to who wants a WebSocket; the connection stays open."""
    asks = "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    asks += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n"
    asks += f"Authorization: Bearer {token}\r\nX-Forwarded-For: {address}\r\n\r\n"
    back = await (visit := await Visit.to(running)).asked(asks.encode())
    kept.append(visit)
    code = msgspec.json.decode(back.partition(b"\r\n\r\n")[2])["code"] if back[9:12] != b"101" else ""
    return int(back[9:12]), code


kept: list[Visit] = []  # a socket that nobody holds is closed


async def strangers(running: Running, count: int) -> list[str]:
    tokens = []
    for _ in range(count):
        async with Browser(running.url) as browser:
            await browser.demo()
            tokens.append(browser.token)
    return tokens


def test_one_address_has_so_many_connections_whoever_they_say_they_are() -> None:
    async def world(running: Running) -> None:
        tokens = await strangers(running, 4)
        assert [(await comes_in(running, token))[0] for token in tokens[:2]] == [101, 101]
        assert await comes_in(running, tokens[2]) == (429, "rate/address_full")
        assert (await comes_in(running, tokens[2], "1.1.1.2"))[0] == 101
        assert (await comes_in(running, tokens[3], "2001:db8::1"))[0] == 101
        assert len(running.house.room.connections) == 4
        for connection in list(running.house.room.connections):
            connection.wire.abort()
        await asyncio.sleep(0.05)
        assert running.house.room.taken == 0
        assert [(await comes_in(running, token, "1.1.1.9"))[0] for token in tokens[:2]] == [101, 101]

    in_house(world, limits=EdgeLimits(**ALONE, connections_per_address=2), behind_proxy=True)


def _stake(ledger: Ledger, player: int, now_ms: int) -> None:
    """A bet in a round that runs."""
    stakes = (Placed("1/main", 1000),)
    for command in (
        OpenRound(key="round", at_ms=now_ms, round="R1", table="one", game="infinite"),
        PlaceStakes(key="stake", at_ms=now_ms, round="R1", player=player, stakes=stakes),
    ):
        assert isinstance(ledger.execute(command), Receipt)


def test_strangers_who_fill_the_house_keep_nobody_from_coming_back_to_a_hand() -> None:
    async def world(running: Running) -> None:
        *others, player, lately = await strangers(running, 6)
        assert (await comes_in(running, lately))[0] == 101
        (connection,) = running.house.room.connections
        connection.wire.abort()
        await asyncio.sleep(0.05)
        assert [(await comes_in(running, token))[0] for token in others] == [101, 101, 429, 429]
        assert await comes_in(running, others[2]) == (429, "rate/house_full")
        async with Browser(running.url) as browser:
            _, me = await browser.ask("GET", "/api/me", Authorization=f"Bearer {player}")
        assert await comes_in(running, player) == (429, "rate/house_full")
        await running.house.workers.read(_stake, running.ledger, me["player"], running.house.now_ms())
        assert (await comes_in(running, player))[0] == 101
        assert (await comes_in(running, lately))[0] == 101

    in_house(world, limits=EdgeLimits(**ALONE, connections=4, connections_reserved=2), behind_proxy=True)


def test_who_is_not_let_in_is_not_remembered() -> None:
    async def world(running: Running) -> None:
        first, *others = await strangers(running, 5)
        assert (await comes_in(running, first))[0] == 101
        for token in others:
            assert (await comes_in(running, token))[0] == 429
        assert len(running.house.people.accounts) == 1

    in_house(world, limits=EdgeLimits(**ALONE, connections_per_address=1), behind_proxy=True)


def test_limits_are_never_more_than_the_files_the_system_gives() -> None:
    plenty = EdgeLimits(connections=20_000, connections_reserved=2_000, visitors=4_000)
    assert fitted(plenty, 100_000) == plenty
    few = fitted(plenty, 1_024)
    assert few.connections + few.visitors <= 1_024 - SPARE_FILES
    assert 0 < few.connections_reserved < few.connections
    assert few.visitors > 0
