"""A house that is killed (SIGKILL) while it moves money, and a provider with books on a disk of its own (A8, E4)."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.store.desk import Desk
from tests.store.outside import transfers
from ventuno.bank import AskDeposit, AskWithdrawal, Pocket, TakeTimeOut
from ventuno.bank.transfers import Order
from ventuno.store import open_ledger
from ventuno.store.cashier import DONE, UNKNOWN, Cashier, ProviderAnswer
from ventuno.store.transfers import open_transfers

KILLS = 12
THREADS = 3
PLAYERS = 4
NO = ProviderAnswer("refused", "provider/no", "not today")
ENDS = {"credited", "refused", "refunded", "paid", "returned"}


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class FileBank:
    """An order is one row, durable before it is answered."""

    name = "file"

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._open() as books:
            books.execute("CREATE TABLE IF NOT EXISTS orders (key TEXT PRIMARY KEY, kind TEXT, amount INT, done INT)")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        books = sqlite3.connect(self._path, timeout=30)
        try:
            with books:
                yield books
        finally:
            books.close()

    def send(self, order: Order) -> ProviderAnswer:
        done = order.kind == "refund" or order.amount_minor % 4 > 0
        with self._open() as books:
            row = (order.key, order.kind, order.amount_minor, done)
            books.execute("INSERT OR IGNORE INTO orders VALUES (?, ?, ?, ?)", row)
        return self.status(order.key)

    def status(self, key: str) -> ProviderAnswer:
        with self._open() as books:
            found = books.execute("SELECT done FROM orders WHERE key = ?", (key,)).fetchone()
        return UNKNOWN if found is None else DONE if found[0] else NO

    def cancel(self, key: str) -> ProviderAnswer:
        with self._open() as books:
            books.execute("INSERT OR IGNORE INTO orders VALUES (?, '', 0, 0)", (key,))
        return self.status(key)

    def sums(self) -> dict[str, int]:
        with self._open() as books:
            return dict(books.execute("SELECT kind, sum(amount) FROM orders WHERE done GROUP BY kind").fetchall())


def work(where: str, bank: Path, seed: int) -> None:
    """In the child; never returns."""
    try:
        ledger = open_ledger(where)
        works = Cashier(ledger, FileBank(bank), now_ms)

        def move(name: str) -> None:
            chance = random.Random(name)
            while True:
                player, amount = chance.randint(1, PLAYERS), chance.randint(1, 60)
                fields = {"key": f"{name}/{chance.randrange(200)}", "at_ms": now_ms(), "player": player}
                if chance.random() < 0.1:
                    ledger.execute(TakeTimeOut(**{**fields, "key": f"t/{chance.random()}"}, until_ms=now_ms() + 5))
                kind = AskWithdrawal if chance.random() < 0.4 else AskDeposit
                works.move(kind(**fields, currency="EUR", amount_minor=amount))

        for number in range(THREADS):
            threading.Thread(target=move, args=(f"{seed}/{number}",)).start()
        threading.Event().wait()
    finally:
        os._exit(1)


def live_and_die(where: str, bank: Path, seed: int) -> None:
    before = FileBank(bank).sums()
    child = os.fork()
    if child == 0:
        work(where, bank, seed)
    chance = random.Random(seed)
    for _ in range(1_000):
        if FileBank(bank).sums() != before:
            break
        time.sleep(0.005)
    time.sleep(chance.random() * 0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


@pytest.mark.filterwarnings("ignore:.*fork.*")
def test_a_house_killed_among_transfers_owes_nobody_a_cent_a8_e4(where: str, folder: Path) -> None:
    with open_ledger(where) as ledger:
        desk = Desk(ledger)
        for number in range(PLAYERS):
            desk.player(f"player {number}", money=0)
    path, bank = folder / "provider.db", FileBank(folder / "provider.db")
    seen = 0
    for seed in range(KILLS):
        live_and_die(where, path, seed)
        with open_ledger(where) as ledger:
            desk = Desk(ledger)
            ledger.keep(lambda engine: None)  # after a commit that the server may still be doing for the dead
            works = Cashier(ledger, bank, now_ms)
            for one in open_transfers(ledger):
                works.go_on(one.key)
            found = transfers(ledger)
            assert len(found) > seen
            assert {one.state for one in found} <= ENDS
            seen = len(found)
            sums = bank.sums()
            held = sums.get("collect", 0) - sums.get("refund", 0) - sums.get("pay_out", 0)
            wallets = sum(desk.balances(player)[0] for player in range(1, PLAYERS + 1))
            assert (wallets, -desk.fund(Pocket.CASHIER), desk.fund(Pocket.IN_TRANSIT)) == (held, held, 0)
            desk.check()
