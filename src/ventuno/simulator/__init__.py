"""The simulator: deals a variant by the million, for what exactness does not cover.

A third reading of the variant file, beside the exact odds and `play`: the three know nothing of each other.
"""

from ventuno.simulator.estimate import Estimate
from ventuno.simulator.result import JackpotHistory, SideBetEstimate, Simulation
from ventuno.simulator.sessions import Sessions, simulate_sessions
from ventuno.simulator.simulate import simulate
from ventuno.simulator.situation import (
    ACTIONS,
    ChartSituation,
    Policy,
    mimic_the_dealer,
    never_bust,
    take_what_is_free,
    try_everything,
)

__all__ = [
    "ACTIONS",
    "ChartSituation",
    "Estimate",
    "JackpotHistory",
    "Policy",
    "Sessions",
    "SideBetEstimate",
    "Simulation",
    "mimic_the_dealer",
    "never_bust",
    "simulate",
    "simulate_sessions",
    "take_what_is_free",
    "try_everything",
]
