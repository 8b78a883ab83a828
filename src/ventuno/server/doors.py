"""Who is let in from where: origins, cookies, tries at the door."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from ventuno.refusal import Refusal
from ventuno.server.edge.bucket import Bucket

MOST_REMEMBERED: Final = 50_000  # addresses and names
SECONDS: Final = 60.0
MOST_HASHING: Final = 2  # passwords at once; the house has more readers than that


class Doors:
    def __init__(
        self,
        now_s: Callable[[], float],
        *,
        origins: frozenset[str] = frozenset(),
        secure: bool = False,
        behind_proxy: bool = False,
        tries_per_minute: float = 10,
    ) -> None:
        self.origins = origins  # besides the house's own
        self.secure = secure  # cookies travel over https only
        self.behind_proxy = behind_proxy
        self._now_s = now_s
        self._per_minute = tries_per_minute
        self._tries: OrderedDict[str, Bucket] = OrderedDict()
        # Hashing is slow on purpose: whoever tries passwords must not keep everybody else from reading.
        self.hashing = asyncio.Semaphore(MOST_HASHING)

    def knows(self, origin: str, host: str) -> bool:
        """Whether a page from there may speak to the house: its own pages, and those the settings name."""
        if origin in self.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:  # no address at all: `http://[`
            return False
        schemes = ("https",) if self.secure else ("http", "https")
        return parts.scheme in schemes and bool(host) and parts.netloc.lower() == host.lower()

    def refusal_of_try(self, *who: str) -> Refusal | None:
        """A try to sign in, counted against the address and the name alike."""
        refused = False
        for one in who:
            bucket = self._tries.pop(one, None) or Bucket(self._per_minute / SECONDS, self._per_minute, self._now_s())
            self._tries[one] = bucket
            if bucket.take(self._now_s()) < 0:
                bucket.give_back()
                refused = True
        while len(self._tries) > MOST_REMEMBERED:
            self._tries.popitem(last=False)
        return Refusal("rate/too_many_tries", "too many tries: wait a minute") if refused else None
