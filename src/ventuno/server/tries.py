"""Tries at the door: counted by where they come from; a name alone is slowed and never locked.

Whoever knows a name could lock its owner out, were tries counted by name. So strangers who try one name too often
wait before they are answered; a device from which the owner has signed in before does not even wait.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from ventuno.bank.names import normal
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.edge.rates import Bucket

MOST_REMEMBERED: Final = 50_000  # addresses and names
SECONDS: Final = 60.0
HOUR_S: Final = 3600.0
CODES_AT_ONCE: Final = 5  # of the second factor, with the right password
CODES_PER_HOUR: Final = 10
BY_ADDRESS: Final = 3  # times as many from one address as for one name from it: many people may share it
WAIT_S: Final = 0.5  # for every try at a name beyond what it may have
MOST_WAIT_S: Final = 8.0
MOST_HASHING: Final = 2  # passwords of strangers at once
MOST_WAITING: Final = 64  # for their turn

T = TypeVar("T")


class Tries:
    def __init__(self, now_s: Callable[[], float], per_minute: float) -> None:
        self._now_s = now_s
        self._per_minute = per_minute
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def refusal_of(self, what: str, factor: float = 1) -> Refusal | None:
        """Counts one try; what is refused costs nothing more."""
        bucket = self._bucket(what, factor)
        if bucket.take(self._now_s()) >= 0:
            return None
        bucket.give_back()
        return Refusal("rate/too_many_tries", "too many tries: wait a minute")

    def refusal_of_stranger(self, name: str, network: str) -> Refusal | None:
        return self.refusal_of(f"address {network}", BY_ADDRESS) or self.refusal_of(f"{network} {normal(name)}")

    def refusal_of_password(self, session: str, network: str) -> Refusal | None:
        """A password said by who is in already. By session: who stole one keeps nobody from changing theirs."""
        return self.refusal_of(f"from {network}", BY_ADDRESS) or self.refusal_of(f"password {session}")

    def wait_s(self, name: str) -> float:
        """How long a stranger waits who tries this name, from wherever."""
        bucket = self._bucket(f"name {normal(name)}")  # however it is spelled
        beyond = -bucket.take(self._now_s())
        if beyond * WAIT_S > MOST_WAIT_S:
            bucket.give_back()
        return min(max(beyond, 0.0) * WAIT_S, MOST_WAIT_S)

    def refusal_of_code(self, player: int, known: bool) -> Refusal | None:
        """A code has six digits: only few can be tried. A device of the owner's does not pay for strangers."""
        bucket = self._code_bucket(player, known)
        if bucket.take(self._now_s()) >= 0:
            return None
        bucket.give_back()
        return Refusal("rate/too_many_codes", "too many wrong codes: wait some minutes")

    def forgive_code(self, player: int, known: bool) -> None:
        self._code_bucket(player, known).give_back()

    def _code_bucket(self, player: int, known: bool) -> Bucket:
        what = f"code {player} {'known' if known else 'strange'}"
        return self._kept(what, lambda: Bucket(CODES_PER_HOUR / HOUR_S, CODES_AT_ONCE, self._now_s()))

    def forgive(self, name: str) -> None:
        """It was the right password."""
        self._bucket(f"name {name}").give_back()

    def _bucket(self, what: str, factor: float = 1) -> Bucket:
        most = self._per_minute * factor
        return self._kept(what, lambda: Bucket(most / SECONDS, most, self._now_s()))

    def _kept(self, what: str, new: Callable[[], Bucket]) -> Bucket:
        bucket = self._buckets.pop(what, None) or new()
        self._buckets[what] = bucket
        while len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


class Hashing:
    """Passwords are slow on purpose: so many at once, so many waiting, in threads of their own: nobody who reads
    waits for them. Strangers never stand before a known device."""

    def __init__(self) -> None:
        self._lanes = {False: asyncio.Semaphore(MOST_HASHING), True: asyncio.Semaphore(1)}
        self._waiting = {False: 0, True: 0}
        self._pool = ThreadPoolExecutor(MOST_HASHING + 1, thread_name_prefix="ventuno-hashing")

    async def run(self, call: Callable[..., T], *values: Any, known: bool = False) -> T:
        if self._waiting[known] >= MOST_WAITING:
            raise RefusalRaised("rate/busy", "many people are at the door: try again in a moment")
        self._waiting[known] += 1
        try:
            async with self._lanes[known]:
                return await asyncio.get_running_loop().run_in_executor(self._pool, call, *values)
        finally:
            self._waiting[known] -= 1
