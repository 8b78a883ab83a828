"""Sums over clusters: rounds that hang together because they share a dealer or a shoe."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ventuno.arrays import Floats, Ints
from ventuno.simulator.cells import HistogramCells
from ventuno.simulator.estimate import Estimate, ratio
from ventuno.simulator.round_kernel import (
    BETS,
    CLUSTERS,
    MAIN,
    NET,
    ROUNDS,
    SQUARE,
    STAKE,
    SUM,
    TIMES_BETS,
    TIMES_NET,
)


@dataclass(frozen=True, eq=False)
class Moments:
    """As the kernel sums them: [row, what], net and stake in ticks."""

    rows: Floats
    ticks_per_bet: int

    @property
    def clusters(self) -> int:
        return int(self.rows[CLUSTERS, 0])

    def per_bet(self, what: int, scale: float = 1.0) -> Estimate:
        """The mean of something per starting hand."""
        rows = self.rows
        of_all = rows[SUM, BETS], rows[TIMES_BETS, BETS]
        found = ratio(rows[SUM, what], of_all[0], rows[SQUARE, what], rows[TIMES_BETS, what], of_all[1], self.clusters)
        return Estimate(found.value / scale, found.se / scale)

    def net(self) -> Estimate:
        return self.per_bet(NET, self.ticks_per_bet)

    def stake(self) -> Estimate:
        return self.per_bet(STAKE, self.ticks_per_bet)

    def net_per_stake(self) -> Estimate:
        rows = self.rows
        return ratio(
            rows[SUM, NET],
            rows[SUM, STAKE],
            rows[SQUARE, NET],
            rows[TIMES_NET, STAKE],
            rows[SQUARE, STAKE],
            self.clusters,
        )

    def side_bet(self, place: int) -> Estimate:
        return self.per_bet(MAIN + place)

    def sd_of_a_round(self, rounds: int) -> float:
        """Of all seats together."""
        mean = self.rows[SUM, NET] / rounds
        return float(np.sqrt(max(self.rows[ROUNDS, NET] / rounds - mean * mean, 0.0)) / self.ticks_per_bet)


def of_single_hands(cells: HistogramCells, counts: Ints, ticks_per_bet: int) -> Moments:
    """From the histogram alone, where every round is one hand and a cluster of its own."""
    nets, stakes = ([int(tick) for tick in ticks] for ticks in cells.in_ticks(ticks_per_bet))
    times = [int(count) for count in counts]
    rows = np.zeros((ROUNDS + 1, MAIN))
    columns = {BETS: [1] * len(nets), NET: nets, STAKE: stakes}
    for what, values in columns.items():
        rows[SUM, what] = _sum(times, values)
        rows[TIMES_BETS, what] = rows[SUM, what]
        rows[TIMES_NET, what] = _sum(times, values, nets)
        rows[SQUARE, what] = _sum(times, values, values)
    rows[CLUSTERS, 0] = rows[SUM, BETS]
    rows[ROUNDS, NET] = rows[SQUARE, NET]
    return Moments(rows, ticks_per_bet)


def _sum(times: list[int], *factors: list[int]) -> int:
    total = 0
    for count, *values in zip(times, *factors, strict=True):
        if count:
            product = count
            for value in values:
                product *= value
            total += product
    return total
