"""A payment provider with books of its own, a line to it that loses what it can, and a cashier that dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tests.store.desk import Desk
from ventuno.bank import Pocket, Transfer
from ventuno.bank.transfers import OPEN, Order
from ventuno.store import Ledger
from ventuno.store.cashier import DONE, PENDING, UNKNOWN, Cashier, ProviderAnswer
from ventuno.store.loading import select
from ventuno.store.tables import TRANSFERS
from ventuno.store.transfers import open_transfers

NO = ProviderAnswer("refused", "provider/no", "not today")
FAULTS = ("fine", "lose request", "lose answer", "late", "twice", "slow")


class Outside:
    """Its books outlive everybody. `refuses` says what it does not carry out."""

    name = "outside"

    def __init__(self, refuses: Callable[[Order], bool] = lambda order: False) -> None:
        self.refuses = refuses
        self.slow = False  # it takes its time, and is told to decide by `decide`
        self.orders: dict[str, Order] = {}
        self.answers: dict[str, ProviderAnswer] = {}
        self.carried_out: Counter[str] = Counter()

    def take(self, order: Order) -> ProviderAnswer:
        known = self.orders.setdefault(order.key, order)
        assert known == order, "the same key with another content"
        if order.key not in self.answers:
            self.answers[order.key] = PENDING
            if not self.slow:
                self.decide(order.key)
        return self.answers[order.key]

    def decide(self, key: str) -> None:
        order = self.orders[key]
        if self.answers[key] != PENDING:
            return
        if order.kind == "refund":
            paid = self.orders[order.of]
            assert self.answers[order.of] == DONE
            assert (paid.player, paid.currency, paid.amount_minor) == (order.player, order.currency, order.amount_minor)
        if self.refuses(order):
            self.answers[key] = NO
        else:
            self.answers[key] = DONE
            self.carried_out[key] += 1

    def decide_all(self) -> None:
        for key in self.orders:
            self.decide(key)

    def status(self, key: str) -> ProviderAnswer:
        return self.answers.get(key, UNKNOWN)

    def cancel(self, key: str) -> ProviderAnswer:
        if self.answers.get(key, PENDING) == PENDING:
            self.answers[key] = NO
        return self.answers[key]

    def moved(self, kind: str, currency: str = "EUR") -> int:
        done = (self.orders[key] for key, answer in self.answers.items() if answer == DONE)
        return sum(one.amount_minor for one in done if one.kind == kind and one.currency == currency)


class Line:
    """To the provider: each call meets the next fault, and then none."""

    def __init__(self, outside: Outside, faults: Iterable[str] = ()) -> None:
        self.outside, self.name = outside, outside.name
        self.faults: Iterator[str] = iter(faults)
        self.on_the_way: list[Order] = []
        self.calls = 0

    def send(self, order: Order) -> ProviderAnswer:
        return self._through(lambda: self.outside.take(order), order)

    def status(self, key: str) -> ProviderAnswer:
        return self._through(lambda: self.outside.status(key))

    def cancel(self, key: str) -> ProviderAnswer:
        return self._through(lambda: self.outside.cancel(key))

    def _through(self, call: Callable[[], ProviderAnswer], order: Order | None = None) -> ProviderAnswer:
        self.calls += 1
        fault = next(self.faults, "fine")
        self.outside.slow = fault == "slow"
        if fault == "late" and order:
            self.on_the_way.append(order)
        if fault in ("late", "lose request"):
            raise ConnectionError(fault)
        answer = call()
        if fault == "twice":
            answer = call()
        if fault == "lose answer":
            raise ConnectionError(fault)
        return answer

    def deliver(self) -> None:
        """What was late arrives."""
        self.outside.slow = False
        waiting, self.on_the_way = self.on_the_way, []
        for order in waiting:
            self.outside.take(order)


class Killed(BaseException):
    """The house dies, here."""


class Mortal:
    """Dies before or after the call that it was told: each call has two such moments."""

    def __init__(self, inner: Any, life: Life, *names: str) -> None:
        self._inner, self._life, self._names = inner, life, names

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if name not in self._names:
            return found

        def call(*values: Any) -> Any:
            self._life.point()
            answer = found(*values)
            self._life.point()
            return answer

        return call


class Life:
    def __init__(self, moments: int | None = None) -> None:
        self.moments = moments

    def point(self) -> None:
        if self.moments is not None:
            self.moments -= 1
            if self.moments < 0:
                raise Killed


def cashier(ledger: Ledger, line: Line, now_ms: Callable[[], int], moments: int | None = None) -> Cashier:
    """`moments`: how many it lives."""
    life = Life(moments)
    mortal: Any = Mortal(ledger, life, "execute")
    return Cashier(mortal, Mortal(line, life, "send", "status", "cancel"), now_ms)


def transfers(ledger: Ledger) -> list[Transfer]:
    with ledger.reading() as engine:
        return [Transfer(*row) for row in engine.rows(select(TRANSFERS, "ORDER BY opened"))]


def end_well(desk: Desk, line: Line) -> None:
    """The line is mended, what was late arrives, the provider decides; the cashier asks after everything."""
    line.faults = iter(())
    for _ in range(4):
        line.deliver()
        line.outside.decide_all()
        works = cashier(desk.ledger, line, lambda: desk.now_ms)
        for one in open_transfers(desk.ledger):
            works.go_on(one.key)
    assert open_transfers(desk.ledger) == []


def check_books(desk: Desk, outside: Outside) -> None:
    """At any moment: nothing is credited that was not collected, nothing is done twice; and when all is over,
    both books agree to the cent."""
    found = {one.key: one for one in transfers(desk.ledger)}
    assert all(count == 1 for count in outside.carried_out.values())
    for one in found.values():
        _check(one, outside)
    for key in outside.carried_out:
        assert key.partition("/")[2] in found, "money moved that nobody asked for"
    if not any(one.state in OPEN for one in found.values()):
        held = outside.moved("collect") - outside.moved("refund") - outside.moved("pay_out")
        assert -desk.fund(Pocket.CASHIER) == held
    desk.check()


def _check(one: Transfer, outside: Outside) -> None:
    done = {kind: f"{kind}/{one.key}" in outside.carried_out for kind in ("collect", "refund", "pay_out")}
    match one.state:
        case "credited" | "refunding":
            assert done["collect"]
            assert one.state == "refunding" or not done["refund"]
        case "refunded":
            assert done["collect"]
            assert done["refund"]
        case "refused" | "returned":
            assert not any(done.values())
        case "paid":
            assert done["pay_out"]
        case "asked":
            assert not done["refund"]
