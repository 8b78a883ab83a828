"""What the bank can be asked: frozen commands, each with its idempotency key and its time.

The same key again moves nothing and returns the first receipt, marked as `again`; the same key with other
content is refused. Time and place among a round's events are no part of the content: a retry may come later.

Four families, by what all of theirs carry beside that: nothing (`SimpleCommand`), who of the house did it and why
(`HouseCommand`), a round and what is stored of it (`RoundCommand`), whose limits they are (`CareCommand`).
"""

from __future__ import annotations

import hashlib
from typing import Any, Literal

import msgspec

from ventuno.bank.records import Details, OrderKind, PartIds, Role, RoundTerms

LimitKind = Literal["deposit", "loss", "stake", "time"]
Period = Literal["day", "week", "month"]


class SimpleCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    key: str
    at_ms: int
    asked: bytes = b""  # where a player's request is the key: the digest of what they asked, which is the content then


class HouseCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What somebody of the house does (E3): `by` is their account; 0 is the house itself, a clock or a sweep."""

    key: str
    at_ms: int
    asked: bytes = b""
    by: int = 0
    reason: str = ""


class RoundCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Whatever belongs to a round, with the events that are stored in the same transaction."""

    key: str
    at_ms: int
    asked: bytes = b""
    round: str
    events: tuple[bytes, ...] = ()
    first_event: int | None = None  # how many must be stored before these: two owners of a table cannot both write


class CareCommand(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """What a player sets for themselves (A9), or somebody of the house for them."""

    key: str
    at_ms: int
    asked: bytes = b""
    player: int
    by: int = 0  # 0: the player


BankCommand = SimpleCommand | HouseCommand | RoundCommand | CareCommand


class RecordAct(HouseCommand, frozen=True, kw_only=True):
    """An act that moves no money: pause, resume, drain, close, mute; for the audit log."""

    what: str
    subject: str  # whom or what it was done to: `table one`, `player 7`
    details: Details = {}


class HoldExpiries(HouseCommand, frozen=True, kw_only=True):
    """What expires does so this much later from now on; 0: by the house's own time again."""

    held_ms: int
    confirmed: bool = False  # a person says that the clock is right


class OpenAccount(SimpleCommand, frozen=True, kw_only=True):
    name: str
    currency: str
    role: Role = "player"
    by: int = 0  # who opens it for them; 0: they do, or the house itself
    demo: bool = False  # play money; never mixes, for it is a currency of its own
    password_hash: str = ""


class Deposit(SimpleCommand, frozen=True, kw_only=True):
    """Money of which nobody outside must be asked, such as play money: at once."""

    player: int
    currency: str
    amount_minor: int


class Withdraw(SimpleCommand, frozen=True, kw_only=True):
    player: int
    currency: str
    amount_minor: int


class AskDeposit(SimpleCommand, frozen=True, kw_only=True):
    """Money from a provider (A8): durable before the provider is asked. Its key is the transfer's. Counts for the
    limits (A9) from now on, until the money has come or will not."""

    player: int
    currency: str
    amount_minor: int
    provider: str = ""  # its name: no other one is asked after it


class AskWithdrawal(SimpleCommand, frozen=True, kw_only=True):
    """Money to a provider: it leaves the wallet now, so that it cannot be staked meanwhile."""

    player: int
    currency: str
    amount_minor: int
    provider: str = ""


AskTransfer = AskDeposit | AskWithdrawal


class HearProvider(SimpleCommand, frozen=True, kw_only=True):
    """What the provider has finally said of an order."""

    transfer: str  # the key it has
    player: int
    order: OrderKind
    answer: Literal["done", "refused"]
    said: tuple[str, str] = ("", "")  # its code and sentence, where it refused


class OpenJackpot(HouseCommand, frozen=True, kw_only=True):
    jackpot: str
    currency: str
    seed_minor: int
    contribution: str  # a fraction: `3/100`


class GrantGoldenChips(HouseCommand, frozen=True, kw_only=True):
    player: int
    value_minor: int
    count: int
    expires_ms: int
    bonus: str = ""


class ExpireGoldenChips(SimpleCommand, frozen=True, kw_only=True):
    """Takes back every chip whose time is over."""


class KeepTable(SimpleCommand, frozen=True, kw_only=True):
    """What a table is when no round of it is open: who sits there, which limits were chosen. In a round such things lie
    among its events, and it opens with them; so this counts until the next one opens."""

    table: str
    player: int = 0  # whose table it is, where it is played alone
    body: bytes


class KeepRules(SimpleCommand, frozen=True, kw_only=True):
    """The rules that rounds will be opened with: a game's file may be another one by tomorrow."""

    rules: str  # their digest
    game: str  # one of those that have them
    body: bytes


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


class PlaceTogether(RoundCommand, frozen=True, kw_only=True):
    """One decision that several players pay for: the seat's, and those behind who follow (H2). All or none."""

    stakes: dict[int, tuple[Placed, ...]]  # by player; no table limit binds them (B4)


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
    """All of a round. The bank refuses it where the stakes are not those it holds."""

    staked: dict[int, int]  # by player: the money that lay on the felt, in minor units
    golden_staked: dict[int, int] = {}  # ... and the value of the golden chips
    returned: dict[int, int] = {}  # by player, minor units, stakes that come back included, jackpots not
    golden_back: dict[int, tuple[str, ...]] = {}  # by player: the spots whose golden chips come back (K3)
    jackpot: JackpotWin | None = None


class VoidRound(RoundCommand, frozen=True, kw_only=True):
    """Every stake goes back, nothing else (E1, T1)."""

    reason: str
    by: int = 0


class ResettleRound(RoundCommand, frozen=True, kw_only=True):
    """Corrects a round that was settled wrongly, by new entries; who is not named keeps what they got."""

    returned: dict[int, int]  # by player: what is right, in all, jackpots included
    reason: str
    by: int = 0


class ForgetRounds(HouseCommand, frozen=True, kw_only=True):
    """Retention: the events of rounds that ended before this record may go; parts in them and the ledger stay."""

    ended_before: int


class SetLimit(CareCommand, frozen=True, kw_only=True):
    kind: LimitKind
    period: Period
    amount: int | None  # minor units, milliseconds for time; None: no limit


class TakeTimeOut(CareCommand, frozen=True, kw_only=True):
    until_ms: int


class ExcludeSelf(CareCommand, frozen=True, kw_only=True):
    until_ms: int | None = None  # None: for good


class SetRealityCheck(SimpleCommand, frozen=True, kw_only=True):
    player: int
    every_ms: int  # 0: never


class AcknowledgeRealityCheck(SimpleCommand, frozen=True, kw_only=True):
    player: int


class SetVipLevel(HouseCommand, frozen=True, kw_only=True):
    player: int
    level: str


class SetRole(HouseCommand, frozen=True, kw_only=True):
    """Who somebody is in the house. Their sessions end: what comes next is asked with the new role."""

    player: int
    role: Role


class SetFactor(HouseCommand, frozen=True, kw_only=True):
    """A second factor, enrolled by whose it is."""

    player: int
    sealed: bytes
    recovery: tuple[str, ...]
    step: int


class ForgetFactor(HouseCommand, frozen=True, kw_only=True):
    """Somebody has lost it: another of the house takes it away, and they enrol anew."""

    player: int


class UseRecoveryCode(HouseCommand, frozen=True, kw_only=True):
    player: int
    left: int  # codes


class IssueIds(SimpleCommand, frozen=True, kw_only=True):
    """The regulator's ids (A10), a batch at a time: nobody who placed a stake between two records is left out."""

    ids: tuple[PartIds, ...]
    after: int  # where the batch before this one ended
    through: int  # every stake that was placed up to this record has its ids now


class ChangeSettings(SimpleCommand, frozen=True, kw_only=True):
    """Applied together (A7)."""

    player: int
    settings: dict[str, str | int | bool]


class ChangePassword(SimpleCommand, frozen=True, kw_only=True):
    player: int
    password_hash: str


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
# A retry comes later, a hash has fresh salt each time, a no is a no in any words.
CONTENT_BYTES = 16  # enough that no two commands have the same by chance, nor by trying
_NOT_CONTENT = ("asked", "at_ms", "first_event", "password_hash", "said")


def content_of(command: BankCommand) -> bytes:
    """What makes a command this command, whatever the order its dicts were filled in. What a player asked is the same
    in another round too, where other stakes would follow from it."""
    return (command.asked or digest_of(plain_content(command)))[:CONTENT_BYTES]


def plain_content(command: BankCommand) -> dict[str, Any]:
    """The content as plain data: a field each, and the command's name as its `type`."""
    plain: dict[str, Any] = msgspec.to_builtins(command, str_keys=True, builtin_types=(bytes,))
    for name in _NOT_CONTENT:
        plain.pop(name, None)
    return plain


def digest_of(plain: dict[str, Any]) -> bytes:
    return hashlib.sha256(_encode(plain)).digest()
