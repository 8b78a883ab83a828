"""Two readings of one file: the exact odds of a strategy, and what it wins when it is played."""

from __future__ import annotations

import pytest

from tests.simulator.random_games import FIVE_GAMES
from ventuno.odds import policy_of, solve
from ventuno.simulator import simulate
from ventuno.variant import load

ROUNDS = 10_000_000
NOTATIONS = (
    "8D S17 DAS SPL1",
    "6D H17 DAS SPL3",
    "6D H17 DAS SPL3 RSA HSA LS",
    "1D H17 NDAS SPL1 D10",
    "2D S17 ES ENHC SPL2",
    "6D S17 OBO SPL3",
    "4D PUSH22 SPL3 BJ6:5 FREE",
    "6D CHARLIE5 SPL1 ENHC",
    "8D H17 ES RSA",
    "6D CHARLIE6 OBO SPL0",
)


@pytest.mark.parametrize("name", [*FIVE_GAMES, *NOTATIONS])
def test_the_best_chart_wins_what_the_exact_odds_say(name: str) -> None:
    variant = load(name)
    exact = solve(variant).total
    found = simulate(variant, policy_of(exact), ROUNDS, 1, cut_card=False)
    assert found.mean.covers(exact.ev, z=4)
    assert found.stake.covers(exact.stake, z=4)
    assert found.rtp_stake.covers(exact.rtp_stake, z=4)
