"""The exact odds' own strategy as a policy of the simulator."""

from __future__ import annotations

from collections.abc import Callable

from ventuno.odds.first_decision import SPLITS, SURRENDERS
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.simulator.situation import Policy, Situation
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import DECIDES


def policy_of(strategy: Strategy) -> Policy:
    """The total-dependent strategy, asked as the simulator asks.

    All hands that a chart does not tell apart are decided alike, so any one of them answers for all.
    """
    places, openings = _places(strategy), strategy.openings
    row_of = {int(state): row for row, state in enumerate(openings.dealt)}

    def policy(now: Situation) -> tuple[str, ...]:
        pair = now.pair if now.opening else 0
        again = now.split and now.pair and strategy.splits_again(now.pair - 1, now.up - 1, now.free)
        wishes = ["split"] if again else []
        place = places(now, pair)
        play = strategy.planes[now.free]
        if place is None or play is None:  # the simulator asks about hands that no game can come to
            return (*wishes, "stand")
        up = now.up - 1
        if now.opening:
            choice = strategy.first.choice[row_of[place], up]
            wishes += ["split"] * int(choice == SPLITS) + ["surrender"] * int(choice == SURRENDERS)
        if play.doubles[place, up]:
            wishes.append("double")
        return (*wishes, "hit" if play.hits[place, up] else "stand")

    return policy


def _places(strategy: Strategy) -> Callable[[Situation, int], int | None]:
    """For a situation, one state of the strategy that it may be."""
    prepared = strategy.prepared
    states, rules = prepared.states, prepared.rules
    table: dict[tuple[object, ...], int] = {}
    for state in range(len(states)):
        if prepared.layout.kind[state] != DECIDES or states.layer[state]:
            continue
        split, size = states.pair[state] != AS_DEALT, int(states.size[state])
        pair = int(states.gone[state].argmax()) + 1 if not split and size == 2 and states.gone[state].max() == 2 else 0
        for free in (False, True) if split and rules.splits_free(int(states.pair[state])) else (False,):
            hand = (free, bool(split), pair, int(states.total[state]), bool(states.soft[state]))
            table.setdefault((*hand, size), state)
            if size > 2:
                table.setdefault((*hand, "more"), state)

    def place(now: Situation, pair: int) -> int | None:
        hand = (now.free, now.split, pair, now.total, now.soft)
        return table.get((*hand, now.cards), table.get((*hand, "more")) if now.cards > 2 else None)

    return place
