"""H2: what a bet behind goes along with, changed up to the decision, and what happens to a follower short of money."""

from __future__ import annotations

import msgspec
import pytest

from tests.table import CLASSIC, INFINITE
from ventuno.cards import Card, cards
from ventuno.play import Action, BadTranscript, PositionBet, Round, events as happened, rebuild, replay, transcript
from ventuno.refusal import Refusal
from ventuno.variant import load

VARIANT = load(CLASSIC)
ANNA = PositionBet(position=3, bettor="anna", main=1000)
BRUNO = PositionBet(position=3, bettor="bruno", main=400, behind=True)
CARLA = PositionBet(position=3, bettor="carla", main=600, behind=True)
TO_DOUBLE = "5s 9d 3c 9h"  # a hard 8 is paid for; then a ten, and the dealer's 18 stands
TO_SPLIT = "Ts 9d Tc 9h"  # tens are paid for


def opened(first: str, *bets: PositionBet) -> Round:
    round_ = Round(VARIANT, bets or (ANNA, BRUNO, CARLA))
    for card in cards(first):
        round_.deal(card)
    return round_


def ended(round_: Round, rest: str, *actions: Action) -> Round:
    """Deals the rest as it is asked for, with these actions of the leader in between."""
    coming, deciding = iter(cards(rest)), iter(actions)
    while round_.settlement is None:
        if round_.next_card_to:
            round_.deal(next(coming))
        else:
            asked = next(round_.asked())
            assert not isinstance(round_.act(asked.position, asked.bettor, next(deciding), asked.line), Refusal)
    assert next(coming, None) is None
    return round_


def act(round_: Round, action: Action, *short: str) -> None:
    assert not isinstance(round_.act(3, "anna", action, short=short), Refusal)


def stakes(round_: Round, bettor: str) -> list[tuple[str, int, int]]:
    assert round_.settlement
    return [(hand.line, hand.stake, hand.returned) for hand in round_.settlement.hands(3, bettor)]


def same_again(round_: Round) -> None:
    """The round from its events, from its events as they are stored, and from its transcript."""
    stored = [
        msgspec.json.decode(happened.to_json(event), type=type(event), dec_hook=lambda kind, raw: kind(raw))
        for event in round_.events
    ]
    for events in (round_.events, stored):
        assert rebuild(VARIANT, events).events == round_.events
    assert replay(transcript(round_)).events == round_.events


def test_a_follower_short_of_money_rides_with_a_single_bet_on_the_doubled_hand() -> None:
    """H2 with D4: Bruno cannot pay for the double, Carla can."""
    round_ = opened(TO_DOUBLE)
    act(round_, Action.DOUBLE, "bruno")
    ended(round_, "Tc")
    assert stakes(round_, "anna") == [("3", 2000, 2000)]
    assert stakes(round_, "bruno") == [("3", 400, 400)]
    assert stakes(round_, "carla") == [("3", 1200, 1200)]
    same_again(round_)


def test_a_follower_short_of_money_rides_on_the_first_hand_of_a_split() -> None:
    """H2 with D4."""
    round_ = opened(TO_SPLIT)
    act(round_, Action.SPLIT, "carla")
    ended(round_, "9c 7s", Action.STAND, Action.STAND)
    assert stakes(round_, "bruno") == [("3a", 400, 800), ("3b", 400, 0)]
    assert stakes(round_, "carla") == [("3a", 600, 1200)]
    same_again(round_)


def test_who_was_short_is_recorded_with_the_decision_and_nobody_else() -> None:
    """Named in vain: who does not follow anyway, who is the leader, who is not there."""
    single = msgspec.structs.replace(BRUNO, follow_double=False)
    round_ = opened(TO_DOUBLE, ANNA, single, CARLA)
    act(round_, Action.DOUBLE, "nobody", "bruno", "anna", "carla")
    decided = next(event for event in round_.events if isinstance(event, happened.HandDecided))
    assert decided.short == ("carla",)
    assert decided.real == 1000
    ended(round_, "Tc")
    same_again(round_)


def test_whoever_is_short_still_follows_what_costs_nothing() -> None:
    """H2: free doubles and free splits always apply; so does a hit."""
    round_ = opened("5s 9d 5c 9h")
    act(round_, Action.FREE_DOUBLE, "bruno")
    ended(round_, "Tc")
    assert stakes(round_, "bruno") == [("3", 400, 1200)]
    assert all(not event.short for event in round_.events if isinstance(event, happened.HandDecided))


def test_what_following_would_cost_each_bettor_behind() -> None:
    """H2: their own bet again; nothing where they do not follow, or where it is free."""
    single = msgspec.structs.replace(CARLA, follow_split=False)
    round_ = opened(TO_SPLIT, ANNA, BRUNO, single)
    assert round_.followers_cost(3, "3", Action.SPLIT) == {"bruno": 400}
    assert round_.followers_cost(3, "3", Action.DOUBLE) == {"bruno": 400, "carla": 600}
    assert round_.followers_cost(3, "3", Action.FREE_SPLIT) == {}
    assert round_.followers_cost(3, "3", Action.HIT) == {}
    act(round_, Action.SPLIT)
    round_.deal(Card("2c"))
    round_.deal(Card("3c"))
    assert round_.followers_cost(3, "3b", Action.DOUBLE) == {"bruno": 400}


def test_where_all_decide_alone_nobody_follows() -> None:
    """T3."""
    bets = [PositionBet(position=1, bettor="anna", main=1000), PositionBet(position=1, bettor="bruno", main=400)]
    assert Round(load(INFINITE), bets).followers_cost(1, "1", Action.DOUBLE) == {}


def test_what_is_followed_may_change_any_time_before_it_is_decided() -> None:
    """H2: Bruno stops following doubles, Carla starts, after the cards are there."""
    round_ = opened(TO_DOUBLE, ANNA, BRUNO, msgspec.structs.replace(CARLA, follow_double=False))
    assert round_.follow(3, "bruno", False, True) == (happened.FollowChanged(3, "bruno", False, True),)
    assert not isinstance(round_.follow(3, "carla", True, True), Refusal)
    act(round_, Action.DOUBLE)
    ended(round_, "Tc")
    assert stakes(round_, "bruno") == [("3", 400, 400)]
    assert stakes(round_, "carla") == [("3", 1200, 1200)]
    same_again(round_)


def test_what_is_followed_may_change_while_cards_are_dealt() -> None:
    """H2: also between two cards; the transcript keeps the order."""
    round_ = Round(VARIANT, [ANNA, BRUNO])
    for card in cards("Ts 9d"):
        round_.deal(card)
    assert not isinstance(round_.follow(3, "bruno", True, False), Refusal)
    for card in cards("Tc 9h"):
        round_.deal(card)
    act(round_, Action.SPLIT)
    ended(round_, "9c 7s", Action.STAND, Action.STAND)
    assert stakes(round_, "bruno") == [("3a", 400, 800)]
    assert "deal Ts 9d\nfollow 3 bruno single-split\ndeal Tc 9h\n" in transcript(round_)
    same_again(round_)


def test_a_change_that_changes_nothing_is_not_told() -> None:
    round_ = opened(TO_DOUBLE)
    assert round_.follow(3, "bruno", True, True) == ()
    assert not any(isinstance(event, happened.FollowChanged) for event in round_.events)


@pytest.mark.parametrize(("position", "bettor"), [(3, "anna"), (3, "dario"), (5, "bruno")])
def test_only_a_bet_behind_follows(position: int, bettor: str) -> None:
    answer = opened(TO_DOUBLE).follow(position, bettor, False, False)
    assert isinstance(answer, Refusal)
    assert answer.code == "action/not_behind"


def test_when_everything_is_decided_there_is_nothing_left_to_follow() -> None:
    round_ = opened("Ts 9d Tc 9h")
    ended(round_, "", Action.STAND)
    before = list(round_.events)
    answer = round_.follow(3, "bruno", False, False)
    assert isinstance(answer, Refusal)
    assert answer.code == "action/not_now"
    assert round_.events == before


def test_a_decision_stored_before_there_was_this_field_is_still_read() -> None:
    old = b'{"type":"Decided","position":3,"bettor":"anna","line":"3","action":"hit","real":0,"golden":0,"price":null}'
    assert msgspec.json.decode(old, type=happened.HandDecided).short == ()


@pytest.mark.parametrize("line", ["follow 3 bruno triple", "follow 3 anna", "follow 3", "follow x bruno"])
def test_a_transcript_names_a_follower_and_what_is_not_followed(line: str) -> None:
    text = transcript(opened(TO_DOUBLE)) + f"{line}\n"
    with pytest.raises(BadTranscript):
        replay(text)
