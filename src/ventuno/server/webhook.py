"""Alerts to somewhere else, as they come: one POST each, in order, again and again until somebody has taken it.

Never in the way: what waits is bounded, a receiver that hangs is given up on and tried again later, and what could not
be sent in an hour is counted and let go. The address may hold a secret: it is in no log.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import msgspec

from ventuno.refusal import RefusalRaised
from ventuno.server import logs
from ventuno.server.alerts import StandingAlert, State

WEBHOOK: Final = "VENTUNO_ALERT_WEBHOOK"  # may hold a secret: environment only
ANSWER_S: Final = 10.0
FIRST_RETRY_S: Final = 1.0
LONGEST_RETRY_S: Final = 60.0
GIVEN_UP_S: Final = 3600.0
MOST_WAITING: Final = 1000
LAST_WORDS_S: Final = 2.0  # when the house closes
REFUSED: Final = "refused"  # by a receiver that would refuse it again
_TRY_AGAIN: Final = (408, 425, 429)  # refusals that are none of the message

_encode: Final = msgspec.json.Encoder().encode


class Told(msgspec.Struct, frozen=True):
    """One message. `id` is the same however often it is sent; `alert` is shared by the beginning and the end."""

    id: str
    alert: str
    operator: str
    code: str
    subject: str  # a table, or the house
    state: str  # raised, cleared, happened
    severity: str
    since_ms: int
    at_ms: int
    why: str


def check_address(url: str) -> None:
    """Refused without repeating it."""
    if not is_web_address(url):
        raise RefusalRaised("settings/faulty", f"{WEBHOOK} is no address: write https://alerts.example/ventuno")


def is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # brackets or a port that are none
        return False


class Webhook:
    def __init__(self, url: str, operator: str, now_ms: Callable[[], int]) -> None:
        check_address(url)
        self._url, self._operator, self._now_ms = url, operator, now_ms
        self._life = secrets.token_hex(8)  # of this process: its numbers begin anew
        self._messages = 0
        self._waiting: deque[tuple[float, Told]] = deque()  # since when, what
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.sent = 0
        self.failed = 0  # given up, refused or pushed out

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def start(self) -> None:
        """The first message ends whatever an earlier life of the house raised and could not clear."""
        opened = StandingAlert(
            number=0, code="house/opened", why="what is still wrong is raised anew", since_ms=self._now_ms()
        )
        self.tell(opened, "happened")
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """What waits has a moment more."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + LAST_WORDS_S
        while self._waiting and loop.time() < until_s:
            await asyncio.sleep(0.05)
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
        if self._waiting:
            logs.warning("alerts were not sent: the house has closed", count=len(self._waiting))

    def tell(self, alert: StandingAlert, state: State) -> None:
        """Never waits. Where nobody takes them for long, the oldest make room."""
        if len(self._waiting) >= MOST_WAITING:
            self._let_go(self._waiting.popleft()[1], "too many wait")
        self._messages += 1
        told = Told(
            id=f"{self._life}-{self._messages}",
            alert=f"{self._life}/{alert.number}",
            operator=self._operator,
            code=alert.code,
            subject=alert.table or "house",
            state=state,
            severity=alert.severity,
            since_ms=alert.since_ms,
            at_ms=self._now_ms(),
            why=alert.why,
        )
        self._waiting.append((asyncio.get_running_loop().time(), told))
        self._news.set()

    async def _run(self) -> None:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=ANSWER_S)) as session:
            while True:
                while not self._waiting:
                    self._news.clear()
                    await self._news.wait()
                await self._deliver(session, *self._waiting[0])

    async def _deliver(self, session: aiohttp.ClientSession, since_s: float, told: Told) -> None:
        """Until it is taken, refused, too old, or has made room for others."""
        retry_s = FIRST_RETRY_S
        while self._waiting and self._waiting[0][1] is told:
            why = await self._send(session, told)
            if not why:
                self.sent += 1
            elif why.startswith(REFUSED) or asyncio.get_running_loop().time() - since_s > GIVEN_UP_S:
                self._let_go(told, why)
            else:
                logs.info("an alert was not taken, and is sent again", why=why, again_s=retry_s)
                await asyncio.sleep(retry_s)
                retry_s = min(2 * retry_s, LONGEST_RETRY_S)
                continue
            if self._waiting and self._waiting[0][1] is told:
                self._waiting.popleft()

    async def _send(self, session: aiohttp.ClientSession, told: Told) -> str:
        """Why it was not taken; nothing: it was."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": told.id}
        try:
            asked = session.post(self._url, data=_encode(told), headers=headers, allow_redirects=False)
            async with asked as answer:
                status = answer.status
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return type(error).__name__
        if 200 <= status < 300:
            return ""
        final = 400 <= status < 500 and status not in _TRY_AGAIN
        return f"{REFUSED if final else 'answered'} with {status}"

    def _let_go(self, told: Told, why: str) -> None:
        self.failed += 1
        logs.warning("an alert was not sent", code=told.code, subject=told.subject, state=told.state, why=why)
