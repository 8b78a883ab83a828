"""The house against somebody who means it harm: sessions, rights, other people's rounds, origins, floods of nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import msgspec
import pytest

from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from ventuno.bank import OpenAccount
from ventuno.bank.rules import DAY_MS
from ventuno.client import Client
from ventuno.server.http.app import ROUTES
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running
from ventuno.store.auditing import audit
from ventuno.store.history import head
from ventuno.store.sessions import open_session, revoke_all_sessions

World = Callable[[Running, Browser], Awaitable[None]]
PASSWORD = "a long enough one"
BECAUSE = {"reason": "a test"}


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(**settings) as running, Browser(running.url) as browser:
            await world(running, browser)

    run(opened())


async def staff(running: Running, role: str) -> str:
    """A session of the house's own people."""

    def make() -> str:
        now_ms = running.house.now_ms()
        opened = running.ledger.execute(
            OpenAccount(key=f"staff/{role}", at_ms=now_ms, name=role, currency="EUR", role=role)  # type: ignore[arg-type]
        )
        return open_session(running.ledger, opened.player, now_ms)  # type: ignore[union-attr]

    return await running.house.workers.read(make)


async def ask(url: str, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    """Without cookies; all headers are said."""
    data = None if body is None else msgspec.json.encode(body)
    told = {"Content-Type": "application/json", **headers}
    async with (
        aiohttp.ClientSession() as session,
        session.request(method, url + path, data=data, headers=told) as answer,
    ):
        content = await answer.read()
        return answer.status, msgspec.json.decode(content) if answer.content_type == "application/json" else content


async def play(house: Client) -> str:
    table = await house.join("free-chip")
    await table.bets_open()
    await table.bet("1/main", 1000)
    await table.deal()
    async for turn in table.turns():
        await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
    return table.view.code


# -- sessions -----------------------------------------------------------------------------------


def test_a_session_that_somebody_planted_is_not_taken_over() -> None:
    async def world(running: Running, browser: Browser) -> None:
        planted = "x" * 43
        cookie = {"Cookie": f"ventuno_session={planted}", "Origin": running.url}
        body = {"name": "anna", "password": PASSWORD}
        status, signed = await ask(running.url, "POST", "/api/sign-up", body, **cookie)
        assert status == 200
        assert signed["token"] != planted
        assert (await ask(running.url, "GET", "/api/me", Cookie=f"ventuno_session={planted}"))[0] == 401
        again = (await ask(running.url, "POST", "/api/sign-in", body))[1]["token"]
        assert again != signed["token"]

    in_house(world)


@pytest.mark.parametrize("how", ["revoked elsewhere", "expired"])
def test_a_session_that_is_over_takes_its_connections_along(how: str) -> None:
    async def world() -> None:
        clock = Shifted()
        async with open_house(clock=clock) as running, Browser(running.url) as browser, Browser(running.url) as other:
            me = await browser.sign_up("anna")
            opened = await browser.socket()
            if how == "expired":
                clock.ahead_ms = 31 * DAY_MS
            await other.sign_up("berta")
            kept = await other.socket()
            if how == "revoked elsewhere":
                await running.house.workers.read(
                    revoke_all_sessions, running.ledger, me["player"], running.house.now_ms()
                )
            await running.house.sweeper.rounds.sessions()
            assert await opened.over() == 1008
            assert opened.heard[-1]["code"] == "session/over"
            assert (await kept.do("Join", "infinite"))["type"] == "Done"

    run(world())


def test_no_password_and_no_token_is_ever_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "open sesame 4711"

    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna", secret)
        opened = await browser.socket()
        await opened.do("Join", "infinite")
        for body in (
            {"name": "anna", "password": secret},
            {"name": "anna", "password": secret + "!"},
            {"password": secret},
        ):
            await browser.ask("POST", "/api/sign-in", body)
        await browser.ask("POST", "/api/password", {"old": secret, "new": secret})
        await browser.ask("POST", "/api/sign-in", [secret])
        _, answer = await browser.ask("POST", "/api/sign-in", {"name": 1, "password": [secret]})
        assert secret not in str(answer)
        assert secret not in caplog.text
        assert browser.token not in caplog.text
        with running.ledger.reading() as engine:
            receipts = b"".join(bytes(row[0]) for row in engine.rows("SELECT receipt FROM journal"))
        assert secret.encode() not in receipts

    in_house(world)


# -- rights -------------------------------------------------------------------------------------


def test_what_a_role_may_not_do_is_refused_on_every_route() -> None:
    """Each route is tried by everybody below what it needs; nothing changes."""

    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        tokens = {"player": browser.token, "operator": await staff(running, "operator")}
        before, tried = head(running.ledger), 0
        for route in ROUTES:
            path = route.path.format(table="infinite", player="1", code="X", game="infinite")
            lower = {"operator": ["player"], "supervisor": ["player", "operator"]}.get(route.needs, [])
            for role in lower:
                status, answer = await ask(
                    running.url, route.method, path, BECAUSE, Authorization=f"Bearer {tokens[role]}"
                )
                assert (status, answer["code"]) == (403, "account/not_allowed"), (role, route.path)
                tried += 1
            if route.needs != "nobody":
                assert (await ask(running.url, route.method, path, BECAUSE))[0] == 401, route.path
        assert tried > 20
        assert head(running.ledger) == before

    in_house(world)


def test_who_did_it_is_taken_from_the_session_and_from_nowhere_else() -> None:
    async def world(running: Running, browser: Browser) -> None:
        boss = await staff(running, "supervisor")
        me = await browser.sign_up("anna")
        told = {"Authorization": f"Bearer {boss}"}
        path = "/api/supervisor/tables/infinite/pause"
        assert (await ask(running.url, "POST", path, {**BECAUSE, "by": me["player"]}, **told))[0] == 400
        assert (await ask(running.url, "POST", path, BECAUSE, **told))[0] == 200
        _, log = await ask(running.url, "GET", "/api/supervisor/audit", **told)
        assert log["acts"][0]["name"] == "supervisor"
        opened = await browser.socket()
        await opened.send({"type": "Join", "by": 1, "player": 1}, "infinite")
        assert (await opened.until(lambda said: said["type"] == "Refused"))["code"] == "request/malformed"

    in_house(world)


def test_nobody_of_the_house_does_themselves_a_favour() -> None:
    async def world(running: Running, browser: Browser) -> None:
        boss = await staff(running, "supervisor")
        told = {"Authorization": f"Bearer {boss}"}
        _, me = await ask(running.url, "GET", "/api/me", **told)
        mine = f"/api/supervisor/players/{me['player']}"
        chips = {"key": "grant-001", "value_minor": 500, "count": 2, "expires_ms": 2**50, **BECAUSE}
        before = head(running.ledger)
        assert (await ask(running.url, "POST", f"{mine}/golden-chips", chips, **told))[0] == 403
        assert (await ask(running.url, "PUT", f"{mine}/vip-level", {"level": "gold", **BECAUSE}, **told))[0] == 403
        more = {"key": "correct-1", "returned": {str(me["player"]): 10_000}, **BECAUSE}
        assert (await ask(running.url, "POST", "/api/supervisor/rounds/X/resettle", more, **told))[0] == 403
        assert head(running.ledger) == before

    in_house(world)


@pytest.mark.parametrize("name", ["Supervisor", "SUPERVISOR", "ｓupervisor", "super visor", "supervisor."])
def test_no_player_has_a_name_like_the_supervisors(name: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await staff(running, "supervisor")
        status, answer = await browser.ask("POST", "/api/sign-up", {"name": name, "password": PASSWORD})
        assert (status, answer["code"]) == (409, "account/name_taken")

    in_house(world)


@pytest.mark.parametrize("name", ["anna\n", "an\0na", "an\u202ena", " anna", "anna\r\nSet-Cookie: x=y"])
def test_names_hold_nothing_that_cannot_be_seen(name: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        assert (await browser.ask("POST", "/api/sign-up", {"name": name, "password": PASSWORD}))[0] in (400, 409)

    in_house(world)


# -- other people's things ----------------------------------------------------------------------


def test_a_round_is_its_players_in_every_form() -> None:
    async def world(running: Running, browser: Browser) -> None:
        async with Client(running.url) as house, Client(running.url) as other:
            await house.demo()
            await other.demo()
            code = await play(house)
            for form in ("", "/replay", "/values", "/export?format=json", "/export?format=csv"):
                path = f"/api/rounds/{code}{form}"
                mine = await ask(running.url, "GET", path, Authorization=f"Bearer {house.desk.token}")
                theirs = await ask(running.url, "GET", path, Authorization=f"Bearer {other.desk.token}")
                assert (mine[0], theirs[0], theirs[1]["code"]) == (200, 404, "round/unknown"), form
            _, nothing = await ask(running.url, "GET", "/api/history", Authorization=f"Bearer {other.desk.token}")
            assert nothing["rounds"] == []

    in_house(world)


# -- money --------------------------------------------------------------------------------------


def test_play_money_does_not_leave_the_house() -> None:
    async def world(running: Running, browser: Browser) -> None:
        asked: list[Any] = []

        class Bank:
            """A provider of real money that would pay anybody."""

            def __getattr__(self, name: str) -> Any:
                return lambda *words: asked.append((name, words))

        running.house.cash.provider = Bank()  # type: ignore[assignment]
        await browser.demo()
        _, before = await browser.ask("GET", "/api/me")
        body = {"key": "12345678", "amount_minor": 100}
        status, answer = await browser.ask("POST", "/api/cashier/withdraw", body)
        assert (status, answer["code"]) == (409, "cashier/play_money")
        assert (await browser.ask("POST", "/api/cashier/deposit", body))[0] == 200
        _, now = await browser.ask("GET", "/api/me")
        assert now["wallet_minor"] == before["wallet_minor"] + 100
        assert asked == []

    in_house(world)


def test_amounts_that_are_no_amounts_move_nothing() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        assert (await browser.ask("POST", "/api/cashier/deposit", {"key": "12345678", "amount_minor": 10_000}))[
            0
        ] == 200
        before = head(running.ledger)
        for amount in (-1, 0, 10**10 + 1, 2**63, 2**64, 10**30, 1.5, "1", None, True, [1]):
            for what in ("deposit", "withdraw"):
                status, _ = await browser.ask("POST", f"/api/cashier/{what}", {"key": "k" * 8, "amount_minor": amount})
                assert status == 400, (what, amount)
        opened = await browser.socket()
        await opened.do("Join", "infinite")
        for amount in (-1000, 10**11, 2**64, 1.5, "1000"):
            assert (await opened.do("Bet", "infinite", spot="1/main", amount_minor=amount))["type"] == "Refused"
        assert audit(running.ledger).clean
        assert (await browser.ask("GET", "/api/me"))[1]["wallet_minor"] == 10_000
        assert head(running.ledger).number - before.number <= 1  # the window of the table

    in_house(world)


def test_money_beyond_all_bounds_is_refused_before_it_overflows() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        statuses = set()
        for number in range(250):
            body = {"key": f"deposit-{number}", "amount_minor": 10**10}
            status, answer = await browser.ask("POST", "/api/cashier/deposit", body)
            statuses.add(status)
            if status != 200:
                assert answer["code"].startswith(("ledger/", "limit/", "cashier/"))
                break
        assert 500 not in statuses
        assert audit(running.ledger).clean

    in_house(world, limits=EdgeLimits(writes_burst=1000))


# -- the wire -----------------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1", "", "javascript:1"])
def test_a_foreign_page_gets_no_websocket(origin: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.socket(Origin=origin)
        assert refused.value.status == 403
        status, answer = await browser.ask("POST", "/api/sign-out", Origin=origin)
        assert (status, answer["code"]) == (403, "request/origin")

    in_house(world)


def test_a_program_without_an_origin_comes_in_with_its_token_only() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()
        async with aiohttp.ClientSession() as session:
            headers = {"Authorization": f"Bearer {browser.token}"}
            async with session.ws_connect(running.url + "/ws", headers=headers) as opened:
                assert (await opened.receive_json())["type"] == "Welcome"
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(running.url + "/ws")
            assert refused.value.status == 401

    in_house(world)


def test_a_page_without_tls_is_foreign_to_a_house_with_it() -> None:
    from ventuno.server.doors import Doors

    async def world() -> None:
        doors = Doors(lambda: 0.0, secure=True)
        assert doors.knows("https://play.example", "play.example")
        assert not doors.knows("http://play.example", "play.example")

    run(world())


@pytest.mark.parametrize("data", [b"[" * 60_000, b'{"name":' * 7_000, b'{"a":' * 500 + b"1" + b"}" * 500])
def test_nesting_without_end_is_a_bad_request(data: bytes, caplog: pytest.LogCaptureFixture) -> None:
    async def world(running: Running, browser: Browser) -> None:
        told = {"Content-Type": "application/json", "Origin": running.url}
        async with browser.session.post(running.url + "/api/sign-in", data=data, headers=told) as answer:
            assert answer.status == 400
            assert (await answer.json())["code"] == "body/malformed"
        assert not [record for record in caplog.records if record.exc_info]

    in_house(world)


async def raw(running: Running, data: bytes, timeout_s: float = 5) -> bytes:
    host, port = running.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(data)
    try:
        return await asyncio.wait_for(reader.read(65536), timeout_s)
    finally:
        writer.close()


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "//etc/passwd",
        "/assets/..\\..\\secret.txt",
        "/link.txt",
        "/%00",
    ],
)
def test_no_path_leads_out_of_the_clients_folder(path: str) -> None:
    folder = new_folder()
    (folder / "dist" / "assets").mkdir(parents=True)
    (folder / "dist" / "index.html").write_text("the client")
    (folder / "secret.txt").write_text("root: the secret")
    (folder / "dist" / "link.txt").symlink_to(folder / "secret.txt")

    async def world() -> None:
        async with open_house(web=str(folder / "dist")) as running:
            said = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
            back = await raw(running, said)
            assert b"secret" not in back
            assert b"root:" not in back

    try:
        run(world())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("header", ["X: a\r\nSet-Cookie: stolen=1", "Host: localhost\r\n\r\nGET /api/me HTTP/1.1"])
def test_what_is_asked_never_becomes_a_header_of_the_answer(header: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        path = "/api/rounds/%0d%0aSet-Cookie:%20stolen=1/export"
        said = f"GET {path} HTTP/1.1\r\n{header}\r\nHost: localhost\r\n\r\n".encode()
        assert b"\r\nSet-Cookie: stolen" not in await raw(running, said)

    in_house(world)


@pytest.mark.parametrize("data", [b"", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
def test_a_connection_that_never_comes_to_the_point_is_ended(data: bytes) -> None:
    async def world(running: Running, browser: Browser) -> None:
        with contextlib.suppress(ConnectionResetError):
            assert await raw(running, data, timeout_s=3) == b""
        await browser.demo()  # who asks something is heard, also later
        opened = await browser.socket()
        await asyncio.sleep(0.4)
        assert (await opened.do("Join", "infinite"))["type"] == "Done"
        assert (await browser.ask("GET", "/api/me"))[0] == 200

    in_house(world, limits=EdgeLimits(head_s=0.2))


def test_what_the_house_takes_in_is_told_to_its_own_people_only() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()
        assert (await ask(running.url, "GET", "/metrics"))[0] == 200  # on this machine
        away = {"X-Forwarded-For": "9.9.9.9"}
        assert (await ask(running.url, "GET", "/metrics", **away))[0] == 401
        assert (await ask(running.url, "GET", "/metrics", **away, Authorization=f"Bearer {browser.token}"))[0] == 403
        boss = await staff(running, "operator")
        assert (await ask(running.url, "GET", "/metrics", **away, Authorization=f"Bearer {boss}"))[0] == 200

    in_house(world)


@pytest.mark.usefixtures("slow_hashes")
def test_trying_passwords_keeps_nobody_from_playing() -> None:
    """However many try at once, readers are left for everybody else."""

    async def world(running: Running, browser: Browser) -> None:
        async with Client(running.url) as house:
            await house.demo()
            guesses = [
                asyncio.create_task(ask(running.url, "POST", "/api/sign-in", {"name": f"n{n}", "password": "guess"}))
                for n in range(12)
            ]
            await asyncio.sleep(0.05)
            await play(house)
            await asyncio.gather(*guesses)
            assert all(guess.result()[0] == 401 for guess in guesses)

    in_house(world)
