"""Threads for what may wait, and tasks that outlive whoever began them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ventuno.server import logs
from ventuno.server.store_watch import hung

if TYPE_CHECKING:
    from ventuno.server.store_watch import StoreWatch

READERS: Final = 4
AT_ONCE_S: Final = 1.0

T = TypeVar("T")


class Workers:
    def __init__(self, store: StoreWatch) -> None:
        self.loop = asyncio.get_running_loop()
        self._store = store
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ventuno-reader")
        self._slow = ThreadPoolExecutor(1, thread_name_prefix="ventuno-slow-reader")
        self._at_once = ThreadPoolExecutor(1, thread_name_prefix="ventuno-purse-reader")
        self._tasks: set[asyncio.Task[None]] = set()

    async def read(self, call: Callable[..., T], *values: Any) -> T:
        """Whatever may wait for a disk; a `StoreFault` where the store is late."""
        return await self._store.read(self._readers, call, *values)

    async def read_slowly(self, call: Callable[..., T], *values: Any) -> T:
        """What may take seconds: one at a time, and never in the way of what is quick."""
        self._store.wait()
        return await self.loop.run_in_executor(self._slow, call, *values)

    def read_at_once(self, call: Callable[..., T], *values: Any) -> T:
        """While the loop waits, which it must not for ever."""
        try:
            return self._at_once.submit(call, *values).result(AT_ONCE_S)
        except TimeoutError:
            raise hung() from None

    def in_thread(self, call: Callable[[], object], done: Callable[[BaseException | None], None]) -> None:
        future = self.loop.run_in_executor(self._readers, call)
        future.add_done_callback(lambda future: None if future.cancelled() else done(future.exception()))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logs.fault("a task met a fault", error)

    def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for pool in (self._readers, self._slow, self._at_once):
            pool.shutdown(wait=False, cancel_futures=True)
