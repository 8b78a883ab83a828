"""Who works in the world: a supervisor who stops, voids, closes and corrects, and a cashier whose timing is bad."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec

from tests.world.store import Books
from ventuno.bank import (
    Deposit,
    GrantGoldenChips,
    Receipt,
    RecordAct,
    ResettleRound,
    SetLimit,
    SetVipLevel,
    TakeTimeOut,
    Withdraw,
)
from ventuno.store.history import results_of
from ventuno.table import port

if TYPE_CHECKING:
    from tests.world.world import World

DAY_MS = 86_400_000
AGAIN = 0.2  # how often the cashier is asked for something once more


class Supervisor:
    """Pauses, voids, closes, changes limits; takes lines of chat away; corrects rounds (E3)."""

    def __init__(self, world: World, number: int, chance: random.Random) -> None:
        self.world, self.number, self.chance = world, number, chance
        self.acts = 0

    def begin(self) -> None:
        self.world.at(self.chance.expovariate(1 / 45), self.act)

    def act(self) -> None:
        if not self.world.turmoil:
            return
        self.begin()
        if not self.world.server.is_up:
            return
        hosts = list(self.world.server.house.pit.hosts.values())
        if hosts:
            host = self.chance.choice(hosts)
            what = self.chance.choice((self._pause, self._pause, self._void, self._close, self._limits, self._chat))
            self._then(what, host)
        if self.chance.random() < 0.3:
            self._correct()

    def _record(self, what: str, then: Any) -> None:
        self.acts += 1
        key = f"act/{self.number}/{self.acts}"
        command = RecordAct(key=key, at_ms=self.world.now_ms, by=self.number, what=what, subject="table")
        self.world.server.submit(command, lambda outcome: then() if isinstance(outcome, Receipt) else None)

    def _then(self, what: Any, host: Any) -> None:
        """In the audit log before it is done."""
        self._record(what.__name__.strip("_"), lambda: what(host))

    def _pause(self, host: Any) -> None:
        host.supervise(port.PauseTable(self.number, "a look at the table"))
        self._later(lambda: host.supervise(port.Resume(self.number)))

    def _void(self, host: Any) -> None:
        host.supervise(port.Void(self.number, "a fault of the dealer"))

    def _close(self, host: Any) -> None:
        host.supervise(port.Close(self.number, "the end of the shift"))
        self._later(lambda: host.supervise(port.Open(self.number)))

    def _limits(self, host: Any) -> None:
        limits = host.table.view.limits
        factor = self.chance.choice((1, 2))
        new = tuple(
            (one.level, one.main_least_minor, max(one.main_most_minor // factor, one.main_least_minor),
             one.side_least_minor, one.side_most_minor)
            for one in limits
        )  # fmt: skip
        host.supervise(port.SetLimits(self.number, new))

    def _chat(self, host: Any) -> None:
        host.supervise(port.RemoveSaid(self.number, self.chance.randint(1, 5)))

    def _later(self, do_it: Any) -> None:
        process = self.world.server.process

        def still() -> None:
            if self.world.server.process is process and self.world.server.is_up:
                do_it()

        self.world.at(self.chance.choice((0.05, 2.0, 30.0)), still)

    def _correct(self) -> None:
        """Compensation entries for a round that is long settled."""
        books: Books = self.world.server.process.books  # type: ignore[union-attr]
        settled = [key[: -len("/settle")] for key in self.world.disk.accepted if key.endswith("/settle")]
        if not settled or self.world.disk.away:
            return
        code = self.chance.choice(settled)
        returned = {one.player: one.returned_minor + self.chance.choice((0, 100)) for one in results_of(books, code)}
        if returned:
            self.acts += 1
            key = f"resettle/{code}/{self.acts}"
            at_ms, by = self.world.now_ms, self.number
            command = ResettleRound(key=key, at_ms=at_ms, round=code, returned=returned, reason="a look back", by=by)
            self.world.server.submit(command)


class Cashier:
    """Money comes and goes at any moment: balances are short when nobody expects it (D4, A8, A9)."""

    def __init__(self, world: World, players: list[int], chance: random.Random) -> None:
        self.world, self.players, self.chance = world, players, chance
        self.count = 0
        self.asked: list[Any] = []

    def begin(self) -> None:
        self.world.at(self.chance.expovariate(1 / 12), self.act)

    def act(self) -> None:
        if not self.world.turmoil:
            return
        self.begin()
        if self.asked and self.chance.random() < AGAIN:
            self._again()
            return
        self.count += 1
        player, key = self.chance.choice(self.players), f"cash/{self.count}"
        command = self._something(player, key, self.world.now_ms)
        self.asked.append(command)
        self.world.server.submit(command)

    def _again(self) -> None:
        """An old key: for the same, for more, for somebody else."""
        old = self.chance.choice(self.asked)
        changes = {"at_ms": self.world.now_ms}
        if isinstance(old, Deposit | Withdraw):
            changes |= self.chance.choice(({}, {"amount_minor": 50_000}, {"player": self.chance.choice(self.players)}))
        self.world.server.submit(msgspec.structs.replace(old, **changes))

    def _something(self, player: int, key: str, now_ms: int) -> Any:
        client = next(one.client for one in self.world.crowd.players if one.client.player == player)
        wallet, roll = client.balance.wallet_minor, self.chance.random()
        if roll < 0.45:
            return Deposit(
                key=key, at_ms=now_ms, player=player, currency="EUR", amount_minor=self.chance.randint(1, 400) * 20
            )
        if roll < 0.8:
            amount = max(wallet - self.chance.choice((0, 60, 150)), 1)
            return Withdraw(key=key, at_ms=now_ms, player=player, currency="EUR", amount_minor=amount)
        if roll < 0.9:
            value, expires_ms = self.chance.choice((100, 500)), now_ms + self.chance.choice((60_000, DAY_MS))
            return GrantGoldenChips(
                key=key, at_ms=now_ms, player=player, value_minor=value, count=2, expires_ms=expires_ms
            )
        if roll < 0.94:
            return SetVipLevel(key=key, at_ms=now_ms, player=player, level=self.chance.choice(("", "gold", "vip")))
        if roll < 0.97:
            return SetLimit(key=key, at_ms=now_ms, player=player, kind="stake", period="day", amount=500_000)
        return TakeTimeOut(key=key, at_ms=now_ms, player=player, until_ms=now_ms + 20_000)
