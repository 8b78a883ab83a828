"""The betting window (B1 to B7): it opens, bets are booked one by one, it closes, and the round starts.

    IDLE -> OPENING -> BETTING -> CLOSING -> PLAYING -> SETTLING -> RESULTS -> OPENING or IDLE

A round is opened at the bank together with its window. What does not play (below the minimum, behind
nobody) goes back before the first card; if nothing is left, the window opens again under the same code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from ventuno.bank import OpenRound, Outcome
from ventuno.play import Round
from ventuno.protocol import commands as said
from ventuno.protocol.events import BettingClosed, DeadlineMoved, RoundOpened, TableClosed
from ventuno.refusal import Refusal
from ventuno.table.betting import LOCKED, Betting
from ventuno.table.errands import Bodies, Who
from ventuno.table.ground import Ground
from ventuno.table.records import BetsKept, DealAsked, LimitsChosen, RulesNamed, SeatsChanged, stored
from ventuno.table.seating import NOT_SEATED, Seating
from ventuno.table.stages import Stage
from ventuno.variant import digest

RESTARTED: Final = "the table was restarted while bets were open"
NOTHING_LEFT: Final = Refusal("bet/none", "nothing is left to play for: bet at least the minimum")
NOTHING_TO_DEAL: Final = Refusal("bet/none", "there is no bet to deal for: bet at least the minimum")
NOTHING_TO_LOCK: Final = Refusal("bet/nothing_to_lock", "bet at least the minimum on a seat of yours first")


class Window:
    """`begin` is given the round that starts, `void` the reason why a round that was opened for nobody ends."""

    def __init__(
        self,
        ground: Ground,
        betting: Betting,
        seating: Seating,
        begin: Callable[[Round], None],
        void: Callable[[str], None],
    ) -> None:
        self._rules, self._course, self._company = ground.rules, ground.course, ground.company
        self._seats, self._timer, self._voice, self._queues = ground.seats, ground.timer, ground.voice, ground.queues
        self._errands, self._around, self._betting, self._seating = ground.errands, ground.around, betting, seating
        self._begin, self._void = begin, void
        self._closer: Who | None = None  # whose DEAL closed the window, and is answered with the first card on its way
        self.deal_asked = False  # before a restart, and nothing was bet since
        self._halved = False  # START NOW was pressed by all who bet, and waits for the half of the window

    # -- the window opens -----------------------------------------------------------------------

    def next_round(self) -> None:
        """The next window opens, where somebody is there to bet; a table that closes, closes now."""
        course = self._course
        if self._rules.kind.seats and not self._errands.quiet:
            # A round opens with the seats as they are kept: whatever of them is with the bank comes first.
            self._errands.when_quiet(self.next_round)
        elif course.closing:
            self.shut()
        elif self._rules.kind.clock and not course.closed and not self._timer.pause and self._company.here:
            self._betting.forget_absent()
            self._betting.clear()
            self.open_round()
        elif course.stage is Stage.RESULTS:
            course.stage = Stage.IDLE

    def shut(self) -> None:
        """The table is closed."""
        course = self._course
        self._timer.no_alarm()
        course.closed, course.closing = course.closing, ""
        self._voice.publish(TableClosed(course.closed))

    def open_round(self) -> None:
        now_ms, events = self._timer.now_ms, self._kept_at_opening()
        log = self._errands.log
        log.open(self._around.new_code(now_ms), events)
        self._course.opened_ms = now_ms
        self._errands.forget_answered()
        self._rules.begin_shoe()
        self._course.stage = Stage.OPENING
        self._halved = False
        command = OpenRound(
            key=f"{log.code}/open",
            at_ms=now_ms,
            round=log.code,
            events=events,
            table=self._voice.info.key,
            game=self._rules.variant.key,
            terms=self._rules.terms,
        )
        self._errands.ask(command, self._opened)

    def _kept_at_opening(self) -> Bodies:
        """The seats. Where bets may lie for weeks before they are dealt for, the rules, and the limits chosen."""
        rules = self._rules
        if rules.kind.seats:
            return (stored(SeatsChanged(self._seats.to_record())),)
        if not rules.kind.alone:
            return ()
        named = stored(RulesNamed(digest(rules.variant)))
        player = next(iter(self._company.guests), 0)
        return (named, stored(LimitsChosen(player, rules.chosen_level))) if rules.chosen_level else (named,)

    def _opened(self, outcome: Outcome) -> None:
        if isinstance(outcome, Refusal):
            self._errands.log.code, self._course.stage = "", Stage.IDLE
            self._voice.fault(outcome.code, f"no round could be opened: {outcome.why}")
            return
        self._course.stage = Stage.BETTING
        self.open_window()
        self._rules.shuffled = False
        if self._rules.times.betting_ms:
            self._betting.tell_who_can_repeat()

    def open_window(self) -> None:
        """Bets are open, with a clock where somebody is there and the table has one."""
        lasts_ms, timer = self._rules.times.betting_ms, self._timer
        timed = lasts_ms > 0 and bool(self._company.here)
        deadline = timer.deadline(lasts_ms, "bets-close") if timed else None
        opened_ms, shuffled = self._course.opened_ms, self._rules.shuffled
        self._voice.publish(RoundOpened(self._errands.log.code, opened_ms, deadline, shuffled))
        if timed:
            timer.wake_in(lasts_ms, self.close)

    def take_up(self) -> None:
        """After a restart (E4): bets that were still open go back, and a new window opens. Where the round waits for
        its player they lie where they lay, and what was to be dealt is dealt."""
        if self._rules.kind.clock:
            self._void(RESTARTED)
            return
        self.open_window()
        if self.deal_asked and any(slip.is_enough() for slip in self._betting.slips.values()):
            self.close()

    # -- the window closes ----------------------------------------------------------------------

    def close(self, closer: Who | None = None) -> None:
        """Red (B1): nothing more is taken, and what is with the bank is waited for."""
        self._closer = closer
        if self._course.stage is not Stage.BETTING:
            return
        self._timer.no_alarm()
        if self._errands.quiet and not self._betting.bettors:
            self._reopen()
            return
        self._course.stage = Stage.CLOSING
        self._timer.flushed()
        self._voice.publish(BettingClosed())
        self.go_on_closing()

    def go_on_closing(self) -> None:
        self._errands.when_quiet(self._return_what_is_too_little)

    def _return_what_is_too_little(self) -> None:
        for player, slip in list(self._betting.slips.items()):
            self._betting.take_back(player, slip.below_minimum())
        self._errands.when_quiet(self._return_what_nobody_leads)

    def _return_what_nobody_leads(self) -> None:
        """Bets behind a hand that nobody plays (H1)."""
        slips = self._betting.slips if self._rules.kind.seats else {}
        playing = {position for slip in slips.values() for position in slip.playing}
        for player, slip in list(slips.items()):
            self._betting.take_back(player, slip.without_leader(playing))
        self._errands.when_quiet(self._start)

    def _start(self) -> None:
        bets = self._betting.engine_bets()
        if not bets:
            self._reopen()
            return
        pools = set(self._rules.terms.jackpots.values())
        playing = Round(self._rules.variant, bets, jackpot=sum(map(self._around.jackpot_minor, pools)))
        events = (*self._kept_at_start(), stored(playing.events[0]))
        self._errands.record("start", events, lambda: self._started(playing))

    def _kept_at_start(self) -> Iterator[bytes]:
        """Slips with golden chips, whose values the events of play do not know."""
        if self._rules.terms.golden_per_round:
            for player, slip in self._betting.slips.items():
                if any(bet.golden for bet in slip.bets()):
                    yield stored(BetsKept(player, slip.to_record()))

    def _started(self, playing: Round) -> None:
        for player, slip in self._betting.slips.items():
            if not slip.is_empty:
                self._betting.remember(player, slip.bets())
        self._begin(playing)

    def answer_closer(self, refusal: Refusal | None = None) -> None:
        """DEAL has done what it could."""
        closer, self._closer = self._closer, None
        if closer and refusal:
            self._queues.refuse(*closer, refusal)
        elif closer:
            self._queues.done(*closer)

    def refuse_all(self, refusal: Refusal) -> None:
        """Whoever still waits for an answer gets this one, who pressed DEAL too."""
        self._closer = None
        self._queues.refuse_all(refusal)

    def _reopen(self) -> None:
        """Nobody bets: the window opens again, under the same code; for nobody at all it waits."""
        course, voice, lasts_ms = self._course, self._voice, self._rules.times.betting_ms
        course.stage = Stage.BETTING
        if not self._rules.kind.clock:
            self.open_window()
            self.answer_closer(NOTHING_LEFT)
            return
        self._seating.pass_window()
        if course.closing:
            self._void(course.closing)
        elif self._company.here and voice.view.phase == "betting":
            voice.publish(DeadlineMoved(self._timer.deadline(lasts_ms, "bets-close")))
            self._timer.wake_in(lasts_ms, self.close)
        elif self._company.here or voice.view.phase != "waiting":
            self.open_window()

    # -- DEAL, REBET & DEAL, DOUBLE & DEAL (B3) -------------------------------------------------

    def deal(self, player: int, request: str, command: said.Deal) -> None:
        slip, deal = self._betting.slip_of(player), partial(self.close, (player, request))
        if command.bets == "placed":
            if slip.is_enough():
                self._errands.record_asked(player, request, (stored(DealAsked(player, request)),), deal)
            else:
                self._queues.refuse(player, request, NOTHING_TO_DEAL)
            return
        purse, times = self._around.purse(player), 2 if command.bets == "doubled" else 1
        if times == 2 and not slip.is_empty:
            again = slip.double(purse)
        else:
            again = slip.repeat(self._betting.last.get(player, ()), purse, times=times)
        if not isinstance(again, Refusal) and not slip.after(again).is_enough():
            again = NOTHING_TO_DEAL
        self._betting.change(player, request, again, deal)

    # -- START NOW (B7) -------------------------------------------------------------------------

    def start_now(self, player: int, request: str, command: said.StartNow) -> None:
        """When everybody who plays a seat has pressed it, the round starts before the clock ends.

        While others sit here who have not bet, they are left half of the window: one quick bettor alone would
        else close it before anybody else could bet, round after round.
        """
        if refusal := self._refusal_to_lock(player):
            self._queues.refuse(player, request, refusal)
        else:
            self._errands.record_asked(player, request, (), lambda: self._lock(player, request))

    def _refusal_to_lock(self, player: int) -> Refusal | None:
        slip = self._betting.slips.get(player)
        if self._seats.locked(player):
            return LOCKED
        if slip is None or not slip.is_enough():
            return NOTHING_TO_LOCK
        return None if self._seats.of(player) else NOT_SEATED

    def _lock(self, player: int, request: str) -> None:
        """A crash voids the window and with it the lock, so only the request is kept."""
        self._seats.lock(player)
        self._seats.dirty.update(self._seats.of(player))
        self._voice.whisper((player,), self._betting.my_bets(player))
        self._queues.done(player, request)
        self._start_early()

    def _start_early(self) -> None:
        betting = {other for other, slip in self._betting.slips.items() if slip.playing}
        left_ms, half_ms = self._timer.left_ms, self._rules.times.betting_ms // 2
        if not self._seats.all_locked(betting) or left_ms is None:
            return
        waiting = {player for player in self._seats.players() if player in self._company.here} - betting
        if waiting and left_ms > half_ms and not self._halved:
            self._halved = True
            self._timer.wake_in(left_ms - half_ms, lambda: self._half_over(half_ms))
        elif not waiting or not self._halved:
            self.close()

    def _half_over(self, left_ms: int) -> None:
        self._halved = False
        self._timer.wake_in(left_ms, self.close)
        self._start_early()
