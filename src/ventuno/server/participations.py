"""The regulator's line (A10): ids of sessions and of parts in rounds, issued once, kept, then told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from ventuno.bank.regulator import Regulator
from ventuno.protocol.messages import Participation
from ventuno.server import logs
from ventuno.server.host import framed
from ventuno.store import Ledger
from ventuno.store.engine import Engine
from ventuno.store.tables import REGULATOR_IDS

if TYPE_CHECKING:
    from ventuno.server.host import Host
    from ventuno.server.house import House

MOST_AT_ONCE: Final = 5000
TOLD_AT_ONCE: Final = 200  # then the loop has other things to do
MOST_WAITING: Final = 200_000  # while the store is away

_KEPT: Final = (
    "SELECT player, round, session_id, participation_id FROM regulator_ids WHERE round IN ?? AND player IN ??"
)
_OF_ROUND: Final = "SELECT player, session_id, participation_id FROM regulator_ids WHERE player IN ?? AND round = ?"
_STAKED: Final = "SELECT DISTINCT player FROM stakes WHERE round = ?"


class Part(NamedTuple):
    """Somebody's part in a round that is still to be issued."""

    host: Host
    player: int
    code: str
    session_id: str
    at_ms: int


class Issued(NamedTuple):
    player: int
    code: str
    session_id: str
    participation_id: str


class Participations:
    """Those of the rounds that are being played; the store gets them in batches, and players hear of them after it."""

    def __init__(self, house: House, regulator: Regulator) -> None:
        self._house = house
        self._regulator = regulator
        self._ids: dict[str, dict[int, str]] = {}  # by round and player; empty: not kept yet
        self._to_keep: list[Part] = []

    def session_id(self, player: int, game: str) -> str:
        """One player's stay at a game: from coming to the house to leaving it."""
        account = self._house.people.accounts.get(player)
        known = account.session_ids if account else {}
        if game not in known:
            known[game] = self._regulator.session_id(player, game, self._house.now_ms())
        return known[game]

    def note(self, host: Host, players: Iterable[int]) -> None:
        """They have bets in the table's round."""
        code = host.table.view.code
        if not code:
            return
        known = self._ids.setdefault(code, {})
        for player in players:
            if player not in known:
                known[player] = ""
                session = self.session_id(player, host.table.info.game)
                self._to_keep.append(Part(host, player, code, session, self._house.now_ms()))

    def id_of(self, host: Host, player: int) -> str:
        return self._ids.get(host.table.view.code, {}).get(player, "")

    def forget(self, code: str) -> None:
        """Another round has begun."""
        self._ids.pop(code, None)

    # -- keeping, then telling ------------------------------------------------------------------

    def keep(self) -> None:
        """Called now and then: what is to be issued since goes to the store, in another thread and without waiting."""
        noted, self._to_keep = self._to_keep[:MOST_AT_ONCE], self._to_keep[MOST_AT_ONCE:]
        issued: list[Issued] = []
        if noted:
            self._house.in_thread(
                lambda: issued.extend(self._issue(noted)), lambda error: self._kept(noted, issued, error)
            )

    def _issue(self, noted: list[Part]) -> list[Issued]:
        issue = self._regulator.participation_id
        rows = [
            (part.player, part.code, part.session_id, issue(part.session_id, part.code), part.at_ms) for part in noted
        ]
        found: list[Issued] = self._house.ledger.keep(lambda engine: _insert(engine, rows))
        return found

    def _kept(self, noted: list[Part], issued: list[Issued], error: BaseException | None) -> None:
        if error is not None:
            logs.fault("the regulator's ids were not kept yet", error)
            self._to_keep = (noted + self._to_keep)[:MOST_WAITING]
            return
        self._tell([(part.host, one) for part, one in zip(noted, issued, strict=True)])

    def _tell(self, issued: list[tuple[Host, Issued]]) -> None:
        for host, one in issued[:TOLD_AT_ONCE]:
            self._tell_one(host, one)
        if rest := issued[TOLD_AT_ONCE:]:
            self._house.loop.call_soon(self._tell, rest)

    def _tell_one(self, host: Host, one: Issued) -> None:
        """Also of a round that is over meanwhile: the message says which it was."""
        if (known := self._ids.get(one.code)) is not None:
            known[one.player] = one.participation_id
        connection = host.channel.members.get(one.player)
        if connection is not None:
            message = Participation(host.key, one.code, one.session_id, one.participation_id)
            self._house.outbox.whisper(host.channel, connection, framed(message))

    # -- after a restart (E4) -------------------------------------------------------------------

    def take_up(self, host: Host) -> None:
        """Whoever has a stake in the round that goes on keeps the id they were given; who had none yet gets one."""
        code = host.table.view.code
        if not code:
            return
        staked: list[int] = []
        issued: list[Issued] = []

        def read() -> None:
            players, kept = _of_round(self._house.ledger, code)
            staked.extend(players)
            issued.extend(kept)

        def done(error: BaseException | None) -> None:
            if error is not None:
                logs.fault("the regulator's ids of an open round could not be read", error)
            elif host.table.view.code == code:
                self._ids.setdefault(code, {}).update((one.player, one.participation_id) for one in issued)
                self.note(host, staked)
                self._tell([(host, one) for one in issued])

        self._house.in_thread(read, done)


def _of_round(ledger: Ledger, code: str) -> tuple[list[int], list[Issued]]:
    with ledger.reading() as engine:
        players = [player for (player,) in engine.rows(_STAKED, code)]
        return players, [Issued(player, code, *ids) for player, *ids in engine.rows(_OF_ROUND, players, code)]


def _insert(engine: Engine, rows: list[tuple[int, str, str, str, int]]) -> list[Issued]:
    """After a restart some may be there already: those stay. Returns all of them as they are kept."""
    found = engine.rows(_KEPT, sorted({row[1] for row in rows}), sorted({row[0] for row in rows}))
    there = {(player, code): Issued(player, code, session, part) for player, code, session, part in found}
    engine.insert(REGULATOR_IDS, [row for row in rows if (row[0], row[1]) not in there])
    return [there.get((row[0], row[1])) or Issued(*row[:4]) for row in rows]
