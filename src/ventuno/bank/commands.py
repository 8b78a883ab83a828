"""What the bank can be asked: frozen commands, each with its idempotency key and its time.

The same key again returns the first receipt and moves nothing; the same key with other content is
refused. The time is the caller's and no part of the content: a retry may come later.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec

from ventuno.bank.records import Role, RoundTerms

LimitKind = Literal["deposit", "loss", "stake", "time"]
Period = Literal["day", "week", "month"]


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    key: str
    at_ms: int


class OpenAccount(Command, frozen=True, kw_only=True):
    name: str
    currency: str
    role: Role = "player"
    demo: bool = False  # play money; never mixes, for it is a currency of its own
    password_hash: str = ""


class Deposit(Command, frozen=True, kw_only=True):
    player: int
    currency: str
    amount_minor: int


class Withdraw(Command, frozen=True, kw_only=True):
    player: int
    currency: str
    amount_minor: int


class CancelWithdrawal(Command, frozen=True, kw_only=True):
    """The provider has not paid it out (A8): it goes back, once."""

    player: int
    withdrawal: str  # the key it had


class OpenJackpot(Command, frozen=True, kw_only=True):
    jackpot: str
    currency: str
    seed_minor: int
    contribution: str  # a fraction: `3/100`


class GrantGoldenChips(Command, frozen=True, kw_only=True):
    player: int
    value_minor: int
    count: int
    expires_ms: int
    bonus: str = ""
    by: int = 0


class ExpireGoldenChips(Command, frozen=True, kw_only=True):
    """Takes back every chip whose time is over."""


class RoundCommand(Command, frozen=True, kw_only=True):
    """Whatever belongs to a round, with the events that are stored in the same transaction."""

    round: str
    events: tuple[bytes, ...] = ()
    first_event: int | None = None  # how many must be stored before these: two owners of a table cannot both write


class OpenRound(RoundCommand, frozen=True, kw_only=True):
    table: str
    game: str
    terms: RoundTerms = RoundTerms()


class Placed(msgspec.Struct, frozen=True):
    """On one spot (`1/main`, `1/21+3`, `1/insurance`, `2/double/2a`): money, and golden chips by value."""

    spot: str
    real_minor: int = 0
    golden: dict[int, int] = {}  # count by value in minor units


class PlaceStakes(RoundCommand, frozen=True, kw_only=True):
    player: int
    stakes: tuple[Placed, ...]
    initial: bool = True  # False: insurance, double, split, which no table limit binds (B4)
    currency: str = ""  # where given, it must be the player's


class TakeBackStakes(RoundCommand, frozen=True, kw_only=True):
    """UNDO and CLEAR BETS (B3), a spot below its minimum (B2), a bet behind nobody (H1)."""

    player: int
    stakes: tuple[Placed, ...]


class RecordEvents(RoundCommand, frozen=True, kw_only=True):
    """Cards and decisions that move no money."""


class JackpotWin(msgspec.Struct, frozen=True):
    """Who won it, how often, and the pool the table counted with: if it has changed, the bank refuses."""

    jackpot: str
    pool_minor: int
    wins: dict[int, int]  # by player


class SettleRound(RoundCommand, frozen=True, kw_only=True):
    """All of a round. Who has stakes in it and is not named has lost them."""

    returned: dict[int, int] = {}  # by player, minor units, stakes that come back included, jackpots not
    golden_back: dict[int, tuple[str, ...]] = {}  # by player: the spots whose golden chips come back (K3)
    jackpot: JackpotWin | None = None


class VoidRound(RoundCommand, frozen=True, kw_only=True):
    """Every stake goes back, nothing else (E1, T1)."""

    reason: str
    by: int = 0


class ForgetRounds(Command, frozen=True, kw_only=True):
    """Retention: the events and participations of rounds that ended before this record go; the ledger stays."""

    ended_before: int
    by: int = 0


class SetLimit(Command, frozen=True, kw_only=True):
    player: int
    kind: LimitKind
    period: Period
    amount: int | None  # minor units, milliseconds for time; None: no limit


class TakeTimeOut(Command, frozen=True, kw_only=True):
    player: int
    until_ms: int


class ExcludeSelf(Command, frozen=True, kw_only=True):
    player: int
    until_ms: int | None = None  # None: for good


class SetRealityCheck(Command, frozen=True, kw_only=True):
    player: int
    every_ms: int  # 0: never


class AcknowledgeRealityCheck(Command, frozen=True, kw_only=True):
    player: int


class SetVipLevel(Command, frozen=True, kw_only=True):
    player: int
    level: str
    by: int = 0


class ChangeSettings(Command, frozen=True, kw_only=True):
    """Applied together (A7)."""

    player: int
    settings: dict[str, str | int | bool]


class ChangePassword(Command, frozen=True, kw_only=True):
    player: int
    password_hash: str


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_NOT_CONTENT = ("at_ms", "password_hash")  # a retry comes later, and a hash has fresh salt each time


def content_of(command: Command) -> bytes:
    """What makes a command this command, whatever the order its dicts were filled in."""
    plain = msgspec.to_builtins(command, str_keys=True, builtin_types=(bytes,))
    for name in _NOT_CONTENT:
        plain.pop(name, None)
    return hashlib.sha256(_encode(plain)).digest()
