"""A request whose answer was lost with the house is answered by the next one as what it was, and is not done again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.killed import Lives, arrives, joins, round_of
from tests.server.houses import Browser, Socket, run
from ventuno.store.history import purse_of, stakes_in
from ventuno.table.port import Close


@pytest.fixture
def lives() -> Iterator[Lives]:
    found = Lives()
    yield found
    found.end()


def test_a_rebet_and_deal_sent_again_to_the_next_house_stakes_nothing(lives: Lives) -> None:
    async def world() -> None:
        async with lives.house() as running, Browser(running.url) as browser:
            await browser.demo()
            socket = await browser.socket()
            await joins(socket, "free-chip")
            assert (await socket.do("Bet", "free-chip", spot="1/main", amount_minor=1000))["type"] == "Done"
            assert (await socket.do("Deal", "free-chip", "deal"))["type"] == "Done"
            await play(socket)
            assert (await socket.do("Deal", "free-chip", "rebet", bets="same"))["type"] == "Done"
            await play(socket)
            lives.killed()
        async with lives.house() as running, arrives(running, browser.token) as socket:
            await joins(socket, "free-chip")
            me = socket.of("Welcome")[0]["player"]
            before = purse_of(running.ledger, me)
            assert (await socket.do("Deal", "free-chip", "rebet", bets="same"))["type"] == "Done"
            assert purse_of(running.ledger, me) == before
            assert before is not None
            assert before.stakes == 0

    run(world())


async def play(socket: Socket) -> None:
    """Stands on everything until the result is told."""
    before, results = len(socket.heard), len(socket.of("MyResult"))
    while len(socket.of("MyResult")) == results:
        told = await socket.until(
            lambda m: (
                m["type"] == "MyResult"
                or (m["type"] == "Happened" and m["what"]["type"] in ("Asked", "InsuranceOffered"))
            ),
            since=before,
        )
        before = socket.heard.index(told, before) + 1
        if told["type"] == "Happened" and told["what"]["type"] == "Asked":
            turn, line = told["what"]["turn"], told["what"]["line"]
            await socket.do("Decide", "free-chip", turn=turn, position=1, line=line, action="stand")
        elif told["type"] == "Happened":
            await socket.do("Insure", "free-chip", turn=told["what"]["turn"], accept=False)


def test_a_bet_for_a_round_that_is_void_since_was_done_and_is_not_over(lives: Lives) -> None:
    """With the round named, with another round on, and before the table is joined again."""

    async def world() -> None:
        async with lives.house() as running, Browser(running.url) as browser:
            await browser.demo()
            socket = await browser.socket()
            await joins(socket, "infinite")
            code = await round_of(socket, "infinite")
            bet = {"type": "Bet", "spot": "1/main", "amount_minor": 1000}
            await socket.send(bet, "infinite", "X", round=code)
            assert (await socket.until(lambda m: m.get("id") == "X"))["type"] == "Done"
            lives.killed()
        async with lives.house() as running, arrives(running, browser.token) as socket:
            await socket.send(bet, "infinite", "X", round=code)
            assert (await socket.until(lambda m: m.get("id") == "X"))["type"] == "Done"
            await joins(socket, "infinite")
            later = await round_of(socket, "infinite")
            assert later != code
            assert not stakes_in(running.ledger, later)
            never = await socket.do("Bet", "cashback", "Y", spot="1/main", amount_minor=1000)
            assert never["code"] == "table/not_joined"  # what was never done is refused as ever
            other_bet = await socket.do("Bet", "infinite", "X2", spot="1/main", amount_minor=1000)
            assert other_bet["type"] == "Done"

    run(world())


def test_a_seat_taken_between_rounds_is_there_in_the_next_house(lives: Lives) -> None:
    async def world() -> None:
        async with lives.house() as running, Browser(running.url) as browser:
            await browser.demo()
            socket = await browser.socket()
            await joins(socket, "classic-free-bet")
            await round_of(socket, "classic-free-bet")
            host = running.house.pit.hosts["classic-free-bet", 0]
            host.supervise(Close(by=0, reason="for the night"))
            await socket.until(lambda m: m["type"] == "Happened" and m["what"]["type"] == "TableClosed")
            assert (await socket.do("Sit", "classic-free-bet", seat=3))["type"] == "Done"
            name = socket.of("Welcome")[0]["name"]
            lives.killed()
        async with lives.house() as running:
            seats = running.house.pit.hosts["classic-free-bet", 0].table.view.seats
            assert {seat: one.name for seat, one in seats.items()} == {3: name}

    run(world())
