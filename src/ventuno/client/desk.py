"""What is asked of the house over HTTP: accounts, history, settings, the cashier, limits, rules, the lobby.

What the house refuses is raised as `RefusalRaised`. Acts that move money carry a key: the same key again is
answered again and does nothing, so a call that timed out can be made again with the same `key`.
"""

from __future__ import annotations

import secrets
from typing import Any, TypeVar

import aiohttp
import msgspec

from ventuno.protocol import http
from ventuno.protocol.messages import LobbyTable
from ventuno.refusal import RefusalRaised

T = TypeVar("T")


def new_session(**options: Any) -> aiohttp.ClientSession:
    """Without cookies: several people may share it, and each says with a token who they are."""
    return aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar(), **options)


class Desk:
    """Typed: each method answers with one of the types of `ventuno.protocol.http`."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str = "") -> None:
        self._session, self._url, self.token = session, url.rstrip("/"), token

    # -- accounts -----------------------------------------------------------------------------------

    async def sign_up(self, name: str, password: str, currency: str = "EUR") -> http.SignedIn:
        return await self._post("/api/sign-up", http.SignUp(name, password, currency), http.SignedIn)

    async def sign_in(self, name: str, password: str, code: str = "") -> http.SignedIn:
        """`code`: of the second factor, for who has one."""
        return await self._post("/api/sign-in", http.SignIn(name, password, code), http.SignedIn)

    async def demo(self) -> http.SignedIn:
        """A new guest with play money."""
        return await self._post("/api/demo", http.Demo(), http.SignedIn)

    async def sign_out(self) -> None:
        await self._post("/api/sign-out", None, http.Nothing)

    async def change_password(self, old: str, new: str) -> None:
        """Ends every session of mine: sign in again."""
        await self._post("/api/password", http.PasswordChange(old, new), http.Nothing)

    async def me(self) -> http.Me:
        return await self._get("/api/me", http.Me)

    async def settings(self, **changes: str | int | bool) -> dict[str, str | int | bool]:
        """My settings (A7), after changing those that are named, all together."""
        if not changes:
            return (await self._get("/api/settings", http.SettingsNow)).settings
        return (await self._put("/api/settings", http.Settings(dict(changes)), http.SettingsNow)).settings

    # -- money and care (A8, A9) ----------------------------------------------------------------------

    async def deposit(self, amount_minor: int, key: str = "") -> http.Moved:
        return await self._post("/api/cashier/deposit", http.MoveMoney(key or _new_key(), amount_minor), http.Moved)

    async def withdraw(self, amount_minor: int, key: str = "") -> http.Moved:
        return await self._post("/api/cashier/withdraw", http.MoveMoney(key or _new_key(), amount_minor), http.Moved)

    async def cashier(self, before: int | None = None, most: int = 50) -> http.CashMoves:
        """My deposits and withdrawals, newest first; `before` is what the last page gave."""
        since = "" if before is None else f"&before={before}"
        return await self._get(f"/api/cashier/history?most={most}{since}", http.CashMoves)

    async def care(self) -> http.CareNow:
        """My limits, and how much of each is used."""
        return await self._get("/api/care", http.CareNow)

    async def set_limit(self, limit: http.LimitChange) -> int:
        """From when it counts: at once if it is tighter, after a cooling period if it is looser."""
        return (await self._put("/api/care/limit", limit, http.LimitSet)).effective_ms

    async def time_out(self, until_ms: int) -> http.CareNow:
        """No new bets until then; it cannot be cut short."""
        return await self._post("/api/care/time-out", http.TimeOutRequest(until_ms), http.CareNow)

    async def exclude_self(self, until_ms: int | None = None) -> http.CareNow:
        """No new bets until then, or ever; it cannot be cut short."""
        return await self._post("/api/care/self-exclusion", http.SelfExclusion(until_ms), http.CareNow)

    async def reality_check(self, every_ms: int) -> http.CareNow:
        return await self._put("/api/care/reality-check", http.RealityCheckChange(every_ms), http.CareNow)

    async def reality_check_seen(self) -> http.CareNow:
        return await self._post("/api/care/reality-check/seen", None, http.CareNow)

    # -- what was played (A5, A6) ---------------------------------------------------------------------

    async def history(self, before: int | None = None, most: int = 50) -> http.History:
        """My rounds, newest first; `before` is what the last page gave."""
        since = "" if before is None else f"&before={before}"
        return await self._get(f"/api/history?most={most}{since}", http.History)

    async def round(self, code: str) -> http.RoundStory:
        """Every card, decision and payout of a round, as I could see it."""
        return await self._get(f"/api/rounds/{code}", http.RoundStory)

    # -- the games ------------------------------------------------------------------------------------

    async def lobby(self) -> tuple[LobbyTable, ...]:
        return (await self._get("/api/lobby", http.LobbyNow)).tables

    async def rules(self, table: str, language: http.Language = "en") -> Any:
        """The help page of a table's game (A11)."""
        return await self._get(f"/api/tables/{table}/rules?language={language}", dict[str, Any])

    async def odds(self, table: str) -> Any:
        """The exact return of the main game and of every side bet."""
        return await self._get(f"/api/tables/{table}/odds", dict[str, Any])

    async def strategy(self, table: str) -> Any:
        """The best strategy, as a chart."""
        return await self._get(f"/api/tables/{table}/strategy", dict[str, Any])

    async def values(self, table: str) -> http.ValuesNow:
        """What every choice that I have right now is worth, where the table lets it be asked."""
        return await self._get(f"/api/tables/{table}/values", http.ValuesNow)

    async def jackpots(self) -> tuple[http.JackpotNow, ...]:
        return (await self._get("/api/jackpots", http.JackpotsNow)).jackpots

    # -- the wire -------------------------------------------------------------------------------------

    async def _get(self, path: str, wanted: type[T]) -> T:
        return await self._ask("GET", path, None, wanted)

    async def _post(self, path: str, body: http.Body | None, wanted: type[T]) -> T:
        return await self._ask("POST", path, body, wanted)

    async def _put(self, path: str, body: http.Body | None, wanted: type[T]) -> T:
        return await self._ask("PUT", path, body, wanted)

    async def _ask(self, method: str, path: str, body: http.Body | None, wanted: type[T]) -> T:
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = msgspec.json.encode(body) if body is not None else None
        async with self._session.request(method, self._url + path, data=data, headers=headers) as response:
            content = await response.read()
        if response.status >= 400:
            raise _refused(response.status, content)
        return msgspec.json.decode(content or b"{}", type=wanted)


def _refused(status: int, content: bytes) -> RefusalRaised:
    try:
        fault = msgspec.json.decode(content, type=http.HttpFault)
    except msgspec.MsgspecError:
        return RefusalRaised(f"http/{status}", f"the house answered with status {status}")
    return RefusalRaised(fault.code, fault.why, **fault.data)


def _new_key() -> str:
    return secrets.token_hex(12)
