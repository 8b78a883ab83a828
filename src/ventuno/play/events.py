"""What happened in a round: frozen records, complete enough to rebuild it.

`DealtCard` knows the card even when it lies face down: what may be told of an event is `sight.seen`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from ventuno.cards import Card
from ventuno.play.bets import PositionBet


class RoundEvent(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The base of all events."""


class RoundBegun(RoundEvent, frozen=True, tag="RoundOpened"):
    variant: str
    digest: str
    together: bool  # all players decide at the same time
    jackpot: int
    bets: tuple[PositionBet, ...]


class DealtCard(RoundEvent, frozen=True, tag="CardDealt"):
    to: str  # a line's key, or `dealer`
    card: Card | None  # None only in what others are told of a card that lies face down
    face_down: bool = False


class InsuranceOpened(RoundEvent, frozen=True, tag="InsuranceOffered"):
    """To every bettor with money on the table (D6)."""


class InsuranceDecided(RoundEvent, frozen=True):
    position: int
    bettor: str
    stake: int  # 0: declined


class EarlySurrenderOffered(RoundEvent, frozen=True):
    """Before the dealer looks."""


class LookedUnder(RoundEvent, frozen=True, tag="DealerLooked"):
    blackjack: bool


class HandDecided(RoundEvent, frozen=True, tag="Decided"):
    """A decision, with what it added to the hand and what it was paid with."""

    position: int
    bettor: str
    line: str
    action: str
    real: int = 0  # minor units added
    golden: int = 0  # golden chips added
    free: int = 0  # value of free chips added
    price: int | None = None  # what a cashback brings
    short: tuple[str, ...] = ()  # bets behind that would have followed, but could not pay for it (H2, D4)


class Followed(RoundEvent, frozen=True):
    """A bet behind that went along with a decision (H2)."""

    position: int
    bettor: str
    line: str
    action: str
    real: int = 0
    free: int = 0


class FollowChanged(RoundEvent, frozen=True):
    """What a bet behind goes along with from now on (H2)."""

    position: int
    bettor: str
    double: bool
    split: bool


class TimeRanOut(RoundEvent, frozen=True):
    """Whoever had not decided was decided for (D3); whoever was offered something declined it."""


class SplitLine(RoundEvent, frozen=True, tag="LineSplit"):
    line: str
    first: str
    second: str


class HoleTurned(RoundEvent, frozen=True, tag="HoleCardShown"):
    card: Card


class HandVerdict(RoundEvent, frozen=True, tag="HandJudged"):
    """One distinct hand, for all who hold it: factors are per original bet."""

    position: int
    line: str
    size: int
    outcome: str
    reason: str  # what the outcome came from: `dealer-22`, `natural-17` ...
    returns: str  # in all, as a fraction
    bettors: int


class SideBetVerdict(RoundEvent, frozen=True, tag="SideBetJudged"):
    position: int
    bet: str
    outcome: str  # `lose` where none of its outcomes was made
    returns: str
    bettors: int


class RoundSettled(RoundEvent, frozen=True):
    """All of the round's money, everybody's together."""

    staked: int
    returned: int
    golden_staked: int = 0
    golden_returned: int = 0
    jackpot_left: int = 0  # what could not be shared equally: the house ledger's (J1)


def plain(value: object) -> Any:
    """How cards and fractions are written."""
    if isinstance(value, Card | Fraction):
        return str(value)
    raise TypeError(f"an event holds no {type(value).__name__}")


def to_json(event: RoundEvent) -> bytes:
    return msgspec.json.encode(event, enc_hook=plain)
