"""What happened at a table, as everybody may know it: numbered, encoded once, sent to all.

Nothing here can hold a hole card before it is shown: `CardDealt.card` is None for it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Phase = Literal[
    "waiting",  # solo: the player bets without a clock; live: nobody has come yet
    "betting",
    "closed",  # no more bets; the last ones are being booked
    "dealing",
    "insurance",
    "early-surrender",
    "decisions",
    "dealer",
    "results",
]
AtZero = Literal["bets-close", "declines", "hits", "stands", "hits-or-stands", "next-round"]


class Deadline(msgspec.Struct, frozen=True):
    """Until when, by the server's clock, and what happens then."""

    at_ms: int
    lasts_ms: int
    at_zero: AtZero


class ShownBet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bet that everybody sees (seated and solo tables)."""

    spot: str
    amount_minor: int
    currency: str
    golden_minor: int = 0


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    streak: int = 0  # rounds won in a row (H4)
    locked: bool = False  # START NOW was pressed (B7)
    allows_behind: bool = True
    away: bool = False  # no connection at the moment; the seat is kept
    bets: tuple[ShownBet, ...] = ()
    behind: int = 0  # how many bet behind
    behind_minor: int = 0


class Choice(msgspec.Struct, frozen=True):
    """How many of those with exactly these cards and options chose what (D7)."""

    position: int
    line: str
    size: int
    hands: int
    golden: bool
    chosen: dict[str, int]


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The base of all events of a table."""


class RoundOpened(Event, frozen=True):
    """Bets are open (B1). The code is the round's for good (A5)."""

    code: str
    started_ms: int
    deadline: Deadline | None = None
    shuffled: bool = False  # a fresh shoe (S1)


class CrowdChanged(Event, frozen=True):
    players: int
    bettors: int
    staked_minor: int = 0


class SeatChanged(Event, frozen=True):
    seat: int
    holder: SeatView | None = None  # None: free


class DeadlineMoved(Event, frozen=True):
    """All are ready, or the table went on after a pause."""

    deadline: Deadline | None = None


class BettingClosed(Event, frozen=True):
    """Red (B1)."""


class CardDealt(Event, frozen=True):
    to: str  # a line, or `dealer`
    card: str | None  # None: face down
    total: str = ""  # of the line as it lies now


class LineSplit(Event, frozen=True):
    line: str
    first: str
    second: str


class InsuranceOffered(Event, frozen=True):
    turn: int
    deadline: Deadline | None = None


class Asked(Event, frozen=True):
    """A question to one hand (seated, solo), or to everybody still in play (position 0)."""

    turn: int
    position: int = 0
    line: str = ""
    early_surrender: bool = False
    deadline: Deadline | None = None


class Decided(Event, frozen=True):
    """Where decisions are everybody's to see: seated and solo tables."""

    position: int
    line: str
    action: str
    by_time: bool = False  # time ran out (D3)


class ChoicesChanged(Event, frozen=True):
    """On shared tables, while a question is open: how many have answered, and what (D7)."""

    undecided: int
    choices: tuple[Choice, ...]


class DealerLooked(Event, frozen=True):
    blackjack: bool


class HoleCardShown(Event, frozen=True):
    card: str
    total: str


class HandJudged(Event, frozen=True):
    """One distinct hand, for all who hold it."""

    position: int
    line: str
    size: int
    outcome: str
    reason: str
    bettors: int = 1


class SideBetJudged(Event, frozen=True):
    position: int
    bet: str
    outcome: str
    bettors: int = 1


class RoundEnded(Event, frozen=True):
    """Settled: what was won has been paid."""

    staked_minor: int
    returned_minor: int
    deadline: Deadline | None = None


class RoundVoided(Event, frozen=True):
    """Every stake went back (E1)."""

    code: str
    reason: str


class TablePaused(Event, frozen=True):
    reason: str
    fault: bool = False


class TableResumed(Event, frozen=True):
    deadline: Deadline | None = None


class TableClosing(Event, frozen=True):
    """This round is the last one, for now (E3)."""

    reason: str


class TableClosed(Event, frozen=True):
    reason: str


class TableOpened(Event, frozen=True):
    """Open (again)."""


class LimitsChanged(Event, frozen=True):
    """From the next round on (B4)."""

    limits: tuple[TableLimits, ...]


class JackpotChanged(Event, frozen=True):
    pool_minor: int


class Said(Event, frozen=True):
    """Chat: text as it was typed; whoever shows it escapes it (A3)."""

    number: int
    name: str  # empty: the dealer
    text: str
    at_ms: int


class SaidRemoved(Event, frozen=True):
    number: int


class TableLimits(msgspec.Struct, frozen=True, omit_defaults=True):
    """Least and most of one bet, in minor units (B4)."""

    main_least_minor: int
    main_most_minor: int
    side_least_minor: int
    side_most_minor: int
    level: str = ""


AnyEvent = (
    RoundOpened | CrowdChanged | SeatChanged | DeadlineMoved | BettingClosed
    | CardDealt | LineSplit | InsuranceOffered | Asked | Decided | ChoicesChanged
    | DealerLooked | HoleCardShown | HandJudged | SideBetJudged | RoundEnded | RoundVoided
    | TablePaused | TableResumed | TableClosing | TableClosed | TableOpened | LimitsChanged | JackpotChanged
    | Said | SaidRemoved
)  # fmt: skip
