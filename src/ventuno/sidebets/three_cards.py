"""Bets on my first two cards and the up card: poker hands, totals and sevens."""

from __future__ import annotations

from ventuno.cards import ACE, Card
from ventuno.sidebets.seen import Seen

TWENTY_ONE_PLUS_THREE = ("suited-trips", "straight-flush", "trips", "straight", "flush")
TOP_THREE = ("suited-trips", "straight-flush", "trips")
HOT_THREE = ("7-7-7", "suited-21", "21", "20", "19")
LUCKY_LUCKY = ("suited-777", "suited-678", "777", "678", "suited-21", "21", "20", "19")


def _three(seen: Seen) -> tuple[Card, ...]:
    return (*seen.first_two, seen.up_card)


def _ranks(three: tuple[Card, ...]) -> list[int]:
    return sorted(card.rank for card in three)


def _suited(three: tuple[Card, ...]) -> bool:
    return len({card.suit for card in three}) == 1


def _straight(ranks: list[int]) -> bool:
    """A-2-3 up to Q-K-A, never round the corner."""
    return ranks == [ACE, 12, 13] or (ranks[1] == ranks[0] + 1 and ranks[2] == ranks[0] + 2)


def _totals(three: tuple[Card, ...]) -> set[int]:
    """Every total the three can count, an ace 1 or 11."""
    low = sum(card.points for card in three)
    aces = sum(card.rank == ACE for card in three)
    return {low + 10 * high for high in range(aces + 1)}


def twenty_one_plus_three(seen: Seen) -> str | None:
    three = _three(seen)
    ranks, suited = _ranks(three), _suited(three)
    if ranks[0] == ranks[2]:
        return "suited-trips" if suited else "trips"
    if _straight(ranks):
        return "straight-flush" if suited else "straight"
    return "flush" if suited else None


def top_three(seen: Seen) -> str | None:
    """The three best outcomes of 21+3, and no other."""
    outcome = twenty_one_plus_three(seen)
    return outcome if outcome in TOP_THREE else None


def _total_outcome(three: tuple[Card, ...]) -> str | None:
    totals = _totals(three)
    if 21 in totals:
        return "suited-21" if _suited(three) else "21"
    return "20" if 20 in totals else "19" if 19 in totals else None


def hot_three(seen: Seen) -> str | None:
    three = _three(seen)
    return "7-7-7" if _ranks(three) == [7, 7, 7] else _total_outcome(three)


def lucky_lucky(seen: Seen) -> str | None:
    three = _three(seen)
    for ranks, name in (([7, 7, 7], "777"), ([6, 7, 8], "678")):
        if _ranks(three) == ranks:
            return f"suited-{name}" if _suited(three) else name
    return _total_outcome(three)
