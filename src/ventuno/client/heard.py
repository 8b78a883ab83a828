"""A table as it is heard: the fold of its events, what is mine of it, and waiting for what happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Final, Self

from ventuno.client.connection import ClientConnection
from ventuno.protocol import commands as do
from ventuno.protocol.events import AnyEvent, Phase
from ventuno.protocol.messages import (
    Happened,
    Left,
    MyBets,
    MyHands,
    MyResult,
    Participation,
    Snapshot,
    TableInfo,
)
from ventuno.protocol.view import TableView, apply
from ventuno.refusal import RefusalRaised

Heard = AnyEvent | Snapshot | MyBets | MyHands | MyResult | Participation
"""What happens at a table, as it comes. A `Snapshot` says: what came before it was not heard."""

MOST_BEHIND: Final = 10_000


class FellBehind(Exception):
    """Whoever iterates over the events was too slow; the table itself (`view`, `hands`) is right."""


class HeardTable:
    """`view`, `hands`, `bets` and `result` are kept up to date by themselves while the connection lives."""

    def __init__(self, key: str, connection: ClientConnection) -> None:
        self.key = key
        self.epoch = ""
        self.n = 0  # the last event that was heard
        self.here = False
        self.left = ""  # why not here any more
        self.bets = MyBets(key)
        self.hands = MyHands(key, 0)
        self.result: MyResult | None = None
        self.participation_id = ""  # the regulator's, of the last round I took part in (A10)
        self.view = TableView()
        self._info: TableInfo | None = None
        self._connection = connection
        self._waiting: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        self._listeners: list[asyncio.Queue[Heard | None]] = []  # None: the end
        self._rejoining = False

    def __repr__(self) -> str:
        return f"<Table {self.key}: {self.view.phase}, round {self.view.code or '-'}, event {self.n}>"

    @property
    def info(self) -> TableInfo:
        """What does not change: the game, its side bets, its chips, how many positions."""
        if self._info is None:
            raise RuntimeError(f"{self.key} has not been joined yet")
        return self._info

    # -- waiting ----------------------------------------------------------------------------------

    async def until(
        self,
        condition: Callable[[Self], bool] | None = None,
        *,
        phase: Phase | Iterable[Phase] = (),
        timeout_s: float | None = None,
    ) -> None:
        """Returns when the condition holds, or the table is in (one of) the phase(s); at once, if it is so already."""
        phases = {phase} if isinstance(phase, str) else set(phase)

        def reached() -> bool:
            return self.view.phase in phases or (condition is not None and condition(self))

        if reached():
            return
        if self.left:
            raise RefusalRaised("table/left", self.left, table=self.key)
        waiting = (reached, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            async with asyncio.timeout(timeout_s):
                await waiting[1]
        finally:
            self._waiting = [one for one in self._waiting if one is not waiting]

    async def events(self) -> AsyncIterator[Heard]:
        """What happens from now on, until this table is left."""
        queue: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._listeners.append(queue)
        try:
            if not self.here:
                return
            while (heard := await queue.get()) is not None:
                if queue.qsize() > MOST_BEHIND:
                    raise FellBehind(f"{queue.qsize()} events of {self.key} were not taken")
                yield heard
        finally:
            self._listeners.remove(queue)

    # -- hearing ----------------------------------------------------------------------------------

    def greeting(self) -> do.Join:
        """What was heard so far: only the rest is wanted."""
        return do.Join(self.epoch, self.n)

    def hear(self, message: Happened | Snapshot | MyBets | MyHands | MyResult | Participation | Left) -> None:
        match message:
            case Happened():
                self._happen(message)
            case Snapshot():
                self._replace(message)
            case MyBets():
                self.bets = message
            case MyHands():
                self.hands = message
            case MyResult():
                self.result = message
            case Participation():
                self.participation_id = message.participation_id
            case Left():
                self.here, self.left = False, message.why or "you have left the table"
                self._pass_on(None)
        if not isinstance(message, Happened | Left):
            self._pass_on(message)
        self._look_again()

    def _happen(self, message: Happened) -> None:
        if message.n <= self.n:
            return  # heard before the connection broke
        if message.n > self.n + 1:
            self._rejoin()  # something was missed: the snapshot will have it
            return
        self.n = message.n
        apply(self.view, message.what)
        self._pass_on(message.what)

    def _rejoin(self) -> None:
        if not self._rejoining:
            self._rejoining = True
            self._task = asyncio.ensure_future(self._connection.tell(do.Join(), self.key))

    def _replace(self, snapshot: Snapshot) -> None:
        self.epoch, self.n, self._info = snapshot.epoch, snapshot.n, snapshot.info
        self.view = snapshot.view
        self.bets = snapshot.bets or MyBets(self.key)
        self.hands = snapshot.hands or MyHands(self.key, 0)
        self.result = snapshot.result or self.result
        self.participation_id = snapshot.participation_id
        self.here, self.left, self._rejoining = True, "", False

    def _pass_on(self, heard: Heard | None) -> None:
        for queue in self._listeners:
            if queue.qsize() <= MOST_BEHIND:
                queue.put_nowait(heard)

    def _look_again(self) -> None:
        for reached, future in self._waiting:
            if future.done():
                continue
            if self.left:
                future.set_exception(RefusalRaised("table/left", self.left, table=self.key))
            elif reached():
                future.set_result(None)
