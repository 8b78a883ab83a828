"""Rounds in which nothing is split: each hand's reach, and its chances against the dealer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ventuno.arrays import Bools, Floats, Ints
from ventuno.odds.cells import by_composition
from ventuno.odds.composition import ACE, TEN, VALUES
from ventuno.odds.distribution.ends import BUST_HAND, CHARLIE_HAND, against_blackjack, ends
from ventuno.odds.distribution.tally import Tally
from ventuno.odds.first_decision import PLAY, SURRENDERS, is_natural
from ventuno.odds.hands import AS_DEALT, BUST
from ventuno.odds.prepared import reach_of
from ventuno.odds.rules import FREE, PAID, UNSPLIT
from ventuno.odds.strategy import Strategy
from ventuno.odds.values import CHARLIE, DECIDES, ROUND_ONCE
from ventuno.variant.model import Variant


def one_hand(variant: Variant, strategy: Strategy) -> Tally:
    found = Tally()
    _naturals(variant, strategy, found)
    _surrendered(variant, strategy, found)
    _Played(strategy, found).add()
    return found.without_dust()


def _naturals(variant: Variant, strategy: Strategy, into: Tally) -> None:
    chance, blackjack = _of(strategy, is_natural(strategy.openings), PLAY)
    into.add(variant.hand.blackjack.wins, float((chance * (1 - blackjack)).sum()))
    into.add(0, float((chance * blackjack).sum()))


def _surrendered(variant: Variant, strategy: Strategy, into: Tally) -> None:
    """Late: a dealer's blackjack takes the whole bet all the same."""
    chance, blackjack = _of(strategy, np.ones(len(strategy.openings.dealt), dtype=np.bool_), SURRENDERS)
    caught = blackjack if variant.hand.surrender == "late" else np.zeros_like(blackjack)
    into.add(-0.5, float((chance * (1 - caught)).sum()))
    into.add(-1, float((chance * caught).sum()))


def _of(strategy: Strategy, rows: Bools, choice: int) -> tuple[Floats, Floats]:
    """[opening, up card]: the chance of some openings with one choice, and the dealer's blackjack."""
    chance = np.where(strategy.first.choice[rows] == choice, strategy.first.chance[rows], 0.0)
    return chance, strategy.prepared.blackjack[strategy.openings.dealt[rows]]


@dataclass(frozen=True)
class _Played:
    strategy: Strategy
    into: Tally

    def add(self) -> None:
        play, layout = self.strategy.planes[0], self.strategy.prepared.layout
        reach = self._reach()
        at = np.flatnonzero((layout.states.pair == AS_DEALT) & reach.any(axis=1))
        reach, doubles = reach[at], play.doubles[at]
        goes_on = play.hits[at] & ~doubles & (layout.kind[at] == DECIDES)[:, None]
        self._ends(at, np.where(goes_on | doubles, 0.0, reach), 1, 0)
        for card in range(VALUES):
            self._busts(at, card, np.where(goes_on, reach, 0.0), 1, 0)
        for kind, real, free in ((PAID, 2, 0), (FREE, 1, 1)):
            which = layout.double[at] == kind
            self._one_card(at[which], np.where(doubles, reach, 0.0)[which], real, free)

    def _reach(self) -> Floats:
        strategy = self.strategy
        prepared, openings = strategy.prepared, strategy.openings
        roots = prepared.zeros()
        played = (strategy.first.choice == PLAY) & ~is_natural(openings)[:, None]
        roots[openings.dealt] = np.where(played, strategy.first.chance, 0.0)
        cells = by_composition(prepared.states, np.flatnonzero(prepared.states.pair == AS_DEALT))
        return reach_of(prepared, cells, roots, strategy.planes[0])

    def _one_card(self, at: Ints, chance: Floats, real: int, free: int) -> None:
        """Hands doubled, with so much on them afterwards."""
        for card in range(VALUES):
            child = self.strategy.prepared.states.hit[at, card]
            lives = child != BUST
            self._ends(child[lives], (chance * self._drawn(at, card))[lives], real, free)
            self._busts(at, card, chance, real, free)

    def _drawn(self, at: Ints, card: int) -> Floats:
        """[state, up card]: the chance of one card next."""
        prepared = self.strategy.prepared
        found: Floats = (prepared.left[at, card][:, None] - (np.arange(VALUES) == card)) / prepared.cards[at][:, None]
        return found

    def _ends(self, at: Ints, chance: Floats, real: int, free: int) -> None:
        """Hands not bust, each with its chance by up card."""
        prepared = self.strategy.prepared
        charlie = (prepared.layout.kind[at] == CHARLIE)[:, None]
        blackjack = prepared.blackjack[at]
        win = np.where(charlie, 1 - blackjack, prepared.table.chances.win[at])
        lose = np.where(charlie, 0.0, prepared.table.chances.lose[at])
        self.into.add(real + free, float((chance * win).sum()))
        self.into.add(-real, float((chance * lose).sum()))
        self.into.add(0, float((chance * (1 - win - lose - blackjack)).sum()))
        rank = np.where(charlie[:, 0], CHARLIE_HAND, prepared.states.total[at])
        self._caught(ends(rank, real, free), chance * blackjack)

    def _busts(self, at: Ints, card: int, chance: Floats, real: int, free: int) -> None:
        """Hands that one card would make bust: what a blackjack takes of them may be another matter."""
        prepared = self.strategy.prepared
        busts = prepared.states.hit[at, card] == BUST
        at = at[busts]
        chance = chance[busts] * self._drawn(at, card)
        blackjack = np.zeros_like(chance)
        fewer = np.maximum(prepared.cards[at] - 1, 1)
        blackjack[:, ACE] = (prepared.left[at, TEN] - (card == TEN)) / fewer
        blackjack[:, TEN] = (prepared.left[at, ACE] - (card == ACE)) / fewer
        self.into.add(-real, float((chance * (1 - blackjack)).sum()))
        self._caught(np.full(len(at), ends(BUST_HAND, real, free)), chance * blackjack)

    def _caught(self, end: Ints, chance: Floats) -> None:
        """Against a dealer's blackjack."""
        rules = self.strategy.prepared.rules
        for up in (ACE, TEN):
            nets = against_blackjack(rules, end, up, UNSPLIT) - rules.blackjack[UNSPLIT, ROUND_ONCE, up]
            self.into.add_all(nets, chance[:, up])
