"""The house's people: they do not play, do themselves no favour, and touch no round they have money in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.houses import Browser, open_house, run
from tests.store.desk import NOW_MS
from ventuno.bank import OpenAccount, SetRole
from ventuno.server.running import Running
from ventuno.store.auditing import audit
from ventuno.store.sessions import open_session, register

World = Callable[[Running, Browser], Awaitable[None]]
PASSWORD = "a long enough one"
BECAUSE = {"reason": "a test"}


def in_house(world: World, **settings: Any) -> None:
    async def opened() -> None:
        async with open_house(**settings) as running, Browser(running.url) as browser:
            await world(running, browser)

    run(opened())


async def comes_in(running: Running, browser: Browser, name: str, role: Any) -> int:
    """One of the house's people, signed in; their number."""

    def made() -> tuple[int, str]:
        now_ms = running.house.now_ms()
        opened = register(
            running.ledger, key=name, at_ms=now_ms, name=name, password=PASSWORD, currency="EUR", role=role
        )
        return opened.player, open_session(running.ledger, opened.player, now_ms)  # type: ignore[union-attr]

    number, browser.token = await running.house.workers.read(made)
    browser.session.headers["Authorization"] = f"Bearer {browser.token}"
    return number


@pytest.mark.parametrize("role", ["operator", "supervisor"])
def test_staff_watch_live_tables_and_play_at_none(role: str) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await comes_in(running, browser, "bruno", role)
        opened = await browser.socket()
        assert (await opened.do("Join", "free-chip"))["code"] == "account/staff"  # alone, there is nothing to watch
        for table in ("infinite", "classic-free-bet"):
            assert (await opened.do("Join", table))["type"] == "Done"
            for command, fields in (
                ("Bet", {"spot": "1/main", "amount_minor": 1000}),
                ("Sit", {"seat": 1}),
                ("BetBehind", {"position": 1, "amount_minor": 1000}),
                ("RepeatBets", {}),
                ("Decide", {"turn": 1, "position": 1, "line": "1", "action": "hit"}),
            ):
                assert (await opened.do(command, table, **fields))["code"] == "account/staff", command
            assert (await opened.do("Leave", table))["type"] == "Done"

    in_house(world)


def test_a_role_that_changes_ends_sessions_and_is_in_the_log() -> None:
    async def world(running: Running, browser: Browser) -> None:
        await comes_in(running, browser, "bruno", "supervisor")
        async with Browser(running.url) as other:
            anna = await other.sign_up("anna")
            opened = await other.socket()
            path = f"/api/supervisor/players/{anna['player']}/role"
            assert (await other.ask("PUT", path, {"role": "supervisor", **BECAUSE}))[0] == 403
            assert (await browser.ask("PUT", path, {"role": "operator", **BECAUSE}))[0] == 200
            assert await opened.over() == 1008
            assert (await other.ask("GET", "/api/me"))[0] == 401
            assert (await other.ask("POST", "/api/sign-in", {"name": "anna", "password": PASSWORD}))[0] == 200
            assert (await other.ask("GET", "/api/me"))[1]["role"] == "operator"
        _, log = await browser.ask("GET", "/api/supervisor/audit")
        newest = log["acts"][0]
        assert (newest["what"], newest["details"]) == ("set role", {"role": "operator"})

    in_house(world)


def test_nobody_promotes_themselves_or_a_guest() -> None:
    async def world(running: Running, browser: Browser) -> None:
        me = await comes_in(running, browser, "bruno", "supervisor")
        async with Browser(running.url) as other:
            guest = (await other.demo())["player"]
        for who, status in ((me, 403), (guest, 409)):
            path = f"/api/supervisor/players/{who}/role"
            assert (await browser.ask("PUT", path, {"role": "operator", **BECAUSE}))[0] == status

    in_house(world)


def test_who_excludes_themselves_while_a_table_is_made_for_them_does_not_come_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def world(running: Running, browser: Browser) -> None:
        await browser.sign_up("anna")
        opened = await browser.socket()
        await opened.until(lambda message: message["type"] == "Balance")
        house, real = running.house, running.house.floor.open_solo

        async def slowly(key: str, player: int) -> Any:
            assert (await browser.ask("POST", "/api/care/self-exclusion", {"until_ms": None}))[0] == 200
            return await real(key, player)

        monkeypatch.setattr(house.floor, "open_solo", slowly)
        assert (await opened.do("Join", "free-chip"))["code"] == "limit/self_excluded"
        assert not any(account.tables for account in house.people.accounts.values())

    in_house(world)


def test_a_supervisor_does_not_void_a_round_with_their_own_old_stake() -> None:
    """Bet as a player, made a supervisor with the bet still on the table."""

    async def world(running: Running, browser: Browser) -> None:
        async with Browser(running.url) as other:
            anna = (await other.sign_up("anna"))["player"]
            assert (await other.ask("POST", "/api/cashier/deposit", {"key": "12345678", "amount_minor": 5000}))[
                0
            ] == 200
            opened = await other.socket()
            await opened.do("Join", "free-chip")
            assert (await opened.do("Bet", "free-chip", spot="1/main", amount_minor=1000))["type"] == "Done"

            def promoted() -> str:
                now_ms = running.house.now_ms()
                running.ledger.execute(SetRole(key="r", at_ms=now_ms, player=anna, role="supervisor", reason="a test"))
                return open_session(running.ledger, anna, now_ms)

            told = {"Authorization": f"Bearer {await running.house.workers.read(promoted)}"}
            status, answer = await other.ask("POST", "/api/supervisor/tables/free-chip/void", BECAUSE, **told)
            assert (status, answer["code"]) == (403, "account/own_stake")
        await comes_in(running, browser, "bruno", "supervisor")
        assert (await browser.ask("POST", "/api/supervisor/tables/free-chip/void", BECAUSE))[0] == 200
        assert audit(running.ledger).clean

    in_house(world)


def test_the_first_people_of_a_house_fit_the_rules() -> None:
    from ventuno.server.first_run import first_people

    async def world(running: Running, browser: Browser) -> None:
        made = await running.house.workers.read(first_people, running.ledger, NOW_MS)
        for name, password in made.items():
            status, _ = await browser.ask("POST", "/api/sign-in", {"name": name, "password": password})
            assert status == 200, name
        assert len(made) == 2

    in_house(world)


def test_an_account_opened_for_staff_is_no_players() -> None:
    async def world(running: Running, browser: Browser) -> None:
        opened = running.ledger.execute(
            OpenAccount(key="k", at_ms=NOW_MS, name="carla", currency="EUR", role="operator", by=0)
        )
        assert opened.player  # type: ignore[union-attr]

    in_house(world)
