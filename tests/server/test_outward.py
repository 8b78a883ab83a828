"""What strangers are told, on every way an answer can go wrong; and signs that are none, wherever text comes in."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.server.houses import Browser, new_folder, open_house, run
from tests.store.servers import Postgres
from ventuno.bank import OpenAccount
from ventuno.server.http.app import ROUTES
from ventuno.server.running import Running
from ventuno.store import StoreFault
from ventuno.store.sessions import open_session
from ventuno.store.sqlite import _faults

World = Callable[[Running, Browser], Awaitable[None]]
INSIDE = ("aiohttp", "python", "traceback", "sqlite", "psycopg", "postgres", "argon", "select ", "/src/", ".py")
NUL = "a\x00b"


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(**settings) as running, Browser(running.url) as browser:
            await world(running, browser)

    run(opened())


async def raw(running: Running, data: bytes) -> bytes:
    host, port = running.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    try:
        return await asyncio.wait_for(reader.read(65536), 5)
    finally:
        writer.close()


# -- nothing of the inside ----------------------------------------------------------------------

HOST = b"Host: localhost\r\n"


@pytest.mark.parametrize(
    "said",
    [
        b"nonsense\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n" + HOST + b"\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"Bad Header: x\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"X: a\x00b\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"X: " + b"a" * 40_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"Expect: nonsense\r\n\r\n",
        b"POST /api/demo HTTP/1.1\r\n" + HOST + b"Content-Length: -1\r\n\r\n",
        b"POST /api/demo HTTP/1.1\r\n" + HOST + b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST /api/demo HTTP/1.1\r\n"
        + HOST
        + b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz",
        b"BREW /api/me HTTP/1.1\r\n" + HOST + b"\r\n",
        b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n",
        b"CONNECT a:1 HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /ws HTTP/1.1\r\n" + HOST + b"\r\n",
        b"GET /ws HTTP/1.1\r\n" + HOST + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"Authorization: Bearer \xff\xfe\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\n" + HOST + b"Cookie: ventuno_session=\xff\xfe\r\n\r\n",
        b"GET /api/me HTTP/1.1\r\n\r\n",
    ],
)
def test_whatever_is_sent_is_answered_in_our_words(said: bytes) -> None:
    async def world(running: Running, browser: Browser) -> None:
        back = await raw(running, said)
        head, _, body = back.partition(b"\r\n\r\n")
        assert not any(word in back.decode("latin-1").lower() for word in INSIDE), back[:300]
        assert b" 500 " not in head.split(b"\r\n")[0], back[:300]
        assert b"Server: ventuno" in head
        assert set(msgspec.json.decode(body)) == {"code", "why", "data"}

    in_house(world)


@pytest.mark.parametrize(
    "error",
    [
        StoreFault("store/away", "connection to 10.0.0.7 failed: FATAL: password of postgres", error="secret words"),
        sqlite3.OperationalError("no such table: secret words"),
        RuntimeError("secret words in /src/ventuno/x.py"),
    ],
)
def test_a_fault_of_the_database_says_nothing_of_it(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()

        def broken(*_: Any) -> Any:
            raise error

        monkeypatch.setattr(running.house.workers, "read", broken)
        for method, path in (("GET", "/api/me"), ("GET", "/api/jackpots"), ("POST", "/api/sign-out")):
            status, answer = await browser.ask(method, path)
            assert status in (500, 503)
            assert set(answer) == {"code", "why", "data"}
            told = str(answer).lower()
            assert not any(word in told for word in (*INSIDE, "secret", "10.0.0.7", "fatal")), answer

    in_house(world)


def test_what_the_database_says_goes_no_further_than_its_fault() -> None:
    error = sqlite3.OperationalError("disk image of /home/house/ventuno.db")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    with pytest.raises(StoreFault) as fault, _faults():
        raise error
    assert "/home" not in str(fault.value.refusal)


def test_the_documents_say_no_version_of_the_program() -> None:
    from importlib.metadata import version

    async def world(running: Running, browser: Browser) -> None:
        _, document = await browser.ask("GET", "/api/openapi.json")
        assert document["info"]["version"] != version("ventuno")

    in_house(world)


# -- signs that are none ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    made = new_folder()
    server = Postgres(made / "data")
    yield server.new_database()
    server.close()
    shutil.rmtree(made, ignore_errors=True)


async def boss(running: Running, browser: Browser) -> None:
    def made() -> str:
        name, now_ms = f"boss {running.house.now_ms()}", running.house.now_ms()
        opened = running.ledger.execute(
            OpenAccount(key=name, at_ms=now_ms, name=name, currency="EUR", role="supervisor")
        )
        return open_session(running.ledger, opened.player, now_ms)  # type: ignore[union-attr]

    browser.token = await running.house.workers.read(made)


TEXTS: list[tuple[str, str, Any]] = [
    ("POST", "/api/sign-up", {"name": NUL, "password": "a long enough one"}),
    ("POST", "/api/sign-up", {"name": "anna", "password": "a long enough one", "currency": NUL}),
    ("POST", "/api/sign-up", {"name": "anna", "password": "a long enough \x00"}),
    ("POST", "/api/sign-in", {"name": NUL, "password": "x"}),
    ("POST", "/api/sign-in", {"name": "anna", "password": NUL}),
    ("POST", "/api/password", {"old": NUL, "new": "a long enough one"}),
    ("PUT", "/api/settings", {"settings": {"language": NUL}}),
    ("PUT", "/api/settings", {"settings": {NUL: 1}}),
    ("POST", "/api/cashier/deposit", {"key": "12345678\x00", "amount_minor": 1}),
    ("POST", "/api/supervisor/tables/infinite/pause", {"reason": NUL}),
    ("PUT", "/api/supervisor/players/1/vip-level", {"level": NUL, "reason": "x"}),
    ("GET", "/api/supervisor/players?search=a%00b", None),
    ("GET", "/api/supervisor/players?search=%ed%a0%80", None),
    ("GET", "/api/history?before=%00", None),
]
BAD_PATHS = ("a%00b", "%00", "%7f", "%c2%9f", "%ff", "%ed%a0%80", "a" * 5000, "%0a")


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_sign_that_is_none_is_refused_wherever_text_comes_in(engine: str, request: pytest.FixtureRequest) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await boss(running, browser)
        told = {"Authorization": f"Bearer {browser.token}"}
        for method, path, body in TEXTS:
            status, answer = await browser.ask(method, path, body, **told)
            assert status in (400, 200 if "%ed" in path else 400), (path, body, answer)
            assert status == 200 or answer["code"] in ("body/malformed", "query/malformed"), answer
        for route in ROUTES:
            if "{" not in route.path:
                continue
            for bad in BAD_PATHS:
                path = route.path.format(table=bad, player=bad, code=bad, game=bad)
                status, answer = await browser.ask(route.method, path, {"reason": "x"}, **told)
                assert status in (400, 404, 409, 414), (status, path[:60], answer)
        assert not running.house.ledger.fault

    in_house(world, store=request.getfixturevalue("postgres") if engine == "postgres" else "")


@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
def test_a_sign_that_is_none_is_refused_over_the_websocket(engine: str, request: pytest.FixtureRequest) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()
        opened = await browser.socket()
        assert (await opened.do("Join", "free-chip"))["type"] == "Done"
        for fields in (
            {"command": "Bet", "spot": "1/\x00main", "amount_minor": 1000},
            {"command": "Bet", "spot": "1/main", "amount_minor": 1000, "request": "x\x00y"},
            {"command": "Bet", "spot": "1/main", "amount_minor": 1000, "request": "x\u202ey"},
            {"command": "Bet", "spot": "1/main", "amount_minor": 1000, "request": "x\x7fy"},
            {"command": "Say", "text": "a\x00b"},
            {"command": "Decide", "turn": 1, "position": 1, "line": "\x00", "action": "hit"},
            {"command": "ChooseLimits", "level": "\x00"},
            {"command": "Join", "epoch": "\x00"},
        ):
            command = fields.pop("command")
            answer = await opened.do(str(command), "free-chip", **fields)  # type: ignore[arg-type]
            assert (answer["type"], answer["code"]) == ("Refused", "request/malformed"), fields
        assert (await opened.do("Bet", "free-chip", spot="1/main", amount_minor=1000))["type"] == "Done"
        assert not running.house.ledger.fault

    in_house(world, store=request.getfixturevalue("postgres") if engine == "postgres" else "")
