"""A guest of ours: an account, its connections, what it was told, and what it may believe of its money."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any, Final

from tests.attack import wire
from tests.attack.felt import Felt
from tests.attack.wire import Address, Answer

SILENCE: Final = {"type": "Silence", "code": "silence"}
ANSWER_S: Final = 8.0
ROUND_S: Final = 40.0

_numbers = itertools.count(1)


class Link:
    """One WebSocket of a guest."""

    def __init__(self, guest: Guest, pipe: wire.Pipe) -> None:
        self.guest, self.pipe = guest, pipe
        self.answers: dict[str, list[dict[str, Any]]] = {}
        self.pongs: list[tuple[int, float]] = []
        self.closed: int | None = None  # the code
        self._news = asyncio.Event()
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                opcode, payload = await wire.receive(self.pipe)
                if opcode == wire.TEXT:
                    self._take(json.loads(payload), payload)
                elif opcode == wire.PING:
                    await self.pipe.send(wire.frame(payload, wire.PONG))
                elif opcode == wire.CLOSE:
                    self.closed = int.from_bytes(payload[:2], "big")
                    return
        except (OSError, asyncio.IncompleteReadError):
            self.closed = self.closed or 1006
        finally:
            self._news.set()
            self.guest.news.set()

    def _take(self, message: dict[str, Any], payload: bytes) -> None:
        if message["type"] == "Pong":
            self.pongs.append((message["sent_ms"], asyncio.get_running_loop().time()))
        if message["type"] in ("Done", "Refused"):
            self.answers.setdefault(message["id"], []).append(message)
        self.guest.heard(message, payload)
        self._news.set()
        self.guest.news.set()

    async def send(self, do: dict[str, Any], table: str = "", round: str = "", id: str = "") -> str:
        """Says it and does not wait; the request's id."""
        id = id or f"a{next(_numbers)}"
        said: dict[str, Any] = {"id": id, "do": do}
        if table:
            said["table"] = table
        if round:
            said["round"] = round
        self.guest.asked.setdefault(id, (do, table))
        await self.pipe.send(wire.frame(json.dumps(said).encode()))
        return id

    async def answer(self, id: str, count: int = 1, within_s: float = ANSWER_S) -> dict[str, Any]:
        """The `count`-th answer to an id."""
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        while len(self.answers.get(id, [])) < count:
            if self.closed is not None or loop.time() > until:
                return SILENCE
            self._news.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._news.wait()
            except TimeoutError:
                return SILENCE
        return self.answers[id][count - 1]

    async def ask(self, do: dict[str, Any], table: str = "", round: str = "", id: str = "") -> dict[str, Any]:
        """Says it and waits. Whoever asks too fast waits and asks again: that costs nothing."""
        for _ in range(60):
            count = len(self.answers.get(id, [])) + 1 if id else 1
            sent = await self.send(do, table, round, id)
            answer = await self.answer(sent, count)
            if not answer.get("code", "").startswith("rate/"):
                return answer
            await asyncio.sleep(0.25)
        return answer

    def drop(self) -> None:
        self.closed = self.closed or 1006
        self.pipe.drop()
        self._task.cancel()


class Guest:
    def __init__(self, address: Address, account: dict[str, Any], source: str) -> None:
        self.address, self.source = address, source
        self.player: int = account["player"]
        self.name: str = account["name"]
        self.token: str = account["token"]
        self.currency: str = account["currency"]
        self.password = ""
        self.wallet = self.in_play = 0
        self.golden: dict[int, int] = {}
        self.felts: dict[str, Felt] = {}
        self.asked: dict[str, tuple[dict[str, Any], str]] = {}
        self.done: set[str] = set()
        self.notices: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self.links: list[Link] = []
        self.ear: Callable[[bytes], None] | None = None  # hears every message as it came

    # -- coming and going -----------------------------------------------------------------------

    async def connect(self) -> Link:
        pipe, answer = await wire.upgrade(self.address, self.token, self.source)
        if answer.status != 101:
            raise ConnectionError(f"no WebSocket: {answer.status} {answer.code}")
        link = Link(self, pipe)
        self.links.append(link)
        await self.until(lambda: self.wallet or link.closed is not None, 5)
        return link

    @property
    def link(self) -> Link:
        return self.links[-1]

    async def http(self, method: str, target: str, body: Any = None, **more: Any) -> Answer:
        return await wire.ask(self.address, method, target, body, token=self.token, source=self.source, **more)

    async def join(self, key: str) -> Felt:
        answer = await self.ask({"type": "Join"}, key)
        if answer["type"] != "Done":
            raise ConnectionError(f"{key} cannot be joined: {answer}")
        return self.felts[key]

    async def go(self) -> None:
        """Politely: seats are given up, then the cable is cut."""
        if self.links and self.link.closed is None:
            sent = [await self.link.send({"type": "Leave"}, key) for key in self.felts]
            for id in sent:
                await self.link.answer(id, 1, 2)
        for link in self.links:
            link.drop()

    # -- hearing --------------------------------------------------------------------------------

    def felt(self, key: str) -> Felt:
        return self.felts.setdefault(key, Felt(key))

    def heard(self, message: dict[str, Any], payload: bytes) -> None:
        if self.ear is not None:
            self.ear(payload)
        kind = message["type"]
        if kind == "Balance":
            self.wallet, self.in_play = message["wallet_minor"], message.get("in_play_minor", 0)
            self.golden = {int(value): count for value, count in message.get("golden", {}).items()}
        elif kind == "Happened":
            self.felt(message["table"]).happened(message["what"])
        elif kind == "Snapshot":
            self.felt(message["table"]).snapshot(message)
        elif kind == "MyHands":
            self.felt(message["table"]).my_hands(message)
        elif kind == "MyBets":
            self.felt(message["table"]).bets = message
        elif kind == "MyResult":
            self.felt(message["table"]).results[message["code"]] = message
        elif kind == "Notice":
            self.notices.append(message)
        elif kind == "Done" and message["id"] not in self.done:
            self.done.add(message["id"])
            do, table = self.asked.get(message["id"], ({"type": ""}, ""))
            if table:
                felt = self.felt(table)
                felt.now.did(do, felt.last)

    # -- speaking -------------------------------------------------------------------------------

    async def ask(self, do: dict[str, Any], table: str = "", round: str = "", id: str = "") -> dict[str, Any]:
        return await self.link.ask(do, table, round, id)

    async def bet(self, key: str, spot: str, amount: Any, id: str = "", round: str = "") -> dict[str, Any]:
        return await self.ask({"type": "Bet", "spot": spot, "amount_minor": amount}, key, round, id)

    async def until(self, true: Callable[[], Any], within_s: float = ROUND_S) -> bool:
        loop = asyncio.get_running_loop()
        until = loop.time() + within_s
        while not true():
            if loop.time() >= until:
                return False
            self.news.clear()
            try:
                async with asyncio.timeout_at(min(until, loop.time() + 1.0)):
                    await self.news.wait()
            except TimeoutError:
                continue
        return True

    async def ping_ms(self) -> float:
        """A trip to the house and back."""
        link, loop = self.link, asyncio.get_running_loop()
        start, number = loop.time(), next(_numbers)
        await link.send({"type": "Ping", "sent_ms": number})
        await self.until(lambda: link.closed is not None or any(sent == number for sent, _ in link.pongs[-5:]), 10)
        return (loop.time() - start) * 1000
