"""The simulator: deals a variant by the million, for what exactness does not cover.

A third reading of the variant file, beside the exact odds and `play`, of which it uses nothing.
"""

from ventuno.odds.simulator.best_policy import policy_of
from ventuno.odds.simulator.estimate import Estimate
from ventuno.odds.simulator.result import JackpotHistory, SideBetResult, Simulation
from ventuno.odds.simulator.sessions import Sessions, simulate_sessions
from ventuno.odds.simulator.simulate import simulate
from ventuno.odds.simulator.situation import (
    ACTIONS,
    Policy,
    Situation,
    mimic_the_dealer,
    never_bust,
    take_what_is_free,
    try_everything,
)

__all__ = [
    "ACTIONS",
    "Estimate",
    "JackpotHistory",
    "Policy",
    "Sessions",
    "SideBetResult",
    "Simulation",
    "Situation",
    "mimic_the_dealer",
    "never_bust",
    "policy_of",
    "simulate",
    "simulate_sessions",
    "take_what_is_free",
    "try_everything",
]
