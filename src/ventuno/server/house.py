"""The house: opens, closes and connects. Whatever is done in it is done by one of its parts, each of which is given
the few things it needs; none is given the house (decision 40)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from ventuno.bank.regulator import LocalRegulator, Regulator
from ventuno.server import logs
from ventuno.server.alerts import AlertDesk
from ventuno.server.cash_desk import CashDesk
from ventuno.server.doors import Doors
from ventuno.server.edge.outbox import Outbox
from ventuno.server.edge.room import Room
from ventuno.server.entrance import Entrance, Greeting
from ventuno.server.floor import Floor
from ventuno.server.host import Service
from ventuno.server.http.call import Desks, Edge
from ventuno.server.intake import Intake
from ventuno.server.joining import Joining
from ventuno.server.left_open import give_back
from ventuno.server.limits import EdgeLimits, Measures
from ventuno.server.lobby import LobbyDesk
from ventuno.server.lookout import Lookout, WatchLimits
from ventuno.server.metrics import Metrics
from ventuno.server.news import News
from ventuno.server.odds_desk import OddsDesk
from ventuno.server.orders import read_orders
from ventuno.server.participations import Participations
from ventuno.server.people import People
from ventuno.server.pit import Kind, Pit
from ventuno.server.readiness import Readiness
from ventuno.server.requests import Requests
from ventuno.server.store_watch import TAKEN_OVER, StoreWatch
from ventuno.server.sweeper import Rounds, Sweeper
from ventuno.server.teller import Mailbox, Teller
from ventuno.server.tending import Tending
from ventuno.server.timekeeping import Clock
from ventuno.server.timers import Timers
from ventuno.server.voids import Voids
from ventuno.server.watch import BooksMoved, Watch
from ventuno.server.wiring import Supplies
from ventuno.server.workers import Workers
from ventuno.store import Ledger, StoreFault
from ventuno.store.cashier import PlayMoney, Provider
from ventuno.store.definitions import keep_definitions
from ventuno.store.history import jackpots
from ventuno.store.open_rounds import left_open
from ventuno.store.sealing import Seal


class House:
    def __init__(
        self,
        ledger: Ledger,
        *,
        seal: Seal,
        limits: EdgeLimits | None = None,
        rates: dict[str, dict[str, str]] | None = None,
        clock: Clock | None = None,
        regulator: Regulator | None = None,
        provider: Provider | None = None,
        watch: WatchLimits | None = None,
        keep_rounds_days: int = 0,
    ) -> None:
        loop = asyncio.get_running_loop()
        self.ledger = ledger
        self.clock = clock or Clock()
        now_ms, outbox, mailbox = self.clock.now_ms, Outbox(loop), Mailbox(loop)
        # What everything stands on: the store, threads, the counts.
        self.store = store = StoreWatch(ledger, self._store_changed)
        self.workers = workers = Workers(store)
        self.teller = teller = Teller(ledger, mailbox, loop, store)
        self.metrics = metrics = Metrics(now_ms())
        self.alerts = alerts = AlertDesk(now_ms)
        self.lookout = Lookout(teller, watch or WatchLimits())
        self.cash = CashDesk(ledger, provider or PlayMoney(), teller, workers, store, alerts, now_ms)
        self.odds = OddsDesk()
        # Who is here, and which tables there are.
        self.room = room = Room(limits or EdgeLimits(), outbox.now_s)
        self.people = people = People(ledger, workers, now_ms, room.new_account_bucket)
        self.pit = pit = Pit()
        self.supplies = Supplies(seal, people, pit)
        # What happens at the tables, and around them.
        requests = Requests(ledger, workers, outbox, people.accounts, pit)
        voids = Voids(ledger, workers, people, pit)
        self.lobby = lobby = LobbyDesk(pit, outbox.now_s)
        self.participations = participations = Participations(
            ledger, workers, people, pit, outbox, now_ms, regulator or LocalRegulator()
        )
        news = News(lobby, metrics, voids, participations, alerts)
        service = Service(outbox, Timers(loop, now_ms), now_ms, store, teller, requests, news, participations.id_of)
        self.floor = floor = Floor(pit, service, workers, lobby, participations)
        joining = Joining(pit, floor, lobby, requests, outbox, alerts, workers, ledger, now_ms)
        intake = Intake(pit, room, lobby, requests, joining, store, metrics, now_ms)
        greeting = Greeting(pit, participations, voids, rates or {})
        self.entrance = entrance = Entrance(intake, outbox, room, Measures(room.limits), greeting, now_ms)
        # What is looked at now and then.
        self.readiness = Readiness(pit, store, ledger, self.lookout, metrics.lag, self.clock, outbox.now_s)
        rounds = Rounds(
            every_second=(self.lookout.look, self._settle_alerts, floor.show_pools, lobby.tell),
            look=(room.look, floor.forget_idle, people.forget_gone),
            ids=participations.keep,
            reality=people.check_reality,
            cash=self.cash.sweep,
            sessions=lambda: entrance.check_sessions(workers, ledger),
        )
        tending = Tending(ledger, workers, teller, pit, now_ms, keep_rounds_days)
        self.sweeper = Sweeper(rounds, tending, store, now_ms)
        alerts.listeners.append(people.tell_supervisors)
        ledger.watch(Watch(mailbox, self._moved))

    def desks(self, doors: Doors) -> Desks:
        """What is asked of the house over HTTP."""
        return Desks(
            ledger=self.ledger,
            workers=self.workers,
            teller=self.teller,
            clock=self.clock,
            doors=doors,
            people=self.people,
            entrance=self.entrance,
            pit=self.pit,
            floor=self.floor,
            lobby=self.lobby,
            cash=self.cash,
            odds=self.odds,
            alerts=self.alerts,
            metrics=self.metrics,
            readiness=self.readiness,
            lookout=self.lookout,
            outbox=self.floor.service.outbox,
            store=self.store,
        )

    @property
    def edge(self) -> Edge:
        return Edge(self.room.limits, self.floor.service.outbox.now_s, self.metrics, self.entrance.measures)

    def now_ms(self) -> int:
        return self.clock.now_ms()

    async def open(self, kinds: Iterable[Kind]) -> None:
        """Live tables go on where they were; solo tables wait for their player; what no table takes up goes back."""
        pit, ledger, read = self.pit, self.ledger, self.workers.read
        pit.pools = {key: pool.pool_minor for key, pool in (await read(jackpots, ledger)).items()}
        pit.kinds = {kind.key: kind for kind in kinds}
        variants = [kind.variant for kind in pit.kinds.values()]
        await read(keep_definitions, ledger, variants, self.now_ms())
        rounds = await read(left_open, ledger)
        await give_back(rounds, pit.kinds, self.teller, self.alerts, self.metrics, self.now_ms)
        pit.orders = await read(read_orders, ledger, list(pit.kinds))
        await self.floor.open()

    async def close(self) -> None:
        """Tables are not told that their players go: rounds go on when the house opens again (E4)."""
        self.stop("the house closes")
        self.lookout.stop()
        await asyncio.sleep(0)
        self.workers.stop()
        self.cash.close()

    def stop(self, why: str) -> None:
        """From here on tables say nothing; whoever is here is asked to come back."""
        self.floor.stop()
        self.entrance.close(why)

    # -- what the store says --------------------------------------------------------------------

    def _moved(self, moved: BooksMoved) -> None:
        """What it has committed."""
        self.people.moved(moved)
        if moved.pools:
            self.floor.pools_moved(moved.pools)
        if moved.signed_out:
            self.entrance.signed_out(moved.signed_out)

    def _store_changed(self, fault: StoreFault | None) -> None:
        """It is late, or gets on again: every table with it."""
        if self.store.taken_over.is_set():
            logs.warning("another house has taken over the database: this one stops", code=TAKEN_OVER)
            self.stop("the house has moved")
            return
        if fault is not None:
            self.alerts.begins(fault.code, f"every table waits for the store: {fault.refusal.why}")
        self.floor.store_changed(fault)

    def _settle_alerts(self) -> None:
        self.alerts.settle(self.readiness.troubles())
