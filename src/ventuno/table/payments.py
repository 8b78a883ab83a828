"""What decisions in mid-round cost (D4, D6, K3): who can pay for them, with which chips, and the booking."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from ventuno.bank import Outcome, Placed, PlaceStakes
from ventuno.bank.golden import pay_for_action
from ventuno.play import Action, events as happened
from ventuno.play.hands import Hand
from ventuno.play.position import Position
from ventuno.refusal import Refusal
from ventuno.table.betting import Betting
from ventuno.table.errands import Bodies, Then
from ventuno.table.ground import Ground
from ventuno.table.records import stored
from ventuno.table.whispering import SHORT


class Payment(NamedTuple):
    real_minor: int
    golden: dict[int, int]

    @property
    def golden_minor(self) -> int:
        return sum(value * count for value, count in self.golden.items())


class PlayerDecision(NamedTuple):
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

    @property
    def spot(self) -> str:
        """Where the stake of an action lies at the bank: `2/double/2a`."""
        return f"{self.place.number}/{self.action}/{self.hand.line}"

    def paid_with(self, payment: Payment) -> happened.HandDecided:
        real, golden = payment.real_minor, payment.golden_minor
        return happened.HandDecided(
            self.place.number, self.bettor, self.hand.line, self.action, real, golden, short=self.short
        )


Booked = Callable[[PlayerDecision, Payment, Outcome], None]


class Payments:
    def __init__(self, ground: Ground, betting: Betting) -> None:
        self._rules, self._errands, self._around, self._betting = ground.rules, ground.errands, ground.around, betting
        self._golden_used: dict[int, int] = {}  # chips, by player

    def begin(self) -> None:
        """A round begins: nothing was paid but the bets."""
        slips = self._betting.slips if self._rules.golden else {}
        self._betting.added.clear()
        self._golden_used = {
            player: sum(sum(bet.golden.values()) for bet in slip.bets()) for player, slip in slips.items()
        }

    def is_short(self, player: int, cost: int) -> bool:
        return isinstance(self.payment(player, cost), Refusal)

    def payment(self, player: int, cost: int) -> Payment | Refusal:
        """Golden chips nearest in value first, where they may pay for actions (K3)."""
        purse, rules = self._around.purse(player), self._rules.golden
        allowed = rules is not None and rules.pay_for_actions
        paid = pay_for_action(
            cost, purse.golden, purse.wallet_minor, mixed=bool(rules and rules.mixed), allowed=allowed
        )
        if not isinstance(paid, Refusal) and paid[1] and rules:
            if sum(paid[1].values()) + self._golden_used.get(player, 0) <= rules.per_round:
                return Payment(*paid)
            paid = pay_for_action(cost, {}, purse.wallet_minor, mixed=True, allowed=False)
        return short_of(cost) if isinstance(paid, Refusal) else Payment(*paid)

    def paid(self, player: int, payment: Payment) -> None:
        """The bank has booked it."""
        self._betting.add(player, payment.real_minor + payment.golden_minor)
        if payment.golden:
            used = self._golden_used.get(player, 0)
            self._golden_used[player] = used + sum(payment.golden.values())

    def book(self, decision: PlayerDecision, payment: Payment, booked: Booked) -> None:
        """The stake and the decision are one transaction."""
        stakes = (Placed(decision.spot, payment.real_minor, payment.golden),)
        events = (stored(decision.paid_with(payment)),)
        self.place(decision.player, decision.request, stakes, events, partial(booked, decision, payment))

    def place(self, player: int, request: str, stakes: tuple[Placed, ...], events: Bodies, then: Then) -> None:
        """Stakes that no table limit binds (B4), with the decision they are for; without a request it was made before
        (D2)."""
        self._errands.record_followed()
        stamp = self._errands.stamp(player, request, events, "early")
        command = PlaceStakes(**stamp, player=player, stakes=stakes, initial=False)
        self._errands.ask(command, then, events, self._errands.again(player, request))


def short_of(cost_minor: int) -> Refusal:
    return Refusal(SHORT, f"the balance does not cover {cost_minor}", {"needed_minor": cost_minor})
