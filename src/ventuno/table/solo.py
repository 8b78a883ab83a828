"""A table for one (T1): no clock, up to three hands, the player presses DEAL.

A round is opened with its first bet and waits as long as it must; whatever was bet or decided is
stored, so the player comes back to the exact decision they left.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ventuno.bank import SpotLimits
from ventuno.play import Phase, Round, Settlement
from ventuno.protocol import events as wire
from ventuno.protocol.commands import ChooseLimits, Deal
from ventuno.refusal import Refusal
from ventuno.table.betting import Stage
from ventuno.table.config import limits_of_guest
from ventuno.table.machine import NOT_OFFERED, Machine
from ventuno.table.playing import Question
from ventuno.table.port import Guest, Out
from ventuno.table.records import AnyRecord, BetsChanged, DealAsked, LimitsChosen, RulesNamed, stored
from ventuno.table.slip import Change
from ventuno.variant import digest

NOTHING_TO_DEAL: Final = Refusal("bet/none", "there is no bet to deal for: bet at least the minimum")


class Dealing(NamedTuple):
    """DEAL was pressed and is answered with the first card on its way."""

    player: int
    request: str


class Solo(Machine):
    chosen_level: str = ""  # of the menu (B4)
    _dealing: Dealing | None = None

    # -- betting without a clock ----------------------------------------------------------------

    @property
    def bets_open(self) -> bool:
        return self.stage in (Stage.IDLE, Stage.OPENING, Stage.BETTING, Stage.RESULTS)

    def ready_to_bet(self) -> None:
        if not self.code:
            self.open_round()

    def round_limits(self) -> tuple[SpotLimits, ...]:
        """Of a menu, the entry that was chosen: it binds at the bank too."""
        if self.variant.table.limits_set_by != "menu":
            return self.limits
        return (limits_of_guest(self.limits, "menu", "", self.chosen_level),)

    def round_currency(self) -> str:
        return next((guest.currency for guest in self.guests.values()), self.config.currency)

    def came(self, guest: Guest) -> None:
        """Whose table it is counts: limits, and the jackpot of their currency."""
        if not self.code and self.quiet:
            self.clear_bets()
            self.tell_jackpot()

    def limits_for(self, guest: Guest) -> SpotLimits:
        set_by = self.variant.table.limits_set_by
        return limits_of_guest(self.terms.limits, set_by, guest.vip_level, self.chosen_level)

    def choose_limits(self, player: int, request: str, command: ChooseLimits) -> None:
        """Before play; with bets on the table it counts from the next round."""
        levels = [limits.level for limits in self.limits]
        if self.variant.table.limits_set_by != "menu":
            self.refuse(player, request, NOT_OFFERED)
        elif command.level not in levels:
            why = f"there are no such limits: choose one of {', '.join(levels)}"
            self.refuse(player, request, Refusal("limits/unknown", why, {"levels": levels}))
        else:
            body = stored(LimitsChosen(player, command.level))
            self.keep_table(
                player, request, body, lambda: self._chose_limits(player, request, command.level), owner=player
            )

    def _chose_limits(self, player: int, request: str, level: str) -> None:
        self.chosen_level = level
        if not self.code:
            self.clear_bets()
        self.whisper((player,), self.my_bets(player))
        self.done(player, request)

    def kept(self, player: int, request: str, change: Change) -> tuple[bytes, ...]:
        """REBET & DEAL and DOUBLE & DEAL are one command: where the bets lie, the deal is on its way."""
        deals = request and isinstance(self._heard.get(player), Deal)
        return (stored(BetsChanged(player, request, change)), *([_asked(player, request)] if deals else []))

    def kept_at_opening(self) -> tuple[bytes, ...]:
        """The rules too: the bets may lie for weeks before they are dealt for."""
        player = next(iter(self.guests), 0)
        chosen = (stored(LimitsChosen(player, self.chosen_level)),) if self.chosen_level else ()
        return (stored(RulesNamed(digest(self.variant))), *chosen)

    # -- DEAL, REBET & DEAL, DOUBLE & DEAL (B3) -------------------------------------------------

    def deal(self, player: int, request: str, command: Deal) -> None:
        if refusal := self.refusal_of_bet(player):
            self.refuse(player, request, refusal)
            return
        slip, purse, last = self.slip_of(player), self.around.purse(player), self.last.get(player, ())
        if command.bets == "placed":
            self._deal_placed(player, request)
            return
        times = 2 if command.bets == "doubled" else 1
        again = slip.double(purse) if times == 2 and not slip.is_empty else slip.repeat(last, purse, times=times)
        if not isinstance(again, Refusal) and not slip.after(again).is_enough():
            again = NOTHING_TO_DEAL
        if not isinstance(again, Refusal):
            self.ready_to_bet()
        self.change_bets(player, request, again, lambda: self._deal(player, request))

    def _deal_placed(self, player: int, request: str) -> None:
        if not self.slip_of(player).is_enough():
            self.refuse(player, request, NOTHING_TO_DEAL)
        else:
            self.record_asked(player, request, (_asked(player, request),), lambda: self._deal(player, request))

    def _deal(self, player: int, request: str) -> None:
        self._dealing = Dealing(player, request)
        self.close_betting()

    def round_began(self) -> None:
        self._answer_deal(None)

    def reopen(self) -> None:
        self.stage = Stage.BETTING
        self.open_window()
        self._answer_deal(Refusal("bet/none", "nothing is left to play for: bet at least the minimum"))

    def refuse_all(self, refusal: Refusal) -> None:
        self._dealing = None
        super().refuse_all(refusal)

    def _answer_deal(self, refusal: Refusal | None) -> None:
        dealing, self._dealing = self._dealing, None
        if dealing and refusal:
            self.refuse(*dealing, refusal)
        elif dealing:
            self.done(*dealing)

    # -- one hand after the other, the rightmost first (D8) -------------------------------------

    def ask_decision(self, playing: Round) -> None:
        asked = next(playing.asked())
        self.question = Question(self.turn, playing.phase, asked.position, asked.line)
        early = playing.phase is Phase.EARLY_SURRENDER
        self.publish(wire.Asked(self.turn, asked.position, asked.line, early))
        self.start_clock(0)

    # -- between rounds -------------------------------------------------------------------------

    def next_round(self) -> None:
        """No round without a bet."""
        if self.closing:
            self.shut()
        elif self.stage is Stage.RESULTS:
            self.stage = Stage.IDLE

    def after_results(self, settlement: Settlement) -> None:
        players = tuple(self.seated.rows)
        self.clear_bets()
        for player in players:
            self.whisper((player,), self.my_bets(player))

    def went(self, player: int) -> None:
        """A round opened for bets that were all taken back is not left behind."""
        if self.stage is Stage.BETTING and not self._bettors and self.quiet:
            self.void_round("nothing was bet")

    def left(self, player: int) -> None:
        self.went(player)

    def voided(self, reason: str, now_ms: int) -> list[Out]:
        """The house has voided the round at the bank: left for 90 days (T1)."""
        return self.called(now_ms, lambda: self.forget_round(reason) if self.code else None)

    def forget_round(self, reason: str) -> None:
        super().forget_round(reason)
        self._answer_deal(Refusal("round/void", f"the round is void and every stake went back: {reason}"))

    # -- after a restart (E4) -------------------------------------------------------------------

    def take_up_window(self) -> None:
        """The bets lie where they lay; what was to be dealt is dealt."""
        self.open_window()
        if self._deal_asked and any(slip.is_enough() for slip in self.slips.values()):
            self.close_betting()

    _deal_asked = False  # before the restart, and nothing was bet since

    def remember(self, record: AnyRecord) -> None:
        super().remember(record)
        if isinstance(record, LimitsChosen):
            self.chosen_level = record.level

    def remember_in_round(self, record: AnyRecord) -> None:
        super().remember_in_round(record)
        if isinstance(record, BetsChanged) and self.stage is Stage.BETTING:
            self._apply(record.player, record.change)
        if isinstance(record, BetsChanged | DealAsked):
            self._deal_asked = isinstance(record, DealAsked) or (self._deal_asked and not record.request)


def _asked(player: int, request: str) -> bytes:
    return stored(DealAsked(player, request))
