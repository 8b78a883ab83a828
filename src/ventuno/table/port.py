"""How a table and the house around it talk: what goes in, and what comes out.

    receive, answer, tick, ...  ->  [Ask | Publish | Whisper | Reply | Alert]

A table moves only on what is durable. Whatever needs to be kept first goes out as an `Ask` to the
bank; its outcome comes back through `answer`, and only then does the table change and say so. So
nothing can be shown that a crash could take back, and the house around it is dull: it carries out
what comes out, in order.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from ventuno.bank import BankCommand as BankCommand, Outcome
from ventuno.protocol.commands import Command
from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import Message, MyBets, MyHands, MyResult, TableInfo
from ventuno.protocol.view import TableView
from ventuno.refusal import Refusal
from ventuno.variant import Variant


class Guest(msgspec.Struct, frozen=True):
    """A person at a table, as the table needs to know them."""

    player: int
    name: str
    currency: str
    vip_level: str = ""
    insurance: bool = True  # whether offers are wanted (A7, D6)
    allows_behind: bool = True  # A7, H3
    muted_until_ms: int = 0  # A3


class Means(NamedTuple):
    """What a player could stake right now, as far as is known; the bank has the last word."""

    wallet_minor: int
    golden: dict[int, int]  # chips by value


class Outgoing(msgspec.Struct, frozen=True, gc=False):
    """The base of what comes out of a table. A crowd's table says a lot, and none of it is ever in a cycle."""


class Ask(Outgoing, frozen=True):
    """To the bank, in the order given. A fault of the store is retried with the same key until there is an outcome."""

    ref: int
    command: BankCommand


class Publish(Outgoing, frozen=True):
    """To everybody at the table; already applied to the table's view."""

    n: int
    event: AnyEvent


class Whisper(Outgoing, frozen=True):
    """The same message to some players."""

    players: tuple[int, ...]
    message: Message


class Reply(Outgoing, frozen=True):
    """The answer to a request: `Done` or `Refused`."""

    player: int
    message: Message


class Alert(Outgoing, frozen=True):
    """To the supervisors: a fault, with what is known of it (E1). Never a card that is not shown."""

    code: str
    why: str


Out = Ask | Publish | Whisper | Reply | Alert


class TableAct(msgspec.Struct, frozen=True, tag=True):
    """What a supervisor does to a table (E3). `by` is the supervisor's account."""

    by: int


class PauseTable(TableAct, frozen=True, tag="Pause"):
    reason: str


class Resume(TableAct, frozen=True):
    """Timers go on with what was left of them, announced anew."""


class Void(TableAct, frozen=True):
    """Every stake of the round goes back (E1)."""

    reason: str


class Close(TableAct, frozen=True):
    """After this round; the round may be voided first. `Open` opens it again."""

    reason: str


class Open(TableAct, frozen=True):
    """Open again."""


class SetLimits(TableAct, frozen=True):
    """From the next round on (B4)."""

    limits: tuple[tuple[str, int, int, int, int], ...]  # level, main least and most, side least and most


class RemoveSaid(TableAct, frozen=True):
    """Takes a line of chat away (A3)."""

    number: int


AnyAct = PauseTable | Resume | Void | Close | Open | SetLimits | RemoveSaid


class Mine(NamedTuple):
    """What only one player sees."""

    bets: MyBets | None
    hands: MyHands | None
    result: MyResult | None


class Sealer(Protocol):
    """Seals what nobody may read in the store; only for the same context is it opened again."""

    def seal(self, plain: bytes, context: str) -> bytes: ...

    def open(self, sealed: bytes, context: str) -> bytes:
        """Raises `RefusalRaised` where it was sealed with another key."""


class Surroundings(Protocol):
    """What a table is given, because it may not have it of its own."""

    @property
    def seal(self) -> Sealer: ...

    def new_code(self, now_ms: int) -> str:
        """A round's code, never given before (A5)."""

    def purse(self, player: int) -> Means: ...

    def jackpot_minor(self, jackpot: str) -> int:
        """What the pool holds (J1)."""


class Table(Protocol):
    """Solo, seated or shared: the house does not ask which."""

    @property
    def info(self) -> TableInfo: ...

    @property
    def view(self) -> TableView: ...

    @property
    def n(self) -> int:
        """The number of the last event published."""

    @property
    def variant(self) -> Variant:
        """That the round at play is played by."""

    def start(self, now_ms: int) -> list[Out]:
        """Once, when the table is there (new, or taken up again from what was stored)."""

    def enter(self, guest: Guest, now_ms: int) -> list[Out]:
        """A person joins, or comes back, or what is known of them changed."""

    def disconnect(self, player: int, now_ms: int) -> list[Out]:
        """The last connection is gone; nothing was said (E2)."""

    def receive(self, player: int, request: str, command: Command, now_ms: int) -> list[Out]:
        """Answered exactly once with a `Reply`, now or after the bank has answered."""

    def was_answered(self, player: int, request: str, command: Command) -> bool | Refusal:
        """Whether it was done already, in this round or the one before, together with others; a refusal: something
        else was, under the same id."""

    def answer(self, ref: int, outcome: Outcome, now_ms: int) -> list[Out]:
        """What came of an `Ask`."""

    def supervise(self, act: AnyAct, now_ms: int) -> list[Out]: ...

    def pool_changed(self, now_ms: int) -> list[Out]:
        """A jackpot that the table feeds holds another amount (J1)."""

    def tick(self, now_ms: int) -> list[Out]:
        """Time has passed. Calling it too early or too often does nothing."""

    def next_deadline_ms(self) -> int | None:
        """When `tick` is wanted next."""

    def mine(self, player: int) -> Mine:
        """For a snapshot."""

    @property
    def original_minor(self) -> int:
        """The main bets that the round began with, while it is there."""

    @property
    def idle(self) -> bool:
        """Nobody is here and no round is open: the table may be forgotten (solo)."""
