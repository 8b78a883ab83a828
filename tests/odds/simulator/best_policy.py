"""The exact odds' own total-dependent strategy as a policy of the simulator."""

from __future__ import annotations

import numpy as np

from ventuno.odds.first_decision import SPLITS, SURRENDERS
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.simulator import Policy, Situation
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import DECIDES


def policy_of(strategy: Strategy) -> Policy:
    """Looks up any state of the strategy that a chart does not tell from the situation."""
    prepared, first = strategy.prepared, strategy.first
    states, rules = prepared.states, prepared.rules
    dealt = states.pair == AS_DEALT
    asked = prepared.layout.kind == DECIDES
    rides_free = np.array([rules.splits_free(pair) for pair in range(10)] + [False])[states.pair]
    own_row = dealt & (states.size == 2) & (states.gone.max(axis=1) == 2)

    def policy(now: Situation) -> tuple[str, ...]:
        up = now.up - 1
        wishes: list[str] = []
        if now.pair:
            if now.split:
                wishes.append("split")  # a pair that is split is split again
            else:
                row = strategy.openings.pair_row[now.pair - 1]
                choice = first.choice[row, up]
                wishes += {SPLITS: ["split"], SURRENDERS: ["surrender"]}.get(int(choice), [])
        play = strategy.planes[int(now.free)]
        if play is None:
            return (*wishes, "stand")
        alike = asked & (states.total == now.total) & (states.soft == now.soft) & (dealt != now.split)
        if now.free:
            alike &= rides_free
        if now.opening and now.pair:
            alike &= own_row & (states.gone[:, now.pair - 1] == 2)
        else:
            alike &= ~own_row
        if now.cards == 2:
            alike &= states.size == 2
        elif rules.charlie < 99:
            near = max(now.cards, rules.charlie - 3)
            alike &= np.where(states.size > 2, np.maximum(states.size, rules.charlie - 3), 0) == near
        else:
            alike &= states.size > 2
        found = np.flatnonzero(alike)
        if not len(found):
            return (*wishes, "stand")
        if now.opening and not now.pair:
            rows = np.flatnonzero(np.isin(strategy.openings.dealt, found))
            if len(rows) and (first.choice[rows, up] == SURRENDERS).all():
                wishes.append("surrender")
        if play.doubles[found, up].any():
            wishes.append("double")
        wishes.append("hit" if play.hits[found, up].all() else "stand")
        return tuple(wishes)

    return policy
