"""A house that dies before the regulator's ids (A10) are issued: the next one finds every part that has none.

`tests/server/soak_house.py` asks the same of houses that are killed under many players.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.houses import open_house, run
from ventuno.bank.regulator import LocalRegulator
from ventuno.client.client import Client
from ventuno.store import open_ledger
from ventuno.store.auditing import audit

PASSWORD = "a long enough one"
_MISSING = """SELECT DISTINCT player, round FROM journal j WHERE kind = 'PlaceStakes' AND NOT EXISTS
    (SELECT 1 FROM regulator_ids i WHERE i.player = j.player AND i.round = j.round)"""


class Dying(LocalRegulator):
    """Nobody gets an answer any more."""

    def participation_id(self, session_id: str, round_code: str) -> str:
        raise OSError("the machine is gone")


def without_ids(folder: Path) -> int:
    with open_ledger(folder / "ventuno.db") as ledger, ledger.reading() as engine:
        return len(engine.rows(_MISSING))


@pytest.mark.parametrize("game", ["free-chip", "infinite"])
def test_no_id_is_missing_after_a_house_died_before_it_was_issued(game: str, tmp_path: Path) -> None:
    async def before() -> None:
        async with asyncio.timeout(30), open_house(folder=tmp_path) as running, Client(running.url) as house:
            running.house.participations._regulator = Dying()
            await house.sign_up("anna", PASSWORD)
            await house.desk.deposit(100_000)
            table = await house.join(game)
            for _ in range(2):  # one round that is over before it dies, one that is not
                await table.bets_open()
                await table.bet("1/main", 1000)
                await table.deal()
                async for turn in table.turns():
                    await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            await table.bets_open()
            await table.bet("1/main", 1000)

    async def after() -> None:
        async with asyncio.timeout(30), open_house(folder=tmp_path) as running:
            while await asyncio.to_thread(without_ids, tmp_path):  # nobody has to come for it
                await asyncio.sleep(0.1)
            assert audit(running.ledger).clean

    run(before())
    assert without_ids(tmp_path) == 3
    run(after())
