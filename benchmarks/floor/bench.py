"""What the floor can do: CPU time per message, and how long the slowest client waits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

from floor.build import HERE, build, compiler
from floor.load import Load
from floor.measure import cpu_seconds

EVENT_BYTES = 300
DECISION = '{"id":"#-@","table":"infinite","do":{"type":"Decide","turn":12,"position":1,"line":"1","action":"stand"}}'


class Tools(NamedTuple):
    """How the floor and the load generator are started."""

    kind: str
    floor: list[str]
    load: list[str]


def tools(folder: Path) -> Tools:
    if compiler():
        return Tools("C, epoll", [str(build("floor", folder))], [str(build("load", folder))])
    plain = [[sys.executable, str(HERE / f"plain_{name}.py")] for name in ("floor", "load")]
    return Tools("no compiler here: a bare uvloop protocol in place of the C program", *plain)


class Floor:
    """Running, with so many clients connected."""

    def __init__(self, pid: int, load: Load, size: int) -> None:
        self.pid, self.load, self.size = pid, load, size
        load.watch(0, "FANNED OUT")
        load.watch(1, '"Done"')

    def fan_out(self, events: int) -> tuple[float, list[float]]:
        """CPU microseconds a message; for each event, when the slowest had it (ms after it was sent)."""
        before, slowest = cpu_seconds(self.pid), []
        for _ in range(events):
            self.load.reset()
            self.load.send(0, 1, "F")
            self.load.run(0, self.size)
            slowest.append(max(self.load.spread_ms(0)))
        return 1e6 * (cpu_seconds(self.pid) - before) / (events * self.size), slowest

    def echo(self, each: int) -> float:
        """CPU microseconds a message taken in and answered: one a client at a time."""
        self.load.reset()
        before = cpu_seconds(self.pid)
        answered = self.load.pump(1, 1, each, DECISION)["noticed"]
        return 1e6 * (cpu_seconds(self.pid) - before) / answered

    def burst(self) -> float:
        """The same when everybody sends at once and waits for the answer: how decisions really come."""
        before, answered = cpu_seconds(self.pid), 0
        while cpu_seconds(self.pid) - before < 0.5:
            self.load.reset()
            self.load.send(0, self.size, DECISION)
            answered += self.load.run(1, self.size)["noticed"]
        return 1e6 * (cpu_seconds(self.pid) - before) / answered


@contextmanager
def running_floor(with_tools: Tools, size: int) -> Iterator[Floor]:
    command = [*with_tools.floor, str(EVENT_BYTES)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        with Load(with_tools.load) as load:
            load.connect(port, size)
            yield Floor(process.pid, load, size)
    finally:
        process.kill()
        process.wait()


def middle(values: list[float]) -> float:
    return round(median(values), 3)
