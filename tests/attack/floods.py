"""One guest, or nobody at all, who keeps the house busy: others must hardly notice. Class `floods`.

Honest guests' pings during a flood are compared with those before it. Machines are noisy, so the bound is wide:
what it must catch raised a ping from half a millisecond to seconds.
"""

from __future__ import annotations

import asyncio
import json
import select
import socket
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any, Final

from tests.attack import wire
from tests.attack.field import Field, attack
from tests.attack.honest import Seen, Witness
from tests.attack.wire import CONTINUES, PING, PONG, TEXT, Pipe, connect, frame, request_bytes

CALM_S: Final = 3.0
FLOOD_S: Final = 2.0
MOST_MS: Final = 25.0  # of a median ping during a flood, on any machine
MOST_TIMES: Final = 30.0  # as long as before
GUNS: Final = 8  # connections of one account
MOST_LINES: Final = 500  # of the house's log
FROZEN_MS: Final = 5000.0  # of one ping


async def measured(field: Field, flood: Callable[[], Awaitable[Any]]) -> None:
    """How honest guests fare while it lasts. Where they fare badly it is done once more: a busy machine passes."""
    if field.witness is None:
        field.score.note("no honest guests are there")
        return
    if not field.calm_ms:
        await asyncio.sleep(CALM_S)
        field.calm_ms = field.witness.between(time.monotonic() - CALM_S, time.monotonic()).ping_ms
    bound = max(MOST_MS, MOST_TIMES * field.calm_ms)
    lines = log_lines(field)
    for _ in range(2):
        seen = await _flooded(field.witness, flood)
        well = seen.ping_ms <= bound and seen.worst_ms < FROZEN_MS
        if well:
            break
    said = f"a ping takes {seen.ping_ms:.1f} ms, at worst {seen.worst_ms:.0f}; before {field.calm_ms:.1f} ms"
    field.score.held(well, said)
    field.score.measured(said)
    grown = log_lines(field) - lines
    field.score.held(grown < MOST_LINES, f"the log grew by {grown} lines in a few seconds: it fills the disk")
    field.score.held(not seen.thrown_out, f"honest guests were thrown out: {seen.thrown_out}")


def log_lines(field: Field) -> int:
    return field.log.read_bytes().count(b"\n") if field.log else 0


async def _flooded(witness: Witness, flood: Callable[[], Awaitable[Any]]) -> Seen:
    start_s = time.monotonic()
    with suppress(TimeoutError, OSError):  # cut off: so much the better
        async with asyncio.timeout(FLOOD_S * 5):
            await flood()
    await asyncio.sleep(0.7)  # for a ping that was on its way
    return witness.between(start_s, time.monotonic())


def shoot(address: wire.Address, source: str, greeting: bytes, chunk: bytes) -> int:
    """In a thread of its own: the same bytes as fast as they are taken. How many were."""
    until, taken = time.monotonic() + FLOOD_S, 0
    try:
        with socket.create_connection(address, timeout=3, source_address=(source, 0)) as one:
            one.sendall(greeting)
            if greeting:
                one.recv(4096)
            one.settimeout(0.5)
            while time.monotonic() < until:
                one.sendall(chunk)
                taken += len(chunk)
                while select.select([one], [], [], 0)[0]:
                    if not one.recv(1 << 16):
                        return taken
    except OSError:
        pass
    return taken


async def shot(field: Field, greeting: bytes, chunk: bytes, guns: int = 1) -> None:
    """Whoever is cut off comes again, until the time is over."""
    until = time.monotonic() + FLOOD_S

    async def gun() -> None:
        while time.monotonic() < until:
            if not await asyncio.to_thread(shoot, field.address, field.place(), greeting, chunk):
                await asyncio.sleep(0.05)

    await asyncio.gather(*(gun() for _ in range(guns)))


async def greeting(field: Field) -> bytes:
    """A guest's handshake."""
    guest = await field.guest()
    await guest.go()
    headers = wire.upgrade_headers(field.address, guest.token, "AAAAAAAAAAAAAAAAAAAAAA==")
    return request_bytes("GET", "/ws", list(headers.items()))


async def framed(field: Field, first: bytes, chunk: bytes) -> None:
    hello = await greeting(field)
    await measured(field, lambda: shot(field, hello + first, chunk, GUNS))


@attack("floods")
async def empty_continuation_frames(field: Field) -> None:
    """Pieces of a message that never ends: nothing to answer, nothing to count."""
    await framed(field, frame(b"{", final=False), frame(b"", CONTINUES, final=False) * 4000)


@attack("floods")
async def continuation_frames_of_a_byte(field: Field) -> None:
    await framed(field, frame(b"{", final=False), frame(b" ", CONTINUES, final=False) * 4000)


@attack("floods")
async def pings(field: Field) -> None:
    await framed(field, b"", frame(b"x" * 100, PING) * 400)


@attack("floods")
async def pongs(field: Field) -> None:
    await framed(field, b"", frame(b"", PONG) * 4000)


@attack("floods")
async def tiny_texts(field: Field) -> None:
    await framed(field, b"", frame(b"1", TEXT) * 4000)


@attack("floods")
async def messages_in_pieces(field: Field) -> None:
    """Good requests, a byte a frame."""
    text = json.dumps({"id": "p", "do": {"type": "Ping", "sent_ms": 1}}).encode()
    parts = [frame(bytes([sign]), TEXT if not at else CONTINUES, final=False) for at, sign in enumerate(text)]
    await framed(field, b"", (b"".join(parts) + frame(b"", CONTINUES)) * 100)


@attack("floods")
async def requests_with_huge_paths(field: Field) -> None:
    """Paths of many parts, of one long part, with dots and with percent signs; of nobody at all."""
    for target in ("/" + "a/" * 3900, "/" + "../" * 2600, "/" + "%2e%2e/" * 1100):
        data = request_bytes("HEAD", target, [("Host", field.address.said)])
        await measured(field, partial(shot, field, b"", data * 4, 2 * GUNS))


@attack("floods")
async def requests_for_nothing(field: Field) -> None:
    """Small requests in long rows, of nobody: pages, games, documents."""
    for target in ("/", "/api/games", "/metrics", "/nowhere"):
        data = request_bytes("GET", target, [("Host", field.address.said)])
        await measured(field, partial(shot, field, b"", data * 10, GUNS))


@attack("floods")
async def slow_headers_and_bodies(field: Field) -> None:
    """Hundreds of connections that never come to the point: a header a second, a byte of a body a second."""
    body = request_bytes(
        "POST", "/api/sign-in", [("Host", "x"), ("Content-Type", "application/json"), ("Content-Length", "5000")]
    )

    async def one(first: bytes, next: bytes) -> None:
        pipe = await connect(field.address, field.place())
        await pipe.send(first)
        for _ in range(int(FLOOD_S * 4)):
            await asyncio.sleep(0.25)
            await pipe.send(next)
        pipe.drop()

    async def flood() -> None:
        heads = [one(b"GET / HTTP/1.1\r\nHost: x\r\n", b"X-A: b\r\n") for _ in range(150)]
        await asyncio.gather(*heads, *(one(body, b" ") for _ in range(150)), return_exceptions=True)

    await measured(field, flood)


@attack("floods")
async def connections_that_never_speak(field: Field) -> None:
    """From one address: whoever else comes must still be let in, and the silent are ended after a while."""
    pipes: list[Pipe] = []
    source = field.place()

    async def flood() -> None:
        for _ in range(600):
            try:
                pipes.append(await connect(field.address, source))
            except (OSError, TimeoutError):
                break
        await asyncio.sleep(FLOOD_S / 2)

    await measured(field, flood)
    guest = await field.guest()
    field.score.held((await guest.ping_ms()) < 2000, "nobody else is let in")
    await guest.go()
    for pipe in pipes:
        pipe.drop()


@attack("floods")
async def connection_storm(field: Field) -> None:
    """Connecting and going, as fast as possible, with and without a handshake."""
    hello = await greeting(field)

    async def flood() -> None:
        until = time.monotonic() + FLOOD_S
        while time.monotonic() < until:
            some = [_come_and_go(field, hello if at % 2 else b"") for at in range(20)]
            await asyncio.gather(*some, return_exceptions=True)

    await measured(field, flood)


async def _come_and_go(field: Field, said: bytes) -> None:
    pipe = await connect(field.address, field.place())
    await pipe.send(said)
    pipe.drop()


@attack("floods")
async def readers_that_do_not_read(field: Field) -> None:
    """They ask for a lot and read nothing: what they are owed must not pile up, and others go on."""
    hello = await greeting(field)
    asks = frame(json.dumps({"id": "l", "do": {"type": "WatchLobby"}}).encode())
    page = request_bytes("GET", "/api/openapi.json", [("Host", field.address.said)])

    async def one(data: bytes, then: bytes) -> None:
        pipe = await connect(field.address, field.place(), limit=1024)
        await pipe.send(data)
        for _ in range(int(FLOOD_S * 10)):
            if not await pipe.send(then):
                break
            await asyncio.sleep(0.1)
        pipe.drop()

    async def flood() -> None:
        readers = [one(hello, asks * 3) for _ in range(6)] + [one(page, page * 20) for _ in range(20)]
        await asyncio.gather(*readers, return_exceptions=True)

    await measured(field, flood)


@attack("floods")
async def sign_in_flood(field: Field) -> None:
    """Wrong passwords from hundreds of addresses: hashing them must not keep others waiting."""

    async def flood() -> None:
        until = time.monotonic() + FLOOD_S
        while time.monotonic() < until:
            body = {"name": field.fresh_name(), "password": "wrong password"}
            await asyncio.gather(*(field.ask("POST", "/api/sign-in", body) for _ in range(12)))

    await measured(field, flood)


@attack("floods")
async def guest_flood(field: Field) -> None:
    """Demo accounts by the hundred, from as many addresses."""

    async def flood() -> None:
        until = time.monotonic() + FLOOD_S
        while time.monotonic() < until:
            await asyncio.gather(*(field.ask("POST", "/api/demo", {}) for _ in range(12)))

    await measured(field, flood)


@attack("floods")
async def writes_by_one_account(field: Field) -> None:
    """Settings, limits and deposits as fast as one account can ask for them."""
    guest = await field.guest()

    async def flood() -> None:
        until = time.monotonic() + FLOOD_S
        number = 0
        while time.monotonic() < until:
            number += 1
            await asyncio.gather(
                *(guest.http("PUT", "/api/settings", {"settings": {f"a{at}": number}}) for at in range(12))
            )

    await measured(field, flood)
    await guest.go()


@attack("floods")
async def exports_by_one_account(field: Field) -> None:
    """Everything that takes long to answer, again and again."""
    guest = await field.guest()
    paths = ["/api/history/export?format=json", "/api/cashier/export", "/api/history?most=200", "/api/games"]
    paths += [f"/api/games/{game}/strategy" for game in field.tables]

    async def flood() -> None:
        until = time.monotonic() + FLOOD_S
        while time.monotonic() < until:
            await asyncio.gather(*(guest.http("GET", path) for path in paths))

    await measured(field, flood)
    await guest.go()


@attack("floods")
async def chatterers(field: Field) -> None:
    """A dozen guests who say something as fast as they can, at a table of others."""
    key = field.live("infinite")
    guests = [await field.guest(key) for _ in range(8)]

    async def flood() -> None:
        until = time.monotonic() + FLOOD_S
        while time.monotonic() < until:
            for guest in guests:
                await guest.link.send({"type": "Say", "text": "x" * 200}, key)
            await asyncio.sleep(0.02)

    await measured(field, flood)
    for guest in guests:
        await guest.go()
