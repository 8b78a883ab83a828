"""A store in memory: the same store, and nothing of it on any disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from ventuno.bank import Deposit, OpenAccount, Receipt
from ventuno.store import Ledger
from ventuno.store.auditing import audit
from ventuno.store.history import purse_of
from ventuno.store.sqlite import SqliteMemory


def opened(amount_minor: int) -> tuple[Ledger, int]:
    ledger = Ledger(SqliteMemory())
    receipt = ledger.execute(OpenAccount(key="open", at_ms=1, name="anna", currency="EUR"))
    assert isinstance(receipt, Receipt)
    ledger.execute(Deposit(key="pay", at_ms=1, player=receipt.player, currency="EUR", amount_minor=amount_minor))
    return ledger, receipt.player


def wallet(ledger: Ledger, player: int) -> int:
    purse = purse_of(ledger, player)
    assert purse is not None
    return purse.wallet


def test_two_in_one_process_know_nothing_of_each_other() -> None:
    (one, anna), (other, also_anna) = opened(100), opened(200)
    assert (wallet(one, anna), wallet(other, also_anna)) == (100, 200)
    assert audit(one).clean
    one.close()
    assert wallet(other, also_anna) == 200
    other.close()


def test_it_leaves_no_file_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ledger, _ = opened(100)
    ledger.close()
    assert not list(tmp_path.iterdir())
