"""Cards and hands drawn as text."""

from __future__ import annotations

from ventuno.cli.table.draw import Spot, felt
from ventuno.cli.table.look import Look, width_of

DEALER = Spot("Dealer", ("Ts", "??"), "10")
HAND = Spot("Hand 1", ("As", "6d"), "7/17", chips="bet 10.00", has_turn=True)


def test_the_dealer_is_above_the_player_and_the_hole_card_face_down() -> None:
    drawn = felt(DEALER, [HAND], Look()).splitlines()
    assert drawn[:5] == [
        "  Dealer",
        "  ╭──╭───╮",
        "  │10│▒▒▒│  10",
        "  │♠ │▒▒▒│",
        "  ╰──╰───╯",
    ]
    assert drawn[6:] == [
        "▶ Hand 1",
        "  ╭──╭───╮",
        "  │A │6  │  7/17",
        "  │♠ │♦  │",
        "  ╰──╰───╯",
        "  bet 10.00",
    ]


def test_the_first_hand_is_the_rightmost_d8() -> None:
    hands = [Spot(f"Hand {number}", ("9h", "8c"), "17") for number in (1, 2, 3)]
    titles = felt(DEALER, hands, Look()).splitlines()[6]
    assert titles.index("Hand 3") < titles.index("Hand 2") < titles.index("Hand 1")


def test_hands_that_do_not_fit_go_to_the_next_row() -> None:
    hands = [Spot(f"Hand {number}", ("9h", "8c"), "17") for number in range(1, 8)]
    for width in (60, 80, 100):
        drawn = felt(DEALER, hands, Look(width=width)).splitlines()
        assert max(map(len, drawn)) <= width
        assert all(any(f"Hand {number}" in line for line in drawn) for number in range(1, 8))


def test_red_suits_are_red_where_there_is_colour() -> None:
    drawn = felt(DEALER, [HAND], Look(colour=True))
    assert "\x1b[31;1m6 \x1b[0m" in drawn
    assert "\x1b[1mA \x1b[0m" in drawn
    plain = felt(DEALER, [HAND], Look())
    assert [width_of(line) for line in drawn.splitlines()] == [len(line) for line in plain.splitlines()]


def test_plain_is_a_hand_a_line() -> None:
    look = Look(drawn=False)
    assert look.finished(felt(DEALER, [HAND], look)).splitlines() == [
        "  Dealer: 10s ?? (10)",
        "> Hand 1: As 6d (7/17), bet 10.00",
    ]
