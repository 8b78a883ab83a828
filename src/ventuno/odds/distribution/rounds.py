"""The distribution of a whole round: hands never split, splits into two, splits into more.

>>> from ventuno.variant import load
>>> found = distribution(load("infinite"))
>>> round(found.sd, 3), found.error
(1.11, 0.0)
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ventuno.odds.composition import VALUES
from ventuno.odds.distribution.endings import Plays
from ventuno.odds.distribution.one_hand import one_hand
from ventuno.odds.distribution.resplits import Resplit
from ventuno.odds.distribution.result import Distribution
from ventuno.odds.distribution.tally import Tally
from ventuno.odds.distribution.two_hands import two_hands
from ventuno.odds.first_decision import SPLITS
from ventuno.odds.prepared import FREE_PLANE, REAL_PLANE
from ventuno.odds.rules import read
from ventuno.odds.solve import solve
from ventuno.odds.strategy import Strategy
from ventuno.variant.model import Variant

DEALS = 1 << 20  # sampled, of splits into three hands or more
_FEWEST = 1 << 8  # for each pair and up card
_STREAMS_APART = 1 << 40


def distribution(variant: Variant, strategy: Strategy | None = None) -> Distribution:
    """How often each net result comes, under the strategy or the best that a chart can say."""
    strategy = strategy or solve(variant).total
    if strategy.prepared.rules is not read(variant):
        raise ValueError(f"this strategy was worked out for other rules than those of {variant.key}")
    exact = one_hand(variant, strategy)
    again: list[Resplit] = []
    for split in _splits(strategy):
        found = two_hands(split.first, split.later)
        exact.merge(found, split.chance)
        if split.first.splits_again or split.later.splits_again:
            share = 1 - sum(found.values())
            again.append(Resplit(split.first, split.later, split.chance * share))
    if not again:
        return _exactly(strategy, exact)
    return _with_resplits(strategy, exact, again)


@dataclass(frozen=True)
class _Split:
    first: Plays
    later: Plays
    chance: float


def _splits(strategy: Strategy) -> Iterator[_Split]:
    """Every pair and up card that the strategy splits."""
    rules = strategy.prepared.rules
    for pair in range(VALUES):
        row = strategy.openings.pair_row[pair]
        for up in range(VALUES):
            chance = float(strategy.first.chance[row, up])
            if chance > 0 and strategy.first.choice[row, up] == SPLITS:
                later = FREE_PLANE if rules.splits_free(pair) else REAL_PLANE
                yield _Split(Plays(strategy, pair, up, REAL_PLANE), Plays(strategy, pair, up, later), chance)


def _exactly(strategy: Strategy, found: Tally) -> Distribution:
    return Distribution(
        dict(sorted(found.items())),
        max(found),
        min(found),
        0.0,
        0.0,
        f"Exact, for the {_called(strategy)}, off the top of the shoe: every hand that is never split by its "
        "chance to be reached; of every split, all endings of both hands paired, drawn without replacement from "
        "one shoe, each pair against the one dealer's hand drawn from what both leave. "
        "In double precision; nothing is sampled or approximated.",
    )


def _with_resplits(strategy: Strategy, exact: Tally, again: list[Resplit]) -> Distribution:
    weight = sum(resplit.chance for resplit in again)
    more, variances, of_squares, deals = Tally(), Tally(), 0.0, 0
    for index, resplit in enumerate(again):
        share = max(math.ceil(DEALS * resplit.chance / weight), _FEWEST)
        sampled = resplit.sampled(share, index * _STREAMS_APART)
        deals += share
        more.merge(sampled, resplit.chance)
        each = resplit.chance**2 / share
        for net, p in sampled.items():
            variances.add(net, each * p * max(1 - p, 0.0))
        of_squares += each * (sampled.moment(4, strategy.ev) - sampled.moment(2, strategy.ev) ** 2)
    _lead_to(more, strategy.ev - exact.moment(1))
    exact.merge(more)
    worst, best = zip(*(resplit.extremes() for resplit in again), strict=True)
    return Distribution(
        dict(sorted(exact.items())),
        max(max(exact), *best),
        min(min(exact), *worst),
        math.sqrt(max(variances.values())),
        math.sqrt(of_squares / exact.moment(2, strategy.ev)) / 2,
        f"For the {_called(strategy)}, off the top of the shoe. Exact for rounds of one or two hands, a share of "
        f"{1 - weight:.6f}: all endings of both hands of a split paired, drawn without replacement from one shoe, "
        "against the one dealer's hand drawn from what both leave. Of splits into three hands or more, a share of "
        f"{weight:.6f}, the hands' cards are sampled ({deals} deals, a fixed seed, each pair and up card in "
        "proportion to its chance) and the dealer's one hand is exact for each; these chances are then tilted so "
        "that the mean is the exact value of the strategy. The error is the greatest standard error of any chance.",
    )


def _called(strategy: Strategy) -> str:
    return f"{strategy.name}-dependent strategy"


def _lead_to(some: Tally, mean: float) -> None:
    """Tilts sampled chances, whose sum is known, so that their contribution to the mean is the exact one."""
    weight = sum(some.values())
    centre = some.moment(1) / weight
    slope = (mean - some.moment(1)) / some.moment(2, centre)
    for net in some:
        some[net] *= 1 + slope * (float(net) - centre)
