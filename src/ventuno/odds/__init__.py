"""WHAT it is worth: exact values, strategies and side bets of any variant, and of one decision.

An independent reading of the variant file: nothing here imports `play`.
"""

from ventuno.odds.at_table import (
    Moment,
    action_values,
    best_value,
    cashback_offer,
    insurance_value,
)
from ventuno.odds.chart import Cell, Chart, chart
from ventuno.odds.composition import Composition, full_shoe
from ventuno.odds.distribution import Distribution, distribution
from ventuno.odds.policy import policy_of
from ventuno.odds.side_bets import Outcome, SideBetReturn, side_bet_returns
from ventuno.odds.solve import Solution, solve
from ventuno.odds.strategy import Action, Strategy

__all__ = [
    "Action",
    "Cell",
    "Chart",
    "Composition",
    "Distribution",
    "Moment",
    "Outcome",
    "SideBetReturn",
    "Solution",
    "Strategy",
    "action_values",
    "best_value",
    "cashback_offer",
    "chart",
    "distribution",
    "full_shoe",
    "insurance_value",
    "policy_of",
    "side_bet_returns",
    "solve",
]
