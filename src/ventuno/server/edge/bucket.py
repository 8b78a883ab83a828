"""A token bucket: so many a second, so many at once; beyond that a debt, which says how hard somebody pushes."""

from __future__ import annotations


class Bucket:
    __slots__ = ("_at_s", "_burst", "per_second", "tokens")

    def __init__(self, per_second: float, burst: float, now_s: float) -> None:
        self.per_second = per_second
        self._burst = burst
        self._at_s = now_s
        self.tokens = burst

    def take(self, now_s: float) -> float:
        """Takes one. Below zero: too fast; the further below, the longer it went on."""
        tokens = self.tokens + (now_s - self._at_s) * self.per_second
        self._at_s = now_s
        self.tokens = (tokens if tokens < self._burst else self._burst) - 1
        return self.tokens

    def level(self, now_s: float) -> float:
        """What is in it, without taking any."""
        return min(self.tokens + (now_s - self._at_s) * self.per_second, self._burst)

    def give_back(self) -> None:
        """What was refused for another reason costs nothing."""
        self.tokens += 1
