"""Least and most on a spot, by VIP level (B4). They bind the initial bet only."""

from __future__ import annotations

from collections.abc import Sequence

from ventuno.bank.records import SpotLimits
from ventuno.refusal import Refusal

MAIN = "main"


def bet_of(spot: str) -> str:
    """The bet on a spot: `main` of `1/main`, `21+3` of `2/21+3`."""
    _, _, bet = spot.partition("/")
    return bet


def limits_for(limits: Sequence[SpotLimits], level: str) -> SpotLimits | None:
    """Those of the player's level; else those without a level; else the first, which are the lowest."""
    for wanted in (level, ""):
        for found in limits:
            if found.level == wanted:
                return found
    return limits[0] if limits else None


def bounds(limits: SpotLimits, spot: str) -> tuple[int, int]:
    if bet_of(spot) == MAIN:
        return limits.main_least_minor, limits.main_most_minor
    return limits.side_least_minor, limits.side_most_minor


def room(limits: SpotLimits, spot: str, already_minor: int) -> int:
    """How much more the spot takes (B2, B3: each capped at its maximum)."""
    return max(bounds(limits, spot)[1] - already_minor, 0)


def refusal_of_spot(limits: SpotLimits, spot: str, total_minor: int) -> Refusal | None:
    most = bounds(limits, spot)[1]
    if total_minor > most:
        return Refusal("bet/over_maximum", f"{spot} takes at most {most} minor units", {"spot": spot, "most": most})
    return None
