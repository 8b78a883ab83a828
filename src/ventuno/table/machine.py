"""A table, whatever its kind: commands of players, answers of the bank, acts of supervisors and time come in.

`OFFERED` says which command is taken in which stage of which kind of table, by which part, and how it is refused
elsewhere; docs/stages-and-commands.md is made from it. A table that stands still takes only what is `even_paused`,
one that is closed only what is `even_closed`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MethodType
from typing import Any, Final, NamedTuple

from ventuno.bank import Outcome
from ventuno.kinds import SEATED, SHARED, SOLO, TableKind
from ventuno.play import Round
from ventuno.protocol import commands as said
from ventuno.protocol.commands import Command
from ventuno.protocol.messages import TableInfo
from ventuno.protocol.view import TableView
from ventuno.refusal import Refusal
from ventuno.table.attendance import Attendance
from ventuno.table.behind import Behind
from ventuno.table.betting import NOT_OFFERED, Betting
from ventuno.table.chat import Chat
from ventuno.table.config import TableConfig, table_info
from ventuno.table.decisions import Decisions, Insurance
from ventuno.table.doubting import Doubting
from ventuno.table.errands import Errands
from ventuno.table.foresight import Foresight
from ventuno.table.ground import Company, Course, Ground, RoundRules, RulesInForce
from ventuno.table.live_round import LATE, LiveRound
from ventuno.table.own_hands import OwnHands
from ventuno.table.payments import Payments
from ventuno.table.port import AnyAct, Guest, Mine, Out, Surroundings, Table
from ventuno.table.pricing import Odds
from ventuno.table.queues import Queues
from ventuno.table.seating import Seating
from ventuno.table.seats import Seats
from ventuno.table.settling import Settling
from ventuno.table.stages import Stage, bets_in
from ventuno.table.supervising import Supervising
from ventuno.table.timer import Timer
from ventuno.table.voice import Voice
from ventuno.table.window import Window
from ventuno.variant import Variant

NOT_HERE: Final = Refusal("table/not_here", "you are not at this table: join it first")
CLOSED: Final = Refusal("bet/closed", "no more bets: wait for the next round; nothing was taken")
PAUSED: Final = Refusal("table/paused", "the table is paused: bets are taken when it goes on; nothing was taken")
SHUT: Final = Refusal("table/closed", "the table is closed")
FAULT: Final = Refusal("table/fault", "the table has a fault and waits for a supervisor; nothing was done")
NOTHING_TO_FOLLOW: Final = Refusal("action/not_now", "there is nothing to follow now")


class Offer(NamedTuple):
    handler: Callable[..., None]  # a method of a part
    commands: tuple[type[Command], ...]
    kinds: tuple[TableKind, ...] = (SOLO, SEATED, SHARED)
    stages: frozenset[Stage] = frozenset(Stage)
    elsewhere: Refusal = NOT_OFFERED  # in other stages
    even_paused: bool = False
    even_closed: bool = True


BETS: Final = (
    said.Bet, said.BetBehind, said.Undo, said.ClearBets,
    said.DoubleBets, said.RepeatBets, said.AllSideBets, said.BetAll,
)  # fmt: skip
LIVE: Final = (SEATED, SHARED)
PLAYING: Final = frozenset({Stage.PLAYING})
FOLLOWING: Final = frozenset({Stage.BETTING, Stage.PLAYING})

OFFERED: Final = (
    Offer(Attendance.leave, (said.Leave,), even_paused=True),
    Offer(Attendance.say, (said.Say,), even_paused=True),
    Offer(Betting.choose_limits, (said.ChooseLimits,), (SOLO,), even_paused=True),
    Offer(Seating.allow_behind, (said.AllowBehind,), (SEATED,), even_paused=True),
    Offer(Seating.sit, (said.Sit,), (SEATED,)),
    Offer(Seating.get_up, (said.GetUp,), (SEATED,)),
    Offer(Betting.bet, BETS, (SOLO,), bets_in(SOLO), CLOSED, even_closed=False),
    Offer(Betting.bet, BETS, LIVE, bets_in(SHARED), CLOSED, even_closed=False),
    Offer(Window.deal, (said.Deal,), (SOLO,), bets_in(SOLO), CLOSED, even_closed=False),
    Offer(Window.start_now, (said.StartNow,), (SEATED,), bets_in(SEATED), CLOSED, even_closed=False),
    Offer(Behind.follow, (said.Follow,), (SEATED,), FOLLOWING, NOTHING_TO_FOLLOW),
    Offer(Decisions.decide, (said.Decide,), stages=PLAYING, elsewhere=LATE),
    Offer(Insurance.insure, (said.Insure,), stages=PLAYING, elsewhere=LATE),
    Offer(Foresight.decide_early, (said.DecideEarly,)),
)


def offers_of(kind: TableKind, parts: Sequence[object]) -> dict[type[Command], Offer]:
    """By command, with the handlers of these parts. What only other kinds have is taken in no stage."""
    found: dict[type[Command], Offer] = {}
    for offer in sorted(OFFERED, key=lambda offer: kind in offer.kinds):
        part = next(part for part in parts if offer.handler in vars(type(part)).values())
        mine = offer._replace(handler=MethodType(offer.handler, part))
        if kind not in offer.kinds:
            mine = mine._replace(stages=frozenset(), elsewhere=NOT_OFFERED, even_closed=True)
        found |= dict.fromkeys(offer.commands, mine)
    return found


class Machine:
    """The Table of port.py, put together of its parts. Each knows those it is given, and none another's inside."""

    def __init__(
        self, config: TableConfig, plays_by: RoundRules, around: Surroundings, odds: Odds | None = None
    ) -> None:
        self.rules = rules = RulesInForce(config, plays_by)
        self.course, self.company, self.timer = Course(), Company(), Timer()
        self.seats = Seats(rules.variant, config.idle_rounds)
        self.voice = voice = Voice(table_info(config, rules.variant), self.timer)
        self.queues = Queues(voice, self._do, self._released)
        self.errands = Errands(voice, self.queues, lambda: self.live.tell_changes())
        ground = Ground(
            rules, self.course, self.company, self.seats, self.timer, voice, self.queues, self.errands, around
        )
        chat = Chat(on=voice.info.chat)
        self.betting = betting = Betting(ground, lambda: self.window.open_round())
        self.seating = seating = Seating(ground, betting)
        self.window = window = Window(ground, betting, seating, self._begin, lambda why: self.settling.void(why))
        payments = Payments(ground, betting)
        hands = OwnHands(ground, payments, odds)
        self.live = live = LiveRound(
            ground, payments, hands, lambda playing: self.foresight.ask(playing), lambda: self.settling.settle()
        )
        behind = Behind(ground, betting, live)
        decisions = Decisions(ground, payments, live, behind.book if rules.kind.seats else payments.book)
        self.foresight = Foresight(ground, live, decisions)
        self.settling = settling = Settling(ground, betting, seating, window, live)
        self.doubting = Doubting(ground, window, live, settling)
        self.supervising = Supervising(ground, chat, betting, window, live, settling, self.doubting)
        self.attendance = Attendance(ground, chat, betting, seating, window, settling)
        insurance = Insurance(ground, betting, payments, live)
        parts = (self.attendance, seating, betting, window, behind, decisions, insurance, self.foresight)
        self._offers = offers_of(rules.kind, parts)

    # -- what comes in --------------------------------------------------------------------------

    def start(self, now_ms: int) -> list[Out]:
        return self._call(now_ms, self._start)

    def _start(self) -> None:
        """The table begins, or goes on after a restart."""
        # Numbers of questions go up even over a restart: an answer from before it is late.
        self.live.turn = self.timer.now_ms
        self.errands.log.stored_before = self.errands.log.stored
        self.supervising.tell_limits()
        self.settling.tell_jackpot()
        self.seating.take_up()
        if not self.errands.log.code:
            self.window.next_round()
        elif self.course.stage is Stage.BETTING:
            self.window.take_up()
        elif self.course.stage is Stage.VOIDING:
            self.doubting.void_unreadable()
        else:
            self.doubting.show_round()

    def enter(self, guest: Guest, now_ms: int) -> list[Out]:
        return self._call(now_ms, self.attendance.enter, guest)

    def disconnect(self, player: int, now_ms: int) -> list[Out]:
        return self._call(now_ms, self.attendance.gone, player)

    def receive(self, player: int, request: str, command: Command, now_ms: int) -> list[Out]:
        """What was due before this moment comes first: a bet after red is after red, however late the tick."""
        due = self.tick(now_ms) if self.timer.is_due(now_ms) else []
        return due + self._call(now_ms, self._do, player, request, command)

    def answer(self, ref: int, outcome: Outcome, now_ms: int) -> list[Out]:
        return self._call(now_ms, self.errands.take, {ref: outcome})

    def supervise(self, act: AnyAct, now_ms: int) -> list[Out]:
        return self._call(now_ms, self.supervising.act, act)

    def pool_changed(self, now_ms: int) -> list[Out]:
        return self._call(now_ms, self.settling.tell_jackpot)

    def tick(self, now_ms: int) -> list[Out]:
        return self._call(now_ms, self._ring)

    def _ring(self) -> None:
        while self.timer.is_due(self.timer.now_ms):
            self.timer.ring()
            self._settle_down()

    def _call(self, now_ms: int, do: Callable[..., None], *what: Any) -> list[Out]:
        """Does it, and whatever is due with it. A fault of the program stops the table and nothing else."""
        if now_ms > self.timer.now_ms:
            self.timer.now_ms = now_ms
        try:
            do(*what)
            self._settle_down()
        except Exception as error:  # whatever it is, the money is at the bank and the round can be voided
            self.course.doubtful = True
            self.voice.fault("table/fault", f"{type(error).__name__}: {error} (in {_where(error)})")
        return self.voice.taken()

    def _settle_down(self) -> None:
        if self.timer.flush_is_due:
            self.timer.flushed()
            self.betting.tell_crowd()
            self.live.tell_choices()
        self.errands.settle_down()
        if self.seats.dirty:
            self.seating.tell()

    # -- a command ------------------------------------------------------------------------------

    def _do(self, player: int, request: str, command: Command) -> None:
        if not self.queues.is_its_turn(player, request, command):
            return
        refuse, pause = self.queues.refuse, self.timer.pause
        offer, before = self._offers.get(type(command)), self.errands.was_answered(player, request, command)
        if player not in self.company.guests:
            refuse(player, request, NOT_HERE)
        elif isinstance(before, Refusal):
            refuse(player, request, before)
        elif before:
            self.queues.done(player, request)
        elif offer is None:
            refuse(player, request, NOT_OFFERED)
        elif pause and not offer.even_paused:
            refuse(player, request, Refusal(PAUSED.code, PAUSED.why, {"reason": pause.reason}))
        elif self.course.closed and not offer.even_closed:
            refuse(player, request, SHUT)
        elif self.course.stage not in offer.stages:
            refuse(player, request, offer.elsewhere)
        else:
            try:
                offer.handler(player, request, command)
            except Exception:
                refuse(player, request, FAULT)
                raise

    def _released(self, player: int) -> None:
        if self.seating.owed:
            self.seating.released(player)
        if self.attendance.leaving:
            self.attendance.released(player)
        if self.live.hands.early:
            self.foresight.released(player)

    def _begin(self, playing: Round) -> None:
        """The bets are final."""
        self.live.begin(playing)
        self.window.answer_closer()
        self.seating.round_began(self.live.hands.parties.rows)

    # -- looking --------------------------------------------------------------------------------

    @property
    def info(self) -> TableInfo:
        return self.voice.info

    @property
    def view(self) -> TableView:
        return self.voice.view

    @property
    def n(self) -> int:
        return self.voice.n

    @property
    def variant(self) -> Variant:
        return self.rules.variant

    @property
    def original_minor(self) -> int:
        """The main bets of the round at play; nothing between rounds."""
        return self.live.round.original_minor if self.live.round else 0

    @property
    def idle(self) -> bool:
        """Nobody is here and no round is open: the table may be forgotten (solo)."""
        return not self.company.here and not self.errands.log.code and self.errands.quiet

    def was_answered(self, player: int, request: str, command: Command) -> bool | Refusal:
        return self.errands.was_answered(player, request, command)

    def next_deadline_ms(self) -> int | None:
        return self.timer.next_ms()

    def mine(self, player: int) -> Mine:
        if player not in self.company.guests:
            return Mine(None, None, None)
        code, hands = self.errands.log.code, self.live.hands
        with_hands = self.course.stage in (
            Stage.PLAYING,
            Stage.SETTLING,
            Stage.VOIDING,
        )  # else they may be the last round's
        mine = hands.my_hands(player) if code and with_hands and hands.plays(player) else None
        return Mine(self.betting.my_bets(player), mine, None if code else self.settling.results.get(player))


def _where(error: Exception) -> str:
    """The function that failed: for whoever has to find out why."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}" if trace else "?"


_: type[Table] = Machine
