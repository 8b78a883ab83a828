"""A strategy as a policy: what it wishes to do in a situation, told as whoever deals tells it.

The simulator asks so, and it and the odds know nothing of each other: what is asked is said here as a
shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ventuno.odds.first_decision import SPLITS, SURRENDERS
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import DECIDES


class ChartedHand(Protocol):
    """One decision, as far as a chart tells decisions apart."""

    @property
    def total(self) -> int: ...
    @property
    def soft(self) -> bool: ...
    @property
    def pair(self) -> int: ...  # the points of a pair in two cards, otherwise 0
    @property
    def cards(self) -> int: ...  # where no Charlie is near, 3 stands for any more
    @property
    def up(self) -> int: ...  # points
    @property
    def split(self) -> bool: ...  # the hand comes from a split
    @property
    def opening(self) -> bool: ...  # it is the first two cards of the round
    @property
    def free(self) -> bool: ...  # it rides on a free chip


def policy_of(strategy: Strategy) -> Callable[[ChartedHand], tuple[str, ...]]:
    """The total-dependent strategy, as wishes in order of preference.

    All hands that a chart does not tell apart are decided alike, so any one of them answers for all.
    """
    places, openings = _places(strategy), strategy.openings
    row_of = {int(state): row for row, state in enumerate(openings.dealt)}

    def policy(now: ChartedHand) -> tuple[str, ...]:
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


def _places(strategy: Strategy) -> Callable[[ChartedHand, int], int | None]:
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

    def place(now: ChartedHand, pair: int) -> int | None:
        hand = (now.free, now.split, pair, now.total, now.soft)
        return table.get((*hand, now.cards), table.get((*hand, "more")) if now.cards > 2 else None)

    return place
