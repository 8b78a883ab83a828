"""HTTP/1.1 and WebSocket frames (RFC 9112, RFC 6455) written from the standards, on bare TCP.

Shares no code with the house: what both sides misunderstood alike would not be found. Nothing here is
polite: any bytes can be sent, and whatever comes back is kept as it came.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import os
import struct
from typing import Any, Final, NamedTuple

PATIENCE_S: Final = 25.0  # hashing a password takes its time on a busy machine
GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUES, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA


class Address(NamedTuple):
    host: str
    port: int

    @property
    def said(self) -> str:
        return f"{self.host}:{self.port}"


class Answer(NamedTuple):
    """What came back; `status` 0: nothing, the connection was ended."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        return ", ".join(value for key, value in self.headers if key.lower() == name.lower())

    @property
    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError:
            return None

    @property
    def code(self) -> str:
        """Of a refusal."""
        said = self.json
        return str(said.get("code", "")) if isinstance(said, dict) else ""


NOTHING: Final = Answer(0, [], b"")


class Pipe:
    """One TCP connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def send(self, data: bytes) -> bool:
        """Whether the other side still took it."""
        if self.writer.is_closing():
            return False
        try:
            self.writer.write(data)
            async with asyncio.timeout(PATIENCE_S):
                await self.writer.drain()
        except (OSError, TimeoutError):
            return False
        return True

    async def exactly(self, count: int) -> bytes:
        return await self.reader.readexactly(count)

    async def is_ended(self, within_s: float = PATIENCE_S) -> bool:
        """Reads and forgets until the house ends the connection."""
        try:
            async with asyncio.timeout(within_s):
                while await self.reader.read(65536):
                    pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def drop(self) -> None:
        """Without a word, as a cut cable would."""
        self.writer.transport.abort()


async def connect(address: Address, source: str = "", limit: int = 2**20) -> Pipe:
    """`source`: the address to come from. Every one of 127.0.0.0/8 is ours on Linux."""
    local = (source, 0) if source else None
    async with asyncio.timeout(PATIENCE_S):
        reader, writer = await asyncio.open_connection(address.host, address.port, local_addr=local, limit=limit)
    return Pipe(reader, writer)


# -- HTTP ---------------------------------------------------------------------------------------


def request_bytes(method: str, target: str, headers: list[tuple[str, str]], body: bytes = b"") -> bytes:
    """As it is told to, right or wrong."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body


async def read_answer(pipe: Pipe, *, head: bool = False) -> Answer:
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await _answer(pipe, head)
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError, TimeoutError, ValueError):
        return NOTHING


async def _answer(pipe: Pipe, head: bool) -> Answer:
    raw = await pipe.reader.readuntil(b"\r\n\r\n")
    first, *lines = raw.decode("latin-1").split("\r\n")[:-2]
    headers = [(name, value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    found = Answer(int(first.split(" ")[1]), headers, b"")
    if head or found.status < 200 or found.status in (204, 304):
        return found
    return found._replace(body=await _body(pipe, found))


async def _body(pipe: Pipe, answer: Answer) -> bytes:
    if answer.header("Transfer-Encoding").lower() == "chunked":
        return await _chunks(pipe)
    if length := answer.header("Content-Length"):
        return await pipe.exactly(int(length))
    return await pipe.reader.read(-1)


async def _chunks(pipe: Pipe) -> bytes:
    parts = []
    while size := int((await pipe.reader.readuntil(b"\r\n")).split(b";")[0], 16):
        parts.append(await pipe.exactly(size))
        await pipe.exactly(2)
    await pipe.reader.readuntil(b"\r\n")
    return b"".join(parts)


async def raw(address: Address, data: bytes, source: str = "", *, head: bool = False) -> Answer:
    """Bytes as they are, and what comes back."""
    try:
        pipe = await connect(address, source)
    except (OSError, TimeoutError):
        return NOTHING
    try:
        await pipe.send(data)
        return await read_answer(pipe, head=head)
    finally:
        pipe.drop()


async def ask(
    address: Address,
    method: str,
    target: str,
    body: Any = None,
    *,
    token: str = "",
    source: str = "",
    headers: dict[str, str] | None = None,
) -> Answer:
    """An ordinary request, on a connection of its own."""
    said = {"Host": address.said, "Connection": "close"}
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    if body is not None:
        said |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
    if token:
        said["Authorization"] = f"Bearer {token}"
    said |= headers or {}
    return await raw(
        address, request_bytes(method, target, list(said.items()), data), source, head=method.upper() == "HEAD"
    )


# -- WebSocket ----------------------------------------------------------------------------------


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, masked: bool = True, reserved: int = 0) -> bytes:
    """A client's frame; whatever is asked for, also what no client may send."""
    first = (0x80 if final else 0) | reserved << 4 | opcode
    return head(first, len(payload), masked) + (_masked(payload) if masked else payload)


def head(first: int, size: int, masked: bool = True) -> bytes:
    """Up to the mask; `size` need not be true."""
    bit = 0x80 if masked else 0
    if size < 126:
        return struct.pack("!BB", first, bit | size)
    if size < 65536:
        return struct.pack("!BBH", first, bit | 126, size)
    return struct.pack("!BBQ", first, bit | 127, size)


def _masked(payload: bytes) -> bytes:
    mask = os.urandom(4)
    return mask + bytes(sign ^ mask[at & 3] for at, sign in enumerate(payload))


class Received(NamedTuple):
    opcode: int
    payload: bytes

    @property
    def close_code(self) -> int:
        return int.from_bytes(self.payload[:2], "big") if len(self.payload) >= 2 else 0


async def receive(pipe: Pipe) -> Received:
    """One frame. A server does not mask and, having agreed to nothing, sets no reserved bit."""
    first, second = await pipe.exactly(2)
    if first & 0x70 or second & 0x80 or not first & 0x80:
        raise ValueError(f"the house sent a frame that starts with {first:#x} {second:#x}")
    size = second & 0x7F
    if size == 126:
        (size,) = struct.unpack("!H", await pipe.exactly(2))
    elif size == 127:
        (size,) = struct.unpack("!Q", await pipe.exactly(8))
    return Received(first & 0x0F, await pipe.exactly(size))


def upgrade_headers(address: Address, token: str, key: str) -> dict[str, str]:
    return {
        "Host": address.said,
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": key,
        "Authorization": f"Bearer {token}",
    }


async def upgrade(
    address: Address, token: str, source: str = "", headers: dict[str, str] | None = None
) -> tuple[Pipe, Answer]:
    """A connection that speaks frames, where the answer is 101."""
    key = base64.b64encode(os.urandom(16)).decode()
    pipe = await connect(address, source, limit=2**24)
    said = upgrade_headers(address, token, key) | (headers or {})
    await pipe.send(request_bytes("GET", "/ws", list(said.items())))
    answer = await read_answer(pipe)
    if answer.status == 101:
        due = base64.b64encode(hashlib.sha1(said["Sec-WebSocket-Key"].encode() + GUID).digest()).decode()
        if answer.header("Sec-WebSocket-Accept") != due:
            raise ValueError("the house answered with a wrong key")
    return pipe, answer
