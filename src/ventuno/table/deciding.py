"""Decisions (D1): legal or refused with a reason, stored, and then acted on; some cost something (D4, K1, K3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ventuno.actions import PAID
from ventuno.bank import Outcome, Placed
from ventuno.play import Action, Phase
from ventuno.play import events as happened
from ventuno.play.actions import DEEDS
from ventuno.play.hands import Chip, Hand, hand_on
from ventuno.play.position import Position
from ventuno.play.round import ALIKE
from ventuno.protocol.commands import Decide
from ventuno.refusal import Refusal
from ventuno.table.alike import Alike, Judged, Together
from ventuno.table.insuring import Insuring
from ventuno.table.playing import ANSWERS, LATE, NOT_NOW, UNKNOWN, Payment, must
from ventuno.table.records import stored


class Choice(NamedTuple):
    """A decision on its way."""

    player: int
    request: str  # empty: it was made in advance (D2)
    place: Position
    row: int
    hand: Hand
    action: Action
    price: int | None = None
    short: tuple[str, ...] = ()  # bets behind that cannot pay for it (H2)

    @property
    def bettor(self) -> str:
        return self.place.bets[self.row].bettor


class Deciding(Insuring):
    # -- decisions (D1) -------------------------------------------------------------------------

    def decide(self, player: int, request: str, command: Decide) -> None:
        question = self.question
        if question is None or question.turn != command.turn or self._time_up:
            self.refuse(player, request, LATE)
            return
        if question.phase is Phase.INSURANCE:
            self.refuse(player, request, NOT_NOW)
            return
        found = self.seated.row(player, command.position)
        if found is None:
            self.refuse(player, request, Refusal("action/no_bet", f"you have no bet on position {command.position}"))
            return
        judged = self._judge(*found, command)
        if isinstance(judged, Alike):
            self._keep_alike(judged, player, request)
        elif isinstance(judged, Refusal):
            self.refuse(player, request, judged)
        else:
            self._choose(Choice(player, request, *found, *judged), command.offer_minor)

    def _choose(self, choice: Choice, shown_minor: int | None) -> None:
        priced = self._priced(choice, shown_minor) if choice.action is Action.CASHBACK else choice
        if isinstance(priced, Refusal):
            self.refuse(choice.player, choice.request, priced)
        elif choice.action in PAID:
            self._pay(priced)
        else:
            self._keep(priced)

    def _judge(self, place: Position, row: int, command: Decide) -> Judged:
        """Whether it is legal: the same for everybody who holds the same, while a question is open."""
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
        refusal = self.now_playing.legal(place.number, place.bets[row].bettor, line).why_not(action)
        hand = hand_on(place.path(row), line)
        if refusal or hand is None:
            return refusal or NOT_NOW
        if place.together and action in ALIKE:
            return Alike(place.number, line, action)
        return hand, action

    def _priced(self, choice: Choice, shown_minor: int | None) -> Choice | Refusal:
        """A cashback is taken at the price that is offered now, and at no other (K1)."""
        offer = self.prices.offer(self.now_playing, choice.place, choice.row, choice.hand)
        if offer is None:
            return Refusal("cashback/no_offer", "there is no cashback offer for this hand now")
        if shown_minor != offer:
            return Refusal("cashback/price_changed", f"the offer is {offer} now", {"offer_minor": offer})
        return choice._replace(price=offer)

    def _keep(self, choice: Choice, then: Callable[[], None] = lambda: None) -> None:
        """A decision that costs nothing is stored with others; `then` is told of it when it is."""
        place, action = choice.place, choice.action
        free = place.original[choice.row] if DEEDS[action].chip is Chip.FREE else 0
        event = happened.Decided(place.number, choice.bettor, choice.hand.line, action, free=free, price=choice.price)

        def kept() -> None:
            then()
            self._act(choice)

        self.store((stored(event),), kept, [(choice.player, choice.request)] if choice.request else ())

    def _keep_alike(self, alike: Alike, player: int, request: str) -> None:
        """One of a crowd: stored with those who decide the same until the next lot goes to the bank."""
        if alike.lot != self.lots:
            together = alike.begin(self.lots)
            self.store(together, partial(self._act_together, together), together.who)
        alike.together.who.append((player, request))

    def _act_together(self, together: Together) -> None:
        alike, players = together.alike, together.players
        must(self.now_playing.act_alike(alike.position, [*map(str, players)], alike.action, alike.line))
        self._tell_hands.update(players)
        self._to_answer += together.who

    def _act(self, choice: Choice, golden_minor: int = 0) -> None:
        """It is durable: the round moves."""
        must(
            self.now_playing.act(
                choice.place.number,
                choice.bettor,
                choice.action,
                choice.hand.line,
                price=choice.price,
                golden=golden_minor,
                short=choice.short,
            )
        )
        self._tell_hands.add(choice.player)
        self._to_answer.append((choice.player, choice.request))

    # -- decisions that cost something (D4, K3) -------------------------------------------------

    def _pay(self, choice: Choice) -> None:
        payment = self._payment(choice.player, choice.place.original[choice.row])
        if isinstance(payment, Refusal):
            if choice.request:
                self.refuse(choice.player, choice.request, payment)
            else:
                self._act_instead(choice)
        else:
            self.book(choice, payment)

    def book(self, choice: Choice, payment: Payment) -> None:
        """The stake and the decision are one transaction."""
        event = self.paid_event(choice, payment)
        spot = spot_of_action(choice)
        stakes = (Placed(spot, payment.real_minor, payment.golden),)
        self.place(
            choice.player,
            choice.request,
            stakes,
            (stored(event),),
            lambda outcome: self.booked(outcome, choice, payment),
        )

    def paid_event(self, choice: Choice, payment: Payment) -> happened.Decided:
        place = choice.place
        return happened.Decided(
            place.number, choice.bettor, choice.hand.line, choice.action, payment.real_minor, payment.golden_minor
        )

    def booked(self, outcome: Outcome, choice: Choice, payment: Payment) -> None:
        if isinstance(outcome, Refusal):
            self._not_booked(outcome, choice)
            return
        self._add(choice.player, payment.real_minor + payment.golden_minor)
        if payment.golden:
            used = self._golden_used.get(choice.player, 0)
            self._golden_used[choice.player] = used + sum(payment.golden.values())
        self._act(choice, payment.golden_minor)
        self.moved()

    def _not_booked(self, refusal: Refusal, choice: Choice) -> None:
        """D4: the balance became short. Any other reason of the bank is told the player, who may choose anew."""
        if choice.request and refusal.code != "ledger/overdraft":
            self.refuse(choice.player, choice.request, refusal)
        else:
            self._act_instead(choice)

    def _act_instead(self, choice: Choice) -> None:
        """D4: a double becomes a hit; a split a hit at 11 or less and a stand above."""
        points = choice.place.lines[choice.hand.line].totals[choice.hand.size].points
        hits = choice.action is Action.DOUBLE or points <= 11
        instead = Action.HIT if hits else Action.STAND
        data = {"position": choice.place.number, "line": choice.hand.line, "action": choice.action, "became": instead}
        why = f"the balance is short: {choice.action} became {instead}"
        self._keep(choice._replace(action=instead), lambda: self.notice(choice.player, "action/became", why, **data))


def spot_of_action(choice: Choice) -> str:
    """Where the stake of an action lies at the bank: `2/double/2a`."""
    return f"{choice.place.number}/{choice.action}/{choice.hand.line}"
