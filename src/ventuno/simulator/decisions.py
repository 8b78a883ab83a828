"""What may be decided where, and a policy compiled into the action of every hand state.

A preference that is not on offer gives way to the next one. Where none of them is on offer, a
double becomes a hit, and a split or a surrender a hit up to 11 and a stand above (D4); what cannot
be hit (split aces of one card each) stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ventuno.cards import ACE
from ventuno.refusal import RefusalRaised
from ventuno.simulator.card_values import VALUES
from ventuno.simulator.hand_states import HandState, HandStates
from ventuno.simulator.situation import ACTIONS, ChartSituation, Policy
from ventuno.variant.model import HandRules

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
FREE_DOUBLE: Final = 3
SPLIT: Final = 4
FREE_SPLIT: Final = 5
SURRENDER: Final = 6

_PAID: Final = frozenset((DOUBLE, SPLIT))


@dataclass(frozen=True, slots=True)
class Plane:
    """What decides a hand besides its cards and the up card."""

    hands: int = 1
    free: bool = False
    split_ace: bool = False

    @property
    def split(self) -> bool:
        return self.hands > 1


def planes(most_hands: int) -> list[Plane]:
    """The unsplit hand, then [of aces, on a free chip, number of hands from 2]: see `plane_index`."""
    return [Plane()] + [
        Plane(hands, free, ace) for ace in (False, True) for free in (False, True) for hands in range(2, most_hands + 1)
    ]


class OfferedActions:
    """The actions on offer, by their codes."""

    def __init__(self, hand: HandRules) -> None:
        self.hand = hand
        self.most_hands = hand.splits + 1

    def at(self, state: HandState, plane: Plane) -> dict[str, int]:
        """By name; nothing where nobody is asked."""
        if state.cards < 2 or state.bust or state.charlie or state.total == 21:
            return {}
        offers = {"stand": STAND}
        one_card_only = plane.split_ace and not self.hand.hit_split_aces
        if not one_card_only:
            offers["hit"] = HIT
            offers |= self._double(state, plane)
        offers |= self._split(state, plane)
        if self.hand.surrender != "none" and state.cards == 2 and not plane.split:
            offers["surrender"] = SURRENDER
        return {} if len(offers) == 1 else offers

    def _double(self, state: HandState, plane: Plane) -> dict[str, int]:
        hand = self.hand
        if state.cards != 2 or (plane.split and not hand.double_after_split):
            return {}
        hard = None if state.soft else state.total
        if hard in hand.free_double:  # it replaces the paid one
            return {"double": FREE_DOUBLE, "free-double": FREE_DOUBLE}
        return {"double": DOUBLE} if not hand.double or hard in hand.double else {}

    def _split(self, state: HandState, plane: Plane) -> dict[str, int]:
        hand = self.hand
        if not state.pair or plane.hands >= self.most_hands:
            return {}
        if plane.split and state.pair == ACE and not hand.resplit_aces:
            return {}
        if state.pair in hand.free_split:
            return {"split": FREE_SPLIT, "free-split": FREE_SPLIT}
        return {"split": SPLIT}


@dataclass(frozen=True, eq=False)
class Actions:
    """[plane, up card, state]: what the policy does, and what it does when it cannot pay for more."""

    normal: npt.NDArray[np.uint8]
    short_of_money: npt.NDArray[np.uint8]


def compile_policy(hand: HandRules, states: HandStates, policy: Policy) -> Actions:
    offers = OfferedActions(hand)
    every = planes(offers.most_hands)
    normal = np.zeros((len(every), VALUES, len(states)), dtype=np.uint8)
    short = np.zeros_like(normal)
    for number, plane in enumerate(every):
        for place, state in _reachable(hand, states, plane):
            if not (offered := offers.at(state, plane)):
                continue
            unpaid = {name: code for name, code in offered.items() if code not in _PAID}
            for up in range(VALUES):
                wishes = _wishes(policy, _situation(state, plane, up))
                normal[number, up, place] = _first_offered(wishes, offered, state)
                short[number, up, place] = _first_offered(wishes, unpaid, state)
    return Actions(normal, short)


def _reachable(hand: HandRules, states: HandStates, plane: Plane) -> Iterator[tuple[int, HandState]]:
    """The states a hand of this plane can come to: free chips ride on what may be split freely."""
    if plane.free:
        free_pairs = {1} if plane.split_ace else set(range(2, VALUES + 1))
        if not free_pairs & set(hand.free_split):
            return
    for place, state in enumerate(states.states):
        if plane.split and state.pair and (state.pair == ACE) != plane.split_ace:
            continue
        yield place, state


def _situation(state: HandState, plane: Plane, up: int) -> ChartSituation:
    return ChartSituation(
        total=state.total,
        soft=state.soft,
        pair=state.pair,
        cards=state.cards,
        up=up + 1,
        hands=plane.hands,
        split=plane.split,
        split_ace=plane.split_ace,
        free=plane.free,
    )


def _wishes(policy: Policy, now: ChartSituation) -> Sequence[str]:
    answer = policy(now)
    wishes = (answer,) if isinstance(answer, str) else tuple(answer)
    for wish in wishes:
        if wish not in ACTIONS:
            raise RefusalRaised(
                "simulate/unknown_action",
                f"the policy answered {wish!r} to {now}; known are {', '.join(ACTIONS)}",
                action=wish,
            )
    return wishes


def _first_offered(wishes: Sequence[str], offered: dict[str, int], state: HandState) -> int:
    for wish in wishes:
        if wish in offered:
            return offered[wish]
    wants_double = bool(wishes) and wishes[-1] in ("double", "free-double")
    fallback = "hit" if wants_double or state.total <= 11 else "stand"
    return offered.get(fallback, STAND)
