"""One command a player at a time: the next is heard when the one before it was answered."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from ventuno.protocol.commands import Command, digest_of
from ventuno.protocol.messages import Done, Refused
from ventuno.refusal import Refusal
from ventuno.table.port import Reply
from ventuno.table.voice import Voice

MOST_QUEUED: Final = 32  # commands of one player that wait for an earlier one

TOO_MANY: Final = Refusal("request/too_many", f"at most {MOST_QUEUED} requests wait for an answer: wait for some")


Heard = tuple[str, Command | None]  # a request and what it asks
OWN_DOING: Final[Heard] = "", None  # the table does something for a player


class Queues:
    """`do` is given a command that had to wait, `released` a player whose command was answered."""

    def __init__(self, voice: Voice, do: Callable[[int, str, Command], None], released: Callable[[int], None]) -> None:
        self._voice, self._do, self._released = voice, do, released
        self._busy: dict[int, Heard] = {}  # whose command is not answered yet
        self._waiting: dict[int, deque[tuple[str, Command]]] = {}

    def is_its_turn(self, player: int, request: str, command: Command) -> bool:
        """Now, or when the player's earlier commands are done. Whether it was asked before, the bank knows
        (`errands`): what a table remembered, it would have to forget some day."""
        if player not in self._busy:
            self._busy[player] = request, command
            return True
        self._wait(player, request, command)
        return False

    def _wait(self, player: int, request: str, command: Command) -> None:
        queue = self._waiting.setdefault(player, deque())
        if len(queue) < MOST_QUEUED:
            queue.append((request, command))
        else:
            self._voice.out.append(Reply(player, Refused(request, TOO_MANY.code, TOO_MANY.why)))

    def done(self, player: int, request: str) -> None:
        if request:
            self._voice.out.append(Reply(player, Done(request)))
        self.release(player)

    def refuse(self, player: int, request: str, refusal: Refusal) -> None:
        if request:
            self._voice.out.append(Reply(player, Refused(request, refusal.code, refusal.why, refusal.data)))
        self.release(player)

    def release(self, player: int) -> None:
        """The player's command is answered: the next one that waits is heard."""
        self._busy.pop(player, None)
        if self._waiting and (queue := self._waiting.get(player)):
            request, command = queue.popleft()
            if not queue:
                del self._waiting[player]
            self._do(player, request, command)
        self._released(player)

    def refuse_all(self, refusal: Refusal) -> None:
        """Whoever still waits for an answer gets this one."""
        waiting = [(player, request) for player, (request, _) in self._busy.items()]
        waiting += [(player, request) for player, queue in self._waiting.items() for request, _ in queue]
        self._waiting.clear()
        for player, request in waiting:
            self.refuse(player, request, refusal)

    def hold(self, player: int) -> None:
        """The table does something for the player on its own: nothing of theirs is heard until it is done."""
        self._busy[player] = OWN_DOING

    def is_busy(self, player: int) -> bool:
        return player in self._busy

    @property
    def all_answered(self) -> bool:
        return not self._busy and not self._waiting

    def heard(self, player: int) -> Command | None:
        """What the player asks for just now ..."""
        return self._busy.get(player, OWN_DOING)[1]

    def heard_as(self, player: int, request: str) -> Command | None:
        """... where it is under this id: a command after it may be heard already ..."""
        name, command = self._busy.get(player, OWN_DOING)
        return command if name == request else None

    def asked(self, player: int) -> bytes:
        """... and the digest of it."""
        command = self.heard(player)
        return b"" if command is None else digest_of(command)
