"""games.md: dealer plays out; side-bets.md: the dealer completes the hand; K2.

The shoe of each test ends where the dealer must stop: one card more or less and it fails.
"""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, CASHBACK, CLASSIC, FREE_CHIP, GAMES, INFINITE, finished, played, shared
from ventuno.play import PositionBet, events as happened
from ventuno.variant import load

NEEDS_THE_DEALER = {FREE_CHIP: "busted-bonanza", INFINITE: "bust-it", ALL_BETS: "buster", CASHBACK: "buster"}
needs_the_dealer = pytest.mark.parametrize(("game", "bet"), NEEDS_THE_DEALER.items())


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_draws_if_a_hand_needs_it(game: str) -> None:
    """games.md: dealer plays out: if any hand needs it."""
    assert played(game, "Ts 6d 8c Th 2h", "stand").dealer == "6d Th 2h"


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_does_not_draw_when_every_hand_is_bust(game: str) -> None:
    """games.md: dealer plays out."""
    assert played(game, "Ts Js 6d 6c 5c Th Qs Ks", "hit hit", main=[1000, 1000]).dealer == "6d Th"


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_does_not_draw_when_only_a_natural_is_left(game: str) -> None:
    """games.md: dealer plays out: a natural is paid."""
    assert played(game, "As 6d Kc Th").dealer == "6d Th"


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_draws_for_the_one_hand_that_is_left(game: str) -> None:
    """games.md: dealer plays out: if any hand needs it."""
    result = played(game, "Ts As Js 6d 6c Kc 9c Th  Qs  2h", "hit stand", main=[1000, 1000, 1000])
    assert (result.dealer, result.outcomes) == ("6d Th 2h", "bust blackjack win")


@pytest.mark.parametrize("game", GAMES)
def test_the_dealer_shows_the_hole_card_even_if_nobody_is_left_in_play(game: str) -> None:
    """side-bets.md: Dealer Pair."""
    playing = played(game, "Ts 6d 6c Th Ks", "hit").round
    assert [event.card.text for event in playing.events if isinstance(event, happened.HoleTurned)] == ["Th"]


@needs_the_dealer
def test_a_live_bust_bet_makes_the_dealer_draw_although_every_hand_is_bust(game: str, bet: str) -> None:
    """side-bets.md: the dealer completes the hand; it changes no main result."""
    result = played(game, "Ts 6d 6c Th Ks Td", "hit", sides={bet: 100})
    assert (result.dealer, result.hands) == ("6d Th Td", ["Ts 6c Ks: bust 0"])
    assert "lose" not in result.sides[0]


@pytest.mark.parametrize(("game", "bet"), [(FREE_CHIP, "busted-bonanza"), (ALL_BETS, "buster"), (CASHBACK, "buster")])
def test_a_live_bust_bet_makes_the_dealer_draw_although_the_only_hand_is_a_blackjack(game: str, bet: str) -> None:
    """side-bets.md: the dealer completes the hand, even if every player has a blackjack."""
    result = played(game, "As 6d Kc Th Td", sides={bet: 100})
    assert (result.dealer, result.hands) == ("6d Th Td", ["As Kc: blackjack 2500"])


def test_infinite_a_bust_it_that_my_blackjack_pushes_needs_no_dealer() -> None:
    """side-bets.md: Bust It: a player blackjack always pushes the bet, so the bet does not need the dealer's hand."""
    result = played(INFINITE, "As 6d Kc Th", sides={"bust-it": 100})
    assert (result.dealer, result.sides) == ("6d Th", ["bust-it: push 100"])


@needs_the_dealer
def test_a_bust_bet_on_one_hand_is_enough(game: str, bet: str) -> None:
    """games.md: dealer plays out: a live side bet of anybody."""
    bets = [
        PositionBet(position=1, bettor="anna", main=1000),
        PositionBet(position=2, bettor="anna", main=1000, sides={bet: 100}),
    ]
    result = finished(game, bets, "Ts Js 6d 6c 5c Th Qs Ks Td", "hit hit", together=False)
    assert result.dealer == "6d Th Td"


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        (CLASSIC, ["perfect-pairs", "21+3"]),
        (FREE_CHIP, ["free-fortune", "perfect-pairs"]),
        (INFINITE, ["any-pair", "21+3", "hot-3"]),
        (ALL_BETS, ["top-3", "perfect-pairs", "progressive", "lucky-lucky", "21+3"]),
        (CASHBACK, ["21+3", "player-pair", "dealer-pair", "top-3", "lucky-lucky"]),
    ],
)
def test_no_other_side_bet_makes_the_dealer_draw(game: str, bets: list[str]) -> None:
    """side-bets.md: Bust It, Buster and Busted Bonanza look at the dealer's final hand, the others do not."""
    assert set(bets) | {NEEDS_THE_DEALER.get(game)} >= set(load(game).side_bets)
    result = played(game, "Ts 6d 6c Th Ks", "hit", sides=dict.fromkeys(bets, 100))
    assert result.dealer == "6d Th"


def test_cashback_a_dealer_pair_is_settled_although_nobody_is_left_in_play() -> None:
    """side-bets.md: Dealer Pair: the dealer shows the hole card even if nobody is left in play; K2."""
    bust = played(CASHBACK, "Ts 6d 6c 6h Ks", "hit", sides={"dealer-pair": 100})
    assert (bust.dealer, bust.sides) == ("6d 6h", ["dealer-pair: coloured 1300"])
    cashed = played(CASHBACK, "Ts 6d 6c 6h", "cashback=400", sides={"dealer-pair": 100})
    assert cashed.sides == ["dealer-pair: coloured 1300"]


def test_cashback_when_all_have_cashed_out_or_are_bust_the_dealer_draws_no_more() -> None:
    """K2: if nobody is left in play the dealer draws no more."""
    result = shared(CASHBACK, "Ts 6d 6c Th Ks", {"anna": "cashback=400", "bruno": "hit"})
    assert (result.dealer, result.outcomes) == ("6d Th", "cashback bust")


def test_cashback_a_live_buster_makes_the_dealer_draw_although_all_have_cashed_out() -> None:
    """K2: unless a live side bet needs the dealer's hand."""
    result = played(CASHBACK, "Ts 6d 6c Th Td", "cashback=400", sides={"buster": 100})
    assert (result.dealer, result.hands) == ("6d Th Td", ["Ts 6c: cashback 400"])
    assert result.sides == ["buster: 3-or-4-cards 300"]


@pytest.mark.parametrize("game", [INFINITE, CASHBACK])
def test_one_player_of_a_crowd_who_is_still_in_play_makes_the_dealer_draw(game: str) -> None:
    """games.md: dealer plays out: if any hand needs it."""
    result = shared(game, "Ts 6d 6c Th Ks 2h", {"anna": "hit", "bruno": "stand", "carla": "hit"})
    assert (result.dealer, result.outcomes) == ("6d Th 2h", "bust lose bust")


@needs_the_dealer
def test_a_dealer_blackjack_loses_a_live_bust_bet_without_a_card(game: str, bet: str) -> None:
    """side-bets.md: the dealer's final hand did not bust."""
    result = played(game, "Ts Kd 8c Ah", "stand", sides={bet: 100})
    assert (result.dealer, result.sides) == ("Kd Ah", [f"{bet}: lose 0"])
