"""side-bets.md: Progressive; J1: the jackpot, as far as a round decides it. The stake is exactly 100."""

from __future__ import annotations

import pytest

from tests.table import ALL_BETS, Result, bets_of, finished, played, refused_bets
from ventuno.play import PositionBet, events as happened

SEED = 8_000_000  # 80,000 units
ONE = {"progressive": 100}


def progressive(shoe: str, script: str = "stand", jackpot: int | None = None) -> list[str]:
    """What the bet comes to; what the dealer draws does not matter to it."""
    result = played(ALL_BETS, shoe, script, sides=ONE, jackpot=jackpot, spare="Tc 9c")
    return [one.removeprefix("progressive: ") for one in result.sides]


@pytest.mark.parametrize(
    ("shoe", "script", "outcome"),
    [
        ("As 6d 8h Td", "stand", "a 500"),
        ("As 6d Kh Td", "", "a 500"),
        ("As 6d Ah Td", "stand", "aa 5000"),
        ("As 6d As Td", "stand", "suited-aa 10000"),
        ("As 6d Ah Td Ad", "hit stand", "aaa 25000"),
        ("As 6d As Td Ad", "hit stand", "aaa 25000"),
        ("As 6d Ah Td As", "hit stand", "aaa 25000"),
        ("As 6d As Td As", "hit stand", "suited-aaa 500000"),
        ("As 6d Ah Td Ad Ac", "hit hit stand", "aaaa 250000"),
        ("As 6d As Td Ad As", "hit hit stand", "aaaa 250000"),
        ("As 6d As Td As Ad", "hit hit stand", "suited-aaa 500000"),
        ("As 6d As Td As As", "hit hit stand", "suited-aaaa 8000000"),
        ("8h 6d As Td", "stand", "lose 0"),
        ("Kh 6d As Td", "", "lose 0"),
        ("8h 6d 8d Td", "stand", "lose 0"),
        ("As 6d 2h Td Ad", "hit stand", "a 500"),
        ("As 6d Ah Td 5s Ad", "hit hit stand", "aa 5000"),
        ("8h 6d 4d Td As", "hit stand", "lose 0"),
    ],
)
def test_aces_in_a_row_from_the_first_card_of_the_hand(shoe: str, script: str, outcome: str) -> None:
    """side-bets.md: Progressive: suited AAAA the jackpot; x5000, x2500, x250, x100, x50, x5, each a total return.

    A bet pays its best outcome only: a suited AAA that draws an off-suit ace is kept at x5000.
    """
    assert progressive(shoe, script) == [outcome]


def test_a_fifth_ace_changes_nothing() -> None:
    """side-bets.md: Progressive: one to four aces."""
    assert progressive("As 6d As Td As As Ad", "hit hit hit stand") == ["suited-aaaa 8000000"]
    assert progressive("As 6d Ah Td Ad Ac Ad", "hit hit hit stand") == ["aaaa 250000"]


@pytest.mark.parametrize(
    ("second_cards", "outcome"),
    [("9h 8h", "a+a 1000"), ("Ac 8h", "aa+a 5500"), ("As 8h", "suited-aa+a 10500"), ("Ad As", "aa+aa 10000")],
)
def test_after_a_split_each_hand_is_paid_apart(second_cards: str, outcome: str) -> None:
    """side-bets.md: Progressive: each hand apart after a split."""
    assert progressive(f"As 6d Ah Td {second_cards}", "split") == [outcome]


def test_after_a_split_of_another_pair_no_hand_begins_with_an_ace() -> None:
    """side-bets.md: Progressive: from the first card of the hand."""
    assert progressive("8s 6d 8h Td As Ah", "split stand stand") == ["lose 0"]


def test_the_progressive_is_paid_although_the_hand_loses_or_is_bust() -> None:
    """side-bets.md: settled on its own, at the end of the round."""
    result = played(ALL_BETS, "As 6d 5h Td 9h Kd", "hit hit", sides=ONE)
    assert (result.outcomes, result.sides) == ("bust", ["progressive: a 500"])


def test_the_progressive_counts_the_doubled_card_too() -> None:
    """side-bets.md: Progressive: aces in a row."""
    assert progressive("As 6d Ah Td Ad", "double") == ["aaa 25000"]


@pytest.mark.parametrize("stake", [1, 99, 101, 200, 1000])
def test_the_stake_is_exactly_one_unit(stake: int) -> None:
    """side-bets.md: Progressive: stake exactly 1 unit; J1; B3."""
    assert refused_bets(ALL_BETS, *bets_of(sides={"progressive": stake})) == "bet/exact_stake"


def test_the_default_pool_is_the_seed() -> None:
    """side-bets.md: a seed of 80,000."""
    playing = played(ALL_BETS, "Ts 6d 8h Td 5c", "stand").round
    assert playing.jackpot == SEED


@pytest.mark.parametrize("pool", [0, 1, 12_345_678])
def test_a_win_pays_the_pool_whole(pool: int) -> None:
    """J1: a win pays it whole; the stake is not added."""
    assert progressive("As 6d As Td As As", "hit hit stand", jackpot=pool) == [f"suited-aaaa {pool}"]


def two_winners(pool: int) -> Result:
    """Two hands of one player, four aces of spades and four of hearts."""
    shoe = "As Ah 6d As Ah Td  As As  Ah Ah  5c"
    return finished(
        ALL_BETS, bets_of([1000, 1000], ONE), shoe, "hit hit stand hit hit stand", together=False, jackpot=pool
    )


def settled(result: Result) -> happened.RoundSettled:
    last = result.round.events[-1]
    assert isinstance(last, happened.RoundSettled)
    return last


def test_two_winners_in_the_same_round_share_it_equally() -> None:
    """J1."""
    result = two_winners(8_000_000)
    assert result.sides == ["progressive: suited-aaaa 4000000"] * 2
    assert settled(result).jackpot_left == 0


def test_what_cannot_be_shared_equally_goes_to_the_house_ledger() -> None:
    """J1: remainder to the house ledger, never lost."""
    result = two_winners(8_000_001)
    assert result.sides == ["progressive: suited-aaaa 4000000"] * 2
    assert settled(result).jackpot_left == 1


def test_a_round_without_a_winner_leaves_nothing_over() -> None:
    """J1: the pool stays where it is."""
    result = played(ALL_BETS, "As 6d Ah Td 5c", "stand", sides=ONE, jackpot=8_000_001)
    assert settled(result).jackpot_left == 0


def test_a_hand_without_the_bet_wins_no_jackpot_and_takes_no_share() -> None:
    """J1: the requirement is the progressive bet."""
    bets = [
        PositionBet(position=1, bettor="anna", main=1000, sides=ONE),
        PositionBet(position=2, bettor="anna", main=1000),
    ]
    shoe = "As Ah 6d As Ah Td  As As  Ah Ah  5c"
    result = finished(ALL_BETS, bets, shoe, "hit hit stand hit hit stand", together=False, jackpot=SEED)
    assert result.sides == ["progressive: suited-aaaa 8000000"]
