"""What is about to be refused may have been done before: in an earlier life of the house, in another round, long ago.

The journal knows every request that was done, for ever. Only refusals are looked up, many at a time and in another
thread: what is done goes through the bank, which knows a repetition by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.protocol.commands import Command, Join, LeaveLobby, Say, WatchLobby, digest_of
from ventuno.server import logs
from ventuno.store import StoreFault
from ventuno.store.history import contents_of
from ventuno.table.errands import request_key

if TYPE_CHECKING:
    from ventuno.server.house import House

MOST_AT_ONCE: Final = 500
NOT_KEPT: Final = (Join, WatchLobby, LeaveLobby, Say)  # they outlive no connection: asked again, they are done again

Then = Callable[[bool | None], None]  # True: it was done; None: the store does not say


class Doubt(NamedTuple):
    key: str
    asked: bytes
    then: Then


class Recall:
    def __init__(self, house: House) -> None:
        self._house = house
        self._doubts: list[Doubt] = []
        self._looking = False

    def was_done(self, player: int, request: str, command: Command, then: Then) -> None:
        """`then` is told, soon."""
        if isinstance(command, NOT_KEPT):
            then(False)
            return
        self._doubts.append(Doubt(request_key(player, request), digest_of(command), then))
        if not self._looking:
            self._looking = True
            self._house.spawn(self._look())

    async def _look(self) -> None:
        while self._doubts:
            doubts, self._doubts = self._doubts[:MOST_AT_ONCE], self._doubts[MOST_AT_ONCE:]
            found = await self._contents(doubts)
            for doubt in doubts:
                doubt.then(None if found is None else found.get(doubt.key) == doubt.asked)
        self._looking = False

    async def _contents(self, doubts: list[Doubt]) -> dict[str, bytes] | None:
        """None: the store does not say, or takes too long."""
        try:
            return await self._house.read(contents_of, self._house.ledger, [doubt.key for doubt in doubts])
        except StoreFault as fault:
            logs.warning("whether refused requests were done before could not be read", code=fault.code)
            return None
