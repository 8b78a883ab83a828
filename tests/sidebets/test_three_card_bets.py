"""21+3, Top 3, Hot 3 and Lucky Lucky: my first two cards and the up card (side-bets.md)."""

from __future__ import annotations

from itertools import permutations

import pytest

from ventuno.cards import cards
from ventuno.sidebets import SIDE_BETS, Seen

BETS = ("21+3", "top-3", "hot-3", "lucky-lucky")


def judged(bet: str, three: str) -> str | None:
    """The one outcome of three cards, whichever of them is the up card."""
    outcomes = {
        SIDE_BETS[bet].judge(Seen(first_two=(one, other), dealer=(up_card,), hand=(one, other)))
        for one, other, up_card in permutations(cards(three))
    }
    assert len(outcomes) == 1, f"{bet} of {three} depends on the order"
    return outcomes.pop()


@pytest.mark.parametrize(
    ("three", "outcome"),
    [
        ("9s 9s 9s", "suited-trips"),
        ("As As As", "suited-trips"),
        ("5h 6h 7h", "straight-flush"),
        ("Ah 2h 3h", "straight-flush"),
        ("Qd Kd Ad", "straight-flush"),
        ("9s 9s 9h", "trips"),
        ("Kc Kd Kh", "trips"),
        ("5h 6h 7s", "straight"),
        ("As 2h 3h", "straight"),
        ("Qs Kh Ad", "straight"),
        ("9s Th Jd", "straight"),
        ("Ts Jh Qd", "straight"),
        ("Js Qh Kd", "straight"),
        ("2h 9h Kh", "flush"),
        ("Kh Ah 2h", "flush"),
        ("9h 9h Kh", "flush"),
    ],
)
def test_21_plus_3_pays_the_poker_hand(three: str, outcome: str) -> None:
    """side-bets.md: 21+3."""
    assert judged("21+3", three) == outcome


@pytest.mark.parametrize("three", ["Ks As 2h", "Qs As 2h", "Ks 2s 3h", "As As 2h", "9s 9s 8h", "5s 6s 8h", "5s 7s 9h"])
def test_21_plus_3_pays_nothing_else(three: str) -> None:
    """side-bets.md: 21+3."""
    assert judged("21+3", three) is None


def test_a_straight_never_goes_round_the_corner() -> None:
    """side-bets.md: never round the corner (K-A-2)."""
    assert judged("21+3", "Ks Ad 2h") is None
    assert judged("21+3", "Ks Ks 2s") == "flush"
    assert judged("top-3", "Kh Ah 2h") is None


@pytest.mark.parametrize(
    ("three", "outcome"),
    [
        ("9s 9s 9s", "suited-trips"),
        ("5h 6h 7h", "straight-flush"),
        ("Ah 2h 3h", "straight-flush"),
        ("Qd Kd Ad", "straight-flush"),
        ("9s 9s 9h", "trips"),
        ("5h 6h 7s", None),
        ("2h 9h Kh", None),
        ("9h 9h Kh", None),
        ("Ts Js Ks", None),
    ],
)
def test_top_3_pays_the_three_best_of_21_plus_3_and_no_other(three: str, outcome: str | None) -> None:
    """side-bets.md: Top 3."""
    assert judged("top-3", three) == outcome


@pytest.mark.parametrize(
    ("three", "outcome"),
    [
        ("7s 7h 7d", "7-7-7"),
        ("7s 7s 7s", "7-7-7"),
        ("6s 7s 8s", "suited-21"),
        ("Ah 9h Ah", "suited-21"),
        ("Ah Kh Th", "suited-21"),
        ("6s 7s 8h", "21"),
        ("As 9h Ad", "21"),
        ("As Kh Td", "21"),
        ("As 4h 6d", "21"),
        ("Ts 9h 2d", "21"),
        ("Ts Th Ad", "21"),
        ("Ts 8h 2d", "20"),
        ("Ts 8s 2s", "20"),
        ("As As 8d", "20"),
        ("As 9h Td", "20"),
        ("As 3h 6d", "20"),
        ("Ts 7h 2d", "19"),
        ("Ts 7s 2s", "19"),
        ("As As 7d", "19"),
        ("As 8h Td", "19"),
        ("As 2h 6d", "19"),
        ("Ts 6h 2d", None),
        ("Ts Th 2d", None),
        ("As As As", None),
        ("As As 6d", None),
        ("As As Td", None),
        ("As 7h Td", None),
        ("Ts Th Td", None),
    ],
)
def test_hot_3_pays_the_total_with_an_ace_1_or_11_whichever_is_better(three: str, outcome: str | None) -> None:
    """side-bets.md: Hot 3. In 3-card totals an ace is 1 or 11, whichever makes the better outcome."""
    assert judged("hot-3", three) == outcome


@pytest.mark.parametrize(
    ("three", "outcome"),
    [
        ("7s 7s 7s", "suited-777"),
        ("6s 7s 8s", "suited-678"),
        ("7s 7s 7h", "777"),
        ("7s 7h 7d", "777"),
        ("6s 7s 8h", "678"),
        ("6s 7h 8d", "678"),
        ("5d 7d 9d", "suited-21"),
        ("Ah 9h Ah", "suited-21"),
        ("Ah Th Kh", "suited-21"),
        ("5d 7d 9h", "21"),
        ("As 9h Ad", "21"),
        ("As Th Kd", "21"),
        ("Ts 5h 6d", "21"),
        ("6s 6h 9d", "21"),
        ("8s 8h 5d", "21"),
        ("Ts 4s 6s", "20"),
        ("As As 8d", "20"),
        ("As 9h Td", "20"),
        ("6s 6h 8d", "20"),
        ("Ts 3s 6s", "19"),
        ("As As 7d", "19"),
        ("6s 6h 7d", "19"),
        ("As 8h Td", "19"),
        ("Ts 2h 6d", None),
        ("Ts 6h 6d", None),
        ("As As As", None),
        ("6s 7h 9d", None),
        ("As 7h Td", None),
    ],
)
def test_lucky_lucky_pays_sevens_then_6_7_8_then_the_total(three: str, outcome: str | None) -> None:
    """side-bets.md: Lucky Lucky."""
    assert judged("lucky-lucky", three) == outcome


@pytest.mark.parametrize("bet", BETS)
def test_the_hole_card_and_later_cards_do_not_count(bet: str) -> None:
    """side-bets.md: my first two + the up card."""
    first_two = cards("7s 7s")
    seen = Seen(first_two=first_two, dealer=cards("2h 7s 7s"), hand=(*first_two, *cards("7s")))
    assert SIDE_BETS[bet].judge(seen) is None
    seen = Seen(first_two=first_two, dealer=cards("7s 2h 9d"), hand=(*first_two, *cards("2h")))
    assert SIDE_BETS[bet].judge(seen) == SIDE_BETS[bet].outcomes[0]


@pytest.mark.parametrize("bet", BETS)
def test_a_split_does_not_change_a_bet_on_the_opening_cards(bet: str) -> None:
    """side-bets.md: a side bet is settled on its own."""
    seen = Seen(first_two=cards("7s 7s"), dealer=cards("7s"), hand=cards("7s 2d"), was_split=True, free_chips=1)
    assert SIDE_BETS[bet].judge(seen) == SIDE_BETS[bet].outcomes[0]
