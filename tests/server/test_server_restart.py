"""Closing and opening again (E4): rounds end or wait, nothing is lost, and a restart is nobody's time-out."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.server.houses import QUICK, new_folder, open_house, quick_tables, run
from ventuno.client import Client
from ventuno.store.auditing import audit

SLOW = msgspec.structs.replace(QUICK, decision_ms=20_000)


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def asked(house: Client, key: str) -> str:
    """A round in which something is asked of us; its code."""
    table = await house.join(key)
    seat = await table.sit()
    while True:
        await table.until(lambda now: now.view.phase in ("betting", "waiting", "results"))
        if table.info.kind != "solo":
            await table.bets_open()
        await table.bet(f"{seat}/main", 1000)
        await table.deal()
        async for turn in table.turns():
            if "stand" in turn.options:
                return table.view.code
            await table.decide("decline", turn)


@pytest.mark.parametrize("game", ["free-chip", "infinite", "classic-free-bet", "cashback"])
def test_e4_a_restart_in_the_middle_of_a_decision_goes_on_with_it(game: str, folder: Path) -> None:
    async def world() -> None:
        tables = quick_tables(times=SLOW)
        async with asyncio.timeout(60):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                await house.sign_up("anna", "a long enough one")
                await house.desk.deposit(100_000)
                code = await asked(house, game)
                line = next(hand for hand in house.tables[game].hands.hands if hand.options)
                wallet = house.balance.wallet_minor
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                await house.sign_in("anna", "a long enough one")
                assert house.welcome is not None
                assert house.welcome.tables == (game,)
                assert house.balance.wallet_minor == wallet
                table = await house.join(game)
                assert table.view.code == code
                await table.until(lambda now: now.turn() is not None, timeout_s=10)
                again = next(hand for hand in table.hands.hands if hand.options)
                assert (again.line, again.total, again.stake_minor) == (line.line, line.total, line.stake_minor)
                async for turn in table.turns():
                    await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
                assert table.result is not None
                assert table.result.code == code
                assert len([one for one in (await house.desk.history()).rounds if one.code == code]) == 1
                assert audit(running.ledger).clean

    run(world())


def test_draining_lets_a_live_round_end_first() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house:
            await house.demo()
            await asked(house, "infinite")
            assert [host.key for host in running.house.pit.playing()] == ["infinite"]
            assert await running.drain(10) == []
            table = house.tables["infinite"]
            await table.until(lambda now: now.result is not None and bool(now.view.closed), timeout_s=5)

    run(world())


def test_draining_says_what_is_left_when_the_time_is_over() -> None:
    async def world() -> None:
        async with open_house(tables=quick_tables(times=SLOW)) as running, Client(running.url) as house:
            await house.demo()
            await asked(house, "infinite")
            assert await running.drain(0.2) == ["infinite"]

    run(world())


class Process:
    """`ventuno serve` as people run it."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "ventuno", "serve", "--data", str(folder), *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said: list[str] = []

    def until(self, pattern: str) -> re.Match[str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError("".join(self.said))

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        rest, _ = self.process.communicate(timeout=20)
        self.said.append(rest)
        return self.process.returncode


def test_serve_prints_its_address_and_first_passwords_once_and_drains_on_sigterm(folder: Path) -> None:
    first = Process(folder, "--port", "0")
    first.until(r"Ventuno is open: (http://127\.0\.0\.1:\d+)")
    assert sum("shown this once" in line for line in first.said) == 2
    assert first.end() == 0
    assert "no new rounds" in "".join(first.said)
    again = Process(folder, "--port", "0")
    again.until("Ventuno is open")
    assert not any("password" in line for line in again.said)
    assert again.end(signal.SIGINT) == 0


def test_serve_says_all_that_is_wrong_with_its_settings_at_once(folder: Path) -> None:
    config = folder / "house.toml"
    wrong = 'port = 99999\nlog_level = "loud"\nnonsense = 1\norigins = ["evil"]\n'
    config.write_text(wrong + '[[tables]]\nkey = "x"\nvariant = "nothing"\n')
    env = {**os.environ, "VENTUNO_NOTHING": "1", "VENTUNO_DRAIN_S": "soon"}
    command = [sys.executable, "-m", "ventuno", "serve", "--config", str(config)]
    done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=30, check=False)
    assert done.returncode == 2
    for word in ("99999", "loud", "nonsense", "evil", "nothing", "VENTUNO_NOTHING", "soon"):
        assert word in done.stderr, (word, done.stderr)


def test_serve_explains_itself() -> None:
    command = [sys.executable, "-m", "ventuno", "serve", "--help"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stdout
    for word in ("--bots", "--data", "VENTUNO_STORE", "[[tables]]", "SIGTERM", "behind_proxy", "messages_per_second"):
        assert word in said
