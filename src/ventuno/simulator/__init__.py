"""The simulator: deals a variant by the million, for what exactness does not cover.

A third reading of the variant file, beside the exact odds and `play`: the three know nothing of each other.
"""

from ventuno.simulator.estimate import Estimate
from ventuno.simulator.result import JackpotHistory, SideBetResult, Simulation
from ventuno.simulator.sessions import Sessions, simulate_sessions
from ventuno.simulator.simulate import simulate
from ventuno.simulator.situation import (
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
    "simulate",
    "simulate_sessions",
    "take_what_is_free",
    "try_everything",
]
