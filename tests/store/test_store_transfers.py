"""Money from and to a provider (A8, A9): whoever dies, at whatever moment, both books agree."""

from __future__ import annotations

import itertools
import threading
from typing import Any

import pytest

from tests.store.desk import DAY_MS, Desk
from tests.store.outside import FAULTS, NO, Killed, Line, Outside, cashier, check_books, end_well, transfers
from ventuno.bank import (
    AskDeposit,
    AskWithdrawal,
    ExcludeSelf,
    HearProvider,
    Placed,
    PlaceStakes,
    Pocket,
    SetLimit,
    TakeTimeOut,
    Transfer,
)
from ventuno.bank.transfers import MOST_OPEN, Order
from ventuno.refusal import Refusal
from ventuno.store.cashier import DONE, PENDING, Cashier, PlayMoney, ProviderAnswer, of_provider, refusal_of
from ventuno.store.engine import Engine
from ventuno.store.transfers import open_transfers, transfer_of

EUR: dict[str, Any] = {"currency": "EUR"}


@pytest.fixture
def house(desk: Desk) -> Desk:
    """Without a cent that has not come from the provider."""
    desk.player("anna", money=0)
    return desk


def deposit(desk: Desk, key: str = "in", amount: int = 6_000, player: int = 1) -> AskDeposit:
    return AskDeposit(key=key, at_ms=desk.now_ms, player=player, amount_minor=amount, **EUR)


def withdrawal(desk: Desk, key: str = "out", amount: int = 4_000, player: int = 1) -> AskWithdrawal:
    return AskWithdrawal(key=key, at_ms=desk.now_ms, player=player, amount_minor=amount, **EUR)


def at(desk: Desk, line: Line | PlayMoney) -> Cashier:
    return Cashier(desk.ledger, line, lambda: desk.now_ms)


def state(desk: Desk, key: str) -> str:
    found = transfer_of(desk.ledger, key)
    assert found is not None
    return found.state


def transit(desk: Desk) -> int:
    """Of money that is not in a jackpot, of which there is none here."""
    return desk.fund(Pocket.IN_TRANSIT)


class Meanwhile(Outside):
    """Something happens in the house while the provider is at work."""

    def __init__(self, happens: Any) -> None:
        super().__init__()
        self.happens = happens

    def take(self, order: Order) -> ProviderAnswer:
        if order.kind == "collect":
            self.happens()
        return super().take(order)


# -- in ---------------------------------------------------------------------------------------------


def test_what_is_collected_is_credited_once_however_often_it_is_asked_a8(house: Desk) -> None:
    line = Line(Outside())
    for _ in range(3):
        found = at(house, line).move(deposit(house))
        assert isinstance(found, Transfer)
        assert (found.state, refusal_of(found)) == ("credited", None)
        house.now_ms += 1
    assert (house.balances(1)[0], line.outside.moved("collect"), line.calls) == (6_000, 6_000, 1)
    check_books(house, line.outside)


def test_limits_are_asked_before_the_provider_is_a9(house: Desk) -> None:
    house.ok(SetLimit, player=1, kind="deposit", period="day", amount=5_000)
    line = Line(Outside())
    found = at(house, line).move(deposit(house))
    assert isinstance(found, Refusal)
    assert (found.code, line.calls, transfers(house.ledger)) == ("limit/deposit", 0, [])
    house.ok(TakeTimeOut, player=1, until_ms=house.now_ms + 1_000)
    found = at(house, line).move(deposit(house, amount=100))
    assert isinstance(found, Refusal)
    assert (found.code, line.calls) == ("limit/timed_out", 0)


def test_a_deposit_on_its_way_counts_for_the_limit_until_it_is_known_a9(house: Desk) -> None:
    house.ok(SetLimit, player=1, kind="deposit", period="day", amount=10_000)
    line = Line(Outside(refuses=lambda order: order.key == "collect/first"), ["slow"])
    at(house, line).move(deposit(house, "first"))
    second = at(house, line).move(deposit(house, "second", 4_001))
    assert isinstance(second, Refusal)
    assert (second.code, second.data["left"]) == ("limit/deposit", 4_000)
    end_well(house, line)
    assert state(house, "first") == "refused"  # and makes room
    assert isinstance(at(house, line).move(deposit(house, "third", 10_000)), Transfer)
    check_books(house, line.outside)


def test_a_first_limit_counts_what_came_through_the_provider_today_a9(house: Desk) -> None:
    line = Line(Outside())
    at(house, line).move(deposit(house, amount=3_000))
    house.ok(SetLimit, player=1, kind="deposit", period="day", amount=5_000)
    assert house.refused(AskDeposit, player=1, amount_minor=2_001, **EUR) == "limit/deposit"
    assert house.ok(AskDeposit, player=1, amount_minor=2_000, **EUR)


def test_a_key_whose_money_went_back_is_burnt_a8(house: Desk) -> None:
    """60.00 were collected, refunded, and credited when the same key came again after the time-out."""
    over_ms = house.now_ms + 60_000
    outside = Meanwhile(lambda: house.ok(TakeTimeOut, player=1, until_ms=over_ms))
    line = Line(outside)
    for _ in range(4):
        found = at(house, line).move(deposit(house))
        assert isinstance(found, Transfer)
        refusal = refusal_of(found)
        assert refusal is not None
        assert (refusal.code, refusal.data["because"]) == ("cashier/refunded", "limit/timed_out")
        house.now_ms = over_ms + 1
    assert house.balances(1) == (0, 0, 0, 0)
    assert (outside.moved("collect"), outside.moved("refund")) == (6_000, 6_000)
    check_books(house, outside)


def test_what_the_provider_refused_stays_refused_under_its_key_a8(house: Desk) -> None:
    line = Line(Outside(refuses=lambda order: True))
    for _ in range(2):
        found = at(house, line).move(deposit(house))
        assert isinstance(found, Transfer)
        assert refusal_of(found) == Refusal("provider/no", "not today")
        line.outside.refuses = lambda order: False
        house.now_ms += 1
    assert (line.outside.moved("collect"), house.balances(1)[0]) == (0, 0)
    check_books(house, line.outside)


def test_who_excludes_themselves_is_not_collected_from_by_an_order_that_was_lost_a9(house: Desk) -> None:
    line = Line(Outside(), ["late"])
    at(house, line).move(deposit(house))
    house.ok(ExcludeSelf, player=1)
    house.now_ms += 1
    at(house, line).go_on("in")
    assert state(house, "in") == "refused"
    line.deliver()  # too late: it is cancelled there
    assert (line.outside.moved("collect"), house.balances(1)[0]) == (0, 0)
    check_books(house, line.outside)


def test_who_excludes_themselves_before_their_turn_at_the_provider_is_not_collected_from_a9(house: Desk) -> None:
    """The cashier may be busy: the order waits between the bank's yes and the provider."""
    line = Line(Outside())
    asked = deposit(house)
    works = at(house, line)
    assert not isinstance(house.ledger.execute(of_provider(asked, line)), Refusal)
    house.ok(ExcludeSelf, player=1)
    works.go_on(asked.key, fresh=True)
    assert (state(house, "in"), line.outside.moved("collect")) == ("refused", 0)
    check_books(house, line.outside)


def test_what_is_collected_after_all_goes_back_a8(house: Desk) -> None:
    """A provider that takes back its no, against its promise."""
    line = Line(Outside(refuses=lambda order: order.kind == "collect"))
    works = at(house, line)
    works.move(deposit(house))
    line.outside.answers["collect/in"] = DONE
    line.outside.carried_out["collect/in"] += 1
    assert isinstance(works.notify("collect/in", DONE), Transfer)
    assert (state(house, "in"), house.balances(1)[0], line.outside.moved("refund")) == ("refunded", 0, 6_000)
    check_books(house, line.outside)


# -- out --------------------------------------------------------------------------------------------


def test_a_withdrawal_leaves_the_wallet_before_the_provider_is_asked_and_is_paid_once_a8(house: Desk) -> None:
    house.ok_deposit(1, 10_000)
    seen: list[tuple[int, int]] = []

    class Looks(Outside):
        def take(self, order: Order) -> ProviderAnswer:
            seen.append((house.balances(1)[0], transit(house)))
            return super().take(order)

    line = Line(Looks())
    for _ in range(3):
        at(house, line).move(withdrawal(house))
        house.now_ms += 1
    assert (seen, house.balances(1)[0], transit(house)) == ([(6_000, 4_000)], 6_000, 0)
    assert (state(house, "out"), line.outside.moved("pay_out")) == ("paid", 4_000)
    house.check()


def test_a_withdrawal_that_the_provider_does_not_pay_goes_back_once_a8(house: Desk) -> None:
    house.ok_deposit(1, 10_000)
    line = Line(Outside(refuses=lambda order: True))
    for _ in range(3):
        found = at(house, line).move(withdrawal(house))
        assert isinstance(found, Transfer)
        assert refusal_of(found) == Refusal("provider/no", "not today")
        line.outside.refuses = lambda order: False
        house.now_ms += 1
        assert isinstance(at(house, line).notify("pay_out/out", NO), Transfer)
    assert (house.balances(1), transit(house), state(house, "out")) == ((10_000, 0, 0, 0), 0, "returned")
    assert line.outside.moved("pay_out") == 0
    house.check()


def test_what_is_staked_or_on_its_way_out_cannot_be_taken_out(house: Desk) -> None:
    house.ok_deposit(1, 10_000)
    house.round()
    house.place(1, 7_000)
    line = Line(Outside(), ["slow"])
    at(house, line).move(withdrawal(house, "first", 2_000))
    for amount in (1_001, 3_000, 10_000):
        found = at(house, line).move(withdrawal(house, f"more {amount}", amount))
        assert isinstance(found, Refusal)
        assert found.code == "ledger/overdraft"
    assert house.refused(PlaceStakes, round="R1", player=1, stakes=(Placed("2/main", 1_001),)) == "ledger/overdraft"
    assert line.outside.orders.keys() == {"pay_out/first"}
    end_well(house, line)
    house.check()


# -- keys and amounts -------------------------------------------------------------------------------


def test_a_key_is_of_one_player_one_amount_one_direction(house: Desk) -> None:
    bob = house.player("bob", money=0)
    carl = house.player("carl", money=0, currency="GBP")
    line = Line(Outside())
    at(house, line).move(deposit(house, "key"))
    other = AskDeposit(key="key", at_ms=1, player=carl, currency="GBP", amount_minor=6_000)
    for asked in (deposit(house, "key", 6_001), deposit(house, "key", player=bob), withdrawal(house, "key"), other):
        found = at(house, line).move(asked)
        assert isinstance(found, Refusal)
        assert found.code == "ledger/key_reused"
    wrong = at(house, line).move(AskDeposit(key="gbp", at_ms=1, player=bob, currency="GBP", amount_minor=1))
    assert isinstance(wrong, Refusal)
    assert wrong.code == "ledger/wrong_currency"
    assert (house.balances(1)[0], house.balances(bob)[0], line.calls) == (6_000, 0, 1)
    check_books(house, line.outside)


@pytest.mark.parametrize("key", ["heard/collect/done/in", "heard/collect/refused/in", "heard/refund/done/in"])
def test_no_key_of_a_players_making_stands_in_the_way_of_a_step(house: Desk, key: str) -> None:
    """Players' keys reach the bank behind `deposit/` and their number, so a step's key is never theirs."""
    line = Line(Outside())
    mine = f"deposit/1/{key}"
    assert isinstance(at(house, line).move(deposit(house, mine)), Transfer)
    assert isinstance(at(house, line).move(deposit(house, "in")), Transfer)
    assert (state(house, mine), state(house, "in")) == ("credited", "credited")
    check_books(house, line.outside)


@pytest.mark.parametrize("amount", [0, -1, -(2**63), 2**63, 10**30])
def test_an_amount_that_is_none_reaches_no_provider(house: Desk, amount: int) -> None:
    house.ok_deposit(1, 100)
    line = Line(Outside())
    for asked in (deposit(house, amount=amount), withdrawal(house, amount=amount)):
        assert isinstance(at(house, line).move(asked), Refusal)
    assert (line.calls, house.balances(1)[0], transfers(house.ledger)) == (0, 100, [])
    house.check()


def test_a_key_too_long_to_be_built_on_is_refused(house: Desk) -> None:
    assert house.refused(AskDeposit, key="k" * 97, player=1, amount_minor=1, **EUR) == "ledger/bad_key"


def test_nobody_fills_the_cashier_with_orders_that_wait(house: Desk) -> None:
    house.ok_deposit(1, 1_000)
    line = Line(Outside(), itertools.repeat("slow"))
    for ask, name in ((deposit, "in"), (withdrawal, "out")):  # deposits are not in the way of withdrawals
        for number in range(MOST_OPEN):
            assert isinstance(at(house, line).move(ask(house, f"{name}{number}", 1)), Transfer)
        found = at(house, line).move(ask(house, "more", 1))
        assert isinstance(found, Refusal)
        assert found.code == "cashier/too_many"
    end_well(house, line)
    assert isinstance(at(house, line).move(deposit(house, "more", 1)), Transfer)


# -- what the provider says by itself ---------------------------------------------------------------


def test_a_late_notification_is_heard_once_a8(house: Desk) -> None:
    line = Line(Outside(), ["slow"])
    works = at(house, line)
    works.move(deposit(house))
    assert (state(house, "in"), house.balances(1)[0]) == ("asked", 0)
    line.outside.decide_all()
    for _ in range(3):
        assert isinstance(works.notify("collect/in", DONE), Transfer)
        house.now_ms += 5
    assert (state(house, "in"), house.balances(1)[0]) == ("credited", 6_000)
    check_books(house, line.outside)


@pytest.mark.parametrize(
    "order", ["collect/none", "collect", "", "none/in", "pay_out/in", "refund/in", "collect/in/more", "in"]
)
def test_a_notification_of_something_else_moves_nothing(house: Desk, order: str) -> None:
    line = Line(Outside(), ["slow", "slow"])
    works = at(house, line)
    works.move(deposit(house))
    found = works.notify(order, DONE)
    assert isinstance(found, Refusal)
    assert found.code in ("cashier/unknown", "cashier/contradiction")
    assert (state(house, "in"), house.balances(1)[0]) == ("asked", 0)


def test_a_contradiction_moves_nothing_and_is_told(house: Desk) -> None:
    house.ok_deposit(1, 10_000)
    told: list[str] = []
    line = Line(Outside())
    works = Cashier(house.ledger, line, lambda: house.now_ms, lambda transfer, code, why: told.append(code))
    works.move(deposit(house))
    works.move(withdrawal(house))
    line.outside.refuses = lambda order: True
    works.move(withdrawal(house, "not paid"))
    before = house.balances(1), transit(house)
    for order, answer in (("collect/in", NO), ("pay_out/out", NO), ("pay_out/not paid", DONE), ("refund/in", DONE)):
        found = works.notify(order, answer)
        assert isinstance(found, Refusal)
        assert found.code == "cashier/contradiction"
    assert (house.balances(1), transit(house)) == before
    assert told == ["cashier/contradiction"] * 4
    assert isinstance(works.notify("collect/in", PENDING), Transfer)
    house.check()


def test_a_refund_that_the_provider_refuses_stays_open_and_is_told(house: Desk) -> None:
    told: list[str] = []
    outside = Meanwhile(lambda: house.ok(ExcludeSelf, player=1))
    outside.refuses = lambda order: order.kind == "refund"
    works = Cashier(house.ledger, Line(outside), lambda: house.now_ms, lambda *words: told.append(words[1]))
    works.move(deposit(house))
    assert [one.key for one in open_transfers(house.ledger)] == ["in"]
    assert (transit(house), told) == (6_000, ["cashier/contradiction"])
    house.check()


def test_an_answer_that_is_none_is_no_answer(house: Desk) -> None:
    class Nothing(PlayMoney):
        def send(self, order: Order) -> Any:
            return None

    found = at(house, Nothing()).move(deposit(house))
    assert isinstance(found, Transfer)
    assert (found.state, house.balances(1)[0]) == ("asked", 0)


def test_no_other_provider_answers_for_a_transfer_a8(house: Desk) -> None:
    """A house opened without its provider would otherwise take every open deposit for collected."""
    house.ok_deposit(1, 4_000)
    line = Line(Outside(), ["slow", "slow"])
    at(house, line).move(deposit(house))
    at(house, line).move(withdrawal(house))
    told: list[str] = []
    other = Cashier(house.ledger, PlayMoney(), lambda: house.now_ms, lambda *words: told.append(words[1]))
    for key, order in (("in", "collect/in"), ("out", "pay_out/out")):
        assert isinstance(other.go_on(key), Transfer)
        assert isinstance(other.notify(order, DONE), Refusal)
        assert state(house, key) == "asked"
    assert told == ["cashier/other_provider", "cashier/unknown"] * 2
    again = other.move(deposit(house))
    assert isinstance(again, Refusal)
    assert again.code == "ledger/key_reused"
    end_well(house, line)
    assert (house.balances(1)[0], line.outside.moved("collect"), line.outside.moved("pay_out")) == (6_000, 6_000, 4_000)


def test_the_default_provider_takes_and_pays_at_once_a8(house: Desk) -> None:
    works = at(house, PlayMoney())
    works.move(deposit(house, amount=900))
    works.move(withdrawal(house, amount=400))
    assert (house.balances(1)[0], open_transfers(house.ledger)) == (500, [])
    house.check()


# -- everybody dies ---------------------------------------------------------------------------------

WAYS = ("in", "in, excluded meanwhile", "in, refused", "out", "out, refused")


def run_and_die(desk: Desk, way: str, faults: tuple[str, ...], moments: int | None, name: str) -> bool:
    """One transfer, killed after so many moments; then a new life in which all goes well. Whether it was killed."""
    before = 10_000 if way.startswith("out") else 0
    player = desk.player(name, money=before)
    happens = (lambda: desk.ok(ExcludeSelf, player=player)) if "excluded" in way else (lambda: None)
    outside = Meanwhile(happens)
    outside.refuses = lambda order: "refused" in way
    line = Line(outside, faults)
    asked = (deposit if way.startswith("in") else withdrawal)(desk, f"{name}/key", 6_000, player)
    killed = False
    try:
        works = cashier(desk.ledger, line, lambda: desk.now_ms, moments)
        works.move(asked)
        desk.now_ms += 1_000
        works.go_on(asked.key)
    except Killed:
        killed = True
    desk.now_ms += 1_000
    end_well(desk, line)
    if transfer_of(desk.ledger, asked.key) is None:
        assert outside.orders == {}, "the provider heard of what was not durable"
    check_one(desk, outside, player, before)
    again = cashier(desk.ledger, line, lambda: desk.now_ms).move(asked)  # whoever did not hear the answer asks again
    assert isinstance(again, Transfer | Refusal)
    end_well(desk, line)
    check_one(desk, outside, player, before)
    return killed


def check_one(desk: Desk, outside: Outside, player: int, before: int) -> None:
    """Both books of one player, who began with so much, agree to the cent."""
    assert all(count == 1 for count in outside.carried_out.values())
    came = outside.moved("collect") - outside.moved("refund") - outside.moved("pay_out")
    assert desk.balances(player) == (before + came, 0, 0, 0)


@pytest.mark.parametrize("way", WAYS)
def test_whoever_dies_at_whatever_moment_both_books_agree_a8_e4(desk: Desk, way: str) -> None:
    """Every pair of faults, and a death at every moment of it."""
    sqlite = "sqlite" in type(desk.ledger.place).__module__
    pairs = list(itertools.product(FAULTS, repeat=2)) if sqlite else [(fault, "fine") for fault in FAULTS]
    lives = 0
    for faults in pairs:
        for moments in itertools.count():
            lives += 1
            if not run_and_die(desk, way, faults, moments, f"{faults} {moments}"):
                break
        assert moments >= 4  # before and after the bank, before and after the provider
    assert transit(desk) == 0
    assert lives > len(pairs) * 4
    desk.check()


# -- at once ----------------------------------------------------------------------------------------


def at_once(*calls: Any) -> list[Any]:
    start, answers = threading.Barrier(len(calls)), [None] * len(calls)

    def run(place: int) -> None:
        start.wait()
        answers[place] = calls[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class Locked(Line):
    """A provider that is asked by several threads."""

    def __init__(self, outside: Outside) -> None:
        super().__init__(outside)
        self._lock = threading.Lock()

    def _through(self, call: Any, order: Order | None = None) -> ProviderAnswer:
        with self._lock:
            return super()._through(call, order)


def test_the_same_deposit_over_several_connections_at_once_is_one_a8(house: Desk) -> None:
    line = Locked(Outside())
    found = at_once(*[lambda: at(house, line).move(deposit(house))] * 8)
    assert {one.state for one in found} == {"credited"}
    assert (house.balances(1)[0], line.outside.moved("collect")) == (6_000, 6_000)
    check_books(house, line.outside)


def test_deposits_at_once_do_not_pass_the_limit_together_a9(house: Desk) -> None:
    house.ok(SetLimit, player=1, kind="deposit", period="day", amount=10_000)
    line = Locked(Outside())
    found = at_once(*[lambda key=f"k{n}": at(house, line).move(deposit(house, key, 4_000)) for n in range(8)])
    assert sum(isinstance(one, Transfer) for one in found) == 2
    assert (house.balances(1)[0], line.outside.moved("collect")) == (8_000, 8_000)
    check_books(house, line.outside)


def test_a_withdrawal_paid_and_refused_at_once_ends_one_way(house: Desk) -> None:
    house.ok_deposit(1, 10_000)
    for number in range(10):
        key = f"out {number}"
        line = Locked(Outside())
        line.faults = iter(["slow"])
        works = at(house, line)
        works.move(withdrawal(house, key, 100))
        at_once(
            *[lambda: works.notify(f"pay_out/{key}", DONE)] * 2,  # noqa: B023
            *[lambda: works.notify(f"pay_out/{key}", NO)] * 2,  # noqa: B023
        )
        assert state(house, key) in ("paid", "returned")
        house.check()
    paid = sum(one.amount_minor for one in transfers(house.ledger) if one.state == "paid")
    assert (house.balances(1)[0], transit(house)) == (10_000 - paid, 0)


# -- the audit --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("UPDATE transfers SET state = 'refunded' WHERE key = 'out'", "audit/transfers"),
        ("UPDATE transfers SET state = 'asked' WHERE key = 'in'", "audit/transfers"),
        ("UPDATE transfers SET amount_minor = amount_minor + 1 WHERE key = 'out'", "audit/transit"),
        ("UPDATE transfers SET kind = 'withdrawal' WHERE key = 'in'", "audit/transfers"),
        ("UPDATE transfers SET currency = 'GBP' WHERE key = 'in'", "audit/transfers"),
        ("UPDATE transfers SET opened_ms = opened_ms + 1 WHERE key = 'in'", "audit/transfers"),
        ("UPDATE transfers SET player = 2 WHERE key = 'in'", "audit/transfers"),
        ("DELETE FROM transfers WHERE key = 'in'", "audit/transfers"),
        ("DELETE FROM transfers WHERE key = 'out'", "audit/transit"),
    ],
)
def test_the_audit_sees_a_transfer_that_was_cooked(house: Desk, change: str, code: str) -> None:
    from ventuno.store.auditing import audit

    works = at(house, Line(Outside(), ["fine", "slow"]))
    works.move(deposit(house))
    works.move(withdrawal(house))
    house.check()

    def cook(engine: Engine) -> None:
        engine.run(change)

    house.ledger.keep(cook)
    assert code in {finding.code for finding in audit(house.ledger).findings}


def test_a_step_that_does_not_belong_to_the_player_is_refused(house: Desk) -> None:
    bob = house.player("bob", money=0)
    house.ok(AskDeposit, key="in", player=1, amount_minor=100, **EUR)
    step = {"transfer": "in", "order": "collect", "answer": "done"}
    assert house.refused(HearProvider, player=bob, **step) == "cashier/unknown"
    assert house.refused(HearProvider, player=1, **{**step, "transfer": "none"}) == "cashier/unknown"
    assert house.refused(HearProvider, player=1, **{**step, "order": "pay_out"}) == "cashier/contradiction"
    house.ok(HearProvider, player=1, **step)
    assert house.refused(HearProvider, player=1, **step) == "cashier/contradiction"  # with a key of its own
    assert house.balances(1)[0] == 100
    house.now_ms += DAY_MS
    house.check()
