"""One WebSocket to the house, which comes back by itself.

Every request has an id, and the house does nothing twice for the same id: so whatever was not answered
when a connection broke is simply sent again on the next one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import secrets
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, NamedTuple

import aiohttp
import msgspec

from ventuno.client.decoding import decode
from ventuno.protocol import messages as say
from ventuno.protocol.commands import Command, Request
from ventuno.refusal import RefusalRaised

REQUEST_S: Final = 10.0
FIRST_RETRY_S, LAST_RETRY_S = 0.1, 5.0
MOST_BYTES: Final = 4 << 20
_encode = msgspec.json.Encoder().encode


class _Asked(NamedTuple):
    frame: bytes
    answer: asyncio.Future[None] | None  # None: whoever asked listens for it


class ClientConnection:
    """Hands every message to `hear`; sends what `greet` returns first on each new connection."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        url: str,
        token: str,
        *,
        hear: Callable[[say.AnyMessage], None],
        greet: Callable[[], Iterable[tuple[str, Command]]],
        heartbeat_s: float | None = 20.0,
    ) -> None:
        self.reconnects = -1  # the first connection is none
        self._session, self._url, self._token = session, url, token
        self._hear, self._greet, self._heartbeat_s = hear, greet, heartbeat_s
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._asked: dict[str, _Asked] = {}
        # Ids of different clients of one account must differ: the house remembers them by account.
        self._ids = (f"{prefix}-{number}" for prefix in (secrets.token_hex(6),) for number in itertools.count(1))
        self._over: RefusalRaised | None = None
        self._task = asyncio.create_task(self._stay_connected())

    async def request(self, do: Command, table: str = "", round: str = "", timeout_s: float = REQUEST_S) -> None:
        """Returns when it is done and durable; raises `RefusalRaised`, or `TimeoutError`: then it is not known."""
        if self._over:
            raise self._over
        name, frame = self._encode(do, table, round)
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked[name] = _Asked(frame, answer)
        try:
            async with asyncio.timeout(timeout_s):
                await self._send(frame)
                await answer
        finally:
            self._asked.pop(name, None)

    async def while_open(self, wanted: Awaitable[object]) -> None:
        """Waits for something, or raises why the connection is over for good."""
        waits = asyncio.ensure_future(wanted)
        await asyncio.wait({waits, self._task}, return_when=asyncio.FIRST_COMPLETED)
        if not waits.done():
            waits.cancel()
            raise self._over or ConnectionError("the connection is over")

    def post(self, do: Command, table: str = "", round: str = "") -> str:
        """The same without waiting: returns the id, with which `hear` gets the `Done` or the `Refused`."""
        name, frame = self._encode(do, table, round)
        self._asked[name] = _Asked(frame, None)
        self._sending = asyncio.ensure_future(self._send(frame))  # a task not held on to may be collected
        return name

    def _encode(self, do: Command, table: str, round: str = "") -> tuple[str, bytes]:
        name = next(self._ids)
        return name, _encode(Request(id=name, do=do, table=table, round=round))  # type: ignore[arg-type]

    async def tell(self, do: Command, table: str = "") -> None:
        """Sends without waiting for an answer, and not again if the connection breaks."""
        await self._send(self._encode(do, table)[1])

    async def _send(self, frame: bytes) -> None:
        """Without a connection it waits in `_asked` for the next one."""
        if self._socket is None:
            return
        try:
            await self._socket.send_str(frame.decode())
        except (ConnectionError, aiohttp.ClientError):
            return

    def break_off(self) -> None:
        """Cuts the connection as a lost network does; it comes back by itself."""
        if self._socket is not None and (wire := self._socket.get_extra_info("socket")) is not None:
            with contextlib.suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._end(RefusalRaised("connection/closed", "this client was closed"))

    # -- staying connected ----------------------------------------------------------------------

    async def _stay_connected(self) -> None:
        wait_s = FIRST_RETRY_S
        while self._over is None:
            try:
                async with self._session.ws_connect(
                    self._url,
                    headers={"Authorization": f"Bearer {self._token}"},
                    heartbeat=self._heartbeat_s,
                    max_msg_size=MOST_BYTES,
                ) as opened:
                    wait_s = FIRST_RETRY_S
                    await self._converse(opened)
            except aiohttp.WSServerHandshakeError as error:
                if error.status in (401, 403):
                    self._end(RefusalRaised("session/over", "the house does not know this session: sign in again"))
            except (aiohttp.ClientError, ConnectionError, TimeoutError):
                pass
            self._socket = None
            if self._over is None:
                # Not all at the same moment: a house that has just come back would fall over again.
                await asyncio.sleep(wait_s * random.uniform(0.5, 1.5))
                wait_s = min(wait_s * 2, LAST_RETRY_S)

    async def _converse(self, opened: aiohttp.ClientWebSocketResponse) -> None:
        self.reconnects += 1
        await self._begin(opened)
        async for frame in opened:
            if frame.type is aiohttp.WSMsgType.TEXT or frame.type is aiohttp.WSMsgType.BINARY:
                self._take(decode(frame.data))

    async def _begin(self, opened: aiohttp.ClientWebSocketResponse) -> None:
        for table, command in self._greet():
            await opened.send_str(self._encode(command, table)[1].decode())
        for asked in list(self._asked.values()):
            await opened.send_str(asked.frame.decode())
        self._socket = opened

    def _take(self, message: say.AnyMessage) -> None:
        if isinstance(message, say.Done):
            self._answer(message.id, None)
        elif isinstance(message, say.Refused):
            self._answer(message.id, RefusalRaised(message.code, message.why, **message.data))
        elif isinstance(message, say.Bye) and not message.come_back:
            self._end(RefusalRaised(message.code, message.why))
        self._hear(message)

    def _answer(self, name: str, refused: RefusalRaised | None) -> None:
        asked = self._asked.pop(name, None)
        if asked is None or asked.answer is None or asked.answer.done():
            return
        if refused is None:
            asked.answer.set_result(None)
        else:
            asked.answer.set_exception(refused)

    def _end(self, why: RefusalRaised) -> None:
        self._over = self._over or why
        for name in list(self._asked):
            self._answer(name, why)
