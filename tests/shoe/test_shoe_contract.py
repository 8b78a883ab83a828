"""What every shoe of the house does, whichever it is (S1, S2)."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from ventuno.cards import DECK, Card
from ventuno.refusal import RefusalRaised
from ventuno.shoe import (
    ContinuousShuffler,
    CutCardShoe,
    FreshShoe,
    Randomness,
    Scripted,
    SeededRandomness,
    Shoe,
    ShoeEmpty,
    SystemRandomness,
    commitment,
    verify,
)

Make = Callable[[int, Randomness], Shoe]


def cut_card(decks: int, randomness: Randomness) -> Shoe:
    return CutCardShoe(decks, randomness, behind_cut_card=20)


def two_shoes(decks: int, randomness: Randomness) -> Shoe:
    return CutCardShoe(decks, randomness, behind_cut_card=20, shoes=2)


def scripted(decks: int, randomness: Randomness) -> Shoe:
    return Scripted(DECK * decks)


SHUFFLED: list[Make] = [FreshShoe, cut_card, two_shoes, ContinuousShuffler]
every_shuffled_shoe = pytest.mark.parametrize("make", SHUFFLED)
every_shoe = pytest.mark.parametrize("make", [*SHUFFLED, scripted])
seeds = st.binary(min_size=1, max_size=8)


def deal(shoe: Shoe, count: int) -> list[Card]:
    return [shoe.draw() for _ in range(count)]


@every_shoe
@given(decks=st.integers(1, 8), seed=seeds)
def test_a_shoe_deals_exactly_the_cards_of_its_decks(make: Make, decks: int, seed: bytes) -> None:
    """S1: every card once for each deck, and none twice."""
    shoe = make(decks, SeededRandomness(seed))
    shoe.begin_round()
    assert Counter(deal(shoe, 52 * decks)) == dict.fromkeys(DECK, decks)


@every_shoe
def test_a_shoe_with_all_its_cards_on_the_table_is_empty(make: Make) -> None:
    shoe = make(1, SeededRandomness(1))
    shoe.begin_round()
    deal(shoe, 52)
    for _ in range(2):  # asking again changes nothing
        with pytest.raises(ShoeEmpty, match=r"^The shoe is empty: .* this round cannot go on") as empty:
            shoe.draw()
        assert isinstance(empty.value, RefusalRaised)
        assert empty.value.refusal.code == "shoe/empty"
        assert shoe.cards_left == 0


@every_shoe
def test_each_card_drawn_leaves_one_less(make: Make) -> None:
    shoe = make(2, SeededRandomness(1))
    shoe.begin_round()
    left = [shoe.cards_left]
    while shoe.cards_left:
        shoe.draw()
        left.append(shoe.cards_left)
    assert left == list(range(104, -1, -1))


@every_shuffled_shoe
@given(seed=seeds)
def test_the_same_seed_deals_the_same_rounds(make: Make, seed: bytes) -> None:
    one, other = (make(1, SeededRandomness(seed)) for _ in range(2))
    for count in (20, 20, 20):
        one.begin_round()
        other.begin_round()
        assert deal(one, count) == deal(other, count)


@every_shuffled_shoe
@given(st.lists(seeds, min_size=2, max_size=5, unique=True))
def test_different_seeds_deal_different_cards(make: Make, seeds: list[bytes]) -> None:
    """Equal by chance: about 52 to the power of -30."""
    assert len({tuple(deal(make(1, SeededRandomness(seed)), 30)) for seed in seeds}) == len(seeds)


@every_shuffled_shoe
def test_the_operating_systems_randomness_deals_every_shoe(make: Make) -> None:
    """S2. Equal by chance: about 52 to the power of -30."""
    one, other = make(8, SystemRandomness()), make(8, SystemRandomness())
    one.begin_round()
    other.begin_round()
    assert deal(one, 30) != deal(other, 30)


@every_shoe
def test_a_shoe_shows_counts_and_never_a_card(make: Make) -> None:
    """A log line must not tell what is still to come."""
    shoe = make(1, SeededRandomness(b"secret"))
    shoe.begin_round()
    dealt = deal(shoe, 5)
    for text in (repr(shoe), str(shoe), f"{shoe}"):
        assert "cards_left=47" in text
        assert not re.search(r"\b[A2-9TJQK][shdc]\b|secret", text), (text, dealt)


def test_only_system_randomness_asks_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """S2: everything else is a function of what it is given."""

    def refuse(size: int) -> bytes:
        raise AssertionError("the operating system was asked")

    monkeypatch.setattr(os, "urandom", refuse)
    for make in SHUFFLED:
        shoe = make(1, SeededRandomness(1))
        shoe.begin_round()
        deal(shoe, 52)
    assert not verify(bytes(32), commitment(bytes(32)), 1, DECK)
    with pytest.raises(AssertionError, match="was asked"):
        SystemRandomness().below(2)
