"""Ranks, suits, cards, their text form, and what a hand counts.

The rules are the opening lines of spec/games.md: ranks A 2-9 10 J Q K; a "ten" is any of 10 J Q K;
soft means that an ace counts 11; a natural is 21 in the first two cards.
"""

from __future__ import annotations

import copy
import pickle
from itertools import product
from random import Random

import pytest
from hypothesis import given, strategies as st

from tests.strategies import hands
from ventuno.cards import DECK, RANKS, SUITS, BadCard, Card, Total, cards, is_natural, text_of, total

# Text


def test_a_deck_has_each_of_the_fifty_two_cards_once() -> None:
    assert len(DECK) == 52
    assert {card.text for card in DECK} == {rank + suit for rank in "A23456789TJQK" for suit in "shdc"}


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_is_read_back_from_its_text(card: Card) -> None:
    assert Card(str(card)) is card
    assert eval(repr(card)) is card


@pytest.mark.parametrize("card", DECK, ids=str)
def test_every_card_is_read_back_from_what_people_see(card: Card) -> None:
    assert Card(card.sign) is card


@pytest.mark.parametrize("suit", SUITS)
def test_ten_may_be_written_with_one_letter_or_two_digits(suit: str) -> None:
    assert Card(f"10{suit}") is Card(f"T{suit}")


@pytest.mark.parametrize("text", ["Td", "td", "TD", "tD", "10d", "10D", "T♦", "t♦", "10♦", " Td ", "Td\n"])
def test_upper_case_lower_case_signs_and_blanks_around_make_no_difference(text: str) -> None:
    assert Card(text) is Card("Td")


@pytest.mark.parametrize(("text", "sign"), [("As", "A♠"), ("Th", "10♥"), ("9d", "9♦"), ("Kc", "K♣")])
def test_people_see_a_sign_for_the_suit_and_10_for_the_ten(text: str, sign: str) -> None:
    assert Card(text).sign == sign


@pytest.mark.parametrize("text", [
    "", " ", "A", "s", "sA", "1s", "0s", "11s", "As Kd", "Ass", "A10", "1010d", "Ax", "10", "X♠", "♠", "T d", "A♤",
    "-2s", "²s", "Aß", "\0", "Jo", "A" * 1000,
])  # fmt: skip
def test_a_text_that_names_no_card_is_refused_and_the_sentence_says_how_to_write_one(text: str) -> None:
    with pytest.raises(BadCard, match=r"is not a card: write a rank .* and a suit .*, as in As or 10d") as bad:
        Card(text)
    assert str(bad.value).startswith(repr(text))


@given(st.text(max_size=4))
def test_a_text_is_a_card_or_refused_and_nothing_else(text: str) -> None:
    try:
        card = Card(text)
    except BadCard:
        return
    assert card in DECK


@pytest.mark.parametrize("text", ["As 8h Kc", "As,8h,Kc", " As,  8h ,Kc ", "as 8H k♣", "As\n8h\tKc"])
def test_cards_are_parted_by_blanks_or_commas(text: str) -> None:
    assert cards(text) == (Card("As"), Card("8h"), Card("Kc"))


def test_no_text_is_no_cards() -> None:
    assert cards("") == cards(" , ") == ()


def test_one_bad_card_among_good_ones_is_the_one_named() -> None:
    with pytest.raises(BadCard, match="'8x' is not a card"):
        cards("As 8x Kc")


@given(hands())
def test_a_hand_is_read_back_from_its_text(hand: list[Card]) -> None:
    assert list(cards(text_of(hand))) == hand


# What a card is


@pytest.mark.parametrize(("text", "points"), [("As", 1), ("2s", 2), ("9s", 9), ("Ts", 10), ("Js", 10), ("Qs", 10),
                                              ("Ks", 10)])  # fmt: skip
def test_a_ten_is_any_of_10_jack_queen_and_king(text: str, points: int) -> None:
    """games.md: a "ten" is any of 10 J Q K."""
    assert Card(text).points == points


def test_tens_of_different_rank_are_different_ranks() -> None:
    """side-bets.md: a pair is equal rank, never merely equal value."""
    assert len({Card(f"{rank}s").rank for rank in "TJQK"}) == 4


def test_ranks_go_from_the_ace_1_to_the_king_13() -> None:
    assert [Card(f"{rank}h").rank for rank in RANKS] == list(range(1, 14))


def test_hearts_and_diamonds_are_red_spades_and_clubs_are_not() -> None:
    assert [Card(f"A{suit}").is_red for suit in "shdc"] == [False, True, True, False]


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_copy_of_a_card_is_the_same_card(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickled_card_comes_back_as_the_same_card(protocol: int) -> None:
    assert all(one is other for one, other in zip(pickle.loads(pickle.dumps(DECK, protocol)), DECK, strict=True))


@pytest.mark.parametrize("name", ["rank", "suit", "points", "text", "other"])
def test_a_card_never_changes(name: str) -> None:
    with pytest.raises(AttributeError, match="a card never changes"):
        setattr(Card("As"), name, 1)
    with pytest.raises(AttributeError, match="a card never changes"):
        delattr(Card("As"), name)
    assert (Card("As").rank, Card("As").suit, Card("As").points, Card("As").text) == (1, "s", 1, "As")


# What a hand counts


@pytest.mark.parametrize(
    ("hand", "points", "soft"),
    [
        ("", 0, False),
        ("As", 11, True),
        ("As 6d", 17, True),
        ("As 6d Tc", 17, False),
        ("Ts 7d", 17, False),
        ("As As 5d", 17, True),
        ("As As 5d Kd", 17, False),
        ("As 2d 4c", 17, True),
        ("6d As", 17, True),
        ("6d Tc As", 17, False),
        ("As As", 12, True),
        ("As As As As As As As As As As As", 21, True),
        ("As As As As As As As As As As As As", 12, False),
        ("As Kd", 21, True),
        ("As 9d As", 21, True),
        ("Ts 5d 6c", 21, False),
        ("Ts 9d 2c As", 22, False),
        ("Ks Qd 5c", 25, False),
    ],
)
def test_a_hand_is_soft_while_an_ace_counts_11(hand: str, points: int, soft: bool) -> None:
    """games.md: Soft: an ace counts 11. The trap: soft and hard 17 confused."""
    assert total(cards(hand)) == Total(points, soft)


@given(hands())
def test_a_total_is_the_best_over_all_values_of_its_aces(hand: list[Card]) -> None:
    """games.md: an ace counts 1 or 11; brute force over every choice."""
    values = [(1, 11) if card.rank == 1 else (min(card.rank, 10),) for card in hand]
    sums = {(sum(choice), 11 in choice) for choice in product(*values)}
    best = max((made for made in sums if made[0] <= 21), default=min(sums))
    assert total(hand) == Total(*best)


@given(hands(), st.randoms())
def test_a_total_does_not_depend_on_the_order_of_the_cards(hand: list[Card], shuffled: Random) -> None:
    other = list(hand)
    shuffled.shuffle(other)
    assert total(other) == total(hand)


@given(hands(), st.sampled_from(DECK))
def test_one_card_more_makes_the_total_of_the_longer_hand(hand: list[Card], card: Card) -> None:
    assert total(hand).plus(card) == total([*hand, card])


@pytest.mark.parametrize(("hand", "bust"), [("Ts Ah", False), ("Ts 9h 2c", False), ("Ts 9h 3c", True), ("", False)])
def test_a_hand_over_21_is_bust(hand: str, bust: bool) -> None:
    assert total(cards(hand)).bust is bust


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("As 6d", "7/17"),
        ("As", "1/11"),
        ("As Kd", "21"),
        ("As 9d As", "21"),
        ("As 6d Tc", "17"),
        ("Ts 9d 5c", "24"),
    ],
)
def test_people_see_both_values_of_a_soft_hand_until_it_makes_21(hand: str, shown: str) -> None:
    assert str(total(cards(hand))) == shown


@pytest.mark.parametrize("hand", ["As Ts", "As Jh", "Qd As", "Kc Ac"])
def test_an_ace_and_any_ten_in_two_cards_are_a_natural(hand: str) -> None:
    """games.md: a natural (blackjack) is 21 in the first two cards."""
    assert is_natural(cards(hand))


@pytest.mark.parametrize("hand", ["", "As", "As As", "Ts Js", "As 9s", "As 5s 5d", "Ts 5s 6d", "As 9d As", "As Ts Ks"])
def test_any_other_hand_is_no_natural_not_even_a_21_in_three_cards(hand: str) -> None:
    assert not is_natural(cards(hand))


@given(hands(2, 2))
def test_two_cards_are_a_natural_exactly_when_they_count_21(hand: list[Card]) -> None:
    assert is_natural(hand) == (total(hand).points == 21)
