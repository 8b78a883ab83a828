"""Requests are carried out once; whoever comes back is told what they missed; one table a device."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.fake_table import FakeTable, fakes, info, table_of
from tests.server.houses import Browser, open_house, run
from ventuno.server.floor import IDLE_MS
from ventuno.server.house import House
from ventuno.server.pit import Kind
from ventuno.server.running import Running
from ventuno.variant import load

FIVE = ("one", "two", "three", "four", "five")
World = Callable[[Running, Browser], Awaitable[None]]


def in_house(world: World, kinds: Any = lambda house: fakes(house, FIVE)) -> None:
    async def opened() -> None:
        async with open_house(kinds) as running, Browser(running.url) as browser:
            await browser.demo()
            await world(running, browser)

    run(opened())


def test_the_same_request_again_is_answered_again_and_does_nothing() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        await opened.do("Join", "one")
        for _ in range(3):
            assert (await opened.do("Say", "one", request="same", text="once"))["type"] == "Done"
        refused = [await opened.do("GetUp", "one", request="no", seat=1) for _ in range(2)]
        assert refused[0] == refused[1]
        assert table_of(running.house).heard == ["once"]
        again = await browser.socket()  # also over another connection of the account
        assert (await again.do("Say", "one", request="same", text="once"))["type"] == "Done"
        assert table_of(running.house).heard == ["once"]

    in_house(world)


def test_a_request_still_on_its_way_is_not_carried_out_twice_and_is_answered_where_it_was_asked_last() -> None:
    async def world(running: Running, browser: Browser) -> None:
        first = await browser.socket()
        await first.do("Join", "one")
        bet = {"type": "Bet", "spot": "1/main", "amount_minor": 100}
        await first.send(bet, "one", "bet-1")
        await first.send(bet, "one", "bet-1")
        await first.until(lambda message: message["type"] == "Done" and message["id"] == "bet-1")
        await asyncio.sleep(0.05)
        assert len(table_of(running.house).asked) == 1

    in_house(world)


def test_what_two_people_call_the_same_is_not_the_same() -> None:
    async def world(running: Running, browser: Browser) -> None:
        async with Browser(running.url) as other:
            await other.demo()
            for person in (browser, other):
                opened = await person.socket()
                await opened.do("Join", "one")
                await opened.do("Say", "one", request="r1", text="mine")
        assert table_of(running.house).heard == ["mine", "mine"]

    in_house(world)


def test_a_request_for_another_round_is_refused() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        await opened.do("Join", "one")
        table_of(running.house).view.code = "NOW"
        await opened.send({"type": "Say", "text": "x"}, "one", "late", round="BEFORE")
        answer = await opened.until(lambda message: message["type"] == "Refused")
        assert (answer["code"], answer["data"]) == ("round/over", {"round": "NOW"})

    in_house(world)


def test_who_comes_back_gets_the_events_since_and_what_is_theirs() -> None:
    async def world(running: Running, browser: Browser) -> None:
        async with Browser(running.url) as other:
            await other.demo()
            stays, goes = await other.socket(), await browser.socket()
            await stays.do("Join", "one")
            await goes.do("Join", "one")
            (snapshot,) = goes.of("Snapshot")
            await goes.close()
            await stays.do("Say", "one", text="you missed this")
            again = await browser.socket()
            assert (await again.do("Join", "one", epoch=snapshot["epoch"], since=snapshot["n"]))["type"] == "Done"
            numbers = [message["n"] for message in again.of("Happened")]
            assert numbers == list(range(snapshot["n"] + 1, table_of(running.house).n + 1))
            assert again.of("MyBets")
            assert not again.of("Snapshot")

    in_house(world)


def test_a_gap_that_cannot_be_filled_is_a_snapshot() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        await opened.do("Join", "one")
        epoch, n = opened.of("Snapshot")[0]["epoch"], table_of(running.house).n
        for since, said in ((n + 5, epoch), (n, "another"), (-1, epoch)):
            before = len(opened.of("Snapshot"))
            await opened.do("Join", "one", epoch=said, since=since)
            assert len(opened.of("Snapshot")) == before + 1, (since, said)
        host = running.house.pit.hosts["one", 0]
        for number in range(600):
            host.do(table_of(running.house)._say, opened.heard[0]["player"], f"x{number}", "line")
        before = len(opened.of("Snapshot"))
        await opened.do("Join", "one", epoch=epoch, since=n)  # more than is kept
        assert len(opened.of("Snapshot")) == before + 1

    in_house(world)


def test_a1_the_same_table_opened_on_another_device_leaves_it_here() -> None:
    async def world(running: Running, browser: Browser) -> None:
        here, there = await browser.socket(), await browser.socket()
        await here.do("Join", "one")
        await there.do("Join", "one")
        left = await here.until(lambda message: message["type"] == "Left")
        assert (left["table"], left["code"]) == ("one", "table/opened_elsewhere")
        assert (await here.do("Say", "one", text="still?"))["code"] == "table/not_joined"
        assert (await there.do("Say", "one", text="yes"))["type"] == "Done"
        await here.close()
        await asyncio.sleep(0.05)
        assert table_of(running.house).gone == []  # the player is still there
        await there.close()
        await asyncio.sleep(0.05)
        assert table_of(running.house).gone == [there.heard[0]["player"]]  # E2, at once

    in_house(world)


def test_a1_four_tables_at_once_and_one_is_left_without_touching_the_others() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        for key in FIVE[:4]:
            assert (await opened.do("Join", key))["type"] == "Done"
        assert (await opened.do("Join", "five"))["code"] == "table/too_many"
        assert (await opened.do("Leave", "two"))["type"] == "Done"
        assert [left["table"] for left in opened.of("Left")] == ["two"]
        assert (await opened.do("Join", "five"))["type"] == "Done"
        before = len(opened.heard)
        for key in ("one", "three", "four", "five"):
            await opened.do("Say", key, text="hello")
        kinds = [message["type"] for message in opened.heard[before:]]
        assert kinds == ["Happened", "MyBets", "Happened", "Done"] * 4

    in_house(world)


def test_a_table_that_is_played_alone_is_not_one_of_several() -> None:
    def kinds(house: House) -> list[Kind]:
        return [*fakes(house, ("one",)), *fakes(house, ("alone",), multi=False)]

    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        await opened.do("Join", "one")
        assert (await opened.do("Join", "alone"))["code"] == "table/alone"

    in_house(world, kinds)


def test_tables_that_are_not_there_or_not_joined_are_refused() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        assert (await opened.do("Join", "nowhere"))["code"] == "table/unknown"
        assert (await opened.do("Say", "nowhere", text="x"))["code"] == "table/unknown"
        assert (await opened.do("Say", "one", text="x"))["code"] == "table/not_joined"

    in_house(world)


def test_t1_everybody_has_a_solo_table_of_their_own_and_it_is_forgotten_when_idle() -> None:
    def kinds(house: House) -> list[Kind]:
        made = info("solo", kind="solo", multi=False)
        return [Kind(made, load("infinite"), (), lambda player: FakeTable(made, house))]

    async def world(running: Running, browser: Browser) -> None:
        async with Browser(running.url) as other:
            await other.demo()
            mine, theirs = await browser.socket(), await other.socket()
            await asyncio.gather(mine.do("Join", "solo"), mine.do("Join", "solo"), theirs.do("Join", "solo"))
            assert len(running.house.pit.hosts) == 2
            await mine.do("Say", "solo", text="alone")
            assert not any(message["what"].get("text") for message in theirs.of("Happened"))
            await mine.do("Leave", "solo")
            for host in running.house.pit.hosts.values():
                host.touched_ms -= IDLE_MS + 1
            running.house.sweeper.look()
            assert [host.player for host in running.house.pit.hosts.values()] == [theirs.heard[0]["player"]]

    in_house(world, kinds)


def test_e1_a_fault_of_a_table_stops_that_table_and_no_other() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        for key in ("one", "two"):
            await opened.do("Join", key)
        await opened.send({"type": "Undo"}, "one")
        notice = await opened.until(lambda message: message["type"] == "Notice")
        assert (notice["code"], notice["table"]) == ("table/fault", "one")
        assert "ZeroDivisionError" not in "".join(opened.raw)
        assert (await opened.do("Say", "one", text="x"))["code"] == "table/fault"
        assert (await opened.do("Say", "two", text="x"))["type"] == "Done"
        assert running.house.alerts.listed[-1].table == "one"
        status, _ = await browser.ask("GET", "/health/ready")
        assert status == 503

    in_house(world)


def test_a1_the_lobby_tells_what_changed_at_most_once_a_second() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        await opened.do("WatchLobby")
        (lobby,) = opened.of("Lobby")
        assert [table["key"] for table in lobby["tables"]] == list(FIVE)
        async with Browser(running.url) as other:
            await other.demo()
            guest = await other.socket()
            for _ in range(5):
                await guest.do("Join", "one")
                await guest.do("Leave", "one")
            await guest.do("Join", "one")
            changed = await opened.until(lambda message: message["type"] == "LobbyChanged")
            assert [(table["key"], table["players"]) for table in changed["tables"]] == [("one", 1)]
            await asyncio.sleep(0.2)
            assert len(opened.of("LobbyChanged")) == 1
        await opened.do("LeaveLobby")

    in_house(world)


def test_a_deadline_rings_once_and_on_time() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = await browser.socket()
        await opened.do("Join", "one")
        await opened.do("Deal", "one")
        due = table_of(running.house).deadline_ms
        assert due is not None
        await asyncio.sleep(0.3)
        (rang,) = table_of(running.house).rang
        assert due <= rang < due + 50

    in_house(world)
