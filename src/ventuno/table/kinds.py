"""What solo, seated and shared tables differ in: one value a kind, and nobody asks further which it is."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from ventuno.variant import Variant


class Stage(Enum):
    """Where a table is between one round and the next."""

    IDLE = "idle"
    OPENING = "opening"
    BETTING = "betting"
    CLOSING = "closing"
    PLAYING = "playing"
    SETTLING = "settling"
    RESULTS = "results"
    VOIDING = "voiding"


class TableKind(NamedTuple):
    name: str
    bets_in: frozenset[Stage]  # when bets are taken
    clock: bool = True
    """Windows open and close by time. Without a clock a round is opened with its first bet and waits for DEAL (T1)."""
    own: bool = False
    """It is one player's: their limits and currency, no chat, and every change of their bets is kept (T1)."""
    seats: bool = False
    """Who bets has a seat, or bets behind one and goes along (T2, H1)."""


SOLO: Final = TableKind(
    "solo", frozenset({Stage.IDLE, Stage.OPENING, Stage.BETTING, Stage.RESULTS}), clock=False, own=True
)
SEATED: Final = TableKind("seated", frozenset({Stage.BETTING}), seats=True)
SHARED: Final = TableKind("shared", frozenset({Stage.BETTING}))
KINDS: Final = {kind.name: kind for kind in (SOLO, SEATED, SHARED)}


def kind_of(variant: Variant) -> TableKind:
    return KINDS[variant.table.kind]
