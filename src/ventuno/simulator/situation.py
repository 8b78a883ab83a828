"""What a policy sees and what it answers.

A policy is any callable from a `ChartSituation` to the name of an action, or to several names in order
of preference: `("double", "hit")` doubles where that is allowed and hits where it is not. It is
asked once about every situation that can arise, before the first card; the answers become tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple


class ChartSituation(NamedTuple):
    """One decision, as far as a chart tells decisions apart."""

    total: int  # the best total, 4 to 20: a 21 is never asked
    soft: bool
    pair: int  # the points of a pair in two cards (an ace 1, any ten 10), otherwise 0
    cards: int  # 2, or 3 for any more; the exact number only where a Charlie can still be made
    up: int  # the points of the up card, an ace 1
    hands: int = 1  # how many hands the starting hand has become so far
    split: bool = False  # this hand comes from a split
    split_ace: bool = False  # of aces
    free: bool = False  # it rides on a free chip

    @property
    def opening(self) -> bool:
        """The first two cards of the round: a 17 like this may count as a natural 17."""
        return self.cards == 2 and not self.split


Policy = Callable[[ChartSituation], str | Sequence[str]]

# `double` and `split` mean the one on offer, free where it is free; the names with `free-` only that.
ACTIONS: Final = ("hit", "stand", "double", "free-double", "split", "free-split", "surrender")


def mimic_the_dealer(now: ChartSituation) -> str:
    """Hits to 17 and does nothing else."""
    return "hit" if now.total < 17 else "stand"


def never_bust(now: ChartSituation) -> str:
    """Hits only what cannot bust."""
    return "hit" if (now.soft and now.total < 18) or now.total < 12 else "stand"


def take_what_is_free(now: ChartSituation) -> tuple[str, ...]:
    """Every free chip on offer, and otherwise like the dealer."""
    return "free-split", "free-double", mimic_the_dealer(now)


def try_everything(now: ChartSituation) -> tuple[str, ...]:
    """Splits every pair and doubles 9, 10 and 11, for tests of rules that are seldom reached."""
    doubles = ("double",) if now.total in (9, 10, 11) and not now.soft else ()
    return "split", *doubles, mimic_the_dealer(now)
