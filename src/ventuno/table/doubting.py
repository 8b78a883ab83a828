"""After a fault of the program (E1): what the table remembers may be wrong, so the round is what its stored events say.

A round is never settled on anything that they cannot rebuild. They rebuild it: it goes on from there. They do not, or
no card was to be dealt yet: it is void, and every stake goes back.
"""

from __future__ import annotations

from typing import Final

from ventuno.play import rebuild
from ventuno.protocol.events import BettingClosed, RoundOpened
from ventuno.refusal import Refusal
from ventuno.table.ground import Ground
from ventuno.table.live_round import LiveRound
from ventuno.table.port import Alert
from ventuno.table.records import opens, played
from ventuno.table.settling import Settling
from ventuno.table.stages import Stage
from ventuno.table.telling import not_stored, told
from ventuno.table.window import Window

HAD_A_FAULT: Final = Refusal("table/fault", "the table had a fault meanwhile: look at the table for what counts")
CANNOT_GO_ON: Final = "what is stored of the round does not say how to go on"
RULES_GONE: Final = "round/rules_gone"
WHY: Final = {RULES_GONE: "the rules that the round began with are not there any more"}


class Doubting:
    def __init__(self, ground: Ground, window: Window, live: LiveRound, settling: Settling) -> None:
        self._rules, self._course, self._voice = ground.rules, ground.course, ground.voice
        self._errands, self._around, self._window, self._live = ground.errands, ground.around, window, live
        self._settling = settling
        self._unreadable = ""  # why what is stored of the round cannot be read

    def cannot_go_on(self, code: str) -> None:
        """What is stored of the round cannot be read: it is void when the table starts."""
        self._course.stage = Stage.VOIDING
        self._unreadable = code

    def void_unreadable(self) -> None:
        code, why = self._errands.log.code, self._unreadable
        alert = Alert(
            "round/unreadable", f"{code} cannot be read any more ({why}): it is void, and every stake goes back"
        )
        self._voice.out.append(alert)
        self._settling.void(WHY.get(why, CANNOT_GO_ON))

    def believe_what_is_stored(self) -> None:
        """When the table goes on and nothing is with the bank. Whoever still waits is told to look."""
        self._course.doubtful = False
        self._errands.store_nothing()
        self._errands.nothing_more()
        self._live.forget_question()
        self._live.forget_answers()
        if self._errands.log.code and not self._settling.end_if_paid():
            self._go_on_or_void()
        self._window.refuse_all(HAD_A_FAULT)

    def _go_on_or_void(self) -> None:
        log = self._errands.log
        try:
            events = played(log.bodies, opens(self._around.seal, log.code))
            playing = rebuild(self._rules.variant, events) if events else None
        except Exception:  # whatever it is: a round that cannot be rebuilt is not played on
            playing = None
        if playing is None or self._course.stage is Stage.VOIDING:
            self._settling.void(CANNOT_GO_ON)
            return
        self._live.take(playing, again=True)
        self._live.unstored_after(not_stored(playing, events))
        self._settling.forget_verdicts()
        self._course.stage = Stage.PLAYING
        self.show_round()

    def show_round(self) -> None:
        """Everybody sees the table as it is; what is asked now is asked with a fresh clock."""
        playing = self._live.playing
        self._voice.publish(RoundOpened(self._errands.log.code, self._course.opened_ms))
        self._voice.publish(BettingClosed())
        for event in told(playing, playing.events):
            self._voice.publish(event)
        self._live.go_on()
