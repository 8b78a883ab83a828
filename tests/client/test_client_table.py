"""A table in the client's hands: the view, the questions put to me, waiting for what happens."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from tests.client.fake_house import INFO, FakeHouse
from tests.client.test_client_connection import at_a_table, soon
from ventuno.client import Client, RefusalRaised, TableHandle
from ventuno.client.strategy import choose
from ventuno.protocol import events as happened
from ventuno.protocol.commands import Decide, Insure, Request, Sit
from ventuno.protocol.messages import Done, Left, Message, MyBets, MyHand, MyHands, MyResult, Option, Refused as SaidNo

SIXTEEN = MyHand(
    1, "1", 2, "16", "playing", 1000, options=(Option("hit"), Option("stand"), Option("double", 1000, "x"))
)


def test_the_view_is_what_the_events_add_up_to() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.publish(happened.BettingClosed())
        await fake.publish(happened.CardDealt("1", "8h", "8"))
        await table.until(lambda table: "1" in table.view.lines)
        assert table.view.phase == "dealing"
        assert table.view.lines["1"].cards == ["8h"]

    at_a_table(story)


def test_only_what_is_legal_is_an_option_of_a_turn() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.publish(happened.Asked(4))
        await fake.say(MyHands("one", 4, (SIXTEEN,)))
        await table.until(lambda table: table.turn() is not None)
        turn = table.turn()
        assert turn is not None
        assert turn.options == ("hit", "stand")
        await table.decide("hit")
        assert fake.commands(Decide)[0].do == Decide(4, 1, "1", "hit")

    at_a_table(story)


def test_hands_of_an_earlier_question_are_no_turn() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.say(MyHands("one", 3, (SIXTEEN,)))
        await fake.publish(happened.Asked(4))
        await soon(lambda: table.n == 11)
        assert table.turn() is None
        with pytest.raises(RefusalRaised, match="nothing is asked"):
            await table.decide("hit")

    at_a_table(story)


def test_turns_are_each_given_once_until_the_round_is_over() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        async def deal() -> None:
            insured = MyHand(1, "1", 2, "16", "playing", 1000, insurance_minor=500)
            await fake.publish(happened.InsuranceOffered(3))
            await fake.say(MyHands("one", 3, (insured,)))
            await soon(lambda: bool(fake.commands(Insure)))
            await fake.publish(happened.Asked(4))
            await fake.say(MyHands("one", 4, (SIXTEEN,)), MyHands("one", 4, (SIXTEEN,)))
            await soon(lambda: bool(fake.commands(Decide)))
            await fake.publish(happened.RoundEnded(1000, 0))
            await fake.say(MyResult("one", "r1", (), staked_minor=1000))

        dealing = asyncio.create_task(deal())
        asked = []
        async for turn in table.turns():
            asked.append((turn.turn, turn.options))
            await table.decide(turn.options[0])
        await dealing
        assert asked == [(3, ("decline", "insure")), (4, ("hit", "stand"))]
        assert fake.commands(Insure)[0].do == Insure(3, False, 1)
        assert table.result is not None
        assert table.result.staked_minor == 1000

    at_a_table(story)


@pytest.mark.parametrize("end", [happened.RoundVoided("r1", "a fault"), happened.RoundOpened("r2", 0)])
def test_turns_end_with_a_round_that_ends_without_a_result(end: happened.AnyEvent) -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        await fake.say(MyBets("one"))
        asyncio.get_running_loop().call_later(0.05, lambda: asyncio.ensure_future(fake.publish(end)))
        assert [turn async for turn in table.turns()] == []

    at_a_table(story)


def test_events_are_heard_in_order() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        heard = []

        async def listen() -> None:
            async for event in table.events():
                heard.append(event)
                if len(heard) == 2:
                    return

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        await fake.publish(happened.BettingClosed())
        await fake.publish(happened.CardDealt("1", "8h", "8"))
        await asyncio.wait_for(listening, 5)
        assert heard == [happened.BettingClosed(), happened.CardDealt("1", "8h", "8")]

    at_a_table(story)


def test_waiting_at_a_table_that_was_left_elsewhere_is_refused() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        waiting = asyncio.create_task(table.until(phase="results"))
        await asyncio.sleep(0)
        await fake.say(Left("one", "table/elsewhere", "opened on another device"))
        with pytest.raises(RefusalRaised, match="another device"):
            await waiting

    at_a_table(story)


def test_the_events_end_when_the_table_is_left() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        async def listen() -> list[object]:
            return [event async for event in table.events()]

        listening = asyncio.create_task(listen())
        await asyncio.sleep(0)
        await fake.publish(happened.BettingClosed())
        await fake.say(Left("one"))
        assert await asyncio.wait_for(listening, 5) == [happened.BettingClosed()]

    at_a_table(story)


def test_sitting_down_takes_the_next_seat_where_somebody_was_faster() -> None:
    async def story(fake: FakeHouse, house: Client, table: TableHandle) -> None:
        fake.info = msgspec.structs.replace(INFO, kind="seated", positions=3)
        table.hear(fake.snapshot())

        def first_is_taken(request: Request) -> list[Message]:
            if request.do == Sit(1):
                return [SaidNo(request.id, "seat/taken", "taken")]
            return [Done(request.id)]

        fake.answer = first_is_taken
        assert await table.sit() == 2

    at_a_table(story)


class Dice:
    """Always throws the same."""

    def __init__(self, value: float) -> None:
        self.value = value

    def random(self) -> float:
        return self.value


@pytest.mark.parametrize(
    ("total", "options", "wanted"),
    [
        ("16", "hit stand", "hit"),
        ("17", "hit stand", "stand"),
        ("7/17", "hit stand", "hit"),
        ("8/18", "hit stand", "stand"),
        ("11", "hit stand double", "double"),
        ("11", "hit stand", "hit"),
        ("10", "hit stand double free-double", "free-double"),
        ("8", "hit stand free-split", "free-split"),
    ],
)
def test_a_bot_mostly_decides_sensibly(total: str, options: str, wanted: str) -> None:
    hand = MyHand(1, "1", 2, total, "playing", options=tuple(map(Option, options.split())))
    assert choose(hand, Dice(0.99), 0.15, 0.05) == wanted  # type: ignore[arg-type]


def test_a_bot_never_chooses_what_is_switched_off() -> None:
    hand = MyHand(1, "1", 2, "11", "playing", options=(Option("double", 1000, "balance/short"), Option("hit")))
    assert choose(hand, Dice(0.99), 0.15, 0.05) == "hit"  # type: ignore[arg-type]
