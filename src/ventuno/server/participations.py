"""The regulator's line (A10): ids of sessions and of parts in rounds, issued once, kept, then told.

Who needs one is read from the journal, from where the last ids were issued on (`store/regulator_ids.py`): every second,
and after a crash just the same. A bet does not wait for the regulator, and none is forgotten.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.bank.commands import IssueIds
from ventuno.bank.records import PartIds
from ventuno.bank.regulator import Regulator
from ventuno.protocol.messages import Participation
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server import logs
from ventuno.server.edge.frames import framed
from ventuno.store.regulator_ids import IdPage, Unissued, ids_of_round, unissued

if TYPE_CHECKING:
    from ventuno.server.edge.outbox import Outbox
    from ventuno.server.host import Host
    from ventuno.server.people import People
    from ventuno.server.pit import Pit
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

CLOSING_S: Final = 2.0
LOOK_S: Final = 0.01
TOLD_AT_ONCE: Final = 200  # then the loop has other things to do


class Issued(NamedTuple):
    part: Unissued
    ids: PartIds


class Participations:
    """Those of the rounds that are being played; the store gets them in batches, and players hear of them after it."""

    def __init__(
        self,
        ledger: Ledger,
        workers: Workers,
        people: People,
        pit: Pit,
        outbox: Outbox,
        now_ms: Callable[[], int],
        regulator: Regulator,
    ) -> None:
        self._ledger, self._workers, self._people, self._pit = ledger, workers, people, pit
        self._outbox, self._now_ms, self._regulator = outbox, now_ms, regulator
        self._ids: dict[str, dict[int, str]] = {}  # by round that is on a table, by player
        self._seen = 0  # up to this record nobody needs one any more
        self._busy = False

    def session_id(self, player: int, game: str) -> str:
        """One player's stay at a game: from coming to the house to leaving it."""
        account = self._people.accounts.get(player)
        known = account.session_ids if account else {}
        if game not in known:
            known[game] = self._regulator.session_id(player, game, self._now_ms())
        return known[game]

    def id_of(self, code: str, player: int) -> str:
        return self._ids.get(code, {}).get(player, "")

    def forget(self, code: str) -> None:
        """Another round has begun."""
        self._ids.pop(code, None)

    # -- issuing and keeping, then telling ------------------------------------------------------

    def keep(self) -> None:
        """Called now and then; all that may wait does so in another thread, one batch at a time."""
        if self._busy:
            return
        self._busy = True
        pages: list[IdPage] = []
        self._workers.in_thread(
            lambda: pages.append(unissued(self._ledger, self._seen)), lambda error: self._read(pages, error)
        )

    async def finish(self) -> None:
        """Before the house closes. What is not done in time is found when it opens again."""
        until_s = self._workers.loop.time() + CLOSING_S
        await self._idle(until_s)  # what is under way
        self.keep()  # then what has come since
        await self._idle(until_s)

    async def _idle(self, until_s: float) -> None:
        while self._busy and self._workers.loop.time() < until_s:
            await asyncio.sleep(LOOK_S)

    def _read(self, pages: list[IdPage], error: BaseException | None) -> None:
        if error is not None or not pages[0].parts:
            self._done(pages[0].through if pages else self._seen, error)
            return
        accounts, page = self._people.accounts, pages[0]
        sessions = {
            (part.player, part.game): account.session_ids.get(part.game, "")
            for part in page.parts
            if (account := accounts.get(part.player))
        }
        now_ms, issued = self._now_ms(), list[Issued]()
        self._workers.in_thread(
            lambda: issued.extend(self._issue(page, sessions, now_ms)), lambda error: self._kept(page, issued, error)
        )

    def _issue(self, page: IdPage, sessions: dict[tuple[int, str], str], now_ms: int) -> list[Issued]:
        """Somebody who has left, or was here before a crash, has a new session: it is one."""
        regulator, issued = self._regulator, []
        for part in page.parts:
            stay = (part.player, part.game)
            session = sessions[stay] = sessions.get(stay) or regulator.session_id(*stay, now_ms)
            ids = PartIds(part.player, part.code, session, regulator.participation_id(session, part.code))
            issued.append(Issued(part, ids))
        ids_in_order = tuple(sorted(one.ids for one in issued))
        key = f"ids/{page.through}"
        outcome = self._ledger.execute(
            IssueIds(key=key, at_ms=now_ms, ids=ids_in_order, after=page.issued, through=page.through)
        )
        if isinstance(outcome, Refusal):
            raise RefusalRaised(outcome.code, outcome.why)
        return issued

    def _kept(self, page: IdPage, issued: list[Issued], error: BaseException | None) -> None:
        self._done(self._seen if error else page.through, error)
        for part, ids in issued:
            if account := self._people.accounts.get(part.player):
                account.session_ids.setdefault(part.game, ids.session_id)
        self._tell(issued)

    def _done(self, seen: int, error: BaseException | None) -> None:
        self._busy, self._seen = False, seen
        if error is not None:
            logs.fault("the regulator's ids were not kept yet", error)

    def _tell(self, issued: Sequence[Issued]) -> None:
        for part, ids in issued[:TOLD_AT_ONCE]:
            host = self._pit.host(part.table, part.player)
            if host is not None:
                self._tell_one(host, ids)
        if rest := issued[TOLD_AT_ONCE:]:
            self._workers.loop.call_soon(self._tell, rest)

    def _tell_one(self, host: Host, ids: PartIds) -> None:
        """Also of a round that is over meanwhile: the message says which it was."""
        if host.table.view.code == ids.round:
            self._ids.setdefault(ids.round, {})[ids.player] = ids.participation_id
        connection = host.channel.members.get(ids.player)
        if connection is not None:
            message = Participation(host.key, ids.round, ids.session_id, ids.participation_id)
            self._outbox.whisper(host.channel, connection, framed(message))

    # -- after a restart (E4) -------------------------------------------------------------------

    def take_up(self, host: Host) -> None:
        """Whoever has an id in the round that goes on keeps it; who had none yet gets one like everybody."""
        code = host.table.view.code
        if not code:
            return
        found: list[PartIds] = []

        def done(error: BaseException | None) -> None:
            if error is not None:
                logs.fault("the regulator's ids of an open round could not be read", error)
            for ids in found:
                self._tell_one(host, ids)

        self._workers.in_thread(lambda: found.extend(ids_of_round(self._ledger, code)), done)
