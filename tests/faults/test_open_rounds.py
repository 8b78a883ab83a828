"""Every open round is taken up or given back (E4): whatever happened to its table, its house or its game meanwhile."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from tests.faults.open_rounds import (
    DEPOSIT,
    PASSWORD,
    Games,
    asked,
    forget_rules,
    in_play,
    left_open,
    signed_up,
    spoil,
    state_of,
    stood,
    table,
    until_void,
    voids,
)
from tests.server.houses import new_folder, open_house, run
from ventuno.audit.deep import deep_audit
from ventuno.client import Client
from ventuno.protocol.messages import TableInfo
from ventuno.refusal import RefusalRaised
from ventuno.server.left_open import NO_TABLE, NOT_THE_NEWEST, OTHER_GAME
from ventuno.server.settings import FaultySettings, read_settings
from ventuno.store import open_ledger, open_rounds as open_rounds_module
from ventuno.store.auditing import audit
from ventuno.table.port import Table
from ventuno.variant import load
from ventuno.variant.find import FOLDER_SETTING
from ventuno.variant.model import Limits

SOLO, SEATED, SHARED = "free-chip", "classic-free-bet", "infinite"
ALL = (SOLO, SEATED, SHARED)


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Games:
    found = Games(folder / "games")
    monkeypatch.setenv(FOLDER_SETTING, str(found.folder))
    return found


# -- all of them, not the newest ----------------------------------------------------------------


@pytest.mark.parametrize("game", [SEATED, SHARED])
def test_of_several_open_rounds_of_a_live_table_the_newest_goes_on_and_the_others_are_void(
    game: str, folder: Path
) -> None:
    async def world() -> None:
        tables = (table(game),)
        async with asyncio.timeout(30):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                player = await signed_up(house)
                older = [left_open(running.ledger, game, game, f"OLD{n}", player) for n in range(2)]
                code = await asked(await house.join(game), {"main": 1000})
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                assert [state_of(running.ledger, one) for one in (*older, code)] == ["void", "void", "open"]
                assert in_play(running.ledger, player) == 1000
                assert set(voids(running.ledger)) == set(older)
                assert set(voids(running.ledger).values()) == {NOT_THE_NEWEST}
                await house.sign_in("anna", PASSWORD)
                await stood(await house.join(game), code)
                assert state_of(running.ledger, code) == "settled"
                assert in_play(running.ledger, player) == 0
                assert audit(running.ledger).clean

    run(world())


def test_an_open_round_is_taken_up_although_a_later_one_has_ended(folder: Path) -> None:
    """Two houses on one database, and the one with the later round ended it."""

    async def world() -> None:
        tables = (table(SHARED),)
        async with asyncio.timeout(30):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                player = await signed_up(house)
                older = left_open(running.ledger, SHARED, SHARED, "OLD1", player)
                at = await house.join(SHARED)
                await stood(at, await asked(at, {"main": 1000}))
                await running.drain(5)
            async with open_house(folder=folder, tables=tables) as running:
                await until_void(running, older)  # it was still taking bets
                assert in_play(running.ledger, player) == 0

    run(world())


def test_of_several_open_rounds_of_a_solo_player_the_newest_waits_and_the_others_are_void(folder: Path) -> None:
    async def world() -> None:
        tables = (table(SOLO),)
        async with asyncio.timeout(30):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                player = await signed_up(house)
                at = await house.join(SOLO)
                older = left_open(running.ledger, SOLO, SOLO, "OLD1", player)
                code = await asked(at, {"main": 1000})
                nobodys = left_open(running.ledger, SOLO, SOLO, "OLD2")
                other = left_open(running.ledger, SOLO, SOLO, "BERTA", await another(running.url))
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                await until_void(running, older, nobodys)
                assert state_of(running.ledger, other) == "open"  # somebody else's waits for them
                assert in_play(running.ledger, player) == 1000
                await house.sign_in("anna", PASSWORD)
                await stood(await house.join(SOLO), code)
                assert state_of(running.ledger, code) == "settled"
                assert audit(running.ledger).clean

    run(world())


async def another(url: str) -> int:
    async with Client(url) as house:
        await house.sign_up("berta", PASSWORD)
        await house.desk.deposit(DEPOSIT)
        assert house.welcome is not None
        return house.welcome.player


# -- tables that are others now -----------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
def test_the_rounds_of_a_table_that_is_not_there_any_more_are_void(game: str, folder: Path) -> None:
    async def world() -> None:
        async with asyncio.timeout(30):
            async with open_house(folder=folder, tables=(table(game),)) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join(game), {"main": 1000})
            async with open_house(folder=folder, tables=(table("another", SHARED),)) as running:
                assert state_of(running.ledger, code) == "void"
                assert voids(running.ledger)[code] == NO_TABLE
                assert in_play(running.ledger, player) == 0
                assert any(code in alert.why for alert in running.house.alerts.listed)
                assert audit(running.ledger).clean
                assert deep_audit(running.ledger).clean

    run(world())


@pytest.mark.parametrize(("game", "now"), [(SHARED, SEATED), (SEATED, SHARED), (SOLO, SHARED), (SHARED, SOLO)])
def test_the_rounds_of_a_table_with_another_game_now_are_void(game: str, now: str, folder: Path) -> None:
    async def world() -> None:
        async with asyncio.timeout(30):
            async with open_house(folder=folder, tables=(table("one", game),)) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join("one"), {"main": 1000})
            async with open_house(folder=folder, tables=(table("one", now),)) as running, Client(running.url) as house:
                assert state_of(running.ledger, code) == "void"
                assert voids(running.ledger)[code] == OTHER_GAME
                assert in_play(running.ledger, player) == 0
                await house.sign_in("anna", PASSWORD)
                at = await house.join("one")
                await stood(at, await asked(at, {"main": 1000}))

    run(world())


# -- files that are others now ------------------------------------------------------------------

OTHER_RULES = {
    SOLO: (("[side_bets.perfect-pairs]\npays = { perfect = \"25:1\", coloured = \"12:1\", mixed = \"6:1\" }\n", ""),),
    SEATED: (
        ("positions = 7", "positions = 5"),
        ("[side_bets.perfect-pairs]\npays = { perfect = \"25:1\", coloured = \"12:1\", mixed = \"6:1\" }\n", ""),
        ('perfect-pairs = { rtp = "95.90" }\n', ""),
    ),
    SHARED: (("decks = 8", "decks = 6"), ('any-pair = "8:1"', 'any-pair = "9:1"')),
}  # fmt: skip
SIDE = {SOLO: "perfect-pairs", SEATED: "perfect-pairs", SHARED: "any-pair"}


@pytest.mark.parametrize("game", ALL)
def test_a_round_goes_on_under_the_rules_it_began_with_and_the_next_has_the_new_ones(
    game: str, folder: Path, games: Games
) -> None:
    async def world() -> None:
        tables, side = (table(game),), SIDE[game]
        async with asyncio.timeout(40):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join(game), {"main": 1000, side: 500})
                old = house.tables[game].info
            games.change(game, *OTHER_RULES[game])
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                at = await house.join(game)
                assert (at.view.code, at.info) == (code, old)
                assert in_play(running.ledger, player) == 1500
                await stood(at, code)
                assert state_of(running.ledger, code) == "settled"
                await at.until(lambda now: now.info != old, timeout_s=10)
                again = await asked(at, {"main": 1000})
                await stood(at, again)
                assert state_of(running.ledger, again) == "settled"
                assert audit(running.ledger).clean
                deep = deep_audit(running.ledger)
                assert (deep.clean, deep.not_replayable) == (True, {})
                replay, again = await shown(house, code), await shown(house, again)
                assert (replay["info"]["side_bets"], again["info"]["side_bets"]) == (side_bets(old), side_bets(at.info))

    run(world())


async def shown(house: Client, code: str) -> Any:
    """The round as it is shown again (A5)."""
    headers = {"Authorization": f"Bearer {house.desk.token}"}
    path = f"{house.url}/api/rounds/{code}/replay"
    async with aiohttp.ClientSession() as session, session.get(path, headers=headers) as answer:
        assert answer.status == 200, await answer.text()
        return await answer.json()


def side_bets(info: TableInfo) -> Any:
    return msgspec.json.decode(msgspec.json.encode(info.side_bets))


@pytest.mark.parametrize("game", ALL)
def test_without_its_rules_a_round_is_void_and_the_house_opens(game: str, folder: Path, games: Games) -> None:
    """A database from before rules were kept."""

    async def world() -> None:
        tables, side = (table(game),), SIDE[game]
        async with asyncio.timeout(40):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join(game), {"main": 1000, side: 500})
                forget_rules(running.ledger)
            games.change(game, *OTHER_RULES[game])
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                at = await house.join(game)
                await until_void(running, code)
                assert "rules" in voids(running.ledger)[code]
                assert in_play(running.ledger, player) == 0
                await stood(at, await asked(at, {"main": 1000}))
                # They were kept here once, so the audit knows that somebody has taken them away.
                assert [one.code for one in audit(running.ledger).findings] == ["audit/rules"]

    run(world())


@pytest.mark.parametrize(("game", "kind"), [(SEATED, "shared"), (SHARED, "solo")])
def test_a_round_of_a_game_that_is_of_another_kind_now_is_void(
    game: str, kind: str, folder: Path, games: Games
) -> None:
    async def world() -> None:
        async with asyncio.timeout(40):
            async with open_house(folder=folder, tables=(table(game),)) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join(game), {"main": 1000})
            was = load(game).table.kind
            games.change(game, (f'kind = "{was}"', f'kind = "{kind}"'), *BEHIND.get(game, ()))
            async with open_house(folder=folder, tables=(table(game),)) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                at = await house.join(game)
                await until_void(running, code)
                assert in_play(running.ledger, player) == 0
                await stood(at, await asked(at, {"main": 1000}))

    run(world())


BEHIND = {
    SEATED: (("bet_behind = true\n", ""),),
    SHARED: (("hit-to-11", "wait"), ("open-bets-return", "resumes")),
}


def test_solo_bets_that_wait_for_their_deal_are_dealt_for_under_the_rules_they_were_placed_under(
    folder: Path, games: Games
) -> None:
    """T1: they may lie for weeks; a bet of theirs may be gone from the game by then."""

    async def world() -> None:
        async with asyncio.timeout(40):
            async with open_house(folder=folder, tables=(table(SOLO),)) as running, Client(running.url) as house:
                player = await signed_up(house)
                at = await house.join(SOLO)
                await at.bet("1/main", 1000)
                await at.bet("1/perfect-pairs", 500)
                code = at.view.code
            games.change(SOLO, *OTHER_RULES[SOLO])
            async with open_house(folder=folder, tables=(table(SOLO),)) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                at = await house.join(SOLO)
                assert (at.view.code, {bet.spot for bet in at.bets.bets}) == (code, {"1/main", "1/perfect-pairs"})
                await at.deal()
                await stood(at, code)
                assert state_of(running.ledger, code) == "settled"
                assert in_play(running.ledger, player) == 0
                assert deep_audit(running.ledger).clean

    run(world())


@pytest.mark.parametrize("game", [SOLO, SEATED])
def test_a_round_goes_on_under_the_settings_it_began_with(game: str, folder: Path) -> None:
    """B4: limits, chips and the rest count from the next round on."""

    async def world() -> None:
        async with asyncio.timeout(40):
            async with open_house(folder=folder, tables=(table(game),)) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join(game), {"main": 1000})
            higher = (Limits(main=(50, 60), side=(5, 6)),)
            other = table(game, limits=higher, currency="GBP", chips=(50,))
            async with open_house(folder=folder, tables=(other,)) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                at = await house.join(game)
                assert at.view.code == code
                await stood(at, code)
                assert state_of(running.ledger, code) == "settled"
                assert in_play(running.ledger, player) == 0
                await stood(at, await asked(at, {"main": 5000}))
                assert audit(running.ledger).clean

    run(world())


@pytest.mark.parametrize("config", ["", '[[tables]]\nkey = "one"\nvariant = "infinite"\n'])
def test_a_house_does_not_open_with_a_game_whose_file_cannot_be_read(config: str, tmp_path: Path, games: Games) -> None:
    """Else a slip of the pen would be a table that was taken out, and all its rounds would go back."""
    games.change(SHARED, ('soft_17 = "stands"', 'soft_17 = "sits"'))
    file = tmp_path / "house.toml"
    file.write_text(config, encoding="utf-8")
    with pytest.raises(FaultySettings) as faulty:
        read_settings(file, {})
    assert "infinite.toml has 1 fault: line 19: dealer.soft_17: 'sits' is not one of" in str(faulty.value)


# -- what cannot be read ------------------------------------------------------------------------


@pytest.mark.parametrize("game", ALL)
def test_a_round_of_which_something_else_is_stored_is_void_and_the_house_opens(game: str, folder: Path) -> None:
    async def world() -> None:
        tables = (table(game), table("other", SHARED))
        async with asyncio.timeout(40):
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                player = await signed_up(house)
                code = await asked(await house.join(game), {"main": 1000})
                spoil(running.ledger, code)
            async with open_house(folder=folder, tables=tables) as running, Client(running.url) as house:
                await house.sign_in("anna", PASSWORD)
                at = await house.join(game)
                await until_void(running, code)
                assert in_play(running.ledger, player) == 0
                assert any(alert.code == "round/unreadable" for alert in running.house.alerts.listed)
                await stood(at, await asked(at, {"main": 1000}))

    run(world())


def test_a_solo_table_that_cannot_be_opened_says_so_and_the_next_join_tries_again(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def world() -> None:
        async with asyncio.timeout(20):
            async with open_house(folder=folder, tables=(table(SOLO),)) as running, Client(running.url) as house:
                await signed_up(house)
                kind = running.house.pit.kinds[SOLO]

                def cannot(player: int) -> Table:
                    raise KeyError("the variant is gone")

                running.house.pit.kinds[SOLO] = kind._replace(make=cannot)
                for _ in range(2):
                    with pytest.raises(RefusalRaised) as refused:
                        await house.join(SOLO)
                    assert refused.value.refusal.code == "table/cannot_open"
                    assert "variant" not in refused.value.refusal.why  # nothing of the house's inside
                assert running.house.alerts.listed[-1].code == "table/cannot_open"
                running.house.pit.kinds[SOLO] = kind
                at = await house.join(SOLO)
                await stood(at, await asked(at, {"main": 1000}))

    with caplog.at_level("ERROR", logger="ventuno"):
        run(world())


# -- looking after them -------------------------------------------------------------------------


def test_a_look_at_open_rounds_does_not_read_those_that_have_ended(folder: Path) -> None:
    """On SQLite every statement goes by an index that holds open rounds alone."""
    with open_ledger(folder / "ventuno.db") as ledger, ledger.reading() as engine:
        for statement, values in (
            (open_rounds_module._LEFT, ()),
            (open_rounds_module._STAKED, (1, 1)),
            ("SELECT code FROM rounds WHERE state = 'open' AND table_name = ? ORDER BY opened", ("one",)),
        ):
            plan = " / ".join(str(row[-1]) for row in engine.rows(f"EXPLAIN QUERY PLAN {statement}", *values))
            assert "USING INDEX rounds_open" in plan, plan
            assert "SCAN s" not in plan, plan
