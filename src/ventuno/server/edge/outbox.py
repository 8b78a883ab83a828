"""What goes out: an event is framed once and the same bytes are written to everybody, once a tick.

A channel has the frames that everybody at a table gets in this tick. Whoever gets something of
their own in between has it put among them in its place; all others are written the joined bytes, straight
to their sockets as long as these take them.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable

from ventuno.server.edge.connection import Connection


class Channel:
    """Everybody at one table, by player."""

    __slots__ = ("key", "members", "public")

    def __init__(self, key: str) -> None:
        self.key = key
        self.members: dict[int, Connection] = {}
        self.public: list[bytes] = []


class Outbox:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._channels: dict[Channel, None] = {}
        self._connections: dict[Connection, None] = {}
        self._waits = False
        self.now_s: Callable[[], float] = loop.time
        self.later: Callable[[float, Callable[[], None]], object] = loop.call_later
        self.frames_sent = 0

    def publish(self, channel: Channel, frame: bytes) -> None:
        if channel.members:
            channel.public.append(frame)
            self._channels[channel] = None
            if not self._waits:
                self._wake()

    def whisper(self, channel: Channel, connection: Connection, frame: bytes) -> None:
        """In its place among what everybody gets. A slow reader's snapshot will have it."""
        if not connection.paused:
            self._catch_up(connection, channel)
            connection.send(frame)

    def whisper_all(self, channel: Channel, players: Iterable[int], frame: bytes) -> None:
        """The same frame to some of those at the table."""
        members, marked = channel.members, self._connections
        for player in players:
            connection = members.get(player)
            if connection is None or connection.paused or connection.closing:
                continue
            if channel.public:
                self._catch_up(connection, channel)
            connection.pending.append(frame)
            connection.special = True
            marked[connection] = None
        if marked and not self._waits:
            self._wake()

    def enter(self, channel: Channel, player: int, connection: Connection) -> None:
        """From now on: what was published before is in the snapshot it gets."""
        channel.members[player] = connection
        connection.channels[channel.key] = channel
        connection.seen[channel] = len(channel.public)
        self.mark(connection)

    def leave(self, channel: Channel, player: int, connection: Connection) -> None:
        if channel.members.get(player) is connection:
            self._catch_up(connection, channel)
            del channel.members[player]
        connection.channels.pop(channel.key, None)
        connection.seen.pop(channel, None)

    def mark(self, connection: Connection) -> None:
        connection.special = True
        self._connections[connection] = None
        if not self._waits:
            self._wake()

    def catch_up(self, connection: Connection) -> None:
        for channel in connection.channels.values():
            self._catch_up(connection, channel)

    def _catch_up(self, connection: Connection, channel: Channel) -> None:
        public = channel.public
        if public:
            if not connection.paused:
                connection.pending.extend(public[connection.seen.get(channel, 0) :])
            connection.seen[channel] = len(public)

    def _wake(self) -> None:
        self._waits = True
        self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """The write of this tick."""
        self._waits = False
        channels, self._channels = self._channels, {}
        for channel in channels:
            self._write_to_all(channel)
        connections, self._connections = self._connections, {}
        for connection in connections:
            connection.seen.clear()
            if connection.paused or connection.closing:
                continue
            if pending := connection.pending:
                self.frames_sent += len(pending)
                data = pending[0] if len(pending) == 1 else b"".join(pending)
                pending.clear()
                waits = connection.write(data)
            else:
                waits = bool(connection.wire.get_write_buffer_size())
            connection.special = waits or connection.paused or connection.closing or len(connection.channels) > 1
        for channel in channels:
            channel.public = []

    def _write_to_all(self, channel: Channel) -> None:
        public = channel.public
        data = public[0] if len(public) == 1 else b"".join(public)
        size, write = len(data), os.write
        self.frames_sent += len(public) * len(channel.members)
        for connection in channel.members.values():
            if connection.special:
                self._catch_up(connection, channel)
                self._connections[connection] = None
                continue
            try:
                sent = write(connection.fd, data)
            except OSError:  # full, or gone: the transport finds out
                sent = 0
            if sent != size:
                connection.special = True
                connection.wire.write(data[sent:])
