"""One house a PostgreSQL database: a second is refused, a dead one is followed at once, a hung one is taken over."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.house_process import KEY, HouseProcess, free_port, prepare
from tests.server.houses import Browser, Socket, new_folder
from tests.store.servers import Postgres
from ventuno.bank import Deposit, OpenAccount, Receipt
from ventuno.refusal import RefusalRaised
from ventuno.store import Ledger, StoreFault, open_ledger, owner
from ventuno.store.engine import Engine
from ventuno.store.history import purse_of
from ventuno.store.ledger import place_of
from ventuno.store.owner import Owner
from ventuno.store.postgres import PostgresPlace


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    made = new_folder()
    running = Postgres(made / "data")
    yield running
    running.close()
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def place(server: Postgres) -> PostgresPlace:
    found = place_of(server.new_database())
    assert isinstance(found, PostgresPlace)
    return found


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lease that is over in a moment."""
    monkeypatch.setattr(owner, "LEASE_S", 0.2)
    monkeypatch.setattr(owner, "WATCHED_S", 0.1)


def hung(place: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> Owner:
    """A house that has stopped renewing; its sessions are all there."""
    monkeypatch.setattr(owner, "RENEW_S", 60.0)
    found = Owner(place)
    time.sleep(0.3)
    return found


def until(true: Callable[[], object], timeout_s: float = 10) -> None:
    end_s = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def opening(key: str) -> OpenAccount:
    return OpenAccount(key=key, at_ms=1, name=key, currency="EUR")


def code_of(work: Callable[[], object]) -> str:
    with pytest.raises(StoreFault) as fault:
        work()
    return fault.value.code


# -- taking ----------------------------------------------------------------------------------------


def test_a_second_house_is_refused_and_told_who_is_there_since_when_and_what_to_do(place: PostgresPlace) -> None:
    first = Owner(place)
    with pytest.raises(
        RefusalRaised, match=r"another house \(.*process \d+, since 20.* UTC\): stop it.*VENTUNO_STORE"
    ) as told:
        Owner(place)
    assert told.value.refusal.code == "store/in_use"
    first.end()
    Owner(place).end()


def test_staff_and_audit_write_beside_the_house(place: PostgresPlace) -> None:
    house = Owner(place)
    with Ledger(house.place) as ledger, open_ledger(place.url) as staff:
        assert isinstance(ledger.execute(opening("anna")), Receipt)
        assert isinstance(staff.execute(opening("bruno")), Receipt)
        assert isinstance(ledger.execute(opening("carla")), Receipt)
    house.end()


def test_a_house_that_renews_is_not_taken_over_after_its_server_stood_still(
    place: PostgresPlace, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lease looks old; it is renewed while the other looks."""
    monkeypatch.setattr(owner, "RENEW_S", 0.5)
    monkeypatch.setattr(owner, "WATCHED_S", 0.7)
    monkeypatch.setattr(owner, "LEASE_S", 0.6)
    first = Owner(place)
    with open_ledger(place.url) as any_writer:
        any_writer.keep(lambda engine: engine.run("UPDATE owner SET renewed_ms = renewed_ms - 60000"))
    with pytest.raises(RefusalRaised):
        Owner(place)
    first.end()


# -- taking over -----------------------------------------------------------------------------------


def test_a_hung_house_is_taken_over_and_commits_nothing_more(
    place: PostgresPlace, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hung(place, monkeypatch)
    with Ledger(first.place) as old:
        anna = old.execute(opening("anna"))
        assert isinstance(anna, Receipt)
        second = Owner(place)
        assert second.epoch == first.epoch + 1
        with Ledger(second.place) as new:
            deposit = Deposit(key="late", at_ms=1, player=anna.player, currency="EUR", amount_minor=100)
            codes = {code_of(lambda: old.execute(deposit)) for _ in range(2)}  # the first finds its session ended
            assert codes <= {"store/away", "store/taken_over"}
            assert code_of(lambda: old.execute(deposit)) == "store/taken_over"
            purse = purse_of(new, anna.player)
            assert purse is not None
            assert purse.wallet == 0
            assert isinstance(new.execute(deposit), Receipt)  # whoever has it now may
    second.end()
    first.end()


def test_what_is_no_money_is_not_written_either(
    place: PostgresPlace, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = hung(place, monkeypatch)
    with Ledger(first.place) as old:
        second = Owner(place)

        def task(engine: Engine) -> None:
            engine.run("UPDATE owner SET holder = 'written'")

        while (code := code_of(lambda: old.keep(task))) != "store/taken_over":
            assert code == "store/away"
        with old.reading() as engine:
            assert engine.rows("SELECT holder, epoch FROM owner")[0][0] != "written"
    second.end()
    first.end()


def test_a_transaction_that_waited_for_the_taker_finds_the_new_epoch(place: PostgresPlace) -> None:
    """It began to wait before the epoch changed: what it read then must not count."""
    first = Owner(place)
    taker, old = place.writer(), first.place.writer()
    taker.begin()
    found: list[str] = []
    waits = threading.Thread(target=lambda: found.append(code_of(old.begin)))
    waits.start()
    until(lambda: place.reader().rows("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"))
    taker.run("UPDATE owner SET epoch = epoch + 1")
    taker.commit()
    waits.join()
    assert found == ["store/taken_over"]
    taker.begin()  # and it keeps nobody waiting
    taker.rollback()
    taker.close()
    old.close()
    first.end()


def test_a_former_owner_is_told_by_its_own_renewal(
    place: PostgresPlace, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, "RENEW_S", 0.8)
    first = Owner(place)
    told = threading.Event()
    first.lost = told.set
    time.sleep(0.3)
    monkeypatch.setattr(owner, "RENEW_S", 0.1)
    second = Owner(place)
    assert told.wait(5)
    second.end()
    first.end()


def test_an_owner_whose_sessions_end_takes_its_lock_again(
    server: Postgres, place: PostgresPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when PostgreSQL is started anew under a house: it goes on being the owner."""
    monkeypatch.setattr(owner, "RENEW_S", 0.1)
    first = Owner(place)
    lost = threading.Event()
    first.lost = lost.set
    renewed_s = first.renewed_s
    server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'ventuno %'")
    until(lambda: first.renewed_s > renewed_s + 0.5)
    with pytest.raises(RefusalRaised):
        Owner(place)
    assert not lost.is_set()
    first.end()


# -- real houses -----------------------------------------------------------------------------------

CONFIG = """
[[tables]]
key = "infinite"
variant = "infinite"
[tables.times]
betting_ms = 600
warning_ms = 100
decision_ms = {decision_ms}
"""
# The same house, with a lease that is over sooner.
TAKER = """
import sys
from ventuno.cli import main
from ventuno.store import owner
owner.LEASE_S, owner.WATCHED_S = 2.0, 0.5
sys.exit(main(sys.argv[1:]))
"""


class Taker(HouseProcess):
    def command(self) -> list[str]:
        return [sys.executable, "-c", TAKER, *super().command()[3:]]


def second_house(folder: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "ventuno", "serve", "--data", str(folder), "--port", str(free_port())]
    env = {**os.environ, "VENTUNO_KEY": KEY}
    return subprocess.run(words, env=env, capture_output=True, text=True, timeout=60, check=False)


def head_of(place: PostgresPlace) -> int:
    engine = place.reader()
    ((number,),) = engine.rows("SELECT number FROM head")
    engine.close()
    return int(number)


async def asked(opened: Socket) -> None:
    """At the table, with a bet, until there is a decision to make. A natural has none: then the next round."""
    await opened.do("Join", "infinite")
    while True:
        heard = len(opened.heard)
        if (await opened.do("Bet", "infinite", spot="1/main", amount_minor=1000))["type"] == "Refused":
            await asyncio.sleep(0.1)
            continue
        if (await opened.until(happened("Asked", "RoundEnded"), heard, 15))["what"]["type"] == "Asked":
            return


def happened(*kinds: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: message.get("what", {}).get("type") in kinds


def test_houses_of_one_database_one_after_the_other(
    place: PostgresPlace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second is refused; after a kill the next is in at once; a stopped one is taken over, wakes up and stops."""
    monkeypatch.setenv("VENTUNO_STORE", place.url)
    (player,) = prepare(place.url, 1)
    first = HouseProcess(folder, CONFIG.format(decision_ms=1000))
    (folder / "next").mkdir()
    taker = Taker(folder / "next", CONFIG.format(decision_ms=60_000))
    try:
        first.start()
        refused = second_house(folder)
        assert refused.returncode == 2
        assert f"process {first.pid}" in refused.stderr
        first.kill()
        first.start()  # at once: nobody waits for a lease that nobody holds
        told = asyncio.run(_taken_over(first, taker, player.token, place))
    finally:
        first.kill()
        taker.kill()
    assert {one["type"] for one in told} <= {"Notice", "Bye"}
    (bye,) = [one for one in told if one["type"] == "Bye"]
    assert bye.get("come_back", True)
    assert "another house has taken over the database" in first.log.read_text()


async def _taken_over(
    first: HouseProcess, taker: HouseProcess, token: str, place: PostgresPlace
) -> list[dict[str, Any]]:
    """What the first house's player heard after it woke up."""
    async with Browser(first.url) as browser:
        opened = await browser.socket(Authorization=f"Bearer {token}")
        await asked(opened)
        process = first._process
        assert process is not None
        process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(2.1)
        await asyncio.to_thread(taker.start)
        heard, head = len(opened.heard), head_of(place)
        process.send_signal(signal.SIGCONT)  # the time to decide is over: the first thing it would do is settle
        assert await asyncio.to_thread(process.wait, 15) == 3
        await opened.over()
        assert head_of(place) == head
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", first.port)
        return opened.heard[heard:]
