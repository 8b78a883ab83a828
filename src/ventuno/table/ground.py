"""What all parts of a table stand on: its rules, where it is, who is there, time, what goes out and what is asked."""

from __future__ import annotations

from typing import NamedTuple

from ventuno.table.errands import Errands
from ventuno.table.kinds import Stage
from ventuno.table.port import Guest, Surroundings
from ventuno.table.queues import Queues
from ventuno.table.rules import TableRules
from ventuno.table.seats import Seats
from ventuno.table.timer import Timer
from ventuno.table.voice import Voice


class Course:
    """Where the table is."""

    def __init__(self) -> None:
        self.stage = Stage.IDLE
        self.opened_ms = 0  # when the round was
        self.closing = ""  # why the table closes after this round
        self.closed = ""  # why it is closed
        self.doubtful = False  # the program had a fault: what is remembered of the round may be wrong


class Company:
    """Who is at the table."""

    def __init__(self) -> None:
        self.guests: dict[int, Guest] = {}
        self.here: set[int] = set()  # who has a connection


class Ground(NamedTuple):
    rules: TableRules
    course: Course
    company: Company
    seats: Seats
    timer: Timer
    voice: Voice
    queues: Queues
    errands: Errands
    around: Surroundings
