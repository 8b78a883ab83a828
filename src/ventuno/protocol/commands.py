"""What a person can ask of the house over the WebSocket.

Every request carries an id of the client's own making, which the account never uses for anything else. The same id
again is answered as it was and does nothing, whatever the round, the table or the life of the house: after a lost
connection a client simply repeats what was not answered.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

MOST_MINOR = 10**10

Minor = Annotated[int, Meta(ge=1, le=MOST_MINOR, description="an amount in minor units of the player's currency")]
Position = Annotated[int, Meta(ge=1, le=16, description="a position (box, seat) of the table, the dealer's left first")]
LineKey = Annotated[str, Meta(min_length=1, max_length=8, description="a line of cards: `1`; after a split `1a`, `1b`")]
Key = Annotated[str, Meta(max_length=64)]
Turn = Annotated[int, Meta(ge=0, description="the question that is answered: a late answer cannot meet the next one")]
Count = Annotated[int, Meta(ge=1, le=1000)]


class Command(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all commands."""


# -- of the connection --------------------------------------------------------------------------


class Ping(Command, frozen=True):
    """Answered with `Pong`: the offset of the server's clock, and the lag."""

    sent_ms: int


class WatchLobby(Command, frozen=True):
    """Answered with `Lobby`, and with `LobbyChanged` whenever a table changes, until `LeaveLobby` (A1)."""


class LeaveLobby(Command, frozen=True):
    """No more of the lobby."""


# -- coming and going ---------------------------------------------------------------------------


class Join(Command, frozen=True):
    """Takes part at the request's table, up to four at once (A1). Answered with the events after `since`, if the
    server still has them and its `epoch` is the same, else with a `Snapshot`."""

    epoch: Key = ""
    since: int = 0


class Leave(Command, frozen=True):
    """Leaves the table. Seats are given up when no bet is on them; bets follow E2."""


class Sit(Command, frozen=True):
    """SIT HERE (A2)."""

    seat: Position


class GetUp(Command, frozen=True):
    """Gives a seat up; with a bet on it, at the end of the round."""

    seat: Position


class AllowBehind(Command, frozen=True):
    """Whether others may bet behind me (H3)."""

    allowed: bool


class ChooseLimits(Command, frozen=True):
    """From the table's menu, before play (B4); counts from the next round."""

    level: Key


class Say(Command, frozen=True):
    """Chat (A3)."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


# -- betting ------------------------------------------------------------------------------------


class Bet(Command, frozen=True):
    """Adds chips to a spot (`1/main`, `2/21+3`), up to its maximum (B2): money, or golden chips by value (K3)."""

    spot: Annotated[str, Meta(min_length=3, max_length=64)]
    amount_minor: Annotated[int, Meta(ge=0, le=MOST_MINOR)] = 0
    golden: dict[Minor, Count] = {}
    all_seats: bool = False  # the same on all my seats (B6)


class BetBehind(Command, frozen=True):
    """Adds chips behind somebody else's hand (H1), and says what is followed (H2)."""

    position: Position
    amount_minor: Minor
    follow_double: bool = True
    follow_split: bool = True


class Follow(Command, frozen=True):
    """Changes what is followed (H2), any time before it is decided."""

    position: Position
    double: bool
    split: bool


class Undo(Command, frozen=True):
    """Takes back the last placement, whatever it was (B3)."""


class ClearBets(Command, frozen=True):
    """Takes back everything (B3)."""


class DoubleBets(Command, frozen=True):
    """Doubles every bet, each up to its maximum, only if the balance covers all of it (B3)."""


class RepeatBets(Command, frozen=True):
    """The last round's bets, before the first chip (B3)."""


class AllSideBets(Command, frozen=True):
    """One chip on every side bet of each hand with a main bet (B3)."""

    chip_minor: Minor


class BetAll(Command, frozen=True):
    """One chip on every side bet of one hand (B3)."""

    position: Position
    chip_minor: Minor


class StartNow(Command, frozen=True):
    """My bets are final; when everybody's are, the round starts (B7)."""


class Deal(Command, frozen=True):
    """DEAL, REBET & DEAL, DOUBLE & DEAL (T1, B3)."""

    bets: Literal["placed", "same", "doubled"] = "placed"


# -- deciding -----------------------------------------------------------------------------------


class Decide(Command, frozen=True):
    """A decision for a hand that is asked (D1)."""

    turn: Turn
    position: Position
    line: LineKey
    action: Key
    offer_minor: int | None = None  # the cashback that was shown (K1)


class DecideEarly(Command, frozen=True):
    """Before my turn: acted on when it comes (D2). An empty action takes it back."""

    position: Position
    line: LineKey
    action: Key = ""


class Insure(Command, frozen=True):
    """ACCEPT or DECLINE, for one hand or for all of mine (D6)."""

    turn: Turn
    accept: bool
    position: Position | None = None


AnyCommand = (
    Ping | WatchLobby | LeaveLobby
    | Join | Leave | Sit | GetUp | AllowBehind | ChooseLimits | Say
    | Bet | BetBehind | Follow | Undo | ClearBets | DoubleBets | RepeatBets | AllSideBets | BetAll | StartNow | Deal
    | Decide | DecideEarly | Insure
)  # fmt: skip


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One frame from a client."""

    id: Annotated[str, Meta(min_length=1, max_length=64)]
    do: AnyCommand
    table: Key = ""
    round: Key = ""  # where given: refused unless this is still the table's round


_plain = msgspec.json.Encoder().encode


DIGEST_BYTES: Final = 16  # enough that no two have the same by chance, nor by trying


def digest_of(command: Command) -> bytes:
    """What was asked: a request that is sent again has the same; the same id with another one is a misuse."""
    return hashlib.sha256(_plain(command)).digest()[:DIGEST_BYTES]
