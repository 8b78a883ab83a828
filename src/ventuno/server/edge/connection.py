"""One WebSocket: bytes in, messages to the house; frames out, never more than a slow reader can be given.

There is no task here, and no timer but for who is made to wait: `Sweeper` looks at all connections now and then.
The wire is an asyncio transport, of which only the few methods of `Wire` are used.

Whoever sends too much is refused first, then not read from for a while, so that it waits in its own memory and not
in ours, and at last ended.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from ventuno.server.edge import frames
from ventuno.server.edge.frames import BadFrame, Frames
from ventuno.server.edge.rates import Allowance

if TYPE_CHECKING:
    from ventuno.server.edge.outbox import Channel, Outbox
    from ventuno.server.people import Account

MOST_BUFFERED: Final = 256 * 1024  # bytes that wait for a slow reader; then it gets a snapshot instead
LOW_BUFFERED: Final = 16 * 1024
MOST_PAUSE_S: Final = 5.0  # that nothing is read from who was too fast
LINGER_S: Final = 1.0  # that what somebody still sends is thrown away, so that they read why it is over


class Wire(Protocol):
    """What is needed of whatever carries the bytes."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...

    def abort(self) -> None: ...

    def get_write_buffer_size(self) -> int: ...

    def write_eof(self) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


class Listener(Protocol):
    """The house, as a connection knows it."""

    def received(self, connection: Connection, payload: bytes) -> None: ...

    def too_fast(self, connection: Connection, payload: bytes) -> None: ...

    def flooded(self, connection: Connection) -> None: ...

    def drained(self, connection: Connection) -> None:
        """A slow reader has caught up: it is owed a snapshot of every table."""

    def gone(self, connection: Connection) -> None:
        """It is over, or nothing that comes from it counts any more. Said again, it changes nothing."""


class Connection(asyncio.Protocol):
    __slots__ = (
        "_frames",
        "_listener",
        "account",
        "allowance",
        "channels",
        "closing",
        "fd",
        "heard_s",
        "network",
        "outbox",
        "paused",
        "paused_s",
        "pending",
        "pinged",
        "seen",
        "session",
        "slowed",
        "special",
        "wire",
    )

    def __init__(
        self,
        listener: Listener,
        outbox: Outbox,
        account: Account,
        session: bytes,
        allowance: Allowance,
        network: str = "",
    ) -> None:
        self._listener = listener
        self._frames = Frames()
        self.allowance = allowance
        self.outbox = outbox
        self.account = account
        self.session = session  # the hash of its token: a session that ends takes its connections along
        self.network = network  # where it comes from, as far as it is counted
        self.channels: dict[str, Channel] = {}  # by table
        self.pending: list[bytes] = []
        self.seen: dict[Channel, int] = {}  # how many of a channel's frames of this tick are pending already
        self.special = False  # not simply to be written to: see `Outbox.flush`
        self.paused = self.slowed = self.closing = self.pinged = False
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
        allowance = self.allowance
        try:
            for opcode, payload in self._frames.read(data):
                if allowance.take(now_s) >= 0 and opcode == frames.TEXT:
                    self._listener.received(self, payload)
                else:
                    self._take_other(opcode, payload)
                if self.closing:
                    return
                if allowance.wait_s:
                    self._slow_down(allowance.wait_s)
        except BadFrame as bad:
            self.end(bad.code, bad.why)

    def _take_other(self, opcode: int, payload: bytes) -> None:
        """What is no text, or comes too fast."""
        if self.allowance.is_flood:
            self._listener.flooded(self)
        elif opcode == frames.TEXT:
            self._listener.too_fast(self, payload)
        elif opcode == frames.PING:
            self.send(frames.frame(payload, frames.PONG))
        elif opcode == frames.CLOSE:
            self.close(frames.close_code(payload))

    def _slow_down(self, wait_s: float) -> None:
        """Nothing more is read until the debt is paid. What came with the same bytes is still looked at."""
        if not self.slowed:
            self.slowed = True
            self.wire.pause_reading()
            self.outbox.later(min(wait_s, MOST_PAUSE_S), self._go_on)

    def _go_on(self) -> None:
        self.slowed = False
        self._read_again()

    def _read_again(self) -> None:
        if not self.slowed and not self.paused and not self.closing:
            self.wire.resume_reading()

    def pause_writing(self) -> None:
        """A slow reader: nothing more is written, and nothing more is read from it."""
        self.paused = self.special = True
        self.paused_s = self.outbox.now_s()
        self.wire.pause_reading()

    def resume_writing(self) -> None:
        self.paused = False
        self._read_again()
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
        if not self.closing:
            self._say_last(code, why, last)
            (self.wire.abort if self.paused else self.wire.close)()

    def end(self, code: int, why: str, last: bytes = b"") -> None:
        """Somebody broke the rules and may still be sending. A socket closed upon bytes that were not read is reset,
        and what was said last is lost with it."""
        if self.closing:
            return
        if self.paused or self.fd < 0:
            self.close(code, why, last)
            return
        self._say_last(code, why, last)
        self.wire.write_eof()
        if self.slowed:
            self.wire.resume_reading()
        self.outbox.later(LINGER_S, self.wire.abort)
        self._listener.gone(self)

    def _say_last(self, code: int, why: str, last: bytes) -> None:
        if not self.paused:
            self.outbox.catch_up(self)
            self.write(b"".join((*self.pending, last, frames.close_frame(code, why))))
        self.closing = self.special = True
        self.pending.clear()

    def __repr__(self) -> str:
        return f"<Connection of {self.account.player}>"

    # A connection is its own key.
    __hash__: Any = object.__hash__
