"""Second houses on the same disk: beside one that lives, and in the place of one that was stopped and wakes up later.

In some worlds only, with dice of their own. In the others the disk is nobody's, as a file with one house is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.world.owner import Hold
from ventuno.refusal import RefusalRaised
from ventuno.store import StoreFault
from ventuno.store.owner import WATCHED_S

if TYPE_CHECKING:
    from tests.world.process import Process
    from tests.world.world import World

WORLDS: Final = 0.4  # that have them
EVERY_S: Final = 50.0
BESIDE: Final = 0.2  # of them, beside one that lives
STOPPED_S: Final = (0.8, 4.0, 12.0, 20.0, 40.0)
# Where: with something that is not done yet, or done and not told; or just before a table's time is up.
ASKED, COMMITTED, DUE = "with an ask on its way", "after a commit", "due"
TRIES: Final = 6
AGAIN_S: Final = 2.0
JUST_BEFORE_S: Final = 0.001
OVER_S: Final = 4.0  # that a former owner may take to stop, twice


class Seconds:
    def __init__(self, world: World) -> None:
        self.world = world
        self.dice = world.dice("second houses")
        self.there_are = self.dice.random() < WORLDS
        self.fuse: int | None = None  # so many points more, and the process is stopped
        self.where = ""  # points of this kind only

    def plan(self) -> None:
        if self.there_are:
            self.world._again(EVERY_S, self._strike, self.dice)

    def hold(self) -> Hold | None:
        return Hold(self.world) if self.there_are else None

    def point(self, process: Process, where: str) -> None:
        """The process may be stopped here."""
        if self.fuse is not None and self.where in where:
            self.fuse -= 1
            if self.fuse <= 0:
                self.fuse = None
                self._stop(process)

    def calm_down(self) -> None:
        self.fuse = None
        for process in list(self.world.server.lives):
            self._wake(process)

    def _strike(self) -> None:
        if not self.world.server.is_up:
            return
        if self.dice.random() < BESIDE:
            self._open()
        else:
            where = self.dice.choice(("", ASKED, ASKED, COMMITTED, DUE, DUE))
            points = self.dice.choice((1, 2, 3, self.dice.randint(4, 10 if where else 60)))
            if where == DUE:
                self._stop_when_due(self.world.server.process)
            else:
                self.where, self.fuse = where, points

    def _stop_when_due(self, process: Process | None) -> None:
        at_ms = process.house.floor.service.timers._at_ms if process else None
        if at_ms is not None:
            due_s = (at_ms - self.world.now_ms) / 1000
            self.world.at(due_s - JUST_BEFORE_S, lambda: self._stop_now(process))

    def _stop_now(self, process: Process | None) -> None:
        if self.world.turmoil and self.world.server.is_up and self.world.server.process is process and process:
            self._stop(process)

    # -- stopped, and awake again ---------------------------------------------------------------

    def _stop(self, process: Process) -> None:
        world = self.world
        world.counts["stopped"] += 1
        world.trace(f"process {process.number} is stopped")
        process.stop()
        world.at(self.dice.choice(STOPPED_S), lambda: self._wake(process))
        world.at(self.dice.uniform(0.0, 6.0), lambda: self._try(TRIES))
        for link in process.links:
            if self.dice.random() < 0.6:  # the others wait for as long as it takes
                silent_s = self.dice.uniform(2.0, 15.0)
                world.at(silent_s, lambda link=link: link.cut(0.0) if process.is_stopped else None)  # type: ignore[misc]

    def _wake(self, process: Process) -> None:
        if process.alive and process.is_stopped:
            self.world.trace(f"process {process.number} wakes up")
            writer_s, owner_s = self.dice.choice((0.0, 0.001, 0.3)), self.dice.choice((0.0, 0.2, 0.4))
            process.wake(writer_s, owner_s, reads_first=self.dice.random() < 0.5)
            self.world.at(OVER_S, lambda: self._must_be_over(process))

    def _must_be_over(self, process: Process, is_late: bool = False) -> None:
        """A former owner stops by itself, as soon as it can know."""
        disk = self.world.disk
        if not process.alive or process.is_stopped or not process.is_former:
            return
        if is_late:
            self.world.watch.wrong(f"process {process.number} goes on, and another has taken over")
            return
        can_know = not disk.away and disk.hangs_until_s <= self.world.now
        self.world.at(OVER_S, lambda: self._must_be_over(process, can_know))

    # -- another one ----------------------------------------------------------------------------

    def _try(self, tries: int) -> None:
        """Until it is in, or somebody gets tired of it."""
        if self.world.turmoil and tries and self.world.server.process is not None and not self._open():
            self.world.at(AGAIN_S, lambda: self._try(tries - 1))

    def _look_again(self) -> None:
        self._open(has_watched=True)

    def _open(self, has_watched: bool = False) -> bool:
        """As a start of `ventuno serve` on the same disk. True: it is open, or still looks."""
        world = self.world
        if not world.turmoil or world.disk.hangs_until_s > world.now:
            return False
        if world.disk.owner.lock is not None and Hold.is_stale(world) and not has_watched:
            world.at(WATCHED_S, self._look_again)
            return True
        former = world.server.process
        world.counts["second houses"] += 1
        try:
            hold = Hold(world, has_watched=has_watched)
        except StoreFault:
            return False
        except RefusalRaised as refused:
            world.counts["second houses refused"] += 1
            world.trace(f"a second house is refused: {refused}")
            return False
        if former is not None:
            world.counts["taken over"] += 1
            if not former.is_stopped:
                world.watch.wrong(f"process {former.number} lives, and another house opens beside it")
        world.server.open_beside(hold)
        return True
