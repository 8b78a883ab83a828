"""Responsible gaming (A9): enforced inside the transaction of the stake, so that no race passes it."""

from __future__ import annotations

import threading

import pytest

from tests.store.desk import DAY_MS, Desk
from ventuno.bank import (
    AcknowledgeRealityCheck,
    Deposit,
    ExcludeSelf,
    Placed,
    PlaceStakes,
    SetLimit,
    SetRealityCheck,
    SettleRound,
    TakeBackStakes,
    TakeTimeOut,
    VoidRound,
    Withdraw,
)
from ventuno.bank.care import measured
from ventuno.refusal import Refusal
from ventuno.store import open_ledger
from ventuno.store.history import care_of

COOLING_MS = 7 * DAY_MS
MINUTE_MS = 60_000


def limit(desk: Desk, player: int, kind: str, amount: int | None, period: str = "day") -> int:
    return desk.ok(SetLimit, player=player, kind=kind, period=period, amount=amount).effective_ms


def stake(desk: Desk, player: int, amount: int, *, initial: bool = True) -> str:
    outcome = desk.do(PlaceStakes, round="R1", player=player, stakes=(Placed("1/main", amount),), initial=initial)
    return outcome.code if isinstance(outcome, Refusal) else "ok"


def deposit(desk: Desk, player: int, amount: int) -> str:
    outcome = desk.do(Deposit, player=player, currency="EUR", amount_minor=amount)
    return outcome.code if isinstance(outcome, Refusal) else "ok"


@pytest.fixture
def anna(desk: Desk) -> int:
    """With money from long ago: deposits count for the limits of their own day, week and month."""
    desk.now_ms -= 60 * DAY_MS
    player = desk.player(money=100_000)
    desk.now_ms += 60 * DAY_MS
    desk.round()
    return player


def test_a_deposit_limit_counts_the_days_deposits_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "deposit", 1_000)
    assert [deposit(desk, anna, 600), deposit(desk, anna, 401), deposit(desk, anna, 400)] == [
        "ok",
        "limit/deposit",
        "ok",
    ]
    desk.now_ms += DAY_MS
    assert deposit(desk, anna, 1_000) == "ok"


def test_a_stake_limit_counts_stakes_less_what_was_taken_back_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "stake", 1_000)
    assert [stake(desk, anna, 800), stake(desk, anna, 300)] == ["ok", "limit/stake"]
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 500),))
    assert [stake(desk, anna, 701), stake(desk, anna, 700)] == ["limit/stake", "ok"]


def test_a_stake_of_yesterday_taken_back_today_makes_no_room_today_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "stake", 1_000)
    assert stake(desk, anna, 1_000) == "ok"
    desk.now_ms += DAY_MS
    assert stake(desk, anna, 100) == "ok"
    desk.ok(TakeBackStakes, round="R1", player=anna, stakes=(Placed("1/main", 1_100),))
    assert [stake(desk, anna, 1_001), stake(desk, anna, 1_000)] == ["limit/stake", "ok"]


def test_a_loss_limit_counts_what_is_staked_less_what_came_back_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "loss", 1_000)
    assert [stake(desk, anna, 1_000), stake(desk, anna, 1)] == ["ok", "limit/loss"]
    desk.ok(SettleRound, round="R1", returned={anna: 500})
    desk.round("R2")
    stakes = (Placed("1/main", 501),)
    assert desk.refused(PlaceStakes, round="R2", player=anna, stakes=stakes) == "limit/loss"
    desk.place(anna, 500, code="R2")


def test_limits_hold_for_doubles_and_insurance_too_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "loss", 1_000)
    assert [stake(desk, anna, 600), stake(desk, anna, 600, initial=False)] == ["ok", "limit/loss"]


def test_a_void_round_gives_back_the_room_too_e1(desk: Desk, anna: int) -> None:
    limit(desk, anna, "stake", 1_000)
    assert stake(desk, anna, 1_000) == "ok"
    desk.ok(VoidRound, round="R1", reason="fault")
    desk.round("R2")
    desk.place(anna, 1_000, code="R2")


def test_weeks_begin_on_monday_and_months_on_the_first_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "deposit", 1_000, "week")  # on a Tuesday
    limit(desk, anna, "deposit", 1_500, "month")
    assert deposit(desk, anna, 1_000) == "ok"
    desk.now_ms += 5 * DAY_MS  # Sunday
    assert deposit(desk, anna, 1) == "limit/deposit"
    desk.now_ms += DAY_MS
    assert [deposit(desk, anna, 501), deposit(desk, anna, 500)] == ["limit/deposit", "ok"]
    desk.now_ms += 11 * DAY_MS  # 1 December
    assert deposit(desk, anna, 1_000) == "ok"


def play(desk: Desk, player: int, code: str, staked: int, returned: int) -> None:
    desk.round(code)
    desk.place(player, staked, code=code)
    desk.ok(SettleRound, round=code, returned={player: returned} if returned else {})


def left(desk: Desk, player: int, kind: str, period: str) -> int:
    """What a first limit of 1,000 leaves for the rest of its period."""
    desk.ok(SetLimit, player=player, kind=kind, period=period, amount=1_000)
    found = care_of(desk.ledger, player).limits[f"{kind}/{period}"]
    return 1_000 - (measured(desk.purse(player), kind, desk.now_ms, desk.ledger.rules) - found.base)


def test_a_first_limit_counts_its_whole_period_not_from_when_it_is_set_a9(desk: Desk, anna: int) -> None:
    """Set on a Tuesday, the 14th: what came on Monday is in its week, what came on the 7th in its month."""
    for days_ago, amount in ((14, 1), (7, 10), (1, 100), (0, 200)):
        desk.now_ms -= days_ago * DAY_MS
        deposit(desk, anna, amount)
        play(desk, anna, f"D{days_ago}", 2 * amount, amount)
        desk.now_ms += days_ago * DAY_MS
    spent = {"day": 200, "week": 300, "month": 310}
    for period, amount in spent.items():
        assert left(desk, anna, "deposit", period) == 1_000 - amount
        assert left(desk, anna, "stake", period) == 1_000 - 2 * amount
        assert left(desk, anna, "loss", period) == 1_000 - amount
    assert deposit(desk, anna, 691) == "limit/deposit"
    assert deposit(desk, anna, 690) == "ok"


def test_a_first_limit_counts_what_is_in_play_and_not_what_was_void_a9(desk: Desk, anna: int) -> None:
    play(desk, anna, "R2", 100, 0)
    desk.round("R3")
    desk.place(anna, 500, code="R3")
    desk.ok(VoidRound, round="R3", reason="fault")
    assert stake(desk, anna, 250) == "ok"
    limit(desk, anna, "stake", 1_000)
    assert [stake(desk, anna, 651), stake(desk, anna, 650)] == ["limit/stake", "ok"]


def test_a_first_limit_beyond_what_was_spent_already_leaves_nothing_a9(desk: Desk, anna: int) -> None:
    play(desk, anna, "R2", 800, 0)
    limit(desk, anna, "loss", 500)
    assert stake(desk, anna, 1) == "limit/loss"
    desk.now_ms += DAY_MS
    assert stake(desk, anna, 500) == "ok"


def test_a_first_time_limit_counts_the_day_that_was_played_a9(desk: Desk, anna: int) -> None:
    for number in range(4):
        play(desk, anna, f"P{number}", 10, 0)
        desk.now_ms += 10 * MINUTE_MS
    limit(desk, anna, "time", 50 * MINUTE_MS)
    assert stake(desk, anna, 10) == "ok"  # 40 minutes so far
    desk.now_ms += 10 * MINUTE_MS
    assert stake(desk, anna, 10) == "limit/time"


def test_a_deposit_in_the_same_transaction_as_a_first_limit_counts_a9(desk: Desk, anna: int) -> None:
    commands = [
        Deposit(key="in", at_ms=desk.now_ms, player=anna, currency="EUR", amount_minor=700),
        SetLimit(key="limit", at_ms=desk.now_ms, player=anna, kind="deposit", period="day", amount=1_000),
        Deposit(key="more", at_ms=desk.now_ms, player=anna, currency="EUR", amount_minor=301),
    ]
    outcomes = [future.result() for future in [desk.ledger.submit(command) for command in commands]]
    assert [isinstance(outcome, Refusal) for outcome in outcomes] == [False, False, True]


def test_tightening_counts_at_once_and_loosening_after_a_cooling_period_a9(desk: Desk, anna: int) -> None:
    assert limit(desk, anna, "stake", 1_000) == desk.now_ms
    assert limit(desk, anna, "stake", 500) == desk.now_ms
    assert limit(desk, anna, "stake", 5_000) == desk.now_ms + COOLING_MS
    assert [stake(desk, anna, 501), stake(desk, anna, 500)] == ["limit/stake", "ok"]
    desk.now_ms += COOLING_MS - 1
    assert stake(desk, anna, 501) == "limit/stake"
    desk.now_ms += 1
    assert stake(desk, anna, 501) == "ok"


def test_a_limit_is_lifted_only_after_a_cooling_period_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "loss", 0)
    assert limit(desk, anna, "loss", None) == desk.now_ms + COOLING_MS
    assert stake(desk, anna, 1) == "limit/loss"
    desk.now_ms += COOLING_MS
    assert stake(desk, anna, 10_000) == "ok"


def test_setting_the_old_limit_again_takes_back_a_loosening_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "stake", 500)
    limit(desk, anna, "stake", None)
    limit(desk, anna, "stake", 500)
    desk.now_ms += 2 * COOLING_MS
    assert stake(desk, anna, 501) == "limit/stake"


def test_a_clock_that_jumps_back_opens_no_fresh_period_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "stake", 500)
    assert stake(desk, anna, 500) == "ok"
    desk.now_ms -= 3 * DAY_MS
    assert stake(desk, anna, 1) == "limit/stake"


def test_a_time_limit_ends_play_but_not_the_round_that_runs_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "time", 30 * MINUTE_MS)
    for _ in range(3):
        assert stake(desk, anna, 10) == "ok"
        desk.now_ms += 10 * MINUTE_MS
    assert stake(desk, anna, 10) == "limit/time"
    assert stake(desk, anna, 10, initial=False) == "ok"
    desk.now_ms += DAY_MS
    assert stake(desk, anna, 10) == "ok"


def test_a_long_pause_is_not_time_played_a9(desk: Desk, anna: int) -> None:
    limit(desk, anna, "time", 30 * MINUTE_MS)
    for _ in range(6):
        assert stake(desk, anna, 10) == "ok"
        desk.now_ms += 40 * MINUTE_MS


def test_a_time_out_stops_bets_and_deposits_until_it_is_over_a9(desk: Desk, anna: int) -> None:
    desk.ok(TakeTimeOut, player=anna, until_ms=desk.now_ms + DAY_MS)
    assert [stake(desk, anna, 10), deposit(desk, anna, 10)] == ["limit/timed_out"] * 2
    assert desk.refused(TakeTimeOut, player=anna, until_ms=desk.now_ms + 1) == "limit/cannot_shorten"
    desk.now_ms += DAY_MS
    assert stake(desk, anna, 10) == "ok"


def test_self_exclusion_stops_play_and_lets_the_money_out_a9(desk: Desk, anna: int) -> None:
    assert stake(desk, anna, 10) == "ok"
    desk.ok(ExcludeSelf, player=anna)
    assert [stake(desk, anna, 10), deposit(desk, anna, 10)] == ["limit/self_excluded"] * 2
    assert stake(desk, anna, 10, initial=False) == "ok"
    assert desk.refused(ExcludeSelf, player=anna, until_ms=desk.now_ms + 9 * DAY_MS) == "limit/cannot_shorten"
    desk.ok(Withdraw, player=anna, currency="EUR", amount_minor=99_900)
    desk.now_ms += 10_000 * DAY_MS
    assert stake(desk, anna, 10) == "limit/self_excluded"


def test_a_reality_check_holds_the_next_bet_until_it_is_confirmed_a9(desk: Desk, anna: int) -> None:
    desk.ok(SetRealityCheck, player=anna, every_ms=30 * MINUTE_MS)
    assert stake(desk, anna, 10) == "ok"
    desk.now_ms += 30 * MINUTE_MS
    assert stake(desk, anna, 10) == "limit/reality_check"
    desk.ok(AcknowledgeRealityCheck, player=anna)
    assert stake(desk, anna, 10) == "ok"
    assert desk.refused(SetRealityCheck, player=anna, every_ms=5) == "limit/bad_amount"


def test_no_race_of_two_nodes_passes_a_limit_a9(where: str) -> None:
    with open_ledger(where) as one, open_ledger(where) as other:
        desk = Desk(one)
        anna = desk.player(money=100_000)
        desk.round()
        limit(desk, anna, "stake", 1_000)
        start = threading.Barrier(4)

        def bet(name: int) -> None:
            start.wait()
            futures = [
                (one if name % 2 else other).submit(
                    PlaceStakes(
                        key=f"{name}/{number}",
                        at_ms=desk.now_ms,
                        round="R1",
                        player=anna,
                        stakes=(Placed("1/main", 30),),
                    )
                )
                for number in range(25)
            ]
            for future in futures:
                future.result()

        threads = [threading.Thread(target=bet, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert desk.purse(anna).staked == 990
        desk.check()
