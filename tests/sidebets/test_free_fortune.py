"""Free Fortune: the free chips used on one starting hand (side-bets.md)."""

from __future__ import annotations

import pytest

from ventuno.cards import cards
from ventuno.sidebets import SIDE_BETS, Seen

FREE_FORTUNE = SIDE_BETS["free-fortune"]


def judged(free_chips: int) -> str | None:
    seen = Seen(cards("8s 8h"), cards("6d Tc"), cards("8s 3h Td"), was_split=True, free_chips=free_chips)
    return FREE_FORTUNE.judge(seen)


@pytest.mark.parametrize("free_chips", range(1, 8))
def test_every_free_chip_used_on_the_starting_hand_counts(free_chips: int) -> None:
    """side-bets.md: Free Fortune: free splits + free doubles."""
    assert judged(free_chips) == str(free_chips)


def test_there_is_a_price_for_seven_free_chips_down_to_one() -> None:
    """side-bets.md: Free Fortune: outcomes are listed best first."""
    assert FREE_FORTUNE.outcomes == ("7", "6", "5", "4", "3", "2", "1")


def test_without_a_free_chip_free_fortune_is_lost() -> None:
    assert judged(0) is None
    assert FREE_FORTUNE.judge(Seen(cards("8s 8h"), cards("6d Tc"), cards("8s 8h Td"))) is None


@pytest.mark.parametrize("free_chips", [8, 19])
def test_more_than_seven_count_as_seven(free_chips: int) -> None:
    """Free Chip splits to four hands, each doubled: seven at most. A file with more splits pays its best price."""
    assert judged(free_chips) == "7"


def test_free_fortune_is_one_bet_on_all_hands_of_a_split() -> None:
    """games.md: Free Fortune counts every free chip used on one starting hand."""
    assert not FREE_FORTUNE.per_hand
    assert FREE_FORTUNE.needs == "hand"
