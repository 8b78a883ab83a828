"""The regulator's line (A10): ids of sessions and of parts in rounds, issued once and kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ventuno.bank.regulator import Regulator
from ventuno.server import logs
from ventuno.store.engine import Engine
from ventuno.store.tables import REGULATOR_IDS

if TYPE_CHECKING:
    from ventuno.server.host import Host
    from ventuno.server.house import House

MOST_AT_ONCE: Final = 5000


class Participations:
    """Those of the rounds that are being played; the store gets them in batches."""

    def __init__(self, house: House, regulator: Regulator) -> None:
        self._house = house
        self._regulator = regulator
        self._taking_part: dict[str, set[int]] = {}  # by round
        self._to_keep: list[tuple[int, str, str, int]] = []

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
        known = self._taking_part.setdefault(code, set())
        for player in players:
            if code and player not in known:
                known.add(player)
                session = self.session_id(player, host.table.info.game)
                self._to_keep.append((player, code, session, self._house.now_ms()))

    def id_of(self, host: Host, player: int) -> str:
        code = host.table.view.code
        if player not in self._taking_part.get(code, ()):
            return ""
        return self._regulator.participation_id(self.session_id(player, host.table.info.game), code)

    def forget(self, code: str) -> None:
        """Another round has begun."""
        self._taking_part.pop(code, None)

    def keep(self) -> None:
        """Called now and then: what is to be issued since goes to the store, in another thread and without waiting."""
        noted, self._to_keep = self._to_keep[:MOST_AT_ONCE], self._to_keep[MOST_AT_ONCE:]
        if noted:
            self._house.in_thread(lambda: self._issue(noted), _kept)

    def _issue(self, noted: list[tuple[int, str, str, int]]) -> None:
        issue = self._regulator.participation_id
        rows = [(player, code, session, issue(session, code), at_ms) for player, code, session, at_ms in noted]
        self._house.ledger.keep(lambda engine: _insert(engine, rows))


def _insert(engine: Engine, rows: list[tuple[int, str, str, str, int]]) -> None:
    """After a restart some may be there already: those stay."""
    there = set(
        engine.rows(
            "SELECT player, round FROM regulator_ids WHERE round IN ?? AND player IN ??",
            sorted({row[1] for row in rows}),
            sorted({row[0] for row in rows}),
        )
    )
    engine.insert(REGULATOR_IDS, [row for row in rows if (row[0], row[1]) not in there])


def _kept(error: BaseException | None) -> None:
    if error is not None:
        logs.fault("the regulator's ids were not kept", error)
