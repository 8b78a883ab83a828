"""`make agreement`: the exact odds against many simulated rounds of every game, mean and standard deviation.

Prints JSON and fails where an estimate is more than four standard errors away.
"""

from __future__ import annotations

import json
import sys

from tests.agreement.test_play_agrees_with_odds import GAMES, NOTATIONS
from ventuno.odds import distribution, policy_of, solve
from ventuno.simulator import simulate
from ventuno.variant import load

MOST_ERRORS_AWAY = 4


def agreement(called: str, rounds: int) -> dict[str, float]:
    """How many standard errors each estimate is from the exact value."""
    variant = load(called)
    strategy = solve(variant).total
    exact = distribution(variant, strategy)
    found = simulate(variant, policy_of(strategy), rounds, seed=21, cut_card=False)
    sd_error = (found.sd.se**2 + exact.sd_error**2) ** 0.5
    return {
        "exact": strategy.ev,
        "simulated": found.mean.value,
        "mean_away": (found.mean.value - strategy.ev) / found.mean.se,
        "sd_away": (found.sd.value - exact.sd) / sd_error,
        "stake_away": (found.stake.value - strategy.stake) / (found.stake.se or 1.0),
    }


if __name__ == "__main__":
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000_000
    table = {called: agreement(called, rounds) for called in [*GAMES, *NOTATIONS]}
    worst = max(abs(row[key]) for row in table.values() for key in ("mean_away", "sd_away", "stake_away"))
    print(json.dumps({"rounds": rounds, "worst_away": worst, "games": table}, indent=2))
    sys.exit(worst > MOST_ERRORS_AWAY)
