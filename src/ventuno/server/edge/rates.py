"""A token bucket for everybody who is counted: an account, an address."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from ventuno.refusal import Refusal
from ventuno.server.edge.bucket import Bucket

MOST_REMEMBERED: Final = 50_000  # then who was not heard of for longest is forgotten


class Rates:
    def __init__(self, per_second: float, burst: float, now_s: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._now_s = now_s
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def wait_s(self, who: Hashable, factor: float = 1.0) -> float:
        """Counts one. How long they should have waited; 0: they are in time."""
        tokens = self.bucket(who, factor).take(self._now_s())
        return max(-tokens / (self._per_second * factor), 0.0)

    def refused_s(self, who: Hashable, factor: float = 1.0, patience_s: float = 0.0) -> float:
        """The same, where who is earlier than that is refused: what is not done is not counted."""
        wait_s = self.wait_s(who, factor)
        if wait_s > patience_s:
            self._buckets[who].give_back()
        return wait_s

    def bucket(self, who: Hashable, factor: float = 1.0) -> Bucket:
        bucket = self._buckets.pop(who, None)
        if bucket is None:
            bucket = Bucket(self._per_second * factor, self._burst * factor, self._now_s())
        self._buckets[who] = bucket
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


def too_many(wait_s: float, what: str = "requests from your address") -> Refusal:
    """With `retry_s`, which becomes `Retry-After`."""
    seconds = max(math.ceil(wait_s), 1)
    return Refusal("rate/too_many_requests", f"too many {what}: try again in {seconds} s", {"retry_s": seconds})
