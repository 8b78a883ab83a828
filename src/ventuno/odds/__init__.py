"""WHAT it is worth: exact values, strategies and side bets of any variant, and of one decision.

An independent reading of the variant file: nothing here imports `play`. `VariantOdds` has all of a variant's
odds; whoever is outside imports from here, and none of the modules inside.
"""

from ventuno.odds.ace_bets import ACES_HIT
from ventuno.odds.at_table import Moment, action_values, best_value, cashback_offer, insurance_value
from ventuno.odds.cashback import CashbackReturn
from ventuno.odds.chart import Cell, Chart, Rows, chart, different, free_differs
from ventuno.odds.composition import Composition, full_shoe
from ventuno.odds.coupled_bets import BEST_MAIN, CHASES_17, EVERY_CHIP
from ventuno.odds.distribution import Distribution, distribution
from ventuno.odds.plain import over, plain_chart, plain_costs, plain_odds, plain_side_bet
from ventuno.odds.policy import policy_of
from ventuno.odds.priced import Outcome, SideBetReturn
from ventuno.odds.side_bets import side_bet_returns
from ventuno.odds.solve import Solution, solve
from ventuno.odds.strategy import Action, Per, Strategy
from ventuno.odds.variant_odds import CLASSES, MAIN, PublishedFigure, StrategyClass, VariantOdds, classes_meant, printed

__all__ = [
    "ACES_HIT",
    "BEST_MAIN",
    "CHASES_17",
    "CLASSES",
    "EVERY_CHIP",
    "MAIN",
    "Action",
    "CashbackReturn",
    "Cell",
    "Chart",
    "Composition",
    "Distribution",
    "Moment",
    "Outcome",
    "Per",
    "PublishedFigure",
    "Rows",
    "SideBetReturn",
    "Solution",
    "Strategy",
    "StrategyClass",
    "VariantOdds",
    "action_values",
    "best_value",
    "cashback_offer",
    "chart",
    "classes_meant",
    "different",
    "distribution",
    "free_differs",
    "full_shoe",
    "insurance_value",
    "over",
    "plain_chart",
    "plain_costs",
    "plain_odds",
    "plain_side_bet",
    "policy_of",
    "printed",
    "side_bet_returns",
    "solve",
]
