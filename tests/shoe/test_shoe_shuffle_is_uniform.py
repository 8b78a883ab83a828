"""The shuffle, proved on small piles and measured on whole shoes (S2).

The measured tests use fixed seeds, so they cannot fail by chance tomorrow. A new seed would fail
any one of them with a probability below one in a million (five standard deviations on either side).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations

import numpy as np
import numpy.typing as npt
import pytest

from ventuno.cards import DECK, Card
from ventuno.shoe import CutCardShoe, FreshShoe, Randomness, SeededRandomness, SystemRandomness
from ventuno.shoe.cut_card import PileWithDiscards
from ventuno.shoe.pile import Pile

# Proved: every run of choices counted, each order comes exactly once


class Choices:
    """Gives the choices it is told, then noughts, and notes out of how many each was."""

    def __init__(self, told: list[int]) -> None:
        self.given: list[int] = []
        self.out_of: list[int] = []
        self._told = told

    def below(self, n: int, /) -> int:
        self.given.append(self._told[len(self.given)] if len(self.given) < len(self._told) else 0)
        self.out_of.append(n)
        return self.given[-1]


def every_run(play: Callable[[Randomness], tuple[Card, ...]]) -> Iterator[tuple[Card, ...]]:
    """What comes of every possible run of choices, counted up like an odometer."""
    told: list[int] | None = []
    while told is not None:
        choices = Choices(told)
        yield play(choices)
        told = next_run(choices)


def next_run(choices: Choices) -> list[int] | None:
    for place in reversed(range(len(choices.given))):
        if choices.given[place] + 1 < choices.out_of[place]:
            return [*choices.given[:place], choices.given[place] + 1]
    return None


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_every_order_of_a_small_pile_is_equally_likely(size: int) -> None:
    """S2: unbiased, exactly: n! runs of choices, n! orders, each once."""

    def play(randomness: Randomness) -> tuple[Card, ...]:
        pile = Pile(DECK[:size], randomness)
        return tuple(pile.draw() for _ in range(size))

    assert Counter(every_run(play)) == dict.fromkeys(permutations(DECK[:size]), 1)


def test_every_order_of_the_discards_dealt_again_is_equally_likely() -> None:
    """S1, S2: five cards, three discarded, two on the table, then the three again in any order."""
    again: dict[frozenset[Card], Counter[tuple[Card, ...]]] = {}

    def play(randomness: Randomness) -> tuple[Card, ...]:
        pile = PileWithDiscards(DECK[:5], randomness)
        earlier = [pile.draw() for _ in range(3)]
        pile.clear_table()
        pile.draw(), pile.draw()
        pile.take_up_discards()
        dealt = tuple(pile.draw() for _ in range(3))
        again.setdefault(frozenset(earlier), Counter())[dealt] += 1
        return dealt

    assert sum(1 for _ in every_run(play)) == math.factorial(5) * math.factorial(3)
    assert len(again) == math.comb(5, 3)
    for discards, orders in again.items():
        assert orders == dict.fromkeys(permutations(discards), 12)


# Measured: whole shoes, counted and compared with what is expected

Orders = npt.NDArray[np.int64]  # a row for each shuffle, the index of a card for each place in it
FACE = {card: index for index, card in enumerate(DECK)}
ALARM = 5.0  # standard deviations: 6 in 10 million


def deviations(chi_square: float, freedom: int) -> float:
    """Wilson–Hilferty: how many standard deviations from the middle a chi-square lies."""
    spread = 2 / (9 * freedom)
    return (math.cbrt(chi_square / freedom) - (1 - spread)) / math.sqrt(spread)


def by_position(orders: Orders) -> float:
    """Card by position. The counts of whole shuffles spread n/(n-1) wider than independent ones."""
    shuffles, places = orders.shape
    counts = np.zeros((places, 52))
    np.add.at(counts, (np.broadcast_to(np.arange(places), orders.shape), orders), 1)
    expected = shuffles / 52
    chi_square = float(((counts - expected) ** 2).sum()) / expected * (places - 1) / places
    return deviations(chi_square, (places - 1) * 51)


def by_pair(firsts: Orders, seconds: Orders) -> float:
    """Two cards of one deck together: 52 × 51 pairs, all equally likely."""
    counts = np.zeros((52, 52))
    np.add.at(counts, (firsts, seconds), 1)
    expected = len(firsts) / (52 * 51)
    pairs = counts[~np.eye(52, dtype=bool)]
    return deviations(float(((pairs - expected) ** 2).sum()) / expected, 52 * 51 - 1)


def shuffles_of(shoe: FreshShoe, shuffles: int, cards: int) -> Orders:
    orders = np.empty((shuffles, cards), np.int64)
    for row in orders:
        shoe.begin_round()
        row[:] = [FACE[shoe.draw()] for _ in range(cards)]
    return orders


@pytest.fixture(scope="module")
def one_deck() -> Orders:
    return shuffles_of(FreshShoe(1, SeededRandomness(b"one deck")), 15_000, 52)


def test_each_card_is_as_likely_in_each_position_of_one_deck(one_deck: Orders) -> None:
    """S2: 52 cards × 52 positions, 288 expected in each."""
    assert abs(by_position(one_deck)) < ALARM


def test_each_card_is_as_likely_in_each_position_of_eight_decks() -> None:
    """S2: 52 cards × 416 positions, 29 expected in each."""
    orders = shuffles_of(FreshShoe(8, SeededRandomness(b"eight decks")), 1_500, 416)
    assert abs(by_position(orders)) < ALARM


def test_each_pair_of_first_cards_is_equally_likely() -> None:
    """S2: 2,652 pairs, 57 expected of each."""
    orders = shuffles_of(FreshShoe(1, SeededRandomness(b"pairs")), 150_000, 2)
    assert abs(by_pair(orders[:, 0], orders[:, 1])) < ALARM


@pytest.mark.parametrize("places", [(0, 1), (1, 2), (0, 51), (25, 26), (50, 51)])
def test_each_pair_is_equally_likely_in_other_places(one_deck: Orders, places: tuple[int, int]) -> None:
    """S2: neighbours at the front, in the middle, at the end, and the first with the last."""
    first, second = places
    assert abs(by_pair(one_deck[:, first], one_deck[:, second])) < ALARM


def test_each_card_is_as_likely_behind_a_shuffle_of_the_cut_card_shoe() -> None:
    """S1, S2: two alternating shoes, dealt to the last card."""
    shoe = CutCardShoe(1, SeededRandomness(b"cut card"), behind_cut_card=10, shoes=2)
    orders = np.empty((5_000, 52), np.int64)
    for row in orders:
        shoe.begin_round()
        row[:] = [FACE[shoe.draw()] for _ in range(52)]
    assert abs(by_position(orders)) < ALARM


def test_one_round_says_nothing_about_the_next() -> None:
    """S2: the first card of a round beside the first of the round before: 2,704 pairs, 37 of each."""
    firsts = shuffles_of(FreshShoe(1, SeededRandomness(b"rounds")), 100_000, 1)[:, 0]
    counts = np.zeros((52, 52))
    np.add.at(counts, (firsts[::2], firsts[1::2]), 1)
    expected = len(firsts) / 2 / 52**2
    assert abs(deviations(float(((counts - expected) ** 2).sum()) / expected, 52**2 - 1)) < ALARM


def test_the_operating_systems_randomness_shuffles_evenly() -> None:
    """S2: the only test here without a seed; eight standard deviations: below once in 10**14 runs."""
    orders = shuffles_of(FreshShoe(1, SystemRandomness()), 5_000, 52)
    assert abs(by_position(orders)) < 8


# The same measures catch a bad shuffle, or they would measure nothing


def faulty(shuffle: Callable[[list[int], Randomness], None], shuffles: int = 15_000) -> Orders:
    randomness = SeededRandomness(b"faulty")
    orders = []
    for _ in range(shuffles):
        pack = list(range(52))
        shuffle(pack, randomness)
        orders.append(pack)
    return np.array(orders)


def swap_with_any_place(pack: list[int], randomness: Randomness) -> None:
    """The classic mistake: 52**52 equally likely runs cannot be shared out evenly among 52! orders."""
    for place in range(52):
        other = randomness.below(52)
        pack[place], pack[other] = pack[other], pack[place]


def never_swap_with_itself(pack: list[int], randomness: Randomness) -> None:
    """The off-by-one mistake: no card ever stays where it was."""
    for place in range(51, 0, -1):
        other = randomness.below(place)
        pack[place], pack[other] = pack[other], pack[place]


def modulo_of_a_byte(pack: list[int], randomness: Randomness) -> None:
    """The modulo mistake: 256 is no multiple of what is left."""
    for place in range(51, 0, -1):
        other = randomness.below(256) % (place + 1)
        pack[place], pack[other] = pack[other], pack[place]


def only_cut(pack: list[int], randomness: Randomness) -> None:
    """Every card is as likely in every position, and still nothing is shuffled."""
    place = randomness.below(52)
    pack[:] = pack[place:] + pack[:place]


@pytest.mark.parametrize("mistake", [swap_with_any_place, never_swap_with_itself, modulo_of_a_byte])
def test_a_biased_shuffle_is_caught_by_position(
    mistake: Callable[[list[int], Randomness], None],
) -> None:
    """S2: the alarm that stays silent above rings here."""
    assert by_position(faulty(mistake)) > ALARM


def test_a_pack_that_is_only_cut_is_caught_by_its_pairs() -> None:
    """S2: what counting positions cannot see."""
    orders = faulty(only_cut)
    assert by_pair(orders[:, 0], orders[:, 1]) > ALARM
    assert set(np.diff(orders[:, :2]).ravel() % 52) == {1}
