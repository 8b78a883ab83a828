"""What a supervisor does to a table (E1, E3): pause, resume, void, close, open, limits, chat lines."""

from __future__ import annotations

from typing import Final

import msgspec

from ventuno.bank import SpotLimits
from ventuno.protocol import events as wire
from ventuno.refusal import Refusal
from ventuno.table import port
from ventuno.table.betting import Betting
from ventuno.table.chat import Chat
from ventuno.table.doubting import Doubting
from ventuno.table.ground import Ground
from ventuno.table.live_round import LiveRound
from ventuno.table.settling import Settling
from ventuno.table.stages import Stage
from ventuno.table.window import Window

VOID: Final = Refusal("round/void", "the round is void and every stake went back; nothing was done")


class Supervising:
    def __init__(
        self,
        ground: Ground,
        chat: Chat,
        betting: Betting,
        window: Window,
        live: LiveRound,
        settling: Settling,
        doubting: Doubting,
    ) -> None:
        self._rules, self._course, self._timer, self._voice = ground.rules, ground.course, ground.timer, ground.voice
        self._errands, self._chat, self._betting, self._window, self._live = ground.errands, chat, betting, window, live
        self._settling, self._doubting = settling, doubting
        self._shown: wire.Deadline | None = None  # what everybody was counting down to

    def act(self, act: port.AnyAct) -> None:
        match act:
            case port.PauseTable(reason=reason):
                self._shown = self._voice.view.deadline
                self._voice.stop(reason)
            case port.Resume():
                self._resume()
            case port.Void():
                self._void(act)
            case port.Close(reason=reason):
                self._close(reason)
            case port.Open():
                self._open()
            case port.SetLimits(limits=limits):
                self._set_limits(limits)
            case port.RemoveSaid(number=number):
                removed = self._chat.remove(number)
                if not isinstance(removed, Refusal):
                    self._voice.publish(removed)

    def _resume(self) -> None:
        """Timers go on with what was left of them, announced anew; after a fault nothing but what is stored counts."""
        if self._timer.pause is None:
            return
        if self._course.doubtful:
            self._resume_from_what_is_stored()
            return
        left_ms = self._timer.go()
        shown, self._shown = self._shown, None
        deadline = None
        if shown is not None and left_ms is not None:
            deadline = msgspec.structs.replace(shown, at_ms=self._timer.now_ms + left_ms)
        self._voice.publish(wire.TableResumed(deadline))
        if left_ms is None and not self._errands.is_asking:
            self._pick_up()

    def _resume_from_what_is_stored(self) -> None:
        self._errands.take()
        if self._errands.is_asking:
            self._errands.when_answered(self._resume)
            return
        self._timer.go()
        self._shown = None
        self._voice.publish(wire.TableResumed())
        self._doubting.believe_what_is_stored()
        if not self._errands.log.code:
            self._pick_up()

    def _pick_up(self) -> None:
        """Goes on from wherever the table stands, when nothing is due and nothing is with the bank."""
        match self._course.stage:
            case Stage.CLOSING:
                self._window.go_on_closing()
            case Stage.PLAYING:
                self._live.go_on()
            case Stage.SETTLING:
                self._settling.settle()
            case Stage.IDLE | Stage.RESULTS:
                self._window.next_round()
            case _:
                pass

    def _void(self, act: port.Void) -> None:
        errands = self._errands
        errands.take()
        if not errands.log.code or (self._course.stage is Stage.VOIDING and errands.is_asking):
            return
        if errands.is_asking:
            errands.when_answered(lambda: self._void(act))
            return
        if self._course.doubtful or not errands.quiet:
            errands.store_nothing()
            self._window.refuse_all(VOID)
        self._settling.void(act.reason, act.by)

    def _close(self, reason: str) -> None:
        course = self._course
        course.closing = reason
        if not course.closed:
            self._voice.publish(wire.TableClosing(reason))
        if course.stage in (Stage.IDLE, Stage.RESULTS):
            self._window.shut()
        elif course.stage is Stage.BETTING and not self._betting.bettors and self._errands.quiet:
            self._settling.void(reason)  # the round that was opened for nobody is ended

    def _open(self) -> None:
        course = self._course
        if not course.closed and not course.closing:
            return
        was_shut, course.closed, course.closing = bool(course.closed), "", ""
        self._voice.publish(wire.TableOpened())
        if was_shut:
            self._window.next_round()

    def _set_limits(self, limits: tuple[tuple[str, int, int, int, int], ...]) -> None:
        """From the next round on (B4)."""
        self._rules.limits = tuple(SpotLimits(*one[1:], level=one[0]) for one in limits)
        self.tell_limits()

    def tell_limits(self) -> None:
        self._voice.publish(wire.LimitsChanged(table_limits(self._rules.limits)))


def table_limits(limits: tuple[SpotLimits, ...]) -> tuple[wire.TableLimits, ...]:
    return tuple(msgspec.convert(msgspec.to_builtins(one), wire.TableLimits) for one in limits)
