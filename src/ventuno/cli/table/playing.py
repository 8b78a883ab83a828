"""One round at the table: cards from the shoe, the player's decisions, and the money they move."""

from __future__ import annotations

from ventuno.cli.table.desk import PLAYER, Bets, total_of
from ventuno.cli.table.jackpot import Pool
from ventuno.cli.table.offers import Offer
from ventuno.play import Action, Asked, Awaits, Event, Phase, Round
from ventuno.play.events import Decided, InsuranceDecided
from ventuno.refusal import Refusal
from ventuno.shoe import Shoe
from ventuno.variant import Variant


class Playing:
    def __init__(self, variant: Variant, bets: Bets, shoe: Shoe, pool: Pool) -> None:
        """Opens the round. Raises `Refused` where the engine does not take the bets."""
        self.pool = pool.with_stakes(bets)
        self.round = Round(variant, bets, together=False, jackpot=self.pool.amount)
        self.shoe = shoe
        self.staked = total_of(bets)
        self.told = 0  # events that the player has been told of
        self.side_bets_shown = False

    @property
    def is_over(self) -> bool:
        return self.round.phase is Phase.OVER

    @property
    def asked(self) -> Asked:
        return next(self.round.asked())

    @property
    def asked_for_insurance(self) -> bool:
        return self.round.phase is Phase.INSURANCE

    @property
    def hands_asked(self) -> int:
        return sum(1 for _ in self.round.asked())

    @property
    def is_alone(self) -> bool:
        """The player has one hand only, so it needs no number."""
        return len(self.round.positions) == 1 and len(self.round.positions[1].path(0)) == 1

    def begin(self) -> None:
        self.shoe.begin_round()
        self.deal()

    def deal(self) -> None:
        """Every card that is awaited. Raises `ShoeEmpty` where there is none."""
        while self.round.awaits is Awaits.CARD:
            self.round.deal(self.shoe.draw())

    def take(self, offer: Offer) -> int:
        """Does what was chosen, without its cards; returns what the player paid for it."""
        asked = self.asked
        answer = self.round.act(asked.position, PLAYER, offer.action, asked.line, price=offer.brings)
        assert not isinstance(answer, Refusal), answer  # only what is legal is offered
        paid = sum(map(_paid, answer))
        self.staked += paid
        return paid

    def decline(self) -> None:
        self.take(Offer(Action.DECLINE))


def _paid(event: Event) -> int:
    match event:
        case InsuranceDecided(stake=stake):
            return stake
        case Decided(real=real):
            return real
    return 0
