"""A total-dependent strategy as a chart: rows of totals and pairs, a column for each up card.

Letters: S stand, H hit, D double (else hit), Ds double (else stand), P split, R surrender (else hit),
Rs surrender (else stand), Rp surrender (else split). Having split, a pair is split again, but with P1 no
more, with Pc only on a free chip and with Pr only with the original bet. A free double or split has the same
letter: where it is on offer there is no other.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ventuno.arrays import Bools, Ints
from ventuno.odds.composition import UP_CARDS, VALUE_NAMES
from ventuno.odds.first_decision import PLAY, SPLITS, SURRENDERS
from ventuno.odds.hands import AS_DEALT
from ventuno.odds.strategy import Strategy

HARD = range(5, 21)
SOFT = range(13, 21)

# What a letter means for a hand that may no longer be doubled or given up.
_OF_MORE_CARDS = {"D": "H", "Ds": "S", "R": "H", "Rs": "S"}


@dataclass(frozen=True, slots=True)
class Cell:
    """What to do, and what the next best action would cost, in units of the initial bet.

    The cost is that of the two-card hands of the row, given what the player knows; None where the
    row has no such hand.
    """

    letter: str
    cost: float | None = None
    second: str = ""


Row = dict[str, Cell]  # by up card: 2 to 10, A
Rows = dict[str, Row]  # by total, or the pair's card


@dataclass(frozen=True, slots=True)
class Chart:
    hard: Rows
    soft: Rows
    pairs: Rows = field(default_factory=dict)
    # Hands told apart by more than their total, where they are played differently.
    natural_17: Rows = field(default_factory=dict)  # "hard", "soft"
    near_charlie: dict[int, Chart] = field(default_factory=dict)  # by number of cards


def chart(strategy: Strategy, free_chip: bool = False) -> Chart | None:
    """The chart of hands on real bets, or of hands on free chips (None where there are none)."""
    reader = _Reader(strategy, free_chip)
    if strategy.planes[free_chip] is None:
        return None
    rules = strategy.prepared.rules
    plain = Chart(
        reader.rows(HARD, False),
        reader.rows(SOFT, True),
        {} if free_chip else reader.pairs(),
        {} if free_chip or not rules.natural_17 else reader.natural_17(),
    )
    for cards in range(max(rules.charlie - 2, 3), min(rules.charlie, 21)):
        near = Chart(reader.rows(HARD, False, cards), reader.rows(SOFT, True, cards))
        if _differs(near, plain):
            plain.near_charlie[cards] = near
    return plain


def _differs(near: Chart, plain: Chart) -> bool:
    """Whether any hand of so many cards is hit where others stand, or the other way round."""
    return any(
        total in usual
        for rows, usual in ((near.hard, plain.hard), (near.soft, plain.soft))
        for total in different(rows, usual, more_cards=True)
    )


def different(rows: Rows, usual: Rows, more_cards: bool = False) -> Rows:
    """The rows in which any hand is played differently; with more cards, as far as it can be."""

    def usually(total: str, up: str) -> str:
        letter = usual[total][up].letter
        return _OF_MORE_CARDS.get(letter, letter) if more_cards else letter

    return {
        total: row
        for total, row in rows.items()
        if total not in usual or any(cell.letter != usually(total, up) for up, cell in row.items())
    }


def free_differs(plain: Chart, free: Chart) -> bool:
    """Whether hands on free chips are played differently anywhere."""
    usual = _letters(plain)
    return any(usual.get(place, letter) != letter for place, letter in _letters(free).items())


def _letters(some: Chart, cards: int = 0) -> dict[tuple[str | int, ...], str]:
    found: dict[tuple[str | int, ...], str] = {
        (cards, name, row, up): cell.letter
        for name, rows in (("hard", some.hard), ("soft", some.soft))
        for row, cells in rows.items()
        for up, cell in cells.items()
    }
    for more, near in some.near_charlie.items():
        found |= _letters(near, more)
    return found


class _Reader:
    def __init__(self, strategy: Strategy, free_chip: bool) -> None:
        self.strategy = strategy
        self.free_chip = free_chip
        states = strategy.prepared.states
        rides = np.array([strategy.prepared.rules.splits_free(pair) for pair in range(10)] + [False])
        in_plane = rides[states.pair] if free_chip else np.ones(len(states), dtype=np.bool_)
        self.in_plane: Bools = in_plane & (states.layer == 0) & (strategy.prepared.layout.kind == 0)
        self.dealt = states.pair == AS_DEALT
        paired = self.dealt & (states.size == 2) & (states.gone.max(axis=1) == 2)
        self.own_row = paired
        if strategy.prepared.rules.natural_17:
            self.own_row = paired | (self.dealt & (states.size == 2) & (states.total == 17))

    def rows(self, totals: range, soft: bool, cards: int | None = None) -> Rows:
        states = self.strategy.prepared.states
        found = {}
        for total in totals:
            here = self.in_plane & ~self.own_row & (states.total == total) & (states.soft == soft)
            at = np.flatnonzero(here & (states.size == cards)) if cards else self._few_cards(here)
            if len(at):
                found[str(total)] = self._row(at)
        return found

    def _few_cards(self, here: Bools) -> Ints:
        """Hands far from a Charlie; those of two cards first, that may be doubled or given up."""
        states = self.strategy.prepared.states
        limit = max(self.strategy.prepared.rules.charlie - 2, 3)
        at = np.flatnonzero(here & (states.size < limit))
        return at[np.lexsort((~self.dealt[at], states.size[at]))]

    def _row(self, at: Ints) -> Row:
        states = self.strategy.prepared.states
        openings = at[self.dealt[at] & (states.size[at] == 2)]
        return {VALUE_NAMES[up]: self._cell(at, openings, up) for up in UP_CARDS}

    def _cell(self, at: Ints, openings: Ints, up: int) -> Cell:
        play = self.strategy.planes[self.free_chip]
        assert play is not None
        doubling = at[self.strategy.prepared.layout.double[at] > 0]
        letter = "H" if play.hits[at[0], up] else "S"
        if len(doubling) and play.doubles[doubling[0], up]:
            letter = "Ds" if letter == "S" else "D"
        if not len(openings) or self.free_chip:
            return Cell(letter)
        rows = np.flatnonzero(np.isin(self.strategy.openings.dealt, openings))
        if (self.strategy.first.choice[rows, up] == SURRENDERS).all():
            letter = "Rs" if letter in ("S", "Ds") else "R"
        return Cell(letter, *self._second_best(rows, up))

    def _second_best(self, rows: Ints, up: int) -> tuple[float | None, str]:
        """How much the next best action costs on average over some openings, and which it is."""
        strategy = self.strategy
        first, play = strategy.first, strategy.planes[0]
        at = strategy.openings.dealt[rows]
        chance = first.chance[rows, up]
        known = 1 - strategy.prepared.rules.looks[up] * strategy.prepared.blackjack[at, up]
        if not (chance * known).sum() > 0:
            return None, ""
        may_double = strategy.prepared.layout.double[at] > 0
        values = {"S": play.stand[at, up], "H": play.hit[at, up]}
        if may_double.all():
            values["D"] = play.doubled[at, up]
        once = first.play[rows, up] - play.value[at, up]  # what a blackjack costs the round
        values = {letter: value + once for letter, value in values.items()}
        if np.isfinite(first.split[rows, up]).all():
            values["P"] = first.split[rows, up]
        if np.isfinite(first.surrender[rows, up]).all():
            values["R"] = first.surrender[rows, up]
        means = {letter: float((chance * value).sum()) for letter, value in values.items()}
        best, second = sorted(means, key=lambda letter: -means[letter])[:2]
        before_the_look = strategy.prepared.rules.hand.surrender == "early" and "R" in (best, second)
        asked = float((chance if before_the_look else chance * known).sum())
        return (means[best] - means[second]) / asked, second

    def pairs(self) -> Rows:
        strategy = self.strategy
        found = {}
        for pair in (*range(1, 10), 0):
            row = int(strategy.openings.pair_row[pair])
            at = np.array([strategy.openings.dealt[row]])
            cells = {}
            for up in UP_CARDS:
                cell = self._cell(at, at, up)
                choice = strategy.first.choice[row, up]
                letter = self._splits(pair, up) if choice == SPLITS else cell.letter
                if choice == SURRENDERS and strategy.first.split[row, up] > strategy.first.play[row, up]:
                    letter = "Rp"
                assert choice in (PLAY, SPLITS, SURRENDERS)
                cells[VALUE_NAMES[up]] = Cell(letter, cell.cost, cell.second)
            found[VALUE_NAMES[pair]] = cells
        return found

    def _splits(self, pair: int, up: int) -> str:
        """A split, and whether pairs that come after it are split again."""
        rules = self.strategy.prepared.rules
        if rules.most_hands(pair) <= 2:
            return "P"
        real, free = (self.strategy.splits_again(pair, up, free_chip) for free_chip in (False, True))
        if not rules.splits_free(pair):
            free = real
        return {(True, True): "P", (False, False): "P1", (False, True): "Pc", (True, False): "Pr"}[real, free]

    def natural_17(self) -> Rows:
        states = self.strategy.prepared.states
        two = self.dealt & (states.size == 2) & (states.total == 17)
        return {
            name: self._row(np.flatnonzero(two & (states.soft == soft)))
            for name, soft in (("hard", False), ("soft", True))
        }
