"""A shuffle promised before the first card and proved after the last (S2)."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, strategies as st

from ventuno.cards import DECK, Card, text_of
from ventuno.shoe import FreshShoe, SeededRandomness, SystemRandomness, commitment, verify

SEED = bytes(range(32))
seeds = st.binary(min_size=16, max_size=40)


def dealt_from(seed: bytes, decks: int, count: int) -> list[Card]:
    shoe = FreshShoe(decks, SeededRandomness(seed))
    shoe.begin_round()
    return [shoe.draw() for _ in range(count)]


@given(seeds, st.integers(1, 8), st.integers(0, 52))
def test_an_honest_round_can_be_verified(seed: bytes, decks: int, count: int) -> None:
    assert verify(seed, commitment(seed), decks, dealt_from(seed, decks, count))


@given(seeds, st.integers(0, 29), st.sampled_from(DECK))
def test_a_changed_card_is_found(seed: bytes, place: int, card: Card) -> None:
    dealt = dealt_from(seed, 6, 30)
    changed = [*dealt[:place], card, *dealt[place + 1 :]]
    assert verify(seed, commitment(seed), 6, changed) == (card is dealt[place])


def test_another_seed_than_the_promised_one_is_found() -> None:
    other = bytes(32)
    assert not verify(other, commitment(SEED), 6, dealt_from(other, 6, 10))


def test_another_number_of_decks_is_found() -> None:
    assert not verify(SEED, commitment(SEED), 8, dealt_from(SEED, 6, 10))


def test_more_cards_than_the_decks_hold_were_not_dealt_from_them() -> None:
    assert not verify(SEED, commitment(SEED), 1, [*dealt_from(SEED, 1, 52), DECK[0]])


def test_something_that_is_no_commitment_proves_nothing() -> None:
    assert not verify(SEED, "", 6, [])
    assert not verify(SEED, "così", 6, [])


def test_a_seed_from_the_operating_system_can_be_promised() -> None:
    """S2."""
    seed = SystemRandomness().seed()
    assert verify(seed, commitment(seed), 6, dealt_from(seed, 6, 20))


def test_a_seed_that_could_be_guessed_is_not_promised() -> None:
    with pytest.raises(ValueError, match="can be guessed: take 16 or more"):
        commitment(bytes(15))


def test_the_commitment_is_not_part_of_the_stream_it_hides() -> None:
    """Domain separation: neither the bare digest of the seed nor a block of its words."""
    bare = hashlib.sha256(SEED).hexdigest()
    block = hashlib.sha256(b"ventuno/words/1\0" + SEED + bytes(8)).hexdigest()
    assert len({commitment(SEED), bare, block}) == 3


def test_the_commitment_and_the_shuffle_of_a_seed_never_change() -> None:
    """Recorded once. If this fails, old rounds can no longer be verified."""
    assert commitment(SEED) == "71d819f16f6fcdfa9e8a2034252dc4bbb51c5e22239adc9f33fe7fa9fc106164"
    assert text_of(dealt_from(SEED, 6, 12)) == "Qd 7d 8h 7s 2h 5c 9s 9d Jd 2c 5d Ac"


def test_a_verifier_needs_only_sha_256_and_ten_lines() -> None:
    """The shuffle again, from the words of its documentation alone."""
    blocks = (hashlib.sha256(b"ventuno/words/1\0" + SEED + i.to_bytes(8, "big")).digest() for i in range(99))
    words = (int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4))
    pack = [rank + suit for _ in range(6) for suit in "shdc" for rank in "A23456789TJQK"]
    dealt: list[str] = []
    while len(dealt) < 312:
        n = len(pack)
        word = next(word for word in words if word < 2**32 - 2**32 % n)
        dealt.append(pack[word % n])
        pack[word % n] = pack[-1]
        pack.pop()
    assert dealt == [card.text for card in dealt_from(SEED, 6, 312)]
