"""The second factor of the house's people, from enrolling to losing it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import io
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from tests.server.test_house_hostile import play
from tests.server.test_staff import BECAUSE, PASSWORD, comes_in
from ventuno.bank import totp
from ventuno.bank.commands import SetFactor
from ventuno.cli import main
from ventuno.client import Client
from ventuno.server.doors import Doors
from ventuno.server.running import Running
from ventuno.store.auditing import audit
from ventuno.store.history import person_named

World = Callable[[Running, Browser, Shifted], Awaitable[None]]
SIGN_IN = {"name": "bruno", "password": PASSWORD}


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        clock = Shifted()
        async with open_house(clock=clock, **settings) as running, Browser(running.url) as browser:
            await world(running, browser, clock)

    run(opened())


def code_now(running: Running, secret: bytes) -> str:
    return totp.code_at(secret, totp.step_at(running.house.now_ms()))


async def enrol(running: Running, browser: Browser) -> tuple[bytes, list[str]]:
    status, offer = await browser.ask("POST", "/api/factor", {"password": PASSWORD})
    assert status == 200, offer
    secret = base64.b32decode(offer["secret"])
    body = {"offer": offer["offer"], "code": code_now(running, secret)}
    status, enrolled = await browser.ask("POST", "/api/factor/confirm", body)
    assert status == 200, enrolled
    return secret, enrolled["recovery"]


async def signs_in(browser: Browser, **more: str) -> tuple[int, str]:
    status, answer = await browser.ask("POST", "/api/sign-in", {**SIGN_IN, **more})
    return status, answer.get("code", "")


def test_once_enrolled_nobody_comes_in_without_a_code() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        assert (await signs_in(browser))[0] == 200
        secret, codes = await enrol(running, browser)
        assert len(set(codes)) == 10
        assert (await browser.ask("GET", "/api/me"))[1]["second_factor"] is True
        async with Browser(running.url) as other:
            assert await signs_in(other) == (401, "account/code_needed")
            assert await signs_in(other, code="000000") == (401, "account/wrong_code")
            assert await signs_in(other, password="wrong", code="000000") == (401, "account/wrong_password")
            clock.ahead_ms += totp.STEP_MS
            assert (await signs_in(other, code=code_now(running, secret)))[0] == 200
        assert audit(running.ledger).clean

    in_house(world)


def test_a_code_opens_the_door_once_also_to_two_at_the_same_time() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        secret, _ = await enrol(running, browser)
        first = code_now(running, secret)
        assert await signs_in(browser, code=first) == (401, "account/wrong_code")  # it was taken to enrol
        clock.ahead_ms += totp.STEP_MS
        code = code_now(running, secret)
        got = await asyncio.gather(*(signs_in(browser, code=code) for _ in range(3)))
        assert sorted(status for status, _ in got) == [200, 401, 401]

    in_house(world)


def test_codes_cannot_be_tried_one_after_the_other() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        await enrol(running, browser)
        async with Browser(running.url) as thief:
            said = [(await signs_in(thief, code=f"{number:06}"))[1] for number in range(8)]
            assert said == ["account/wrong_code"] * 5 + ["rate/too_many_codes"] * 3

    in_house(world)


def test_a_recovery_code_is_good_once_and_is_in_the_log() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        _, codes = await enrol(running, browser)
        typed = codes[0].lower().replace("-", " ")
        assert (await signs_in(browser, code=typed))[0] == 200
        assert await signs_in(browser, code=codes[0]) == (401, "account/wrong_code")
        assert (await signs_in(browser, code=codes[1]))[0] == 200
        _, log = await browser.ask("GET", "/api/supervisor/audit")
        whats = [(act["what"], act["details"]) for act in log["acts"][:3]]
        assert whats == [
            ("use recovery code", {"left": 8}),
            ("use recovery code", {"left": 9}),
            ("enrol second factor", {}),
        ]

    in_house(world)


def test_enrolling_takes_the_password_an_offer_of_ours_and_a_code() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "operator")
        assert (await browser.ask("POST", "/api/factor", {"password": "wrong"}))[0] == 401
        _, offer = await browser.ask("POST", "/api/factor", {"password": PASSWORD})
        secret = base64.b32decode(offer["secret"])
        good = code_now(running, secret)
        for body, code in (
            ({"offer": "", "code": good}, "factor/no_offer"),
            ({"offer": "A" * 80, "code": good}, "factor/no_offer"),
            ({"offer": offer["offer"], "code": "000000"}, "account/wrong_code"),
        ):
            assert (await browser.ask("POST", "/api/factor/confirm", body))[1]["code"] == code
        clock.ahead_ms += 16 * 60_000
        late = {"offer": offer["offer"], "code": code_now(running, secret)}
        assert (await browser.ask("POST", "/api/factor/confirm", late))[1]["code"] == "factor/no_offer"
        async with Browser(running.url) as player:
            await player.sign_up("anna")
            assert (await player.ask("POST", "/api/factor", {"password": PASSWORD}))[0] == 403
        await enrol(running, browser)
        assert (await browser.ask("POST", "/api/factor", {"password": PASSWORD}))[1]["code"] == "factor/there"

    in_house(world)


def test_an_offer_is_for_one_person() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "operator")
        _, offer = await browser.ask("POST", "/api/factor", {"password": PASSWORD})
        async with Browser(running.url) as other:
            await comes_in(running, other, "carla", "operator")
            body = {"offer": offer["offer"], "code": code_now(running, base64.b32decode(offer["secret"]))}
            assert (await other.ask("POST", "/api/factor/confirm", body))[1]["code"] == "factor/no_offer"

    in_house(world)


def test_enrolling_ends_every_other_session() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        async with Browser(running.url) as other:
            assert (await signs_in(other))[0] == 200
            opened, mine = await other.socket(), await browser.socket()
            await enrol(running, browser)
            assert await opened.over() == 1008
            assert (await other.ask("GET", "/api/me"))[0] == 401
            assert (await browser.ask("GET", "/api/me"))[0] == 200
            assert (await mine.do("WatchLobby"))["type"] == "Done"

    in_house(world)


def test_another_supervisor_resets_it_and_nobody_their_own() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        me = await comes_in(running, browser, "bruno", "supervisor")
        await enrol(running, browser)
        path = f"/api/supervisor/players/{me}/factor/reset"
        assert (await browser.ask("POST", path, BECAUSE))[0] == 403
        async with Browser(running.url) as operator, Browser(running.url) as other:
            await comes_in(running, operator, "oscar", "operator")
            assert (await operator.ask("POST", path, BECAUSE))[0] == 403
            await comes_in(running, other, "carla", "supervisor")
            assert (await other.ask("GET", f"/api/supervisor/players/{me}"))[1]["second_factor"] is True
            assert (await other.ask("POST", path, BECAUSE))[0] == 200
            assert (await other.ask("POST", path, BECAUSE))[1]["code"] == "factor/none"
            _, log = await other.ask("GET", "/api/supervisor/audit")
            assert (log["acts"][0]["what"], log["acts"][0]["name"]) == ("reset second factor", "carla")
        assert (await browser.ask("GET", "/api/me"))[0] == 401
        del browser.session.headers["Authorization"]
        assert (await signs_in(browser))[0] == 200

    in_house(world)


def test_where_it_is_required_staff_do_nothing_before_they_have_one() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        status, answer = await browser.ask("GET", "/api/supervisor/tables")
        assert (status, answer["code"]) == (403, "account/factor_needed")
        me = (await browser.ask("GET", "/api/me"))[1]
        assert me["needs_second_factor"] is True
        async with Client(running.url) as house:
            await house.demo()
            code = await play(house)
        paths = [f"/api/rounds/{code}{form}" for form in ("", "/replay", "/export")]
        assert [(await browser.ask("GET", path))[0] for path in paths] == [404] * 3
        await enrol(running, browser)
        assert [(await browser.ask("GET", path))[0] for path in paths] == [200] * 3
        assert (await browser.ask("GET", "/api/supervisor/tables"))[0] == 200
        async with Browser(running.url) as player:
            await player.sign_up("anna")
            assert "needs_second_factor" not in (await player.ask("GET", "/api/me"))[1]

    in_house(world, staff_second_factor="required")


@pytest.mark.parametrize("real", [True, False])
def test_it_is_required_by_itself_where_money_is_real(real: bool) -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        if real:
            running.house.cash.provider = object()  # type: ignore[assignment]
        await comes_in(running, browser, "bruno", "supervisor")
        assert (await browser.ask("GET", "/api/supervisor/tables"))[0] == (403 if real else 200)

    in_house(world)


def test_the_database_holds_neither_secret_nor_recovery_code() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        secret, codes = await enrol(running, browser)
        with running.ledger.reading() as engine:
            rows = engine.rows("SELECT * FROM factors") + engine.rows("SELECT content, receipt FROM journal")
        kept = b" ".join(part if isinstance(part, bytes) else str(part).encode() for row in rows for part in row)
        assert secret not in kept
        assert totp.text_of(secret).encode() not in kept
        assert not any(code.encode() in kept or code.replace("-", "").encode() in kept for code in codes)

    in_house(world)


def test_where_the_houses_key_is_lost_a_recovery_code_still_opens() -> None:
    async def world(running: Running, browser: Browser, clock: Shifted) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        secret, codes = await enrol(running, browser)
        clock.ahead_ms += totp.STEP_MS
        with running.ledger.reading() as engine:
            assert engine.rows("SELECT 1 FROM factors")
        running.ledger.keep(lambda engine: engine.run("UPDATE factors SET sealed = ?", b"of another key"))
        assert await signs_in(browser, code=code_now(running, secret)) == (409, "factor/other_key")
        assert (await signs_in(browser, code=codes[3]))[0] == 200

    in_house(world)


def said(*words: str) -> tuple[int, str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = main(words)
    return code, out.getvalue()


def test_the_command_line_opens_promotes_and_resets() -> None:
    folder = new_folder()
    store = ("staff", "--store", str(folder / "ventuno.db"))

    async def world() -> None:
        async with open_house(folder=folder) as running:
            assert running.url

    run(world())
    assert said(*store) == (0, "Nobody works in this house yet.\n")
    code, text = said(*store, "--open", "bruno", "operator")
    password = text.split()[4]
    assert (code, "shown this once" in text) == (0, True)
    assert said(*store, "--role", "bruno", "supervisor")[0] == 0
    assert said(*store, "--role", "nobody", "supervisor")[0] == 2
    assert said(*store, "--role", "bruno", "king")[0] == 2
    assert said(*store, "--reset-factor", "bruno")[0] == 2

    async def again() -> None:
        async with open_house(folder=folder) as running, Browser(running.url) as browser:
            status, me = await browser.ask("POST", "/api/sign-in", {"name": "bruno", "password": password})
            assert (status, me["role"]) == (200, "supervisor")
            command = SetFactor(
                key="f", at_ms=1, by=me["player"], player=me["player"], sealed=b"x", recovery=(), step=1
            )
            running.ledger.execute(command)

    run(again())
    assert "(second factor)" in said(*store)[1]
    assert said(*store, "--reset-factor", "bruno")[0] == 0
    assert "(no second factor)" in said(*store)[1]


def test_a_factor_and_a_known_device_outlast_a_restart() -> None:
    folder = new_folder()

    async def world() -> None:
        clock = Shifted()
        async with open_house(folder=folder, clock=clock) as running, Browser(running.url) as browser:
            await comes_in(running, browser, "bruno", "supervisor")
            secret, _ = await enrol(running, browser)
            del browser.session.headers["Authorization"]
            clock.ahead_ms += totp.STEP_MS
            assert (await signs_in(browser, code=code_now(running, secret)))[0] == 200
            device = {cookie.key: cookie.value for cookie in browser.session.cookie_jar}["ventuno_device"]
        clock.ahead_ms += totp.STEP_MS
        async with open_house(folder=folder, clock=clock) as running, Browser(running.url) as browser:
            assert (await signs_in(browser, code=code_now(running, secret)))[0] == 200
            found = await running.house.workers.read(person_named, running.ledger, "bruno")
            doors = Doors(lambda: 0.0, seal=running.house.supplies.seal)
            assert doors.devices.knows(device, found)

    run(world())
