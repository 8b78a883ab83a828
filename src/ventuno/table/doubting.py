"""After a fault of the program (E1): what the table remembers may be wrong, so the round is what its stored events say.

A round is never settled on anything that they cannot rebuild. They rebuild it: it goes on from there. They do not, or
no card was to be dealt yet: it is void, and every stake goes back.
"""

from __future__ import annotations

from typing import Final

from ventuno.bank import Receipt
from ventuno.play import Event, Round, rebuild
from ventuno.protocol.events import BettingClosed, RoundEnded, RoundOpened
from ventuno.refusal import Refusal
from ventuno.table.betting import Stage
from ventuno.table.port import Alert
from ventuno.table.records import opens, played
from ventuno.table.settling import Settling
from ventuno.table.telling import not_stored, told

HAD_A_FAULT: Final = Refusal("table/fault", "the table had a fault meanwhile: look at the table for what counts")
CANNOT_GO_ON: Final = "what is stored of the round does not say how to go on"
RULES_GONE: Final = "round/rules_gone"
WHY: Final = {RULES_GONE: "the rules that the round began with are not there any more"}


class Doubting(Settling):
    def cannot_go_on(self, code: str) -> None:
        """Taken up after a restart, and what is stored of the round cannot be read: it is void when it starts."""
        self.stage = Stage.VOIDING
        self._unreadable = code

    _unreadable = ""

    def void_unreadable(self) -> None:
        why = f"{self.code} cannot be read any more ({self._unreadable}): it is void, and every stake goes back"
        self._out.append(Alert("round/unreadable", why))
        self.void_round(WHY.get(self._unreadable, CANNOT_GO_ON))

    def believe_what_is_stored(self) -> None:
        """When the table goes on and nothing is with the bank. Whoever still waits is told to look."""
        self.doubtful = False
        self.store_nothing()
        self.nothing_more()
        self.question = None
        self._tell_hands, self._to_answer = set(), []
        paid, receipt = self.paid
        if self.code and paid == self.code and receipt:
            self._end_paid_round(receipt)
        elif self.code:
            self._go_on_or_void()
        self.refuse_all(HAD_A_FAULT)

    def _end_paid_round(self, receipt: Receipt) -> None:
        """The bank has paid; only the telling failed, and everybody finds it in their story."""
        self.stage, self.code, self.bodies = Stage.RESULTS, "", []
        self.publish(RoundEnded(receipt.staked_minor, receipt.returned_minor))

    def _go_on_or_void(self) -> None:
        try:
            events = played(self.bodies, opens(self.around.seal, self.code))
            playing = rebuild(self.variant, events) if events else None
        except Exception:  # whatever it is: a round that cannot be rebuilt is not played on
            playing = None
        if playing is None or self.stage is Stage.VOIDING:
            self.void_round(CANNOT_GO_ON)
        else:
            self._take_again(playing, events)
            self.show_round()

    def _take_again(self, playing: Round, events: list[Event]) -> None:
        """The rebuilt round in the place of the other; what was decided in advance and what lies on the spots stays."""
        card, early, added = self._card, dict(self.early), dict(self.added)
        used = self._golden_used
        self.take(playing)
        self.early |= early
        self.added |= added
        self._card, self._golden_used, self._verdicts = card, used, ()
        self.unstored_after(not_stored(playing, events))
        self.stage = Stage.PLAYING

    def clear_table(self) -> None:
        super().clear_table()
        self.bodies = []
        self.doubtful = False  # nothing is left that could be wrong

    def show_round(self) -> None:
        """Everybody sees the table as it is; what is asked now is asked with a fresh clock."""
        playing = self.now_playing
        self.publish(RoundOpened(self.code, self.opened_ms))
        self.publish(BettingClosed())
        for event in told(playing, playing.events):
            self.publish(event)
        self.go_on()
