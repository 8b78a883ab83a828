"""The round on the table: cards when they are due, questions with a clock, answers (D1 to D8, K1, K3).

Every card and every decision is stored before it is acted on. A question has a number (`turn`); an
answer to another one is late. When the clock of a question has run out, what is with the bank is
waited for, and then time decides (D3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from ventuno.cards import Card
from ventuno.play import Awaits, Phase, Round, RoundEvent, events as happened
from ventuno.play.hands import DEALER, Hand, Status, hand_on
from ventuno.play.position import Position
from ventuno.protocol import events as wire
from ventuno.refusal import Refusal
from ventuno.shoe import ShoeEmpty
from ventuno.table.errands import Do, Who
from ventuno.table.ground import Ground
from ventuno.table.own_hands import OwnHands
from ventuno.table.payments import Payments
from ventuno.table.records import sealed, stored
from ventuno.table.stages import Stage
from ventuno.table.telling import INPUTS, told
from ventuno.table.whispering import at_zero

LATE: Final = Refusal("action/late", "that question is closed: look at what is asked now")
NOT_NOW: Final = Refusal("action/not_now", "this is not what is asked now")
UNKNOWN: Final = Refusal("action/unknown", "there is no such action")


class OpenQuestion(NamedTuple):
    """What is asked now, and takes answers until its time is up."""

    turn: int
    phase: Phase
    position: int = 0  # 0: everybody is asked
    line: str = ""
    lines: frozenset[tuple[str, int]] = frozenset()  # whose choices are shown: line and size (D7)


class LiveRound:
    """`ask` asks for decisions, `over` is called when nothing is left to be played."""

    def __init__(
        self, ground: Ground, payments: Payments, hands: OwnHands, ask: Callable[[Round], None], over: Do
    ) -> None:
        self._rules, self._course, self._company = ground.rules, ground.course, ground.company
        self._timer, self._voice, self._queues = ground.timer, ground.voice, ground.queues
        self._errands, self._around, self._payments, self.hands = ground.errands, ground.around, payments, hands
        self._ask, self._over = ask, over
        self.round: Round | None = None
        self.question: OpenQuestion | None = None
        self.turn = 0
        self._told = 0  # events of the round that were told
        self._card: Card | None = None  # drawn, and being stored
        self._changed: set[int] = set()  # whose hands changed
        self._to_answer: list[Who] = []  # whose requests are done, once everybody has been told

    @property
    def playing(self) -> Round:
        """The round, while there is one."""
        assert self.round is not None
        return self.round

    # -- the round begins and goes on -----------------------------------------------------------

    def begin(self, playing: Round) -> None:
        """The round is opened and stored: cards follow."""
        self.take(playing)
        self._course.stage = Stage.PLAYING
        self._timer.wake_in(self._rules.times.closing_ms, self._draw)

    def take(self, playing: Round, *, again: bool = False) -> None:
        """The round that is on the table from now on. `again`: it was, and is rebuilt; what was drawn, paid and decided
        in advance stays."""
        self.round = playing
        self.hands.take(playing)
        self._told = len(playing.events)
        self._errands.log.followed = ()
        self.question = None
        if not again:
            self._card = None
            self.hands.early.clear()
            self._payments.begin()

    def unstored_after(self, events: list[RoundEvent]) -> None:
        """Taken up again: these followed from what is stored, and were not."""
        self._errands.log.followed = tuple(stored(event) for event in events)

    def forget_question(self) -> None:
        self.question = None
        self.hands.turn = 0

    def forget_answers(self) -> None:
        """Whoever waits to be told and answered is answered by somebody else."""
        self._changed, self._to_answer = set(), []

    def clear(self) -> None:
        """Nothing of it is left on the table."""
        self.round = self.question = self._card = None
        self.hands.clear()

    def go_on(self) -> None:
        """Whatever the round waits for next."""
        playing, times = self.playing, self._rules.times
        if self.question:
            if self._time_is_over:
                self._errands.when_quiet(self._decide_by_time)
            return
        match playing.awaits:
            case Awaits.CARD:
                pace_ms = times.dealer_card_ms if playing.phase is Phase.DEALER else times.card_ms
                self._timer.wake_in(pace_ms, self._draw)
            case Awaits.DECISION:
                self._errands.when_quiet(self._ask_next)
            case Awaits.NOTHING:
                self._timer.wake_in(times.pause_ms, lambda: self._errands.when_quiet(self._over))

    # -- cards ----------------------------------------------------------------------------------

    def _draw(self) -> None:
        """A card from the shoe: stored first, then dealt. One that could not be stored is not drawn again."""
        playing = self.playing
        to = playing.next_card_to
        if to is None:
            return
        if self._card is None:
            try:
                self._card = self._rules.shoe.draw()
            except ShoeEmpty as empty:
                self._voice.fault(empty.refusal.code, empty.refusal.why)
                return
        hole = to == DEALER and len(playing.dealer.cards) == 1
        event = happened.DealtCard(to, self._card, hole)
        body = sealed(event, self._errands.log.code, self._around.seal) if hole else stored(event)
        self._errands.record("card", (body,), self._dealt)

    def _dealt(self) -> None:
        card, self._card = self._card, None
        assert card is not None
        self.playing.deal(card)
        self.hands.forget_prices()
        self.moved()

    # -- what happened --------------------------------------------------------------------------

    def decided(self, *who: Who) -> None:
        """Their hands are others now, and their requests are done: both are told when the round has `moved`."""
        self._changed.update([player for player, _ in who])
        self._to_answer += who

    def went_along(self, player: int) -> None:
        self._changed.add(player)

    def tell_changes(self) -> None:
        """Of everything that was stored together."""
        if self.round is not None and self._changed:
            self.moved()

    def told_already(self) -> None:
        """What has just happened is nobody else's to know."""
        self._told = len(self.playing.events)

    def moved(self) -> None:
        """The round has moved: everybody is told, and it goes on."""
        playing = self.playing
        events = playing.events[self._told :]
        self._told = len(playing.events)
        if playing.together:  # a crowd's decisions are many, stored, and told to nobody
            events = [event for event in events if type(event) is not happened.HandDecided]
        self._errands.log.followed += tuple(stored(event) for event in events if not isinstance(event, INPUTS))
        for public in told(playing, events):
            self._voice.publish(public)
        if self.question is None:
            if any(isinstance(event, happened.HoleTurned) for event in events):
                self.hands.tell_all()  # nobody is asked any more: the hands as they ended
            self.go_on()
        elif self._is_answered(playing, self.question):
            self.forget_question()
            self._timer.no_alarm()
            self.hands.tell_all()
            self.go_on()
        else:
            self.hands.tell(self._changed)
            self._timer.flush_soon(len(self._company.here))
        answered = self._to_answer
        self.forget_answers()
        for player, request in answered:
            self._queues.done(player, request)

    def _is_answered(self, playing: Round, question: OpenQuestion) -> bool:
        if playing.awaits is not Awaits.DECISION or playing.phase is not question.phase:
            return True
        return not playing.together and playing.phase is not Phase.INSURANCE

    # -- questions ------------------------------------------------------------------------------

    def _ask_next(self) -> None:
        playing = self.playing
        if playing.awaits is not Awaits.DECISION or self.question:
            return
        self.turn += 1
        if playing.phase is Phase.INSURANCE:
            self._ask_insurance()
        else:
            self._ask(playing)

    def _ask_insurance(self) -> None:
        lasts_ms = self._rules.times.insurance_ms
        self._voice.publish(wire.InsuranceOffered(self.turn, self._timer.deadline(lasts_ms, "declines")))
        self._start_clock(OpenQuestion(self.turn, Phase.INSURANCE), lasts_ms)

    def ask_in_turn(self, position: int, line: str, zero: str) -> None:
        """Who plays the hand is asked, one hand after the other (D8)."""
        lasts_ms, phase = self._rules.times.decision_ms, self.playing.phase
        early, deadline = phase is Phase.EARLY_SURRENDER, self._timer.deadline(lasts_ms, zero)
        self._voice.publish(wire.Asked(self.turn, position, line, early, deadline))
        self._start_clock(OpenQuestion(self.turn, phase, position, line), lasts_ms)

    def ask_together(self, zero: str) -> None:
        """Everybody who is still in play is asked."""
        playing, lasts_ms = self.playing, self._rules.times.decision_ms
        question = OpenQuestion(self.turn, playing.phase, lines=_asked_lines(playing))
        early, deadline = playing.phase is Phase.EARLY_SURRENDER, self._timer.deadline(lasts_ms, zero)
        self._voice.publish(wire.Asked(self.turn, early_surrender=early, deadline=deadline))
        self._voice.publish(_choices(playing, question))
        self._start_clock(question, lasts_ms)

    def _start_clock(self, question: OpenQuestion, lasts_ms: int) -> None:
        self.question, self.hands.turn = question, question.turn
        self.hands.tell_all()
        if lasts_ms:
            self._timer.wake_in(lasts_ms, self._time_is_up)

    def is_asked(self, turn: int) -> OpenQuestion | None:
        """The question, while it takes answers."""
        return self.question if turn and turn == self.hands.turn else None

    # -- time decides (D3) ----------------------------------------------------------------------

    @property
    def _time_is_over(self) -> bool:
        return self.question is not None and not self.hands.turn

    def _time_is_up(self) -> None:
        """No more answers; those with the bank still count."""
        self.hands.turn = 0
        self._errands.when_quiet(self._decide_by_time)

    def _decide_by_time(self) -> None:
        if self._time_is_over:  # else the last answers were all that was missing
            self._errands.record("time", (stored(happened.TimeRanOut()),), self._decided_by_time)

    def _decided_by_time(self) -> None:
        playing, question = self.playing, self.question
        assert question is not None
        decided = self._by_default(playing, question)
        playing.close()
        if decided:
            self._voice.publish(decided)
        self.moved()

    def _by_default(self, playing: Round, question: OpenQuestion) -> wire.Decided | None:
        """What time decides, where it is everybody's to see."""
        if not question.position or question.phase is not Phase.DECISIONS:
            return None
        place, hand = asked_hand(playing, question.position, question.line)
        return wire.Decided(question.position, question.line, at_zero(playing, place, hand), by_time=True)

    # -- live shares (D7) -----------------------------------------------------------------------

    def tell_choices(self) -> None:
        if self._course.stage is Stage.PLAYING and self.question and self.question.lines and self.round:
            choices, view = _choices(self.round, self.question), self._voice.view
            if (choices.undecided, choices.choices) != (view.undecided, view.choices):
                self._voice.publish(choices)


def asked_hand(playing: Round, position: int, line: str) -> tuple[Position, Hand]:
    """The hand that its first bettor decides for all on it (H2)."""
    place = playing.positions[position]
    hand = hand_on(place.path(0), line)
    assert hand is not None
    return place, hand


def _choices(playing: Round, question: OpenQuestion) -> wire.ChoicesChanged:
    """Of those in exactly the same situation: same cards, same options."""
    chosen = tuple(
        wire.Choice(place.number, line, size, hands, golden, {str(action): count for action, count in counts.items()})
        for place in playing.positions.values()
        for (line, size, hands, golden), counts in place.choices.items()
        if (line, size) in question.lines
    )
    return wire.ChoicesChanged(sum(place.undecided for place in playing.positions.values()), chosen)


def _asked_lines(playing: Round) -> frozenset[tuple[str, int]]:
    return frozenset(
        (hand.line, hand.size)
        for place in playing.positions.values()
        for number in place.paths_in_use()
        for hand in place.paths[number]
        if hand.status is Status.PLAYING
    )


def must(answer: object) -> None:
    if isinstance(answer, Refusal):
        raise RuntimeError(f"what was stored cannot be done: {answer.code}: {answer.why}")
