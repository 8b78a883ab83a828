"""The cashier's list (A8): every deposit and withdrawal of one player, and nobody else's."""

from __future__ import annotations

from tests.store.desk import Desk
from tests.store.outside import Line, Outside, end_well
from ventuno.bank import AskDeposit, AskWithdrawal, Deposit, Withdraw
from ventuno.store.cashier import Cashier
from ventuno.store.history import stakes_by_currency
from ventuno.store.moves import Move, every_move, moves_of_player


def seen(moves: list[Move]) -> list[tuple[str, int, int, str]]:
    return [(move.kind, move.amount_minor, move.wallet_minor, move.state) for move in moves]


def bring_in(desk: Desk, line: Line, player: int, amount: int, key: str) -> None:
    asked = AskDeposit(key=key, at_ms=desk.now_ms, player=player, currency="EUR", amount_minor=amount)
    Cashier(desk.ledger, line, lambda: desk.now_ms).move(asked)


def take_out(desk: Desk, line: Line, player: int, amount: int, key: str) -> None:
    asked = AskWithdrawal(key=key, at_ms=desk.now_ms, player=player, currency="EUR", amount_minor=amount)
    Cashier(desk.ledger, line, lambda: desk.now_ms).move(asked)


def test_money_in_and_out_is_listed_newest_first_with_the_balance_after_it_a8(desk: Desk) -> None:
    anna, bob = desk.player("anna", money=500), desk.player("bob", money=900)
    desk.now_ms += 5_000
    desk.ok(Withdraw, player=anna, currency="EUR", amount_minor=200)
    desk.ok_deposit(bob, 70)
    desk.ok_deposit(anna, 30)
    assert seen(moves_of_player(desk.ledger, anna)) == [
        ("deposit", 30, 330, "done"),
        ("withdrawal", 200, 300, "done"),
        ("deposit", 500, 500, "done"),
    ]
    newest, *_, oldest = moves_of_player(desk.ledger, anna)
    assert newest.at_ms >= oldest.at_ms + 5_000
    assert [amount for _, amount, *_ in seen(moves_of_player(desk.ledger, bob))] == [70, 900]


def test_the_list_goes_on_from_a_cursor_and_a_file_has_all_of_it(desk: Desk) -> None:
    anna = desk.player(money=1)
    for amount in range(2, 8):
        desk.ok_deposit(anna, amount)
    first = moves_of_player(desk.ledger, anna, most=4)
    second = moves_of_player(desk.ledger, anna, first[-1].cursor, most=4)
    assert [move.amount_minor for move in (*first, *second)] == [7, 6, 5, 4, 3, 2, 1]
    assert [row[3] for row in every_move(desk.ledger, anna)] == [7, 6, 5, 4, 3, 2, 1]


def test_what_was_refused_is_not_in_the_list(desk: Desk) -> None:
    anna = desk.player(money=100)
    assert desk.refused(Withdraw, player=anna, currency="EUR", amount_minor=101)
    assert desk.refused(Deposit, player=anna, currency="GBP", amount_minor=5)
    assert seen(moves_of_player(desk.ledger, anna)) == [("deposit", 100, 100, "done")]


def test_what_goes_through_a_provider_is_listed_with_what_became_of_it_a8(desk: Desk) -> None:
    anna = desk.player(money=1_000)
    take_out(desk, Line(Outside(refuses=lambda order: True)), anna, 400, "first")
    take_out(desk, Line(Outside()), anna, 300, "second")
    bring_in(desk, Line(Outside(refuses=lambda order: True)), anna, 70, "third")
    bring_in(desk, Line(Outside()), anna, 50, "fourth")
    assert seen(moves_of_player(desk.ledger, anna))[:4] == [
        ("deposit", 50, 750, "done"),
        ("deposit", 70, 700, "refused"),
        ("withdrawal", 300, 700, "done"),
        ("withdrawal", 400, 1_000, "returned"),
    ]


def test_what_is_on_its_way_is_listed_as_such_until_it_is_there_a8(desk: Desk) -> None:
    anna = desk.player(money=1_000)
    line = Line(Outside(), ["slow", "slow"])
    bring_in(desk, line, anna, 50, "in")
    take_out(desk, line, anna, 300, "out")
    assert seen(moves_of_player(desk.ledger, anna))[:2] == [
        ("withdrawal", 300, 700, "pending"),
        ("deposit", 50, 1_000, "pending"),
    ]
    end_well(desk, line)
    assert [move.state for move in moves_of_player(desk.ledger, anna)] == ["done", "done", "done"]


def test_stakes_in_play_are_summed_by_currency_e3(desk: Desk) -> None:
    anna, bob, carl = desk.player("anna"), desk.player("bob"), desk.player("carl", currency="GBP")
    for code in ("R1", "R2"):
        desk.round(code, table=code)
    desk.place(anna, 100)
    desk.place(bob, 50)
    desk.place(carl, 70)
    desk.place(anna, 10, code="R2")
    assert stakes_by_currency(desk.ledger, ["R1", "R2", "none"]) == {"R1": {"EUR": 150, "GBP": 70}, "R2": {"EUR": 10}}
    assert stakes_by_currency(desk.ledger, []) == {}
