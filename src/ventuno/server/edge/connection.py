"""One WebSocket: bytes in, messages to the house; frames out, never more than a slow reader can be given.

There is no task and no timer here: `Sweeper` looks at all connections now and then. The wire is an
asyncio transport, of which only the few methods of `Wire` are used.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from ventuno.server.edge import frames
from ventuno.server.edge.bucket import Bucket
from ventuno.server.edge.frames import BadFrame, Frames

if TYPE_CHECKING:
    from ventuno.server.edge.outbox import Channel, Outbox
    from ventuno.server.people import Account

MOST_BUFFERED: Final = 256 * 1024  # bytes that wait for a slow reader; then it gets a snapshot instead
LOW_BUFFERED: Final = 16 * 1024


class Wire(Protocol):
    """What is needed of whatever carries the bytes."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...

    def get_write_buffer_size(self) -> int: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Listener(Protocol):
    """The house, as a connection knows it."""

    def received(self, connection: Connection, payload: bytes) -> None: ...

    def too_fast(self, connection: Connection, payload: bytes) -> None: ...

    def flooded(self, connection: Connection) -> None: ...

    def drained(self, connection: Connection) -> None:
        """A slow reader has caught up: it is owed a snapshot of every table."""

    def gone(self, connection: Connection) -> None: ...


class Connection(asyncio.Protocol):
    __slots__ = (
        "_frames",
        "_listener",
        "account",
        "bucket",
        "channels",
        "closing",
        "fd",
        "heard_s",
        "lobby",
        "outbox",
        "paused",
        "paused_s",
        "pending",
        "pinged",
        "seen",
        "session",
        "special",
        "wire",
    )

    def __init__(self, listener: Listener, outbox: Outbox, account: Account, session: bytes, bucket: Bucket) -> None:
        self._listener = listener
        self._frames = Frames()
        self.outbox = outbox
        self.account = account
        self.session = session  # the hash of its token: a session that ends takes its connections along
        self.bucket = bucket
        self.channels: dict[str, Channel] = {}  # by table
        self.pending: list[bytes] = []
        self.seen: dict[Channel, int] = {}  # how many of a channel's frames of this tick are pending already
        self.special = False  # not simply to be written to: see `Outbox.flush`
        self.paused = self.closing = self.pinged = self.lobby = False
        self.paused_s = self.heard_s = 0.0

    # -- of the transport -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        wire = cast(asyncio.Transport, transport)
        wire.set_write_buffer_limits(MOST_BUFFERED, LOW_BUFFERED)
        self.wire: Wire = wire
        # Written to directly while nothing waits: a third faster. Never with TLS, whose bytes are not ours.
        self.fd = -1 if wire.get_extra_info("sslcontext") else wire.get_extra_info("socket").fileno()
        self.heard_s = self.outbox.now_s()

    def data_received(self, data: bytes) -> None:
        if self.closing:
            return
        self.heard_s = now_s = self.outbox.now_s()
        self.pinged = False
        try:
            if (text := self._frames.only(data)) is not None:
                self._take(frames.TEXT, text, now_s)
                return
            self._frames.feed(data)
            while not self.closing and (received := self._frames.take()) is not None:
                self._take(received.opcode, received.payload, now_s)
        except BadFrame as bad:
            self.close(bad.code, bad.why)

    def _take(self, opcode: int, payload: bytes, now_s: float) -> None:
        """Control frames count too: nothing a client can send is free."""
        account = self.account
        tokens, shared = self.bucket.take(now_s), account.bucket.take(now_s)
        if shared < tokens:
            tokens = shared
        if opcode == frames.TEXT and tokens >= 0:
            self._listener.received(self, payload)
        elif tokens < -account.most_debt:
            self._listener.flooded(self)
        elif opcode == frames.TEXT:
            self._listener.too_fast(self, payload)
        elif opcode == frames.PING:
            self.send(frames.frame(payload, frames.PONG))
        elif opcode == frames.CLOSE:
            self.close(frames.close_code(payload))

    def pause_writing(self) -> None:
        """A slow reader: nothing more is written, and nothing more is read from it."""
        self.paused = self.special = True
        self.paused_s = self.outbox.now_s()
        self.wire.pause_reading()

    def resume_writing(self) -> None:
        self.paused = False
        self.wire.resume_reading()
        if not self.closing:
            self._listener.drained(self)
        self.outbox.mark(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.closing = self.special = True
        self.pending.clear()
        self._listener.gone(self)

    def eof_received(self) -> bool | None:
        return None

    # -- of the house ---------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        """After what was sent before, in the write of this tick."""
        if not self.closing:
            self.pending.append(data)
            self.outbox.mark(self)

    def write(self, data: bytes) -> bool:
        """At once, where nothing waits before it; what the system does not take is buffered. Whether something waits.

        A transport closes its socket only after `connection_lost`, and nothing is written from then on:
        the number cannot be somebody else's.
        """
        if not self.wire.get_write_buffer_size():
            try:
                sent = os.write(self.fd, data)
            except OSError:  # full, or gone: the transport finds out
                sent = 0
            if sent == len(data):
                return False
            data = data[sent:]
        self.wire.write(data)
        return self.wire.get_write_buffer_size() > 0

    def ping(self) -> None:
        self.pinged = True
        self.send(frames.frame(b"", frames.PING))

    def close(self, code: int = frames.NORMAL, why: str = "", last: bytes = b"") -> None:
        """Says why, then ends. What was sent before still arrives, unless the reader is too slow for it."""
        if self.closing:
            return
        if not self.paused:
            self.outbox.catch_up(self)
            self.write(b"".join((*self.pending, last, frames.close_frame(code, why))))
        self.closing = self.special = True
        self.pending.clear()
        (self.wire.abort if self.paused else self.wire.close)()

    def __repr__(self) -> str:
        return f"<Connection of {self.account.player}>"

    # A connection is its own key.
    __hash__: Any = object.__hash__
