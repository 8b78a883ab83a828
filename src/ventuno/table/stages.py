"""Where a table is between one round and the next, and when it takes bets."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ventuno.kinds import TableKind


class Stage(Enum):
    IDLE = "idle"
    OPENING = "opening"
    BETTING = "betting"
    CLOSING = "closing"
    PLAYING = "playing"
    SETTLING = "settling"
    RESULTS = "results"
    VOIDING = "voiding"


_BY_THE_CLOCK: Final = frozenset({Stage.BETTING})
_WITH_THE_FIRST_BET: Final = frozenset({Stage.IDLE, Stage.OPENING, Stage.BETTING, Stage.RESULTS})


def bets_in(kind: TableKind) -> frozenset[Stage]:
    """Windows open and close by time. Without a clock a round is opened with its first bet and waits for DEAL (T1)."""
    return _BY_THE_CLOCK if kind.clock else _WITH_THE_FIRST_BET
