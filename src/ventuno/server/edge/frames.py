"""RFC 6455 without a socket: a client's bytes in, whole messages out; and frames for the other way.

    read(bytes) -> what each frame brought, one at a time; a `BadFrame` ends the connection

Extensions are not negotiated, so the reserved bits must be zero. What a server sends is not masked:
one frame is the same bytes for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from ventuno.protocol.messages import Message

PART: Final = 0x0  # of a message that is not whole yet
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
_WHOLE_TEXT: Final = 0x80 | TEXT
_KNOWN: Final = frozenset({PART, TEXT, BINARY, CLOSE, PING, PONG})

NORMAL: Final = 1000
GOING_AWAY: Final = 1001
PROTOCOL_ERROR: Final = 1002
NOT_TEXT: Final = 1003
BAD_TEXT: Final = 1007
POLICY: Final = 1008
TOO_BIG: Final = 1009
TRY_AGAIN: Final = 1013

MOST_BYTES: Final = 16 * 1024  # of a message, however many frames it comes in
MOST_PARTS: Final = 32
MOST_CONTROL: Final = 125


class BadFrame(Exception):
    """What a client may not send, with the code to close with."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code
        self.why = why


class Received(NamedTuple):
    """What one frame brought: a whole `TEXT`, a control frame, or `PART`: nothing whole yet."""

    opcode: int
    payload: bytes


_NOT_WHOLE: Final = Received(PART, b"")


class Part(NamedTuple):
    """A frame as it stood in the bytes."""

    final: bool
    opcode: int
    payload: bytes


class Frames:
    """The receiving side of one connection."""

    __slots__ = ("_at", "_buffer", "_most", "_parts", "_size")

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._buffer = b""
        self._at = 0  # what lies before it has been taken
        self._parts: list[bytes] | None = None  # of a message that is not whole yet
        self._size = 0
        self._most = most_bytes

    def read(self, data: bytes) -> Iterable[Received | tuple[int, bytes]]:
        """A frame at a time: who stops in between has not read what follows."""
        if (text := self.only(data)) is not None:
            return ((TEXT, text),)
        self.feed(data)
        return iter(self.take, None)

    def only(self, data: bytes) -> bytes | None:
        """Almost always: one whole text of ordinary size, nothing before it and nothing after. None: `feed` it."""
        if len(data) < 8 or data[0] != _WHOLE_TEXT or self._parts is not None or self._at < len(self._buffer):
            return None
        size, start = data[1] - 0x80, 6
        if size == 126:
            size, start = data[2] << 8 | data[3], 8
        if len(data) != start + size or size > self._most or (size < 126) != (start == 6):
            return None
        return _text(unmasked(data[start:], data[start - 4 : start]))

    def feed(self, data: bytes) -> None:
        self._buffer = self._buffer[self._at :] + data if self._at < len(self._buffer) else data
        self._at = 0

    def take(self) -> Received | None:
        """The next frame, whatever it brought, so that each can be counted; None: more bytes are needed."""
        part = self._part()
        if part is None:
            return None
        if part.opcode >= CLOSE:
            return Received(part.opcode, part.payload)
        if part.final and self._parts is None and part.opcode:
            return _whole(part.payload)
        return self._join(part)

    def _part(self) -> Part | None:
        buffer, at = self._buffer, self._at
        if len(buffer) - at < 2:
            return None
        first, second = buffer[at], buffer[at + 1]
        opcode, size, start = first & 0x0F, second & 0x7F, at + 2
        _check_header(first, second, opcode, size)
        if size >= 126:
            wide = 2 if size == 126 else 8
            if len(buffer) < start + wide:
                return None
            size = _wide_size(buffer[start : start + wide])
            start += wide
        if opcode < CLOSE:
            self._check_size(size)
        end = start + 4 + size
        if len(buffer) < end:
            return None
        self._at = end
        payload = unmasked(buffer[start + 4 : end], buffer[start : start + 4])
        return Part(first >= 0x80, opcode, payload)

    def _check_size(self, size: int) -> None:
        """Before the payload arrives: what is too big is never waited for."""
        if size + self._size > self._most:
            raise BadFrame(TOO_BIG, f"a message has {self._most} bytes at most")

    def _join(self, part: Part) -> Received:
        if (part.opcode == PART) == (self._parts is None):
            raise BadFrame(PROTOCOL_ERROR, "fragments of a message follow each other, the first says its kind")
        if self._parts is None:
            self._parts = []
            _check_kind(part.opcode)
        if len(self._parts) >= MOST_PARTS:
            raise BadFrame(TOO_BIG, f"a message comes in {MOST_PARTS} frames at most")
        self._parts.append(part.payload)
        self._size += len(part.payload)
        if not part.final:
            return _NOT_WHOLE
        whole = b"".join(self._parts)
        self._parts, self._size = None, 0
        return _whole(whole)


def _check_header(first: int, second: int, opcode: int, size: int) -> None:
    if first & 0x70:
        raise BadFrame(PROTOCOL_ERROR, "the reserved bits are zero: no extension was agreed")
    if opcode not in _KNOWN:
        raise BadFrame(PROTOCOL_ERROR, f"there is no frame of kind {opcode:#x}")
    if not second & 0x80:
        raise BadFrame(PROTOCOL_ERROR, "a client masks its frames")
    if opcode >= CLOSE and (size > MOST_CONTROL or first < 0x80):
        raise BadFrame(PROTOCOL_ERROR, f"a control frame is whole and has {MOST_CONTROL} bytes at most")
    if first >= 0x80 and opcode == BINARY:
        _check_kind(opcode)


def _check_kind(opcode: int) -> None:
    if opcode != TEXT:
        raise BadFrame(NOT_TEXT, "messages are text")


def _wide_size(wide: bytes) -> int:
    size = int.from_bytes(wide, "big")
    if size < (126 if len(wide) == 2 else 65536) or size >> 63:
        raise BadFrame(PROTOCOL_ERROR, "a size is written in the fewest bytes that hold it")
    return size


def _whole(payload: bytes) -> Received:
    return Received(TEXT, _text(payload))


def _text(payload: bytes) -> bytes:
    try:
        payload.decode()
    except UnicodeDecodeError:
        raise BadFrame(BAD_TEXT, "text is UTF-8") from None
    return payload


def unmasked(payload: bytes, mask: bytes) -> bytes:
    """Masking is its own inverse. One wide exclusive-or is a hundred times faster than a loop over bytes."""
    size = len(payload)
    words = (size + 3) >> 2
    both = int.from_bytes(payload, "little") ^ int.from_bytes(mask * words, "little")
    return both.to_bytes(4 * words, "little")[:size]


def close_code(payload: bytes) -> int:
    """What a client closes with; raises where it may not be said."""
    if not payload:
        return NORMAL
    if len(payload) == 1:
        raise BadFrame(PROTOCOL_ERROR, "a close has a code of two bytes, or none")
    code = int.from_bytes(payload[:2], "big")
    if not (1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999):
        raise BadFrame(PROTOCOL_ERROR, f"{code} is no code to close with")
    _whole(payload[2:])
    return code


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """A whole message as a server sends it."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, size)) + payload
    if size < 65536:
        return bytes((0x80 | opcode, 126, size >> 8, size & 0xFF)) + payload
    return bytes((0x80 | opcode, 127)) + size.to_bytes(8, "big") + payload


encode: Final = msgspec.json.Encoder().encode


def framed(message: Message) -> bytes:
    return frame(encode(message))


def close_frame(code: int, why: str = "") -> bytes:
    return frame(code.to_bytes(2, "big") + why.encode()[: MOST_CONTROL - 2].decode(errors="ignore").encode(), CLOSE)
