"""Perfect Pairs, Player Pair, Dealer Pair and Any Pair (side-bets.md)."""

from __future__ import annotations

from itertools import product

import pytest

from ventuno.cards import DECK, Card, cards
from ventuno.sidebets import SIDE_BETS, Seen


def mine(bet: str, first_two: str) -> str | None:
    """The outcome for my first two cards, against a dealer who has nothing to do with it."""
    hand = cards(first_two)
    return SIDE_BETS[bet].judge(Seen(first_two=hand, dealer=cards("2c 2c"), hand=hand))


def dealers(up_and_hole: str) -> str | None:
    hand = cards("2c 2c")
    return SIDE_BETS["dealer-pair"].judge(Seen(first_two=hand, dealer=cards(up_and_hole), hand=hand))


@pytest.mark.parametrize("bet", ["perfect-pairs", "player-pair"])
@pytest.mark.parametrize(
    ("first_two", "outcome"),
    [
        ("Ks Ks", "perfect"),
        ("2h 2h", "perfect"),
        ("Ks Kc", "coloured"),
        ("7h 7d", "coloured"),
        ("7d 7h", "coloured"),
        ("Ks Kh", "mixed"),
        ("Ad Ac", "mixed"),
        ("Ac Ah", "mixed"),
    ],
)
def test_a_pair_is_perfect_in_one_suit_coloured_in_one_colour_else_mixed(
    bet: str, first_two: str, outcome: str
) -> None:
    """side-bets.md: Perfect Pairs / Player Pair."""
    assert mine(bet, first_two) == outcome


@pytest.mark.parametrize("bet", ["perfect-pairs", "player-pair", "any-pair"])
@pytest.mark.parametrize("first_two", ["Ts Ks", "Ts Kh", "Js Qs", "Qd Kd", "As 2s", "As Ks", "9h 8h"])
def test_ten_and_king_are_no_pair(bet: str, first_two: str) -> None:
    """side-bets.md: "Pair" is equal rank (K-K), never merely equal value (K-Q)."""
    assert mine(bet, first_two) is None


@pytest.mark.parametrize(
    ("first_two", "outcome"),
    [("Ks Ks", "suited-pair"), ("Ks Kc", "any-pair"), ("Ks Kh", "any-pair"), ("Ah Ad", "any-pair")],
)
def test_any_pair_asks_only_whether_the_pair_is_suited(first_two: str, outcome: str) -> None:
    """side-bets.md: Any Pair."""
    assert mine("any-pair", first_two) == outcome


@pytest.mark.parametrize(
    ("up_and_hole", "outcome"), [("Ks Ks", "perfect"), ("Ks Kc", "coloured"), ("Kh Kc", "mixed"), ("Ks Qs", None)]
)
def test_dealer_pair_looks_at_the_up_card_and_the_hole_card(up_and_hole: str, outcome: str | None) -> None:
    """side-bets.md: Dealer Pair: as above, the hole card included."""
    assert dealers(up_and_hole) == outcome


@pytest.mark.parametrize("drawn", ["7h 6s 7h", "7h 2s 7d 7h"])
def test_dealer_pair_does_not_look_at_cards_drawn_later(drawn: str) -> None:
    """side-bets.md: Dealer Pair: the dealer's first two."""
    assert dealers(drawn) is None
    assert dealers("7h 7h 7s") == "perfect"


@pytest.mark.parametrize("bet", ["perfect-pairs", "player-pair", "any-pair"])
def test_a_pair_bet_looks_at_my_first_two_cards_not_at_what_the_hand_became(bet: str) -> None:
    """side-bets.md: my first two."""
    first_two, dealer = cards("7h 6h"), cards("7h 7h")
    assert SIDE_BETS[bet].judge(Seen(first_two=first_two, dealer=dealer, hand=cards("7h 6h 7h"))) is None
    split = Seen(first_two=cards("7h 7h"), dealer=dealer, hand=cards("7h 9s"), was_split=True)
    assert SIDE_BETS[bet].judge(split) == SIDE_BETS[bet].outcomes[0]


def test_a_deck_against_itself_has_52_perfect_52_coloured_and_104_mixed_pairs() -> None:
    """side-bets.md: for each card one of its suit, one of its colour, two of the other colour."""
    made = [mine("perfect-pairs", f"{one} {other}") for one, other in product(DECK, DECK)]
    assert {outcome: made.count(outcome) for outcome in set(made)} == {
        "perfect": 52, "coloured": 52, "mixed": 104, None: 52 * 48,
    }  # fmt: skip


@pytest.mark.parametrize("bet", ["perfect-pairs", "player-pair", "any-pair", "dealer-pair"])
def test_the_order_of_the_two_cards_does_not_matter(bet: str) -> None:
    def judged(one: Card, other: Card) -> str | None:
        return SIDE_BETS[bet].judge(Seen(first_two=(one, other), dealer=(one, other), hand=(one, other)))

    assert all(judged(one, other) == judged(other, one) for one, other in product(DECK, DECK))
