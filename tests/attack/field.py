"""Where attacks happen: the house, guests by the dozen, the staff we may ask, and small helpers at a table."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from tests.attack import wire
from tests.attack.felt import Felt
from tests.attack.guest import ROUND_S, Guest, Link
from tests.attack.score import Score
from tests.attack.wire import Address, Answer

if TYPE_CHECKING:
    from tests.attack.honest import Witness

Attack = Callable[["Field"], Awaitable[None]]
Choose = Callable[[Felt, dict[str, Any]], str]
MOST_ROUNDS: Final = 60  # that an attack waits for cards that suit it

ATTACKS: Final[dict[str, list[Attack]]] = {}  # by class


def attack(kind: str) -> Callable[[Attack], Attack]:
    """Its name is what is tried; its docstring says how."""

    def add(one: Attack) -> Attack:
        ATTACKS.setdefault(kind, []).append(one)
        return one

    return add


class Files(NamedTuple):
    """What an attacker on the machine itself could reach; None: out of reach."""

    data: Path | None = None
    key: Path | None = None
    log: Path | None = None
    stolen: Callable[[str], list[bytes]] | None = None  # by a round's code: what a copy of the database says of it
    backup: Callable[[], Path | None] | None = None


class Field:
    def __init__(
        self,
        url: str,
        score: Score,
        *,
        seed: int = 1,
        rounds: int = 2,
        staff: tuple[str, str] | None = None,
        files: Files | None = None,
        witness: Witness | None = None,
    ) -> None:
        parts = urlsplit(url)
        self.address = Address(parts.hostname or "127.0.0.1", parts.port or 80)
        self.url = url.rstrip("/")
        self.score, self.rounds, self.staff = score, rounds, staff
        self.data, self.key, self.log, self.stolen, self.backup = files or Files()
        self.witness = witness
        self.calm_ms = 0.0  # an honest guest's ping when nobody floods
        self.random = random.Random(seed)
        self._places = itertools.count(seed % 200 * 256)
        self._supervisor: Guest | None = None
        self.tables: dict[str, list[str]] = {}  # keys by game
        self.openapi: dict[str, Any] = {}

    # -- who and where --------------------------------------------------------------------------

    async def look_around(self) -> None:
        lobby = (await self.ask("GET", "/api/lobby")).json
        for table in lobby["tables"]:
            self.tables.setdefault(table["game"], []).append(table["key"])
        self.openapi = (await self.ask("GET", "/api/openapi.json")).json

    def place(self) -> str:
        """A source address that nobody else of ours has used: on Linux all of 127.0.0.0/8 is at home."""
        number = next(self._places)
        return f"127.{64 + number // 62500 % 64}.{number // 250 % 250}.{number % 250 + 1}"

    async def ask(self, method: str, target: str, body: Any = None, **more: Any) -> Answer:
        return await wire.ask(self.address, method, target, body, **{"source": self.place(), **more})

    async def raw(self, data: bytes, **more: Any) -> Answer:
        return await wire.raw(self.address, data, **{"source": self.place(), **more})

    async def guest(self, *keys: str) -> Guest:
        """Connected, with play money, at those tables."""
        source = self.place()
        answer = await wire.ask(self.address, "POST", "/api/demo", {}, source=source)
        if answer.status != 200:
            raise ConnectionError(f"no guest is let in: {answer.status} {answer.body[:200]!r}")
        guest = Guest(self.address, answer.json, source)
        await guest.connect()
        for key in keys:
            await guest.join(key)
        return guest

    async def account(self, name: str = "", password: str = "", currency: str = "EUR") -> Guest:
        """Signed up with a name and a password, not connected yet."""
        source = self.place()
        name, password = name or self.fresh_name(), password or f"long enough {self.random.random()}"
        body = {"name": name, "password": password, "currency": currency}
        answer = await wire.ask(self.address, "POST", "/api/sign-up", body, source=source)
        if answer.status != 200:
            raise ConnectionError(f"nobody is signed up: {answer.status} {answer.body[:200]!r}")
        guest = Guest(self.address, answer.json, source)
        guest.password = password
        return guest

    def fresh_name(self) -> str:
        return "".join(self.random.choice("bcdfghklmnprstvz") + self.random.choice("aeiou") for _ in range(6))

    async def supervisor(self) -> Guest | None:
        """Who of the house we may ask to grant chips and to set things right again, where we know the password."""
        body = dict(zip(("name", "password"), self.staff or ("", ""), strict=True))
        for _ in range(3):
            if self._supervisor is not None or self.staff is None:
                break
            source = self.place()
            answer = await wire.ask(self.address, "POST", "/api/sign-in", body, source=source)
            if answer.status == 200:
                self._supervisor = Guest(self.address, answer.json, source)
            else:
                self.score.note(f"the supervisor is not let in: {answer.status} {answer.body[:200]!r}")
        return self._supervisor

    async def grant(self, guest: Guest, value_minor: int, count: int) -> bool:
        boss = await self.supervisor()
        if boss is None:
            return False
        body = {
            "key": f"attack-{self.random.getrandbits(60)}",
            "value_minor": value_minor,
            "count": count,
            "expires_ms": 2**45,
            "reason": "the attacker's suite",
        }
        answer = await boss.http("POST", f"/api/supervisor/players/{guest.player}/golden-chips", body)
        return answer.status == 200 and await guest.until(lambda: guest.golden.get(value_minor, 0) >= count, 5)

    async def mend(self) -> list[str]:
        """Tables that a fault has stopped: named, then set going again so that the rest can be tried."""
        boss = await self.supervisor()
        if boss is None:
            return []
        now = (await boss.http("GET", "/api/supervisor/tables")).json or {}
        stopped = [table for table in now.get("tables", []) if table.get("fault") or table.get("frozen")]
        for table in stopped:
            path = f"/api/supervisor/tables/{table['key']}"
            await boss.http("POST", f"{path}/void", {"reason": "stopped by an attack"})
            await boss.http("POST", f"{path}/resume", {"reason": "stopped by an attack"})
        return [f"{table['key']}: {table.get('paused')}" for table in stopped]

    def live(self, game: str, number: int = 0) -> str:
        keys = self.tables[game]
        return keys[number % len(keys)]


# -- at a table ---------------------------------------------------------------------------------


def stand(felt: Felt, hand: dict[str, Any]) -> str:
    return "stand"


def enabled(hand: dict[str, Any]) -> list[str]:
    return [option["action"] for option in hand.get("options", []) if not option.get("why_not")]


def question(felt: Felt, answered: set[tuple[Any, ...]]) -> dict[str, Any] | None:
    """A hand of mine that is asked and has not answered."""
    for hand in felt.hands:
        if enabled(hand) and (felt.turn, hand["position"], hand["line"]) not in answered and not hand.get("behind"):
            return hand
    return None


async def window(guest: Guest, key: str) -> bool:
    """Bets have just been opened; a table of one's own has no clock."""
    felt = guest.felts[key]
    return await guest.until(lambda: felt.has_time and not felt.lies)


async def deal(guest: Guest, key: str) -> bool:
    """Where the player deals, now; elsewhere when the clock has run out."""
    felt = guest.felts[key]
    if felt.kind == "solo":
        return bool((await guest.ask({"type": "Deal"}, key))["type"] == "Done")
    return await guest.until(lambda: not felt.is_open)


async def play_out(
    guest: Guest, key: str, choose: Choose = stand, insure: bool = False, within_s: float = ROUND_S
) -> bool:
    """Answers every question until the round has a result; False: it never came."""
    felt, code = guest.felts[key], guest.felts[key].code
    answered: set[tuple[Any, ...]] = set()
    loop = asyncio.get_running_loop()
    until = loop.time() + within_s

    def over() -> bool:
        ended = code in felt.results or code in felt.voided or felt.code != code
        return ended or guest.link.closed is not None or not (guest.in_play or felt.lies)

    def insurance() -> bool:
        return felt.insuring and ("insurance", felt.turn) not in answered

    while not over() and loop.time() < until:
        if insurance():
            answered.add(("insurance", felt.turn))
            await guest.ask({"type": "Insure", "turn": felt.turn, "accept": insure}, key)
        elif hand := question(felt, answered):
            turn = felt.turn
            answered.add((turn, hand["position"], hand["line"]))
            await guest.ask(decision(felt, hand, choose(felt, hand)), key)
        else:
            await guest.until(lambda: over() or insurance() or question(felt, answered), 0.3)
    return code in felt.results


def decision(felt: Felt, hand: dict[str, Any], action: str) -> dict[str, Any]:
    options = enabled(hand)
    action = action if action in options else "stand" if "stand" in options else options[0]
    do = {"type": "Decide", "turn": felt.turn, "position": hand["position"], "line": hand["line"], "action": action}
    if action == "cashback":
        do["offer_minor"] = hand["offer_minor"]
    return do


async def asked(guest: Guest, key: str, within_s: float = ROUND_S) -> dict[str, Any] | None:
    """Waits for a question to a hand of mine, declining insurance on the way; None: the round ended without."""
    felt, code = guest.felts[key], guest.felts[key].code
    declined: set[int] = set()
    loop = asyncio.get_running_loop()
    until = loop.time() + within_s
    while loop.time() < until and code not in felt.results and felt.code == code:
        if felt.insuring and felt.turn not in declined:
            declined.add(felt.turn)
            await guest.ask({"type": "Insure", "turn": felt.turn, "accept": False}, key)
        if hand := question(felt, set()):
            return hand
        await guest.until(
            lambda: question(felt, set()) or (felt.insuring and felt.turn not in declined) or code in felt.results, 0.3
        )
    return None


async def together(*sent: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*sent))


async def send_many(link: Link, said: list[tuple[str, dict[str, Any]]], key: str, round: str = "") -> None:
    """In one write, so that nothing comes between."""
    data = b""
    for id, do in said:
        link.guest.asked.setdefault(id, (do, key))
        request: dict[str, Any] = {"id": id, "do": do, "table": key}
        if round:
            request["round"] = round
        data += wire.frame(json.dumps(request).encode())
    await link.pipe.send(data)
