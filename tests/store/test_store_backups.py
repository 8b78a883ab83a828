"""A folder of backups: numbered, checked, private; the newest few stay, and a failure leaves nothing behind."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.store.desk import Desk
from ventuno.cli import main
from ventuno.refusal import RefusalRaised
from ventuno.store import backup, backups, open_ledger
from ventuno.store.backups import back_up_next, backups_in


@pytest.fixture
def bank(sqlite_file: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(backup, "SPARE_BYTES", 1 << 20)
    with open_ledger(sqlite_file) as ledger:
        Desk(ledger).player()
    return sqlite_file


@pytest.fixture
def kept(bank: Path) -> Path:
    return bank.parent / "backups"


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir() if not one.name.endswith(".lock"))


def test_the_newest_few_stay_and_each_can_be_restored(bank: Path, kept: Path) -> None:
    made = [back_up_next(bank, kept, keep=2) for _ in range(4)]
    assert [one.backup.number for one in made] == [1, 2, 3, 4]
    assert [one.number for one in backups_in(kept)] == [3, 4]
    assert [path.name for path in made[3].removed] == [made[1].backup.path.name]
    for one in backups_in(kept):
        assert one.path.stat().st_mode & 0o777 == 0o600
        backup.restore(one.path, bank, replace=True)
    assert kept.stat().st_mode & 0o777 == 0o700
    assert abs(made[0].backup.at_ms / 1000 - time.time()) < 60


def test_a_clock_that_was_ahead_does_not_make_the_next_backups_the_oldest(
    bank: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as ahead:
        ahead.setattr(backups.time, "time", lambda: 4_000_000_000.0)
        wrong = [back_up_next(bank, kept, keep=2).backup.path for _ in range(2)]
    right = [back_up_next(bank, kept, keep=2).backup.path for _ in range(2)]
    assert [one.path for one in backups_in(kept)] == right
    assert not any(path.exists() for path in wrong)


def test_one_that_fails_the_check_leaves_nothing_and_costs_no_good_one(bank: Path, kept: Path) -> None:
    good = back_up_next(bank, kept, keep=1).backup.path
    with open_ledger(bank) as ledger:
        ledger.keep(lambda engine: engine.run("UPDATE purses SET wallet = wallet + 1"))
    with pytest.raises(RefusalRaised, match="does not pass the audit"):
        back_up_next(bank, kept, keep=1)
    assert names(kept) == [good.name]


def test_without_room_none_begins(bank: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = back_up_next(bank, kept, keep=1).backup.path
    free = bank.stat().st_size + backup.SPARE_BYTES - 1
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**12, 10**12, free))  # type: ignore[attr-defined]
    monkeypatch.setattr(backup, "copy", lambda *_: pytest.fail("a byte was written"))
    with pytest.raises(RefusalRaised) as refused:
        back_up_next(bank, kept, keep=1)
    assert refused.value.refusal.code == "backup/no_room"
    assert names(kept) == [good.name]


def test_what_a_killed_one_left_is_cleared_by_the_next(bank: Path, kept: Path) -> None:
    kept.mkdir()
    (kept / "ventuno-000001-20260101T000000Z.db.draft").write_bytes(b"half")
    (kept / "ventuno-000001-20260101T000000Z.db.draft-wal").write_bytes(b"half")
    (kept / "mine.txt").write_text("not the house's")
    made = back_up_next(bank, kept, keep=1).backup.path
    assert names(kept) == ["mine.txt", made.name]


def test_two_at_once_do_not_disturb_each_other(bank: Path, kept: Path) -> None:
    kept.mkdir()
    with backups._alone(kept), pytest.raises(RefusalRaised) as refused:
        back_up_next(bank, kept, keep=1)
    assert refused.value.refusal.code == "backup/busy"


def test_one_that_is_told_to_end_clears_away(bank: Path, kept: Path) -> None:
    """The house closes in the middle of it."""
    slow = (
        "import sys, time; from ventuno import cli; from ventuno.store import backup\n"
        "backup.SPARE_BYTES = 0\n"
        "def waits(path): print('checks', flush=True); time.sleep(60)\n"
        "backup._checked = waits\n"
        "sys.exit(cli.main(sys.argv[1:]))"
    )
    words = [sys.executable, "-c", slow, "backup", "--store", str(bank), "--into", str(kept)]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"checks\n"
        assert [name for name in names(kept) if name.endswith(".draft")]
        process.terminate()
        assert process.wait(30) == 143
    assert names(kept) == []


def test_the_command_makes_the_next_one_in_a_folder(bank: Path, kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["backup", "--store", str(bank)]
    assert main([*words, str(bank.parent / "one.db")]) == 0
    assert main(words) == 2
    assert main([*words, "x.db", "--into", str(kept)]) == 2
    assert main([*words, "--into", str(kept), "--keep", "0"]) == 2
    assert "--keep is 1 at least" in capsys.readouterr().err
