"""One HTTP connection, with a limit to how long it may keep the house waiting.

aiohttp waits for a head as long as it takes, however many bytes it has, and for a reader as long as it likes. Here
`Reception` asks every visitor once a second whether its time is over.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from aiohttp import web

from ventuno.server.http.inside import Conversation

if TYPE_CHECKING:
    from ventuno.server.http.reception import Reception

HEAD_BYTES: Final = 16 * 1024  # of a request, without its body
LINE_BYTES: Final = 4 * 1024
FIELD_BYTES: Final = 8 * 1024
MOST_FIELDS: Final = 80
LINGER_S: Final = 2.0  # that the rest of a body is thrown away, so that its sender reads why it was refused
SLICE: Final = 2 * 1024
MOST_MORE: Final = 1024 * 1024  # bytes of a body, wanted or not, and of requests behind it
PIECE: Final = 32 * 1024  # who takes less in the time there is does not read


class Visitor(Conversation):
    __slots__ = ("_came", "_left", "_more", "_reception", "_since_s", "network")

    def __init__(self, server: web.Server, reception: Reception, network: str) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            keepalive_timeout=reception.limits.idle_s,
            access_log=None,  # type: ignore[arg-type]
            max_line_size=LINE_BYTES,
            max_headers=MOST_FIELDS,
            max_field_size=FIELD_BYTES,
            lingering_time=LINGER_S,
            auto_decompress=False,  # a few bytes can be a thousand times as many, and nobody has a use for it
        )
        self._reception = reception
        self.network = network
        self._came = 0  # bytes of a head that is not whole yet
        self._more = 0  # bytes since a request is being answered
        self._left = 0  # bytes that wait for a slow reader, when it was last seen to read
        self._since_s = reception.now_s()

    @property
    def keeps_us_waiting(self) -> bool:
        """For a request, for its body, or for it to read the answer: nothing would be lost but its own time."""
        return self.is_waiting or self.is_paused or self.reads_a_body

    def is_overdue(self, now_s: float) -> bool:
        limits = self._reception.limits
        if self.is_paused:
            return self._does_not_read(now_s)
        begun = self._came > 0 or not self.heads
        return begun and self.is_waiting and now_s - self._since_s > limits.head_s

    def _does_not_read(self, now_s: float) -> bool:
        left = self.transport.get_write_buffer_size() if self.transport else 0
        if left <= self._left - PIECE:
            self._left, self._since_s = left, now_s
        return now_s - self._since_s > self._reception.limits.slow_s

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()

    # -- of the transport -----------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """A little at a time: what a request says of its body is known before much of the body is read."""
        for at in range(0, len(data) or 1, SLICE):
            if self.is_ending:
                return
            self._take(data[at : at + SLICE])

    def _take(self, data: bytes) -> None:
        before, waiting = self.heads, self.is_waiting
        if waiting and not self._came:
            self._more, self._since_s = 0, self._reception.now_s()
        super().data_received(data)
        if self.heads != before:
            self._came = 0
            self.look_at_last()
        elif not waiting:
            self._more += len(data)
            if self._more > MOST_MORE:
                self.abort()
        else:
            self._came += len(data)
            if self._came > HEAD_BYTES:
                self._reception.turn_away(self.transport, 431)
                self.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._left = self.transport.get_write_buffer_size() if self.transport else 0
        self._since_s = self._reception.now_s()

    def connection_lost(self, error: BaseException | None) -> None:
        self._reception.left(self)
        super().connection_lost(error)
