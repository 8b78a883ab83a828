"""Deposits and withdrawals through a provider in any order, over a line that loses what it can, by a cashier
that dies: at every moment nothing is credited that was not collected and no limit is passed; in the end both
books agree to the cent."""

from __future__ import annotations

import itertools
from collections import defaultdict
from pathlib import Path

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from tests.store.desk import DAY_MS, Desk
from tests.store.outside import (
    FAULTS,
    NO,
    Killed,
    Line,
    Outside,
    cashier,
    check_books,
    end_well,
    transfers,
)
from tests.store.servers import Postgres
from ventuno.bank import AskDeposit, AskWithdrawal, Placed, PlaceStakes, SetLimit, SettleRound, TakeTimeOut
from ventuno.refusal import Refusal
from ventuno.store import open_ledger
from ventuno.store.cashier import Cashier
from ventuno.store.transfers import open_transfers

PLAYERS = st.sampled_from([1, 2])
AMOUNTS = st.integers(-1, 500)
KEYS = st.sampled_from(["a", "b", "c"])  # few, so that they are reused for other things
LIVES = st.none() | st.integers(0, 9)  # moments until the cashier dies
TROUBLE = st.lists(st.sampled_from(FAULTS), max_size=4)


class Counter(RuleBasedStateMachine):
    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.desk = Desk(open_ledger(where))
        self.refused: set[str] = set()  # orders that the provider will not carry out
        self.line = Line(Outside(lambda order: order.key in self.refused))
        self.asked: list[AskDeposit | AskWithdrawal] = []
        self.limit: dict[int, int] = {}  # of deposits a day
        self.before: dict[int, int] = {}  # what was credited on the day before it was tightened
        self.rounds = itertools.count()

    @initialize()
    def open_the_house(self) -> None:
        for name in ("anna", "bob"):
            self.desk.player(name, money=0)

    def teardown(self) -> None:
        self.desk.now_ms += DAY_MS  # nobody has a time-out any more
        end_well(self.desk, self.line)
        check_books(self.desk, self.line.outside)
        self.desk.ledger.close()

    def with_cashier(self, life: int | None, faults: list[str]) -> Cashier:
        self.line.faults = iter(faults)
        return cashier(self.desk.ledger, self.line, lambda: self.desk.now_ms, life)

    # -- players ------------------------------------------------------------------------------------

    @rule(player=PLAYERS, amount=AMOUNTS, key=KEYS, out=st.booleans(), life=LIVES, faults=TROUBLE)
    def ask(self, player: int, amount: int, key: str, out: bool, life: int | None, faults: list[str]) -> None:
        kind = AskWithdrawal if out else AskDeposit
        asked = kind(key=key, at_ms=self.desk.now_ms, player=player, currency="EUR", amount_minor=amount)
        self.asked.append(asked)
        self.move(asked, life, faults)

    @rule(data=st.data(), life=LIVES, faults=TROUBLE)
    def ask_again(self, data: st.DataObject, life: int | None, faults: list[str]) -> None:
        if self.asked:
            self.move(data.draw(st.sampled_from(self.asked)), life, faults)

    def move(self, asked: AskDeposit | AskWithdrawal, life: int | None, faults: list[str]) -> None:
        before = {one.key: one for one in transfers(self.desk.ledger)}
        try:
            found = self.with_cashier(life, faults).move(asked)
        except Killed:
            return
        known = before.get(asked.key)
        if isinstance(found, Refusal) and known:
            same = (known.player, known.amount_minor, known.kind == "deposit")
            assert same != (asked.player, asked.amount_minor, isinstance(asked, AskDeposit))

    @rule(player=PLAYERS, amount=st.integers(0, 800))
    def tighten(self, player: int, amount: int) -> None:
        if amount <= self.limit.get(player, amount):
            self.desk.ok(SetLimit, player=player, kind="deposit", period="day", amount=amount)
            self.limit[player] = amount
            self.before[player] = self.credited()[player, self.day()]

    @rule(player=PLAYERS, minutes=st.sampled_from([1, 600]))
    def take_a_time_out(self, player: int, minutes: int) -> None:
        self.desk.do(TakeTimeOut, player=player, until_ms=self.desk.now_ms + minutes * 60_000)

    @rule(player=PLAYERS, share=st.integers(0, 2))
    def play(self, player: int, share: int) -> None:
        wallet = self.desk.balances(player)[0]
        if wallet:
            code = self.desk.round(f"R{next(self.rounds)}")
            self.desk.ok(PlaceStakes, round=code, player=player, stakes=(Placed("1/main", wallet),), initial=False)
            self.desk.ok(SettleRound, round=code, returned={player: wallet * share})

    @rule(ms=st.sampled_from([1, 60_000, DAY_MS // 3, DAY_MS]))
    def time_passes(self, ms: int) -> None:
        self.desk.now_ms += ms

    # -- the house ----------------------------------------------------------------------------------

    @rule(life=LIVES, faults=TROUBLE)
    def sweep(self, life: int | None, faults: list[str]) -> None:
        works = self.with_cashier(life, faults)
        try:
            for one in open_transfers(self.desk.ledger):
                works.go_on(one.key)
        except Killed:
            pass

    @rule()
    def reopen(self) -> None:
        self.desk.ledger.close()
        self.desk.ledger = open_ledger(self.where)

    # -- the provider -------------------------------------------------------------------------------

    @rule(key=KEYS, kind=st.sampled_from(["collect", "pay_out"]))
    def will_refuse(self, key: str, kind: str) -> None:
        order = f"{kind}/{key}"
        if order not in self.line.outside.answers:
            self.refused.add(order)

    @rule()
    def late_ones_arrive(self) -> None:
        self.line.deliver()

    @rule()
    def decides(self) -> None:
        self.line.outside.decide_all()

    @rule(data=st.data(), times=st.integers(1, 2), life=LIVES)
    def tells(self, data: st.DataObject, times: int, life: int | None) -> None:
        """What it knows, at any time and more than once."""
        if self.line.outside.answers:
            order, answer = data.draw(st.sampled_from(sorted(self.line.outside.answers.items())))
            works = self.with_cashier(life, [])
            try:
                for _ in range(times):
                    works.notify(order, answer)
            except Killed:
                pass

    @rule(key=KEYS, kind=st.sampled_from(["collect", "refund", "pay_out", "other"]))
    def tells_of_what_nobody_asked(self, key: str, kind: str) -> None:
        if f"{kind}/{key}" not in self.line.outside.answers:
            found = self.with_cashier(None, []).notify(f"{kind}/{key}x", NO)
            assert isinstance(found, Refusal)

    # -- always -------------------------------------------------------------------------------------

    def day(self) -> int:
        return self.desk.now_ms // DAY_MS

    def credited(self) -> dict[tuple[int, int], int]:
        """By player and day."""
        sums: dict[tuple[int, int], int] = defaultdict(int)
        for one in transfers(self.desk.ledger):
            if one.state == "credited":
                sums[one.player, one.changed_ms // DAY_MS] += one.amount_minor
        return sums

    @invariant()
    def no_limit_is_passed(self) -> None:
        for player, limit in self.limit.items():
            assert self.credited()[player, self.day()] <= max(limit, self.before[player])

    @invariant()
    def the_books_are_right(self) -> None:
        check_books(self.desk, self.line.outside)


STEPS = settings(stateful_step_count=25, suppress_health_check=list(HealthCheck))


def test_any_trouble_in_any_order_leaves_both_books_in_agreement_on_sqlite(folder: Path) -> None:
    numbers = itertools.count()
    run_state_machine_as_test(lambda: Counter(str(folder / f"{next(numbers)}.db")), settings=STEPS)  # type: ignore[arg-type]


def test_any_trouble_in_any_order_leaves_both_books_in_agreement_on_postgres(postgres: Postgres) -> None:
    fewer = settings(STEPS, max_examples=max(settings.default.max_examples // 10, 1))  # a database for each is slow
    run_state_machine_as_test(lambda: Counter(postgres.new_database()), settings=fewer)  # type: ignore[arg-type]
