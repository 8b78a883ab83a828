"""Every way to break RFC 6455: the house ends the connection with the right code, or holds it; never anything else.

Class `frames`.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
from typing import Final, NamedTuple

from tests.attack import wire
from tests.attack.field import Field, attack
from tests.attack.guest import Guest
from tests.attack.wire import BINARY, CLOSE, CONTINUES, PING, PONG, Pipe, frame

PING_ME: Final = json.dumps({"id": "f", "do": {"type": "Ping", "sent_ms": 7}}).encode()
BAD, NO_TEXT, NOT_UTF8, TOO_BIG = {1002}, {1002, 1003, 1007, 1008}, {1007}, {1002, 1009}
MASK: Final = b"\0\0\0\0"


class Case(NamedTuple):
    what: str
    data: bytes
    codes: frozenset[int] | set[int]  # one of them ends the connection; empty: it goes on


def close(code: int, why: bytes = b"") -> bytes:
    return frame(struct.pack("!H", code) + why, CLOSE)


BROKEN: Final = [
    *(Case(f"reserved bits {bits:03b}", frame(PING_ME, reserved=bits), BAD) for bits in range(1, 8)),
    *(Case(f"opcode {code:#x}", frame(b"", code), BAD) for code in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)),
    Case("unmasked text", frame(PING_ME, masked=False), BAD),
    Case("unmasked ping", frame(b"", PING, masked=False), BAD),
    Case("unmasked close", frame(b"", CLOSE, masked=False), BAD),
    Case("a continuation of nothing", frame(PING_ME, CONTINUES), BAD),
    Case("an open continuation of nothing", frame(PING_ME, CONTINUES, final=False), BAD),
    Case("text in the middle of text", frame(b'{"a', final=False) + frame(PING_ME), BAD),
    Case("two beginnings", frame(b"{", final=False) + frame(b"{", final=False), BAD),
    Case("a ping of 126 bytes", frame(b"x" * 126, PING), BAD),
    Case("a pong of 126 bytes", frame(b"x" * 126, PONG), BAD),
    Case("a close of 126 bytes", frame(struct.pack("!H", 1000) + b"x" * 124, CLOSE), BAD),
    Case("a ping in pieces", frame(b"", PING, final=False), BAD),
    Case("a close in pieces", frame(b"", CLOSE, final=False), BAD),
    Case("binary", frame(PING_ME, BINARY), NO_TEXT),
    Case("binary in pieces", frame(PING_ME, BINARY, final=False) + frame(b"", CONTINUES), NO_TEXT),
    *(Case(f"bad UTF-8 {text!r}", frame(text), NOT_UTF8) for text in (
        b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82", b'{"id":"\x80"}', b"\xfe\xff",
    )),
    Case("bad UTF-8 over two frames", frame(b'"\xe2\x82', final=False) + frame(b'"', CONTINUES), NOT_UTF8),
    Case("a length of 2^63", struct.pack("!BBQ", 0x81, 0xFF, 2**63) + MASK, TOO_BIG),
    Case("a length of 2^64-1", struct.pack("!BBQ", 0x81, 0xFF, 2**64 - 1) + MASK, TOO_BIG),
    Case("a length of 2^62", struct.pack("!BBQ", 0x81, 0xFF, 2**62) + MASK, TOO_BIG),
    Case("a length of 2^31", struct.pack("!BBQ", 0x81, 0xFF, 2**31) + MASK, TOO_BIG),
    Case("a length in too many bytes", struct.pack("!BBH", 0x81, 0xFE, 5) + MASK + b"hello", BAD),
    Case("a length in far too many bytes", struct.pack("!BBQ", 0x81, 0xFF, 5) + MASK + b"hello", BAD),
    Case("1 MB in one frame", frame(b"x" * 1_000_000), TOO_BIG),
    Case("pieces that add up to 1 MB", frame(b"x" * 16000, final=False) + frame(b"x" * 16000, CONTINUES,
         final=False) * 60, TOO_BIG),
    Case("a close of one byte", frame(b"\x03", CLOSE), BAD),
    *(Case(f"close code {code}", close(code), BAD) for code in (0, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999,
    5000, 65535)),
    Case("a close whose reason is no UTF-8", close(1000, b"\xff"), {1002, 1007}),
    *(Case(f"a good close {code}", close(code, b"bye"), {code, 1000}) for code in (1000, 1001, 3000, 4999)),
]  # fmt: skip
GOOD: Final = [
    Case("text in three pieces", frame(PING_ME[:5], final=False) + frame(PING_ME[5:9], CONTINUES,
         final=False) + frame(PING_ME[9:], CONTINUES), set()),
    Case("a ping between pieces", frame(PING_ME[:5], final=False) + frame(b"!", PING) + frame(PING_ME[5:],
         CONTINUES), set()),
    Case("an unasked pong", frame(b"x" * 125, PONG) + frame(PING_ME), set()),
    Case("an empty ping", frame(b"", PING) + frame(PING_ME), set()),
    Case("no JSON", frame(b"{") + frame(PING_ME), set()),
    Case("JSON of another kind", frame(b"[]") + frame(b"1") + frame(b'"x"') + frame(b"null") + frame(PING_ME), set()),
    Case("deep JSON", frame(b'{"id":"d","do":' + b"[" * 7000 + b"]" * 7000 + b"}") + frame(PING_ME), set()),
    Case("unknown words", frame(b'{"id":"d","do":{"type":"Ping","sent_ms":1,"more":1},"x":1}') + frame(PING_ME), set()),
    Case("keys twice",
         frame(b'{"id":"d","id":"e","do":{"type":"Leave","type":"Ping","sent_ms":1}}') + frame(PING_ME), set()),
    Case("lone surrogates",
         frame(b'{"id":"\\ud800","do":{"type":"Say","text":"\\udfff"},"table":"\\u0000"}') + frame(PING_ME), set()),
    Case("a huge number",
         frame(b'{"id":"d","do":{"type":"Ping","sent_ms":1' + b"0" * 5000 + b"}}") + frame(PING_ME), set()),
    Case("a NUL", frame(b'{"id":"\\u0000","do":{"type":"Join"},"table":"a\\u0000b"}') + frame(PING_ME), set()),
    Case("an empty text", frame(b"") + frame(PING_ME), set()),
]  # fmt: skip


async def answered(pipe: Pipe, within_s: float = 5.0) -> tuple[int, bool]:
    """The code it is closed with (0: not at all, 1006: without a word), and whether our ping was answered."""
    pong = False
    try:
        async with asyncio.timeout(within_s):
            while True:
                got = await wire.receive(pipe)
                if got.opcode == CLOSE:
                    return got.close_code, pong
                if b'"Pong"' in got.payload:
                    return 0, True
    except TimeoutError:
        return 0, pong
    except (OSError, asyncio.IncompleteReadError):
        return 1006, pong


async def opened(guest: Guest) -> Pipe:
    pipe, answer = await wire.upgrade(guest.address, guest.token, guest.source)
    if answer.status != 101:
        raise ConnectionError(f"no WebSocket: {answer.status}")
    return pipe


async def tried(field: Field, guest: Guest, case: Case, pieces: int = 0) -> None:
    pipe = await opened(guest)
    if pieces:
        for at in range(0, min(len(case.data), 400), pieces):
            await pipe.send(case.data[at : at + pieces])
        await pipe.send(case.data[400:])
    else:
        await pipe.send(case.data)
    code, pong = await answered(pipe)
    if case.codes:
        # A cut without a word comes when we still had something to say: also an end.
        field.score.held(code in {*case.codes, 1006}, f"{case.what}: closed with {code}, pong {pong}")
    else:
        field.score.held(pong and not code, f"{case.what}: closed with {code}, pong {pong}")
    pipe.drop()


@attack("frames")
async def violations(field: Field) -> None:
    """Each in one write, then byte by byte."""
    for pieces in (0, 1):
        for at in range(0, len(BROKEN + GOOD), 8):
            guest = await field.guest()
            await guest.go()
            some = [case for case in (BROKEN + GOOD)[at : at + 8] if not pieces or len(case.data) < 400]
            for case in some:
                await tried(field, guest, case, pieces)


@attack("frames")
async def nothing_after_the_close(field: Field) -> None:
    """What follows a close is not carried out."""
    key = field.live("all-bets")
    guest = await field.guest(key)
    said = json.dumps({"id": "z", "table": key, "do": {"type": "Bet", "spot": "1/main", "amount_minor": 1000}}).encode()
    await guest.link.pipe.send(close(1000) + frame(said))
    await asyncio.sleep(0.5)
    me = (await guest.http("GET", "/api/me")).json
    field.score.held(not me["in_play_minor"], f"a bet after the close was taken: {me}")
    await guest.go()


@attack("frames")
async def random_bytes(field: Field) -> None:
    """Noise after the handshake, and good frames with one byte changed."""
    for _ in range(10 * field.rounds):
        guest = await field.guest()
        await guest.go()
        for _ in range(4):
            pipe = await opened(guest)
            data = bytearray(frame(PING_ME) if field.random.random() < 0.5 else os.urandom(200))
            data[field.random.randrange(min(20, len(data)))] ^= 1 << field.random.randrange(8)
            await pipe.send(bytes(data))
            await asyncio.sleep(0.01)
            pipe.drop()
    guest = await field.guest()
    field.score.held((await guest.ping_ms()) < 5000, "the house does not answer after noise")
    await guest.go()


@attack("frames")
async def handshakes_that_are_none(field: Field) -> None:
    """Wrong versions, keys, methods, tokens, and pages of elsewhere: no 101."""
    guest = await field.guest()
    await guest.go()
    good = wire.upgrade_headers(field.address, guest.token, base64.b64encode(os.urandom(16)).decode())
    cases = [
        {"Sec-WebSocket-Version": "12"}, {"Sec-WebSocket-Version": "99"}, {"Sec-WebSocket-Key": "short"},
        {"Sec-WebSocket-Key": ""}, {"Sec-WebSocket-Key": base64.b64encode(b"x" * 15).decode()}, {"Upgrade": "h2c"},
        {"Connection": "close"}, {"Authorization": "Bearer nobody"}, {"Authorization": ""},
        {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://["}, {"Origin": "file://"},
        {"Origin": f"http://{field.address.said}.evil.example"}, {"Origin": f"http://evil@{field.address.host}"},
        {"Origin": "http://evil.example", "Host": "evil.example"},
    ]  # fmt: skip
    for change in cases:
        answer = await field.raw(wire.request_bytes("GET", "/ws", list((good | change).items())))
        field.score.held(answer.status not in (101, 0, 500), f"{change}: {answer.status}")
    for method in ("POST", "PUT", "HEAD"):
        answer = await field.raw(wire.request_bytes(method, "/ws", list(good.items())), head=method == "HEAD")
        field.score.held(answer.status not in (101, 500), f"{method}: {answer.status}")
