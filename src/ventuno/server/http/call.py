"""One request on its way: who asks, what they brought; and the faults it can end with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec
from aiohttp import web

from ventuno.bank import BankCommand, Person, Receipt
from ventuno.bank.rights import RANK
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server.doors import Doors
from ventuno.server.http.routes import Needs, Route
from ventuno.server.outward import outward
from ventuno.store.export import Format
from ventuno.store.factors import factor_of
from ventuno.store.history import person
from ventuno.store.sessions import session_of

if TYPE_CHECKING:
    from ventuno.server.alerts import AlertDesk
    from ventuno.server.cash_desk import CashDesk
    from ventuno.server.edge.outbox import Outbox
    from ventuno.server.entrance import Entrance
    from ventuno.server.floor import Floor
    from ventuno.server.limits import EdgeLimits, Measures
    from ventuno.server.lobby import LobbyDesk
    from ventuno.server.lookout import Lookout
    from ventuno.server.metrics import Metrics
    from ventuno.server.odds_desk import OddsDesk
    from ventuno.server.people import People
    from ventuno.server.pit import Pit
    from ventuno.server.readiness import Readiness
    from ventuno.server.store_watch import StoreWatch
    from ventuno.server.teller import Teller
    from ventuno.server.timekeeping import Clock
    from ventuno.server.workers import Workers
    from ventuno.store import Ledger

T = TypeVar("T")

COOKIE: Final = "ventuno_session"
BEARER: Final = "Bearer "
LONGEST_TOKEN: Final = 128
RETRY_S: Final = 10  # where nothing better is known
_STATUS: Final = {
    "account/wrong_password": 401,
    "account/wrong_code": 401,
    "account/code_needed": 401,
    "account/factor_needed": 403,
    "account/not_allowed": 403,
    "account/own_stake": 403,
    "account/staff": 403,
    "account/name_taken": 409,
    "body/too_big": 413,
    "body/not_json": 415,
    "body/too_slow": 408,
    "request/origin": 403,
    "request/host": 421,
    "http/not_found": 404,
    "http/no_method": 405,
    "internal/fault": 500,
}
_STATUS_OF_KIND: Final = {"session": 401, "rate": 429, "store": 503, "body": 400, "query": 400, "password": 400}
_UNKNOWN: Final = ("unknown", "unknown_account", "unknown_round", "none", "not_there")
_encode: Final = msgspec.json.Encoder().encode


def status_of(refusal: Refusal) -> int:
    kind, _, what = refusal.code.partition("/")
    if refusal.code in _STATUS:
        return _STATUS[refusal.code]
    return _STATUS_OF_KIND.get(kind) or (404 if what in _UNKNOWN else 409)


def json_answer(value: Any, status: int = 200) -> web.Response:
    return web.Response(body=_encode(value), status=status, content_type="application/json")


def as_file(name: str, form: Format, text: str) -> web.Response:
    kind = "text/csv" if form == "csv" else "application/json"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return web.Response(text=text, content_type=kind, headers=headers)


def fault_answer(refusal: Refusal, status: int = 0) -> web.Response:
    refusal = outward(refusal)
    body = {"code": refusal.code, "why": refusal.why, "data": refusal.data}
    answer = json_answer(body, status or status_of(refusal))
    if answer.status == 429:
        answer.headers["Retry-After"] = str(refusal.data.get("retry_s", RETRY_S))
    return answer


def token_of(request: web.Request) -> str:
    """Empty: there is none, or what is said is none of ours."""
    said = request.headers.get("Authorization", "")
    token = said.removeprefix(BEARER) if said.startswith(BEARER) else cookie_of(request, COOKIE)
    return token if token.isascii() and len(token) <= LONGEST_TOKEN else ""


def cookie_of(request: web.Request, name: str) -> str:
    """Its value, or nothing. The standard library takes a hundred times as long over a header full of them."""
    wanted = f"{name}="
    for line in request.headers.getall("Cookie", ()):
        for part in line.split(";"):
            if (said := part.strip()).startswith(wanted):
                return said.removeprefix(wanted).strip('"')
    return ""


def session_hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


class Edge(NamedTuple):
    """What is known of whoever comes, before anybody looks at what they want."""

    limits: EdgeLimits
    now_s: Callable[[], float]
    metrics: Metrics
    measures: Measures


class Desks(NamedTuple):
    """Where handlers turn to."""

    ledger: Ledger
    workers: Workers
    teller: Teller
    clock: Clock
    doors: Doors
    people: People
    entrance: Entrance
    pit: Pit
    floor: Floor
    lobby: LobbyDesk
    cash: CashDesk
    odds: OddsDesk
    alerts: AlertDesk
    metrics: Metrics
    readiness: Readiness
    lookout: Lookout
    outbox: Outbox
    store: StoreWatch

    async def who(self, token: str) -> Person:
        """The person whose session it is."""
        if not token:
            raise RefusalRaised("session/none", "sign in first")
        session = await self.workers.read(session_of, self.ledger, token, self.clock.now_ms())
        if isinstance(session, Refusal):
            raise RefusalRaised(session.code, session.why)
        found = await self.workers.read(person, self.ledger, session.person)
        if found is None:
            raise RefusalRaised("session/over", "the session is over: sign in again")
        return found


class Call:
    """What a handler is given."""

    def __init__(self, desks: Desks, request: web.Request, route: Route) -> None:
        self.desks = desks
        self.request = request
        self.route = route
        self.token = token_of(request)
        self.body: Any = None
        self.query: Any = None
        self._person: Person | None = None

    @property
    def person(self) -> Person:
        assert self._person is not None, "the route needs nobody"
        return self._person

    @property
    def player(self) -> int:
        return self.person.number

    @property
    def is_staff(self) -> bool:
        return RANK[self.person.role] > RANK["player"]

    async def sees_all(self) -> bool:
        """Whoever of the house may see every round: not before they are who they must be."""
        return self.is_staff and (not self.needs_factor or await self.has_factor())

    @property
    def now_ms(self) -> int:
        return self.desks.clock.now_ms()

    def path(self, name: str) -> str:
        return self.request.match_info[name]

    def path_number(self, name: str) -> int:
        text = self.path(name)
        if not text.isascii() or not text.isdigit() or len(text) > 15:
            raise RefusalRaised("player/unknown", "players have numbers")
        return int(text)

    @property
    def network(self) -> str:
        """Whom to count tries against."""
        return self.desks.doors.network_of(self.request)

    async def identify(self, needs: Needs) -> None:
        if needs == "nobody":
            return
        self._person = await self.desks.who(self.token)
        wanted = RANK[needs]
        if RANK[self._person.role] < wanted:
            raise RefusalRaised(
                "account/not_allowed", f"that is for the role {needs}", needed=needs, role=self._person.role
            )
        if wanted > RANK["player"] and self.needs_factor and not await self.has_factor():
            raise RefusalRaised("account/factor_needed", "enrol a second factor first: in your account")

    @property
    def needs_factor(self) -> bool:
        """Whether the house's people must have a second factor: as the settings say, else where money is real."""
        said = self.desks.doors.staff_second_factor
        return said == "required" or (said == "auto" and not self.desks.cash.is_play_money)

    async def has_factor(self) -> bool:
        return await self.read(factor_of, self.player) is not None

    async def read(self, query: Callable[..., T], *values: Any) -> T:
        """What a query of the store finds."""
        return await self.desks.workers.read(query, self.desks.ledger, *values)

    async def read_slowly(self, query: Callable[..., T], *values: Any) -> T:
        """The same, of what may take seconds."""
        return await self.desks.workers.read_slowly(query, self.desks.ledger, *values)

    async def do(self, command: BankCommand) -> Receipt:
        """Has the bank do it; its refusal ends the call."""
        outcome = await self.desks.teller.execute(command)
        if isinstance(outcome, Refusal):
            raise RefusalRaised(outcome.code, outcome.why, **outcome.data)
        return outcome
