"""Alerts: what lasts is raised once and cleared once, wherever it is told; a receiver that fails loses nothing."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tests.faults.receiver import Receiver
from tests.server.fake_table import fakes
from tests.server.houses import Browser, open_house, run
from ventuno.protocol.http import NotReady
from ventuno.refusal import RefusalRaised
from ventuno.server import webhook as webhooks
from ventuno.server.alerts import AlertDesk, StandingAlert, State, Trouble
from ventuno.server.host import Host
from ventuno.server.lookout import SLOW_S, CommitWatch, WatchLimits, faults_of_watch
from ventuno.server.running import Running
from ventuno.server.webhook import Webhook
from ventuno.store import StoreFault
from ventuno.table.port import PauseTable, Resume

SAID = NotReady("table/fault", "stopped", 1)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "FIRST_RETRY_S", 0.02)
    monkeypatch.setattr(webhooks, "LONGEST_RETRY_S", 0.1)
    monkeypatch.setattr(webhooks, "ANSWER_S", 0.3)
    monkeypatch.setattr(webhooks, "LAST_WORDS_S", 0.2)


async def until(true: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


# -- the desk ---------------------------------------------------------------------------------------


class Time:
    def __init__(self) -> None:
        self.ms = 1000

    def __call__(self) -> int:
        return self.ms


def told_desk() -> tuple[AlertDesk, Time, list[tuple[str, str, State]]]:
    now, told = Time(), list[tuple[str, str, State]]()
    desk = AlertDesk(now)

    def hear(alert: StandingAlert, state: State) -> None:
        told.append((alert.code, alert.table, state))

    desk.listeners.append(hear)
    return desk, now, told


def test_what_lasts_is_raised_once_and_cleared_once_however_often_it_is_seen() -> None:
    desk, now, told = told_desk()
    wrong = Trouble("table/fault", "first", SAID, "one")
    for _ in range(5):
        desk.settle([wrong])
        now.ms += 1000
    desk.settle([wrong._replace(why="last")])
    assert told == [("table/fault", "one", "raised")]
    assert (desk.active["table/fault", "one"].since_ms, desk.active["table/fault", "one"].why) == (1000, "last")
    for _ in range(10):
        now.ms += 1000
        desk.settle([])
    assert told == [("table/fault", "one", "raised"), ("table/fault", "one", "cleared")]
    (alert,) = desk.listed
    assert (alert.lasts, alert.ended_ms > alert.since_ms, desk.counts["table/fault"]) == (True, True, 1)


def test_what_comes_and_goes_is_one_trouble() -> None:
    desk, now, told = told_desk()
    for second in range(20):
        desk.settle([Trouble("house/slow", "late", SAID)] if second % 2 else [])
        now.ms += 1000
    assert told == [("house/slow", "", "raised")]


def test_the_same_trouble_at_two_tables_is_two_and_each_has_its_own_end() -> None:
    desk, now, told = told_desk()
    one, two = Trouble("table/fault", "x", SAID, "one"), Trouble("table/fault", "x", SAID, "two")
    desk.settle([one, two])
    now.ms += 60_000
    desk.settle([two])
    assert told[2:] == [("table/fault", "one", "cleared")]
    assert list(desk.active) == [("table/fault", "two")]


def test_what_happened_has_no_end_and_what_lasts_stays_in_the_list_however_much_happens() -> None:
    desk, now, told = told_desk()
    desk.settle([Trouble("disk/low", "little room", SAID, severity="warning")])
    for number in range(500):
        desk.happened("round/unreadable", f"number {number}", "one")
    assert told[-1] == ("round/unreadable", "one", "happened")
    shown = desk.shown()
    assert (shown[0].code, shown[-1].lasts, shown[-1].ended_ms) == ("disk/low", False, 0)
    now.ms += 60_000
    desk.settle([])
    assert told[-1] == ("disk/low", "", "cleared")


def test_the_house_closing_is_a_reason_and_no_alert() -> None:
    desk, _, told = told_desk()
    desk.settle([Trouble("house/closing", "closing", SAID, told=False)])
    assert told == []


# -- the webhook ------------------------------------------------------------------------------------


@asynccontextmanager
async def hooked() -> AsyncIterator[tuple[Receiver, Webhook]]:
    receiver = Receiver()
    await receiver.start()
    hook = Webhook(receiver.url, "Casa Ventuno", lambda: int(time.time() * 1000))
    hook.start()
    try:
        yield receiver, hook
    finally:
        await hook.stop()
        await receiver.stop()


def tell(hook: Webhook, code: str, *states: State, number: int = 1) -> None:
    for state in states:
        alert = StandingAlert(number=number, code=code, why="why", since_ms=5, table="one", severity="critical")
        hook.tell(alert, state)


def test_a_message_says_all_there_is_to_know_and_its_beginning_and_end_belong_together() -> None:
    async def world() -> None:
        async with hooked() as (receiver, hook):
            tell(hook, "table/fault", "raised", "cleared", number=7)
            await until(lambda: len(receiver.taken) == 3)
            opened, raised, cleared = receiver.taken
            assert opened["code"] == "house/opened"
            assert raised["alert"] == cleared["alert"]
            assert len({one["id"] for one in receiver.taken}) == 3
            known = {
                key: raised[key] for key in ("operator", "code", "subject", "state", "severity", "since_ms", "why")
            }
            assert known == {
                "operator": "Casa Ventuno",
                "code": "table/fault",
                "subject": "one",
                "state": "raised",
                "severity": "critical",
                "since_ms": 5,
                "why": "why",
            }

    run(world())


@pytest.mark.parametrize("trouble", ["down", "hangs", "500", "429"])
def test_a_receiver_that_fails_and_recovers_gets_everything_once_and_in_order(trouble: str) -> None:
    async def world() -> None:
        async with hooked() as (receiver, hook):
            await until(lambda: hook.sent == 1)
            if trouble == "down":
                await receiver.stop()
            elif trouble == "hangs":
                receiver.hangs = True
            else:
                receiver.answers = [int(trouble)] * 3
            tell(hook, "store/away", "raised", "cleared")
            tell(hook, "disk/low", "raised")
            await asyncio.sleep(0.1)
            if trouble == "down":
                assert hook.waiting == 3
                await receiver.start()
            await until(lambda: hook.waiting == 0)
            assert receiver.said() == [
                ("store/away", "one", "raised"),
                ("store/away", "one", "cleared"),
                ("disk/low", "one", "raised"),
            ]
            assert len({one["id"] for one in receiver.tries}) == 4  # tried again under the same id
            assert (hook.sent, hook.failed) == (4, 0)

    run(world())


def test_a_message_that_is_refused_is_let_go_counted_and_logged_without_the_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)

    async def world() -> None:
        async with hooked() as (receiver, hook):
            await until(lambda: hook.sent == 1)
            receiver.answers = [404]
            tell(hook, "store/away", "raised", "cleared")
            await until(lambda: hook.waiting == 0)
            assert receiver.said() == [("store/away", "one", "cleared")]
            assert (hook.sent, hook.failed) == (2, 1)

    run(world())
    assert "an alert was not sent" in caplog.text
    assert "secret" not in caplog.text + "".join(str(record.__dict__) for record in caplog.records)


def test_what_waits_is_bounded_and_what_makes_room_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "MOST_WAITING", 5)

    async def world() -> None:
        hook = Webhook("http://127.0.0.1:9/", "x", lambda: 1)  # nobody is there
        hook.start()
        for number in range(50):
            tell(hook, f"code/{number}", "raised")
        await asyncio.sleep(0.1)
        assert (hook.waiting, hook.failed) == (5, 46)
        began = time.monotonic()
        await hook.stop()
        assert time.monotonic() - began < 5

    run(world())


def test_an_address_that_is_none_is_refused_before_the_house_opens_and_not_repeated() -> None:
    for wrong in ("ftp://x/secret", "alerts.example/secret", "https:///secret"):
        with pytest.raises(RefusalRaised, match="VENTUNO_ALERT_WEBHOOK") as refused:
            Webhook(wrong, "x", lambda: 1)
        assert "secret" not in str(refused.value)


# -- the house --------------------------------------------------------------------------------------


def broken(host: Host) -> None:
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("secret cards")

    host.do(fails)


@asynccontextmanager
async def watched(monkeypatch: pytest.MonkeyPatch, **more: Any) -> AsyncIterator[tuple[Running, Receiver]]:
    monkeypatch.setattr("ventuno.server.alerts.QUIET_MS", 0)
    monkeypatch.setattr("ventuno.server.sweeper.EVERY_S", 0.02)
    receiver = Receiver()
    await receiver.start()
    async with open_house(alert_webhook=receiver.url, **{"kinds": fakes, **more}) as running:
        yield running, receiver
    await receiver.stop()


def test_a_table_with_a_fault_is_pushed_once_and_so_is_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def world() -> None:
        async with watched(monkeypatch) as (running, receiver), Browser(running.url) as browser:
            host = running.house.pit.hosts["one", 0]
            broken(host)
            await until(lambda: receiver.said() == [("table/fault", "one", "raised")])
            _, text = await browser.ask("GET", "/metrics")
            assert b'ventuno_alert_active{code="table/fault"} 1' in text
            await asyncio.sleep(0.2)  # looked at many times
            host.broken = ""
            await until(lambda: len(receiver.said()) == 2)
            assert receiver.said()[1] == ("table/fault", "one", "cleared")
            assert "secret" not in str(receiver.taken)
            _, text = await browser.ask("GET", "/metrics")
            assert b'ventuno_alert_active{code="table/fault"} 0' in text
            assert b'ventuno_alerts_total{code="table/fault"} 1' in text

    run(world())


def test_a_table_that_stops_itself_is_one_alert_that_ends_when_a_supervisor_resumes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def world() -> None:
        async with watched(monkeypatch, kinds=None) as (running, receiver):
            host = running.house.pit.hosts["infinite", 0]
            table: Any = host.table

            def stops(_: int) -> list[Any]:
                table.voice.fault("settle/stakes_differ", "they differ")
                return list(table.voice.taken())

            host.do(stops)
            await until(lambda: bool(receiver.said()))
            host.supervise(PauseTable(by=0, reason="looked at"))
            host.supervise(Resume(by=0))
            await until(lambda: len(receiver.said()) == 2)
            assert receiver.said() == [("table/fault", "infinite", "raised"), ("table/fault", "infinite", "cleared")]

    run(world())


def test_a_store_that_is_away_is_one_alert_for_the_whole_house(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables wait for it."""

    async def world() -> None:
        async with watched(monkeypatch) as (running, receiver):
            fault = StoreFault("store/full", "the disk is full")
            running.ledger._writer.fault = fault
            for host in running.house.pit.hosts.values():
                host.store_changed(fault)
            await until(lambda: bool(receiver.said()))
            running.ledger._writer.fault = None
            await until(lambda: len(receiver.said()) == 2)
            assert receiver.said() == [("store/full", "house", "raised"), ("store/full", "house", "cleared")]

    run(world())


def test_a_store_that_stays_slow_is_a_reason_until_it_is_quick_again() -> None:
    class Counted:
        commands, lag_sum_s = 0, 0.0

    teller = Counted()
    watch = CommitWatch(teller, 1.0)  # type: ignore[arg-type]

    def second(now_s: float, lag_s: float | None) -> bool:
        if lag_s is not None:
            teller.commands += 2
            teller.lag_sum_s += 2 * lag_s
        watch.look(now_s)
        return watch.is_slow(now_s)

    assert not any(second(now_s, 3.0) for now_s in range(100, 100 + int(SLOW_S)))
    assert second(100 + SLOW_S, 3.0)
    assert not second(106, 0.01)
    assert not second(107, 3.0)  # one that took long is none
    assert not second(130, None)  # nothing was booked for a while: nobody knows
    assert not second(131, None)


def test_a_house_whose_store_is_slow_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def world() -> None:
        async with open_house(fakes) as running, Browser(running.url) as browser:
            monkeypatch.setattr(running.house.lookout.commits, "is_slow", lambda _: True)
            status, answer = await browser.ask("GET", "/health/ready")
            assert (status, [one["code"] for one in answer["reasons"]]) == (503, ["store/slow"])
            await running.house.sweeper.go_round(2)
            assert ("store/slow", "") in running.house.alerts.active

    run(world())


def test_limits_that_would_watch_nothing_or_always_complain_are_refused() -> None:
    assert faults_of_watch(WatchLimits()) == []
    assert len(faults_of_watch(WatchLimits(disk_least_mb=10, disk_low_mb=5))) == 1
    assert len(faults_of_watch(WatchLimits(clock_gap_h=0, commit_lag_ms=-1))) == 2
