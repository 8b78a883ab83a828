"""One player's entries, without reading the whole ledger.

An index that every entry waits for would slow down the settlement of a crowd. This one is brought up
to date afterwards, step by step between other transactions; what it does not know yet is read besides.
"""

from __future__ import annotations

from typing import Any, Final

from ventuno.bank.accounts import POCKETS
from ventuno.store.engine import Engine
from ventuno.store.ledger import Ledger

STEP: Final = 20_000  # entries in one transaction: bets wait for one step at most

_STEP_END = "SELECT max(place) FROM (SELECT place FROM entries WHERE place > ? ORDER BY place LIMIT ?) AS step"
_ADD = """INSERT INTO entries_by_account (account, place)
    SELECT account, place FROM entries WHERE place > ? AND place <= ? ORDER BY account, place"""
_OF_PLAYER = """(
    SELECT e.place, e.account, e.amount FROM entries_by_account b JOIN entries e ON e.place = b.place
        WHERE b.account >= ? AND b.account < ?
    UNION ALL
    SELECT place, account, amount FROM entries
        WHERE place > (SELECT place FROM entries_indexed) AND account >= ? AND account < ?)"""


def index_entries(ledger: Ledger) -> int:
    """Returns how many were new. Good to be called now and then when there is little to do."""
    total = 0
    while added := ledger.keep(_add_step):
        total += added
    return total


def _add_step(engine: Engine) -> int:
    ((done,),) = engine.rows("SELECT place FROM entries_indexed")
    ((last,),) = engine.rows(_STEP_END, done, STEP)
    if last is None:
        return 0
    engine.run(_ADD, done, last)
    engine.run("UPDATE entries_indexed SET place = ?", last)
    ((added,),) = engine.rows("SELECT count(*) FROM entries WHERE place > ? AND place <= ?", done, last)
    return int(added)


def entries_of_player(player: int) -> tuple[str, tuple[Any, ...]]:
    """To be read from in place of all `entries`, and its values."""
    bounds = (player * POCKETS, (player + 1) * POCKETS)
    return _OF_PLAYER, bounds * 2
