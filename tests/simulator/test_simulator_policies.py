"""Policies: what they are asked, and what becomes of their answers."""

from __future__ import annotations

from collections import Counter

import pytest

from ventuno.refusal import RefusalRaised
from ventuno.simulator import ChartSituation, Policy, mimic_the_dealer, never_bust, simulate, take_what_is_free
from ventuno.simulator.decisions import (
    DOUBLE,
    FREE_DOUBLE,
    FREE_SPLIT,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Plane,
    compile_policy,
    planes,
)
from ventuno.simulator.hand_states import HandState, hand_states
from ventuno.variant import Variant, load


def asked(name: str) -> Counter[ChartSituation]:
    """Every situation the policy is asked about."""
    seen: Counter[ChartSituation] = Counter()

    def policy(now: ChartSituation) -> str:
        seen[now] += 1
        return "stand"

    hand = load(name).hand
    compile_policy(hand, hand_states(hand.charlie.cards if hand.charlie else None), policy)
    return seen


def action(variant: Variant, policy: Policy, state: HandState, up: int = 6, plane: Plane | None = None) -> int:
    charlie = variant.hand.charlie
    states = hand_states(charlie.cards if charlie else None)
    number = planes(variant.hand.splits + 1).index(plane or Plane())
    return int(compile_policy(variant.hand, states, policy).normal[number, up - 1, states.states.index(state)])


EIGHT = HandState(8, False, 2)
ELEVEN = HandState(11, False, 2)
SOFT_18 = HandState(8, True, 2)
LONG_ELEVEN = HandState(11, False, 3)
SIXTEEN = HandState(16, False, 3)
EIGHTS = HandState(16, False, 2, pair=8)
ACES = HandState(2, True, 2, pair=1)


def test_each_situation_is_asked_once() -> None:
    for name in ("6D", "free-chip", "infinite", "all-bets"):
        assert set(asked(name).values()) == {1}


def test_a_21_is_never_asked() -> None:
    assert {now.total for now in asked("infinite")} == set(range(4, 21))


def test_a_game_without_splits_asks_about_no_split_hand() -> None:
    assert not any(now.split for now in asked("6D SPL0"))
    assert {now.hands for now in asked("6D SPL3")} == {1, 2, 3, 4}


def test_free_chips_are_asked_about_only_where_there_are_some() -> None:
    assert not any(now.free for now in asked("6D"))
    assert any(now.free for now in asked("classic-free-bet"))


def test_the_number_of_cards_counts_only_while_a_charlie_can_be_made() -> None:
    assert {now.cards for now in asked("6D")} == {2, 3}
    six = {(now.total, now.cards) for now in asked("infinite") if not now.soft and now.cards > 2}
    assert (20, 5) in six
    assert (20, 4) not in six  # two more cards are over 21 even if both are aces
    assert (19, 4) in six


def test_split_aces_of_one_card_each_are_asked_only_whether_to_split_again() -> None:
    assert not any(now.split_ace for now in asked("6D NRSA NHSA"))
    assert {now.pair for now in asked("6D RSA NHSA") if now.split_ace} == {1}
    assert any(now.split_ace and now.cards > 2 for now in asked("6D HSA"))


def test_the_first_preference_on_offer_is_taken() -> None:
    wishes = lambda now: ("surrender", "split", "double", "hit")  # noqa: E731
    assert action(load("6D LS"), wishes, EIGHTS) == SURRENDER
    assert action(load("6D"), wishes, EIGHTS) == SPLIT
    assert action(load("6D SPL0"), wishes, EIGHTS) == DOUBLE
    assert action(load("6D SPL0 D10"), wishes, EIGHTS) == HIT


def test_a_double_that_is_not_on_offer_and_leaves_no_other_wish_becomes_a_hit() -> None:
    assert action(load("6D"), lambda now: "double", SIXTEEN) == HIT
    assert action(load("6D"), lambda now: ("double", "stand"), SIXTEEN) == STAND
    assert action(load("6D D10"), lambda now: "double", SOFT_18) == HIT


def test_a_split_or_surrender_that_is_not_on_offer_becomes_a_hit_to_11_and_a_stand_above() -> None:
    for wish in ("split", "surrender"):
        assert action(load("6D"), lambda now, wish=wish: wish, EIGHT) == HIT
        assert action(load("6D"), lambda now, wish=wish: wish, SIXTEEN) == STAND


def test_double_and_split_mean_the_free_one_where_it_is_free() -> None:
    free = load("free-chip")
    assert action(free, lambda now: "double", ELEVEN) == FREE_DOUBLE
    assert action(free, lambda now: "split", EIGHTS) == FREE_SPLIT
    assert action(free, lambda now: "split", HandState(20, False, 2, pair=10)) == SPLIT
    assert action(free, lambda now: ("free-double", "stand"), EIGHT) == STAND  # only a paid one is on offer
    assert action(free, lambda now: "double", EIGHT) == DOUBLE


def test_there_is_no_double_after_three_cards_nor_after_a_split_where_the_rules_forbid_it() -> None:
    doubles = lambda now: ("double", "stand")  # noqa: E731
    after_split = Plane(hands=2)
    assert action(load("6D"), doubles, LONG_ELEVEN) == STAND
    assert action(load("6D NDAS"), doubles, ELEVEN, plane=after_split) == STAND
    assert action(load("6D DAS"), doubles, ELEVEN, plane=after_split) == DOUBLE
    assert action(load("classic-free-bet"), doubles, ELEVEN, plane=after_split) == STAND


def test_aces_are_split_again_only_where_the_rules_allow_it_and_there_is_room() -> None:
    splits = lambda now: ("split", "stand")  # noqa: E731
    assert action(load("6D NRSA"), splits, ACES, plane=Plane(hands=2, split_ace=True)) == STAND
    assert action(load("6D RSA"), splits, ACES, plane=Plane(hands=2, split_ace=True)) == SPLIT
    assert action(load("6D RSA SPL3"), splits, ACES, plane=Plane(hands=4, split_ace=True)) == STAND


def test_an_action_nobody_knows_is_refused() -> None:
    with pytest.raises(RefusalRaised) as refused:
        simulate(load("6D"), lambda now: "fold", 10, 1)
    assert refused.value.refusal.code == "simulate/unknown_action"


def test_who_never_busts_loses_no_hand_by_busting_and_mimics_hit_to_17() -> None:
    assert all(never_bust(now) == "stand" for now in asked("6D") if not now.soft and now.total >= 12)
    assert all((mimic_the_dealer(now) == "hit") == (now.total < 17) for now in asked("6D"))


def test_who_takes_only_what_is_free_never_stakes_more_than_the_bet() -> None:
    found = simulate(load("free-chip"), take_what_is_free, 200_000, 1)
    assert {stake for _, stake in found.counts} == {1}
    assert max(found.histogram) > 2  # free chips win
    assert min(found.histogram) == -1
