"""Rounds with stakes in play (E3): a supervisor sees them all, and voids one by its code."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.faults.open_rounds import PASSWORD, asked, in_play, signed_up, state_of, table, until_void, voids
from tests.server.houses import Browser, open_house, run
from ventuno.bank import SetRole
from ventuno.client import Client
from ventuno.server.first_run import first_people
from ventuno.server.running import Running
from ventuno.store.auditing import audit

SOLO, SHARED = "free-chip", "infinite"
BECAUSE = {"reason": "a power cut"}
World = Callable[[Running, Browser, Client], Awaitable[None]]


def in_house(world: World) -> None:
    async def opened() -> None:
        async with (
            asyncio.timeout(30),
            open_house(tables=(table(SOLO), table(SHARED))) as running,
            Browser(running.url) as boss,
            Client(running.url) as anna,
        ):
            passwords = await running.house.workers.read(first_people, running.ledger, running.house.now_ms())
            body = {"name": "supervisor", "password": passwords["supervisor"]}
            assert (await boss.ask("POST", "/api/sign-in", body))[0] == 200
            await world(running, boss, anna)

    run(opened())


def test_rounds_with_stakes_are_listed_newest_first_a_page_at_a_time() -> None:
    async def world(running: Running, boss: Browser, anna: Client) -> None:
        assert (await boss.ask("GET", "/api/supervisor/rounds/open"))[1] == {"rounds": []}
        await signed_up(anna)
        at = await anna.join(SOLO)
        first = await asked(at, {"main": 1000, "perfect-pairs": 500})
        async with Client(running.url) as guest:
            await guest.demo()
            second = await asked(await guest.join(SHARED), {"main": 2000})
            status, answer = await boss.ask("GET", "/api/supervisor/rounds/open")
            assert status == 200
            assert [one["code"] for one in answer["rounds"]] == [second, first]
            one = answer["rounds"][1]
            shown = (one["table"], one["game"], one["players"], one["names"], one["held"])
            assert shown == (SOLO, SOLO, 1, ["anna"], True)
            assert one["stakes"] == {"EUR": 1500}
            assert answer["rounds"][0]["stakes"] == {"PLAY": 2000}
            assert one["opened_ms"] <= one["changed_ms"] <= running.house.now_ms()
            _, page = await boss.ask("GET", "/api/supervisor/rounds/open?most=1")
            assert [one["code"] for one in page["rounds"]] == [second]
            _, page = await boss.ask("GET", f"/api/supervisor/rounds/open?most=1&before={page['before']}")
            assert [one["code"] for one in page["rounds"]] == [first]
        assert (await Browser(running.url).ask("GET", "/api/supervisor/rounds/open"))[0] == 401

    in_house(world)


def test_a_round_is_void_by_its_code_whether_a_table_holds_it_or_not() -> None:
    async def world(running: Running, boss: Browser, anna: Client) -> None:
        player = await signed_up(anna)
        at = await anna.join(SOLO)
        held = await asked(at, {"main": 1000})
        assert (await boss.ask("POST", f"/api/supervisor/rounds/{held}/void", BECAUSE))[0] == 200
        await until_void(running, held)
        await at.until(lambda now: bool(now.view.void), timeout_s=5)
        alone = await asked(at, {"main": 1000})
        await anna.close()
        running.house.floor.forget(running.house.pit.hosts[SOLO, player])
        _, answer = await boss.ask("GET", "/api/supervisor/rounds/open")
        assert [(one["code"], one["held"]) for one in answer["rounds"]] == [(alone, False)]
        assert (await boss.ask("POST", f"/api/supervisor/rounds/{alone}/void", BECAUSE))[0] == 200
        assert state_of(running.ledger, alone) == "void"
        assert in_play(running.ledger, player) == 0
        assert voids(running.ledger) == {held: "a power cut", alone: "a power cut"}
        status, answer = await boss.ask("POST", f"/api/supervisor/rounds/{alone}/void", BECAUSE)
        assert (status, answer["code"]) == (409, "round/not_open")
        assert (await boss.ask("POST", "/api/supervisor/rounds/NONE/void", BECAUSE))[0] == 404
        assert (await boss.ask("POST", f"/api/supervisor/rounds/{alone}/void", {"reason": ""}))[0] == 400
        assert audit(running.ledger).clean

    in_house(world)


def test_nobody_voids_a_round_they_have_money_in() -> None:
    async def world(running: Running, boss: Browser, anna: Client) -> None:
        player = await signed_up(anna)
        code = await asked(await anna.join(SOLO), {"main": 1000})
        now_ms = running.house.now_ms()
        running.ledger.execute(SetRole(key="role", at_ms=now_ms, player=player, role="supervisor", reason="promoted"))
        async with Browser(running.url) as her:
            assert (await her.ask("POST", "/api/sign-in", {"name": "anna", "password": PASSWORD}))[0] == 200
            status, answer = await her.ask("POST", f"/api/supervisor/rounds/{code}/void", BECAUSE)
            assert (status, answer["code"]) == (403, "account/own_stake")
            assert state_of(running.ledger, code) == "open"

    in_house(world)
