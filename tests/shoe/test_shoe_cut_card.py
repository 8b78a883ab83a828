"""The cut card, two alternating shoes, and a shoe that runs out in mid-round (S1)."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, strategies as st

from ventuno.cards import DECK, Card
from ventuno.shoe import CutCardShoe, SeededRandomness, ShoeEmpty


def one_deck(behind_cut_card: int = 12, shoes: int = 1) -> CutCardShoe:
    return CutCardShoe(1, SeededRandomness(1), behind_cut_card=behind_cut_card, shoes=shoes)


def play_round(shoe: CutCardShoe, count: int) -> list[Card]:
    shoe.begin_round()
    return [shoe.draw() for _ in range(count)]


def test_rounds_go_on_from_the_same_shoe_until_the_cut_card_shows() -> None:
    """S1: no card comes again before the shuffle."""
    shoe = one_deck()
    dealt = play_round(shoe, 15) + play_round(shoe, 15) + play_round(shoe, 9)
    assert len(set(dealt)) == 39
    assert (shoe.cards_left, shoe.cut_card_shown) == (13, False)


def test_the_cut_card_shows_when_no_card_is_left_before_it() -> None:
    """S1."""
    shoe = one_deck(behind_cut_card=12)
    play_round(shoe, 39)
    assert not shoe.cut_card_shown
    shoe.draw()
    assert (shoe.cards_left, shoe.cut_card_shown) == (12, True)


def test_the_round_in_play_ends_before_the_shuffle() -> None:
    """S1: cards from behind the cut card finish the round; none of them was dealt before."""
    shoe = one_deck(behind_cut_card=12)
    dealt = play_round(shoe, 39) + play_round(shoe, 6)
    assert len(set(dealt)) == 45
    assert shoe.cards_left == 7


def test_the_round_after_the_cut_card_begins_with_all_cards() -> None:
    """S1."""
    shoe = one_deck(behind_cut_card=12)
    play_round(shoe, 45)
    shoe.begin_round()
    assert (shoe.cards_left, shoe.cut_card_shown) == (52, False)
    assert {shoe.draw() for _ in range(52)} == set(DECK)


def test_a_shuffle_changes_the_order() -> None:
    """S1. Equal by chance: about 52 to the power of -40."""
    shoe = one_deck(behind_cut_card=12)
    assert play_round(shoe, 40) != play_round(shoe, 40)


def test_two_shoes_alternate() -> None:
    """S1: each cut card brings the other shoe, full, and the spent one comes back shuffled."""
    shoe = one_deck(behind_cut_card=12, shoes=2)
    used = []
    for _ in range(8):  # two rounds of 25 a shoe
        shoe.begin_round()
        used.append((shoe.shoe_in_use, shoe.cards_left))
        for _ in range(25):
            shoe.draw()
    assert used == [(0, 52), (0, 27), (1, 52), (1, 27)] * 2


def test_one_shoe_alone_stays_in_use() -> None:
    shoe = one_deck()
    for _ in range(4):
        play_round(shoe, 40)
        assert shoe.shoe_in_use == 0


# The shoe runs out in mid-round


@pytest.mark.parametrize("shoes", [1, 2])
def test_a_shoe_that_runs_out_deals_the_discards_of_earlier_rounds(shoes: int) -> None:
    """S1, a known trap: many players outlast the shoe; what lies on the table is never dealt again."""
    shoe = one_deck(behind_cut_card=12, shoes=shoes)
    earlier = play_round(shoe, 30)
    on_table = play_round(shoe, 22)
    assert shoe.cards_left == 0
    again = [shoe.draw()]
    assert shoe.cards_left == 29
    again += [shoe.draw() for _ in range(29)]
    assert set(again) == set(earlier)
    assert again != earlier  # shuffled; equal by chance: one in 30!
    assert not set(again) & set(on_table)


@pytest.mark.parametrize("shoes", [1, 2])
def test_a_round_with_every_card_on_the_table_cannot_go_on(shoes: int) -> None:
    """S1: no discards, no card; also when the discards were already dealt again in this round."""
    shoe = one_deck(shoes=shoes)
    play_round(shoe, 30)
    play_round(shoe, 52)
    with pytest.raises(ShoeEmpty):
        shoe.draw()
    assert len(set(play_round(shoe, 52))) == 52  # the next round has all cards again
    with pytest.raises(ShoeEmpty):
        shoe.draw()


def test_a_shuffle_is_still_due_after_the_discards_were_dealt_again() -> None:
    """S1: the cut card has shown, however many cards are in the shoe now."""
    shoe = one_deck(behind_cut_card=12, shoes=2)
    play_round(shoe, 30)
    play_round(shoe, 23)
    assert (shoe.cards_left, shoe.cut_card_shown) == (29, True)
    shoe.begin_round()
    assert (shoe.cards_left, shoe.cut_card_shown, shoe.shoe_in_use) == (52, False, 1)


def test_seven_seats_with_many_splits_can_finish_their_round_from_a_single_deck() -> None:
    """S1: 14 cards a round for three rounds, then one long round of 24 with 10 cards left."""
    shoe = one_deck(behind_cut_card=8)
    for _ in range(3):
        play_round(shoe, 14)
    assert len(set(play_round(shoe, 24))) == 24


@given(
    decks=st.integers(1, 2),
    behind_cut_card=st.integers(0, 51),
    shoes=st.integers(1, 2),
    counts=st.lists(st.integers(0, 110), max_size=8),
    seed=st.binary(max_size=8),
)
def test_no_card_is_ever_on_the_table_twice(
    decks: int, behind_cut_card: int, shoes: int, counts: list[int], seed: bytes
) -> None:
    """S1: whatever the rounds ask for, a table never holds more of a card than there are decks."""
    shoe = CutCardShoe(decks, SeededRandomness(seed), behind_cut_card=behind_cut_card, shoes=shoes)
    for count in counts:
        due, left, in_use = shoe.cut_card_shown, shoe.cards_left, shoe.shoe_in_use
        shoe.begin_round()
        assert shoe.cards_left == (52 * decks if due else left)
        assert shoe.shoe_in_use == ((in_use + 1) % shoes if due else in_use)
        on_table: Counter[Card] = Counter()
        for _ in range(min(count, 52 * decks)):
            on_table[shoe.draw()] += 1  # never ShoeEmpty before all cards are on the table
        assert max(on_table.values(), default=0) <= decks
        if count > 52 * decks:
            with pytest.raises(ShoeEmpty):
                shoe.draw()


@pytest.mark.parametrize("behind_cut_card", [-1, 52])
def test_some_card_lies_before_the_cut_card(behind_cut_card: int) -> None:
    with pytest.raises(ValueError, match="behind the cut card of 52"):
        one_deck(behind_cut_card)


def test_a_table_has_at_least_one_shoe() -> None:
    with pytest.raises(ValueError, match="at least one shoe"):
        one_deck(shoes=0)


def test_the_shoe_shows_whether_its_cut_card_is_out_and_no_card() -> None:
    shoe = one_deck(behind_cut_card=50, shoes=2)
    play_round(shoe, 2)
    assert repr(shoe) == "CutCardShoe(shoes=2, cards=52, cards_left=50, cut_card_shown=True)"
