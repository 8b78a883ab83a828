"""The kernels against a reference that shares no code with them, on the same cards, round by round."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from tests.simulator.random_games import every_side_bet, games, random_policy
from tests.simulator.reference_round import Deal, Table
from tests.simulator.scripted import NUMBER, Script, Supply
from ventuno.cards import DECK, Card
from ventuno.simulator import Policy, fast_kernel
from ventuno.simulator.automaton import automaton_of
from ventuno.simulator.round_kernel import new_seats, new_totals, play_rounds
from ventuno.simulator.shoe import CUT_CARD_SHOWN
from ventuno.simulator.side_tables import compile_side_bets
from ventuno.simulator.simulate import new_desk
from ventuno.simulator.stream import AT, new_stream
from ventuno.simulator.tables import compile_tables
from ventuno.variant import Variant, load, parse

ROUNDS = 800
GAMES = games(notations=30, files=30)


def shuffled(variant: Variant, chance: random.Random) -> list[Card]:
    """The first cards of a shuffled shoe: no round here needs more.

    One time in four aces and small cards come first, for hands of many cards, rows of aces and splits of splits.
    """
    cards = list(DECK) * variant.shoe.decks
    if chance.random() < 0.25:
        weight = {card: chance.choice((1, 2, 4)) if card.points <= 3 else 6 for card in DECK}
        cards.sort(key=lambda card: chance.random() * weight[card])
        return cards[:120]
    return chance.sample(cards, min(len(cards), 120))


class Comparison:
    """One variant at one table: rounds are played by the reference first, then by the kernel on the same cards."""

    def __init__(
        self, variant: Variant, policy: Policy, seats: int, insurance: bool, behind: int | None = None
    ) -> None:
        self.variant, self.policy, self.seats, self.insurance = variant, policy, seats, insurance
        self.keys = tuple(variant.side_bets)
        self.compiled = compile_tables(variant, policy, insurance)
        self.bets = compile_side_bets(variant, self.keys)
        self.desk = new_desk(variant.shoe.decks, behind, 0, 0, self.bets, seats, 1)
        self.expected: list[tuple[Fraction, Fraction]] = []
        self.tally: Counter[tuple[int, int]] = Counter()

    def script(self) -> Script:
        self.expected.clear()
        self.tally.clear()
        return Script(self.desk.cards.tolist())

    def reference(self, deal: Deal) -> None:
        table = Table(self.variant, self.policy, deal, seats=self.seats, insurance=self.insurance, side_bets=self.keys)
        for seat in table.seats:
            self.expected.append((seat.net, seat.stake))
            for place, key in enumerate(self.keys):
                names = self.bets.bets[place].outcomes
                for outcome in table.outcomes(seat, key):
                    self.tally[place, 1 + names.index(outcome) if outcome else 0] += 1

    def kernel(self, script: Script) -> int:
        """Plays the script and compares; returns the number of rounds."""
        script.write(self.desk.stream, self.desk.words)
        rounds = len(self.expected) // self.seats
        cells = self.compiled.cells
        sides, ticks = self.bets.tables, cells.in_ticks(cells.ticks_per_bet)
        totals = new_totals(len(cells.values), sides, rounds * len(self.keys), rounds, self.seats)
        play_rounds(self.compiled.tables, sides, self.desk, new_seats(self.seats), rounds, ticks, totals)
        trace, tally = totals.trace, totals.tally
        assert [cells.values[cell] for cell in trace.reshape(-1).tolist()] == self.expected
        assert self.desk.stream[AT] == len(script.words), "the kernel drew more or fewer cards"
        assert {place: int(tally[place]) for place in np.ndindex(tally.shape) if tally[place]} == dict(self.tally)
        return rounds


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: GAMES[number].key.replace(" ", "_"))
def test_every_round_at_a_table_ends_as_the_reference_says(number: int) -> None:
    variant, chance = GAMES[number], random.Random(number)
    seats = 1 if variant.shoe.decks < 4 else chance.choice((1, 1, 2, 3))
    comparison = Comparison(variant, random_policy(number), seats, chance.random() < 0.3)
    played = 0
    while played < ROUNDS:
        script = comparison.script()
        while not script.full:
            script.shuffle()
            comparison.reference(Supply(shuffled(variant, chance), script).deal)
        played += comparison.kernel(script)


ACES = """
name = "aces"
[shoe]
decks = 8
[hand]
splits = 3
resplit_aces = true
hit_split_aces = true
"""


@pytest.mark.parametrize("number", range(6))
def test_rows_of_aces_are_counted_hand_by_hand_through_every_split(number: int) -> None:
    variant, chance = parse(ACES + every_side_bet(), "aces"), random.Random(number)
    comparison = Comparison(variant, random_policy(number), 1, False)
    for _ in range(20):
        script = comparison.script()
        while not script.full:
            cards = sorted(list(DECK) * 8, key=lambda card: chance.random() * (1 if card.points == 1 else 9))
            script.shuffle()
            comparison.reference(Supply(cards, script).deal)
        comparison.kernel(script)


class OneShoe:
    """A shoe with a cut card, kept as plain lists, and the script of what is dealt from it."""

    def __init__(self, decks: int, behind: int, script: Script, chance: random.Random) -> None:
        self.all, self.behind, self.script, self.chance = list(DECK) * decks, behind, script, chance
        self.shuffles, self.taken_up = -1, 0
        self.cut_card_shown = True
        self.undealt: list[Card] = []
        self.discards: list[Card] = []
        self.on_table: list[Card] = []

    def begin_round(self) -> None:
        self.discards += self.on_table
        self.on_table = []
        if self.cut_card_shown:
            self.undealt, self.discards = self.all.copy(), []
            self.chance.shuffle(self.undealt)
            self.script.shuffle()
            self.cut_card_shown = False
            self.shuffles += 1
        self.table_from = self.script.left

    def deal(self, whose: str) -> Card:
        if not self.undealt:
            self._take_up_discards()
        card = self.undealt.pop()
        self.on_table.append(card)
        self.script.deal(NUMBER[card])
        if len(self.undealt) <= self.behind:
            self.cut_card_shown = True
        return card

    def _take_up_discards(self) -> None:
        assert self.discards, "too few cards for a round"
        self.undealt, self.discards = self.discards, []
        self.chance.shuffle(self.undealt)
        cards, table_from = self.script.cards, self.table_from
        self.script.cards, self.script.left = cards[table_from:] + cards[:table_from], len(cards) - table_from
        self.taken_up += 1


@pytest.mark.parametrize(
    ("name", "behind", "seats", "runs_out"),
    [
        ("infinite", 104, 3, False),
        ("classic-free-bet", 104, 2, False),
        ("1D H17 SPL3", 20, 1, False),
        ("1D", 1, 2, True),
    ],
)
def test_rounds_follow_each_other_from_one_shoe_until_the_cut_card_shows(
    name: str, behind: int, seats: int, runs_out: bool
) -> None:
    variant, chance = load(name), random.Random(name)
    comparison = Comparison(variant, random_policy(5), seats, False, behind)
    shuffles = taken_up = 0
    for _ in range(40):
        comparison.desk.shoe[CUT_CARD_SHOWN] = 1  # each script begins with a shuffle
        script = comparison.script()
        shoe = OneShoe(variant.shoe.decks, behind, script, chance)
        while not script.full:
            shoe.begin_round()
            comparison.reference(shoe.deal)
        comparison.kernel(script)
        shuffles += shoe.shuffles
        taken_up += shoe.taken_up
    assert shuffles > 20
    assert (taken_up > 0) == runs_out


class InTheKernelsOrder:
    """A round for the fast kernel: the hole card comes after the player's, and nobody looks under it before."""

    def __init__(self, variant: Variant, policy: Policy, insurance: bool, cards: list[Card]) -> None:
        first, second, up, hole, *rest = cards
        self.drawn: dict[str, list[Card]] = {"player": [first, second], "up": [up], "hole": [hole], "dealer": []}
        more = iter(rest)

        def deal(whose: str) -> Card:
            opening = {"player": 2, "up": 1, "hole": 1, "dealer": 0}[whose]
            asked[whose] += 1
            if asked[whose] > opening:
                self.drawn[whose].append(next(more))
            return self.drawn[whose][asked[whose] - 1]

        asked: Counter[str] = Counter()
        Table(variant, policy, deal, looks=False)  # what the player draws if nobody looks
        self.padding = list(more)[:30]
        again = {whose: iter(some) for whose, some in self.drawn.items()}
        table = Table(variant, policy, lambda whose: next(again[whose]), insurance=insurance)
        self.expected: tuple[Fraction, Fraction] = (table.seats[0].net, table.seats[0].stake)

    @property
    def order(self) -> list[Card]:
        drawn = self.drawn
        opening = [*drawn["player"][:2], *drawn["up"]]
        return [*opening, *drawn["player"][2:], *drawn["hole"], *drawn["dealer"], *self.padding]


@pytest.mark.parametrize("number", range(len(GAMES)), ids=lambda number: GAMES[number].key.replace(" ", "_"))
def test_every_round_of_the_fast_kernel_ends_as_the_reference_says(number: int) -> None:
    variant, policy, chance = GAMES[number], random_policy(number), random.Random(number)
    insurance = chance.random() < 0.3
    compiled = compile_tables(variant, policy, insurance)
    automaton = automaton_of(compiled)
    tables = fast_kernel.values_only(compiled.tables)
    desk = fast_kernel.new_desk(variant.shoe.decks, *new_stream(0, 0))
    size = 52 * variant.shoe.decks
    for _ in range(ROUNDS):
        cards = shuffled(variant, chance)
        if chance.random() < 0.3:  # pairs more often than chance deals them
            pair = next((place for place in range(1, len(cards)) if cards[place].points == cards[0].points), 1)
            cards[1], cards[pair] = cards[pair], cards[1]
        one_round = InTheKernelsOrder(variant, policy, insurance, cards)
        script = Script(desk.cards[:size].tolist())
        for card in one_round.order:
            script.deal(card.points - 1)
        script.write(desk.stream, desk.words)
        counts = fast_kernel.play_on(automaton, tables, desk, len(compiled.cells.values), 1)
        (cell,) = np.flatnonzero(counts).tolist()
        assert compiled.cells.values[cell] == one_round.expected, one_round.drawn
