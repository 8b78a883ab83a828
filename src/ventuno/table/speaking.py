"""What a table says: to everybody, to some, in answer to one, to the supervisors."""

from __future__ import annotations

from ventuno.protocol.events import AnyEvent, TablePaused
from ventuno.protocol.messages import Done, Message, Notice, Refused, TableInfo
from ventuno.protocol.view import TableView, apply
from ventuno.refusal import Refusal
from ventuno.table.port import Alert, Guest, Out, Publish, Reply, Whisper


class Speaking:
    def __init__(self, info: TableInfo) -> None:
        self.info = info
        self.view = TableView()
        self.n = 0
        self.now_ms = 0
        self.guests: dict[int, Guest] = {}
        self.here: set[int] = set()  # who has a connection
        self.pause: TablePaused | None = None
        self._out: list[Out] = []

    def publish(self, event: AnyEvent) -> None:
        apply(self.view, event)
        self.n += 1
        self._out.append(Publish(self.n, event))

    def whisper(self, players: tuple[int, ...], message: Message) -> None:
        if players:
            self._out.append(Whisper(players, message))

    def notice(self, player: int, code: str, why: str, **data: object) -> None:
        self.whisper((player,), Notice(code, why, data, self.info.key))

    def done(self, player: int, request: str) -> None:
        self._reply(player, request, Done(request))

    def refuse(self, player: int, request: str, refusal: Refusal) -> None:
        self._reply(player, request, Refused(request, refusal.code, refusal.why, refusal.data))

    def _reply(self, player: int, request: str, message: Message) -> None:
        if request:  # else it was the table's own doing, for a player
            self._out.append(Reply(player, message))
        self.release(player)

    def fault(self, code: str, why: str) -> None:
        """E1: the table stands still until a supervisor has looked; the round is not lost."""
        self._out.append(Alert(code, why))
        self.stop("fault", fault=True)

    def _taken(self) -> list[Out]:
        out, self._out = self._out, []
        return out

    def release(self, player: int) -> None:
        raise NotImplementedError

    def stop(self, reason: str, *, fault: bool = False) -> None:
        raise NotImplementedError
