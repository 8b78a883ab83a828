"""Houses for the tests: real sockets on a free port, quick tables, a database in memory's folder."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import uvloop

from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Kinds, Running
from ventuno.server.settings import HouseSettings
from ventuno.server.timekeeping import Clock
from ventuno.store.cashier import Provider
from ventuno.table.config import TableConfig, Times

QUICK = Times(
    betting_ms=400,
    warning_ms=100,
    closing_ms=5,
    card_ms=2,
    dealer_card_ms=2,
    insurance_ms=200,
    decision_ms=250,
    pause_ms=5,
    results_ms=50,
)
MEMORY = Path("/dev/shm")
PLAIN = EdgeLimits(sign_ins_per_minute=1000, writes_burst=10_000)


def quick_tables(**changes: Any) -> tuple[TableConfig, ...]:
    games = ("all-bets", "cashback", "classic-free-bet", "free-chip", "infinite")
    return tuple(TableConfig(**{"key": game, "variant": game, "times": QUICK, **changes}) for game in games)


class Shifted(Clock):
    """The house's own clock, put forward by a test."""

    ahead_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.ahead_ms

    def wall_ms(self) -> int:
        return super().wall_ms() + self.ahead_ms


def new_folder() -> Path:
    in_memory = MEMORY.is_dir() and os.access(MEMORY, os.W_OK)
    return Path(tempfile.mkdtemp(prefix="ventuno-house-", dir=MEMORY if in_memory else None))


def run(world: Coroutine[Any, Any, None]) -> None:
    """On the loop the house runs on."""
    uvloop.run(world)


@asynccontextmanager
async def open_house(
    kinds: Kinds | None = None,
    folder: Path | None = None,
    store: str = "",
    clock: Clock | None = None,
    new_key: bool = False,
    metrics_token: str = "",
    provider: Provider | None = None,
    clock_is_right: bool = False,
    alert_webhook: str = "",
    **settings: Any,
) -> AsyncIterator[Running]:
    own = folder or new_folder()
    known = {"tables": quick_tables(), "limits": PLAIN, "web": "/nowhere", **settings}
    running = await Running.open(
        HouseSettings(host="127.0.0.1", port=0, data=str(own), **known),
        kinds=kinds,
        store=store,
        new_key=new_key,
        metrics_token=metrics_token,
        clock=clock,
        provider=provider,
        clock_is_right=clock_is_right,
        alert_webhook=alert_webhook,
    )
    try:
        yield running
    finally:
        await running.close()
        if folder is None:
            shutil.rmtree(own, ignore_errors=True)


class Browser:
    """A person with a browser: cookies, JSON, one WebSocket after the other."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.token = ""

    async def __aenter__(self) -> Browser:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.session.close()

    async def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        told = {"Content-Type": "application/json", "Origin": self.url, **headers}
        data = None if body is None else msgspec.json.encode(body)
        async with self.session.request(method, self.url + path, data=data, headers=told) as answer:
            content = await answer.read()
            return answer.status, msgspec.json.decode(content) if answer.content_type == "application/json" else content

    async def demo(self) -> dict[str, Any]:
        status, answer = await self.ask("POST", "/api/demo", {})
        assert status == 200, answer
        self.token = answer["token"]
        return dict(answer)

    async def sign_up(self, name: str, password: str = "a long enough one") -> dict[str, Any]:
        status, answer = await self.ask("POST", "/api/sign-up", {"name": name, "password": password})
        assert status == 200, answer
        self.token = answer["token"]
        return dict(answer)

    async def socket(self, **headers: str) -> Socket:
        found = await self.session.ws_connect(self.url + "/ws", headers={"Origin": self.url, **headers})
        return Socket(found)


class Socket:
    """One WebSocket, with everything that came over it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.raw: list[str] = []
        self.closed_with: int | None = None
        self._news = asyncio.Event()
        self._number = 0
        self._own = secrets.token_hex(4)  # an account uses an id once, over all its connections and for ever
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.socket:
            self.raw.append(message.data)
            self.heard.append(msgspec.json.decode(message.data))
            self._news.set()
        self.closed_with = self.socket.close_code
        self._news.set()

    async def send(self, command: dict[str, Any], table: str = "", request: str = "", **more: Any) -> str:
        self._number += 1
        name = request or f"{self._own}-{self._number}"
        text = msgspec.json.encode({"id": name, "do": command, **({"table": table} if table else {}), **more}).decode()
        await self.socket.send_str(text)
        return name

    async def do(self, command: str, table: str = "", request: str = "", **fields: Any) -> dict[str, Any]:
        """Sends it, and waits for the answer."""
        before = len(self.heard)
        name = await self.send({"type": command, **fields}, table, request)
        return await self.until(lambda m: m["type"] in ("Done", "Refused") and m["id"] == name, since=before)

    async def until(
        self, wanted: Callable[[dict[str, Any]], bool], since: int = 0, timeout_s: float = 5
    ) -> dict[str, Any]:
        async with asyncio.timeout(timeout_s):
            while True:
                for message in self.heard[since:]:
                    if wanted(message):
                        return message
                assert not self._task.done(), f"the connection is over: {self.closed_with}"
                self._news.clear()
                await self._news.wait()

    async def over(self, timeout_s: float = 5) -> int | None:
        async with asyncio.timeout(timeout_s):
            await self._task
        return self.closed_with

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == kind]

    async def close(self) -> None:
        await self.socket.close()
        await self._task
