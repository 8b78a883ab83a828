"""Links between a client and the house that are slow, stall, are cut, or (wild ones) lose, repeat and swap messages."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from ventuno.server.edge import frames

if TYPE_CHECKING:
    from tests.world.process import Process

BUFFER = 6_000  # bytes that a stalled reader is given before the house stops writing to it


class Clock(Protocol):
    now: float

    def at(self, delay_s: float, do: Callable[[], None]) -> None: ...


class Weather:
    """How bad the network is; calm at the end of the world."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.calm = False
        self.drops = chance.choice((0.0, 0.02, 0.1))
        self.repeats = chance.choice((0.0, 0.05, 0.2))
        self.slow_s = chance.choice((0.02, 0.1, 0.6))
        self.wild = chance.choice((0.0, 0.3, 0.7))  # how many links are

    def delay_s(self) -> float:
        if self.calm:
            return 0.01
        slow = self.chance.random() < 0.02
        return self.chance.uniform(0.5, 3.0) if slow else self.chance.expovariate(1 / self.slow_s)


class Direction:
    """One way of a link: in order, or wildly."""

    def __init__(self, clock: Clock, weather: Weather, wild: bool, deliver: Callable[[bytes], None]) -> None:
        self._clock, self._weather, self._wild = clock, weather, wild
        self._deliver = deliver
        self._last_s = 0.0
        self.stalled = self.cut = False
        self.held: list[bytes] = []

    def send(self, payload: bytes) -> None:
        weather = self._weather
        if self._wild and not weather.calm:
            if weather.chance.random() < weather.drops:
                return
            if weather.chance.random() < weather.repeats:
                self._later(payload)
        self._later(payload)

    def _later(self, payload: bytes) -> None:
        at_s = self._clock.now + self._weather.delay_s()
        if not self._wild or self._weather.calm:
            at_s = max(at_s, self._last_s)
        self._last_s = max(at_s, self._last_s)
        self._clock.at(at_s - self._clock.now, lambda: self._arrive(payload))

    def _arrive(self, payload: bytes) -> None:
        if self.stalled:
            self.held.append(payload)
        elif not self.cut:
            self._deliver(payload)

    def go_on(self) -> None:
        self.stalled = False
        held, self.held = self.held, []
        for payload in held:
            self._arrive(payload)


class Link:
    """One WebSocket, seen from both ends. To the house it is a transport (`server.edge.connection.Wire`)."""

    def __init__(self, clock: Clock, weather: Weather, name: str) -> None:
        self.clock, self.name = clock, name
        self.wild = weather.chance.random() < weather.wild
        self.up = Direction(clock, weather, self.wild, self._to_house)
        self.down = Direction(clock, weather, self.wild, self._to_client)
        self.connection: object = None  # the house's end
        self.process: Process | None = None  # the house's, which may be stopped
        self.on_message: Callable[[bytes], None] = lambda payload: None
        self.on_closed: Callable[[], None] = lambda: None
        self.sent: Callable[[bytes], None] = lambda payload: None  # whatever the house writes
        self.gone = False  # for the client
        self._noticed = False  # by the house
        self.is_closed = False  # by the house
        self._buffered = 0
        self._paused = False

    # -- the client's end -----------------------------------------------------------------------

    def send(self, payload: bytes, opcode: int = frames.TEXT) -> None:
        if not self.gone:
            self.up.send(masked(payload, opcode))

    def cut(self, noticed_in_s: float) -> None:
        """The line is dead: what is under way is lost. The house finds out now, or later, or by itself."""
        if not self.gone:
            self.gone = self.up.cut = self.down.cut = True
            self.on_closed()
            self.clock.at(noticed_in_s, self.notice)

    def stall(self, seconds: float) -> None:
        """The client reads nothing for a while."""
        self.down.stalled = True
        self.clock.at(seconds, self._read_on)

    def _read_on(self) -> None:
        self.down.go_on()
        self._buffered = 0
        self._reach(self._write_on)

    # -- the house's end ------------------------------------------------------------------------

    def _reach(self, do: Callable[[], None]) -> None:
        if self.process is not None:
            self.process.reach(do)

    def _write_on(self) -> None:
        if self._paused and not self._noticed and self.connection is not None:
            self._paused = False
            self.connection.resume_writing()  # type: ignore[attr-defined]

    def _to_house(self, data: bytes) -> None:
        self._reach(lambda: self._received(data))

    def _received(self, data: bytes) -> None:
        if not self._noticed and self.connection is not None:
            self.connection.data_received(data)  # type: ignore[attr-defined]

    def _to_client(self, payload: bytes) -> None:
        opcode, body = payload[0] & 0x0F, payload[1:]
        if opcode == frames.TEXT:
            self.on_message(body)
        elif opcode == frames.PING:
            self.send(body, frames.PONG)
        elif opcode == frames.CLOSE:
            self.cut(0.0)

    def write(self, data: bytes) -> None:
        for opcode, body in unframed(data):
            if opcode == frames.TEXT:
                self.sent(body)
            if not self.down.cut:
                self.down.send(bytes((opcode,)) + body)
        if self.down.stalled and not self._paused:
            self._buffered += len(data)
            if self._buffered > BUFFER:
                self._paused = True
                self.connection.pause_writing()  # type: ignore[attr-defined]

    def notice(self) -> None:
        """The house is told that the connection is gone."""
        self._reach(self._lost)

    def _lost(self) -> None:
        if not self._noticed:
            self._noticed = True
            if self.connection is not None:
                self.connection.connection_lost(None)  # type: ignore[attr-defined]

    def close(self) -> None:
        self.is_closed = True
        self.clock.at(0.0, self.notice)
        self.clock.at(5.0, lambda: self.cut(0.0))

    abort = close

    def get_extra_info(self, name: str) -> object:
        """As one with TLS: nobody may write past us to a socket."""
        return name == "sslcontext"

    def get_write_buffer_size(self) -> int:
        return self._buffered

    def set_write_buffer_limits(self, high: int, low: int) -> None:
        pass

    def pause_reading(self) -> None:
        self.up.stalled = True

    def resume_reading(self) -> None:
        self.up.go_on()


def masked(payload: bytes, opcode: int = frames.TEXT) -> bytes:
    """As a client frames it; a mask of zeros is a mask."""
    size = len(payload)
    if size < 126:
        head = bytes((0x80 | opcode, 0x80 | size))
    elif size < 65536:
        head = bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((0x80 | opcode, 0x80 | 127)) + size.to_bytes(8, "big")
    return head + b"\0\0\0\0" + payload


def unframed(data: bytes) -> list[tuple[int, bytes]]:
    """What a server wrote: whole frames, one after the other."""
    found, at = [], 0
    while at < len(data):
        opcode, size, at = data[at] & 0x0F, data[at + 1], at + 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(data[at : at + wide], "big"), at + wide
        found.append((opcode, data[at : at + size]))
        at += size
    return found
