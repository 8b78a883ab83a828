"""A way to play, worked out: what it is worth, and what it does with any hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from ventuno.arrays import Bools
from ventuno.odds.composition import Composition
from ventuno.odds.first_decision import SPLITS, SURRENDERS, FirstDecision
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.prepared import Prepared
from ventuno.odds.roots import Openings
from ventuno.odds.values import Valued

Per = Literal["initial-bet", "stake"]
Action = Literal["stand", "hit", "double", "split", "surrender"]


@dataclass(frozen=True)
class Strategy:
    """The best play of one class, and what it is worth per initial bet of 1."""

    name: str
    ev: float
    stake: float  # real money staked: the initial bet, paid doubles, paid splits
    prepared: Prepared
    openings: Openings
    first: FirstDecision
    planes: tuple[Valued, Valued | None]  # hands on real bets, hands on free chips
    again: Bools  # [on a free chip, pair, up card]: a pair after a split is split again

    @property
    def rtp_initial(self) -> float:
        return 1 + self.ev

    @property
    def rtp_stake(self) -> float:
        return 1 + self.ev / self.stake

    def per(self, what: Per) -> float:
        return self.rtp_stake if what == "stake" else self.rtp_initial

    @cached_property
    def _places(self) -> dict[tuple[int, bytes], int]:
        """Pair and hand -> state. All layers of a pair are played alike, so the first stands for them."""
        states = self.prepared.states
        hand = states.gone.copy()
        split = np.flatnonzero(states.pair != AS_DEALT)
        hand[split, states.pair[split]] -= 1 + states.layer[split]
        ground = np.flatnonzero(states.layer == 0)
        return {(int(states.pair[s]), hand[s].tobytes()): int(s) for s in ground}

    def state(self, hand: Composition, pair: int = AS_DEALT) -> int:
        """The row of a hand in the arrays, as dealt or after the split of a pair."""
        return self._places[pair, np.array(hand, dtype=np.int64).tobytes()]

    def first_action(self, hand: Composition, up_card: int) -> Action:
        """What to do with the first two cards."""
        state = self.state(hand)
        choice = self.first.choice[np.flatnonzero(self.openings.dealt == state)[0], up_card]
        if choice == SPLITS:
            return "split"
        return "surrender" if choice == SURRENDERS else self._plays(state, up_card, self.planes[0])

    def action(self, hand: Composition, up_card: int, pair: int = AS_DEALT, free_chip: bool = False) -> Action:
        """What to do with a hand of three cards, or of a split that is not split again."""
        play = self.planes[int(free_chip)]
        assert play is not None, "no hand of this variant rides on a free chip"
        return self._plays(self.state(hand, pair), up_card, play)

    def splits_again(self, pair: int, up_card: int, free_chip: bool = False) -> bool:
        """Whether a hand of a split that is a pair once more is split, as long as it may be."""
        return bool(self.again[int(free_chip), pair, up_card])

    @staticmethod
    def _plays(state: int, up_card: int, play: Valued) -> Action:
        if play.doubles[state, up_card]:
            return "double"
        return "hit" if play.hits[state, up_card] else "stand"
