"""The supervisor's console (E3): every act is done, and is in the audit log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.fake_table import fakes, table_of
from tests.server.houses import Browser, open_house, run
from ventuno.client import Client
from ventuno.server.first_run import first_people
from ventuno.server.running import Running
from ventuno.store.auditing import audit
from ventuno.table import port

World = Callable[[Running, Browser], Awaitable[None]]


def in_house(world: World, kinds: Any = fakes) -> None:
    async def opened() -> None:
        async with open_house(kinds) as running, Browser(running.url) as boss:
            passwords = await running.house.workers.read(first_people, running.ledger, running.house.now_ms())
            body = {"name": "supervisor", "password": passwords["supervisor"]}
            assert (await boss.ask("POST", "/api/sign-in", body))[0] == 200
            await world(running, boss)

    run(opened())


async def log(boss: Browser) -> list[tuple[str, str, str]]:
    _, answer = await boss.ask("GET", "/api/supervisor/audit")
    return [(act["name"], act["what"], act["subject"]) for act in answer["acts"]]


def test_the_first_run_makes_a_demo_player_and_a_supervisor_once() -> None:
    async def world(running: Running, boss: Browser) -> None:
        assert (await boss.ask("GET", "/api/me"))[1]["role"] == "supervisor"
        assert first_people(running.ledger, 0) == {}

    in_house(world)


def test_acts_reach_the_table_and_the_log() -> None:
    async def world(running: Running, boss: Browser) -> None:
        because = {"reason": "a test"}
        status, answer = await boss.ask("POST", "/api/supervisor/tables/one/void", because)
        assert (status, answer["code"]) == (409, "round/not_open")
        table_of(running.house).view.code = "R1"
        limits = {"main_least_minor": 1, "main_most_minor": 2, "side_least_minor": 1, "side_most_minor": 2}
        for path, body in (
            ("pause", because),
            ("resume", because),
            ("void", because),
            ("limits", {**because, "limits": [limits]}),
            ("remove-said", {**because, "number": 3}),
            ("close", because),
            ("open", because),
        ):
            assert (await boss.ask("POST", f"/api/supervisor/tables/one/{path}", body))[0] == 200, path
        kinds = [type(act) for act, _ in table_of(running.house).acts]
        assert kinds == [
            port.PauseTable,
            port.Resume,
            port.Void,
            port.SetLimits,
            port.RemoveSaid,
            port.Close,
            port.Open,
        ]
        whats = ["open", "close", "remove chat", "limits", "void", "resume", "pause"]
        assert (await log(boss))[: len(whats)] == [("supervisor", what, "table one") for what in whats]
        bad = {**because, "limits": [{**limits, "main_least_minor": 3}]}
        assert (await boss.ask("POST", "/api/supervisor/tables/one/limits", bad))[0] == 409
        assert (await boss.ask("POST", "/api/supervisor/tables/none/pause", because))[0] == 404
        assert (await boss.ask("POST", "/api/supervisor/tables/one/pause", {"reason": ""}))[0] == 400

    in_house(world)


def test_people_are_found_muted_and_given_chips() -> None:
    async def world(running: Running, boss: Browser) -> None:
        async with Browser(running.url) as browser:
            me = await browser.sign_up("anna_100")
            opened = await browser.socket()
            await opened.do("Join", "one")
            _, found = await boss.ask("GET", "/api/supervisor/players?search=A_1")
            assert [player["name"] for player in found["players"]] == ["anna_100"]
            assert (await boss.ask("GET", "/api/supervisor/players?search=%25"))[1]["players"] == []
            path = f"/api/supervisor/players/{me['player']}"
            later = running.house.now_ms() + 86_400_000
            assert (await boss.ask("POST", f"{path}/mute", {"until_ms": later, "reason": "rude"}))[0] == 200
            assert table_of(running.house).guests[me["player"]].muted_until_ms == later
            assert (await boss.ask("PUT", f"{path}/vip-level", {"level": "gold", "reason": "often here"}))[0] == 200
            assert table_of(running.house).guests[me["player"]].vip_level == "gold"
            chips = {"key": "grant-001", "value_minor": 500, "count": 2, "expires_ms": later, "reason": "bonus"}
            for _ in range(2):
                assert (await boss.ask("POST", f"{path}/golden-chips", chips))[0] == 200
            await opened.until(lambda message: message["type"] == "Balance" and message.get("golden") == {"500": 2})
            limit = {"kind": "loss", "period": "day", "amount": 1000}
            assert (await boss.ask("PUT", f"{path}/limit", limit))[0] == 200
            _, state = await boss.ask("GET", path)
            assert (state["vip_level"], state["muted_until_ms"], state["connected"]) == ("gold", later, True)
            assert state["care"]["limits"][0]["amount"] == 1000
            assert (await boss.ask("GET", "/api/supervisor/players/999999"))[0] == 404
            assert (await boss.ask("GET", "/api/supervisor/players/nobody"))[0] == 404
            whats = [what for _, what, _ in await log(boss)]
            assert whats[:4] == ["set limit", "grant golden chips", "set vip level", "mute"]

    in_house(world)


def test_a_supervisor_is_told_of_a_fault() -> None:
    async def world(running: Running, boss: Browser) -> None:
        watching = await boss.socket()
        async with Browser(running.url) as browser:
            await browser.demo()
            opened = await browser.socket()
            await opened.do("Join", "one")
            await opened.send({"type": "Undo"}, "one")
            told = await watching.until(lambda message: message["type"] == "Notice")
            assert (told["code"], told["table"], told["data"]) == (
                "table/fault",
                "one",
                {"alert": True, "state": "raised"},
            )
        _, tables = await boss.ask("GET", "/api/supervisor/tables")
        assert tables["tables"][0]["fault"] is True
        assert tables["alerts"][0]["code"] == "table/fault"

    in_house(world)


def test_e1_e3_a_real_round_is_voided_and_one_is_resettled() -> None:
    async def world(running: Running, boss: Browser) -> None:
        async with Client(running.url) as house:
            await house.sign_up("anna", "a long enough one")
            await house.desk.deposit(10_000)
            table = await house.join("free-chip")
            await table.bet("1/main", 1000)
            void = {"reason": "a test", "round": table.view.code}
            await boss.ask("POST", "/api/supervisor/tables/free-chip/void", void)
            await table.until(lambda now: now.view.void == "a test", timeout_s=5)
            await asyncio.sleep(0.05)
            assert house.balance.wallet_minor == 10_000
            await table.bet("1/main", 1000)
            status, _ = await boss.ask("POST", "/api/supervisor/tables/free-chip/void", void)
            assert (status, table.view.void) == (200, "")  # the answer was lost: it is no void of the next round
            other = {**void, "round": "01NEVERPLAYED0"}
            assert (await boss.ask("POST", "/api/supervisor/tables/free-chip/void", other))[0] == 409
            await table.deal()
            async for turn in table.turns():
                await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            assert table.result is not None
            code, got = table.result.code, table.result.returned_minor
            _, results = await boss.ask("GET", f"/api/supervisor/rounds/{code}/results")
            assert [(one["name"], one["returned_minor"]) for one in results["results"]] == [("anna", got)]
            right = {"key": "correct-1", "returned": {str(house.player): got + 700}, "reason": "a wrong price"}
            for _ in range(2):
                assert (await boss.ask("POST", f"/api/supervisor/rounds/{code}/resettle", right))[0] == 200
            await asyncio.sleep(0.05)
            assert house.balance.wallet_minor == 10_000 - 1000 + got + 700
            newest = (await house.desk.history()).rounds[0]
            assert (newest.code, newest.corrects, newest.returned_minor) == (code, True, 700)
            assert ("supervisor", "resettle", f"round {code}") in await log(boss)
            assert audit(running.ledger).clean

    in_house(world, kinds=None)


def test_draining_opens_no_new_rounds() -> None:
    async def world(running: Running, boss: Browser) -> None:
        status, left = await boss.ask("POST", "/api/supervisor/drain", {"reason": "maintenance"})
        assert (status, left) == (200, {"tables": []})
        _, lobby = await boss.ask("GET", "/api/lobby")
        assert not any(table.get("open", True) for table in lobby["tables"])
        assert ("supervisor", "drain", "the house") in await log(boss)

    in_house(world, kinds=None)


def test_money_is_shown_in_the_currency_it_is_of_e3() -> None:
    async def world(running: Running, boss: Browser) -> None:
        async with Client(running.url) as oliver:
            await oliver.sign_up("oliver", "a long enough one", "GBP")
            await oliver.desk.deposit(10_000)
            table = await oliver.join("free-chip")
            await table.bet("1/main", 1000)
            (solo,) = await solo_tables(boss)
            assert (solo["player_name"], solo["currency"], solo["in_play"]) == ("oliver", "GBP", {"GBP": 1000})
            assert solo["name"] == "Free Chip"
            await table.deal()
            async for turn in table.turns():
                await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            code = (await oliver.desk.history(most=1)).rounds[0].code
            _, found = await boss.ask("GET", f"/api/supervisor/rounds/{code}/results")
            assert [(one["name"], one["currency"]) for one in found["results"]] == [("oliver", "GBP")]
            (solo,) = await solo_tables(boss)
            assert "in_play" not in solo  # all of it is paid
            _, returns = await boss.ask("GET", "/api/supervisor/returns")
            assert [(one["game"], one["rounds"]) for one in returns["returns"]] == [("free-chip", 1)]

    in_house(world, kinds=None)


async def solo_tables(boss: Browser) -> list[dict[str, Any]]:
    _, now = await boss.ask("GET", "/api/supervisor/tables")
    return [table for table in now["tables"] if table.get("player")]


def test_who_is_muted_is_shown_so_when_they_are_away_too_a3() -> None:
    async def world(running: Running, boss: Browser) -> None:
        async with Browser(running.url) as browser:
            me = await browser.sign_up("anna")
        path = f"/api/supervisor/players/{me['player']}"
        until_ms = running.house.now_ms() + 86_400_000
        assert (await boss.ask("POST", f"{path}/mute", {"until_ms": until_ms, "reason": "a test"}))[0] == 200
        assert (await boss.ask("GET", path))[1]["muted_until_ms"] == until_ms

    in_house(world)
