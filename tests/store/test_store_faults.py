"""A disk that fills up, a damaged page, a database that is no database: a clear state, nothing invented."""

from __future__ import annotations

import os
import random
import resource
import signal
from pathlib import Path

import pytest

from tests.store.desk import Desk
from ventuno.bank import Deposit
from ventuno.store import StoreFault, open_ledger
from ventuno.store.auditing import audit
from ventuno.store.writer import look


def deposits(desk: Desk, player: int, first: int, count: int) -> list[str]:
    """The outcome of each: `ok`, or the code of the fault."""
    commands = [
        Deposit(key=f"d{number}", at_ms=1, player=player, currency="EUR", amount_minor=1)
        for number in range(first, first + count)
    ]
    outcomes = []
    for future in [desk.ledger.submit(command) for command in commands]:
        error = future.exception()
        assert error is None or isinstance(error, StoreFault)
        outcomes.append(error.code if error else "ok")
    return outcomes


def test_a_full_disk_refuses_and_keeps_what_it_acknowledged(sqlite_file: Path) -> None:
    with open_ledger(sqlite_file) as ledger:
        desk = Desk(ledger)
        anna = desk.player(money=0)
        ledger.keep(lambda engine: engine.run("PRAGMA max_page_count = 60"))
        outcomes = [outcome for first in range(0, 3_000, 100) for outcome in deposits(desk, anna, first, 100)]
        assert "store/full" in outcomes
        assert desk.purse(anna).wallet == outcomes.count("ok")
        # The store has opened the file again, and there is room: the same keys are done now, once each.
        assert set(deposits(desk, anna, 0, 3_000)) == {"ok"}
        assert desk.purse(anna).wallet == 3_000
        desk.check()


@pytest.mark.parametrize(("code", "is_over"), [("store/away", True), ("store/busy", True), ("store/full", False)])
def test_a_look_shows_that_the_store_answers_and_not_that_there_is_room(
    code: str, is_over: bool, sqlite_file: Path
) -> None:
    with open_ledger(sqlite_file) as ledger:
        ledger._writer.fault = StoreFault(code, "as it was")
        looked = ledger._writer.submit(look)
        looked.result()
        assert (ledger.fault is None) is is_over
        Desk(ledger).player(money=0)
        assert ledger.fault is None


def test_a_disk_quota_reached_in_the_middle_of_a_write_loses_nothing(sqlite_file: Path) -> None:
    """A real limit of the operating system, in a process of its own."""
    child = os.fork()
    if child == 0:
        os._exit(_fill_up(sqlite_file))
    assert os.waitpid(child, 0)[1] == 0


def _fill_up(path: Path) -> int:
    try:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        with open_ledger(path) as ledger:
            desk = Desk(ledger)
            anna = desk.player(money=0)
            _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, hard))
            outcomes = [outcome for first in range(0, 3_000, 50) for outcome in deposits(desk, anna, first, 50)]
            assert {"store/full", "store/io"} & set(outcomes)
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
            assert set(deposits(desk, anna, 0, 3_000)) == {"ok"}
            assert desk.purse(anna).wallet == 3_000
            desk.check()
    except BaseException as error:
        print(repr(error))
        return 1
    return 0


def big_database(path: Path) -> int:
    with open_ledger(path) as ledger:
        desk = Desk(ledger)
        anna = desk.player(money=0)
        assert set(deposits(desk, anna, 0, 2_000)) == {"ok"}
    return anna


def test_a_damaged_page_is_found_wherever_it_is(sqlite_file: Path) -> None:
    """Every page in turn is overwritten: the store says so, or the audit does; never is it called clean."""
    anna = big_database(sqlite_file)
    whole, chance = sqlite_file.read_bytes(), random.Random(21)
    page_size = int.from_bytes(whole[16:18], "big")
    pages = len(whole) // page_size
    for page in sorted({0, 1, 2, pages - 1, *chance.sample(range(pages), 25)}):
        damaged = bytearray(whole)
        damaged[page * page_size : (page + 1) * page_size] = chance.randbytes(page_size)
        sqlite_file.write_bytes(damaged)
        assert _is_found(sqlite_file, anna), f"page {page} of {pages}"


def _is_found(path: Path, player: int) -> bool:
    try:
        with open_ledger(path) as ledger:
            purse = Desk(ledger).purse(player)
            return not audit(ledger).clean or purse.wallet != 2_000
    except StoreFault as fault:
        return fault.code == "store/corrupt"
    finally:
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)


@pytest.mark.parametrize("content", [b"this is no database, only text " * 200, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_said_to_be_none(sqlite_file: Path, content: bytes) -> None:
    sqlite_file.write_bytes(content)
    with pytest.raises(StoreFault) as fault:
        open_ledger(sqlite_file)
    assert fault.value.code == "store/corrupt"
    assert sqlite_file.read_bytes() == content


def test_a_place_that_is_not_there_is_away(folder: Path) -> None:
    for where in (str(folder / "no" / "such" / "bank.db"), f"postgresql://nobody@/none?host={folder}"):
        with pytest.raises(StoreFault) as fault:
            open_ledger(where)
        assert fault.value.code == "store/away"


def test_damage_met_while_running_stops_writing_and_invents_nothing(sqlite_file: Path) -> None:
    anna = big_database(sqlite_file)
    whole = sqlite_file.read_bytes()
    with sqlite_file.open("r+b") as file:  # every page but the first
        file.seek(4096)
        file.write(b"\x5a" * (len(whole) - 4096))
    with pytest.raises(StoreFault) as fault:
        deposit_one_more(sqlite_file, anna)
    assert fault.value.code == "store/corrupt"


def deposit_one_more(path: Path, player: int) -> None:
    with open_ledger(path) as ledger:
        ledger.execute(Deposit(key="more", at_ms=1, player=player, currency="EUR", amount_minor=1))
