"""What goes out of a table: to everybody, to some, in answer to one, to the supervisors, to the bank."""

from __future__ import annotations

from ventuno.protocol.events import AnyEvent, TablePaused
from ventuno.protocol.messages import Message, Notice, TableInfo
from ventuno.protocol.view import TableView, apply
from ventuno.table.port import Alert, Out, Publish, Whisper
from ventuno.table.timer import Timer


class Voice:
    def __init__(self, info: TableInfo, timer: Timer) -> None:
        self.info = info
        self.timer = timer
        self.view = TableView()
        self.n = 0  # of the last event published
        self.out: list[Out] = []

    def publish(self, event: AnyEvent) -> None:
        apply(self.view, event)
        self.n += 1
        self.out.append(Publish(self.n, event))

    def whisper(self, players: tuple[int, ...], message: Message) -> None:
        if players:
            self.out.append(Whisper(players, message))

    def notice(self, player: int, code: str, why: str, **data: object) -> None:
        self.whisper((player,), Notice(code, why, data, self.info.key))

    def fault(self, code: str, why: str) -> None:
        """E1: the table stands still until a supervisor has looked; the round is not lost."""
        self.out.append(Alert(code, why))
        self.stop("fault", fault=True)

    def stop(self, reason: str, *, fault: bool = False) -> None:
        """Timers stop with what is left of them, and no card moves."""
        pause = TablePaused(reason, fault)
        if self.timer.stop(pause):
            self.publish(pause)

    def taken(self) -> list[Out]:
        out, self.out = self.out, []
        return out
