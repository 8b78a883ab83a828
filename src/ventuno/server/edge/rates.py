"""Token buckets: so many a second, so many at once; beyond that a debt, which says how hard somebody pushes.

One for everybody who is counted: an account, an address. What one connection may send goes by three of them.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

from ventuno.refusal import Refusal

MOST_REMEMBERED: Final = 50_000  # then who was not heard of for longest is forgotten
CALM: Final = 0.1  # of what one may send is more than people do for long
CALM_BURST: Final = 0.25  # and this at once
FLOOD: Final = 4  # so many times the burst in debt is a flood


class Bucket:
    __slots__ = ("_at_s", "burst", "per_second", "tokens")

    def __init__(self, per_second: float, burst: float, now_s: float) -> None:
        self.per_second = per_second
        self.burst = burst
        self._at_s = now_s
        self.tokens = burst

    def take(self, now_s: float) -> float:
        """Takes one. Below zero: too fast; the further below, the longer it went on."""
        tokens = self.tokens + (now_s - self._at_s) * self.per_second
        self._at_s = now_s
        self.tokens = (tokens if tokens < self.burst else self.burst) - 1
        return self.tokens

    def level(self, now_s: float) -> float:
        """What is in it, without taking any."""
        return min(self.tokens + (now_s - self._at_s) * self.per_second, self.burst)

    def give_back(self) -> None:
        """What was refused for another reason costs nothing."""
        self.tokens += 1


class Allowance:
    """What one connection may send: of its own, with its account's others, with all who come from its address."""

    __slots__ = ("_account", "_calm", "is_flood", "own", "shared", "wait_s")

    def __init__(self, own: Bucket, account: Bucket, shared: Bucket | None) -> None:
        self.own, self._account, self.shared = own, account, shared
        self._calm: Bucket | None = None  # what this one may send while others from there send too much
        self.wait_s = 0.0  # that nothing more should be read for, since the last frame; 0: it was in time
        self.is_flood = False

    def take(self, now_s: float) -> float:
        """Counts a frame, of whatever kind and size: nothing a client can send is free. Below zero: too fast."""
        tokens, of_account, burst = self.own.take(now_s), self._account.take(now_s), self._account.burst
        if of_account < tokens:
            tokens = of_account
        self.is_flood = tokens < -FLOOD * burst
        self.wait_s = -tokens / self.own.per_second if tokens < -burst else 0.0
        if self.shared is not None and (of_all := self.shared.take(now_s)) < 0 and self._calms_down(now_s):
            self.wait_s = -of_all / self.shared.per_second
        return tokens

    def _calms_down(self, now_s: float) -> bool:
        """Too much comes from this address. Who sends as much as people do is not slowed for what others send."""
        if self._calm is None:
            self._calm = Bucket(self.own.per_second * CALM, max(self.own.level(now_s) * CALM_BURST, 1), now_s)
        return self._calm.take(now_s) < 0


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
