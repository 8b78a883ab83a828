"""The betting window (B1 to B7): it opens, bets are booked one by one, it closes, and the round starts.

    IDLE -> OPENING -> BETTING -> CLOSING -> PLAYING -> SETTLING -> RESULTS -> OPENING or IDLE

A round is opened at the bank together with its window. What does not play (below the minimum, behind
nobody) goes back before the first card; if nothing is left, the window opens again under the same code.
"""

from __future__ import annotations

from collections.abc import Collection

from ventuno.bank import OpenRound, Outcome
from ventuno.play import Bet, Round
from ventuno.protocol.events import BettingClosed, DeadlineMoved, RoundOpened
from ventuno.refusal import Refusal
from ventuno.shoe import CutCardShoe
from ventuno.table.betting import Betting, Stage
from ventuno.table.records import BetsKept, stored


class Window(Betting):
    # -- the window opens -----------------------------------------------------------------------

    def open_round(self) -> None:
        self.code, self.stored = self.around.new_code(self.now_ms), 0
        self.stored_before = 0
        self.opened_ms = self.now_ms
        self.forget_answered()
        self._begin_shoe()
        self.stage = Stage.OPENING
        events = self.kept_at_opening()
        command = OpenRound(
            key=f"{self.code}/open",
            at_ms=self.now_ms,
            round=self.code,
            events=events,
            table=self.info.key,
            game=self.variant.key,
            terms=self.terms,
        )
        self.stored, self.bodies = len(events), [*events]
        self.ask(command, self._opened)

    def _begin_shoe(self) -> None:
        """All cards of the last round are off the table; a shuffle that is due happens now (S1)."""
        self._shuffled = self._shuffled or getattr(self.shoe, "cut_card_shown", not isinstance(self.shoe, CutCardShoe))
        self.shoe.begin_round()

    def _opened(self, outcome: Outcome) -> None:
        if isinstance(outcome, Refusal):
            self.code, self.stage = "", Stage.IDLE
            self.fault(outcome.code, f"no round could be opened: {outcome.why}")
            return
        self.stage = Stage.BETTING
        self.open_window()
        self._shuffled = False
        self.after_opening()
        if self.times.betting_ms:
            self._tell_who_can_repeat()

    def open_window(self) -> None:
        """Bets are open, with a clock where somebody is there and the table has one."""
        timed = self.times.betting_ms > 0 and bool(self.here)
        deadline = self.deadline(self.times.betting_ms, "bets-close") if timed else None
        self.publish(RoundOpened(self.code, self.opened_ms, deadline, self._shuffled))
        if timed:
            self.wake_in(self.times.betting_ms, self.close_betting)

    # -- the window closes ----------------------------------------------------------------------

    def close_betting(self) -> None:
        """Red (B1): nothing more is taken, and what is with the bank is waited for."""
        if self.stage is not Stage.BETTING:
            return
        self.no_alarm()
        if self.quiet and not self._bettors:
            self.reopen()
            return
        self.stage = Stage.CLOSING
        self.flush()
        self.publish(BettingClosed())
        self.when_quiet(self._return_what_is_too_little)

    def _return_what_is_too_little(self) -> None:
        for player, slip in list(self.slips.items()):
            self.take_back(player, slip.below_minimum())
        self.when_quiet(self._return_what_nobody_leads)

    def _return_what_nobody_leads(self) -> None:
        for player, change in list(self.unled()):
            self.take_back(player, change)
        self.when_quiet(self._start)

    def _start(self) -> None:
        bets = self._engine_bets()
        if not bets:
            self.reopen()
            return
        playing = Round(self.variant, bets, jackpot=self._pool())
        self.record("start", (*self.kept_at_start(), stored(playing.events[0])), lambda: self._started(playing))

    def kept_at_start(self) -> tuple[bytes, ...]:
        """Slips with golden chips, whose values the events of play do not know."""
        if not self.terms.golden_per_round:
            return ()
        with_golden = [(player, slip) for player, slip in self.slips.items() if any(bet.golden for bet in slip.bets())]
        return tuple(stored(BetsKept(player, slip.to_record())) for player, slip in with_golden)

    def _started(self, playing: Round) -> None:
        for player, slip in self.slips.items():
            if not slip.is_empty:
                self.remember_bets(player, slip.last())
        self.begin(playing)

    def _engine_bets(self) -> list[Bet]:
        """Everybody's, whoever leads a position before those behind."""
        bets = []
        for player, slip in self.slips.items():
            if not slip.is_empty:
                bets += slip.engine_bets(str(player), insurance=self.wants_insurance(player))
        return sorted(bets, key=_leaders_first)

    def _pool(self) -> int:
        return sum(self.around.jackpot_minor(key) for key in set(self.terms.jackpots.values()))

    def reopen(self) -> None:
        """Nobody bets: the window opens again, under the same code; for nobody at all it waits."""
        self.stage = Stage.BETTING
        self.nobody_bets()
        if self.closing:
            self.after_window()
        elif self.here and self.view.phase == "betting":
            self.publish(DeadlineMoved(self.deadline(self.times.betting_ms, "bets-close")))
            self.wake_in(self.times.betting_ms, self.close_betting)
        elif self.here or self.view.phase != "waiting":
            self.open_window()

    def nobody_bets(self) -> None:
        """A window has passed without a bet: seats count it (A2)."""

    def after_window(self) -> None:
        """The table closes and nobody has bet."""
        raise NotImplementedError

    # -- REPEAT (B3) ----------------------------------------------------------------------------

    def _tell_who_can_repeat(self) -> None:
        """The same to everybody with the same last bets, if the purse covers what can be repeated of them or not."""
        alike: dict[tuple[bytes, object, bool], list[int]] = {}
        needed: dict[tuple[bytes, object], int] = {}
        for player in self.here & self.last.keys():
            purse = self.around.purse(player)
            alone = player if purse.golden or self.seats_of(player) or self.guests[player].vip_level else None
            kind = (self._last_keys[player], alone)
            if kind not in needed:
                needed[kind] = self.slip_of(player).repeating_minor(self.last[player], purse)
            alike.setdefault((*kind, purse.wallet_minor >= needed[kind]), []).append(player)
        for players in alike.values():
            self.whisper(tuple(players), self.my_bets(players[0]))
            self._forget_slips(players[:1])

    def _forget_slips(self, players: Collection[int]) -> None:
        for player in players:
            if self.slips[player].is_empty:
                del self.slips[player]


def _leaders_first(bet: Bet) -> tuple[int, bool]:
    return bet.position, bet.behind
