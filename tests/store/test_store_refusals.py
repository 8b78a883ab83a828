"""Bad input: each wrong is refused with its own code, and leaves no trace in any table.

Every wrong command is sent in one transaction with a right one. A twin bank is sent the right ones
only: afterwards the two hold the same, to the last byte.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.store.desk import DAY_MS, NOW_MS, Desk
from tests.store.servers import Postgres
from ventuno.bank import (
    BankCommand,
    ChangeSettings,
    Deposit,
    ExcludeSelf,
    ForgetRounds,
    GrantGoldenChips,
    JackpotWin,
    OpenAccount,
    OpenJackpot,
    OpenRound,
    Placed,
    PlaceStakes,
    RecordAct,
    RecordEvents,
    ResettleRound,
    RoundTerms,
    SetLimit,
    SetRealityCheck,
    SettleRound,
    SetVipLevel,
    TakeBackStakes,
    TakeTimeOut,
    VoidRound,
    Withdraw,
)
from ventuno.refusal import Refusal
from ventuno.store import open_ledger, tables

ANNA, BOB, NOBODY = 1, 3, 999  # 2 is the bank of the euro
HUGE = 10**15 + 1
LATER = NOW_MS + DAY_MS


@pytest.fixture(params=["sqlite", "postgres"])
def twins(request: pytest.FixtureRequest, folder: Path) -> Iterator[tuple[Desk, Desk]]:
    if request.param == "sqlite":
        places = [str(folder / "one.db"), str(folder / "other.db")]
    else:
        server: Postgres = request.getfixturevalue("postgres")
        places = [server.new_database(), server.new_database()]
    with open_ledger(places[0]) as one, open_ledger(places[1]) as other:
        desks = Desk(one), Desk(other)
        for desk in desks:
            furnish(desk)
        yield desks


def furnish(desk: Desk) -> None:
    """Two players, a jackpot, golden chips, a settled round and an open one with stakes."""
    assert desk.player("anna") == ANNA
    assert desk.player("bob", 500, "USD") == BOB
    desk.ok(OpenJackpot, jackpot="j", currency="EUR", seed_minor=1_000, contribution="3/100")
    desk.ok(GrantGoldenChips, player=ANNA, value_minor=100, count=2, expires_ms=LATER)
    desk.round("over")
    desk.place(ANNA, 100, code="over")
    desk.ok(SettleRound, key="used", round="over", returned={ANNA: 50})
    desk.round("open", terms=RoundTerms(jackpots={"progressive": "j"}), events=(b"opened",))
    desk.ok(PlaceStakes, round="open", player=ANNA, stakes=(Placed("1/main", 200, {100: 1}),))
    desk.ok(SetLimit, player=BOB, kind="stake", period="day", amount=100)


def stakes(*placed: Placed, player: int = ANNA, **fields: Any) -> dict[str, Any]:
    return {"round": "open", "player": player, "stakes": placed or (Placed("1/main", 5),), **fields}


def chips(**fields: Any) -> dict[str, Any]:
    return {"player": ANNA, "value_minor": 100, "count": 1, "expires_ms": LATER, **fields}


def cash(amount: int = 5, player: int = ANNA, currency: str = "EUR", **fields: Any) -> dict[str, Any]:
    return {"player": player, "currency": currency, "amount_minor": amount, **fields}


def limit(**fields: Any) -> dict[str, Any]:
    return {"player": ANNA, "kind": "loss", "period": "day", "amount": 5, **fields}


def pot(**fields: Any) -> dict[str, Any]:
    return {"jackpot": "new", "currency": "EUR", "seed_minor": 5, "contribution": "3/100", **fields}


FELT: Any = {"round": "open", "staked": {ANNA: 200}, "golden_staked": {ANNA: 100}}  # as the bank holds it
WRONG: list[tuple[type[BankCommand], dict[str, Any], str]] = [
    # overdraft
    (Withdraw, cash(10_001), "ledger/overdraft"),
    (PlaceStakes, stakes(Placed("1/main", 10_001)), "ledger/overdraft"),
    (PlaceStakes, stakes(Placed("1/main", 5_000), Placed("2/main", 5_000)), "ledger/overdraft"),
    (TakeBackStakes, stakes(Placed("1/main", 201)), "stake/more_than_placed"),
    (PlaceStakes, stakes(Placed("1/main", 0, {100: 2})), "golden/not_enough"),
    # wrong currency
    (Deposit, cash(currency="USD"), "ledger/wrong_currency"),
    (Withdraw, cash(player=BOB), "ledger/wrong_currency"),
    (PlaceStakes, stakes(currency="GBP"), "ledger/wrong_currency"),
    (PlaceStakes, stakes(Placed("1/progressive", 100), player=BOB), "jackpot/wrong_currency"),
    (OpenAccount, {"name": "carla", "currency": "XXX"}, "ledger/unknown_currency"),
    (OpenJackpot, pot(currency=""), "ledger/unknown_currency"),
    # negative
    (Deposit, cash(-1), "ledger/negative"),
    (Withdraw, cash(-1), "ledger/negative"),
    (PlaceStakes, stakes(Placed("1/main", -1)), "ledger/negative"),
    (PlaceStakes, stakes(Placed("1/main", 5), Placed("2/main", -5)), "ledger/negative"),
    (TakeBackStakes, stakes(Placed("1/main", -1)), "ledger/negative"),
    (GrantGoldenChips, chips(value_minor=-100), "ledger/negative"),
    (GrantGoldenChips, chips(count=-1), "ledger/negative"),
    (OpenJackpot, pot(seed_minor=-1), "ledger/negative"),
    (SettleRound, {**FELT, "returned": {ANNA: -1}}, "ledger/negative"),
    (ResettleRound, {"round": "over", "returned": {ANNA: -1}, "reason": "why"}, "ledger/negative"),
    (SetLimit, limit(amount=-1), "limit/bad_amount"),
    # zero
    (Deposit, cash(0), "ledger/zero"),
    (Withdraw, cash(0), "ledger/zero"),
    (PlaceStakes, stakes(Placed("1/main", 0)), "ledger/zero"),
    (PlaceStakes, {"round": "open", "player": ANNA, "stakes": ()}, "ledger/zero"),
    (TakeBackStakes, stakes(Placed("1/main", 0)), "ledger/zero"),
    (GrantGoldenChips, chips(count=0), "ledger/zero"),
    (OpenJackpot, pot(seed_minor=0), "ledger/zero"),
    # huge
    (Deposit, cash(HUGE), "ledger/too_large"),
    (Deposit, cash(10**30), "ledger/too_large"),
    (Withdraw, cash(2**64), "ledger/too_large"),
    (PlaceStakes, stakes(Placed("1/main", 10**10 + 1)), "ledger/too_large"),
    (GrantGoldenChips, chips(value_minor=10**11), "ledger/too_large"),
    (GrantGoldenChips, chips(count=10_001), "ledger/too_large"),
    (OpenJackpot, pot(seed_minor=HUGE), "ledger/too_large"),
    (SettleRound, {**FELT, "returned": {ANNA: HUGE}}, "ledger/too_large"),
    (ResettleRound, {"round": "over", "returned": {ANNA: HUGE}, "reason": "why"}, "ledger/too_large"),
    (SetLimit, limit(amount=2**63), "limit/bad_amount"),
    (TakeTimeOut, {"player": ANNA, "until_ms": 10**30}, "limit/too_late"),
    (ExcludeSelf, {"player": ANNA, "until_ms": 10**30}, "limit/too_late"),
    (GrantGoldenChips, chips(expires_ms=10**30), "golden/too_late"),
    (ChangeSettings, {"player": ANNA, "settings": {"volume": 10**30}}, "account/bad_setting"),
    (ChangeSettings, {"player": ANNA, "settings": {"language": "x" * 501}}, "account/bad_setting"),
    (RecordAct, {"what": "p", "subject": "t", "reason": "w", "details": {"n": 10**30}}, "ledger/bad_details"),
    # nobody, nowhere
    (Deposit, cash(player=NOBODY), "ledger/unknown_account"),
    (Withdraw, cash(player=0), "ledger/unknown_account"),
    (Withdraw, cash(player=-1), "ledger/unknown_account"),
    (Withdraw, cash(player=2), "ledger/unknown_account"),  # the house's own
    (Withdraw, cash(player=10**30), "ledger/unknown_account"),
    (PlaceStakes, stakes(player=NOBODY), "ledger/unknown_account"),
    (TakeBackStakes, stakes(player=NOBODY), "ledger/unknown_account"),
    (GrantGoldenChips, chips(player=NOBODY), "ledger/unknown_account"),
    (SetLimit, limit(player=NOBODY), "ledger/unknown_account"),
    (TakeTimeOut, {"player": NOBODY, "until_ms": LATER}, "ledger/unknown_account"),
    (ExcludeSelf, {"player": NOBODY}, "ledger/unknown_account"),
    (SetRealityCheck, {"player": NOBODY, "every_ms": 0}, "ledger/unknown_account"),
    (SetVipLevel, {"player": NOBODY, "level": "gold"}, "ledger/unknown_account"),
    (ChangeSettings, {"player": NOBODY, "settings": {}}, "ledger/unknown_account"),
    (SettleRound, {**FELT, "returned": {BOB: 5}}, "settle/no_stake"),
    (SettleRound, {**FELT, "jackpot": JackpotWin("j", 1_000, {BOB: 1})}, "jackpot/not_played"),
    (ResettleRound, {"round": "over", "returned": {BOB: 5}, "reason": "why"}, "resettle/no_part"),
    (SettleRound, {**FELT, "staked": {ANNA: 201}}, "settle/stakes_differ"),
    (SettleRound, {**FELT, "staked": {ANNA: 199}}, "settle/stakes_differ"),
    (SettleRound, {**FELT, "staked": {}}, "settle/stakes_differ"),
    (SettleRound, {**FELT, "staked": {ANNA: 200, BOB: 1}}, "settle/stakes_differ"),
    (SettleRound, {**FELT, "golden_staked": {ANNA: 200}}, "settle/stakes_differ"),
    (SettleRound, {**FELT, "golden_staked": {}}, "settle/stakes_differ"),
    (SettleRound, {**FELT, "round": "never"}, "round/unknown"),
    (VoidRound, {"round": "over", "reason": "why"}, "round/over"),
    (PlaceStakes, stakes(Placed("1/main", 5)) | {"round": "over"}, "round/over"),
    (SetLimit, limit(kind="sleep"), "limit/unknown"),
    (SetLimit, limit(period="year"), "limit/unknown"),
    # what is taken, out of step, beyond what is allowed
    (OpenAccount, {"name": "anna", "currency": "EUR"}, "account/name_taken"),
    (OpenRound, {"round": "open", "table": "t", "game": "g"}, "round/code_taken"),
    (OpenJackpot, pot(jackpot="j"), "jackpot/exists"),
    (RecordEvents, {"round": "open", "events": (b"x",), "first_event": 0}, "round/events_out_of_step"),
    (PlaceStakes, stakes(Placed("1/main", 101), player=BOB), "limit/stake"),
    (GrantGoldenChips, chips(by=ANNA), "account/not_allowed"),
    (RecordAct, {"what": "pause", "subject": "table", "reason": "why", "by": BOB}, "account/not_allowed"),
    (VoidRound, {"round": "open", "reason": ""}, "ledger/bad_reason"),
    (ForgetRounds, {"ended_before": 10**6}, "round/not_yet"),
    # the key
    (Deposit, cash(key=""), "ledger/bad_key"),
    (Deposit, cash(key="a\0b"), "ledger/bad_key"),
    (Deposit, cash(key="used"), "ledger/key_reused"),
    (SettleRound, {"key": "used", "round": "over", "staked": {ANNA: 100}, "returned": {ANNA: 51}}, "ledger/key_reused"),
]


def contents(desk: Desk) -> dict[str, list[Any]]:
    with desk.ledger.reading() as engine:
        return {table.name: sorted(engine.rows(f"SELECT * FROM {table.name}")) for table in tables.ALL}


def test_every_wrong_has_its_code_and_leaves_no_trace(twins: tuple[Desk, Desk]) -> None:
    desk, twin = twins
    assert contents(desk) == contents(twin)
    for number, (kind, fields, code) in enumerate(WRONG):
        wrong = kind(**{"key": f"wrong {number}", "at_ms": NOW_MS, **fields})
        right = Deposit(key=f"right {number}", at_ms=NOW_MS, player=ANNA, currency="EUR", amount_minor=1)
        refused, accepted = together(desk, wrong, right)
        assert isinstance(refused, Refusal), wrong
        assert (refused.code, isinstance(accepted, Refusal)) == (code, False), wrong
        assert accepted == twin.ledger.execute(right)
        assert contents(desk) == contents(twin), wrong
    desk.check()


def together(desk: Desk, *commands: BankCommand) -> list[Any]:
    """In one transaction: the writer is held until all of them wait."""
    held = threading.Event()
    first = desk.ledger._writer.submit(lambda _: held.wait(10))
    futures = [desk.ledger.submit(command) for command in commands]
    held.set()
    first.result()
    return [future.result() for future in futures]
