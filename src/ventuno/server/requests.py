"""What players ask over their connections: carried out once, and asked again, answered as the first time.

One place knows whether a request was done, by one rule: **what was done before is answered as done, whatever is in its
way now**. What waits and what was answered a moment ago is at hand, for clients whose link broke; decisions that were
stored together are known to their table; the journal knows the key of every other request, for ever, and is looked into
before anything is refused. So a decision repeated after a crash was done, and is not late. What is done again goes
through the bank, which knows a repetition by itself (decisions 24, 34).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.protocol.commands import Command, Join, LeaveLobby, Request, Say, WatchLobby, digest_of
from ventuno.protocol.messages import Done, Refused
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.edge.frames import framed
from ventuno.store import StoreFault
from ventuno.store.history import contents_of
from ventuno.table.errands import request_key

if TYPE_CHECKING:
    from ventuno.server.edge.connection import Connection
    from ventuno.server.edge.outbox import Channel, Outbox
    from ventuno.server.people import Account
    from ventuno.server.pit import Pit
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

MOST_KEPT: Final = 64  # answers of an account
MOST_WAITING: Final = 64  # requests of an account that are not answered yet
MOST_AT_ONCE: Final = 500  # looked up in one read
NOT_KEPT: Final = (Join, WatchLobby, LeaveLobby, Say)  # they outlive no connection: asked again, they are done again
STORE_AWAY: Final = "store/away"
REUSED: Final = Refusal("ledger/key_reused", "this id was used for another request: use a new one")
TOO_MANY: Final = Refusal("request/too_many", "too many requests wait for their answers: wait for some of them")


class Waiting(NamedTuple):
    connection: Connection
    request: Request
    done: Callable[[], None] | None = None  # what follows when it was done


class Kept(NamedTuple):
    command: Command
    frame: bytes


class Remembered:
    """Of one account."""

    __slots__ = ("answered", "waiting")

    def __init__(self) -> None:
        self.waiting: dict[str, Waiting] = {}
        self.answered: dict[str, Kept] = {}  # the oldest first


class Doubt(NamedTuple):
    key: str
    content: bytes
    player: int
    message: Refused
    channel: Channel | None


class Requests:
    def __init__(self, ledger: Ledger, workers: Workers, outbox: Outbox, people: dict[int, Account], pit: Pit) -> None:
        self._ledger, self._workers, self._outbox = ledger, workers, outbox
        self._people, self._pit = people, pit
        self._doubts: list[Doubt] = []
        self._looking = False

    def begin(self, connection: Connection, request: Request) -> bool:
        """Whether it is to be carried out now. Else it has been answered, or will be, where it was asked last."""
        mine, name = connection.account.requests, request.id
        kept, waiting = mine.answered.get(name), mine.waiting.get(name)
        if kept is None and waiting is None:
            if len(mine.waiting) >= MOST_WAITING:
                connection.send(framed(refused(name, TOO_MANY)))
                return False
            mine.waiting[name] = Waiting(connection, request)
            return not self._was_answered(connection.account.player, request)
        if request.do != (kept.command if kept else waiting.request.do if waiting else None):
            connection.send(framed(refused(name, REUSED)))
        elif kept is not None:
            connection.send(kept.frame)
        elif waiting is not None:
            mine.waiting[name] = waiting._replace(connection=connection)
        return False

    def _was_answered(self, player: int, request: Request) -> bool:
        """Together with others, in a round that is on the table."""
        host = self._pit.host(request.table, player)
        before = host is not None and host.table.was_answered(player, request.id, request.do)
        if before:
            message = refused(request.id, before) if isinstance(before, Refusal) else Done(request.id)
            self.answer(player, message, certain=True)
        return bool(before)

    def when_done(self, connection: Connection, request: str, do: Callable[[], None]) -> None:
        """After it was answered; not at all where it was refused."""
        waiting = connection.account.requests.waiting
        waiting[request] = waiting[request]._replace(done=do)

    def answer(
        self, player: int, message: Done | Refused, channel: Channel | None = None, *, certain: bool = False
    ) -> None:
        """To where it was asked last, after what it did at the table. `certain`: it was looked up already."""
        account = self._people.get(player)
        waiting = account.requests.waiting.get(message.id) if account else None
        if account is None or waiting is None:
            return
        mine, is_done = account.requests, isinstance(message, Done)
        if isinstance(message, Refused) and not certain:
            self._look_up(player, waiting.request, message, channel)
            return
        del mine.waiting[message.id]
        data, connection = framed(message), waiting.connection
        if is_done:  # what was refused may be tried again, and get another answer
            mine.answered[message.id] = Kept(waiting.request.do, data)
            if len(mine.answered) > MOST_KEPT:
                del mine.answered[next(iter(mine.answered))]
        if not connection.closing:
            if channel is not None and channel.public and channel.members.get(player) is connection:
                self._outbox.catch_up(connection)  # the answer comes after what it did
            connection.send(data)
        if waiting.done is not None and is_done and not certain:
            waiting.done()

    # -- what is about to be refused ------------------------------------------------------------

    def _look_up(self, player: int, request: Request, message: Refused, channel: Channel | None) -> None:
        """Many at a time, and in another thread: whoever is refused can wait a moment."""
        if isinstance(request.do, NOT_KEPT):
            self.answer(player, message, channel, certain=True)
            return
        key = request_key(player, request.id)
        self._doubts.append(Doubt(key, digest_of(request.do), player, message, channel))
        if not self._looking:
            self._looking = True
            self._workers.spawn(self._look())

    async def _look(self) -> None:
        while self._doubts:
            doubts, self._doubts = self._doubts[:MOST_AT_ONCE], self._doubts[MOST_AT_ONCE:]
            found = await self._contents(doubts)
            for doubt in doubts:
                self.answer(doubt.player, settled(doubt, found), doubt.channel, certain=True)
        self._looking = False

    async def _contents(self, doubts: list[Doubt]) -> dict[str, bytes] | None:
        """None: the store does not say, or takes too long."""
        try:
            return await self._workers.read(contents_of, self._ledger, [doubt.key for doubt in doubts])
        except StoreFault as fault:
            logs.warning("whether refused requests were done before could not be read", code=fault.code)
            return None


def settled(doubt: Doubt, found: dict[str, bytes] | None) -> Done | Refused:
    """What was done before is done, whatever is in its way now; where nobody can say, it can be asked again."""
    if found is None:
        why = "the house cannot look into its books at the moment: ask again"
        return Refused(doubt.message.id, STORE_AWAY, why)
    return Done(doubt.message.id) if found.get(doubt.key) == doubt.content else doubt.message


def refused(request: str, refusal: Refusal) -> Refused:
    return Refused(request, refusal.code, refusal.why, refusal.data)
