"""The reference that the kernels are held against, and the round engine: the same cards, the same result."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from tests.drive import drive
from tests.simulator.random_games import games, random_policy
from tests.simulator.reference_round import Table
from ventuno.cards import DECK, Card
from ventuno.play import Action, HandInTurn, Phase, PositionBet, Round

ROUNDS = 40
GAMES = games(notations=30, files=30)


class Replay:
    """Decides in the round engine what was decided at the reference's table."""

    def __init__(self, table: Table, insurance: bool) -> None:
        self.seats, self.insurance = table.seats, insurance
        self.decisions = [iter(seat.decisions) for seat in table.seats]

    def choose(self, playing: Round, asked: HandInTurn) -> Action:
        if playing.phase is Phase.INSURANCE:
            return Action.INSURE if self.insurance else Action.DECLINE
        if playing.phase is Phase.EARLY_SURRENDER:
            surrenders = self.seats[asked.position - 1].decisions == ["surrender"]
            return Action.SURRENDER if surrenders else Action.DECLINE
        return Action(next(self.decisions[asked.position - 1]))


def supply(cards: list[Card]) -> Callable[[str], Card]:
    following = iter(cards)
    return lambda whose: next(following)


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: GAMES[number].key.replace(" ", "_"))
def test_the_reference_and_the_round_engine_settle_alike(number: int) -> None:
    variant, policy, chance = GAMES[number], random_policy(number), random.Random(number)
    keys = tuple(variant.side_bets)
    bet = variant.stake_step * 100
    sides = {key: variant.fixed_stake(key) or 100 for key in keys}
    for _ in range(ROUNDS):
        insurance = chance.random() < 0.5
        seats = 1 if variant.shoe.decks < 4 else chance.randint(1, 3)
        cards = chance.sample(list(DECK) * variant.shoe.decks, 52)
        table = Table(variant, policy, supply(cards), seats=seats, insurance=insurance, side_bets=keys)
        bets = [PositionBet(position=seat + 1, bettor=f"p{seat}", main=bet, sides=sides) for seat in range(seats)]
        playing = Round(variant, bets, together=False, jackpot=0)
        drive(playing, supply(cards), Replay(table, insurance).choose)
        assert playing.dealer.cards == table.dealer
        settled = playing.settlement
        assert settled is not None
        for place, seat in enumerate(table.seats, 1):
            hands = settled.hands(place, f"p{place - 1}")
            insured = settled.insurance(place, f"p{place - 1}")
            staked = sum(hand.stake for hand in hands) + (insured.stake if insured else 0)
            returned = sum(hand.returned for hand in hands) + (insured.returned if insured else 0)
            assert (Fraction(returned - staked, bet), Fraction(staked, bet)) == (seat.net, seat.stake)
            for side in settled.side_bets(place, f"p{place - 1}"):
                names = [outcome for outcome in table.outcomes(seat, side.bet) if outcome]
                assert side.outcome == ("+".join(names) or "lose")
