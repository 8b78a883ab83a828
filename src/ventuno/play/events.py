"""What happened in a round: frozen records, complete enough to rebuild it.

`CardDealt` knows the card even when it lies face down: what may be told of an event is `sight.seen`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from ventuno.cards import Card
from ventuno.play.bets import Bet


class Event(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The base of all events."""


class RoundOpened(Event, frozen=True):
    variant: str
    digest: str
    together: bool  # all players decide at the same time
    jackpot: int
    bets: tuple[Bet, ...]


class CardDealt(Event, frozen=True):
    to: str  # a line's key, or `dealer`
    card: Card | None  # None only in what others are told of a card that lies face down
    face_down: bool = False


class InsuranceOffered(Event, frozen=True):
    """To every bettor with money on the table (D6)."""


class InsuranceDecided(Event, frozen=True):
    position: int
    bettor: str
    stake: int  # 0: declined


class EarlySurrenderOffered(Event, frozen=True):
    """Before the dealer looks."""


class DealerLooked(Event, frozen=True):
    blackjack: bool


class Decided(Event, frozen=True):
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


class Followed(Event, frozen=True):
    """A bet behind that went along with a decision (H2)."""

    position: int
    bettor: str
    line: str
    action: str
    real: int = 0
    free: int = 0


class FollowChanged(Event, frozen=True):
    """What a bet behind goes along with from now on (H2)."""

    position: int
    bettor: str
    double: bool
    split: bool


class TimeRanOut(Event, frozen=True):
    """Whoever had not decided was decided for (D3); whoever was offered something declined it."""


class LineSplit(Event, frozen=True):
    line: str
    first: str
    second: str


class HoleCardShown(Event, frozen=True):
    card: Card


class HandJudged(Event, frozen=True):
    """One distinct hand, for all who hold it: factors are per original bet."""

    position: int
    line: str
    size: int
    outcome: str
    reason: str  # what the outcome came from: `dealer-22`, `natural-17` ...
    returns: str  # in all, as a fraction
    bettors: int


class SideBetJudged(Event, frozen=True):
    position: int
    bet: str
    outcome: str  # `lose` where none of its outcomes was made
    returns: str
    bettors: int


class RoundSettled(Event, frozen=True):
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


def to_json(event: Event) -> bytes:
    return msgspec.json.encode(event, enc_hook=plain)
