"""The cells of the histogram: each a net result and a real stake, as exact fractions.

A round of one hand falls into the cell of its ending and the dealer's result. A round that was
split falls into a grid of whole bets, of which there are three: without insurance, with insurance
lost, and with insurance won.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from ventuno.arrays import Ints
from ventuno.simulator.dealer_states import RESULTS
from ventuno.simulator.settlement import CHIPS, CLASSES, ENDS, NATURAL, SURRENDERED, EndingValues

NetAndStake = tuple[Fraction, Fraction]


class CellTicks(NamedTuple):
    """[cell]: what a round that falls into it brings and stakes, in ticks."""

    net: Ints
    stake: Ints


@dataclass(frozen=True, eq=False)
class HistogramCells:
    values: tuple[NetAndStake, ...]  # net and stake
    of_hand: Ints  # [end, result]: the cell of a round of one hand
    grid: Ints  # [result]: where the grid of a split round begins
    split_net: Ints  # [end, result], in whole bets
    split_once: Ints  # [end, result]: of which a blackjack takes one bet in all
    real: Ints  # [end]: real bets on the hand
    most_hands: int

    @property
    def ticks_per_bet(self) -> int:
        """The least number of parts of a bet in which every cell is whole."""
        return math.lcm(*(number.denominator for cell in self.values for number in cell))

    def in_ticks(self, ticks_per_bet: int) -> CellTicks:
        nets = [int(net * ticks_per_bet) for net, _ in self.values]
        stakes = [int(stake * ticks_per_bet) for _, stake in self.values]
        return CellTicks(np.array(nets, dtype=np.int64), np.array(stakes, dtype=np.int64))


def cells_of(settlement: EndingValues) -> HistogramCells:
    most_hands = settlement.hand.splits + 1
    known: dict[NetAndStake, int] = {}
    of_hand = np.zeros((ENDS, RESULTS), dtype=np.int64)
    split_net = np.zeros_like(of_hand)
    split_once = np.zeros_like(of_hand)
    for end in range(ENDS):
        for result in range(RESULTS):
            cell = settlement.net(end, result), settlement.stake(end, result)
            of_hand[end, result] = known.setdefault(cell, len(known))
            if end % CLASSES not in (NATURAL, SURRENDERED):  # neither comes from a split
                share = settlement.share(end, result)
                split_net[end, result] = int(share.net)
                split_once[end, result] = share.once
    values = list(known)
    insurances = {(settlement.insurance(result), settlement.insurance_stake(result)): 0 for result in range(RESULTS)}
    for net, stake in insurances:
        insurances[net, stake] = len(values)
        values += [(net + bets, stake + staked) for bets, staked in _grid(most_hands)]
    grid = [insurances[settlement.insurance(result), settlement.insurance_stake(result)] for result in range(RESULTS)]
    real = [CHIPS[end // CLASSES][0] for end in range(ENDS)]
    return HistogramCells(
        tuple(values),
        of_hand,
        np.array(grid, dtype=np.int64),
        split_net,
        split_once,
        np.array(real, dtype=np.int64),
        most_hands,
    )


def _grid(most_hands: int) -> list[tuple[int, int]]:
    """Net from -most to most, by stake from nothing to most: `grid_place` counts in the same order."""
    most = 2 * most_hands
    return [(net, stake) for net in range(-most, most + 1) for stake in range(most + 1)]
