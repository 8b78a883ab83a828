"""What is asked of the house over plain HTTP: the bodies of requests and answers.

Every answer that is not what was asked for is a `Fault`, with the right status. Requests that move
money carry a key of the client's own making: the same key again is answered again and does nothing.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ventuno.kinds import KindName
from ventuno.protocol.commands import MOST_MINOR
from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import LobbyTable, MyBets, MyHands, MyResult, TableInfo

Language = Annotated[str, Meta(description="one that the house speaks")]
Name = Annotated[str, Meta(min_length=2, max_length=32, pattern=r"^[\w][\w .\-]*$", description="shown at the table")]
Password = Annotated[str, Meta(min_length=1, max_length=256)]
Code = Annotated[str, Meta(max_length=32)]
Amount = Annotated[int, Meta(ge=1, le=MOST_MINOR, description="minor units")]
OnceKey = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[\x21-\x7e]+$", description="made by the client")]
Reason = Annotated[str, Meta(min_length=1, max_length=500)]
PageSize = Annotated[int, Meta(ge=1, le=200)]
Cursor = Annotated[int, Meta(ge=0, le=2**62)]
Time = Annotated[int, Meta(ge=0, le=2**52, description="milliseconds since 1970, UTC")]
SettingName = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9_]{0,31}$")]
SettingValue = Annotated[str, Meta(max_length=64)] | bool | Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a request brings."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is answered."""


class HttpFault(Answer, frozen=True):
    """Nothing was done. `code` is stable, `why` is English for developers, `data` is for a translated sentence."""

    code: str
    why: str
    data: dict[str, Any] = {}


class Nothing(Answer, frozen=True):
    """It was done."""


# -- accounts -----------------------------------------------------------------------------------


class SignUp(Body, frozen=True):
    name: Name
    password: Password
    currency: Annotated[str, Meta(min_length=3, max_length=8)] = "EUR"
    language: Language = "it"


class SignIn(Body, frozen=True):
    """`code` is of the second factor, or one of its recovery codes, for who has one."""

    name: Annotated[str, Meta(min_length=1, max_length=64)]
    password: Password
    code: Code = ""


class Demo(Body, frozen=True):
    language: Language = "it"


class SignedIn(Answer, frozen=True):
    """The session is also set as a cookie; `token` is for clients that are no browsers."""

    player: int
    name: str
    role: str
    currency: str
    token: str
    demo: bool = False


class PasswordChange(Body, frozen=True):
    old: Password
    new: Password


class Me(Answer, frozen=True):
    player: int
    name: str
    role: str
    currency: str
    demo: bool
    vip_level: str
    wallet_minor: int
    in_play_minor: int
    golden: dict[int, int]
    settings: dict[str, str | int | bool]
    second_factor: bool = False  # of the house's people: whether there is one, and whether there must be
    needs_second_factor: bool = False


class OfferFactor(Body, frozen=True):
    password: Password


class FactorOffered(Answer, frozen=True):
    """For an authenticator: the secret as text, and as an address that most of them read. `offer` goes back with the
    first code."""

    secret: str
    uri: str
    offer: str


class ConfirmFactor(Body, frozen=True):
    offer: Annotated[str, Meta(max_length=256)]
    code: Code


class FactorEnrolled(Answer, frozen=True):
    """Each of the recovery codes opens the door once, where the authenticator is lost. They are shown this once."""

    recovery: tuple[str, ...]


class Settings(Body, frozen=True):
    """Applied together; what is not named stays as it was (A7). `language`, `others_chat`, `picture`, `dealer_voice`,
    `game_sounds`, `volume`, `bet_behind` (may others bet behind me) and `insurance_offers` mean something to the house
    or to its own client; any other name is kept as well."""

    settings: Annotated[dict[SettingName, SettingValue], Meta(max_length=64)]


class SettingsNow(Answer, frozen=True):
    settings: dict[str, str | int | bool]


# -- the cashier (A8) ---------------------------------------------------------------------------


class MoveMoney(Body, frozen=True):
    key: OnceKey
    amount_minor: Amount


class Moved(Answer, frozen=True):
    amount_minor: int
    wallet_minor: int  # now
    state: Literal["done", "pending"] = "done"  # pending: the provider takes its time; the list tells how it ends


class CashMove(Answer, frozen=True):
    """A deposit or a withdrawal of mine."""

    cursor: int
    at_ms: int
    kind: Literal["deposit", "withdrawal"]
    amount_minor: int
    wallet_minor: int  # after it
    # returned: it could not be paid out or credited, and is back where it came from; returning: on its way there
    state: Literal["done", "pending", "refused", "returning", "returned"] = "done"


class CashMoves(Answer, frozen=True):
    moves: tuple[CashMove, ...]
    before: int | None = None  # ask for what came before with it; null: that was all


# -- care (A9) ----------------------------------------------------------------------------------


class LimitChange(Body, frozen=True):
    kind: Literal["deposit", "loss", "stake", "time"]
    period: Literal["day", "week", "month"]
    amount: Annotated[int, Meta(ge=0, le=10**12)] | None  # minor units, milliseconds for time; null: no limit


class LimitSet(Answer, frozen=True):
    effective_ms: int  # at once where it is tighter, after a cooling period where it is looser


class TimeOutRequest(Body, frozen=True):
    until_ms: Time


class SelfExclusion(Body, frozen=True):
    until_ms: Time | None = None  # null: for good


class RealityCheckChange(Body, frozen=True):
    every_ms: Annotated[int, Meta(ge=0, le=86_400_000)]  # 0: never


class LimitNow(Answer, frozen=True):
    kind: str
    period: str
    amount: int | None
    used: int
    next_amount: int | None = None
    next_ms: int = 0


class CareNow(Answer, frozen=True):
    limits: tuple[LimitNow, ...]
    timed_out_until_ms: int = 0
    excluded_until_ms: int = 0
    reality_every_ms: int = 0
    reality_seen_ms: int = 0
    played_ms: int = 0
    net_minor: int = 0
    today_played_ms: int = 0
    today_net_minor: int = 0  # of rounds that ended today
    cooling_ms: int = 0  # so long a loosening waits


# -- what was played (A5, A6) -------------------------------------------------------------------


class PageQuery(Body, frozen=True):
    before: Cursor = 2**62
    most: PageSize = 50


class PlayedRound(Answer, frozen=True):
    cursor: int
    code: str
    table: str
    game: str
    opened_ms: int
    ended_ms: int
    state: str
    staked_minor: int
    returned_minor: int
    golden_staked_minor: int = 0
    golden_returned_minor: int = 0
    jackpot_minor: int = 0
    golden: bool = False  # marked GC
    corrects: bool = False
    because: str = ""  # of a void round: `restarted`, `unreadable`, `left`, or the reason that somebody gave


class History(Answer, frozen=True):
    rounds: tuple[PlayedRound, ...]
    before: int | None = None  # ask for what came before with it; null: that was all


class ExportQuery(Body, frozen=True):
    format: Literal["csv", "json"] = "csv"


class RoundStory(Answer, frozen=True):
    """A round by its code: who asks sees what they could see, and of others on a shared table no more than numbers."""

    code: str
    table: str
    game: str
    opened_ms: int
    state: str
    events: tuple[dict[str, Any], ...]
    me: str = ""  # my name in the events
    session_id: str = ""  # the regulator's (A10)
    participation_id: str = ""
    forgotten: bool = False  # its cards are no longer kept: the history still has what was staked and returned


# -- the games ----------------------------------------------------------------------------------


class LanguageQuery(Body, frozen=True):
    language: Language = "it"


class LobbyNow(Answer, frozen=True):
    tables: tuple[LobbyTable, ...]


class JackpotNow(Answer, frozen=True):
    jackpot: str
    currency: str
    pool_minor: int
    seed_minor: int


class JackpotsNow(Answer, frozen=True):
    jackpots: tuple[JackpotNow, ...]


class HandValues(Answer, frozen=True):
    """What every choice of one of my hands is worth now, in units of its initial bet, then best play."""

    position: int
    line: str
    values: dict[str, float]


class ValuesNow(Answer, frozen=True):
    turn: int
    hands: tuple[HandValues, ...]


# -- the supervisor (E3) ------------------------------------------------------------------------


class Because(Body, frozen=True):
    reason: Reason


class VoidTable(Body, frozen=True):
    """The round that is meant: asked again when it is void, nothing happens to the next one. Without it: whatever is
    on the table now."""

    reason: Reason
    round: Annotated[str, Meta(max_length=64)] = ""


class SetTableLimits(Body, frozen=True):
    """From the next round on (B4)."""

    limits: Annotated[tuple[LimitsOf, ...], Meta(min_length=1, max_length=16)]
    reason: Reason


class LimitsOf(Body, frozen=True):
    main_least_minor: Amount
    main_most_minor: Amount
    side_least_minor: Amount
    side_most_minor: Amount
    level: Annotated[str, Meta(max_length=64)] = ""


class SaidRemoval(Body, frozen=True):
    number: Annotated[int, Meta(ge=0)]
    reason: Reason


class TableState(Answer, frozen=True):
    key: str
    game: str
    kind: KindName
    phase: str
    round: str = ""
    players: int = 0
    bettors: int = 0
    staked_minor: int = 0  # of who plays in the table's currency
    paused: str = ""
    fault: bool = False
    closing: str = ""
    closed: str = ""
    frozen: bool = False  # the store does not answer
    player: int = 0  # of a solo table
    name: str = ""  # the table's
    player_name: str = ""  # of a solo table
    currency: str = ""  # of its limits; of a solo table, its player's
    in_play: dict[str, int] = {}  # stakes of the round by currency, in minor units: what a void gives back


class AlertNow(Answer, frozen=True):
    at_ms: int
    code: str
    why: str
    table: str = ""  # none: the whole house
    severity: str = "warning"  # critical: the house is not ready
    lasts: bool = False  # else it happened, and has no end
    ended_ms: int = 0  # 0: it has not ended


class ClockNow(Answer, frozen=True):
    """The house's time, the machine's, and how much later than by the house's time things expire (decision 36)."""

    house_ms: int
    machine_ms: int
    held_ms: int = 0
    to_confirm: bool = False  # nothing expires by the machine's clock before somebody says that it is right


class TablesNow(Answer, frozen=True):
    tables: tuple[TableState, ...]
    alerts: tuple[AlertNow, ...] = ()
    clock: ClockNow | None = None


class RoundInPlay(Answer, frozen=True):
    """With stakes in play."""

    cursor: int
    code: str
    table: str
    game: str
    opened_ms: int
    changed_ms: int  # when anything was last stored of it
    stakes: dict[str, int]  # money by currency, in minor units: what a void gives back
    golden: dict[str, int]  # golden chips by the currency of their worth, in minor units
    players: int
    names: tuple[str, ...]  # of the first few of them
    held: bool  # by a table that is open now


class OpenRounds(Answer, frozen=True):
    rounds: tuple[RoundInPlay, ...]
    before: int | None = None


class Drained(Answer, frozen=True):
    """What is still being played."""

    tables: tuple[str, ...]


class Search(Body, frozen=True):
    search: Annotated[str, Meta(max_length=64)] = ""
    most: PageSize = 50
    after: Cursor = 0


class PlayerState(Answer, frozen=True):
    player: int
    name: str
    role: str
    currency: str
    demo: bool
    vip_level: str
    opened_ms: int
    wallet_minor: int = 0
    in_play_minor: int = 0
    connected: bool = False
    muted_until_ms: int = 0
    care: CareNow | None = None
    second_factor: bool = False


class PlayersFound(Answer, frozen=True):
    players: tuple[PlayerState, ...]


class Mute(Body, frozen=True):
    until_ms: Time  # 0: may speak again
    reason: Reason


class VipLevelChange(Body, frozen=True):
    level: Annotated[str, Meta(max_length=64)]
    reason: Reason


class RoleChange(Body, frozen=True):
    role: Literal["player", "operator", "supervisor"]
    reason: Reason


class GoldenGrant(Body, frozen=True):
    key: OnceKey
    value_minor: Amount
    count: Annotated[int, Meta(ge=1, le=10_000)]
    expires_ms: Time
    reason: Reason
    bonus: Annotated[str, Meta(max_length=64)] = ""


class RoundResult(Answer, frozen=True):
    player: int
    name: str
    staked_minor: int
    returned_minor: int
    currency: str = ""


class RoundResults(Answer, frozen=True):
    code: str
    state: str
    results: tuple[RoundResult, ...]


class Resettle(Body, frozen=True):
    key: OnceKey
    returned: Annotated[dict[int, Annotated[int, Meta(ge=0, le=10**15)]], Meta(min_length=1)]  # by player
    reason: Reason


class Resettled(Answer, frozen=True):
    number: int  # in the journal
    short_minor: int = 0


class OpenTransfer(Answer, frozen=True):
    """A deposit or a withdrawal that the provider has not finished."""

    key: str
    kind: Literal["deposit", "withdrawal"]
    state: Literal["asked", "refunding"]
    player: int
    name: str
    currency: str
    amount_minor: int
    opened_ms: int
    changed_ms: int
    provider: str = ""


class OpenTransfers(Answer, frozen=True):
    transfers: tuple[OpenTransfer, ...]  # oldest first


class LoggedAct(Answer, frozen=True):
    cursor: int
    at_ms: int
    by: int
    name: str
    what: str
    subject: str
    reason: str
    details: dict[str, str | int | bool]


class AuditLog(Answer, frozen=True):
    acts: tuple[LoggedAct, ...]
    before: int | None = None


# -- health -------------------------------------------------------------------------------------


class NotReady(Answer, frozen=True):
    """Why the house cannot be played in; `count`: of how many things it is true."""

    code: str
    why: str
    count: int


class Health(Answer, frozen=True):
    ok: bool
    why: str = ""  # all reasons in one line
    reasons: tuple[NotReady, ...] = ()
    warnings: tuple[NotReady, ...] = ()  # it can be played in all the same


# -- what the web client shows beside the tables ------------------------------------------------


class GameShown(Answer, frozen=True):
    """A game as the lobby presents it."""

    game: str
    name: str
    kind: KindName
    positions: int
    decks: int
    rule: str  # in one or two short sentences
    side_bets: tuple[str, ...]
    rtp: str = ""  # of the main game, in percent: worked out, or else what the variant's file claims
    claimed: bool = False  # it is the file's claim: the odds have not worked it out, or not yet
    per: str = ""  # initial-bet, stake
    note: str = ""


class GamesNow(Answer, frozen=True):
    games: tuple[GameShown, ...]


class Chosen(Answer, frozen=True):
    """A decision of a replayed round."""

    position: int
    line: str
    action: str
    mine: bool = False
    by_time: bool = False


class Frame(Answer, frozen=True):
    """What one card or one decision changed: the same events as at the table, and what only I was told."""

    events: tuple[AnyEvent, ...] = ()
    hands: MyHands | None = None
    chosen: Chosen | None = None


class Replay(Answer, frozen=True):
    """A round to be shown again, by the table itself."""

    code: str
    game: str
    opened_ms: int
    state: str
    info: TableInfo
    frames: tuple[Frame, ...]
    bets: MyBets | None = None
    result: MyResult | None = None
    session_id: str = ""
    participation_id: str = ""


class ChoiceWorth(Answer, frozen=True):
    """What every choice was worth when I decided, in units of the initial bet, then best play."""

    frame: int  # of the decision
    position: int
    line: str
    total: str
    dealer: str
    action: str
    values: dict[str, float]


class RoundWorth(Answer, frozen=True):
    choices: tuple[ChoiceWorth, ...]


class ReturnNow(Answer, frozen=True):
    """What hands returned per unit staked, beside the exact figure of best play and how far chance may take it.

    A unit is one of whatever currency it was staked in.
    """

    game: str
    staked_minor: int
    returned_minor: int
    live: float
    exact: float | None = None  # not worked out yet
    band: float | None = None
    rounds: int = 0


class ReturnsNow(Answer, frozen=True):
    returns: tuple[ReturnNow, ...]
    since_ms: int = 0  # when counting began: with the opening of the house
