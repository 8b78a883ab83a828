"""The machines that fall: a house and its store, started, killed, held up. Knows the project; nobody else here does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil  # type: ignore[import-untyped]

from tests.server.house_process import KEY, Player, free_port, prepare
from tests.store.servers import Postgres

READY_S: Final = 90
REFUSED_S: Final = 60
SEATS: Final = 7
CATALOG: Final = Path(__file__).parents[3] / "src" / "ventuno" / "variant" / "catalog"
CHANGING: Final = "evening"  # a game of the house's own, whose file is changed now and then
CHANGES: Final = ('blackjack = "3:2"', 'blackjack = "6:5"')
HEAD: Final = (  # nobody is kept from looking at the past afterwards
    'log_level = "warning"\ndrain_s = 20\n[limits]\nheavy_at_once = 50\nwrites_per_second = 1000\nwrites_burst = 1000\n'
)
LIVE_TIMES: Final = (
    "betting_ms = 1500\nwarning_ms = 500\nclosing_ms = 50\ncard_ms = 10\ndealer_card_ms = 10\n"
    "insurance_ms = 800\ndecision_ms = 1000\npause_ms = 20\nresults_ms = 300\n"
)
SOLO_TIMES: Final = "card_ms = 1\ndealer_card_ms = 1\npause_ms = 1\n"
SOLO: Final = ("all-bets", "free-chip")


def tables(players: int) -> dict[str, list[str]]:
    """Keys by game: everybody who comes to a table with seats finds one."""
    seated = -(-players // 5 // SEATS) + 1
    counts = {"infinite": 1, CHANGING: 1, "cashback": seated, "classic-free-bet": seated, "all-bets": 1, "free-chip": 1}
    return {game: [f"{game}-{number}" for number in range(count)] for game, count in counts.items()}


def _config(players: int) -> str:
    parts = [HEAD]
    for game, keys in tables(players).items():
        times = SOLO_TIMES if game in SOLO else LIVE_TIMES
        for key in keys:
            head = f'[[tables]]\nkey = "{key}"\nvariant = "{game}"\nidle_rounds = 50\n'
            parts.append(f"{head}[tables.times]\n{times}")
    return "\n".join(parts)


class Machines:
    def __init__(self, folder: Path, store: str, players: int) -> None:
        self.folder, self.data = folder, folder / "data"
        self.data.mkdir()
        self.postgres = Postgres(folder / "postgres") if store == "postgres" else None
        self.books = self.postgres.new_database() if self.postgres else str(self.data / "ventuno.db")
        self.log = folder / "house.log"
        (folder / "house.toml").write_text(_config(players), encoding="utf-8")
        (folder / "variants").mkdir()
        self._file = folder / "variants" / f"{CHANGING}.toml"
        self._file.write_text((CATALOG / "infinite.toml").read_text().replace('"Infinite"', '"Evening"'))
        self.port = free_port()
        self.players: list[Player] = prepare(self.books, players)
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    # -- the house ------------------------------------------------------------------------------

    def _serve(self, port: int) -> subprocess.Popen[bytes]:
        environ = {**os.environ, "VENTUNO_KEY": KEY, "VENTUNO_VARIANTS": str(self._file.parent)}
        if self.postgres:
            environ["VENTUNO_STORE"] = self.books
        words = ["--config", str(self.folder / "house.toml"), "--port", str(port), "--data", str(self.data)]
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "ventuno", "serve", *words], stdout=log, stderr=log, env=environ
            )

    def start(self) -> None:
        self._process = self._serve(self.port)
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_S
        while not self._is_ready(self.port):
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the house is not ready:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)

    def _is_ready(self, port: int) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/ready", timeout=2) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def kill_house(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> int:
        """As an operator does; returns the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        code = self._process.wait(READY_S)
        self._process = None
        return code

    def second_is_refused(self) -> bool:
        """Another house on the same books: it must end by itself, and not well."""
        port = free_port()
        second = self._serve(port)
        try:
            until = time.monotonic() + REFUSED_S
            while second.poll() is None and time.monotonic() < until:
                if self._is_ready(port):
                    return False
                time.sleep(0.1)
            return bool(second.poll())
        finally:
            second.kill()
            second.wait()

    def change_the_rules(self) -> None:
        """Of a game that may be in mid-round."""
        text, (one, other) = self._file.read_text(), CHANGES
        self._file.write_text(text.replace(one, other) if one in text else text.replace(other, one))

    # -- the store ------------------------------------------------------------------------------

    def kill_store(self) -> None:
        assert self.postgres is not None
        self.postgres.kill()

    def start_store(self) -> None:
        assert self.postgres is not None
        self.postgres.start()

    def hold_store(self, seconds: float) -> None:
        """Not dead: every process of it stands still, and then goes on as if nothing had been."""
        held = self._store_processes()
        for process in held:
            with suppress(psutil.NoSuchProcess):
                process.suspend()
        time.sleep(seconds)
        for process in held:
            with suppress(psutil.NoSuchProcess):
                process.resume()

    def _store_processes(self) -> list[psutil.Process]:
        pid = int((self.folder / "postgres" / "postmaster.pid").read_text().split()[0])
        return [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]

    def close(self) -> None:
        self.kill_house()
        if self.postgres:
            self.postgres.close()
