"""Shoes that begin every round with all their cards (S1)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from ventuno.cards import DECK, cards, text_of
from ventuno.shoe import ContinuousShuffler, FreshShoe, Scripted, SeededRandomness, ShoeEmpty

rounds = st.lists(st.integers(0, 52), max_size=5)


@pytest.mark.parametrize("kind", [FreshShoe, ContinuousShuffler])
@given(counts=rounds, seed=st.binary(max_size=8))
def test_all_cards_are_back_for_each_round(
    kind: type[FreshShoe | ContinuousShuffler], counts: list[int], seed: bytes
) -> None:
    """S1: solo tables, and Cashback after each round."""
    shoe = kind(1, SeededRandomness(seed))
    for count in counts:
        shoe.begin_round()
        assert shoe.cards_left == 52
        assert len({shoe.draw() for _ in range(count)}) == count


def test_each_round_is_shuffled_anew() -> None:
    """S1. Equal by chance: about 52 to the power of -20 each."""
    shoe = FreshShoe(6, SeededRandomness(1))
    dealt = set()
    for _ in range(50):
        shoe.begin_round()
        dealt.add(text_of(shoe.draw() for _ in range(20)))
    assert len(dealt) == 50


def test_what_a_round_deals_depends_on_the_randomness_alone() -> None:
    """No trace of the last round's order: from the same numbers come the same cards."""

    class Zero:
        def below(self, n: int, /) -> int:
            return 0

    shoe = FreshShoe(1, Zero())
    first = [shoe.draw() for _ in range(52)]
    shoe.begin_round()
    assert [shoe.draw() for _ in range(52)] == first


@given(seed=st.binary(max_size=8))
def test_a_burnt_card_is_not_dealt_in_its_round(seed: bytes) -> None:
    """S1: one card is out of play, and it is another one each round."""
    shoe = ContinuousShuffler(1, SeededRandomness(seed), burn=True)
    for _ in range(3):
        shoe.begin_round()
        assert shoe.cards_left == 51
        assert len({shoe.draw() for _ in range(51)}) == 51
        with pytest.raises(ShoeEmpty):
            shoe.draw()


def test_any_card_may_be_the_burnt_one() -> None:
    """S1, S2: over many rounds each card is missing once in fifty-two or so."""
    shoe = ContinuousShuffler(1, SeededRandomness(1), burn=True)
    burnt: Counter[str] = Counter()
    for _ in range(1000):
        shoe.begin_round()
        (card,) = set(DECK) - {shoe.draw() for _ in range(51)}
        burnt[card.text] += 1
    assert len(burnt) == 52
    assert max(burnt.values()) < 50  # about 19 expected; chance of 50 for some card below 1e-7


def test_a_burnt_card_is_the_one_that_would_have_been_dealt_first() -> None:
    """S1: the first card from the machine is laid aside face down."""
    without = ContinuousShuffler(8, SeededRandomness(1))
    burning = ContinuousShuffler(8, SeededRandomness(1), burn=True)
    without.begin_round()
    burning.begin_round()
    without.draw()
    assert [burning.draw() for _ in range(50)] == [without.draw() for _ in range(50)]


def test_a_script_is_dealt_in_its_order_across_rounds() -> None:
    shoe = Scripted(cards("As 8h Kc"))
    assert shoe.draw().text == "As"
    shoe.begin_round()
    assert (shoe.cards_left, shoe.draw().text, shoe.draw().text) == (2, "8h", "Kc")
    with pytest.raises(ShoeEmpty):
        shoe.draw()


@pytest.mark.parametrize("decks", [0, -1])
def test_a_shoe_holds_at_least_one_deck(decks: int) -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        FreshShoe(decks, SeededRandomness(1))
