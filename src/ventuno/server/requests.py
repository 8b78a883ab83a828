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


class Kept(NamedTuple):
    command: Command
    frame: bytes


class Requests:
    __slots__ = ("answered", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[str, Waiting] = {}
        self.answered: dict[str, Kept] = {}  # the oldest first

    def misused(self, request: str, command: Command) -> bool:
        """Whether the id is another request's, as far as is remembered; the bank remembers all of them."""
        known = self.answered.get(request) or self.waiting.get(request)
        return known is not None and known.command != command

    def again(self, request: str, connection: Connection) -> bool:
        """Whether it was asked before: it is answered where it was asked last."""
        if (kept := self.answered.get(request)) is not None:
            connection.send(kept.frame)
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
        waiting = self.waiting.pop(request, None)
        if waiting is None:
            return None
        if keep:
            self.answered[request] = Kept(waiting.command, frame)
        if len(self.answered) > MOST_KEPT:
            del self.answered[next(iter(self.answered))]
        return waiting.connection
