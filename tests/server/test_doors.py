"""The doors: tries to sign in, sessions that end, where somebody comes from, the names the house goes by."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.refusal import Refusal, RefusalRaised
from ventuno.server import tries
from ventuno.server.addresses import Proxies, client_address, network_of, proxies_from
from ventuno.server.hosts import Hosts, hosts_of
from ventuno.server.http import account
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running
from ventuno.server.settings import FaultySettings, read_settings
from ventuno.server.tries import MOST_WAIT_S, MOST_WAITING, Hashing, Tries
from ventuno.store import sessions

World = Callable[[Running, Browser], Awaitable[None]]
PASSWORD = "a long enough one"
FEW = EdgeLimits(sign_ins_per_minute=3)


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(fakes, **settings) as running, Browser(running.url) as browser:
            await world(running, browser)

    run(opened())


async def tried(browser: Browser, name: str, password: str, at: str = "") -> int:
    headers = {"X-Forwarded-For": at} if at else {}
    status, _ = await browser.ask("POST", "/api/sign-in", {"name": name, "password": password}, **headers)
    return status


async def shut_address(stranger: Browser) -> None:
    """Tries whatever name, until the address may try no more."""
    for number in range(100):
        if await tried(stranger, f"name {number}", "guess") == 429:
            return
    raise AssertionError("the address is never shut")


# -- tries --------------------------------------------------------------------------------------


def test_no_number_of_strangers_locks_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tries, "WAIT_S", 0.0)

    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        async with Browser(running.url) as stranger, Browser(running.url) as elsewhere:
            for number in range(30):
                await tried(stranger, "anna", "guess", f"1.1.1.{number % 10}")
            assert await tried(elsewhere, "anna", PASSWORD, "9.9.9.9") == 200  # a device that was never here before

    in_house(world, limits=FEW, behind_proxy=True)


def test_the_owners_device_is_let_in_from_an_address_that_is_shut() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        async with Browser(running.url) as stranger:
            await shut_address(stranger)
            assert await tried(stranger, "anna", PASSWORD) == 429
        assert await tried(browser, "anna", PASSWORD) == 200
        assert await tried(browser, "berta", "guess") == 429  # the cookie is for one name only

    in_house(world, limits=FEW)


def test_a_device_is_known_until_the_password_changes() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        new = {"old": PASSWORD, "new": "quite another one"}
        assert (await browser.ask("POST", "/api/password", new))[0] == 200
        async with Browser(running.url) as stranger:
            await shut_address(stranger)
        assert await tried(browser, "anna", new["new"]) == 429

    in_house(world, limits=FEW)


def test_a_device_says_nothing_in_a_form_of_somebodys_own_making() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        async with Browser(running.url) as stranger:
            for number, cookie in enumerate(("x", "=", "A" * 80, "A" * 9000, "%00", "é")):
                said = {"Cookie": f"{account.DEVICE}={cookie}", "X-Forwarded-For": f"1.1.1.{number}"}
                body = {"name": "anna", "password": PASSWORD}
                assert (await stranger.ask("POST", "/api/sign-in", body, **said))[0] in (200, 400)

    in_house(world, behind_proxy=True)


def test_a_name_that_is_tried_too_often_waits_longer_and_longer_and_never_for_ever() -> None:
    now = [0.0]
    found = Tries(lambda: now[0], 3)
    waits = [found.wait_s("anna") for _ in range(100)]
    assert waits[:3] == [0.0] * 3
    assert waits == sorted(waits)
    assert waits[-1] == MOST_WAIT_S
    assert found.wait_s("berta") == 0.0
    now[0] = 600.0
    assert found.wait_s("anna") == 0.0


def test_tries_are_counted_by_address_and_by_name_at_an_address() -> None:
    found = Tries(lambda: 0.0, 3)
    assert [found.refusal_of_stranger("anna", "1.1.1.1") is None for _ in range(4)] == [True, True, True, False]
    assert found.refusal_of_stranger("anna", "2.2.2.2") is None
    assert [found.refusal_of_stranger(f"{n}", "3.3.3.3") is None for n in range(10)] == [True] * 9 + [False]


def test_so_many_passwords_wait_for_their_turn_and_known_devices_stand_before_them() -> None:
    async def world() -> None:
        hashing, go = Hashing(), threading.Event()
        waiting = [asyncio.create_task(hashing.run(go.wait, 5)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(RefusalRaised) as refused:
            await hashing.run(go.wait, 5)
        assert refused.value.refusal.code == "rate/busy"
        assert await hashing.run(lambda: "in", known=True) == "in"
        go.set()
        assert all(await asyncio.gather(*waiting))
        assert await hashing.run(go.wait, 5)

    run(world())


def test_an_unknown_name_costs_as_much_work_as_a_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # with the real ones
    verified: list[str] = []
    real = sessions._matches
    monkeypatch.setattr(sessions, "_matches", lambda hashed, said: bool(verified.append(hashed)) or real(hashed, said))

    async def world(running: Running, browser: Browser) -> None:
        guest = (await browser.demo())["name"]
        await browser.sign_up("anna")
        answers = [
            await browser.ask("POST", "/api/sign-in", {"name": name, "password": "guess"})
            for name in ("anna", "nobody", guest)
        ]
        assert answers[0] == answers[1] == answers[2]
        costs = {hashed.split("$")[3] for hashed in verified}
        assert (len(verified), len(costs)) == (3, 1)

    in_house(world)


# -- sessions that end --------------------------------------------------------------------------


def test_a_sign_in_with_the_old_password_does_not_outlive_its_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was found right before the change, and its session is opened after."""
    found_right, changed = threading.Event(), threading.Event()
    real = sessions._matches

    def slow(hashed: str, password: str) -> bool:
        right = real(hashed, password)
        if threading.current_thread().name == "thief":
            found_right.set()
            assert changed.wait(5)
        return right

    monkeypatch.setattr(sessions, "_matches", slow)

    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        got: list[sessions.LoggedIn | Refusal] = []
        thief = threading.Thread(
            target=lambda: got.append(sessions.log_in(running.ledger, "anna", PASSWORD, running.house.now_ms())),
            name="thief",
        )
        thief.start()
        assert await asyncio.to_thread(found_right.wait, 5)
        assert (await browser.ask("POST", "/api/password", {"old": PASSWORD, "new": "quite another one"}))[0] == 200
        changed.set()
        await asyncio.to_thread(thief.join)
        (token,) = got
        assert isinstance(token, Refusal), "a session of the old password"

    in_house(world)


def test_a_connection_that_was_just_coming_in_goes_with_its_session(monkeypatch: pytest.MonkeyPatch) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        house, real = running.house, running.house.people.account

        async def late(player: int) -> Any:
            """The session was looked at; before the connection is there, the password changes."""
            monkeypatch.setattr(house.people, "account", real)
            assert (await browser.ask("POST", "/api/password", {"old": PASSWORD, "new": "quite another one"}))[0] == 200
            return await real(player)

        monkeypatch.setattr(house.people, "account", late)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.socket()
        assert refused.value.status == 401
        assert not house.room.connections

    in_house(world)


# -- where somebody comes from ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("forwarded", "said", "address"),
    [
        ([], True, "10.0.0.1"),
        (["1.1.1.1"], False, "10.0.0.1"),
        (["1.1.1.1"], 1, "1.1.1.1"),
        (["6.6.6.6, 1.1.1.1"], 1, "1.1.1.1"),
        (["6.6.6.6", "1.1.1.1"], 1, "1.1.1.1"),  # all lines are one list
        (["1.1.1.1", "6.6.6.6"], 1, "6.6.6.6"),
        (["6.6.6.6, 1.1.1.1", "10.0.0.2"], 2, "1.1.1.1"),
        (["1.1.1.1"], 2, "1.1.1.1"),
        (["6.6.6.6, 1.1.1.1, 10.0.0.3"], ["10.0.0.0/8"], "1.1.1.1"),
        (["10.0.0.9"], ["10.0.0.0/8"], "10.0.0.9"),
        (["6.6.6.6"], ["192.168.0.1"], "10.0.0.1"),  # who speaks is no proxy of ours
        (["1.1.1.1:4711"], 1, "1.1.1.1"),
        (["[2001:db8::1]:443"], 1, "2001:db8::1"),
        (["::ffff:1.1.1.1"], 1, "1.1.1.1"),
        (["fe80::1%eth0"], 1, "fe80::1"),
        (["", ","], 1, "10.0.0.1"),
        (["unknown"], 1, "10.0.0.1"),
        (["\udcff\x00" * 9], 1, "10.0.0.1"),
        (["1" * 5000], 1, "10.0.0.1"),
        (["6.6.6.6, nonsense, 10.0.0.3"], ["10.0.0.0/8"], "10.0.0.3"),
    ],
)
def test_an_address_is_what_the_last_trusted_proxy_says(forwarded: list[str], said: Any, address: str) -> None:
    assert client_address("10.0.0.1", forwarded, proxies_from(said)) == address


def test_an_ipv6_address_is_counted_with_its_household() -> None:
    assert network_of("2001:db8:1:2:3::1") == network_of("2001:db8:1:2::ffff") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:1.2.3.4") == network_of("1.2.3.4") == "1.2.3.4"
    assert network_of("") == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [("true", True), ("false", False), ("2", 2), ("10.0.0.1, 10.1.0.0/16", ("10.0.0.1", "10.1.0.0/16"))],
)
def test_proxies_are_a_yes_a_number_or_a_list(text: str, said: Any) -> None:
    settings = read_settings(None, {"VENTUNO_BEHIND_PROXY": text, "VENTUNO_HOSTS": "play.example"})
    assert proxies_from(settings.behind_proxy) == proxies_from(said)
    assert settings.hosts == ("play.example",)


@pytest.mark.parametrize("said", [{"behind_proxy": -1}, {"behind_proxy": ["nobody"]}, {"hosts": ["https://x"]}])
def test_proxies_and_hosts_that_are_none_are_refused(said: dict[str, Any]) -> None:
    with pytest.raises(FaultySettings):
        read_settings(None, {}, **said)


def test_only_the_trusted_end_of_the_list_counts_at_the_door() -> None:
    async def world(running: Running, browser: Browser) -> None:
        said = [await tried(browser, "anna", "guess", f"6.6.6.{n}, 1.1.1.1") for n in range(4)]
        assert said == [401, 401, 401, 429]

    in_house(world, limits=FEW, behind_proxy=True)


# -- the house's names --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("listens_on", "hosts", "header", "known"),
    [
        ("127.0.0.1", (), "127.0.0.1:2121", True),
        ("127.0.0.1", (), "localhost", True),
        ("127.0.0.1", (), "LOCALHOST.:80", True),
        ("127.0.0.1", (), "play.localhost", True),
        ("127.0.0.1", (), "[::1]:2121", True),
        ("127.0.0.1", (), "page.example", True),
        ("127.0.0.1", (), "evil.example", False),
        ("127.0.0.1", (), "127.0.0.1.evil.example", False),
        ("127.0.0.1", (), "localhost.evil.example", False),
        ("127.0.0.1", (), "evil.example:localhost", False),
        ("127.0.0.1", (), "localhost@evil.example", False),
        ("127.0.0.1", (), "192.168.0.7", False),
        ("0.0.0.0", (), "192.168.0.7:2121", True),
        ("0.0.0.0", (), "evil.example", False),
        ("::", (), "[2001:db8::7]", True),
        ("0.0.0.0", ("play.example",), "play.example:443", True),
        ("0.0.0.0", ("play.example",), "192.168.0.7", False),
        ("127.0.0.1", (), "", False),
        ("127.0.0.1", (), "[", False),
        ("127.0.0.1", (), "[::1].evil.example", False),
        ("127.0.0.1", (), "localhost evil", False),
    ],
)
def test_the_house_goes_by_its_own_names(listens_on: str, hosts: tuple[str, ...], header: str, known: bool) -> None:
    assert hosts_of(listens_on, hosts, ["https://page.example"]).know(header) is known


@pytest.mark.parametrize("path", ["/", "/api/me", "/metrics", "/health/live", "/api/openapi.json"])
def test_a_page_that_gave_its_own_name_our_address_is_refused(path: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        port = running.url.rpartition(":")[2]
        status, answer = await browser.ask("GET", path, Host=f"evil.example:{port}")
        assert (status, answer["code"]) == (421, "request/host")
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await browser.socket(Host=f"evil.example:{port}", Origin=f"http://evil.example:{port}")
        assert refused.value.status == 421

    in_house(world)


def test_a_house_behind_https_says_that_it_always_is() -> None:
    async def world(secure: bool) -> None:
        async with (
            open_house(fakes, secure=secure) as running,
            aiohttp.ClientSession() as session,
            session.get(running.url.replace("https", "http") + "/api/me") as answer,
        ):
            assert ("Strict-Transport-Security" in answer.headers) is secure

    for secure in (True, False):
        run(world(secure))


def test_no_name_is_everybodys() -> None:
    assert not Hosts(()).know("anything.example")
    assert not Proxies().there_are


def test_a_websocket_with_a_cookie_says_where_it_is_from() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.demo()
        cookie = {"Cookie": f"ventuno_session={browser.token}"}
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await session.ws_connect(running.url + "/ws", headers=cookie)
            assert refused.value.status == 403
            async with session.ws_connect(running.url + "/ws", headers={**cookie, "Origin": running.url}) as opened:
                assert (await opened.receive_json())["type"] == "Welcome"

    in_house(world)


def test_own_devices_do_not_add_up_to_more_tries() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        for _ in range(3):
            assert await tried(browser, "anna", PASSWORD) == 200  # each gives another cookie
        assert await tried(browser, "anna", PASSWORD) == 429

    in_house(world, limits=FEW)
