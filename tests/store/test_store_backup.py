"""Backup of a SQLite database while it runs, and restore."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.store.desk import Desk
from ventuno.bank import Deposit
from ventuno.refusal import RefusalRaised
from ventuno.store import open_ledger
from ventuno.store.backup import back_up, restore


def deposits(desk: Desk, player: int, count: int) -> list[object]:
    return [
        desk.ledger.submit(Deposit(key=f"d{number}", at_ms=1, player=player, currency="EUR", amount_minor=1))
        for number in range(count)
    ]


def test_a_backup_taken_while_commands_come_in_is_one_moment_and_clean(sqlite_file: Path) -> None:
    with open_ledger(sqlite_file) as ledger:
        desk = Desk(ledger)
        anna = desk.player(money=0)
        futures = deposits(desk, anna, 5_000)
        reports = [back_up(sqlite_file, sqlite_file.with_name(f"copy{number}.db")) for number in range(3)]
        for future in futures:
            future.result()  # type: ignore[attr-defined]
        assert all(report.clean for report in reports)
        desk.check()
    with open_ledger(sqlite_file.with_name("copy2.db")) as copy:
        held = Desk(copy).purse(anna).wallet
        assert held == reports[2].records - 1  # one record opened the account, each other brought 1
    assert sorted(path.name for path in sqlite_file.parent.iterdir() if "draft" in path.name) == []


def test_a_restore_brings_back_what_was_backed_up(sqlite_file: Path) -> None:
    copy = sqlite_file.with_name("copy.db")
    with open_ledger(sqlite_file) as ledger:
        anna = Desk(ledger).player(money=700)
        back_up(sqlite_file, copy)
        Desk(ledger).now_ms += 1
        ledger.execute(Deposit(key="later", at_ms=1, player=anna, currency="EUR", amount_minor=1))
    restore(copy, sqlite_file, replace=True)
    with open_ledger(sqlite_file) as ledger:
        assert Desk(ledger).purse(anna).wallet == 700
        Desk(ledger).check()


def test_a_database_in_use_is_not_replaced(sqlite_file: Path) -> None:
    copy = sqlite_file.with_name("copy.db")
    with open_ledger(sqlite_file) as ledger:
        anna = Desk(ledger).player()
        back_up(sqlite_file, copy)
        with pytest.raises(RefusalRaised) as refused:
            restore(copy, sqlite_file, replace=True)
        assert refused.value.refusal.code == "backup/in_use"
        assert Desk(ledger).balances(anna) == (10_000, 0, 0, 0)
        Desk(ledger).check()


def test_nothing_is_overwritten_by_mistake(sqlite_file: Path) -> None:
    copy = sqlite_file.with_name("copy.db")
    open_ledger(sqlite_file).close()
    back_up(sqlite_file, copy)
    for act in (lambda: back_up(sqlite_file, copy), lambda: restore(copy, sqlite_file)):
        with pytest.raises(RefusalRaised) as refused:
            act()
        assert refused.value.refusal.code == "backup/exists"
    with pytest.raises(RefusalRaised, match="no database"):
        back_up(sqlite_file.with_name("none.db"), copy)
    with pytest.raises(RefusalRaised, match="no backup"):
        restore(sqlite_file.with_name("none.db"), sqlite_file)


def test_a_damaged_backup_is_not_restored(sqlite_file: Path) -> None:
    copy = sqlite_file.with_name("copy.db")
    with open_ledger(sqlite_file) as ledger:
        desk = Desk(ledger)
        for future in deposits(desk, desk.player(), 3_000):
            future.result()  # type: ignore[attr-defined]
    back_up(sqlite_file, copy)
    with copy.open("r+b") as file:
        file.seek(copy.stat().st_size // 2)
        file.write(b"\xa5" * 8192)
    before = sqlite_file.read_bytes()
    with pytest.raises(RefusalRaised) as refused:
        restore(copy, sqlite_file, replace=True)
    assert refused.value.refusal.code == "store/corrupt"
    assert sqlite_file.read_bytes() == before


def test_a_restore_needs_room_for_the_copy_and_no_more(sqlite_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In need: whoever restores has no time to make room for the house's next weeks."""
    copy = sqlite_file.with_name("copy.db")
    open_ledger(sqlite_file).close()
    back_up(sqlite_file, copy)
    size = copy.stat().st_size
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, size))  # type: ignore[attr-defined]
    restore(copy, sqlite_file, replace=True)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, size - 1))  # type: ignore[attr-defined]
    with pytest.raises(RefusalRaised) as refused:
        restore(copy, sqlite_file, replace=True)
    assert refused.value.refusal.code == "backup/no_room"
