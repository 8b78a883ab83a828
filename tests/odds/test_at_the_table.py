"""One decision: every legal action, given every card seen."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tests.odds.brute_force import draws
from tests.odds.small_games import BestUnsplit
from ventuno.cards import DECK, Card, cards
from ventuno.odds import (
    Moment,
    action_values,
    best_value,
    cashback_offer,
    full_shoe,
    insurance_value,
    solve,
)
from ventuno.odds.composition import counts_of
from ventuno.odds.strategy import Strategy
from ventuno.refusal import RefusalRaised
from ventuno.variant import from_notation, load
from ventuno.variant.model import Variant

CASHBACK, FREE_CHIP, INFINITE = load("cashback"), load("free-chip"), load("infinite")
CALLED = ["6D H17 LS", "8D ENHC SPL1", "all-bets", "free-chip", "infinite", "classic-free-bet"]
HANDS = [(0, 6, 5), (1, 1, 9), (7, 7, 9), (7, 7, 0), (5, 9, 9), (3, 3, 4), (0, 0, 9), (2, 9, 1), (4, 4, 6)]
OF_EACH_VALUE = [Card(rank + "s") for rank in "A23456789T"]


def from_the_arrays(strategy: Strategy, low: int, high: int, up: int) -> dict[str, float]:
    """The same values as `solve` has them, given what a player knows after a look."""
    rules, openings = strategy.prepared.rules, strategy.openings
    row = int(np.flatnonzero((openings.low == low) & (openings.high == high))[0])
    at, play, first = openings.dealt[row], strategy.planes[0], strategy.first
    blackjack = strategy.prepared.blackjack[at, up]
    once = first.play[row, up] - play.value[at, up]
    values = {"stand": play.stand[at, up] + once, "hit": play.hit[at, up] + once}
    if strategy.prepared.layout.double[at]:
        values["double"] = play.doubled[at, up] + once
    values |= {"split": first.split[row, up], "surrender": first.surrender[row, up]}
    if rules.looks[up]:
        values = {action: (value + blackjack) / (1 - blackjack) for action, value in values.items()}
    return {action: float(value) for action, value in values.items() if np.isfinite(value)}


@pytest.mark.parametrize("called", CALLED)
def test_off_the_top_a_decision_is_worth_what_the_solution_says(called: str) -> None:
    variant = load(called)
    strategy = solve(variant).composition
    for low, high, up in [
        (0, 6, 5),
        (1, 1, 9),
        (7, 7, 9),
        (7, 7, 0),
        (5, 9, 9),
        (3, 3, 4),
        (0, 0, 9),
        (2, 9, 1),
        (4, 4, 6),
    ]:
        hand = (OF_EACH_VALUE[low], Card(OF_EACH_VALUE[high].text[0] + "h"))
        values = action_values(variant, hand, Card(OF_EACH_VALUE[up].text[0] + "d"))
        assert values == pytest.approx(from_the_arrays(strategy, low, high, up), abs=1e-12)


@pytest.mark.parametrize("line", ["1D SPL1", "1D SPL2 H17 ENHC", "1D SPL1 OBO LS", "2D SPL3 FREE"])
def test_cards_seen_are_cards_gone(line: str) -> None:
    """A shoe less the cards seen is solved as a shoe of its own."""
    variant = from_notation(line)
    seen = cards("Ad Kd Qd 5d 9d 3d 2d")
    shoe = tuple(a - b for a, b in zip(full_shoe(variant.shoe.decks), counts_of(seen), strict=True))
    strategy = solve(variant, shoe).composition
    for low, high, up in [(7, 7, 9), (7, 7, 0), (5, 9, 9), (0, 6, 5), (1, 1, 5)]:
        hand = (OF_EACH_VALUE[low], Card(OF_EACH_VALUE[high].text[0] + "h"))
        values = action_values(variant, hand, Card(OF_EACH_VALUE[up].text[0] + "c"), seen)
        assert values == pytest.approx(from_the_arrays(strategy, low, high, up), abs=1e-12)


@pytest.mark.parametrize("line", ["1D SPL0", "1D SPL0 ENHC H17", "1D SPL0 CHARLIE5"])
@pytest.mark.parametrize(("hand", "up"), [("6s Ts", "Tc"), ("As 6s", "6c"), ("As 6s 6d", "Ac"), ("6s 6d", "Ac")])
def test_a_decision_near_the_end_of_the_shoe_is_what_every_card_left_makes_it(line: str, hand: str, up: str) -> None:
    variant, known = from_notation(line), (*cards(hand), Card(up))
    left_cards = [card for card in DECK if card not in known and card.points in (1, 6, 10)]
    seen = [card for card in DECK if card not in known and card not in left_cards]
    left = counts_of(left_cards)
    slow = BestUnsplit(variant, left)
    points, up_points = tuple(card.points for card in cards(hand)), Card(up).points
    looks = variant.dealer.looks(Card(up))
    holes = [(p, hole, rest) for hole, p, rest in draws(left) if not (looks and {hole, up_points} == {1, 10})]
    sure = sum(p for p, _, _ in holes)
    hit = sum(slow.best(*more) for more in slow.with_each_card(points, up_points, holes)) / sure
    values = action_values(variant, cards(hand), Card(up), seen)
    assert values["hit"] == pytest.approx(hit, abs=1e-12)
    assert max(values.values()) == pytest.approx(slow.best(points, up_points, holes) / sure, abs=1e-12)


@pytest.mark.parametrize("up", ["6c", "Tc", "Ac"])
@pytest.mark.parametrize("pair", ["8", "2", "T", "A"])
def test_a_split_is_worth_its_two_hands(pair: str, up: str) -> None:
    variant = from_notation("6D ENHC SPL1")
    one, other = Card(pair + "s"), Card(pair + "h")
    left = list(full_shoe(6))
    for card in (one, other, Card(up)):
        left[card.points - 1] -= 1
    halves = sum(
        left[card.points - 1] / sum(left) * best_value(variant, (one, card), Card(up), [other], Moment(hands=2))
        for card in OF_EACH_VALUE
    )
    assert action_values(variant, (one, other), Card(up))["split"] == pytest.approx(2 * halves, abs=1e-12)


def test_early_surrender_is_weighed_before_the_look() -> None:
    variant, hand = from_notation("6D ES"), cards("Ts 6h")
    before = action_values(variant, hand, Card("Ad"))
    after = action_values(variant, hand, Card("Ad"), (), Moment(looked=True))
    assert before["surrender"] == after["surrender"] == -0.5
    assert before["stand"] < after["stand"]


def test_a_hand_that_is_not_asked_stands() -> None:
    assert action_values(INFINITE, cards("As Kh"), Card("9d")) == {"stand": 1.5}
    assert list(action_values(INFINITE, cards("5s 6h Td"), Card("9d"))) == ["stand"]
    assert list(action_values(INFINITE, cards("As 6h"), Card("9d"), (), Moment(hands=2))) == ["stand"]


def test_a_charlie_near_changes_what_is_best() -> None:
    values = action_values(INFINITE, cards("2s 2h 3s 3d 6c"), Card("Td"))
    assert max(values, key=lambda action: values[action]) == "hit"


def test_a_free_chip_cannot_lose() -> None:
    values = action_values(FREE_CHIP, cards("8s 5h"), Card("9d"), (), Moment(hands=2, free_chip=True))
    assert all(value >= 0 for action, value in values.items() if action != "double")


def test_a_hand_that_answers_for_the_original_bet_is_worth_less() -> None:
    first = best_value(CASHBACK, cards("8s Th"), Card("Td"), cards("8d"), Moment(hands=2))
    second = best_value(CASHBACK, cards("8s Th"), Card("Td"), cards("8d"), Moment(hands=2, answers=False))
    assert second - first == pytest.approx(32 / (416 - 4), abs=1e-12)  # the chance of the blackjack


def test_an_offer_is_the_value_of_playing_on_less_the_margin_rounded_down() -> None:
    hand, up, seen = cards("Ts 6d"), Card("Th"), cards("5h 5d 9c")
    value = Fraction(best_value(CASHBACK, hand, up, seen))
    assert cashback_offer(CASHBACK, 1000, hand, up, seen) == int(1000 * (1 + value) * Fraction(99, 100))


@pytest.mark.parametrize("hand", ["As Kh", "7s 7h 7d", "Ts 5h 9d", "Ts Kh 2d"])
def test_there_is_no_offer_on_a_blackjack_a_21_or_a_bust(hand: str) -> None:
    assert cashback_offer(CASHBACK, 1000, cards(hand), Card("6d")) is None


def test_there_is_no_offer_on_split_aces() -> None:
    assert cashback_offer(CASHBACK, 1000, cards("As 5h"), Card("6d"), cards("Ah"), Moment(hands=2)) is None


@pytest.mark.parametrize(("low", "up"), [(1, "T"), (2, "T"), (7, "T"), (8, "T"), (9, "T"), (0, "T"), (7, "6")])
def test_an_offer_reckons_with_the_best_action_even_where_it_skips_the_others(low: int, up: str) -> None:
    hand = (OF_EACH_VALUE[low], Card(OF_EACH_VALUE[low].text[0] + "h"))
    everything = action_values(CASHBACK, hand, Card(up + "d"))
    assert best_value(CASHBACK, hand, Card(up + "d")) == max(everything.values())


def test_insurance_is_worth_the_tens_that_are_left() -> None:
    assert insurance_value(load("6D"), cards("9s 8h"), Card("Ad")) == Fraction(96 * 3, 309) - 1
    assert insurance_value(load("6D"), cards("9s 8h"), Card("Ad"), cards("Ts Kd")) == Fraction(94 * 3, 307) - 1


def refusal(variant: Variant, hand: str, up: str, seen: str = "", moment: Moment | None = None) -> str:
    with pytest.raises(RefusalRaised) as refused:
        action_values(variant, cards(hand), Card(up), cards(seen), moment or Moment())
    assert len(str(refused.value)) > 20
    return refused.value.refusal.code


def test_impossible_questions_are_refused() -> None:
    one = from_notation("1D")
    assert refusal(one, "As As", "6d") == "odds/impossible_cards"
    assert refusal(one, "As 5s", "6d", "As As As As") == "odds/impossible_cards"
    assert refusal(one, "As 5s", "5s") == "odds/impossible_cards"
    assert refusal(load("6D"), "9s 8h", "5s", "As " * 7) == "odds/impossible_cards"
    assert refusal(one, "9s", "5s") == "odds/no_decision"
    assert refusal(one, "9s 8s 7s", "5s") == "odds/no_decision"
    assert refusal(INFINITE, "9s 8s", "5s", "", Moment(hands=3)) == "odds/no_decision"
    most_of_it = " ".join(card.text for card in DECK[:48] if card.text not in ("9s", "8s", "5s"))
    assert refusal(one, "9s 8s", "5s", most_of_it) == "odds/shoe_too_small"


def test_offers_and_insurance_are_refused_where_there_are_none() -> None:
    with pytest.raises(RefusalRaised, match="cashback"):
        cashback_offer(INFINITE, 1000, cards("9s 8s"), Card("5s"))
    with pytest.raises(RefusalRaised, match="ace"):
        insurance_value(INFINITE, cards("9s 8s"), Card("5s"))
