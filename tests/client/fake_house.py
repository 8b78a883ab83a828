"""A house that does as the test says: what the client sends is kept, what it gets back is scripted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

import msgspec
from aiohttp import web

from ventuno.protocol import VERSION, messages as say
from ventuno.protocol.commands import AnyCommand, Join, Request
from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import Done, Happened, Message, Snapshot, TableInfo, Welcome
from ventuno.protocol.view import TableView

TOKEN = "token of a test"
INFO = TableInfo(
    key="one",
    name="One",
    game="infinite",
    game_name="Infinite",
    kind="shared",
    positions=1,
    positions_per_player=1,
    stake_step_minor=100,
    side_bets=(),
    chips=(100,),
)


class FakeHouse:
    """`answer` is asked for every request: messages to send back; None breaks the connection off."""

    def __init__(self) -> None:
        self.received: list[Request] = []
        self.connections: list[web.WebSocketResponse] = []
        self.answer: Callable[[Request], Iterable[Message] | None] = self.usual
        self.epoch, self.n, self.view = "epoch 1", 10, TableView(phase="betting", code="r1")
        self.info = INFO
        self.url = ""

    def usual(self, request: Request) -> Iterable[Message]:
        if isinstance(request.do, Join):
            return [self.snapshot(), Done(request.id)]
        return [Done(request.id)]

    def snapshot(self) -> Snapshot:
        return Snapshot("one", self.epoch, self.n, 0, self.info, self.view)

    async def publish(self, event: AnyEvent, n: int | None = None) -> None:
        self.n = self.n + 1 if n is None else n
        await self.say(Happened("one", self.n, event))

    async def say(self, *messages: Message) -> None:
        for message in messages:
            await self.connections[-1].send_str(msgspec.json.encode(message).decode())

    def commands(self, kind: type[AnyCommand]) -> list[Request]:
        return [request for request in self.received if isinstance(request.do, kind)]

    async def serve_socket(self, http: web.Request) -> web.StreamResponse:
        if http.headers.get("Authorization") != f"Bearer {TOKEN}":
            return web.json_response({"code": "session/over", "why": "sign in again"}, status=401)
        socket = web.WebSocketResponse()
        await socket.prepare(http)
        self.connections.append(socket)
        await self.say(Welcome(VERSION, 0, 7, "seven", "player", "EUR"), say.Balance(5000))
        async for frame in socket:
            request = msgspec.json.decode(frame.data, type=Request)
            self.received.append(request)
            answers = self.answer(request)
            if answers is None:
                http.transport.abort()  # type: ignore[union-attr]
                break
            await self.say(*answers)
        return socket


@asynccontextmanager
async def open_house() -> AsyncIterator[FakeHouse]:
    house = FakeHouse()
    app = web.Application()
    app.router.add_get("/ws", house.serve_socket)
    app.router.add_post("/api/demo", _demo)
    app.router.add_get("/api/rounds/{code}", _no_round)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    house.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield house
    finally:
        for socket in house.connections:
            await socket.close()
        await asyncio.wait_for(runner.cleanup(), 10)


async def _demo(request: web.Request) -> web.Response:
    answer = {"player": 7, "name": "seven", "role": "player", "currency": "EUR", "token": TOKEN}
    return web.json_response(answer)


async def _no_round(request: web.Request) -> web.Response:
    fault = {"code": "round/unknown", "why": "no such round", "data": {"round": request.match_info["code"]}}
    return web.json_response(fault, status=404)
