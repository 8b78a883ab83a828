"""What the house says over the WebSocket: one of these a frame."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ventuno.kinds import KINDS, KindName, TableKind
from ventuno.protocol.events import AnyEvent, Phase, TableLimits
from ventuno.protocol.view import TableView

Can = Literal["undo", "clear", "double", "repeat", "all-side-bets", "start-now", "deal", "rebet"]


class Message(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The base of all messages."""


# -- about the connection and the person --------------------------------------------------------


class Welcome(Message, frozen=True):
    """First on every connection."""

    version: int
    now_ms: int
    player: int
    name: str
    role: str
    currency: str
    demo: bool = False
    settings: dict[str, str | int | bool] = {}
    rates: dict[str, str] = {}  # what a unit of each currency is worth in mine, a fraction (B5)
    session_id: str = ""  # the regulator's (A10)
    tables: tuple[str, ...] = ()  # where this account takes part or has a round left open


class Pong(Message, frozen=True):
    sent_ms: int
    now_ms: int


class Balance(Message, frozen=True):
    """Whenever it changed, wherever."""

    wallet_minor: int
    golden: dict[int, int] = {}  # chips by value (K3)
    in_play_minor: int = 0


class Done(Message, frozen=True):
    """The request was carried out, and what it did is durable."""

    id: str


class Refused(Message, frozen=True):
    """Nothing was done. `code` is stable, `why` is English for developers, `data` is for a translated sentence."""

    id: str
    code: str
    why: str
    data: dict[str, Any] = {}


class Notice(Message, frozen=True):
    """Something the person should know and did not ask for: a stake that went back, a seat lost, a limit near."""

    code: str
    why: str
    data: dict[str, Any] = {}
    table: str = ""


class Bye(Message, frozen=True):
    """The last message: why the house ends the connection, and whether it is worth coming back at once."""

    code: str
    why: str
    come_back: bool = True


# -- the lobby ----------------------------------------------------------------------------------


class LobbyTable(msgspec.Struct, frozen=True, omit_defaults=True):
    key: str
    name: str
    game: str
    kind: KindName
    language: str
    limits: tuple[TableLimits, ...]
    players: int = 0
    seats: int = 0  # 0: no seats, any number of players
    seats_free: int = 0
    phase: Phase = "waiting"
    betting_ms: int = 0
    open: bool = True
    multi: bool = True  # may be one of several in a window
    jackpot_minor: int = 0
    seated: tuple[str, ...] = ()  # names by seat, empty where free


class Lobby(Message, frozen=True):
    tables: tuple[LobbyTable, ...]


class LobbyChanged(Message, frozen=True):
    """Only those that changed."""

    tables: tuple[LobbyTable, ...]


# -- a table ------------------------------------------------------------------------------------


class SpotInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side bet of the game."""

    bet: str
    stake_minor: int = 0  # the only stake it takes, where there is only one
    jackpot: bool = False
    pays: dict[str, str] = {}  # by outcome: `25:1`


class PrintedRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is printed on the cloth, and what of the rules a client shows."""

    decks: int = 0
    blackjack_pays: str = ""  # `3:2`
    insurance: bool = True
    insurance_pays: str = ""
    soft_17: str = ""  # the dealer `stands` or `hits`
    charlie: int = 0  # so many cards win
    cashback: bool = False
    golden_per_round: int = 0
    golden_mixed: bool = False
    open_bets_return: bool = False  # to who disconnects before bets are closed (E2)


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What does not change while one plays."""

    key: str
    name: str
    game: str
    game_name: str
    kind: KindName
    positions: int
    positions_per_player: int
    stake_step_minor: int
    side_bets: tuple[SpotInfo, ...]
    chips: tuple[int, ...]
    betting_ms: int = 0
    warning_ms: int = 0  # yellow for the last so many (B1)
    bet_behind: bool = False
    chat: bool = True
    multi: bool = True
    values: bool = False  # the exact value of every choice may be asked for
    limits_set_by: Literal["table", "menu", "vip-level"] = "table"
    language: str = "it"
    rules: PrintedRules = PrintedRules()
    currency: str = "EUR"  # of its limits, and of what is told of everybody's stakes together

    @property
    def facts(self) -> TableKind:
        return KINDS[self.kind]


class MyBet(msgspec.Struct, frozen=True, omit_defaults=True):
    spot: str
    amount_minor: int = 0
    golden: dict[int, int] = {}
    behind: bool = False
    follow_double: bool = True
    follow_split: bool = True


class MyBets(Message, frozen=True):
    """All of my bets of the round, and what the buttons can do now."""

    table: str
    bets: tuple[MyBet, ...] = ()
    total_minor: int = 0  # with what doubles, splits and insurance added (B5)
    can: tuple[Can, ...] = ()
    seats: tuple[int, ...] = ()
    locked: bool = False
    repeat_minor: int = 0  # what REPEAT would place
    limits_level: str = ""


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    action: str
    cost_minor: int = 0
    why_not: str = ""  # a refusal's code: shown, but off


class MyHand(msgspec.Struct, frozen=True, omit_defaults=True):
    position: int
    line: str
    size: int  # so many cards of the line are mine
    total: str
    status: str
    stake_minor: int = 0
    free_minor: int = 0
    golden_minor: int = 0
    options: tuple[Option, ...] = ()
    at_zero: str = ""  # what time running out decides
    offer_minor: int | None = None  # cashback (K1)
    early: str = ""  # decided in advance (D2)
    behind: bool = False
    insurance_minor: int | None = None  # what insurance would cost, or has cost
    insured: bool | None = None  # None: not decided yet


class MyHands(Message, frozen=True):
    """All of my hands. The same bytes for everybody who has decided alike."""

    table: str
    turn: int
    hands: tuple[MyHand, ...] = ()


class HandPaid(msgspec.Struct, frozen=True, omit_defaults=True):
    position: int
    line: str
    total: int
    outcome: str
    reason: str
    stake_minor: int = 0
    free_minor: int = 0
    golden_minor: int = 0
    returned_minor: int = 0
    golden_returned_minor: int = 0
    behind: bool = False


class SideBetPaid(msgspec.Struct, frozen=True, omit_defaults=True):
    position: int
    bet: str  # a side bet, or `insurance`
    outcome: str
    stake_minor: int = 0
    golden_minor: int = 0
    returned_minor: int = 0
    golden_returned_minor: int = 0


class MyResult(Message, frozen=True):
    """What was paid, and why. Sent when it has been booked."""

    table: str
    code: str
    hands: tuple[HandPaid, ...]
    side_bets: tuple[SideBetPaid, ...] = ()
    staked_minor: int = 0
    returned_minor: int = 0
    golden_returned_minor: int = 0
    jackpot_minor: int = 0


class Participation(Message, frozen=True):
    """The regulator's ids of my part in a round (A10): issued and kept with the first bet, then said."""

    table: str
    round: str
    session_id: str
    participation_id: str


class Happened(Message, frozen=True):
    """Event number `n` of a table: the same bytes for everybody."""

    table: str
    n: int
    what: AnyEvent


class Snapshot(Message, frozen=True):
    """The table as it is now: everything up to event `n`."""

    table: str
    epoch: str
    n: int
    now_ms: int
    info: TableInfo
    view: TableView
    bets: MyBets | None = None
    hands: MyHands | None = None
    result: MyResult | None = None
    participation_id: str = ""  # the regulator's, for the round I take part in (A10)


class Left(Message, frozen=True):
    """This connection has left the table: by itself, or because it was opened elsewhere (A1)."""

    table: str
    code: str = ""
    why: str = ""


AnyMessage = (
    Welcome | Pong | Balance | Done | Refused | Notice | Bye | Lobby | LobbyChanged
    | MyBets | MyHands | MyResult | Participation | Happened | Snapshot | Left
)  # fmt: skip
