"""Bust It, Buster Blackjack and Busted Bonanza: the dealer's final hand (side-bets.md)."""

from __future__ import annotations

import pytest

from ventuno.cards import cards, total
from ventuno.sidebets import SIDE_BETS, Seen

BUSTS = {
    3: "Ts 6h 9d",
    4: "2s 4h Td Kc",
    5: "2s 3h 4d 5c Ks",
    6: "2s 2h 3d 3c 4s Kh",
    7: "As 2h 2d 3c 3s 4h Td",
    8: "As Ah 2d 2c 3s 3h 4d Tc",
    9: "As Ah Ad 2c 2s 2h 3d 4c Ts",
}
NO_BUSTS = ["Ts 7h", "As Kh", "As 6h", "Ts 6h 5d", "2s 2h 3d 3c 4s 4h 3d", "As Ah Ad Ac As Ah Ad Tc"]
BLACKJACK, NO_BLACKJACK = "As Kh", "Ts 9h"


def judged(bet: str, dealer: str, first_two: str, hand: str = "", was_split: bool = False) -> str | None:
    seen = Seen(cards(first_two), cards(dealer), cards(hand or first_two), was_split=was_split)
    return SIDE_BETS[bet].judge(seen)


def test_the_examples_bust_with_so_many_cards_and_not_before() -> None:
    for count, dealer in BUSTS.items():
        assert len(cards(dealer)) == count
        assert total(cards(dealer)).bust
        assert not total(cards(dealer)[:-1]).bust
    assert not any(total(cards(dealer)).bust for dealer in NO_BUSTS)


@pytest.mark.parametrize(
    ("count", "outcome"),
    [
        (3, "3-cards"),
        (4, "4-cards"),
        (5, "5-cards"),
        (6, "6-cards"),
        (7, "7-cards"),
        (8, "8-or-more-cards"),
        (9, "8-or-more-cards"),
    ],
)
def test_bust_it_pays_by_the_number_of_cards_the_dealer_busts_with(count: int, outcome: str) -> None:
    """side-bets.md: Bust It."""
    assert judged("bust-it", BUSTS[count], NO_BLACKJACK) == outcome


@pytest.mark.parametrize("dealer", NO_BUSTS)
def test_bust_it_is_lost_when_the_dealer_does_not_bust(dealer: str) -> None:
    """side-bets.md: Bust It."""
    assert judged("bust-it", dealer, NO_BLACKJACK) is None


@pytest.mark.parametrize("dealer", [*BUSTS.values(), *NO_BUSTS])
def test_a_players_blackjack_always_pushes_bust_it(dealer: str) -> None:
    """side-bets.md: Bust It: a player blackjack always pushes the bet, even when the dealer does not bust."""
    assert judged("bust-it", dealer, BLACKJACK) == "push"


def test_a_21_in_three_cards_does_not_push_bust_it() -> None:
    """games.md: a natural is 21 in the first two cards."""
    assert judged("bust-it", BUSTS[3], "5s 6h", "5s 6h Td") == "3-cards"


@pytest.mark.parametrize(
    ("count", "outcome", "with_blackjack"),
    [
        (3, "3-or-4-cards", "3-or-4-cards"),
        (4, "3-or-4-cards", "3-or-4-cards"),
        (5, "5-cards", "5-cards"),
        (6, "6-cards", "6-cards"),
        (7, "7-cards", "7-cards-with-blackjack"),
        (8, "8-or-more-cards", "8-or-more-cards-with-blackjack"),
        (9, "8-or-more-cards", "8-or-more-cards-with-blackjack"),
    ],
)
def test_buster_pays_more_with_my_blackjack_from_seven_cards_on(count: int, outcome: str, with_blackjack: str) -> None:
    """side-bets.md: Buster Blackjack."""
    assert judged("buster", BUSTS[count], NO_BLACKJACK) == outcome
    assert judged("buster", BUSTS[count], BLACKJACK) == with_blackjack


@pytest.mark.parametrize("first_two", [BLACKJACK, NO_BLACKJACK])
@pytest.mark.parametrize("dealer", NO_BUSTS)
def test_buster_is_lost_when_the_dealer_does_not_bust_blackjack_or_not(dealer: str, first_two: str) -> None:
    """side-bets.md: Buster Blackjack."""
    assert judged("buster", dealer, first_two) is None


@pytest.mark.parametrize("bet", ["bust-it", "buster"])
def test_what_became_of_my_hand_does_not_matter(bet: str) -> None:
    """side-bets.md: the dealer's final hand, even if every player has bust."""
    assert judged(bet, BUSTS[5], "Ts 6h", "Ts 6h Kd") == "5-cards"
    assert judged(bet, BUSTS[5], "8s 8h", "8s Kd", was_split=True) == "5-cards"


@pytest.mark.parametrize(
    ("dealer", "hand", "outcome"),
    [
        ("As 5h 6d Kc", "Ts 7h", "ace-up-and-17"),
        ("As 5h 6d Kc", "As 6h", "ace-up-and-17"),
        ("As 5h 6d Kc", "Ts 4h 3d", "ace-up-and-17"),
        ("Ts 6h 9d", "Ts 7h", "ten-up-and-17"),
        ("Ks 6h 9d", "As 6h", "ten-up-and-17"),
        ("6s Th 9d", "Ts 7h", "17"),
        ("6s Ah 9d Tc", "2s 5h Kd", "17"),
        ("Ts 6h 9d", "Ts 8h", "ten-up"),
        ("Js 6h 9d", "As Kh", "ten-up"),
        ("Qs 6h 9d", "Ts 6h Kd", "ten-up"),
        ("6s Th 9d", "Ts 8h", "bust"),
        ("6s Th 9d", "Ts 6h Kd", "bust"),
        ("As 5h 6d Kc", "Ts 8h", "bust"),
        ("As 5h 6d Kc", "As Kh", "bust"),
        ("6s Th 9d", "Ts 6h", "bust"),
    ],
)
def test_busted_bonanza_pays_by_the_up_card_and_my_17(dealer: str, hand: str, outcome: str) -> None:
    """side-bets.md: Busted Bonanza."""
    assert judged("busted-bonanza", dealer, hand[:5], hand) == outcome


@pytest.mark.parametrize(("dealer", "outcome"), [("As 5h 6d Kc", "bust"), ("Ts 6h 9d", "ten-up"), ("6s Th 9d", "bust")])
def test_after_a_split_my_17_does_not_count_for_busted_bonanza(dealer: str, outcome: str) -> None:
    """side-bets.md: Busted Bonanza: after a split the three "17" outcomes do not apply."""
    assert judged("busted-bonanza", dealer, "8s 8h", "8s 9h", was_split=True) == outcome
    assert judged("busted-bonanza", dealer, "8s 9h", "8s 9h") != outcome


@pytest.mark.parametrize("dealer", NO_BUSTS)
@pytest.mark.parametrize("hand", ["Ts 7h", "Ts 8h"])
def test_busted_bonanza_is_lost_when_the_dealer_does_not_bust(dealer: str, hand: str) -> None:
    """side-bets.md: Busted Bonanza."""
    assert judged("busted-bonanza", dealer, hand) is None


def test_the_dealer_draws_on_for_a_live_bust_bet_but_not_for_one_already_pushed() -> None:
    """side-bets.md: the dealer completes the hand whenever a live Bust It, Buster or Busted Bonanza needs it."""
    waiting = {key for key, bet in SIDE_BETS.items() if bet.waits_for_dealer(natural=False)}
    assert waiting == {"bust-it", "buster", "busted-bonanza"}
    assert {key for key, bet in SIDE_BETS.items() if bet.waits_for_dealer(natural=True)} == waiting - {"bust-it"}
