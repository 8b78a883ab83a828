"""Killed at random moments under load (E4): what was acknowledged is there once, the book is right.

A few kills here; `python -m tests.store.soak` does thousands.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.store.conftest import quick_folder
from tests.store.crashing import crash_again_and_again
from tests.store.desk import Desk
from tests.store.servers import Postgres
from ventuno.bank import Deposit, Receipt
from ventuno.store import StoreFault, open_ledger

KILLS = 25


@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_a_killed_server_loses_nothing_it_acknowledged_e4(where: str) -> None:
    assert crash_again_and_again(where, KILLS) > KILLS


def deposit(number: int, player: int) -> Deposit:
    return Deposit(key=f"d{number}", at_ms=1, player=player, currency="EUR", amount_minor=1)


def insist(desk: Desk, command: Deposit) -> Receipt:
    """What a server does while the database is away: asks again with the same key."""
    for _ in range(200):
        future = desk.ledger.submit(command)
        if future.exception() is None:
            outcome = future.result()
            assert isinstance(outcome, Receipt)
            return outcome
        time.sleep(0.05)
    raise AssertionError("the database did not come back")


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    """A server that may be stopped and killed without the others noticing."""
    with quick_folder() as folder:
        server = Postgres(folder / "data")
        yield server
        server.close()


@pytest.mark.parametrize("end", ["stop", "kill"])
def test_a_database_that_goes_away_and_returns_loses_and_doubles_nothing(own_server: Postgres, end: str) -> None:
    with open_ledger(own_server.new_database()) as ledger:
        desk = Desk(ledger)
        anna = desk.player(money=0)
        futures = [ledger.submit(deposit(number, anna)) for number in range(1_500)]
        futures[0].result()
        getattr(own_server, end)()
        answers = [future.exception() for future in futures]
        with pytest.raises(StoreFault) as fault:
            ledger.execute(deposit(1_500, anna))
        assert (fault.value.code, ledger.fault) == ("store/away", fault.value)
        own_server.start()
        insist(desk, deposit(0, anna))
        for future in [ledger.submit(deposit(number, anna)) for number in range(1_501)]:
            assert isinstance(future.result(), Receipt)
        assert desk.purse(anna).wallet == 1_501
        assert ledger.fault is None
        assert all(answer is None or isinstance(answer, StoreFault) for answer in answers)
        desk.check()
