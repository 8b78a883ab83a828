"""Who has the disk, as `store.owner` has it on PostgreSQL: a lock, a lease by the world's time, and an epoch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ventuno.refusal import RefusalRaised
from ventuno.store.owner import AGAIN_S, LEASE_S, RENEW_S

if TYPE_CHECKING:
    from tests.world.world import World


class Owner:
    """What lies on the disk."""

    def __init__(self) -> None:
        self.epoch = 0
        self.renewed_s = 0.0
        self.lock: Hold | None = None  # whose session has it: a process that lives, stopped or not
        self.hold: Hold | None = None  # who took it last: the world knows, whatever the epochs say

    def take(self, hold: Hold, now_s: float) -> int:
        self.epoch += 1
        self.lock = self.hold = hold
        self.renewed_s = now_s
        return self.epoch


class Hold:
    """Of one process: `Hold(world)` takes the disk or is refused. `lost` is called when another has it."""

    its_session_ended: bool  # by another, who took over: the next transaction meets it

    def __init__(self, world: World, *, has_watched: bool = False) -> None:
        """`has_watched`: the owner did not renew before our eyes, for as long as it takes."""
        self._world, self._owner = world, world.disk.owner
        world.disk.check()
        former = self._owner.lock
        if former is not None and not (has_watched and self.is_stale(world)):
            raise RefusalRaised("store/in_use", "the world's disk is in use by another house")
        if former is not None:
            former.its_session_ended = True
        self.epoch = self._owner.take(self, world.now)
        self.renewed_s = world.now
        self.lost: Callable[[], None] = lambda: None
        self.its_session_ended = False
        self.asleep = self._overslept = self._ended = False
        world.at(RENEW_S, self._renew)

    @staticmethod
    def is_stale(world: World) -> bool:
        return world.now - world.disk.owner.renewed_s > LEASE_S

    @property
    def is_former(self) -> bool:
        return self._owner.hold is not self

    def end(self) -> None:
        self._ended = True
        if self._owner.lock is self:
            self._owner.lock = None

    def wake(self, delay_s: float) -> None:
        self.asleep = False
        if self._overslept:
            self._overslept = False
            self._world.at(delay_s, self._renew)

    def _renew(self) -> None:
        asked_s, hangs_s = self._world.now, self._world.disk.hangs_until_s - self._world.now
        if hangs_s > 0:
            self._world.at(hangs_s, lambda: self._answered(asked_s))
        else:
            self._answered(asked_s)

    def _answered(self, asked_s: float) -> None:
        if self._ended:
            return
        self._overslept = self.asleep
        if self.asleep:
            return
        if self._world.disk.away:
            self._world.at(AGAIN_S, self._renew)
        elif self._owner.epoch != self.epoch:
            self.lost()
        else:
            self.renewed_s, self._owner.renewed_s = asked_s, self._world.now
            self._world.at(RENEW_S, self._renew)
