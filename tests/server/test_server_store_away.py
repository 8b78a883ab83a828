"""When the store does not answer: tables freeze, timers stop, nothing is done twice, and all goes on by itself."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.fake_table import fakes, table_of
from tests.server.houses import Browser, open_house, run
from ventuno.server.running import Running
from ventuno.store import StoreFault
from ventuno.store.acts import acts
from ventuno.table import port


class Away:
    """A ledger whose store goes away, before or after it has written."""

    def __init__(self, running: Running) -> None:
        self.writer = running.ledger._writer
        self.transact = self.writer._transact
        self.after = False

    def go(self, *, after: bool = False) -> None:
        def fail(works: Any) -> list[Any]:
            if after:
                self.transact(works)
            raise StoreFault("store/away", "the database does not answer")

        self.writer._transact = fail  # type: ignore[method-assign]

    def come_back(self) -> None:
        self.writer._transact = self.transact  # type: ignore[method-assign]


async def _played(running: Running, browser: Browser, *, after: bool) -> None:
    opened = await browser.socket()
    await opened.do("Join", "one")
    away, table = Away(running), table_of(running.house)
    await opened.do("Deal", "one")
    due = table.deadline_ms
    assert due is not None
    away.go(after=after)
    for number in range(3):
        await opened.send({"type": "Bet", "spot": "1/main", "amount_minor": 100}, "one", f"bet-{number}")
    told = await opened.until(lambda message: message["type"] == "Notice")
    assert told["code"] == "store/away"
    assert (await opened.do("Say", "one", text="x"))["code"] == "store/away"
    await asyncio.sleep(0.4)
    assert table.rang == []  # nobody's time ran out meanwhile
    await opened.do("Join", "one")
    assert table.entered_ms < due  # the table's clock stands still
    assert not any(done["id"].startswith("bet") for done in opened.of("Done"))
    away.come_back()
    for number in range(3):
        await opened.until(lambda message, n=number: message["type"] == "Done" and message["id"] == f"bet-{n}")
    await opened.until(lambda message: message["type"] == "Notice" and message["code"] == "store/back")
    assert [act.subject for act in acts(running.ledger) if act.what == "bet"] == ["1/main"] * 3  # once each
    pause, resume = (found for found, _ in table.acts)
    assert isinstance(pause, port.PauseTable)
    assert isinstance(resume, port.Resume)
    paused_ms, resumed_ms = (at_ms for _, at_ms in table.acts)
    assert paused_ms < due < resumed_ms  # time stood still from the first fault on
    order = [message["what"]["text"] for message in opened.of("Happened") if message["what"]["type"] == "Said"]
    assert order == ["booked 0", "booked 1", "booked 2"]


def test_a_table_freezes_and_goes_on_where_it_was() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as browser:
            await browser.demo()
            await _played(running, browser, after=False)

    run(world())


def test_an_outcome_nobody_heard_of_is_found_by_its_key() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as browser:
            await browser.demo()
            await _played(running, browser, after=True)

    run(world())


def test_http_says_503_and_ready_says_why() -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as browser:
            await browser.sign_up("anna")
            away = Away(running)
            away.go()
            status, answer = await browser.ask("PUT", "/api/settings", {"settings": {"language": "en"}})
            assert (status, answer["code"]) == (503, "store/away")
            assert (await browser.ask("GET", "/health/live"))[0] == 200
            status, answer = await browser.ask("GET", "/health/ready")
            assert status == 503
            assert [reason["code"] for reason in answer["reasons"]] == ["store/away"]
            away.come_back()
            assert (await browser.ask("PUT", "/api/settings", {"settings": {"language": "en"}}))[0] == 200
            assert (await browser.ask("GET", "/health/ready"))[0] == 200

    run(world())
