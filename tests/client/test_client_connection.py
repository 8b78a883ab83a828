"""The client and a connection that breaks: nothing is lost, nothing is asked for twice under two ids."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable

import pytest

from tests.client.fake_house import FakeHouse, open_house
from ventuno.client import Client, RefusalRaised, TableHandle
from ventuno.protocol import messages as say
from ventuno.protocol.commands import Bet, Join, Request
from ventuno.protocol.events import CardDealt, CrowdChanged
from ventuno.protocol.messages import Done, Message


def at_a_table(story: Callable[[FakeHouse, Client, TableHandle], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_house() as fake, Client(fake.url) as house:
            await house.demo()
            await story(fake, house, await house.join("one"))

    asyncio.run(asyncio.wait_for(run(), 20))


async def soon(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_request_returns_when_the_house_has_done_it() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await table.bet("1/main", 1000)
        (request,) = fake.commands(Bet)
        assert request.do == Bet("1/main", 1000)
        assert request.table == "one"

    at_a_table(story)


def test_a_bet_names_its_round_so_that_it_cannot_fall_into_the_next() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await table.bet("1/main", 1000)
        assert [request.round for request in fake.commands(Bet)] == ["r1"]

    at_a_table(story)


def test_what_the_house_refuses_is_raised_with_its_code_and_data() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        fake.answer = lambda request: [say.Refused(request.id, "bet/closed", "no more bets", {"phase": "closed"})]
        with pytest.raises(RefusalRaised) as refused:
            await table.bet("1/main", 1000)
        assert refused.value.refusal.code == "bet/closed"
        assert refused.value.refusal.data == {"phase": "closed"}

    at_a_table(story)


def test_what_was_not_answered_is_sent_again_with_the_same_id() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        def break_once(request: Request) -> Iterable[Message] | None:
            first = isinstance(request.do, Bet) and len(fake.commands(Bet)) == 1
            return None if first else fake.usual(request)

        fake.answer = break_once
        await table.bet("1/main", 1000)
        first, second = fake.commands(Bet)
        assert first == second
        assert len(fake.connections) == 2
        assert house.connection.reconnects == 1

    at_a_table(story)


def test_a_new_connection_asks_for_the_events_since_the_last_one_heard() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.publish(CrowdChanged(3, 2))
        await soon(lambda: table.n == 11)
        fake.answer = lambda request: [Done(request.id)]
        house.connection.break_off()
        await soon(lambda: len(fake.commands(Join)) == 2)
        assert fake.commands(Join)[1].do == Join("epoch 1", 11)
        await soon(lambda: len(fake.connections) == 2)
        await fake.publish(CrowdChanged(4, 2), n=11)  # heard before
        await fake.publish(CrowdChanged(5, 2), n=12)
        await soon(lambda: table.n == 12)
        assert table.view.players == 5

    at_a_table(story)


def test_an_event_heard_twice_counts_once() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.publish(CardDealt("1", "8h", "8"))
        await fake.publish(CardDealt("1", "8h", "8"), n=11)
        await fake.publish(CardDealt("1", "9d", "17"), n=12)
        await soon(lambda: table.n == 12)
        assert table.view.lines["1"].cards == ["8h", "9d"]

    at_a_table(story)


def test_after_a_gap_the_table_is_asked_for_anew() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.publish(CrowdChanged(9, 9), n=15)
        fake.view.players = 9
        await soon(lambda: table.n == 15)
        assert [request.do for request in fake.commands(Join)] == [Join(), Join()]
        assert table.view.players == 9

    at_a_table(story)


def test_an_answer_that_never_comes_is_a_timeout_and_is_not_asked_again() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        fake.answer = lambda request: []
        with pytest.raises(TimeoutError):
            await house.connection.request(Bet("1/main", 100), "one", timeout_s=0.1)
        house.connection.break_off()
        await soon(lambda: len(fake.connections) == 2)
        await asyncio.sleep(0.1)
        assert len(fake.commands(Bet)) == 1

    at_a_table(story)


def test_a_house_that_does_not_know_the_session_is_not_asked_again_and_again() -> None:
    async def run() -> None:
        async with open_house() as fake, Client(fake.url) as house:
            with pytest.raises(RefusalRaised) as refused:
                await house.enter("a wrong token")
            assert refused.value.refusal.code == "session/over"

    asyncio.run(run())


def test_after_a_bye_for_good_the_client_stays_away() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.say(say.Bye("session/revoked", "signed out elsewhere", come_back=False))
        await fake.connections[-1].close()
        await asyncio.sleep(0.3)
        with pytest.raises(RefusalRaised, match="signed out elsewhere"):
            await table.bet("1/main", 100)
        assert len(fake.connections) == 1

    at_a_table(story)


def test_http_faults_are_raised_as_refusals() -> None:
    async def run() -> None:
        async with open_house() as fake, Client(fake.url) as house:
            with pytest.raises(RefusalRaised) as refused:
                await house.desk.round("r9")
            assert refused.value.refusal.code == "round/unknown"
            assert refused.value.refusal.data == {"round": "r9"}

    asyncio.run(run())


def test_nothing_can_be_asked_before_signing_in() -> None:
    async def run() -> None:
        async with open_house() as fake, Client(fake.url) as house:
            with pytest.raises(RefusalRaised) as refused:
                await house.join("one")
            assert refused.value.refusal.code == "session/none"

    asyncio.run(run())
