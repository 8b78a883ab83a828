"""Money moves by double entry, once a key, and never below zero (issue 4, points 1 and 2)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.store.desk import Desk, again
from ventuno.bank import Deposit, OpenAccount, Placed, PlaceStakes, Pocket, Withdraw
from ventuno.refusal import Refusal
from ventuno.store import Ledger, open_ledger
from ventuno.store.history import entries_of, head


def test_a_deposit_moves_money_from_the_cashier_to_the_wallet_a8(desk: Desk) -> None:
    anna = desk.player(money=0)
    receipt = desk.ok(Deposit, player=anna, currency="EUR", amount_minor=2_550)
    assert (receipt.wallet_minor, desk.purse(anna).wallet, desk.fund(Pocket.CASHIER)) == (2_550, 2_550, -2_550)
    desk.check()


def test_every_record_balances_to_zero_in_each_currency_b5(desk: Desk) -> None:
    anna, bob = desk.player("anna"), desk.player("bob", 7_000, "USD")
    desk.round()
    desk.place(anna, 500)
    desk.place(bob, 700)
    with desk.ledger.reading() as engine:
        for number in range(1, head(desk.ledger).number + 1):
            assert sum(amount for _, amount in entries_of(engine, number)) == 0
    assert (desk.fund(Pocket.CASHIER, "EUR"), desk.fund(Pocket.CASHIER, "USD")) == (-10_000, -7_000)
    desk.check()


def test_the_same_key_again_brings_the_first_receipt_and_moves_nothing(desk: Desk) -> None:
    anna = desk.player(money=0)
    first = desk.ok(Deposit, key="one", player=anna, currency="EUR", amount_minor=500)
    desk.ok(Deposit, player=anna, currency="EUR", amount_minor=100)
    second = desk.ok(Deposit, key="one", player=anna, currency="EUR", amount_minor=500, at_ms=desk.now_ms + 9)
    assert (second, desk.purse(anna).wallet) == (again(first), 600)


def test_the_same_key_sent_many_times_at_once_counts_once(desk: Desk) -> None:
    anna = desk.player(money=0)
    command = Deposit(key="clicked", at_ms=desk.now_ms, player=anna, currency="EUR", amount_minor=100)
    first, *others = [future.result() for future in [desk.ledger.submit(command) for _ in range(50)]]
    assert not first.again
    assert all(receipt == again(first) for receipt in others)
    assert desk.purse(anna).wallet == 100


def test_a_refused_key_may_be_tried_again_when_it_can_be_done(desk: Desk) -> None:
    anna = desk.player(money=100)
    assert desk.refused(Withdraw, key="out", player=anna, currency="EUR", amount_minor=200) == "ledger/overdraft"
    desk.ok(Deposit, player=anna, currency="EUR", amount_minor=100)
    assert desk.ok(Withdraw, key="out", player=anna, currency="EUR", amount_minor=200).wallet_minor == 0


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"amount_minor": 10_002}, "ledger/overdraft"),
        ({"currency": "USD"}, "ledger/wrong_currency"),
        ({"amount_minor": -1}, "ledger/negative"),
        ({"amount_minor": 0}, "ledger/zero"),
        ({"amount_minor": 10**15 + 1}, "ledger/too_large"),
        ({"amount_minor": 10**30}, "ledger/too_large"),
        ({"player": 999}, "ledger/unknown_account"),
        ({"player": -1}, "ledger/unknown_account"),
        ({"key": ""}, "ledger/bad_key"),
        ({"key": "k" * 129}, "ledger/bad_key"),
        ({"key": "a\0b"}, "ledger/bad_key"),
        ({"key": "used"}, "ledger/key_reused"),
    ],
)
def test_what_is_wrong_is_refused_with_its_own_code_and_changes_nothing(
    desk: Desk, fields: dict[str, Any], code: str
) -> None:
    anna = desk.player()
    desk.ok(Deposit, key="used", player=anna, currency="EUR", amount_minor=1)
    before = desk.balances(anna)
    whole = {"player": anna, "currency": "EUR", "amount_minor": 100, **fields}
    assert desk.refused(Withdraw, **whole) == code
    assert desk.balances(anna) == before
    desk.check()


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        (Placed("1/main", 10_001), "ledger/overdraft"),
        (Placed("1/main", -5), "ledger/negative"),
        (Placed("1/main", 0), "ledger/zero"),
        (Placed("1/main", 10**10 + 1), "ledger/too_large"),
        (Placed("1/main", -5, {100: 1}), "ledger/negative"),
        (Placed("", 5), "ledger/bad_spot"),
        (Placed("1/main", 5, {100: 1}), "golden/not_enough"),
        (Placed("1/main", 5, {100: -1}), "golden/no_count"),
        (Placed("1/main", 0, {-100: 1}), "golden/not_enough"),
    ],
)
def test_a_wrong_stake_is_refused_with_its_own_code(desk: Desk, stake: Placed, code: str) -> None:
    anna = desk.player()
    desk.round()
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=(stake,)) == code
    assert desk.refused(PlaceStakes, round="R1", player=anna, stakes=(Placed("1/main", 5), stake)) != ""
    assert desk.balances(anna) == (10_000, 0, 0, 0)


def test_an_account_cannot_grow_beyond_64_bits(desk: Desk) -> None:
    anna = desk.player(money=0)
    deposits = [
        Deposit(key=f"d{number}", at_ms=desk.now_ms, player=anna, currency="EUR", amount_minor=10**15)
        for number in range(1000)
    ]
    for future in [desk.ledger.submit(command) for command in deposits]:
        assert not isinstance(future.result(), Refusal)
    assert desk.refused(Deposit, player=anna, currency="EUR", amount_minor=10**15) == "ledger/too_large"
    desk.check()


def test_names_are_taken_once_and_currencies_are_those_of_the_house(desk: Desk) -> None:
    desk.player("anna")
    assert desk.refused(OpenAccount, name="anna", currency="EUR") == "account/name_taken"
    assert desk.refused(OpenAccount, name="", currency="EUR") == "ledger/bad_name"
    assert desk.refused(OpenAccount, name="bob", currency="XXX") == "ledger/unknown_currency"


def test_a_demo_account_begins_with_play_money_that_mixes_with_no_other(desk: Desk) -> None:
    demo = desk.ok(OpenAccount, name="guest", currency="EUR", demo=True).player
    assert (desk.purse(demo).currency, desk.purse(demo).wallet) == ("PLAY", 1_000_00)
    assert desk.refused(Withdraw, player=demo, currency="EUR", amount_minor=1) == "ledger/wrong_currency"
    desk.check()


def test_one_refusal_in_a_batch_costs_the_others_nothing(desk: Desk) -> None:
    anna = desk.player(money=500)
    commands = [
        Withdraw(key=f"w{number}", at_ms=desk.now_ms, player=anna, currency="EUR", amount_minor=100)
        for number in range(9)
    ]
    outcomes = [future.result() for future in [desk.ledger.submit(command) for command in commands]]
    assert sum(isinstance(outcome, Refusal) for outcome in outcomes) == 4
    assert desk.purse(anna).wallet == 0
    desk.check()


def test_the_database_itself_keeps_players_from_going_below_zero(desk: Desk) -> None:
    anna = desk.player()
    for pocket in ("wallet", "stakes", "golden", "golden_stakes"):
        with pytest.raises(Exception, match=r"(?i)check"):
            desk.ledger.keep(lambda engine, pocket=pocket: engine.run(f"UPDATE purses SET {pocket} = -1"))
    assert desk.balances(anna) == (10_000, 0, 0, 0)


@pytest.mark.parametrize("table", ["journal", "entries"])
def test_the_database_itself_keeps_the_journal_append_only(desk: Desk, table: str) -> None:
    desk.player()
    for statement in (
        f"DELETE FROM {table}",
        f"UPDATE {table} SET {'amount = 1' if table == 'entries' else 'at_ms = 1'}",
    ):
        with pytest.raises(Exception, match="append-only"):
            desk.ledger.keep(lambda engine, statement=statement: engine.run(statement))
    desk.check()


def test_a_fault_in_one_command_fails_that_one_alone(desk: Desk) -> None:
    anna = desk.player(money=0)
    good = [
        Deposit(key=f"g{number}", at_ms=desk.now_ms, player=anna, currency="EUR", amount_minor=1) for number in range(5)
    ]
    futures = [desk.ledger.submit(command) for command in good[:2]]
    bad = desk.ledger._writer.submit(lambda engine: engine.run("SELECT * FROM nowhere"))
    futures += [desk.ledger.submit(command) for command in good[2:]]
    assert all(not isinstance(future.result(), Refusal) for future in futures)
    assert bad.exception() is not None
    assert desk.purse(anna).wallet == 5
    desk.check()


def test_what_was_acknowledged_is_there_after_a_restart_e4(where: str) -> None:
    with open_ledger(where) as ledger:
        anna = Desk(ledger).player()
    with open_ledger(where) as ledger:
        assert Desk(ledger).balances(anna) == (10_000, 0, 0, 0)
        Desk(ledger).check()


def test_two_stores_on_one_database_never_lose_a_record(where: str) -> None:
    """Two nodes, or a server and a command line: many small transactions that meet."""
    with open_ledger(where) as one, open_ledger(where) as other:
        anna = Desk(one).player(money=0)

        def send(ledger: Ledger, name: str) -> list[object]:
            commands = [
                Deposit(key=f"{name}{number}", at_ms=1, player=anna, currency="EUR", amount_minor=1)
                for number in range(60)
            ]
            return [ledger.execute(command) for command in commands]

        with ThreadPoolExecutor(4) as pool:
            sent = [pool.submit(send, *pair) for pair in ((one, "a"), (other, "b"), (one, "both"), (other, "both"))]
            outcomes = [outcome for future in sent for outcome in future.result()]
        assert not any(isinstance(outcome, Refusal) for outcome in outcomes)
        assert Desk(other).purse(anna).wallet == 180
        Desk(one).check()


def test_a_closed_store_takes_no_more(ledger: Ledger) -> None:
    ledger.close()
    with pytest.raises(Exception, match="closed"):
        ledger.execute(Deposit(key="k", at_ms=1, player=1, currency="EUR", amount_minor=1))
