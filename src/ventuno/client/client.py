"""The house, from the outside: signing in, tables, the lobby, the balance."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

import aiohttp

from ventuno.client.connection import REQUEST_S, ClientConnection
from ventuno.client.desk import Desk, new_session
from ventuno.client.table import TableHandle
from ventuno.protocol import messages as say
from ventuno.protocol.commands import Command, Join, Leave, LeaveLobby, WatchLobby
from ventuno.refusal import RefusalRaised


class Client:
    """One person's connection to a house.

        async with Client("http://127.0.0.1:2121") as house:
            await house.demo()
            table = await house.join("infinite-1")

    What the house refuses is raised as `ventuno.refusal.RefusalRaised`. A broken connection comes back by itself, and
    what was not answered is sent again: nothing is done twice. `desk` has what is asked over HTTP.
    """

    def __init__(
        self, url: str, *, session: aiohttp.ClientSession | None = None, heartbeat_s: float | None = 20.0
    ) -> None:
        self.url = url.rstrip("/")
        self.welcome: say.Welcome | None = None
        self.balance = say.Balance(0)
        self.tables: dict[str, TableHandle] = {}
        self.lobby: dict[str, say.LobbyTable] = {}
        self.notices: list[say.Notice] = []
        self._own_session = session is None
        self._session = session
        self._heartbeat_s = heartbeat_s
        self._connection: ClientConnection | None = None
        self._welcomed = asyncio.Event()
        self._watches_lobby = False

    async def __aenter__(self) -> Self:
        if self._session is None:
            self._session = new_session()
        self.desk = Desk(self._session, self.url)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Leaves without a word: bets follow E2. Leave the tables first to say it."""
        if self._connection is not None:
            await self._connection.close()
            self._connection = None
        if self._own_session and self._session is not None:
            await self._session.close()

    # -- who I am -----------------------------------------------------------------------------------

    async def demo(self) -> None:
        """As a new guest with play money."""
        await self.enter((await self.desk.demo()).token)

    async def sign_up(self, name: str, password: str, currency: str = "EUR") -> None:
        """Opens an account, and signs in."""
        await self.enter((await self.desk.sign_up(name, password, currency)).token)

    async def sign_in(self, name: str, password: str, code: str = "") -> None:
        await self.enter((await self.desk.sign_in(name, password, code)).token)

    async def enter(self, token: str) -> None:
        """With the token of a session that is open already."""
        assert self._session is not None, "use `async with Client(url) as house:`"
        self.desk.token = token
        if self._connection is not None:
            await self._connection.close()
        self._welcomed.clear()
        socket_url = "ws" + self.url.removeprefix("http") + "/ws"
        self._connection = ClientConnection(
            self._session, socket_url, token, hear=self._hear, greet=self._greet, heartbeat_s=self._heartbeat_s
        )
        async with asyncio.timeout(REQUEST_S):
            await self._connection.while_open(self._welcomed.wait())

    @property
    def connection(self) -> ClientConnection:
        if self._connection is None:
            raise RefusalRaised("session/none", "sign in first: `demo()`, `sign_up(...)` or `sign_in(...)`")
        return self._connection

    @property
    def player(self) -> int:
        """My number, as it stands in the house's books."""
        return self.welcome.player if self.welcome else 0

    # -- tables -------------------------------------------------------------------------------------

    async def join(self, key: str) -> TableHandle:
        """Takes part at a table, up to four at once (A1)."""
        connection = self.connection
        table = self.tables.get(key)
        if table is None or not table.here:
            table = self.tables[key] = TableHandle(key, connection)
            try:
                await connection.request(Join(), table=key)
                await table.until(lambda joined: joined.here, timeout_s=REQUEST_S)
            except (RefusalRaised, TimeoutError):
                self.tables.pop(key, None)
                raise
        return table

    async def leave(self, key: str) -> None:
        """Bets follow E2; seats without a bet are given up."""
        await self.connection.request(Leave(), table=key)
        self.tables.pop(key, None)

    async def watch_lobby(self) -> dict[str, say.LobbyTable]:
        """All tables by key, kept up to date in `lobby` until `leave_lobby`."""
        self._watches_lobby = True
        await self.connection.request(WatchLobby())
        return self.lobby

    async def leave_lobby(self) -> None:
        self._watches_lobby = False
        await self.connection.request(LeaveLobby())

    async def request(self, command: Command, table: str = "", round: str = "") -> None:
        """Any command of the protocol."""
        await self.connection.request(command, table=table, round=round)

    # -- hearing ------------------------------------------------------------------------------------

    def _greet(self) -> list[tuple[str, Command]]:
        """On every new connection: where I was, and up to where I heard."""
        greetings: list[tuple[str, Command]] = [
            (key, table.greeting()) for key, table in self.tables.items() if table.here
        ]
        return [*greetings, ("", WatchLobby())] if self._watches_lobby else greetings

    def _hear(self, message: say.AnyMessage) -> None:
        match message:
            case say.Welcome():
                self.welcome = message
                self._welcomed.set()
            case say.Balance():
                self.balance = message
            case say.Lobby():
                self.lobby = {table.key: table for table in message.tables}
            case say.LobbyChanged():
                self.lobby.update({table.key: table for table in message.tables})
            case say.Notice():
                self.notices = [*self.notices, message][-100:]
            case (
                say.Happened()
                | say.Snapshot()
                | say.MyBets()
                | say.MyHands()
                | say.MyResult()
                | say.Participation()
                | say.Left()
            ):
                if (table := self.tables.get(message.table)) is not None:
                    table.hear(message)
            case _:
                pass  # answers are the connection's, `Pong` and `Bye` are nobody's
