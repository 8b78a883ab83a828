"""A real house for a real browser: cards from a script, a clock that can be put forward, a database of its own.

    house = BrowserHouse("infinite")
    house.deal("infinite", "5s 6h 6d Tc 9d 8c")  # the next cards; tens when they are used up
    house.pass_time("infinite", until="decisions")

It runs in a thread with an event loop of its own, so that the test drives the browser meanwhile. The
table's pace is a millisecond a card; what a person has time for lasts long, and ends when the test
says so: nothing here races against a clock.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.server.houses import new_folder
from ventuno.bank import BankCommand, GrantGoldenChips, Receipt
from ventuno.cards import Card, cards
from ventuno.client import Client
from ventuno.protocol.view import TableView
from ventuno.server.host import Host
from ventuno.server.limits import EdgeLimits
from ventuno.server.running import Running
from ventuno.server.settings import HouseSettings
from ventuno.server.timekeeping import Clock
from ventuno.server.wiring import kinds_of
from ventuno.store.cashier import Provider
from ventuno.store.history import person_named
from ventuno.store.sessions import register
from ventuno.table.config import TableConfig, Times
from ventuno.table.port import AnyAct
from ventuno.variant import Variant

GAMES = ("classic-free-bet", "infinite", "cashback", "free-chip", "all-bets")
PATIENT = Times(
    betting_ms=20_000,
    warning_ms=4_000,
    closing_ms=1,
    card_ms=1,
    dealer_card_ms=1,
    insurance_ms=20_000,
    decision_ms=20_000,
    pause_ms=1,
    results_ms=20_000,
)
OPEN_DOORS = EdgeLimits(sign_ins_per_minute=1000, messages_per_second=1000, messages_burst=1000)
PATIENCE_S = 10.0
LOOK_S = 0.005
A_YEAR_MS = 365 * 86_400_000
TEN = Card("Th")

T = TypeVar("T")


class MovableClock(Clock):
    """The house's time, and what the test has added to it."""

    def __init__(self) -> None:
        super().__init__()
        self.skipped_ms = 0

    def now_ms(self) -> int:
        return super().now_ms() + self.skipped_ms


class ScriptedShoe:
    """Deals what the test has laid out, then tens: everybody has twenty."""

    def __init__(self, script: list[Card]) -> None:
        self._script = script

    @property
    def cards_left(self) -> int:
        return 200

    def begin_round(self) -> None:
        """The script goes on where it was."""

    def draw(self) -> Card:
        return self._script.pop(0) if self._script else TEN

    def take(self, card: Card) -> None:
        """It lies on the table already, and left the script when it came there."""


@dataclass
class Nudge:
    """Something that is due at once, so that the timers look at a clock that was put forward."""

    due_ms: int | None = None

    def tick(self) -> None:
        pass


def tables(games: Iterable[str], **changes: Any) -> tuple[TableConfig, ...]:
    """One table a game; `infinite-2` is another table of infinite."""
    return tuple(
        TableConfig(key=key, variant=key.removesuffix("-2").removesuffix("-3"), **{"times": PATIENT, **changes})
        for key in games
    )


class BrowserHouse:
    def __init__(
        self,
        *games: str,
        configs: tuple[TableConfig, ...] = (),
        rates: dict[str, str] | None = None,
        provider: Provider | None = None,
        **changes: Any,
    ) -> None:
        self.clock = MovableClock()
        self.folder = new_folder()
        self._provider = provider
        self._rates = rates or {"EUR": "1", "PLAY": "1"}
        self._configs = configs or tables(games or GAMES, **changes)
        self._scripts: dict[str, list[Card]] = {config.key: [] for config in self._configs}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="house")
        self._thread.start()
        self._running: Running = self._await(self._open())
        self.url = self._running.url

    async def _open(self, port: int = 0) -> Running:
        web = os.environ.get("VENTUNO_WEB", "")
        settings = HouseSettings(
            host="127.0.0.1",
            port=port,
            data=str(self.folder),
            web=web,
            limits=OPEN_DOORS,
            tables=self._configs,
            rates=self._rates,
        )
        return await Running.open(
            settings,
            kinds=lambda house: kinds_of(house.ledger, house.supplies, self._configs, self._shoe),
            clock=self.clock,
            provider=self._provider,
        )

    def _shoe(self, config: TableConfig, variant: Variant) -> ScriptedShoe:
        return ScriptedShoe(self._scripts[config.key])

    def restart(self) -> None:
        """The server ends and starts again on the same address, from what is on the disk (E4)."""
        self._await(self._running.close())
        self._running = self._await(self._open(int(self.url.rpartition(":")[2])))

    def close(self) -> None:
        self._await(self._running.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        shutil.rmtree(self.folder, ignore_errors=True)

    # -- cards and time -------------------------------------------------------------------------

    def deal(self, table: str, script: str) -> None:
        """The next cards at this table, in the order in which they are drawn."""
        self._scripts[table].extend(cards(script))

    def jump(self, ms: int) -> None:
        """So much time passes at once."""
        self._call(lambda: self._put_forward(ms))

    def pass_time(self, table: str, until: str, player: str = "") -> None:
        """Whatever is waited for runs out, again and again, until the table is in this phase."""
        host = self.host(table, player)
        ends_s = time.monotonic() + PATIENCE_S
        while host.table.view.phase != until:
            assert time.monotonic() < ends_s, f"{table} stays in {host.table.view.phase!r}, never {until!r}"
            self._call(lambda: self._to_deadline(host, until))
            time.sleep(LOOK_S)

    def wait_for(self, table: str, phase: str, player: str = "") -> None:
        """Comes by itself."""
        host = self.host(table, player)
        self.until(lambda: host.table.view.phase == phase, f"{table}: {phase}")

    def look_round(self) -> None:
        """What the house does every few seconds by itself, now (A9)."""
        self._await(self._running.house.people.check_reality())

    def look_after_transfers(self) -> None:
        """... and asks the provider after what is on its way (A8)."""
        self._running.house.cash._waits.clear()
        self._await(self._running.house.cash.sweep())

    def _to_deadline(self, host: Host, until: str) -> None:
        at_ms = host.table.next_deadline_ms()
        if host.table.view.phase != until and at_ms is not None and at_ms - self.clock.now_ms() > 100:
            self._put_forward(at_ms - self.clock.now_ms())

    def _put_forward(self, ms: int) -> None:
        self.clock.skipped_ms += ms
        self._running.house.floor.service.timers.set(Nudge(), 0)

    # -- looking in -----------------------------------------------------------------------------

    def host(self, table: str, player: str = "") -> Host:
        number = self.number(player) if player else 0
        found = self._running.house.pit.host(table, number)
        assert found is not None, f"there is no table {table}"
        return found

    def view(self, table: str, player: str = "") -> TableView:
        return self.host(table, player).table.view

    def number(self, player: str) -> int:
        found = person_named(self._running.ledger, player)
        assert found is not None, f"nobody is called {player}"
        return found.number

    def wallet_minor(self, player: str) -> int:
        return self._running.house.people.purse(self.number(player)).wallet_minor

    def connections(self, player: str) -> int:
        account = self._running.house.people.accounts.get(self.number(player))
        return len(account.connections) if account else 0

    def until(self, wanted: Callable[[], bool], what: str) -> None:
        ends_s = time.monotonic() + PATIENCE_S
        while not wanted():
            assert time.monotonic() < ends_s, f"waited in vain: {what}"
            time.sleep(LOOK_S)

    # -- what happens to players ----------------------------------------------------------------

    def drop(self, player: str) -> None:
        """Every connection of a player breaks, as a network breaks: nothing is said."""
        account = self._running.house.people.accounts[self.number(player)]

        def cut() -> None:
            for connection in list(account.connections):
                connection.wire.abort()

        self._call(cut)

    def play_solo(self, name: str, table: str, rounds: int, password: str = "a long enough one") -> None:
        """So many rounds of one unit, stood on what comes, without a browser: somebody with a past."""

        async def play() -> None:
            async with Client(self.url) as client:
                await client.sign_in(name, password)
                at = await client.join(table)
                for _ in range(rounds):
                    await at.bet("1/main", 100)
                    await at.deal()
                    async for turn in at.turns():
                        await at.decide("stand", turn)

        self._await(play())

    def hire_supervisor(self, name: str = "supervisor", password: str = "somebody who watches") -> tuple[str, str]:
        """Name and password of somebody who may do everything (E3)."""
        outcome = register(
            self._running.ledger,
            key=f"hire/{name}",
            at_ms=self.clock.now_ms(),
            name=name,
            password=password,
            currency="EUR",
            role="supervisor",
        )
        assert isinstance(outcome, Receipt), outcome
        return name, password

    def supervise(self, table: str, act: AnyAct) -> None:
        self._call(lambda: self.host(table).supervise(act))

    def give_golden_chips(self, player: str, value_minor: int, count: int) -> None:
        now_ms, number = self.clock.now_ms(), self.number(player)
        self._book(
            GrantGoldenChips(
                key=f"golden/{player}/{value_minor}",
                at_ms=now_ms,
                player=number,
                value_minor=value_minor,
                count=count,
                expires_ms=now_ms + A_YEAR_MS,
            )
        )

    def _book(self, command: BankCommand) -> None:
        outcome = self._running.ledger.execute(command)
        assert isinstance(outcome, Receipt), outcome

    # -- the thread -----------------------------------------------------------------------------

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def _call(self, do: Callable[[], T]) -> T:
        async def call() -> T:
            return do()

        return self._await(call())
