"""The judge says what each outcome came from, so that no client has to find out by itself."""

from __future__ import annotations

from typing import get_args

import pytest

from tests.table import played
from ventuno.play import Reason

EXAMPLES: dict[str, tuple[str, str, str]] = {
    "bust": ("infinite", "9h 6d 7c Td Kh", "hit"),
    "blackjack": ("infinite", "Ah 6d Kc Td", ""),
    "two-blackjacks": ("infinite", "Ah Td Kc Ad", ""),
    "dealer-blackjack": ("infinite", "Th Td 9c Ad", "stand"),
    "charlie": ("infinite", "2h 6d 2c Td 2d 2s 3h 3d", "hit hit hit hit"),
    "higher": ("infinite", "Th 7d 9c Td", "stand"),
    "lower": ("infinite", "Th 9d 7c Td", "stand"),
    "equal": ("infinite", "Th 9d 9c Td", "stand"),
    "natural-17": ("free-chip", "Th 8d 7c 9d", "stand"),
    "dealer-bust": ("infinite", "Th 6d 9c Td Kh", "stand"),
    "dealer-22": ("classic-free-bet", "Th 6d 9c Td 6h", "stand"),
    "bust-17": ("free-chip", "Th 6d 7c Td Kh", "stand"),
    "bust-ten-up": ("free-chip", "Th Td 9c 6d Kh", "stand"),
    "one-bet-taken": ("all-bets", "8h Td 8c Ad Th 9h", "split stand stand"),
    "surrender": ("6D LS", "Th 9d 6c Td", "surrender"),
    "cashback": ("cashback", "Th 9d 6c Td", "cashback=450"),
}


def test_every_reason_has_an_example() -> None:
    assert set(EXAMPLES) == set(get_args(Reason))


@pytest.mark.parametrize("reason", EXAMPLES)
def test_a_hand_s_result_says_why(reason: str) -> None:
    result = played(*EXAMPLES[reason])
    assert reason in {hand.reason for hand in result._hands()}
