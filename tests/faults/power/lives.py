"""What is done to a folder under the shim, in a process of its own: `python -m tests.faults.power.lives LIFE ...`.

Whoever is told that something is done says so in the shim's log: a moment of the log then knows what was promised.
"""

from __future__ import annotations

import ctypes
import os
import random
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import psycopg

from tests.store.crashing import PLAYERS, any_command, deposit
from tests.store.desk import NOW_MS
from ventuno.bank import BankCommand, OpenAccount
from ventuno.refusal import Refusal
from ventuno.server.keys import KeyRing
from ventuno.store import Ledger, open_ledger, private, sqlite as engines
from ventuno.store.backup import back_up, restore
from ventuno.store.occupancy import Occupancy

THREADS: Final = 3
AT_ONCE: Final = 8  # commands of a thread that wait together
DATABASE: Final = "ventuno.db"
KEPT: Final = "kept "  # and the command's key: its receipt was seen
SEALED: Final = "sealed"  # the house knows its key
BACKED_UP: Final = "backed up"
RESTORED: Final = "restored"
LOOK: Final = "look from here"  # what went before is only what had to be there


def say(what: str) -> None:
    shim = ctypes.CDLL(None)
    assert shim.power_mark(what.encode()) == 0


def first(root: Path, seed: str) -> None:
    """A house that was never there before: folders, lock, database, key, first guests."""
    data = root / "houses" / "mine"
    private.make_folder(data)
    occupancy = Occupancy(data / DATABASE)
    with open_ledger(data / DATABASE) as ledger:
        KeyRing(str(data), data=data).seal_of(ledger)
        say(SEALED)
        _evening(ledger, seed, 1)
    occupancy.end()


def evenings(root: Path, seed: str) -> None:
    """Opened and closed again and again, with a log that is folded in often, so that the file grows by every way."""
    engines.CHECKPOINT_PAGES = 40
    for evening in range(3):
        with open_ledger(root / DATABASE) as ledger:
            _evening(ledger, f"{seed}-{evening}", 6)


def backup(root: Path, seed: str) -> None:
    """A copy of a database that others write to."""
    with open_ledger(root / DATABASE) as ledger:
        _evening(ledger, f"{seed}-before", 2)
        playing = threading.Thread(target=_evening, args=(ledger, f"{seed}-meanwhile", 2))
        playing.start()
        back_up(root / DATABASE, root / "copy.db")
        say(BACKED_UP)
        playing.join()


def restoring(root: Path, seed: str) -> None:
    """The older state over the newer one; a house that died left its log beside the newer one."""
    _die_with_a_newer_one(root, seed)
    say(LOOK)
    restore(root / "copy.db", root / DATABASE, replace=True)
    say(RESTORED)


def mending(root: Path, seed: str) -> None:
    """The same where the newer one is gone, and only its log was left behind."""
    _die_with_a_newer_one(root, seed)
    (root / DATABASE).unlink()
    private.sync(root)
    say(LOOK)
    restore(root / "copy.db", root / DATABASE)
    say(RESTORED)


def _die_with_a_newer_one(root: Path, seed: str) -> None:
    with open_ledger(root / DATABASE) as ledger:
        _evening(ledger, f"{seed}-old", 1)
    back_up(root / DATABASE, root / "copy.db")
    say(BACKED_UP)
    if os.fork() == 0:
        ledger = open_ledger(root / DATABASE)
        _evening(ledger, f"{seed}-new", 1)
        with closing(sqlite3.connect(root / DATABASE)) as beside:
            beside.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _evening(ledger, f"{seed}-newest", 1)  # the log alone does not make the copy the newer one
        os._exit(0)
    assert os.wait()[1] == 0


def served(where: str, seed: str) -> None:
    """On a database that a server of its own keeps."""
    for evening in range(2):
        with open_ledger(where) as ledger:
            _evening(ledger, f"{seed}-{evening}", 4)
            with psycopg.connect(where, autocommit=True) as beside:
                beside.execute("CHECKPOINT")
            _evening(ledger, f"{seed}-{evening}-later", 2)


# -- guests --------------------------------------------------------------------------------------


def _evening(ledger: Ledger, name: str, batches: int) -> None:
    for number in PLAYERS:
        _tell(ledger, OpenAccount(key=f"open {number}", at_ms=NOW_MS, name=f"player {number}", currency="EUR"))
        _tell(ledger, deposit(f"{name}: first {number}", number, 10**9))
    threads = [threading.Thread(target=_guest, args=(ledger, f"{name}/{one}", batches)) for one in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _guest(ledger: Ledger, name: str, batches: int) -> None:
    chance = random.Random(name)
    for first in range(0, batches * AT_ONCE, AT_ONCE):
        batch = [any_command(ledger, chance, f"{name}/{first + place}", name) for place in range(AT_ONCE)]
        for one, future in [(one, ledger.submit(one)) for one in batch]:
            if not isinstance(future.result(), Refusal):
                say(KEPT + one.key)


def _tell(ledger: Ledger, one: BankCommand) -> None:
    if not isinstance(ledger.execute(one), Refusal):
        say(KEPT + one.key)


LIVES: Final[dict[str, Callable[[Path, str], None]]] = {
    "first": first,
    "evenings": evenings,
    "backup": backup,
    "restoring": restoring,
    "mending": mending,
}


def main(life: str, where: str, seed: str, careless: str = "") -> None:
    if careless:  # as SQLite would be told, to see that the loss is found
        settle_in = engines.SqliteEngine._settle_in

        def carelessly(engine: engines.SqliteEngine, writes: bool, changes: bool) -> None:
            settle_in(engine, writes, changes)
            engine.connection.execute(f"PRAGMA synchronous = {careless}")

        engines.SqliteEngine._settle_in = carelessly  # type: ignore[method-assign, assignment]
    if life == "served":
        served(where, seed)
    else:
        LIVES[life](Path(where), seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
