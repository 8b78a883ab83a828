"""The only part that knows the project: starts a house in a process of its own, on either store, and audits it."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.attack.field import Files
from tests.store.servers import Postgres

READY_S: Final = 90
END_S: Final = 60
WEB: Final = Path(__file__).parents[2] / "web" / "dist"
LIVE: Final = ("infinite", "cashback", "classic-free-bet") * 3
SOLO: Final = ("all-bets", "free-chip")
LIVE_TIMES: Final = (
    "betting_ms = 2500\nwarning_ms = 500\nclosing_ms = 60\ncard_ms = 10\ndealer_card_ms = 10\n"
    "insurance_ms = 1000\ndecision_ms = 1500\npause_ms = 20\nresults_ms = 300\n"
)
SQLITE_TABLES: Final = "SELECT name FROM sqlite_master WHERE type = 'table'"
PG_TABLES: Final = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
SOLO_TIMES: Final = "card_ms = 1\ndealer_card_ms = 1\npause_ms = 1\n"


def config() -> str:
    """The games with short clocks; everything else as for strangers: we get no more for being on the same machine."""
    parts = ['log_level = "warning"\ndrain_s = 5\n[limits]\nthis_machine_factor = 1\n']
    for number, game in enumerate(LIVE + SOLO):
        times = LIVE_TIMES if game in LIVE else SOLO_TIMES
        parts.append(
            f'[[tables]]\nkey = "{game}-{number}"\nvariant = "{game}"\nidle_rounds = 3\n[tables.times]\n{times}'
        )
    return "\n".join(parts)


class House:
    """`ventuno serve` on a folder of its own."""

    def __init__(self, folder: Path, store: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.data, self.log, self.store = folder / "data", folder / "house.log", store
        self._config = folder / "house.toml"
        self.key = folder / "house.key"
        self._config.write_text(f'key_file = "{self.key}"\n' + config(), encoding="utf-8")
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def books(self) -> str:
        return self.store or str(self.data / "ventuno.db")

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        environ = dict(os.environ)
        if self.store:
            environ["VENTUNO_STORE"] = self.store
        if WEB.exists():
            environ.setdefault("VENTUNO_WEB", str(WEB))
        words = ["serve", "--config", str(self._config), "--port", str(self.port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "ventuno", *words], stdout=log, stderr=log, env=environ
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

    @property
    def staff(self) -> tuple[str, str] | None:
        """The supervisor's name and password, as printed once."""
        for _ in range(100):
            if found := re.search(r"supervisor: the password is (\S+)", self.log.read_text()):
                break
            time.sleep(0.05)
        return ("supervisor", found[1]) if found else None

    @property
    def files(self) -> Files:
        return Files(self.data, self.key, self.log, partial(stolen, self.books), partial(backup, self.books))

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def stop(self) -> int | None:
        """As an operator does; at once where it does not end in time."""
        if self._process is None:
            return None
        self._process.send_signal(signal.SIGTERM)
        try:
            code = self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        self._process = None
        return code


def warm_up() -> None:
    """Has the odds compiled and kept, where they are not: a house that compiles while it plays would be measured."""
    _ventuno("hand", "cashback", "8h 8d", "6")


def audits(books: str) -> list[tuple[str, int, str]]:
    """Every audit the house knows, after the attack: its name, exit code and last words."""
    kinds: list[tuple[str, ...]] = [("audit",)]
    if "--deep" in _ventuno("audit", "--help").stdout:
        kinds.append(("audit", "--deep"))
    found = []
    for words in kinds:
        done = _ventuno(*words, "--store", books)
        found.append((" ".join(words), done.returncode, "\n".join((done.stdout + done.stderr).splitlines()[-6:])))
    return found


def _ventuno(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "ventuno", *words], capture_output=True, text=True, timeout=600)


def stolen(books: str, code: str) -> list[bytes]:
    """Every cell of every row that names a round, as whoever has a copy of the database reads it."""
    if "://" in books:
        with psycopg.connect(books) as there:
            return _cells(lambda words: there.execute(words).fetchall(), PG_TABLES, code)
    with closing(sqlite3.connect(f"file:{books}?mode=ro", uri=True)) as here:
        return _cells(lambda words: here.execute(words).fetchall(), SQLITE_TABLES, code)


def _cells(rows: Callable[[Any], list[Any]], tables: str, code: str) -> list[bytes]:
    cells = []
    for (table,) in rows(tables):
        for row in rows(f'SELECT * FROM "{table}"'):
            if any(cell == code for cell in row):
                cells += [bytes(cell) if isinstance(cell, (bytes, memoryview)) else str(cell).encode() for cell in row]
    return cells


def backup(books: str) -> Path | None:
    """Only of SQLite: PostgreSQL has its own tools."""
    if "://" in books:
        return None
    path = Path(books).parents[1] / f"backup-{time.monotonic_ns()}.db"
    return path if _ventuno("backup", str(path), "--store", books).returncode == 0 else None


def postgres(folder: Path) -> Postgres:
    return Postgres(folder)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
