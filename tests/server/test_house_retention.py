"""How long the cards of a round are kept is a setting; what was staked and returned is kept for ever."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from tests.server.test_house_solo import play
from ventuno.bank.rules import DAY_MS
from ventuno.cli import main
from ventuno.client import Client
from ventuno.server.settings import FaultySettings, read_settings
from ventuno.store import open_ledger
from ventuno.store.auditing import audit
from ventuno.store.history import events_of
from ventuno.store.packing import PACKED

PASSWORD = "a long enough one"


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


async def seen(browser: Browser, code: str) -> tuple[bool, int, str]:
    """Whether the round is said to be forgotten, how many events it shows, and what its replay is refused with."""
    _, story = await browser.ask("GET", f"/api/rounds/{code}")
    _, replay = await browser.ask("GET", f"/api/rounds/{code}/replay")
    return story.get("forgotten", False), len(story["events"]), replay.get("code", "") if "frames" not in replay else ""


def test_cards_go_after_the_days_of_the_settings_and_the_history_stays(folder: Path) -> None:
    async def world() -> None:
        clock = Shifted()
        async with (
            asyncio.timeout(30),
            open_house(folder=folder, clock=clock) as running,
            Client(running.url) as client,
            Browser(running.url) as browser,
        ):
            await client.sign_up("anna", PASSWORD)
            await client.desk.deposit(100_000)
            code = await play(await client.join("free-chip"))
            await browser.ask("POST", "/api/sign-in", {"name": "anna", "password": PASSWORD})
            sweeper = running.house.sweeper
            sweeper.tending.keep_ms = 20 * DAY_MS
            await sweeper.sweep()
            await sweeper.tending.tend()
            with running.ledger.reading() as engine:
                assert engine.rows("SELECT number FROM events WHERE round = ?", code) == [(PACKED,)]
            forgotten, events, refused = await seen(browser, code)
            assert (forgotten, events > 5, refused) == (False, True, "")
            clock.ahead_ms = 21 * DAY_MS
            await sweeper.sweep()
            await sweeper.tending.tend()
            assert await seen(browser, code) == (True, 0, "round/forgotten")
            _, history = await browser.ask("GET", "/api/history")
            assert [(one["code"], one["staked_minor"]) for one in history["rounds"]] == [(code, 1000)]
            assert audit(running.ledger).clean
            assert await play(client.tables["free-chip"]) != code

    run(world())


def test_a_player_whose_last_round_is_forgotten_sits_down_again(folder: Path) -> None:
    async def world() -> None:
        clock = Shifted()
        async with asyncio.timeout(30), open_house(folder=folder, clock=clock) as running:
            async with Client(running.url) as client:
                await client.sign_up("anna", PASSWORD)
                await client.desk.deposit(100_000)
                await play(await client.join("free-chip"))
            clock.ahead_ms = 21 * DAY_MS
            sweeper = running.house.sweeper
            sweeper.tending.keep_ms = 20 * DAY_MS
            await sweeper.sweep()
            await sweeper.tending.tend()
        async with open_house(folder=folder, clock=clock) as running, Client(running.url) as client:
            await client.sign_in("anna", PASSWORD)
            await play(await client.join("free-chip"))

    run(world())


def test_days_that_are_no_days_are_a_fault_of_the_settings() -> None:
    assert read_settings(None, {"VENTUNO_KEEP_ROUNDS_DAYS": "30"}).keep_rounds_days == 30
    with pytest.raises(FaultySettings, match="keep_rounds_days"):
        read_settings(None, {"VENTUNO_KEEP_ROUNDS_DAYS": "-1"})


def test_the_command_line_says_how_many_then_forgets_and_makes_the_file_smaller(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codes: list[str] = []

    async def world() -> None:
        async with asyncio.timeout(30), open_house(folder=folder) as running, Client(running.url) as client:
            await client.sign_up("anna", PASSWORD)
            await client.desk.deposit(100_000)
            codes.append(await play(await client.join("free-chip")))
            assert main(["forget", "--store", store, "--compact"]) == 2  # the house is open

    file = folder / "ventuno.db"
    store = str(file)
    run(world())
    for words, said in (
        (["--before", "2020-01-01", "--dry-run"], "0 rounds"),
        (["--before", "yesterday"], "no date"),
        (["--before", "2999-01-01"], "not over yet"),
        ([], "--before DATE, or --compact"),
    ):
        main(["forget", "--store", store, *words])
        out, err = capsys.readouterr()
        assert said in out + err
    now = datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds")
    assert main(["forget", "--store", store, "--before", now, "--dry-run"]) == 0
    assert "1 rounds" in capsys.readouterr().out
    assert main(["forget", "--store", store, "--before", now, "--compact"]) == 0
    with open_ledger(file) as ledger:
        assert events_of(ledger, codes[0]) == []
        assert audit(ledger).clean
    assert main(["audit", "--store", store, "--deep"]) == 0
