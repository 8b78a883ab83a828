"""The floor where there is no compiler: what `floor.c` does, as a bare protocol on uvloop.

python plain_floor.py [frame bytes]      prints its port, then serves until it is killed
"""

from __future__ import annotations

import asyncio
import sys

import uvloop

UPGRADE = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n"
)
DONE = b'{"type":"Done","id":"0000000000"}'
DONE_FRAME = bytes((0x81, len(DONE))) + DONE
everybody: set[asyncio.Transport] = set()


def event_frame(size: int) -> bytes:
    payload = b"FANNED OUT".ljust(size, b"x")
    head = bytes((0x81, size)) if size < 126 else bytes((0x81, 126)) + size.to_bytes(2, "big")
    return head + payload


class Floor(asyncio.Protocol):
    __slots__ = ("kept", "transport", "upgraded")
    event = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self.upgraded, self.kept = False, b""

    def connection_lost(self, error: Exception | None) -> None:
        everybody.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        if not self.upgraded:
            self.upgraded = True
            everybody.add(self.transport)
            self.transport.write(UPGRADE)
            return
        data = self.kept + data
        while (whole := frame_length(data)) and len(data) >= whole:
            self.answer(data[:whole])
            data = data[whole:]
        self.kept = data

    def answer(self, frame: bytes) -> None:
        start = 8 if frame[1] & 127 == 126 else 6
        mask, payload = frame[start - 4 : start], frame[start:]
        key = (mask * (len(payload) // 4 + 1))[: len(payload)]
        text = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(len(payload), "big")
        if text[:1] != b"F":
            self.transport.write(DONE_FRAME)
            return
        for transport in everybody:
            transport.write(self.event)


def frame_length(data: bytes) -> int:
    """0: not known yet."""
    if len(data) < 4:
        return 0
    size = data[1] & 127
    return 8 + int.from_bytes(data[2:4], "big") if size == 126 else 6 + size


async def serve(size: int) -> None:
    Floor.event = event_frame(size)
    server = await asyncio.get_running_loop().create_server(Floor, "127.0.0.1", 0, backlog=4096)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(serve(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
