"""Who comes in over a WebSocket is let in, greeted, and sent away when their session is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from ventuno.protocol import VERSION
from ventuno.protocol.messages import Bye, Welcome
from ventuno.server.edge import frames
from ventuno.server.edge.connection import Connection, Listener
from ventuno.server.edge.frames import framed
from ventuno.server.edge.rates import Allowance, Rates
from ventuno.store.sessions import live_sessions

if TYPE_CHECKING:
    from ventuno.server.edge.outbox import Outbox
    from ventuno.server.edge.room import Room
    from ventuno.server.limits import Measures
    from ventuno.server.participations import Participations
    from ventuno.server.people import Account
    from ventuno.server.pit import Pit
    from ventuno.server.voids import Voids
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

CLOSING: Final = "house/closing"
OVER: Final = ("session/over", "the session is over: sign in again")


class Greeting:
    """What somebody is told who has come in."""

    def __init__(
        self, pit: Pit, participations: Participations, voids: Voids, rates: Mapping[str, dict[str, str]]
    ) -> None:
        self._pit, self._participations, self._voids, self._rates = pit, participations, voids, rates

    def say(self, connection: Connection, now_ms: int) -> None:
        account = connection.account
        person = account.person
        connection.send(
            framed(
                Welcome(
                    version=VERSION,
                    now_ms=now_ms,
                    player=person.number,
                    name=person.name,
                    role=person.role,
                    currency=person.currency,
                    demo=person.demo,
                    settings=account.settings,
                    rates=self._rates.get(person.currency, {}),
                    session_id=self._participations.session_id(person.number, ""),
                    tables=tuple(sorted(account.tables & self._pit.kinds.keys())),
                )
            )
        )
        connection.send(framed(account.balance))
        self._voids.arrived(account)


class Entrance:
    def __init__(
        self,
        listener: Listener,
        outbox: Outbox,
        room: Room,
        measures: Measures,
        greeting: Greeting,
        now_ms: Callable[[], int],
    ) -> None:
        self._listener, self._outbox, self.room, self.measures = listener, outbox, room, measures
        self._greeting, self._now_ms = greeting, now_ms
        self._by_address = Rates(*room.limits.messages(room.limits.address_factor), outbox.now_s)
        self.endings = 0  # how often sessions were ended: who was let in before must be looked at again

    def connect(self, account: Account, session: bytes, network: str = "") -> Connection:
        shared = self._by_address.bucket(network, self.measures.factor_of(network)) if network else None
        allowance = Allowance(self.room.new_bucket(), account.bucket, shared)
        return Connection(self._listener, self._outbox, account, session, allowance, network)

    def welcome(self, connection: Connection) -> None:
        account = connection.account
        account.connections.append(connection)
        account.left_ms = 0
        self.room.enter(connection)
        self._greeting.say(connection, self._now_ms())

    def end_sessions(self, which: Callable[[Connection], bool], code: str, why: str) -> None:
        self.endings += 1
        bye = framed(Bye(code, why, come_back=False))
        for connection in [connection for connection in self.room.connections if which(connection)]:
            connection.close(frames.POLICY, why, bye)

    def signed_out(self, players: frozenset[int]) -> None:
        self.end_sessions(lambda one: one.account.player in players, *OVER)

    async def check_sessions(self, workers: Workers, ledger: Ledger) -> None:
        """A session that is over, by time or by whatever ended it elsewhere, takes its connections along."""
        there = {connection.session: connection.account.player for connection in self.room.connections}
        alive = await workers.read(live_sessions, ledger, sorted(set(there.values())), self._now_ms())
        if over := there.keys() - alive:
            self.end_sessions(lambda one: one.session in over, *OVER)

    def close(self, why: str) -> None:
        """Whoever is here is asked to come back."""
        bye = framed(Bye(CLOSING, why, come_back=True))
        for connection in list(self.room.connections):
            connection.close(frames.GOING_AWAY, why, bye)
