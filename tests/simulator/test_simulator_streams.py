"""Random words and the cards they choose."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from tests.simulator.scripted import word_for
from ventuno.simulator.shoe import LEFT, SIZE, begin_round, draw, new_shoe
from ventuno.simulator.stream import (
    AT,
    BLOCK,
    COUNTER,
    KEY,
    WORDS,
    key_of,
    new_stream,
    next_word,
    place_below,
    refill,
)


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_the_words_are_those_published_for_philox(
    counter: tuple[int, ...], key: tuple[int, int], words: tuple[int, ...]
) -> None:
    stream, found = new_stream(0, 0)
    stream[COUNTER] = counter[0] + (counter[1] << 32)
    stream[KEY], stream[KEY + 1] = key
    stream[BLOCK], stream[BLOCK + 1] = counter[2], counter[3]
    refill(stream, found)
    assert tuple(found[:: WORDS // 4].tolist()) == words


def words_of(seed: int, block: int, count: int = 3000) -> list[int]:
    stream, words = new_stream(seed, block)
    return [int(next_word(stream, words)) for _ in range(count)]


def test_a_block_has_the_same_words_whenever_it_is_dealt() -> None:
    words_of(7, 1)
    assert words_of(7, 2) == words_of(7, 2)


def test_no_two_blocks_and_no_two_seeds_share_their_words() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    for seed, block in ((1, 0), (1, 1), (2, 0), (2, 1), (1, 2**32), (1 + 2**64, 0), (0, 1)):
        words = words_of(seed, block)
        seen.update(pairwise(words))
    assert max(seen.values()) == 1


def test_every_seed_has_a_key_of_its_own() -> None:
    assert len({key_of(seed) for seed in range(10_000)}) == 10_000


def test_a_word_that_would_favour_a_place_is_passed_over() -> None:
    stream, words = new_stream(0, 0)
    words[:2] = 0, word_for(200, 312)  # 2^32 words do not part into 312 equal shares: the first are left over
    stream[AT] = 0
    assert place_below(np.uint64(312), stream, words) == 200
    assert stream[AT] == 2


def test_a_word_is_used_where_all_places_have_equal_shares() -> None:
    stream, words = new_stream(0, 0)
    words[:2] = 0, 2**31
    stream[AT] = 0
    assert place_below(np.uint64(256), stream, words) == 0
    assert stream[AT] == 1


def chi_square(counts: list[int], expected: float) -> float:
    """As a number of standard deviations from what chance brings."""
    found = sum((count - expected) ** 2 / expected for count in counts)
    freedom = len(counts) - 1
    return (found - freedom) / math.sqrt(2 * freedom)


def deal_hands(hands: int, size: int, seed: int) -> list[list[int]]:
    """Hands from one deck, each from a full shoe in whatever order the last one left it."""
    cards, shoe = new_shoe(1, None)
    stream, words = new_stream(seed, 0)
    dealt = []
    for _ in range(hands):
        begin_round(shoe)
        dealt.append([int(draw(cards, shoe, stream, words)) for _ in range(size)])
    return dealt


def test_every_card_is_as_likely_as_another_at_every_place() -> None:
    hands = deal_hands(30_000, 6, seed=3)
    for place in range(6):
        counts = Counter(hand[place] for hand in hands)
        assert abs(chi_square([counts[card] for card in range(52)], len(hands) / 52)) < 4


def test_every_ordered_pair_of_cards_is_as_likely_as_another_and_none_comes_twice() -> None:
    hands = deal_hands(60_000, 5, seed=4)
    assert all(len(set(hand)) == 5 for hand in hands)
    counts = Counter((hand[0], hand[4]) for hand in hands)
    pairs = [counts[one, other] for one in range(52) for other in range(52) if one != other]
    assert abs(chi_square(pairs, len(hands) / (52 * 51))) < 4


def test_a_hand_does_not_depend_on_the_one_before() -> None:
    hands = deal_hands(60_000, 3, seed=5)
    follows = Counter((before[2], after[0]) for before, after in pairwise(hands))
    counts = [follows[one, other] for one in range(52) for other in range(52)]
    assert abs(chi_square(counts, (len(hands) - 1) / 52**2)) < 4


def test_a_fresh_shoe_holds_every_card_again() -> None:
    cards, shoe = new_shoe(2, None)
    stream, words = new_stream(1, 1)
    for _ in range(5):
        begin_round(shoe)
        assert shoe[LEFT] == shoe[SIZE] == 104
        assert Counter(int(draw(cards, shoe, stream, words)) for _ in range(104)) == dict.fromkeys(range(52), 2)
