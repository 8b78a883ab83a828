"""What a table for one has of its own (T1): DEAL, REBET & DEAL, DOUBLE & DEAL (B3), and a menu of limits (B4)."""

from __future__ import annotations

from functools import partial
from typing import Final

from ventuno.protocol.commands import ChooseLimits, Deal
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.errands import Errands
from ventuno.table.port import Surroundings
from ventuno.table.queues import Queues
from ventuno.table.records import DealAsked, LimitsChosen, stored
from ventuno.table.rules import TableRules
from ventuno.table.voice import Voice
from ventuno.table.window import Window

NOT_OFFERED: Final = Refusal("table/not_offered", "there is no such thing at this kind of table")
NOTHING_TO_DEAL: Final = Refusal("bet/none", "there is no bet to deal for: bet at least the minimum")


class Alone:
    def __init__(
        self,
        rules: TableRules,
        voice: Voice,
        queues: Queues,
        errands: Errands,
        around: Surroundings,
        betting: Betting,
        window: Window,
    ) -> None:
        self._rules, self._voice, self._queues, self._errands = rules, voice, queues, errands
        self._around, self._betting, self._window = around, betting, window

    def deal(self, player: int, request: str, command: Deal) -> None:
        slip, deal = self._betting.slip_of(player), partial(self._window.close, (player, request))
        if command.bets == "placed":
            if slip.is_enough():
                self._errands.record_asked(player, request, (stored(DealAsked(player, request)),), deal)
            else:
                self._queues.refuse(player, request, NOTHING_TO_DEAL)
            return
        purse, last = self._around.purse(player), self._betting.last.get(player, ())
        if command.bets == "doubled" and not slip.is_empty:
            again = slip.double(purse)
        else:
            again = slip.repeat(last, purse, times=2 if command.bets == "doubled" else 1)
        if not isinstance(again, Refusal) and not slip.after(again).is_enough():
            again = NOTHING_TO_DEAL
        self._betting.change(player, request, again, deal)

    def choose_limits(self, player: int, request: str, command: ChooseLimits) -> None:
        """Before play; with bets on the table it counts from the next round."""
        levels, level = [limits.level for limits in self._rules.limits], command.level
        if self._rules.variant.table.limits_set_by != "menu":
            self._queues.refuse(player, request, NOT_OFFERED)
        elif level not in levels:
            why = f"there are no such limits: choose one of {', '.join(levels)}"
            self._queues.refuse(player, request, Refusal("limits/unknown", why, {"levels": levels}))
        else:
            body, then = stored(LimitsChosen(player, level)), partial(self._chose_limits, player, request, level)
            self._errands.keep_table(player, request, body, then, owner=player)

    def _chose_limits(self, player: int, request: str, level: str) -> None:
        self._rules.chosen_level = level
        if not self._errands.log.code:
            self._betting.clear()
        self._voice.whisper((player,), self._betting.my_bets(player))
        self._queues.done(player, request)
