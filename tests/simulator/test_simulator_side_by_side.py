"""The fast kernel deals eight rounds side by side: here they are dealt so in Python, word for word."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from tests.simulator.random_games import random_policy
from tests.simulator.reference_round import Table
from ventuno.cards import DECK, Card, total
from ventuno.simulator import Policy, fast_kernel
from ventuno.simulator.automaton import ROW, Automaton, automaton_of
from ventuno.simulator.fast_kernel import LANES
from ventuno.simulator.stream import AT, WORDS, new_stream, refill
from ventuno.simulator.tables import compile_tables
from ventuno.variant import Variant, load

BY_VALUE = DECK[:10]  # suits do not matter here


class Lane:
    """A shoe and the round that is dealt from it."""

    def __init__(self, shoe: list[int]) -> None:
        self.shoe = shoe
        self.left = len(shoe)
        self.state = 0
        self.dealt: list[int] = []

    def draw(self, word: int) -> int:
        place = word * self.left >> 32
        assert word * self.left & 0xFFFFFFFF >= self.left, "a word to be passed over: choose another seed"
        self.left -= 1
        self.shoe[place], self.shoe[self.left] = self.shoe[self.left], self.shoe[place]
        self.dealt.append(self.shoe[self.left])
        return self.dealt[-1]

    def begin(self) -> None:
        self.left, self.state, self.dealt = len(self.shoe), 0, []


class SideBySide:
    """What `fast_kernel` says it does, step by step."""

    def __init__(self, variant: Variant, policy: Policy, seed: int, block: int) -> None:
        self.variant, self.policy = variant, policy
        compiled = compile_tables(variant, policy, False)
        self.automaton: Automaton = automaton_of(compiled)
        self.cells = compiled.cells.values
        self.stream, self.words = new_stream(seed, block)
        decks = variant.shoe.decks
        shoe = [value for value in range(10) for _ in range(decks * (16 if value == 9 else 4))]
        self.lanes = [Lane(shoe.copy()) for _ in range(LANES)]
        self.found: Counter[tuple[Fraction, Fraction]] = Counter()

    def word(self) -> int:
        if self.stream[AT] >= WORDS:
            refill(self.stream, self.words)
        self.stream[AT] += np.uint64(1)
        return int(self.words[int(self.stream[AT]) - 1])

    def step(self, lane: Lane, word: int) -> bool:
        lane.state = int(self.automaton.next[lane.state * ROW + lane.draw(word)])
        return lane.state >= self.automaton.first_cell

    def end(self, lane: Lane) -> None:
        automaton = self.automaton
        if lane.state < automaton.first_split:
            self.found[self.cells[automaton.cells[lane.state - automaton.first_cell]]] += 1
        else:
            self.found[self.play_split(lane)] += 1
        lane.begin()

    def play_split(self, lane: Lane) -> tuple[Fraction, Fraction]:
        """The reference plays on from the first three cards; the dealer always draws to the end."""
        first, second, up = (BY_VALUE[value] for value in lane.dealt)
        drawn: dict[str, list[Card]] = {"player": [first, second], "up": [up], "hole": [DECK[4]], "dealer": []}
        asked: Counter[str] = Counter()

        def deal(whose: str) -> Card:
            asked[whose] += 1
            if asked[whose] > len(drawn[whose]) and whose == "dealer":
                return DECK[9]  # not yet: only the player's cards are wanted now
            if asked[whose] > len(drawn[whose]):
                drawn[whose].append(BY_VALUE[lane.draw(self.word())])
            return drawn[whose][asked[whose] - 1]

        Table(self.variant, self.policy, deal, looks=False)
        dealer = [up, BY_VALUE[lane.draw(self.word())]]
        hits_soft_17 = self.variant.dealer.soft_17 == "hits"
        while (now := total(dealer)).points < 17 or (now.points == 17 and now.soft and hits_soft_17):
            dealer.append(BY_VALUE[lane.draw(self.word())])
        drawn["hole"], drawn["dealer"] = dealer[1:2], dealer[2:]
        again = {whose: iter(cards) for whose, cards in drawn.items()}
        seat = Table(self.variant, self.policy, lambda whose: next(again[whose])).seats[0]
        return seat.net, seat.stake

    def play(self, rounds: int) -> None:
        begun = LANES
        while begun + LANES <= rounds:
            if self.stream[AT] > WORDS - 8 * LANES:
                refill(self.stream, self.words)
            words = [self.word() for _ in range(LANES)]
            over = [lane for lane, word in zip(self.lanes, words, strict=True) if self.step(lane, word)]
            for lane in over:
                self.end(lane)
            begun += len(over)
        for lane in self.lanes:
            self.play_out(lane)
        for _ in range(rounds - begun):
            self.play_out(self.lanes[0])

    def play_out(self, lane: Lane) -> None:
        while not self.step(lane, self.word()):
            pass
        self.end(lane)


@pytest.mark.parametrize(
    "name", ["free-chip", "all-bets", "infinite", "6D H17 SPL3 RSA HSA ES", "1D SPL9 OBO CHARLIE4"]
)
def test_rounds_dealt_side_by_side_fall_where_they_fall_when_dealt_by_hand(name: str) -> None:
    variant, policy, rounds = load(name), random_policy(11), 4001
    by_hand = SideBySide(variant, policy, seed=9, block=3)
    by_hand.play(rounds)
    compiled = compile_tables(variant, policy, False)
    counts = fast_kernel.play_block(
        by_hand.automaton,
        fast_kernel.values_only(compiled.tables),
        len(compiled.cells.values),
        variant.shoe.decks,
        9,
        3,
        rounds,
    )
    found: Counter[tuple[Fraction, Fraction]] = Counter()
    for cell, count in zip(compiled.cells.values, counts.tolist(), strict=True):
        found[cell] += count
    assert +found == by_hand.found
    assert sum(found.values()) == rounds


@pytest.mark.parametrize("rounds", [1, 7, 8, 9, 15, 16, 17])
def test_exactly_so_many_rounds_are_played_as_are_asked_for(rounds: int) -> None:
    variant = load("6D")
    compiled = compile_tables(variant, random_policy(1), False)
    counts = fast_kernel.play_block(
        automaton_of(compiled),
        fast_kernel.values_only(compiled.tables),
        len(compiled.cells.values),
        6,
        1,
        0,
        rounds,
    )
    assert counts.sum() == rounds
