"""What a supervisor does to a table (E1, E3): pause, resume, void, close, open, limits, chat lines."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ventuno.bank import SpotLimits
from ventuno.protocol.events import (
    Deadline,
    LimitsChanged,
    TableClosed,
    TableClosing,
    TableLimits,
    TableOpened,
    TableResumed,
)
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe
from ventuno.table import port
from ventuno.table.betting import Stage
from ventuno.table.chat import Chat
from ventuno.table.config import TableConfig
from ventuno.table.doubting import Doubting
from ventuno.table.port import AnyAct, Surroundings
from ventuno.table.pricing import Odds
from ventuno.variant import Variant

VOID: Final = Refusal("round/void", "the round is void and every stake went back; nothing was done")


class Supervising(Doubting):
    def __init__(
        self, config: TableConfig, variant: Variant, shoe: Shoe, around: Surroundings, odds: Odds | None = None
    ) -> None:
        super().__init__(config, variant, shoe, around, odds)
        self.chat = Chat(on=self.info.chat)
        self._after_answers: deque[Callable[[], None]] = deque()

    def act_on(self, act: AnyAct) -> None:
        ACTS[type(act)](self, act)

    def pause_table(self, act: port.Pause) -> None:
        self._shown = self.view.deadline
        self.stop(act.reason)

    _shown: Deadline | None = None  # what everybody was counting down to

    def resume_table(self, act: port.Resume) -> None:
        """Timers go on with what was left of them, announced anew; after a fault nothing but what is stored counts."""
        if self.pause is None:
            return
        if self.doubtful:
            self._resume_from_what_is_stored(act)
            return
        left_ms = self.go()
        shown, self._shown = self._shown, None
        deadline = None
        if shown is not None and left_ms is not None:
            deadline = msgspec.structs.replace(shown, at_ms=self.now_ms + left_ms)
        self.publish(TableResumed(deadline))
        if left_ms is None and not self._flying:
            self.pick_up()

    def _resume_from_what_is_stored(self, act: port.Resume) -> None:
        self.take_early_answers()
        if self._flying:
            self._when_answered(lambda: self.resume_table(act))
            return
        self.go()
        self._shown = None
        self.publish(TableResumed())
        self.believe_what_is_stored()
        if not self.code:
            self.pick_up()

    def pick_up(self) -> None:
        """Goes on from wherever the table stands, when nothing is due and nothing is with the bank."""
        match self.stage:
            case Stage.CLOSING:
                self.when_quiet(self._return_what_is_too_little)
            case Stage.PLAYING if self.question is None:
                self.go_on()
            case Stage.PLAYING if self._time_up:
                self.when_quiet(self._decide_by_time)
            case Stage.SETTLING:
                self.settle()
            case Stage.IDLE | Stage.RESULTS:
                self.next_round()
            case _:
                pass

    def void_table(self, act: port.Void) -> None:
        self.take_early_answers()
        if not self.code or (self.stage is Stage.VOIDING and self._flying):
            return
        if self._flying:
            self._when_answered(lambda: self.void_table(act))
            return
        if self.doubtful or self._to_store:
            self.store_nothing()
            self.refuse_all(VOID)
        self.void_round(act.reason, act.by)

    def _when_answered(self, do: Callable[[], None]) -> None:
        """Even while the table stands still: what the bank was asked must be answered first."""
        self._after_answers.append(do)

    def answered(self) -> None:
        while self._after_answers and not self._flying:
            self._after_answers.popleft()()

    def after_void(self) -> None:
        if self.pause is None:
            self.next_round()

    def close_table(self, act: port.Close) -> None:
        self.closing = act.reason
        if not self.closed:
            self.publish(TableClosing(act.reason))
        if self.stage in (Stage.IDLE, Stage.RESULTS):
            self.shut()
        elif self.stage is Stage.BETTING and not self._bettors and self.quiet:
            self.after_window()

    def after_window(self) -> None:
        """Nobody has bet and the table closes: the round that was opened for nobody is ended."""
        self.void_round(self.closing)

    def shut(self) -> None:
        self.no_alarm()
        self.closed, self.closing = self.closing, ""
        self.publish(TableClosed(self.closed))

    def open_table(self, act: port.Open) -> None:
        if not self.closed and not self.closing:
            return
        was_shut, self.closed, self.closing = bool(self.closed), "", ""
        self.publish(TableOpened())
        if was_shut:
            self.next_round()

    def set_limits(self, act: port.SetLimits) -> None:
        """From the next round on (B4)."""
        self.limits = tuple(
            SpotLimits(main_least, main_most, side_least, side_most, level)
            for level, main_least, main_most, side_least, side_most in act.limits
        )
        self.publish(LimitsChanged(table_limits(self.limits)))

    def remove_said(self, act: port.RemoveSaid) -> None:
        removed = self.chat.remove(act.number)
        if not isinstance(removed, Refusal):
            self.publish(removed)


def table_limits(limits: tuple[SpotLimits, ...]) -> tuple[TableLimits, ...]:
    return tuple(msgspec.convert(msgspec.to_builtins(one), TableLimits) for one in limits)


ACTS: Final[dict[type, Callable[[Supervising, Any], None]]] = {
    port.Pause: Supervising.pause_table,
    port.Resume: Supervising.resume_table,
    port.Void: Supervising.void_table,
    port.Close: Supervising.close_table,
    port.Open: Supervising.open_table,
    port.SetLimits: Supervising.set_limits,
    port.RemoveSaid: Supervising.remove_said,
}
