"""A real house in a process of its own: started, killed, started again; with players who are signed in already."""

from __future__ import annotations

import hashlib
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from ventuno.bank import Deposit, GrantGoldenChips, OpenAccount, Receipt
from ventuno.bank.commands import BankCommand
from ventuno.bank.rules import DAY_MS
from ventuno.store import Ledger, open_ledger
from ventuno.store.tables import SESSIONS

READY_S: Final = 60
KEY: Final = "5e" * 32  # nothing is left in the folder of whoever runs this
FIRST_MINOR: Final = 10_000_000


class Player(NamedTuple):
    number: int
    token: str


def prepare(where: str, count: int, golden: bool = False) -> list[Player]:
    """Accounts with money and an open session each, written straight into the store: nobody hashes 2,000 passwords."""
    at_ms = int(time.time() * 1000)
    with open_ledger(where) as ledger:
        opened = _send(
            ledger,
            [OpenAccount(key=f"open {n}", at_ms=at_ms, name=f"player {n}", currency="EUR") for n in range(count)],
        )
        numbers = [receipt.player for receipt in opened]
        _send(ledger, [_deposit(number, at_ms) for number in numbers])
        if golden:
            _send(ledger, [_golden(number, at_ms) for number in numbers[::3]])
        players = [Player(number, secrets.token_urlsafe(32)) for number in numbers]
        rows = [(_hash(token), number, at_ms, at_ms + DAY_MS, 0) for number, token in players]
        ledger.keep(lambda engine: engine.insert(SESSIONS, rows))
    return players


def _send(ledger: Ledger, commands: Sequence[BankCommand]) -> list[Receipt]:
    outcomes = [future.result() for future in [ledger.submit(command) for command in commands]]
    receipts = [outcome for outcome in outcomes if isinstance(outcome, Receipt)]
    assert len(receipts) == len(commands), next(outcome for outcome in outcomes if not isinstance(outcome, Receipt))
    return receipts


def _deposit(number: int, at_ms: int) -> BankCommand:
    return Deposit(key=f"first {number}", at_ms=at_ms, player=number, currency="EUR", amount_minor=FIRST_MINOR)


def _golden(number: int, at_ms: int) -> BankCommand:
    return GrantGoldenChips(
        key=f"golden {number}", at_ms=at_ms, player=number, value_minor=500, count=20, expires_ms=at_ms + DAY_MS
    )


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class HouseProcess:
    """`ventuno serve` on a folder; `kill` is SIGKILL."""

    def __init__(self, folder: Path, config: str = "", port: int = 0) -> None:
        self.folder, self.port = folder, port or free_port()
        self.config = folder / "house.toml"
        self.config.write_text(config, encoding="utf-8")
        self.log = folder / "house.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def where(self) -> str:
        """Of the books."""
        return str(self.folder / "ventuno.db")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def command(self) -> list[str]:
        words = ["serve", "--config", str(self.config), "--port", str(self.port), "--data", str(self.folder)]
        return [sys.executable, "-m", "ventuno", *words]

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command(),
                stdout=log,
                stderr=log,
                env={**os.environ, "VENTUNO_KEY": KEY},
            )
        until = time.monotonic() + READY_S
        while not self._is_ready():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the house did not open:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def _is_ready(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health/ready", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self, timeout_s: float = 60) -> int:
        """As an operator does: it drains; returns its exit code."""
        assert self._process is not None
        self._process.terminate()
        code = self._process.wait(timeout_s)
        self._process = None
        return code
