"""A clock that jumps: nothing expires by it before a person has confirmed it, and the house's time never goes back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.fake_table import fakes
from tests.server.houses import Browser, Shifted, new_folder, open_house, run
from ventuno.bank import (
    AskDeposit,
    Book,
    ExpireGoldenChips,
    GrantGoldenChips,
    Head,
    HoldExpiries,
    HouseRules,
    OpenAccount,
    Receipt,
    SetLimit,
    TakeTimeOut,
    decide,
)
from ventuno.bank.care import Care, Limit, refusal_of_absence, rolled
from ventuno.bank.rules import DAY_MS
from ventuno.refusal import Refusal
from ventuno.server.running import Running
from ventuno.server.timekeeping import HOUR_MS, Clock, begin, waits_ms
from ventuno.store import Ledger, open_ledger
from ventuno.store.acts import acts
from ventuno.store.auditing import audit
from ventuno.store.history import golden_chips_of, newest_ms
from ventuno.store.sessions import register

GAP_MS = 48 * HOUR_MS
NOON_MS = 20_000 * DAY_MS + DAY_MS // 2
BECAUSE = {"reason": "a look at the wall"}


class Hand(Clock):
    """A clock whose wall is what the test says, and whose own time stands still."""

    def __init__(self, at_ms: int) -> None:
        self.at_ms = self._start_ms = at_ms

    def now_ms(self) -> int:
        return self._start_ms

    def wall_ms(self) -> int:
        return self.at_ms


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with open_ledger(tmp_path / "ventuno.db") as opened:
        yield opened


@pytest.fixture
def folder() -> Iterator[Path]:
    made = new_folder()
    yield made
    shutil.rmtree(made, ignore_errors=True)


def ok(ledger: Ledger, command: Any) -> Receipt:
    outcome = ledger.execute(command)
    assert isinstance(outcome, Receipt), outcome
    return outcome


def anna(ledger: Ledger, at_ms: int = NOON_MS) -> int:
    return ok(ledger, OpenAccount(key="anna", at_ms=at_ms, name="anna", currency="EUR")).player


def refusal(ledger: Ledger, command: Any) -> str:
    outcome = ledger.execute(command)
    return outcome.code if isinstance(outcome, Refusal) else ""


# -- the bank: one time by which things expire ------------------------------------------------------


def test_what_is_held_back_ends_later_by_so_much_and_what_is_tightened_counts_at_once() -> None:
    rules, held = HouseRules(), HouseRules(held_ms=9 * DAY_MS)
    care = Care(timed_out_until_ms=NOON_MS)
    assert refusal_of_absence(care, NOON_MS, rules) is None
    assert refusal_of_absence(care, NOON_MS + 9 * DAY_MS - 1, held) is not None
    assert refusal_of_absence(care, NOON_MS + 9 * DAY_MS, held) is None
    limit = Limit("stake", "day", 100, NOON_MS // DAY_MS, 0, next_amount=900, next_ms=NOON_MS + DAY_MS)
    assert rolled(limit, 50, held.expiry_ms(NOON_MS + 9 * DAY_MS)) == limit  # still the same day, still the old limit
    after = rolled(limit, 50, held.expiry_ms(NOON_MS + 10 * DAY_MS))
    assert (after.amount, after.base) == (900, 50)


def test_a_decision_goes_by_what_was_decided_just_before_it() -> None:
    book = Book(HouseRules(), Head())
    assert isinstance(decide(book, HoldExpiries(key="a", at_ms=1, held_ms=DAY_MS, reason="ahead")), Receipt)
    assert (book.rules.held_ms, book.head.held_ms) == (DAY_MS, DAY_MS)
    again = decide(book, HoldExpiries(key="b", at_ms=1, held_ms=DAY_MS, reason="ahead"))
    assert isinstance(again, Refusal)
    assert again.code == "clock/same"
    for wrong in (-1, 2**63):
        assert isinstance(decide(book, HoldExpiries(key="c", at_ms=1, held_ms=wrong, reason="x")), Refusal)


def test_a_player_may_not_move_the_time_things_expire_by(ledger: Ledger) -> None:
    player = anna(ledger)
    assert refusal(ledger, HoldExpiries(key="k", at_ms=1, by=player, held_ms=5, reason="mine")) == "account/not_allowed"
    assert refusal(ledger, HoldExpiries(key="k", at_ms=1, held_ms=5)) == "ledger/bad_reason"


# -- at the start -----------------------------------------------------------------------------------


def test_a_clock_weeks_ahead_at_start_ends_no_time_out_loosens_no_limit_and_takes_no_chip(ledger: Ledger) -> None:
    player = anna(ledger)
    ok(ledger, SetLimit(key="1", at_ms=NOON_MS, player=player, kind="deposit", period="day", amount=1000))
    ok(ledger, SetLimit(key="2", at_ms=NOON_MS, player=player, kind="deposit", period="day", amount=9000))
    grant = {"player": player, "value_minor": 500, "count": 2, "expires_ms": NOON_MS + 3 * DAY_MS}
    ok(ledger, GrantGoldenChips(key="3", at_ms=NOON_MS, **grant))
    ok(ledger, TakeTimeOut(key="4", at_ms=NOON_MS, player=player, until_ms=NOON_MS + 5 * DAY_MS))
    late_ms = NOON_MS + 30 * DAY_MS
    clock = Hand(late_ms)
    begin(ledger, clock, GAP_MS)
    deposit = {"at_ms": late_ms, "player": player, "currency": "EUR", "amount_minor": 2000}
    assert refusal(ledger, AskDeposit(key="5", **deposit)) == "limit/timed_out"
    ok(ledger, ExpireGoldenChips(key="6", at_ms=late_ms))
    assert golden_chips_of(ledger, player, late_ms) == {500: 2}
    begin(ledger, clock, GAP_MS, is_right=True)
    ok(ledger, ExpireGoldenChips(key="7", at_ms=late_ms))
    assert golden_chips_of(ledger, player, late_ms) == {}
    ok(ledger, AskDeposit(key="8", **deposit))
    assert [act.what for act in acts(ledger) if act.by == 0][:2] == ["confirm clock", "hold expiries"]
    assert audit(ledger).clean


def test_a_pause_of_a_day_asks_nothing_and_holds_nothing(ledger: Ledger) -> None:
    anna(ledger)
    begin(ledger, Hand(NOON_MS + DAY_MS), GAP_MS)
    assert ledger.rules.held_ms == 0
    assert not [act for act in acts(ledger) if act.what == "hold expiries"]


def test_a_gap_is_still_there_after_further_starts_and_another_one_comes_on_top(tmp_path: Path) -> None:
    """The second start finds a recent record: it must not forget what the first one found."""
    with open_ledger(tmp_path / "v.db") as ledger:
        anna(ledger)
        begin(ledger, Hand(NOON_MS + 30 * DAY_MS), GAP_MS)
    for days in (31, 32):
        with open_ledger(tmp_path / "v.db") as ledger:
            begin(ledger, Hand(NOON_MS + days * DAY_MS), GAP_MS)
            ok(ledger, ExpireGoldenChips(key=f"day {days}", at_ms=NOON_MS + days * DAY_MS))
            assert ledger.rules.held_ms == 30 * DAY_MS
    with open_ledger(tmp_path / "v.db") as ledger:
        begin(ledger, Hand(NOON_MS + 42 * DAY_MS), GAP_MS)
        assert ledger.rules.held_ms == 40 * DAY_MS


def test_a_clock_behind_the_last_record_is_not_followed_back(ledger: Ledger) -> None:
    anna(ledger)
    clock = Hand(NOON_MS - 3 * HOUR_MS)
    begin(ledger, clock, GAP_MS)
    assert clock.now_ms() == NOON_MS
    assert ledger.rules.held_ms == 0  # by so little, as much as it may be ahead


def test_a_clock_that_was_wrong_and_is_put_right_expires_nothing_by_the_wrong_one(ledger: Ledger) -> None:
    """Records from the future keep the house's time there: what expires goes by the machine's clock all the same."""
    anna(ledger)
    wrong_ms, right_ms = NOON_MS + 60 * DAY_MS, NOON_MS + DAY_MS
    begin(ledger, Hand(wrong_ms), GAP_MS)
    clock = Hand(right_ms)
    begin(ledger, clock, GAP_MS)
    assert clock.now_ms() == newest_ms(ledger) == wrong_ms
    assert right_ms - 2 * DAY_MS <= ledger.rules.expiry_ms(clock.now_ms()) <= right_ms
    begin(ledger, clock, GAP_MS, is_right=True)
    assert ledger.rules.expiry_ms(clock.now_ms()) == right_ms
    assert waits_ms(clock, ledger.rules.held_ms) == 0


def test_a_clock_at_the_beginning_of_time_expires_nothing_until_it_is_put_right_and_confirmed(ledger: Ledger) -> None:
    anna(ledger)
    clock = Hand(0)
    begin(ledger, clock, GAP_MS)
    assert (clock.now_ms(), ledger.rules.expiry_ms(clock.now_ms())) == (NOON_MS, 0)
    clock.at_ms = NOON_MS + 5000  # somebody has put it right
    assert waits_ms(clock, ledger.rules.held_ms) > GAP_MS
    begin(ledger, clock, GAP_MS, is_right=True)
    assert ledger.rules.held_ms == 0


def test_who_sets_what_is_held_back_behind_the_journals_back_is_found_out(ledger: Ledger) -> None:
    anna(ledger)
    begin(ledger, Hand(NOON_MS + 30 * DAY_MS), GAP_MS)
    assert audit(ledger).clean
    ledger.keep(lambda engine: engine.run("UPDATE head SET held_ms = 0"))
    assert [finding.code for finding in audit(ledger).findings] == ["audit/held"]


# -- in the house -----------------------------------------------------------------------------------


async def _boss(running: Running, browser: Browser) -> None:
    def hire() -> None:
        at_ms = running.house.now_ms()
        register(
            running.ledger,
            key="boss",
            at_ms=at_ms,
            name="bruna",
            password="a long one",
            currency="EUR",
            role="supervisor",
        )

    await running.house.workers.read(hire)
    status, answer = await browser.ask("POST", "/api/sign-in", {"name": "bruna", "password": "a long one"})
    assert status == 200, answer
    browser.session.headers["Authorization"] = f"Bearer {answer['token']}"


def _codes(running: Running) -> set[str]:
    return {trouble.code for trouble in running.house.readiness.troubles()}


def test_a_house_that_opens_weeks_later_plays_and_says_so_until_a_supervisor_confirms_the_clock(folder: Path) -> None:
    async def world() -> None:
        clock = Shifted()
        settings: dict[str, Any] = {"folder": folder, "clock": clock, "staff_second_factor": "optional"}
        async with open_house(fakes, **settings) as running, Browser(running.url) as boss:
            await _boss(running, boss)
            assert _codes(running) == set()
        clock.ahead_ms = 21 * DAY_MS
        async with open_house(fakes, **settings) as running, Browser(running.url) as boss:
            sweeper = running.house.sweeper
            await sweeper.go_round(2)
            status, health = await boss.ask("GET", "/health/ready")
            assert (status, [one["code"] for one in health["warnings"]]) == (200, ["clock/ahead"])
            assert running.house.readiness.reasons() == ()
            await boss.demo()  # it is open, and who comes plays
            status, answer = await boss.ask("POST", "/api/sign-in", {"name": "bruna", "password": "a long one"})
            boss.session.headers["Authorization"] = f"Bearer {answer['token']}"
            _, shown = await boss.ask("GET", "/api/supervisor/tables")
            assert shown["clock"]["to_confirm"]
            assert [(one["code"], one.get("ended_ms", 0)) for one in shown["alerts"]] == [("clock/ahead", 0)]
            assert (await boss.ask("POST", "/api/supervisor/clock/confirm", BECAUSE))[0] == 200
            assert (await boss.ask("POST", "/api/supervisor/clock/confirm", BECAUSE))[1]["code"] == "clock/same"
            assert _codes(running) == set()
            assert running.ledger.rules.expiry_ms(running.house.now_ms()) == pytest.approx(
                running.house.now_ms(), abs=1000
            )
            done = [(act.name, act.what, act.reason) for act in acts(running.ledger) if act.what == "confirm clock"]
            assert done == [("bruna", "confirm clock", "a look at the wall")]

    run(world())


def test_a_guest_cannot_confirm_the_clock(folder: Path) -> None:
    async def world() -> None:
        async with open_house(fakes, folder=folder) as running, Browser(running.url) as guest:
            assert (await guest.ask("POST", "/api/supervisor/clock/confirm", BECAUSE))[0] == 401
            await guest.demo()
            assert (await guest.ask("POST", "/api/supervisor/clock/confirm", BECAUSE))[0] == 403

    run(world())


def test_a_clock_that_is_changed_while_the_house_runs_is_told_with_its_end_and_moves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ventuno.server.alerts.QUIET_MS", 0)

    async def world() -> None:
        clock = Hand(NOON_MS)
        async with open_house(fakes, clock=clock) as running:
            sweeper, desk = running.house.sweeper, running.house.alerts
            for moved_ms, code in ((3 * HOUR_MS, "clock/jumped"), (-HOUR_MS, "clock/behind")):
                clock.at_ms = NOON_MS + moved_ms
                for _ in range(3):
                    await sweeper.go_round(2)
                assert [key for key, _ in desk.active] == [code]
                assert running.house.now_ms() == NOON_MS
                clock.at_ms = NOON_MS + 2000  # within what a clock may differ
                await sweeper.go_round(2)
                assert not desk.active
            assert [(one.code, bool(one.ended_ms)) for one in desk.listed] == [
                ("clock/jumped", True),
                ("clock/behind", True),
            ]

    run(world())
