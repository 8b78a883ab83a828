"""Random commands, retries, duplicates and batches against a model of a few lines.

The model knows only what each player has and what lies on each spot. After every step the store
agrees with it, the sum of all accounts is zero, nobody is below zero, no limit is exceeded, and
the projection equals the entries.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, settings
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from tests.store.desk import DAY_MS, NOW_MS, Desk, again
from tests.store.servers import Postgres
from ventuno.bank import (
    BankCommand,
    Deposit,
    ExpireGoldenChips,
    GrantGoldenChips,
    JackpotWin,
    OpenAccount,
    OpenJackpot,
    OpenRound,
    Placed,
    PlaceStakes,
    Receipt,
    RoundTerms,
    SetLimit,
    SettleRound,
    TakeBackStakes,
    VoidRound,
    Withdraw,
)
from ventuno.refusal import Refusal
from ventuno.store import open_ledger
from ventuno.store.history import jackpots

AMOUNTS = st.integers(-5, 400)
SPOTS = st.sampled_from(["1/main", "1/progressive", "2/main"])
CHIPS = st.dictionaries(st.sampled_from([50, 100]), st.integers(0, 2), max_size=2)


class Bank(RuleBasedStateMachine):
    players = Bundle("players")
    rounds = Bundle("rounds")

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where
        self.desk = Desk(open_ledger(self.where))
        self.accepted: list[tuple[BankCommand, Receipt]] = []
        self.keys = 0
        self.wallet: dict[int, int] = defaultdict(int)
        self.on_spot: dict[str, dict[tuple[int, str], int]] = {}  # real money, by round
        self.golden: dict[str, Counter[int]] = defaultdict(Counter)  # value in play, by round and player
        self.limit: dict[int, int] = {}  # of stakes a day
        self.staked: dict[tuple[int, int], int] = defaultdict(int)  # by player and day, net
        self.settled: dict[tuple[int, int], int] = defaultdict(int)  # stakes by player and day

    def teardown(self) -> None:
        self.desk.check()
        self.desk.ledger.close()

    # -- sending ----------------------------------------------------------------------------------

    def command(self, kind: type[BankCommand], /, **fields: Any) -> BankCommand:
        self.keys += 1
        return kind(key=f"k{self.keys}", at_ms=self.desk.now_ms, **fields)

    def send(self, kind: type[BankCommand], /, **fields: Any) -> Receipt | None:
        command = self.command(kind, **fields)
        outcome = self.desk.ledger.execute(command)
        if isinstance(outcome, Refusal):
            return None
        self.accepted.append((command, outcome))
        return outcome

    @initialize(target=players)
    def open_the_house(self) -> Any:
        assert self.send(OpenJackpot, jackpot="j", currency="EUR", seed_minor=1_000, contribution="1/3")
        found = []
        for name in ("anna", "bob"):
            receipt = self.send(OpenAccount, name=name, currency="EUR")
            assert receipt
            found.append(receipt.player)
        return multiple(*found)

    # -- money in and out ---------------------------------------------------------------------------

    @rule(player=players, amount=AMOUNTS)
    def deposit(self, player: int, amount: int) -> None:
        receipt = self.send(Deposit, player=player, currency="EUR", amount_minor=amount)
        assert (receipt is not None) == (amount > 0)
        self.wallet[player] += max(amount, 0)

    @rule(player=players, amount=AMOUNTS)
    def withdraw(self, player: int, amount: int) -> None:
        receipt = self.send(Withdraw, player=player, currency="EUR", amount_minor=amount)
        assert (receipt is not None) == (0 < amount <= self.wallet[player])
        self.wallet[player] -= amount if receipt else 0

    @rule(player=players, value=st.sampled_from([50, 100]), count=st.integers(1, 3), days=st.integers(1, 3))
    def grant(self, player: int, value: int, count: int, days: int) -> None:
        expires_ms = self.desk.now_ms + days * DAY_MS
        assert self.send(GrantGoldenChips, player=player, value_minor=value, count=count, expires_ms=expires_ms)

    @rule(hours=st.sampled_from([1, 13, 24, 48]))
    def time_passes(self, hours: int) -> None:
        self.desk.now_ms += hours * 3_600_000
        assert self.send(ExpireGoldenChips)

    # -- rounds -------------------------------------------------------------------------------------

    @rule(target=rounds)
    def open_round(self) -> str:
        code = f"R{self.keys}"
        terms = RoundTerms(jackpots={"progressive": "j"}, golden_per_round=4)
        assert self.send(OpenRound, round=code, table="t", game="g", terms=terms, events=(b"opened",))
        self.on_spot[code] = defaultdict(int)
        return code

    @rule(code=rounds, player=players, spot=SPOTS, amount=AMOUNTS, chips=CHIPS, initial=st.booleans())
    def place(self, code: str, player: int, spot: str, amount: int, chips: dict[int, int], initial: bool) -> None:
        stakes = (Placed(spot, amount, chips),)
        receipt = self.send(PlaceStakes, round=code, player=player, stakes=stakes, initial=initial, events=(b"bet",))
        if not chips:
            assert (receipt is not None) == (0 < amount <= min(self.wallet[player], self.room(player)))
        if receipt:
            self.wallet[player] -= amount
            self.on_spot[code][player, spot] += amount
            self.golden[code][player] += sum(value * count for value, count in chips.items())
            self.staked[player, self.day()] += amount

    @rule(code=rounds, player=players, spot=SPOTS, amount=AMOUNTS)
    def take_back(self, code: str, player: int, spot: str, amount: int) -> None:
        receipt = self.send(TakeBackStakes, round=code, player=player, stakes=(Placed(spot, amount),))
        assert (receipt is not None) == (0 < amount <= self.on_spot[code][player, spot])
        if receipt:
            self.wallet[player] += amount
            self.on_spot[code][player, spot] -= amount
            today = player, self.day()
            self.staked[today] = max(self.staked[today] - amount, 0)

    @rule(code=consumes(rounds), share=st.integers(0, 3), back=st.booleans(), win=st.booleans())
    def settle(self, code: str, share: int, back: bool, win: bool) -> None:
        on_spot = {place: amount for place, amount in self.on_spot.pop(code).items() if amount}
        returned = {player: amount * share for (player, _), amount in on_spot.items()}
        winners = {player: 1 for (player, spot), _ in on_spot.items() if spot == "1/progressive"}
        before = jackpots(self.desk.ledger)["j"].pool_minor
        jackpot = JackpotWin("j", before, winners) if win and winners else None
        staked: dict[int, int] = defaultdict(int)
        for (player, _), amount in on_spot.items():
            staked[player] += amount
        golden = dict(+self.golden.pop(code, Counter()))
        more = {"staked": dict(staked), "golden_staked": golden, "jackpot": jackpot, "events": (b"settled",)}
        receipt = self.send(SettleRound, round=code, returned=returned, **more)
        assert receipt
        for (player, _), amount in on_spot.items():
            self.settled[player, self.day()] += amount
        for player, amount in returned.items():
            self.wallet[player] += amount
        for player in winners if jackpot else ():
            self.wallet[player] += before // len(winners)

    @rule(code=consumes(rounds))
    def void(self, code: str) -> None:
        assert self.send(VoidRound, round=code, reason="fault")
        for (player, _), amount in self.on_spot.pop(code).items():
            self.wallet[player] += amount
            today = player, self.day()
            self.staked[today] = max(self.staked[today] - amount, 0)

    # -- limits -------------------------------------------------------------------------------------

    @rule(player=players, amount=st.integers(0, 600))
    def tighten(self, player: int, amount: int) -> None:
        if player not in self.limit:  # a first limit counts what was settled today, and what is in play
            self.staked[player, self.day()] = self.settled[player, self.day()] + self.in_play(player)
        if amount <= self.limit.get(player, amount):
            assert self.send(SetLimit, player=player, kind="stake", period="day", amount=amount)
            self.limit[player] = amount

    def day(self) -> int:
        return self.desk.now_ms // DAY_MS

    def in_play(self, player: int) -> int:
        return sum(amount for spots in self.on_spot.values() for (whose, _), amount in spots.items() if whose == player)

    def room(self, player: int) -> int:
        if player not in self.limit:
            return 10**9
        return self.limit[player] - self.staked[player, self.day()]

    # -- the same again -----------------------------------------------------------------------------

    @rule(data=st.data(), times=st.integers(1, 3))
    def send_again(self, data: st.DataObject, times: int) -> None:
        if self.accepted:
            command, receipt = data.draw(st.sampled_from(self.accepted))
            futures = [self.desk.ledger.submit(command) for _ in range(times)]
            assert all(future.result() == again(receipt) for future in futures)

    @rule(data=st.data())
    def reuse_a_key(self, data: st.DataObject) -> None:
        if self.accepted:
            command, _ = data.draw(st.sampled_from(self.accepted))
            other = Deposit(key=command.key, at_ms=NOW_MS, player=1, currency="EUR", amount_minor=987_654)
            outcome = self.desk.ledger.execute(other)
            assert isinstance(outcome, Refusal)
            assert outcome.code == "ledger/key_reused"

    @rule(player=players, amounts=st.lists(st.integers(1, 200), min_size=2, max_size=8))
    def withdraw_at_once(self, player: int, amounts: list[int]) -> None:
        """One batch: each is decided with what the ones before it left."""
        commands = [self.command(Withdraw, player=player, currency="EUR", amount_minor=amount) for amount in amounts]
        outcomes = [future.result() for future in [self.desk.ledger.submit(command) for command in commands]]
        for command, outcome, amount in zip(commands, outcomes, amounts, strict=True):
            assert isinstance(outcome, Receipt) == (amount <= self.wallet[player])
            if isinstance(outcome, Receipt):
                self.accepted.append((command, outcome))
                self.wallet[player] -= amount

    @rule()
    def reopen(self) -> None:
        self.desk.ledger.close()
        self.desk.ledger = open_ledger(self.where)

    # -- always -------------------------------------------------------------------------------------

    @invariant()
    def the_store_agrees_with_the_model(self) -> None:
        for player, wallet in self.wallet.items():
            purse = self.desk.purse(player)
            assert (purse.wallet, purse.stakes) == (wallet, self.in_play(player))

    @invariant()
    def the_book_is_right(self) -> None:
        self.desk.check()


STEPS = settings(stateful_step_count=30, suppress_health_check=list(HealthCheck))


def test_random_commands_keep_the_book_right_on_sqlite(folder: Path) -> None:
    numbers = itertools.count()
    run_state_machine_as_test(lambda: Bank(str(folder / f"{next(numbers)}.db")), settings=STEPS)  # type: ignore[arg-type]


def test_random_commands_keep_the_book_right_on_postgres(postgres: Postgres) -> None:
    fewer = settings(STEPS, max_examples=max(settings.default.max_examples // 10, 1))  # a database for each is slow
    run_state_machine_as_test(lambda: Bank(postgres.new_database()), settings=fewer)  # type: ignore[arg-type]
