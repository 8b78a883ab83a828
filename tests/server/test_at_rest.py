"""At rest: who reads the files, the rows or a backup of a house sees no card that lies face down (decision 27)."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.houses import QUICK, new_folder, open_house, quick_tables, run
from tests.store.servers import Postgres
from ventuno.bank import RecordEvents
from ventuno.bank.chain import digest_of_events
from ventuno.bank.commands import content_of
from ventuno.cards import DECK, Card, cards
from ventuno.cli import main
from ventuno.client import Client
from ventuno.play import events as happened, rebuild
from ventuno.refusal import RefusalRaised
from ventuno.server.house import House
from ventuno.server.pit import Kind
from ventuno.server.wiring import kinds_of
from ventuno.shoe import Scripted
from ventuno.store import Ledger, open_ledger, tables
from ventuno.store.auditing import audit
from ventuno.store.backup import back_up, restore
from ventuno.store.history import events_of, open_rounds, round_by_code
from ventuno.table import live_round
from ventuno.table.config import TableConfig
from ventuno.table.records import played, stored
from ventuno.variant import Variant, load

HOLE = Card("Qd")
SCRIPT = "5s 6h 6d Qd 9c 9h 8s 8h 7s 7h"  # 11 against a six; the hole card is the fourth, and the only queen
GAMES = ("free-chip", "infinite", "classic-free-bet")  # alone, together, in turn
PASSWORD = "a long enough one"
ONE, OTHER = "11" * 32, "22" * 32
TABLES = tuple(
    one for one in quick_tables(times=msgspec.structs.replace(QUICK, decision_ms=20_000)) if one.key in GAMES
)


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Postgres, Path]]:
    made = new_folder()
    started = Postgres(made / "postgres")
    yield started, made
    started.close()
    shutil.rmtree(made, ignore_errors=True)


def kinds(house: House) -> list[Kind]:
    def shoe(config: TableConfig, variant: Variant) -> Scripted:
        return Scripted(cards(SCRIPT))

    return kinds_of(house.ledger, house.supplies, TABLES, shoe)


def plainly(event: happened.DealtCard, code: str, sealer: object) -> bytes:
    """As it was stored before: what the tests must be able to see."""
    return stored(event)


async def at_a_decision(house: Client, game: str) -> str:
    """The code of a round in which something is asked."""
    table = await house.join(game)
    seat = await table.sit()
    if table.info.kind != "solo":
        await table.bets_open()
    await table.bet(f"{seat}/main", 1000)
    await table.deal()
    await table.until(lambda now: now.turn() is not None, timeout_s=10)
    return table.view.code


async def leave_in_mid_round(folder: Path, store: str = "", **settings: Any) -> dict[str, str]:
    """A house with a round open at every kind of table is closed; the codes by game."""
    codes = {}
    async with asyncio.timeout(60):
        async with open_house(kinds, folder, store, **settings) as running, AsyncExitStack() as stack:
            for game in GAMES:
                house = await stack.enter_async_context(Client(running.url))
                await house.sign_up(f"at {game}", PASSWORD)
                await house.desk.deposit(100_000)
                codes[game] = await at_a_decision(house, game)
            if not store:
                back_up(folder / "ventuno.db", folder / "backup.db")
    return codes


def needles() -> list[bytes]:
    """The hole card in every spelling in which an event, a record or a message might hold it."""
    plain = stored(happened.DealtCard("dealer", HOLE, face_down=True))
    text = HOLE.text.encode()
    quoted = [b'"' + text + b'"', b"'" + text + b"'", b"\xa2" + text]
    return [*quoted, plain, base64.b64encode(plain), plain.hex().encode()]


def files_with_the_card(folder: Path) -> list[str]:
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            content = path.read_bytes()
            found += [f"{path.name}: {needle!r}" for needle in needles() if needle in content]
    return found


def rows_with_the_card(ledger: Ledger) -> list[str]:
    found = []
    with ledger.reading() as engine:
        for table in tables.ALL:
            for row in engine.rows(f"SELECT * FROM {table.name}"):
                content = b"|".join(bytes(one) if isinstance(one, bytes) else str(one).encode() for one in row)
                found += [f"{table.name}: {needle!r}" for needle in needles() if needle in content]
    return found


def guessed(ledger: Ledger) -> list[str]:
    """The cards that 52 tries find in the digests of the journal: those that lie face up, and no other."""
    with ledger.reading() as engine:
        rows = engine.rows("SELECT key, round, content, events FROM journal WHERE kind = 'RecordEvents'")
    return [
        card.text
        for key, code, content, events in rows
        for card in DECK
        if is_digest_of(card, key, code, bytes(content), bytes(events))
    ]


def is_digest_of(card: Card, key: str, code: str, content: bytes, events: bytes) -> bool:
    body = stored(happened.DealtCard("dealer", card, face_down=True))
    commands = (
        RecordEvents(key=key, at_ms=0, round=code, events=(body,), first_event=first) for first in (None, *range(12))
    )
    return events == digest_of_events((body,)) or any(content == content_of(command) for command in commands)


# -- nothing can be read ------------------------------------------------------------------------


def test_no_file_row_digest_or_backup_tells_the_hole_card_of_an_open_round(folder: Path) -> None:
    run(assert_left_in_mid_round(folder))
    with open_ledger(folder / "ventuno.db") as ledger:
        assert len(open_rounds(ledger)) == len(GAMES)
        assert files_with_the_card(folder) == []
        assert rows_with_the_card(ledger) == []
        assert guessed(ledger) == []
        assert audit(ledger).clean


def test_no_file_or_row_of_postgresql_tells_it_either(server: tuple[Postgres, Path], folder: Path) -> None:
    postgres, made = server
    store = postgres.new_database()
    run(assert_left_in_mid_round(folder, store))
    postgres.run("CHECKPOINT")
    with open_ledger(store) as ledger:
        assert len(open_rounds(ledger)) == len(GAMES)
        assert rows_with_the_card(ledger) == []
        assert guessed(ledger) == []
    assert files_with_the_card(made) == []


async def assert_left_in_mid_round(folder: Path, store: str = "") -> None:
    assert len(await leave_in_mid_round(folder, store)) == len(GAMES)


def test_without_the_seal_all_of_these_would_find_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above can fail."""
    monkeypatch.setattr(live_round, "sealed", plainly)
    run(assert_left_in_mid_round(folder))
    with open_ledger(folder / "ventuno.db") as ledger:
        found = files_with_the_card(folder)
        assert any(one.startswith("ventuno.db") for one in found)
        assert any(one.startswith("backup.db") for one in found)
        assert rows_with_the_card(ledger)
        assert guessed(ledger) == [HOLE.text] * len(GAMES)


def test_without_the_seal_postgresql_would_show_it(
    server: tuple[Postgres, Path], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test above can fail. In a folder of its own: what was written once is in its log for long."""
    monkeypatch.setattr(live_round, "sealed", plainly)
    made = new_folder()
    postgres = Postgres(made / "postgres")
    try:
        store = postgres.new_database()
        run(assert_left_in_mid_round(folder, store))
        with open_ledger(store) as ledger:
            assert rows_with_the_card(ledger)
            assert guessed(ledger) == [HOLE.text] * len(GAMES)
        assert files_with_the_card(made)
    finally:
        postgres.close()
        shutil.rmtree(made, ignore_errors=True)


# -- and everything goes on ---------------------------------------------------------------------


async def to_the_end(url: str, game: str, code: str) -> None:
    async with Client(url) as house:
        await house.sign_in(f"at {game}", PASSWORD)
        table = await house.join(game)
        await table.until(lambda now: now.turn() is not None or now.result is not None, timeout_s=10)
        async for turn in table.turns():
            await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
        assert table.result is not None
        assert table.result.code == code
        assert table.view.lines["dealer"].cards[1] == HOLE.text


async def stakes_are_back(url: str, game: str) -> None:
    """A solo table is taken up when its player comes."""
    async with Client(url) as house:
        await house.sign_in(f"at {game}", PASSWORD)
        table = await house.join(game)
        await table.until(lambda _: house.balance.wallet_minor == 100_000, timeout_s=10)


def test_a_round_that_was_left_goes_on_with_the_card_that_was_dealt(folder: Path) -> None:
    async def world() -> None:
        codes = await leave_in_mid_round(folder)
        async with open_house(kinds, folder) as running:
            for game, code in codes.items():
                await to_the_end(running.url, game, code)

    run(world())


def test_a_round_that_has_ended_is_read_without_the_key(folder: Path) -> None:
    """By the audit, a laboratory, a backup on another machine."""

    codes: dict[str, str] = {}

    async def world() -> None:
        codes.update(await leave_in_mid_round(folder))
        async with open_house(kinds, folder) as running:
            for game, code in codes.items():
                await to_the_end(running.url, game, code)
            assert audit(running.ledger).clean

    run(world())
    with open_ledger(folder / "ventuno.db") as ledger:
        for game, code in codes.items():
            record = round_by_code(ledger, code)
            assert record is not None
            assert record.state == "settled"
            bodies = events_of(ledger, code)
            assert any(b"table/Sealed" in body for body in bodies)
            again = rebuild(load(game), played(bodies))
            assert again.dealer.cards[1] == HOLE
            assert again.settlement is not None


def test_without_its_key_a_house_does_not_open_and_goes_on_only_if_it_is_said(folder: Path, tmp_path: Path) -> None:
    """Rounds that cannot be read are void, every stake goes back, and the journal says why."""
    first, second = tmp_path / "first.key", tmp_path / "second.key"
    first.write_text(ONE)
    second.write_text(OTHER)

    async def world() -> None:
        codes = await leave_in_mid_round(folder, key_file=str(first))
        with pytest.raises(RefusalRaised, match="--new-key"):
            async with open_house(kinds, folder, key_file=str(second)):
                pass
        async with open_house(kinds, folder, key_file=str(second), new_key=True) as running:
            for game, code in codes.items():
                await stakes_are_back(running.url, game)
                record = round_by_code(running.ledger, code)
                assert record is not None
                assert record.state == "void"
            assert [alert.code for alert in running.house.alerts.listed] == ["round/unreadable"] * len(GAMES)
            assert audit(running.ledger).clean

    run(world())


def test_an_open_round_of_an_earlier_version_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its hole card is stored plainly."""

    async def world() -> None:
        with monkeypatch.context() as before:
            before.setattr(live_round, "sealed", plainly)
            codes = await leave_in_mid_round(folder)
        async with open_house(kinds, folder) as running:
            for game, code in codes.items():
                await to_the_end(running.url, game, code)
            assert audit(running.ledger).clean

    run(world())


# -- for the owner's eyes only ------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    paths = (folder, *folder.rglob("*"))
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}


@pytest.fixture
def careless() -> Iterator[None]:
    """An umask that lets everybody read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_folder_and_files_are_the_owners_whatever_the_umask(tmp_path: Path) -> None:
    data = tmp_path / "data"

    async def world() -> None:
        async with open_house(kinds, data):
            found = modes(data)
            assert found.pop("data") == 0o700
            assert {"ventuno.db", "ventuno.db-wal", "ventuno.db-shm"} <= found.keys()
            assert set(found.values()) == {0o600}

    run(world())
    back_up(data / "ventuno.db", tmp_path / "backup.db")
    restore(tmp_path / "backup.db", tmp_path / "restored.db")
    assert main(["export", "rounds", "--store", str(data / "ventuno.db"), "--output", str(tmp_path / "out.csv")]) == 0
    made = {name: mode for name, mode in modes(tmp_path).items() if name in ("backup.db", "restored.db", "out.csv")}
    assert made == {"backup.db": 0o600, "restored.db": 0o600, "out.csv": 0o600}


@pytest.mark.usefixtures("careless")
def test_a_backup_is_private_while_it_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_ledger(tmp_path / "ventuno.db").close()
    seen: list[int] = []

    def watched(path: Path) -> object:
        seen.append(stat.S_IMODE(path.stat().st_mode))
        return audited(path)

    from ventuno.store import backup

    audited = backup._checked
    monkeypatch.setattr(backup, "_checked", watched)
    back_up(tmp_path / "ventuno.db", tmp_path / "backup.db")
    assert seen == [0o600]


def test_what_an_earlier_version_left_open_is_closed_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    data = tmp_path / "data"
    data.mkdir(0o755)
    with closing(sqlite3.connect(data / "ventuno.db")) as made:
        made.execute("PRAGMA journal_mode = WAL")
    (data / "backup.db").touch(0o644)
    data.chmod(0o755)

    async def world() -> None:
        async with open_house(kinds, data):
            pass

    with caplog.at_level("WARNING", "ventuno"):
        run(world())
    found = modes(data)
    assert found.pop("data") == 0o700
    assert set(found.values()) == {0o600}
    assert any("others could read" in record.getMessage() for record in caplog.records)


def test_a_folder_that_is_not_the_houses_own_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody works: only the database is closed."""
    tmp_path.chmod(0o755)
    (tmp_path / "letter.txt").write_text("dear anna")
    (tmp_path / "letter.txt").chmod(0o644)
    monkeypatch.chdir(tmp_path)

    async def world() -> None:
        async with open_house(kinds, tmp_path):
            pass

    run(world())
    found = modes(tmp_path)
    assert (found[tmp_path.name], found["letter.txt"], found["ventuno.db"]) == (0o755, 0o644, 0o600)


@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_a_folder_for_everybody_is_not_closed_to_them(tmp_path: Path, mode: int) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(mode)

    async def world() -> None:
        async with open_house(kinds, shared):
            pass

    run(world())
    assert stat.S_IMODE(shared.stat().st_mode) == mode
    assert modes(shared)["ventuno.db"] == 0o600
