"""Requests of one account: each is carried out once, and asked again is answered again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ventuno.protocol.commands import Command
    from ventuno.server.edge.connection import Connection

MOST_KEPT: Final = 64  # answers of an account
MOST_WAITING: Final = 64  # requests of an account that are not answered yet


class Waiting(NamedTuple):
    connection: Connection
    command: Command


class Requests:
    __slots__ = ("answered", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[str, Waiting] = {}
        self.answered: dict[str, bytes] = {}  # the oldest first

    def again(self, request: str, connection: Connection) -> bool:
        """Whether it was asked before: it is answered where it was asked last."""
        if (answer := self.answered.get(request)) is not None:
            connection.send(answer)
            return True
        if (waiting := self.waiting.get(request)) is not None:
            self.waiting[request] = waiting._replace(connection=connection)
            return True
        return False

    def wait(self, request: str, connection: Connection, command: Command) -> bool:
        """It is to be carried out now; False: too many wait already."""
        if len(self.waiting) >= MOST_WAITING:
            return False
        self.waiting[request] = Waiting(connection, command)
        return True

    def answer(self, request: str, frame: bytes, *, keep: bool = True) -> Connection | None:
        """Where it is to be sent. It is kept, unless another answer may follow when it is asked again."""
        if keep:
            self.answered[request] = frame
        if len(self.answered) > MOST_KEPT:
            del self.answered[next(iter(self.answered))]
        waiting = self.waiting.pop(request, None)
        return waiting.connection if waiting else None
