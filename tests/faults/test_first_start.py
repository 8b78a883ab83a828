"""The first start: there is a supervisor whatever happened on the way, and nobody's password is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.fake_table import fakes
from tests.server.house_process import KEY, HouseProcess
from tests.server.houses import PLAIN, Browser, run
from ventuno.bank import Receipt, SetRole
from ventuno.bank.records import Person
from ventuno.server import first_run
from ventuno.server.first_run import first_people
from ventuno.server.http.account import open_demo
from ventuno.server.running import Running
from ventuno.server.settings import HouseSettings
from ventuno.store import Ledger, open_ledger
from ventuno.store.history import person_named
from ventuno.store.sessions import check_password

# Ends as if killed when so many accounts are durable, or just before: the words it said before are on standard output.
KILLED = """
import os, sys
from ventuno.server import first_run
from ventuno.store import open_ledger

register, left = first_run.register, [int(sys.argv[2])]

def killed(ledger, **fields):
    if sys.argv[3] == "before" and left[0] == 1:
        os._exit(9)
    outcome = register(ledger, **fields)
    left[0] -= 1
    if not left[0]:
        os._exit(9)
    return outcome

first_run.register = killed
with open_ledger(sys.argv[1]) as ledger:
    first_run.first_people(ledger, 1, lambda name, password: print(name, password, flush=True))
"""


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "ventuno.db")


def is_right(ledger: Ledger, name: str, password: str) -> bool:
    return isinstance(check_password(ledger, name, password), Person)


def test_a_house_whose_first_visitor_was_a_guest_gets_its_supervisor_all_the_same(where: str) -> None:
    with open_ledger(where) as ledger:
        open_demo(ledger, 1)
        made = first_people(ledger, 2)
        assert made.keys() == {"supervisor"}
        found = person_named(ledger, "supervisor")
        assert found is not None
        assert found.role == "supervisor"
        assert first_people(ledger, 3) == {}


@pytest.mark.parametrize("accounts", [1, 2])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_kill_between_the_first_accounts_leaves_nobody_without_a_password(
    accounts: int, moment: str, where: str
) -> None:
    """Whichever account is there, the last password that was announced for it opens it."""
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, where, str(accounts), moment], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 9, ended.stderr
    said = dict(line.split() for line in ended.stdout.splitlines())
    with open_ledger(where) as ledger:
        said |= first_people(ledger, 2)
        assert said.keys() == {"demo", "supervisor"}
        for name, password in said.items():
            assert is_right(ledger, name, password), name
        assert first_people(ledger, 3) == {}


def test_a_supervisor_who_was_given_another_role_is_not_replaced_behind_the_operators_back(where: str) -> None:
    with open_ledger(where) as ledger:
        first_people(ledger, 1)
        found = person_named(ledger, "supervisor")
        assert found is not None
        change = SetRole(key="k", at_ms=2, player=found.number, role="player", reason="ours has another name")
        assert isinstance(ledger.execute(change), Receipt)
        assert first_people(ledger, 3) == {}


def test_nobody_is_made_where_the_operator_has_a_supervisor_already(where: str) -> None:
    with open_ledger(where) as ledger:
        first_run.register(
            ledger, key="staff", at_ms=1, name="bruna", password="a long one", currency="EUR", role="supervisor"
        )
        assert first_people(ledger, 2) == {}


def test_the_first_people_are_there_before_the_port_is(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes in with the first moment comes second."""
    seen: list[str] = []
    listen = Running._listen

    async def listens(running: Running, *values: object) -> None:
        seen.extend(name for name in ("demo", "supervisor") if person_named(running.ledger, name))
        await listen(running, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(Running, "_listen", listens)

    async def world() -> None:
        told: dict[str, str] = {}
        settings = HouseSettings(port=0, data=str(Path(where).parent), limits=PLAIN, web="/nowhere")
        running = await Running.open(settings, key=KEY, kinds=fakes, announce=told.__setitem__)
        async with Browser(running.url) as browser:
            assert seen == ["demo", "supervisor"] == list(told)
            said = {"name": "supervisor", "password": told["supervisor"]}
            assert (await browser.ask("POST", "/api/sign-in", said))[0] == 200
        await running.close()

    run(world())


def test_a_real_house_says_its_passwords_before_it_says_that_it_is_open(tmp_path: Path) -> None:
    house = HouseProcess(tmp_path)
    house.start()
    try:
        lines = house.log.read_text().splitlines()
        opened = next(number for number, line in enumerate(lines) if line.startswith("Ventuno is open"))
        assert [line.split(":")[0] for line in lines[:opened] if "the password is" in line] == ["demo", "supervisor"]
    finally:
        house.kill()
