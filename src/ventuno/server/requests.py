"""Requests of one account: each is carried out once, and asked again is answered again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection

MOST_KEPT: Final = 64  # answers of an account
MOST_WAITING: Final = 64  # requests of an account that are not answered yet


class Requests:
    __slots__ = ("answered", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[str, Connection] = {}
        self.answered: dict[str, bytes] = {}  # the oldest first

    def again(self, request: str, connection: Connection) -> bool:
        """Whether it was asked before: it is answered where it was asked last."""
        if (answer := self.answered.get(request)) is not None:
            connection.send(answer)
            return True
        if request in self.waiting:
            self.waiting[request] = connection
            return True
        return False

    def wait(self, request: str, connection: Connection) -> bool:
        """It is to be carried out now; False: too many wait already."""
        if len(self.waiting) >= MOST_WAITING:
            return False
        self.waiting[request] = connection
        return True

    def answer(self, request: str, frame: bytes) -> Connection | None:
        """Keeps the answer; where it is to be sent."""
        self.answered[request] = frame
        if len(self.answered) > MOST_KEPT:
            del self.answered[next(iter(self.answered))]
        return self.waiting.pop(request, None)
