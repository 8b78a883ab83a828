"""The round on the table: cards when they are due, questions with a clock, answers (D1 to D8, K1, K3).

Every card and every decision is stored before it is acted on. A question has a number (`turn`); an
answer to another one is late. When the clock of a question has run out, what is with the bank is
waited for, and then time decides (D3).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final, NamedTuple

from ventuno.actions import PAID
from ventuno.bank.golden import pay_for_action
from ventuno.cards import Card
from ventuno.play import Action, Awaits, Event, Phase, Round
from ventuno.play import events as happened
from ventuno.play.hands import DEALER, Status, hand_on
from ventuno.protocol import events as wire
from ventuno.protocol.messages import MyHands
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe, ShoeEmpty
from ventuno.table.alike import Judged
from ventuno.table.betting import Rules, Stage
from ventuno.table.config import TableConfig, golden_of, margin_of
from ventuno.table.parties import Parties
from ventuno.table.port import Surroundings
from ventuno.table.pricing import Odds, Prices
from ventuno.table.records import sealed, stored
from ventuno.table.telling import INPUTS, told
from ventuno.table.whispering import SHORT, Asking, at_zero, is_decided_by, my_hands
from ventuno.table.window import Window
from ventuno.variant import Variant

ACTIONS: Final = {action.value: action for action in Action if action not in (Action.INSURE, Action.DECLINE)}
ANSWERS: Final = {action.value: action for action in Action}
LATE: Final = Refusal("action/late", "that question is closed: look at what is asked now")
NOT_NOW: Final = Refusal("action/not_now", "this is not what is asked now")
UNKNOWN: Final = Refusal("action/unknown", "there is no such action")


class Question(NamedTuple):
    turn: int
    phase: Phase
    position: int = 0  # 0: everybody is asked
    line: str = ""
    lines: frozenset[tuple[str, int]] = frozenset()  # whose choices are shown: line and size (D7)


class Payment(NamedTuple):
    real_minor: int
    golden: dict[int, int]

    @property
    def golden_minor(self) -> int:
        return sum(value * count for value, count in self.golden.items())


class Playing(Window):
    def __init__(
        self, config: TableConfig, variant: Variant, shoe: Shoe, around: Surroundings, odds: Odds | None = None
    ) -> None:
        super().__init__(config, variant, shoe, around)
        self.round: Round | None = None
        self.parties: Parties | None = None
        self.question: Question | None = None
        self.turn = 0
        self.early: dict[tuple[int, int, str], tuple[Action, int]] = {}  # player, position, line: with so many cards
        self.added: dict[int, int] = {}  # by player: what doubles, splits and insurance added (B5)
        self._golden = golden_of(config, variant)
        self._golden_used: dict[int, int] = {}  # chips, by player
        self._odds = odds
        self.prices = Prices(odds, margin_of(config, variant))
        self._told = 0  # events of the round that were told
        self._judged: dict[Hashable, Judged] = {}  # of the question that is open
        self._card: Card | None = None  # drawn, and being stored
        self._time_up = False
        self._tell_hands: set[int] = set()  # whose hands changed
        self._to_answer: list[tuple[int, str]] = []  # whose requests are done, once everybody has been told

    @property
    def now_playing(self) -> Round:
        assert self.round is not None
        return self.round

    @property
    def seated(self) -> Parties:
        assert self.parties is not None
        return self.parties

    # -- the round begins and goes on -----------------------------------------------------------

    def begin(self, playing: Round) -> None:
        """The round is opened and stored: cards follow."""
        self.take(playing)
        self.stage = Stage.PLAYING
        self.round_began()
        self.wake_in(self.times.closing_ms, self._draw)

    def take(self, playing: Round) -> None:
        """The round that is on the table from now on."""
        self.round, self.parties = playing, Parties(playing)
        self._told = len(playing.events)
        self.followed = ()
        self.question, self._card, self._time_up = None, None, False
        self.early.clear()
        self.added.clear()
        self._golden_used = self._golden_placed() if self._golden else {}
        self.prices.forget()

    def play_by(self, rules: Rules) -> None:
        super().play_by(rules)
        self._golden = golden_of(self.config, self.variant)
        self.prices = Prices(self._odds, margin_of(self.config, self.variant))

    def _golden_placed(self) -> dict[int, int]:
        return {player: sum(sum(bet.golden.values()) for bet in slip.bets()) for player, slip in self.slips.items()}

    def clear_bets(self) -> None:
        super().clear_bets()
        self.added.clear()

    def unstored_after(self, events: list[Event]) -> None:
        """Taken up again: these followed from what is stored, and were not."""
        self.followed = tuple(stored(event) for event in events)

    def round_began(self) -> None:
        """Told once a round, when the bets are final."""

    def go_on(self) -> None:
        """Whatever the round waits for next."""
        playing = self.now_playing
        match playing.awaits:
            case Awaits.CARD:
                self.wake_in(self._pace_ms(playing), self._draw)
            case Awaits.DECISION:
                self.when_quiet(self._ask)
            case Awaits.NOTHING:
                self.wake_in(self.times.pause_ms, lambda: self.when_quiet(self.settle))

    def _pace_ms(self, playing: Round) -> int:
        return self.times.dealer_card_ms if playing.phase is Phase.DEALER else self.times.card_ms

    def settle(self) -> None:
        raise NotImplementedError

    # -- cards ----------------------------------------------------------------------------------

    def _draw(self) -> None:
        """A card from the shoe: stored first, then dealt. One that could not be stored is not drawn again."""
        playing = self.now_playing
        to = playing.next_card_to
        if to is None:
            return
        if self._card is None:
            try:
                self._card = self.shoe.draw()
            except ShoeEmpty as empty:
                self.fault(empty.refusal.code, empty.refusal.why)
                return
        hole = to == DEALER and len(playing.dealer.cards) == 1
        event = happened.CardDealt(to, self._card, hole)
        body = sealed(event, self.code, self.around.seal) if hole else stored(event)
        self.record("card", (body,), self._dealt)

    def _dealt(self) -> None:
        card, self._card = self._card, None
        assert card is not None
        self.now_playing.deal(card)
        self.prices.forget()
        self.moved()

    # -- what happened --------------------------------------------------------------------------

    def moved(self) -> None:
        """The round has moved: everybody is told, and it goes on."""
        playing = self.now_playing
        events = playing.events[self._told :]
        self._told = len(playing.events)
        if playing.together:  # a crowd's decisions are many, stored, and told to nobody
            events = [event for event in events if type(event) is not happened.Decided]
        self.followed += tuple(stored(event) for event in events if not isinstance(event, INPUTS))
        for public in told(playing, events):
            self.publish(public)
        if self.question is None:
            if any(isinstance(event, happened.HoleCardShown) for event in events):
                self.whisper_hands(self.seated.rows)  # nobody is asked any more: the hands as they ended
            self.go_on()
        elif self._is_answered(playing, self.question):
            self._end_question()
            self.go_on()
        else:
            self.whisper_hands(self._tell_hands)
            self.flush_soon()
        self._tell_hands = set()
        answered, self._to_answer = self._to_answer, []
        for player, request in answered:
            self.done(player, request)

    def _is_answered(self, playing: Round, question: Question) -> bool:
        if playing.awaits is not Awaits.DECISION or playing.phase is not question.phase:
            return True
        return not playing.together and playing.phase is not Phase.INSURANCE

    def _end_question(self) -> None:
        self._judged.clear()
        self.question, self._time_up = None, False
        self.no_alarm()
        self.whisper_hands(self.seated.rows)

    def after_stored(self) -> None:
        if self.round is not None and self._tell_hands:
            self.moved()

    # -- questions ------------------------------------------------------------------------------

    def _ask(self) -> None:
        playing = self.now_playing
        if playing.awaits is not Awaits.DECISION or self.question:
            return
        self.turn += 1
        self._judged.clear()
        if playing.phase is Phase.INSURANCE:
            self._ask_insurance()
        else:
            self.ask_decision(playing)

    def _ask_insurance(self) -> None:
        self.question = Question(self.turn, Phase.INSURANCE)
        self.publish(wire.InsuranceOffered(self.turn, self.deadline(self.times.insurance_ms, "declines")))
        self.start_clock(self.times.insurance_ms)

    def ask_decision(self, playing: Round) -> None:
        raise NotImplementedError

    def start_clock(self, lasts_ms: int) -> None:
        self.whisper_hands(self.seated.rows)
        if lasts_ms:
            self.wake_in(lasts_ms, self._time_is_up)

    def _time_is_up(self) -> None:
        """No more answers; those with the bank still count."""
        self._time_up = True
        self.when_quiet(self._decide_by_time)

    def _decide_by_time(self) -> None:
        if self.question is None or not self._time_up:
            return  # the last answers were all that was missing
        self.record("time", (stored(happened.TimeRanOut()),), self._decided_by_time)

    def _decided_by_time(self) -> None:
        playing, question = self.now_playing, self.question
        assert question is not None
        decided = self._by_default(playing, question)
        playing.close()
        if decided:
            self.publish(decided)
        self.moved()

    def _by_default(self, playing: Round, question: Question) -> wire.Decided | None:
        """What time decides, where it is everybody's to see."""
        if not question.position or question.phase is not Phase.DECISIONS:
            return None
        place = playing.positions[question.position]
        hand = hand_on(place.path(0), question.line)
        assert hand is not None
        return wire.Decided(question.position, question.line, at_zero(playing, place, hand), by_time=True)

    def is_asked(self, turn: int) -> Question | None:
        """The question, while it takes answers."""
        question = self.question
        if question is None or question.turn != turn or self._time_up or self.pause:
            return None
        return question

    # -- what is told ---------------------------------------------------------------------------

    def whisper_hands(self, players: Iterable[int]) -> None:
        """To everybody whose hands changed, once for those who hold and can do the same."""
        for group in self.seated.alike(players):
            for some in self._by_purse(group):
                self.whisper(some, self.my_hands(some[0]))

    def _by_purse(self, group: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        """Those who can pay for what they may do, those who cannot, and who has decided something in advance."""
        if len(group) == 1:
            return [group]
        parts: dict[object, list[int]] = {}
        early = {player for player, *_ in self.early} if self.early else set()
        costs = self._costs(group[0])
        for player in group:
            key: object = player if player in early else None
            if costs and key is None:
                key = tuple(self._is_short(player, cost) for cost in costs)
            parts.setdefault(key, []).append(player)
        return [tuple(part) for part in parts.values()]

    def _costs(self, player: int) -> set[int]:
        """What the player's paid options cost: those alike have the same."""
        playing = self.now_playing
        return {
            place.original[row]
            for place, row in self.seated.rows[player]
            for hand in place.path(row)
            if hand.status is Status.PLAYING and hand.size >= 2 and is_decided_by(place, row)
            if any(action in place.legal(place.holding(row, hand.line), playing.looked) for action in PAID)
        }

    def my_hands(self, player: int) -> MyHands:
        turn = self.question.turn if self.question and not self._time_up else 0
        asking = Asking(
            self.now_playing,
            turn,
            lambda place, row, hand: self.prices.offer(self.now_playing, place, row, hand),
            lambda cost: self._is_short(player, cost),
            lambda position, line: self.early.get((player, position, line), ("", 0))[0],
        )
        return my_hands(self.info.key, self.seated.rows[player], asking)

    def _is_short(self, player: int, cost: int) -> bool:
        return isinstance(self._payment(player, cost), Refusal)

    def _payment(self, player: int, cost: int) -> Payment | Refusal:
        """Golden chips nearest in value first, where they may pay for actions (K3)."""
        purse, rules = self.around.purse(player), self._golden
        allowed = rules is not None and rules.pay_for_actions
        paid = pay_for_action(
            cost, purse.golden, purse.wallet_minor, mixed=bool(rules and rules.mixed), allowed=allowed
        )
        if not isinstance(paid, Refusal) and paid[1] and rules:
            if sum(paid[1].values()) + self._golden_used.get(player, 0) <= rules.per_round:
                return Payment(*paid)
            paid = pay_for_action(cost, {}, purse.wallet_minor, mixed=True, allowed=False)
        return short_of(cost) if isinstance(paid, Refusal) else Payment(*paid)

    def _add(self, player: int, amount_minor: int) -> None:
        """More is at stake: the player's total-bet indicator says so (B5)."""
        self.added[player] = self.added.get(player, 0) + amount_minor
        self.tell_bets((player,))

    def added_minor(self, player: int) -> int:
        return self.added.get(player, 0)


def short_of(cost_minor: int) -> Refusal:
    return Refusal(SHORT, f"the balance does not cover {cost_minor}", {"needed_minor": cost_minor})


def must(answer: object) -> None:
    if isinstance(answer, Refusal):
        raise RuntimeError(f"what was stored cannot be done: {answer.code}: {answer.why}")
