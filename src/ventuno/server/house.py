"""The house: its tables, its people, its clock, and what they need of each other."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from ventuno.bank.regulator import LocalRegulator, Regulator
from ventuno.protocol import VERSION
from ventuno.protocol import events as happened
from ventuno.protocol.events import AnyEvent
from ventuno.protocol.messages import Bye, Done, Message, Notice, Refused, Welcome
from ventuno.refusal import Refusal
from ventuno.server import logs
from ventuno.server.alerts import Alert as Alarm
from ventuno.server.alerts import AlertDesk, State
from ventuno.server.backups import Backups
from ventuno.server.cash_desk import CashDesk
from ventuno.server.clock import Clock
from ventuno.server.codes import Codes
from ventuno.server.edge import frames
from ventuno.server.edge.bucket import Bucket
from ventuno.server.edge.connection import Connection
from ventuno.server.edge.outbox import Channel, Outbox
from ventuno.server.edge.rates import Rates
from ventuno.server.edge.room import Room
from ventuno.server.host import STORE_AWAY, Host, framed
from ventuno.server.intake import Intake
from ventuno.server.kinds import Kind
from ventuno.server.left_open import give_back
from ventuno.server.limits import EdgeLimits, Measures
from ventuno.server.lobby import LobbyDesk
from ventuno.server.lookout import Lookout, WatchLimits
from ventuno.server.mailbox import Mailbox
from ventuno.server.metrics import Metrics
from ventuno.server.orders import Orders, read_orders
from ventuno.server.participations import Participations
from ventuno.server.people import Account, Loaded, People, load_account
from ventuno.server.recall import Recall
from ventuno.server.standing import stands_still
from ventuno.server.store_watch import TAKEN_OVER, StoreWatch, hung
from ventuno.server.teller import Teller
from ventuno.server.timers import Timers
from ventuno.server.voids import Voids
from ventuno.server.watch import Moved, Watch
from ventuno.server.webhook import Webhook
from ventuno.store import Ledger, StoreFault
from ventuno.store.cashier import PlayMoney, Provider
from ventuno.store.definitions import keep_definitions
from ventuno.store.history import golden_chips_of, jackpots
from ventuno.store.sealing import Seal
from ventuno.table.port import Alert, Close, Purse

READERS: Final = 4
AT_ONCE_S: Final = 1.0
CLOSING: Final = "house/closing"
TABLE_FAULT: Final = "table/fault"
KEPT: Final = b'"type":"Done"'  # what was refused may be tried again, and get another answer

T = TypeVar("T")
_IN_LOBBY: Final = (
    happened.RoundOpened,
    happened.BettingClosed,
    happened.RoundEnded,
    happened.RoundVoided,
    happened.SeatChanged,
    happened.CrowdChanged,
    happened.TableClosing,
    happened.TableClosed,
    happened.TableOpened,
    happened.LimitsChanged,
)


class House:
    """Also what tables are given of their surroundings (`table.port.Surroundings`)."""

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
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.ledger = ledger
        self.seal = seal
        self.limits = limits or EdgeLimits()
        self.rates = rates or {}
        self.provider: Provider = provider or PlayMoney()
        self.clock = clock or Clock()
        self.now_ms = self.clock.now_ms
        self._epoch, self._tables_made = secrets.token_hex(4), 0
        self.metrics = Metrics(self.now_ms())
        self.outbox = Outbox(self.loop)
        self.timers = Timers(self.loop, self.now_ms)
        self.people = People()
        self.kinds: dict[str, Kind] = {}
        self.hosts: dict[tuple[str, int], Host] = {}  # by table, and by player where it is a solo table
        self.connections: set[Connection] = set()
        self.measures = Measures(self.limits)
        self.room = Room(self.limits, self.outbox.now_s)
        per_second, burst = self.limits.messages_per_second, self.limits.messages_burst
        factor = self.limits.address_factor
        self._frames = Rates(per_second * factor, burst * factor, self.outbox.now_s)  # by address
        self.orders = Orders()  # what supervisors have said of tables, and stands
        self.pools: dict[str, int] = {}  # by jackpot
        self._fed: set[str] = set()  # those that changed since they were shown
        self.alerts = AlertDesk(self.now_ms)
        self.alerts.listeners.append(self._tell_supervisors)
        self.webhook: Webhook | None = None
        self.draining = False  # no new rounds
        self.endings = 0  # how often sessions were ended: who was let in before must be looked at again
        self.lobby = LobbyDesk(self)
        self.intake = Intake(self)
        self.recall = Recall(self)
        self.voids = Voids(self)
        self.participations = Participations(self, regulator or LocalRegulator())
        mailbox = Mailbox(self.loop)
        self.store = StoreWatch(ledger, self._store_changed)
        self.teller = Teller(ledger, mailbox, self.loop, self.store)
        self.lookout = Lookout(self.teller, watch or WatchLimits())
        self.cash = CashDesk(self)
        self.backups: Backups | None = None  # none: nobody watches them
        self.new_code = Codes().new
        self._pool = ThreadPoolExecutor(READERS, thread_name_prefix="ventuno-reader")
        self._slow_pool = ThreadPoolExecutor(1, thread_name_prefix="ventuno-slow-reader")
        self._purse_pool = ThreadPoolExecutor(1, thread_name_prefix="ventuno-purse-reader")
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening: dict[tuple[str, int], asyncio.Task[Host]] = {}
        ledger.watch(Watch(mailbox, self.moved))

    # -- opening and closing --------------------------------------------------------------------

    async def open(self, kinds: Iterable[Kind]) -> None:
        """Live tables go on where they were; solo tables wait for their player; what no table takes up goes back."""
        self.pools = {key: pool.pool_minor for key, pool in (await self.read(jackpots, self.ledger)).items()}
        self.kinds = {kind.key: kind for kind in kinds}
        variants = [kind.variant for kind in self.kinds.values()]
        await self.read(keep_definitions, self.ledger, variants, self.now_ms())
        await give_back(self)
        self.orders = await self.read(read_orders, self.ledger, list(self.kinds))
        for kind in self.kinds.values():
            if not kind.solo:
                await self._open_table(kind, 0)

    async def _open_table(self, kind: Kind, player: int) -> Host:
        table = await self.read(kind.make, player)
        host = self.hosts[kind.key, player] = Host(self, kind.key, table, player)
        host.start()
        for act in self.orders.of(kind.key):
            host.supervise(act)
        if self.draining:
            host.supervise(Close(by=0, reason=CLOSING))
        if self.store.late:
            host.asks.hold(self.store.late)
        self.participations.take_up(host)
        return host

    async def open_solo(self, key: str, player: int) -> Host:
        """However many ask at once, one table."""
        task = self._opening.get((key, player))
        if task is None:
            task = self._opening[key, player] = self.loop.create_task(self._open_table(self.kinds[key], player))
            task.add_done_callback(lambda _: self._opening.pop((key, player), None))
        return await asyncio.shield(task)

    def new_epoch(self) -> str:
        """Of a table's events: they are numbered anew with every table that is made."""
        self._tables_made += 1
        return f"{self._epoch}.{self._tables_made}"

    def forget(self, host: Host) -> None:
        """A solo table that nobody is at; what was staked there is at the bank."""
        self.timers.set(host, None)
        self.hosts.pop((host.key, host.player), None)
        self.participations.forget(host.code)

    def drain(self, reason: str = CLOSING, by: int = 0) -> None:
        """No new rounds."""
        self.draining = True
        for host in self.hosts.values():
            host.supervise(Close(by=by, reason=reason))
        for key in self.kinds:
            self.lobby.changed(key)

    def playing(self) -> list[Host]:
        """Live tables with a round that runs. A solo round waits for its player, also for another day."""
        return [host for host in self.hosts.values() if not host.player and _runs(host)]

    async def close(self) -> None:
        """Tables are not told that their players go: rounds go on when the house opens again (E4)."""
        self.stop("the house closes")
        self.lookout.stop()
        await asyncio.sleep(0)
        for task in list(self._tasks):
            task.cancel()
        for pool in (self._pool, self._slow_pool, self._purse_pool):
            pool.shutdown(wait=False, cancel_futures=True)
        self.cash.close()

    def stop(self, why: str) -> None:
        """From here on tables say nothing; whoever is here is asked to come back."""
        self.timers.stop()
        for host in self.hosts.values():
            host.broken = CLOSING
        bye = framed(Bye(CLOSING, why, come_back=True))
        for connection in list(self.connections):
            connection.close(frames.GOING_AWAY, why, bye)

    def expiry_ms(self) -> int:
        """What whatever expires goes by (a session's row, an old backup): `now_ms`, less what is held back."""
        return self.ledger.rules.expiry_ms(self.now_ms())

    # -- threads and tasks ----------------------------------------------------------------------

    async def read(self, call: Callable[..., T], *values: Any) -> T:
        """Whatever may wait for a disk; a `StoreFault` where the store is late."""
        return await self.store.read(self._pool, call, *values)

    async def read_slowly(self, call: Callable[..., T], *values: Any) -> T:
        """What may take seconds: one at a time, and never in the way of what is quick."""
        self.store.wait()
        return await self.loop.run_in_executor(self._slow_pool, call, *values)

    def in_thread(self, call: Callable[[], object], done: Callable[[BaseException | None], None]) -> None:
        future = self.loop.run_in_executor(self._pool, call)
        future.add_done_callback(lambda future: None if future.cancelled() else done(future.exception()))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logs.fault("a task met a fault", error)

    # -- people ---------------------------------------------------------------------------------

    async def account(self, player: int) -> Account | None:
        """In the list before it is read: what is committed meanwhile is not missed."""
        account = self.people.accounts.get(player)
        if account is None:
            account = self.people.accounts[player] = Account(player, self._bucket(self.limits.account_factor))
        account.loading += 1
        try:
            await self._load(account)
        finally:
            account.loading -= 1
        if account.at < 0:
            self.people.accounts.pop(player, None)
            return None
        return account

    async def _load(self, account: Account) -> None:
        account.missed = True
        while account.missed:
            account.missed = False
            loaded = await self.read(load_account, self.ledger, account.player, self.now_ms())
            if loaded is not None:
                account.load(loaded)

    def _bucket(self, factor: float = 1.0) -> Bucket:
        limits = self.limits
        return Bucket(limits.messages_per_second * factor, limits.messages_burst * factor, self.outbox.now_s())

    def connect(self, account: Account, session: bytes, network: str = "") -> Connection:
        shared = self._frames.bucket(network, self.measures.factor_of(network)) if network else None
        return Connection(self.intake, self.outbox, account, session, self._bucket(), network, shared)

    def welcome(self, connection: Connection) -> None:
        account = connection.account
        account.connections.append(connection)
        account.left_ms = 0
        self.connections.add(connection)
        self.room.enter(connection.network)
        person = account.person
        connection.send(
            framed(
                Welcome(
                    version=VERSION,
                    now_ms=self.now_ms(),
                    player=person.number,
                    name=person.name,
                    role=person.role,
                    currency=person.currency,
                    demo=person.demo,
                    settings=account.settings,
                    rates=self.rates.get(person.currency, {}),
                    session_id=self.participations.session_id(person.number, ""),
                    tables=tuple(sorted(account.tables & self.kinds.keys())),
                )
            )
        )
        connection.send(framed(account.balance))
        self.voids.arrived(account)

    def changed_person(self, account: Account) -> None:
        """Tables learn what is new about somebody at them."""
        for key in account.tables:
            host = self.host(key, account.player)
            if host is not None and account.player in host.channel.members:
                host.enter(account.guest)

    def tell(self, account: Account, message: Message) -> None:
        """On every device. Who reads too slowly to hear it gets the balance with the snapshot."""
        data = framed(message)
        for connection in account.connections:
            if not connection.paused:
                connection.send(data)

    def end_play(self, player: int, refusal: Refusal) -> None:
        """A time-out or an exclusion (A9): bets that are on the table follow E2."""
        account = self.people.accounts.get(player)
        if account is None:
            return
        self.tell(account, Notice(refusal.code, refusal.why, refusal.data))
        for connection in account.connections:
            for key, channel in list(connection.channels.items()):
                host = self.host(key, player)
                if host is not None and channel.members.get(player) is connection:
                    host.leave(player, connection, refusal.code, refusal.why)
                    host.disconnect(player)
        account.tables.clear()

    def end_sessions(self, which: Callable[[Connection], bool], code: str, why: str) -> None:
        self.endings += 1
        bye = framed(Bye(code, why, come_back=False))
        for connection in [connection for connection in self.connections if which(connection)]:
            connection.close(frames.POLICY, why, bye)

    # -- tables ---------------------------------------------------------------------------------

    def host(self, key: str, player: int) -> Host | None:
        kind = self.kinds.get(key)
        return None if kind is None else self.hosts.get((key, player if kind.solo else 0))

    def answer(self, player: int, message: Done | Refused, channel: Channel | None = None) -> None:
        """What was done before is done, whatever is in its way now; where nobody can say, nothing is kept."""
        account = self.people.accounts.get(player)
        waiting = account.requests.waiting.get(message.id) if account else None
        if isinstance(message, Done) or waiting is None:
            self.reply(player, message.id, framed(message), channel)
            return

        def then(done: bool | None) -> None:
            answer: Done | Refused = Done(message.id) if done else message if done is False else unknown(message.id)
            self.reply(player, message.id, framed(answer), channel)

        self.recall.was_done(player, message.id, waiting.command, then)

    def reply(self, player: int, request: str, data: bytes, channel: Channel | None = None) -> None:
        account = self.people.accounts.get(player)
        connection = account.requests.answer(request, data, keep=KEPT in data) if account else None
        if connection is not None and not connection.closing:
            if channel is not None and channel.public and channel.members.get(player) is connection:
                self.outbox.catch_up(connection)  # the answer comes after what it did
            connection.send(data)

    def happened(self, host: Host, event: AnyEvent) -> None:
        if isinstance(event, _IN_LOBBY):
            self.lobby.changed(host.key)
        if isinstance(event, happened.RoundOpened) and event.code != host.code:
            self.participations.forget(host.code)
            host.code = event.code
        elif isinstance(event, happened.RoundEnded):
            original_minor = host.table.original_minor
            self.metrics.round_ended(
                host.key, host.table.info.game, event.staked_minor, event.returned_minor, original_minor
            )
        elif isinstance(event, happened.RoundVoided):
            self.metrics.voided[host.key] += 1
            self.voids.voided(host.key, event.code)

    def alert(self, host: Host, alert: Alert) -> None:
        """A live table that stands still, and a store that is away, last until they are seen to be over."""
        if alert.code.startswith("store/"):
            self.alerts.begins(alert.code, alert.why)
        elif not host.player and stands_still(host):
            self.alerts.begins(TABLE_FAULT, alert.why, host.key)
        else:
            self.warn(alert.code, alert.why, host.key)

    def warn(self, code: str, why: str, table: str = "") -> None:
        """Something has happened that whoever looks after the house should know (E1)."""
        self.alerts.happened(code, why, table)

    def _tell_supervisors(self, alert: Alarm, state: State) -> None:
        notice = Notice(alert.code, alert.why, {"alert": True, "state": state}, alert.table)
        for account in self.people.accounts.values():
            if account.connections and account.person.role == "supervisor":
                self.tell(account, notice)

    # -- what tables are given ------------------------------------------------------------------

    def purse(self, player: int) -> Purse:
        account = self.people.accounts.get(player)
        if account is not None and account.at >= 0:
            return account.purse
        loaded = self._read_at_once(player)  # somebody with a bet from before a restart
        return Purse(loaded.purse.wallet, loaded.golden) if loaded else Purse(0, {})

    def _read_at_once(self, player: int) -> Loaded | None:
        """While the loop waits, which it must not for ever."""
        try:
            return self._purse_pool.submit(load_account, self.ledger, player, self.now_ms()).result(AT_ONCE_S)
        except TimeoutError:
            raise hung() from None

    def jackpot_minor(self, jackpot: str) -> int:
        return self.pools.get(jackpot, 0)

    # -- the store ------------------------------------------------------------------------------

    def _store_changed(self, fault: StoreFault | None) -> None:
        """It is late, or gets on again: every table with it."""
        if self.store.taken_over.is_set():
            logs.warning("another house has taken over the database: this one stops", code=TAKEN_OVER)
            self.stop("the house has moved")
            return
        if fault is not None:
            self.alerts.begins(fault.code, f"every table waits for the store: {fault.refusal.why}")
        else:
            logs.info("the store gets on again")
        for host in list(self.hosts.values()):
            if fault is not None:
                host.asks.hold(fault)
            else:
                host.store_gets_on()

    # -- what the store has committed -----------------------------------------------------------

    def moved(self, moved: Moved) -> None:
        changed, golden = self.people.take(moved)
        for account in changed:
            if account.connections and account not in golden:
                self.tell(account, account.balance)
        for account in golden:
            self.spawn(self._count_golden(account))
        if moved.pools:
            self.pools |= moved.pools
            self._fed |= moved.pools.keys()
        if moved.signed_out:
            self.end_sessions(
                lambda one: one.account.player in moved.signed_out, "session/over", "the session is over: sign in again"
            )

    def show_pools(self) -> None:
        """Called once a second: every table that feeds a pool shows what it holds now (J1)."""
        fed, self._fed = self._fed, set()
        keys = {kind.key for kind in self.kinds.values() if fed & set(kind.pools)}
        for key in keys:
            self.lobby.changed(key)
        for host in [host for host in self.hosts.values() if host.key in keys]:
            host.pool_changed()

    async def _count_golden(self, account: Account) -> None:
        account.golden = await self.read(golden_chips_of, self.ledger, account.player, self.now_ms())
        self.tell(account, account.balance)


def unknown(request: str) -> Refused:
    """The store cannot be read: whether it was done before is not known."""
    return Refused(request, STORE_AWAY, "the house cannot look into its books at the moment: ask again")


def _runs(host: Host) -> bool:
    return not host.broken and host.table.view.phase not in ("waiting", "results")
