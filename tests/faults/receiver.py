"""Somebody who takes alerts: on loopback, and as well or ill as a test wants."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web


class Receiver:
    """`answers` are the next statuses, then 200; `hangs`: the next request gets no answer at all."""

    def __init__(self) -> None:
        self.taken: list[dict[str, Any]] = []  # what it answered 200 to
        self.tries: list[dict[str, Any]] = []
        self.answers: list[int] = []
        self.hangs = False
        self.port = 0
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?token=secret"

    async def start(self) -> None:
        """On the same port again, where it was there before."""
        app = web.Application()
        app.router.add_post("/hook", self._take)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _take(self, request: web.Request) -> web.Response:
        told = await request.json()
        assert request.headers["Idempotency-Key"] == told["id"]
        self.tries.append(told)
        if self.hangs:
            self.hangs = False
            await asyncio.sleep(30)
        status = self.answers.pop(0) if self.answers else 200
        if status == 200:
            self.taken.append(told)
        return web.Response(status=status)

    def said(self) -> list[tuple[str, str, str]]:
        """Code, subject, state of what was taken, but for the house's opening."""
        return [(one["code"], one["subject"], one["state"]) for one in self.taken if one["code"] != "house/opened"]
