"""Decisions (D1): legal or refused with a reason, stored, acted on; some cost something (D4, K1, K3). Insurance (D6).

A crowd's: those who hold the same and decide the same are judged once, stored and acted on together.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from typing import Final

from ventuno.actions import FREE, PAID
from ventuno.bank import Outcome, Placed
from ventuno.play import Action, Phase, events as happened
from ventuno.play.hands import Hand, hand_on
from ventuno.play.position import Position
from ventuno.play.round import ALIKE
from ventuno.protocol.commands import Decide, Insure
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.errands import Do, Who
from ventuno.table.ground import Ground
from ventuno.table.live_round import LATE, NOT_NOW, UNKNOWN, LiveRound, must
from ventuno.table.payments import Booked, Payment, Payments, PlayerDecision, short_of
from ventuno.table.records import DecidedAlike, stored

ANSWERS: Final = {action.value: action for action in Action}


class Alike:
    """A decision that is legal for everybody on a path; `together` are those who go to the bank with one lot."""

    __slots__ = ("action", "line", "lot", "position", "together")

    def __init__(self, position: int, line: str, action: Action) -> None:
        self.position, self.line, self.action = position, line, action
        self.begin(-1)

    def begin(self, lot: int) -> Together:
        self.lot = lot
        self.together = Together(self)
        return self.together


class Together:
    """Those of one lot: one record, written when the lot goes to the bank; until then more can join."""

    __slots__ = ("alike", "who")

    def __init__(self, alike: Alike) -> None:
        self.alike = alike
        self.who: list[Who] = []

    @property
    def players(self) -> tuple[int, ...]:
        return tuple([player for player, _ in self.who])

    def __iter__(self) -> Iterator[bytes]:
        alike = self.alike
        yield stored(DecidedAlike(alike.position, alike.line, alike.action, self.players))


Judged = tuple[Hand, Action] | Alike | Refusal
"""What is known of a decision: legal (for one, or for many alike), or why not."""


class Decisions:
    """`book` has a paid decision booked: with its own stake, or with those of everybody who goes along."""

    def __init__(
        self,
        ground: Ground,
        payments: Payments,
        live: LiveRound,
        book: Callable[[PlayerDecision, Payment, Booked], None],
    ) -> None:
        self._voice, self._queues, self._errands, self._payments = ground.voice, ground.queues, ground.errands, payments
        self._live, self._book = live, book
        self._judged: dict[Hashable, Judged] = {}  # of one question
        self._turn = 0  # which

    def decide(self, player: int, request: str, command: Decide) -> None:
        question = self._live.is_asked(command.turn)
        if question is None or question.phase is Phase.INSURANCE:
            self._queues.refuse(player, request, NOT_NOW if question else LATE)
            return
        found = self._live.hands.row(player, command.position)
        if found is None:
            why = f"you have no bet on position {command.position}"
            self._queues.refuse(player, request, Refusal("action/no_bet", why))
            return
        judged = self._judge(*found, command)
        if isinstance(judged, Alike):
            self._keep_alike(judged, player, request)
        elif isinstance(judged, Refusal):
            self._queues.refuse(player, request, judged)
        else:
            price = command.offer_minor if judged[1] is Action.CASHBACK else None
            decision = PlayerDecision(player, request, *found, *judged, price)
            if refusal := self._refusal_of_price(decision):
                self._queues.refuse(player, request, refusal)
            else:
                self.make(decision)

    def make(self, decision: PlayerDecision) -> None:
        """A decision that is legal: paid for, or stored with others."""
        if decision.action in PAID:
            self._pay(decision)
        else:
            self._keep(decision)

    def _judge(self, place: Position, row: int, command: Decide) -> Judged:
        """Whether it is legal: the same for everybody who holds the same, while a question is open."""
        if self._turn != command.turn:
            self._turn = command.turn
            self._judged.clear()
        action = ANSWERS.get(command.action)
        if action is None:
            return UNKNOWN
        if command.line not in place.lines:
            return self._look_at(place, row, command.line, action)  # a client's own words are not remembered
        key = (place.number, place.holding(row, command.line), action, -1 if place.together else row)
        judged = self._judged.get(key)
        if judged is None:
            judged = self._judged[key] = self._look_at(place, row, command.line, action)
        return judged

    def _look_at(self, place: Position, row: int, line: str, action: Action) -> Judged:
        refusal = self._live.playing.legal(place.number, place.bets[row].bettor, line).why_not(action)
        hand = hand_on(place.path(row), line)
        if refusal or hand is None:
            return refusal or NOT_NOW
        if place.together and action in ALIKE:
            return Alike(place.number, line, action)
        return hand, action

    def _refusal_of_price(self, decision: PlayerDecision) -> Refusal | None:
        """A cashback is taken at the price that is offered now, and at no other (K1)."""
        if decision.action is not Action.CASHBACK:
            return None
        offer = self._live.hands.offer(decision.place, decision.row, decision.hand)
        if offer is None:
            return Refusal("cashback/no_offer", "there is no cashback offer for this hand now")
        if decision.price != offer:
            return Refusal("cashback/price_changed", f"the offer is {offer} now", {"offer_minor": offer})
        return None

    def _keep(self, decision: PlayerDecision, then: Do = lambda: None) -> None:
        """A decision that costs nothing is stored with others; `then` is told of it when it is."""
        place, action, line = decision.place, decision.action, decision.hand.line
        free = place.original[decision.row] if action in FREE else 0
        event = happened.HandDecided(place.number, decision.bettor, line, action, free=free, price=decision.price)

        def kept() -> None:
            then()
            self._act(decision)

        who = [(decision.player, decision.request)] if decision.request else ()
        self._errands.store((stored(event),), kept, who)

    def _keep_alike(self, alike: Alike, player: int, request: str) -> None:
        """One of a crowd: stored with those who decide the same until the next lot goes to the bank."""
        if alike.lot != self._errands.lots:
            together = alike.begin(self._errands.lots)
            self._errands.store(together, partial(self._act_together, together), together.who)
        alike.together.who.append((player, request))

    def _act_together(self, together: Together) -> None:
        alike = together.alike
        bettors = [*map(str, together.players)]
        must(self._live.playing.act_alike(alike.position, bettors, alike.action, alike.line))
        self._live.decided(*together.who)

    def _act(self, decision: PlayerDecision, golden_minor: int = 0) -> None:
        """It is durable: the round moves."""
        must(
            self._live.playing.act(
                decision.place.number,
                decision.bettor,
                decision.action,
                decision.hand.line,
                price=decision.price,
                golden=golden_minor,
                short=decision.short,
            )
        )
        self._live.decided((decision.player, decision.request))

    def _pay(self, decision: PlayerDecision) -> None:
        payment = self._payments.payment(decision.player, decision.place.original[decision.row])
        if not isinstance(payment, Refusal):
            self._book(decision, payment, self._booked)
        elif decision.request:
            self._queues.refuse(decision.player, decision.request, payment)
        else:
            self._act_instead(decision)

    def _booked(self, decision: PlayerDecision, payment: Payment, outcome: Outcome) -> None:
        if not isinstance(outcome, Refusal):
            self._payments.paid(decision.player, payment)
            self._act(decision, payment.golden_minor)
            self._live.moved()
        elif decision.request and outcome.code != "ledger/overdraft":
            # Any other reason of the bank is told the player, who may choose anew.
            self._queues.refuse(decision.player, decision.request, outcome)
        else:
            self._act_instead(decision)

    def _act_instead(self, decision: PlayerDecision) -> None:
        """D4, the balance became short: a double becomes a hit; a split a hit at 11 or less and a stand above."""
        place, hand, action = decision.place, decision.hand, decision.action
        hits = action is Action.DOUBLE or place.lines[hand.line].totals[hand.size].points <= 11
        instead = Action.HIT if hits else Action.STAND
        data = {"position": place.number, "line": hand.line, "action": action, "became": instead}
        why = f"the balance is short: {action} became {instead}"
        tell = partial(self._voice.notice, decision.player, "action/became", why, **data)
        self._keep(decision._replace(action=instead), tell)


class Insurance:
    """D6: taken with its stake, or declined."""

    def __init__(self, ground: Ground, betting: Betting, payments: Payments, live: LiveRound) -> None:
        self._queues, self._errands, self._around, self._betting = ground.queues, ground.errands, ground.around, betting
        self._payments, self._live = payments, live

    def insure(self, player: int, request: str, command: Insure) -> None:
        question = self._live.is_asked(command.turn)
        if question is None or question.phase is not Phase.INSURANCE:
            self._queues.refuse(player, request, NOT_NOW if question else LATE)
            return
        positions = self._uninsured(player, command.position)
        if isinstance(positions, Refusal):
            self._queues.refuse(player, request, positions)
        elif command.accept:
            self._take(player, request, positions)
        else:
            events = [happened.InsuranceDecided(position, str(player), 0) for position in positions]
            declined = partial(self._decided, player, request, positions, Action.DECLINE)
            self._errands.store(tuple(map(stored, events)), declined, [(player, request)])

    def _uninsured(self, player: int, position: int | None) -> list[int] | Refusal:
        """Where this player is still asked."""
        mine = [place.number for place, _ in self._live.hands.parties.rows.get(player, ())]
        wanted = mine if position is None else [position]
        why: Refusal | None = Refusal("action/no_bet", "you have no bet that could be insured")
        found = []
        for number in wanted:
            refusal = self._live.playing.legal(number, str(player)).why_not(Action.INSURE)
            if refusal is None:
                found.append(number)
            why = refusal or why
        assert why is not None
        return found or why

    def _take(self, player: int, request: str, positions: list[int]) -> None:
        playing, bettor = self._live.playing, str(player)
        costs = {number: playing.cost(number, bettor, Action.INSURE) for number in positions}
        total = sum(costs.values())
        if total > self._around.purse(player).wallet_minor:
            self._queues.refuse(player, request, short_of(total))
            return
        stakes = tuple(Placed(f"{number}/insurance", cost) for number, cost in costs.items())
        events = tuple(stored(happened.InsuranceDecided(number, bettor, cost)) for number, cost in costs.items())

        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Refusal):
                self._queues.refuse(player, request, outcome)
            else:
                self._betting.add(player, total)
                self._decided(player, request, positions, Action.INSURE)
                self._live.moved()

        self._payments.place(player, request, stakes, events, then)

    def _decided(self, player: int, request: str, positions: list[int], action: Action) -> None:
        for position in positions:
            must(self._live.playing.act(position, str(player), action))
        self._live.decided((player, request))
