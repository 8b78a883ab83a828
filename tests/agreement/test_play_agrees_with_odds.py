"""Two readings of one file: rounds played by the odds' own strategy return what the odds say.

`play` and `odds` share no rule: a rule misread by one of them shows here. The seeds are fixed, so a
test that passes once passes always; four standard errors are what chance alone almost never exceeds.
"""

from __future__ import annotations

import math

import pytest

from ventuno.cards import Card
from ventuno.odds import distribution, solve
from ventuno.odds.composition import Composition
from ventuno.odds.strategy import Strategy
from ventuno.play import Action, Awaits, HandInTurn, Phase, PositionBet, Round
from ventuno.play.events import RoundSettled
from ventuno.play.hands import Chip, hand_on
from ventuno.shoe import FreshShoe, SeededRandomness
from ventuno.variant import Variant, load

BET = 1000
ROUNDS = 6000
GAMES = ["classic-free-bet", "free-chip", "infinite", "all-bets", "cashback"]
NOTATIONS = [
    "1D S17 NDAS SPL1",
    "2D H17 D10 SPL1",
    "6D H17 DAS SPL3 RSA",
    "6D S17 LS SPL1",
    "6D ES SPL1 H17",
    "8D ENHC SPL1",
    "8D OBO SPL1 HSA",
    "6D PUSH22 FREE SPL1",
    "4D CHARLIE5 SPL0",
    "6D D9 NDAS SPL2 BJ6:5",
]


def counts(cards: list[Card]) -> Composition:
    found = [0] * 10
    for card in cards:
        found[card.points - 1] += 1
    return tuple(found)


def decision(playing: Round, asked: HandInTurn, strategy: Strategy) -> Action:
    """What the strategy does, in the words of the round: a free action where it is on offer."""
    if playing.phase is Phase.INSURANCE:
        return Action.DECLINE
    place = playing.positions[asked.position]
    hand = hand_on(place.path(0), asked.line)
    line = place.lines[asked.line]
    assert hand is not None
    assert playing.up_card is not None
    cards, up = counts(line.cards[: hand.size]), playing.up_card.points - 1
    legal = playing.legal(*asked)
    if line.was_split:
        pair, free_chip = line.cards[0].points - 1, hand.base is Chip.FREE
        may_split = Action.SPLIT in legal or Action.FREE_SPLIT in legal
        wanted = strategy.action(cards, up, pair, free_chip)
        if may_split and strategy.splits_again(pair, up, free_chip):
            wanted = "split"
    else:
        wanted = strategy.first_action(cards, up) if hand.size == 2 else strategy.action(cards, up)
    if playing.phase is Phase.EARLY_SURRENDER:
        return Action.SURRENDER if wanted == "surrender" else Action.DECLINE
    free = {"double": Action.FREE_DOUBLE, "split": Action.FREE_SPLIT}.get(wanted)
    return free if free and free in legal else Action(wanted)


def net_of_a_round(variant: Variant, strategy: Strategy, shoe: FreshShoe) -> tuple[int, int]:
    """What came back less what was staked, and what was staked."""
    playing = Round(variant, [PositionBet(position=1, bettor="anna", main=BET)], together=False)
    shoe.begin_round()
    while (awaits := playing.awaits) is not Awaits.NOTHING:
        if awaits is Awaits.CARD:
            playing.deal(shoe.draw())
        else:
            asked = next(playing.asked())
            answer = playing.act(asked.position, asked.bettor, decision(playing, asked, strategy), asked.line)
            assert isinstance(answer, tuple), answer
    last = playing.events[-1]
    assert isinstance(last, RoundSettled)
    return last.returned - last.staked, last.staked


@pytest.mark.parametrize("called", GAMES + NOTATIONS)
def test_playing_by_the_odds_own_strategy_returns_what_the_odds_say(called: str) -> None:
    variant = load(called)
    strategy = solve(variant).total
    shoe = FreshShoe(variant.shoe.decks, SeededRandomness(f"agreement {called}".encode()))
    rounds = [net_of_a_round(variant, strategy, shoe) for _ in range(ROUNDS)]
    nets = [net / BET for net, _ in rounds]
    stakes = [staked / BET for _, staked in rounds]
    exact_sd = distribution(variant, strategy).sd
    mean = math.fsum(nets) / ROUNDS
    assert abs(mean - strategy.ev) < 4 * exact_sd / math.sqrt(ROUNDS)
    deviations = [(net - mean) ** 2 for net in nets]
    variance = math.fsum(deviations) / (ROUNDS - 1)
    spread = math.sqrt(math.fsum((one - variance) ** 2 for one in deviations) / ROUNDS)
    assert abs(variance - exact_sd**2) < 4 * spread / math.sqrt(ROUNDS)
    stake = math.fsum(stakes) / ROUNDS
    stake_sd = math.sqrt(math.fsum((one - stake) ** 2 for one in stakes) / (ROUNDS - 1))
    assert abs(stake - strategy.stake) <= 4 * stake_sd / math.sqrt(ROUNDS) + 1e-12
