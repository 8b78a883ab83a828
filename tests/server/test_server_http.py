"""The HTTP API: accounts, cashier, care, history; and what is refused, with the right status and never a traceback."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.client import Client
from ventuno.server.running import Running

World = Callable[[Running, Browser], Awaitable[None]]
PASSWORD = "a long enough one"


def in_house(world: World, kinds: Any = fakes, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(kinds, **settings) as running, Browser(running.url) as browser:
            await world(running, browser)

    run(opened())


# -- accounts -----------------------------------------------------------------------------------


def test_signing_up_in_and_out() -> None:
    async def world(running: Running, browser: Browser) -> None:
        assert (await browser.ask("GET", "/api/me"))[0] == 401
        signed = await browser.sign_up("anna")
        status, me = await browser.ask("GET", "/api/me")
        assert (status, me["name"], me["player"], me["wallet_minor"]) == (200, "anna", signed["player"], 0)
        assert (await browser.ask("POST", "/api/sign-out"))[0] == 200
        assert (await browser.ask("GET", "/api/me"))[0] == 401
        status, answer = await browser.ask("POST", "/api/sign-in", {"name": "anna", "password": "not that one"})
        assert (status, answer["code"]) == (401, "account/wrong_password")
        status, same = await browser.ask("POST", "/api/sign-in", {"name": "nobody", "password": "not that one"})
        assert (status, same["why"]) == (401, answer["why"])
        status, again = await browser.ask("POST", "/api/sign-in", {"name": "anna", "password": PASSWORD})
        assert (status, again["player"]) == (200, signed["player"])

    in_house(world)


def test_names_are_taken_once_and_passwords_are_good() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        for body, status in (
            ({"name": "anna", "password": PASSWORD}, 409),
            ({"name": "berta", "password": "short"}, 400),
            ({"name": "x", "password": PASSWORD}, 400),
            ({"name": "<script>", "password": PASSWORD}, 400),
            ({"name": "berta", "password": PASSWORD, "currency": "PLAY"}, 409),
            ({"name": "berta", "password": PASSWORD, "role": "supervisor"}, 400),
        ):
            assert (await browser.ask("POST", "/api/sign-up", body))[0] == status, body

    in_house(world)


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites() -> None:
    async def world(running: Running, browser: Browser) -> None:
        headers = {"Content-Type": "application/json"}
        async with browser.session.post(running.url + "/api/demo", data=b"{}", headers=headers) as answer:
            (cookie,) = answer.headers.getall("Set-Cookie")
        assert all(word in cookie for word in ("HttpOnly", "SameSite=Strict", "Secure", "Path=/"))

    async def secure() -> None:
        async with open_house(fakes, secure=True) as running:
            url = running.url.replace("https", "http")
            running.url = url
            async with Browser(url) as browser:
                await world(running, browser)

    run(secure())


def test_a_changed_password_ends_every_session() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        opened = await browser.socket()
        new = {"old": PASSWORD, "new": "quite another one"}
        assert (await browser.ask("POST", "/api/password", {**new, "old": "wrong"}))[0] == 401
        assert (await browser.ask("POST", "/api/password", new))[0] == 200
        await opened.over()
        assert opened.heard[-1]["code"] == "session/over"
        assert (await browser.ask("GET", "/api/me"))[0] == 401
        assert (await browser.ask("POST", "/api/sign-in", {"name": "anna", "password": new["new"]}))[0] == 200

    in_house(world)


def test_settings_are_applied_together_and_loaded_anywhere() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        wanted = {"language": "en", "volume": 40, "bet_behind": False}
        status, now = await browser.ask("PUT", "/api/settings", {"settings": wanted})
        assert (status, now["settings"]) == (200, wanted)
        assert (await browser.ask("GET", "/api/settings"))[1]["settings"] == wanted
        for bad in ({"muted_until_ms": 0}, {"Bad Name": 1}, {"x": [1]}, {"x": None}):
            assert (await browser.ask("PUT", "/api/settings", {"settings": bad}))[0] in (400, 403), bad
        opened = await browser.socket()
        assert (await opened.until(lambda message: True))["settings"] == wanted

    in_house(world)


# -- who may ask from where ---------------------------------------------------------------------


def test_another_sites_page_cannot_act_with_my_cookie() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        body = {"key": "12345678", "amount_minor": 100}
        for headers, status in (
            ({"Origin": "https://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": running.url + ".evil.example"}, 403),
            ({"Content-Type": "text/plain"}, 415),
            ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ):
            assert (await browser.ask("POST", "/api/cashier/deposit", body, **headers))[0] == status, headers
        told = {"Content-Type": "application/json"}  # a cookie, and no word of where from
        data = msgspec.json.encode(body)
        async with browser.session.post(running.url + "/api/cashier/deposit", data=data, headers=told) as answer:
            assert answer.status == 403
        assert (await browser.ask("GET", "/api/me"))[1]["wallet_minor"] == 0

    in_house(world)


def test_every_answer_has_the_headers_that_keep_a_page_safe() -> None:
    async def world(running: Running, browser: Browser) -> None:
        for path in ("/", "/api/lobby", "/api/me", "/nowhere", "/metrics"):
            async with browser.session.get(running.url + path) as answer:
                assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
                assert "unsafe-eval" not in answer.headers["Content-Security-Policy"]
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                assert answer.headers["X-Frame-Options"] == "DENY"

    in_house(world)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/nothing", None, 404),
        ("DELETE", "/api/me", None, 405),
        ("GET", "/api/history?most=0", None, 400),
        ("GET", "/api/history?before=x", None, 400),
        ("GET", "/api/history?nonsense=1", None, 400),
        ("GET", "/api/rounds/NOSUCH", None, 404),
        ("GET", "/api/games/nothing/rules", None, 404),
        ("GET", "/api/tables/nothing/rules", None, 404),
        ("GET", "/api/tables/one/values", None, 409),
        ("POST", "/api/cashier/deposit", {"key": "12345678", "amount_minor": 0}, 400),
        ("POST", "/api/cashier/deposit", {"key": "12345678", "amount_minor": 1.5}, 400),
        ("POST", "/api/cashier/deposit", {"key": "short", "amount_minor": 1}, 400),
        ("POST", "/api/cashier/withdraw", {"key": "12345678", "amount_minor": 1}, 409),
        ("POST", "/api/care/time-out", {"until_ms": 1}, 409),
        ("PUT", "/api/care/limit", {"kind": "fun", "period": "day", "amount": 1}, 400),
        ("GET", "/api/supervisor/tables", None, 403),
        ("POST", "/api/supervisor/tables/one/pause", {"reason": "x"}, 403),
        ("GET", "/api/supervisor/audit", None, 403),
        ("GET", "/api/supervisor/players", None, 403),
        ("POST", "/api/supervisor/drain", {"reason": "x"}, 403),
    ],
)
def test_what_is_refused_says_so_as_json(method: str, path: str, body: Any, status: int) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        got, answer = await browser.ask(method, path, body)
        assert got == status
        assert set(answer) == {"code", "why", "data"}
        assert "/" in answer["code"]
        assert "Traceback" not in answer["why"]

    in_house(world)


def test_bodies_that_are_too_big_or_no_json_are_refused() -> None:
    async def world(running: Running, browser: Browser) -> None:
        told = {"Content-Type": "application/json", "Origin": running.url}
        for data, status in ((b"x" * 70_000, 413), (b"{", 400), (b"\xff", 400), (b"[]", 400), (b"null", 400)):
            async with browser.session.post(running.url + "/api/sign-in", data=data, headers=told) as answer:
                assert answer.status == status, data[:10]
                assert set(await answer.json()) == {"code", "why", "data"}

    in_house(world)


def test_a_fault_of_the_program_is_a_500_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    async def world(running: Running, browser: Browser) -> None:
        monkeypatch.setattr(running.house.lobby, "tables", lambda: 1 / 0)
        status, answer = await browser.ask("GET", "/api/lobby")
        assert (status, answer["code"]) == (500, "internal/fault")
        assert "ZeroDivision" not in str(answer)

    in_house(world)


# -- money and care (A8, A9) --------------------------------------------------------------------


def test_a8_money_comes_in_once_a_key_and_goes_out() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        opened = await browser.socket()
        await opened.until(lambda message: message["type"] == "Balance")
        body = {"key": "deposit-1", "amount_minor": 5000}
        for _ in range(2):
            status, moved = await browser.ask("POST", "/api/cashier/deposit", body)
            assert (status, moved) == (200, {"amount_minor": 5000, "wallet_minor": 5000})
        await opened.until(lambda message: message["type"] == "Balance" and message["wallet_minor"] == 5000)
        assert (await browser.ask("POST", "/api/cashier/deposit", {**body, "amount_minor": 1}))[0] == 409
        status, moved = await browser.ask("POST", "/api/cashier/withdraw", {"key": "out-00001", "amount_minor": 2000})
        assert (status, moved["wallet_minor"]) == (200, 3000)
        await opened.until(lambda message: message["type"] == "Balance" and message["wallet_minor"] == 3000)

    in_house(world)


def test_a9_limits_bind_at_once_and_loosen_later() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        limit = {"kind": "deposit", "period": "day", "amount": 1000}
        status, first = await browser.ask("PUT", "/api/care/limit", limit)
        assert status == 200
        status, refused = await browser.ask("POST", "/api/cashier/deposit", {"key": "12345678", "amount_minor": 1001})
        assert (status, refused["code"]) == (409, "limit/deposit")
        _, later = await browser.ask("PUT", "/api/care/limit", {**limit, "amount": 5000})
        assert later["effective_ms"] > first["effective_ms"] + 86_400_000
        (shown,) = (await browser.ask("GET", "/api/care"))[1]["limits"]
        assert (shown["amount"], shown["next_amount"]) == (1000, 5000)

    in_house(world)


@pytest.mark.parametrize(("path", "code"), [("time-out", "limit/timed_out"), ("self-exclusion", "limit/self_excluded")])
def test_a9_a_time_out_and_an_exclusion_end_play_at_once(path: str, code: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        opened = await browser.socket()
        await opened.do("Join", "one")
        until = running.house.now_ms() + 3 * 86_400_000
        assert (await browser.ask("POST", f"/api/care/{path}", {"until_ms": until}))[0] == 200
        left = await opened.until(lambda message: message["type"] == "Left")
        assert left["code"] == code
        assert (await opened.do("Join", "one"))["code"] == code

    in_house(world)


def test_a9_the_reality_check_is_said_once_and_confirmed() -> None:
    async def world(running: Running, browser: Browser) -> None:
        me = await browser.sign_up("anna")
        opened = await browser.socket()
        await opened.until(lambda message: message["type"] == "Balance")
        assert (await browser.ask("PUT", "/api/care/reality-check", {"every_ms": 60_000}))[0] == 200
        people = running.house.people
        account = people.accounts[me["player"]]
        await people.check_reality()
        account.care = msgspec.structs.replace(account.care, reality_seen_ms=running.house.now_ms() - 60_001)
        for _ in range(3):
            await people.check_reality()
        await opened.until(lambda message: message["type"] == "Notice")
        await asyncio.sleep(0.05)
        (notice,) = opened.of("Notice")
        assert (notice["code"], notice["data"]) == ("limit/reality_check", {"played_ms": 0, "net_minor": 0})
        assert (await browser.ask("POST", "/api/care/reality-check/seen"))[0] == 200
        await people.check_reality()
        assert not account.checked

    in_house(world)


# -- rules, documents, health -------------------------------------------------------------------


def test_a11_rules_come_from_the_variant_in_both_languages() -> None:
    async def world(running: Running, browser: Browser) -> None:
        titles = {}
        for language in ("it", "en"):
            status, page = await browser.ask("GET", f"/api/games/infinite/rules?language={language}")
            assert (status, page["language"]) == (200, language)
            titles[language] = [section["heading"] for section in page["sections"]]
        assert titles["it"] != titles["en"]
        assert (await browser.ask("GET", "/api/tables/one/rules"))[0] == 200

    in_house(world)


def test_the_documents_describe_every_route_and_message() -> None:
    async def world(running: Running, browser: Browser) -> None:
        _, document = await browser.ask("GET", "/api/openapi.json")
        assert document["openapi"] == "3.1.0"
        assert {"/api/sign-in", "/api/history", "/api/rounds/{code}", "/metrics"} <= document["paths"].keys()
        refs = msgspec.json.encode(document).decode().split('"#/components/schemas/')[1:]
        assert {ref.partition('"')[0] for ref in refs} <= document["components"]["schemas"].keys()
        names = [act["operationId"] for path in document["paths"].values() for act in path.values()]
        assert len(names) == len(set(names))
        assert "Request" in (await browser.ask("GET", "/api/protocol.json"))[1]["$defs"]

    in_house(world)


def test_health_and_metrics() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()
        await browser.socket()
        assert (await browser.ask("GET", "/health/live"))[1]["ok"]
        assert (await browser.ask("GET", "/health/ready"))[0] == 200
        _, text = await browser.ask("GET", "/metrics")
        assert b"ventuno_connections 1\n" in text
        assert b'ventuno_table_phase{table="one",phase="waiting"} 1.0' in text
        for line in text.decode().splitlines():
            assert line.startswith("# ") or float(line.rpartition(" ")[2]) >= 0
        running.house.floor.drain()
        assert (await browser.ask("GET", "/health/ready"))[0] == 503

    in_house(world)


def test_a_client_that_is_not_built_says_how() -> None:
    async def world(running: Running, browser: Browser) -> None:
        status, page = await browser.ask("GET", "/")
        assert status == 200
        assert b"make web" in page

    in_house(world)


# -- what was played ----------------------------------------------------------------------------


def test_a6_history_is_endless_and_a_round_is_shown_to_who_took_part() -> None:
    async def world(running: Running, browser: Browser) -> None:
        async with Client(running.url) as house, Client(running.url) as other:
            await house.demo()
            await other.demo()
            table = await house.join("free-chip")
            for _ in range(5):
                await table.bet("1/main", 1000)
                await table.deal()
                async for turn in table.turns():
                    await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            running.house.participations.keep()
            codes, before = [], None
            while True:
                page = await house.desk.history(before, most=2)
                codes += [played.code for played in page.rounds]
                if (before := page.before) is None:
                    break
            assert len(codes) == 5 == len(set(codes))
            story = await house.desk.round(codes[0])
            assert story.participation_id.startswith("P")
            assert story.session_id.startswith("S")
            assert not any(event["type"].startswith("table/") for event in story.events)
            headers = {"Authorization": f"Bearer {other.desk.token}"}
            async with browser.session.get(f"{running.url}/api/rounds/{codes[0]}", headers=headers) as answer:
                assert answer.status == 404
            headers = {"Authorization": f"Bearer {house.desk.token}"}
            async with browser.session.get(f"{running.url}/api/history/export?format=csv", headers=headers) as answer:
                assert len((await answer.text()).splitlines()) == 6

    in_house(world, kinds=None)
