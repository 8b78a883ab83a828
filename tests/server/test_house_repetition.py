"""The hole as it was found, through the open door: a request repeated after everybody has forgotten its answer."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.houses import PLAIN, QUICK, Browser, Socket, new_folder, open_house, quick_tables, run
from tests.store.servers import Postgres
from ventuno.server.limits import EdgeLimits
from ventuno.server.requests import MOST_KEPT
from ventuno.store.auditing import audit

SLOW = msgspec.structs.replace(QUICK, betting_ms=4_000)
FAST_HANDS: EdgeLimits = msgspec.structs.replace(PLAIN, messages_per_second=100_000, messages_burst=100_000)


async def bet(socket: Socket, amount: int, request: str = "") -> None:
    answer = await socket.do("Bet", "infinite", request, spot="1/main", amount_minor=amount)
    assert answer["type"] == "Done", answer


async def the_trick(socket: Socket) -> None:
    """20,000 with id X, clear, more requests than anybody remembers, 100, and the first once more."""
    assert (await socket.do("Join", "infinite"))["type"] == "Done"
    await socket.until(lambda m: m["type"] == "Happened" and m["what"]["type"] == "RoundOpened", timeout_s=9)
    await bet(socket, 20_000, "X")
    await socket.do("ClearBets", "infinite")
    for _ in range(MOST_KEPT + 8):
        await socket.do("Undo", "infinite")
    await bet(socket, 100)
    await bet(socket, 20_000, "X")


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_guest_who_repeats_a_forgotten_bet_plays_for_what_the_bank_holds(engine: str) -> None:
    async def world(store: str) -> None:
        async with (
            open_house(store=store, tables=quick_tables(times=SLOW), limits=FAST_HANDS) as running,
            Browser(running.url) as browser,
        ):
            await browser.demo()
            socket = await browser.socket()
            await the_trick(socket)
            result = await socket.until(lambda m: m["type"] == "MyResult", timeout_s=20)
            assert result["staked_minor"] == 100
            (host,) = [host for host in running.house.pit.hosts.values() if host.key == "infinite"]
            assert host.table.view.pause is None
            assert audit(running.ledger).findings == ()

    if engine == "sqlite":
        run(world(""))
        return
    server = Postgres(new_folder())
    try:
        run(world(server.new_database()))
    finally:
        server.close()
