"""Void rounds and who has been told of them: each player once, whenever they come, in whatever life of the house.

What is remembered is one number a player: the journal's, up to which they know. It moves no money, so it is
written beside the journal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ventuno.store.engine import Engine, Row
from ventuno.store.history import reason_of
from ventuno.store.ledger import Ledger
from ventuno.store.tables import TOLD

LOOKED_BACK: Final = 200  # parts in rounds: who played more since was here, and was told at the table

_COLUMNS: Final = """SELECT p.player, p.ended, p.round, r.table_name, r.game, j.receipt, p.returned_minor,
    p.golden_returned_minor FROM"""
_JOINED: Final = """p JOIN rounds r ON r.code = p.round AND r.ended = p.ended JOIN journal j ON j.number = p.ended
    WHERE r.state = 'void' AND (p.staked_minor > 0 OR p.golden_staked_minor > 0)"""
_SINCE: Final = "(SELECT * FROM participations WHERE player = ? AND ended > ? ORDER BY ended DESC LIMIT ?)"


class GivenBack(NamedTuple):
    """What came back to a player from a round that is void."""

    player: int
    ended: int  # the journal's number of the void
    code: str
    table: str
    game: str
    reason: str
    amount_minor: int
    golden_minor: int


def untold(ledger: Ledger, player: int) -> list[GivenBack]:
    """Oldest first."""
    with ledger.reading() as engine:
        since = engine.rows("SELECT ended FROM told WHERE player = ?", player)
        rows = engine.rows(
            f"{_COLUMNS} {_SINCE} {_JOINED} ORDER BY p.ended", player, since[0][0] if since else 0, LOOKED_BACK
        )
    return [_given_back(row) for row in rows]


def given_back(ledger: Ledger, code: str, players: Sequence[int]) -> list[GivenBack]:
    """To some players from one round."""
    with ledger.reading() as engine:
        ended = engine.rows("SELECT ended FROM rounds WHERE code = ?", code)
        parts = "(SELECT * FROM participations WHERE player IN ?? AND ended = ?)"
        rows = engine.rows(f"{_COLUMNS} {parts} {_JOINED}", list(players), ended[0][0]) if ended else []
    return [_given_back(row) for row in rows]


def _given_back(row: Row) -> GivenBack:
    player, ended, code, table, game, receipt, amount, golden = row
    return GivenBack(player, ended, code, table.partition("/")[0], game, reason_of(receipt), amount, golden)


def note_told(ledger: Ledger, told: Iterable[tuple[int, int]]) -> None:
    """Player, and the number up to which they know."""
    rows = list(told)

    def keep(engine: Engine) -> None:
        engine.put(TOLD, rows)

    ledger.keep(keep)
