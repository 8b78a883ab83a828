"""The regulator's ids (A10) as they were issued: asked for once, then kept."""

from __future__ import annotations

from typing import NamedTuple

from ventuno.bank.regulator import Regulator
from ventuno.store.engine import Engine
from ventuno.store.ledger import Ledger
from ventuno.store.tables import REGULATOR_IDS


class RegulatorIds(NamedTuple):
    session_id: str
    participation_id: str


def participate(
    ledger: Ledger, regulator: Regulator, player: int, code: str, session_id: str, now_ms: int
) -> RegulatorIds:
    """The ids of a player's part in a round; the second time those of the first."""
    if found := ids_of(ledger, player, code):
        return found
    row = (player, code, session_id, regulator.participation_id(session_id, code), now_ms)

    def keep(engine: Engine) -> RegulatorIds:
        found = _ids(engine, player, code)
        if found is None:
            engine.insert(REGULATOR_IDS, [row])
        return found or RegulatorIds(row[2], row[3])

    ids: RegulatorIds = ledger.keep(keep)
    return ids


def ids_of(ledger: Ledger, player: int, code: str) -> RegulatorIds | None:
    with ledger.reading() as engine:
        return _ids(engine, player, code)


def _ids(engine: Engine, player: int, code: str) -> RegulatorIds | None:
    columns = "SELECT session_id, participation_id FROM regulator_ids"
    rows = engine.rows(f"{columns} WHERE player = ? AND round = ?", player, code)
    return RegulatorIds(*rows[0]) if rows else None
