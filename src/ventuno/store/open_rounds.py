"""The rounds that are open: all of them for a house that starts, those with stakes for who looks after them.

Indexes hold only what is open, so a look costs the same however many rounds were ever played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ventuno.store.engine import Engine, Row
from ventuno.store.history import MOST_AT_ONCE, NEWEST
from ventuno.store.ledger import Ledger

MOST_NAMED = 5  # of those who play a round
IN_PLAY = "(s.real_minor > 0 OR s.golden_minor > 0)"

_WHO = f"FROM stakes s WHERE s.round = r.code AND {IN_PLAY}"
_LEFT = f"""SELECT r.code, r.table_name, r.game, (SELECT min(s.player) {_WHO}), (SELECT max(s.player) {_WHO})
    FROM rounds r WHERE r.state = 'open' ORDER BY r.opened DESC"""
_STAKED = f"""SELECT r.code, r.table_name, r.game, r.opened_ms, r.last_ms, r.opened FROM rounds r
    WHERE r.state = 'open' AND r.opened < ? AND EXISTS (SELECT 1 {_WHO}) ORDER BY r.opened DESC LIMIT ?"""
_SUMS = f"""SELECT s.round, s.currency, sum(s.real_minor), sum(s.golden_minor), count(DISTINCT s.player)
    FROM stakes s WHERE s.round IN ?? AND {IN_PLAY} GROUP BY s.round, s.currency ORDER BY s.currency"""
_NAMES = f"""SELECT DISTINCT p.number, p.name FROM stakes s JOIN people p ON p.number = s.player
    WHERE s.round = ? AND {IN_PLAY} ORDER BY p.number LIMIT ?"""


class LeftOpen(NamedTuple):
    """With the lowest and the highest number of those who have a stake in it; None: nobody has."""

    code: str
    table: str
    game: str
    first: int | None
    last: int | None

    @property
    def owner(self) -> int | None:
        """Whose it is, where one alone plays it."""
        return self.first if self.first == self.last else None


def left_open(ledger: Ledger) -> list[LeftOpen]:
    """The newest first."""
    with ledger.reading() as engine:
        return [LeftOpen(*row) for row in engine.rows(_LEFT)]


class Staked(NamedTuple):
    code: str
    table: str
    game: str
    opened_ms: int
    changed_ms: int
    cursor: int  # ask for what was opened before it
    stakes: dict[str, int]  # money in play, by currency
    golden: dict[str, int]  # golden chips in play, by the currency of their worth
    players: int
    names: tuple[str, ...]  # of the first few


Sums = tuple[dict[str, int], dict[str, int], int]


def staked_rounds(ledger: Ledger, before: int = NEWEST, most: int = 50) -> list[Staked]:
    """Open rounds with something in play, the newest first."""
    with ledger.reading() as engine:
        rows = engine.rows(_STAKED, before, min(most, MOST_AT_ONCE))
        sums = _sums(engine, [row[0] for row in rows])
        return [_staked(row, sums[row[0]], _names(engine, row[0])) for row in rows]


def _staked(row: Row, sums: Sums, names: tuple[str, ...]) -> Staked:
    code, table, game, opened_ms, changed_ms, cursor = row
    return Staked(code, table, game, opened_ms, changed_ms, cursor, *sums, names)


def _sums(engine: Engine, codes: Sequence[str]) -> dict[str, Sums]:
    found: dict[str, Sums] = {code: ({}, {}, 0) for code in codes}
    for code, currency, real, golden, players in engine.rows(_SUMS, list(codes)) if codes else ():
        stakes, chips, others = found[code]
        more = {currency: int(golden)} if golden else {}
        found[code] = ({**stakes, currency: int(real)}, {**chips, **more}, others + players)
    return found


def _names(engine: Engine, code: str) -> tuple[str, ...]:
    return tuple(name for _, name in engine.rows(_NAMES, code, MOST_NAMED))
