"""Who comes, goes, leaves and speaks at a table (A3, E2)."""

from __future__ import annotations

from functools import partial

from ventuno.protocol import commands as said
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.chat import Chat
from ventuno.table.ground import Ground
from ventuno.table.port import Guest
from ventuno.table.seating import Seating
from ventuno.table.settling import Settling
from ventuno.table.stages import Stage
from ventuno.table.window import Window


class Attendance:
    def __init__(
        self, ground: Ground, chat: Chat, betting: Betting, seating: Seating, window: Window, settling: Settling
    ) -> None:
        self._rules, self._course, self._company = ground.rules, ground.course, ground.company
        self._seats, self._timer, self._voice, self._queues = ground.seats, ground.timer, ground.voice, ground.queues
        self._errands, self._chat, self._betting, self._seating = ground.errands, chat, betting, seating
        self._window, self._settling = window, settling
        self.leaving: set[int] = set()  # gone, with something still at the bank

    def enter(self, guest: Guest) -> None:
        course, here = self._course, self._company.here
        self._company.guests[guest.player] = guest
        if guest.player not in here:
            here.add(guest.player)
            self._timer.flush_soon(len(here))
            self._seats.dirty.update(self._seats.set_away(guest.player, False))
            if self._rules.kind.alone and not self._errands.log.code and self._errands.quiet:
                self._betting.clear()  # whose table it is counts: limits, and the jackpot of their currency
                self._settling.tell_jackpot()
        if course.closed or self._timer.pause:
            return
        waits = self._rules.times.betting_ms and self._voice.view.phase == "waiting"
        if course.stage is Stage.BETTING and waits:
            self._window.open_window()
        elif course.stage is Stage.IDLE:
            self._window.next_round()

    def gone(self, player: int) -> None:
        """The last connection is gone; nothing was said (E2)."""
        if player in self._company.here:
            self._seats.dirty.update(self._seats.set_away(player, True))
            self._went(player)
            self._return_open_bets(player)

    def leave(self, player: int, request: str, command: said.Leave) -> None:
        """As if the connection were gone, and not to come back (E2)."""
        left = partial(self._left, player, request)
        if self._seats.of(player):
            self._seating.leave(player, request, left)
        else:
            left()

    def _left(self, player: int, request: str) -> None:
        self._went(player)
        self._queues.done(player, request)
        self._return_open_bets(player)

    def _went(self, player: int) -> None:
        """Where a round waits for its player, one whose bets were all taken back is not left behind."""
        self._company.here.discard(player)
        self._timer.flush_soon(len(self._company.here))
        waits = not self._rules.kind.clock and self._course.stage is Stage.BETTING
        if waits and not self._betting.bettors and self._errands.quiet:
            self._settling.void("nothing was bet")

    def _return_open_bets(self, player: int, *, left_in_time: bool = False) -> None:
        """E2: where the game says so, bets go back as long as betting is open; or was, when the player left."""
        stage = self._course.stage
        is_open = stage is Stage.BETTING or (left_in_time and stage is Stage.CLOSING)
        if self._rules.variant.table.disconnected != "open-bets-return" or not is_open:
            return
        if self._queues.is_busy(player):
            self.leaving.add(player)
            return
        self.leaving.discard(player)
        slip = self._betting.slips.get(player)
        change = slip.clear() if slip else None
        if change is not None and not isinstance(change, Refusal):
            self._betting.take_back(player, change)

    def released(self, player: int) -> None:
        """What the player had at the bank is answered."""
        if player in self.leaving and not self._queues.is_busy(player):
            self.leaving.discard(player)
            if player not in self._company.here:
                self._return_open_bets(player, left_in_time=True)

    def say(self, player: int, request: str, command: said.Say) -> None:
        guest = self._company.guests[player]
        line = self._chat.say(player, guest.name, command.text, self._timer.now_ms, guest.muted_until_ms)
        if isinstance(line, Refusal):
            self._queues.refuse(player, request, line)
        else:
            self._voice.publish(line)
            self._queues.done(player, request)
