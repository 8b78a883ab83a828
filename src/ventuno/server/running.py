"""A house that is open for business: ledger, tables, sockets; and how it closes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import resource
import socket
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import web

from ventuno.bank import HouseRules
from ventuno.bank.regulator import LocalRegulator
from ventuno.refusal import RefusalRaised
from ventuno.server import logs, timekeeping
from ventuno.server.addresses import proxies_from
from ventuno.server.backups import backups_of
from ventuno.server.disk import DiskWatch
from ventuno.server.doors import Doors
from ventuno.server.first_run import Announce, first_people
from ventuno.server.hosts import hosts_of
from ventuno.server.house import House
from ventuno.server.http.app import application
from ventuno.server.http.front import Front
from ventuno.server.http.reception import Reception
from ventuno.server.keys import KeyRing
from ventuno.server.limits import EdgeLimits, fitted
from ventuno.server.pages import PageWatch
from ventuno.server.pit import Kind
from ventuno.server.settings import HouseSettings, rates_by_currency
from ventuno.server.timekeeping import HOUR_MS, Clock
from ventuno.server.webhook import Webhook, check_address
from ventuno.server.wiring import kinds_of, open_jackpots
from ventuno.store import Ledger, private
from ventuno.store.address import DATABASE, check, is_postgres, named
from ventuno.store.cashier import Provider
from ventuno.store.ledger import occupied
from ventuno.store.migrating import Policy, bring_forward
from ventuno.store.occupancy import Occupancy

if TYPE_CHECKING:
    from ventuno.store.owner import Owner

    Hold = Occupancy | Owner

BACKLOG: Final = 4096  # everybody comes back at once after a restart
# What the system keeps of who is not read from, and for who does not read, is memory too.
RECEIVED_BYTES: Final = 64 * 1024
SENT_BYTES: Final = 256 * 1024
TRIED_PORTS: Final = 20
LOOK_S: Final = 0.1
STORE_S: Final = 5.0  # that rounds wait for a store that does not answer, when the house closes
ANSWERED_S: Final = 10.0  # that requests under way may take then
WRITTEN_S: Final = 30.0  # that the writer may take, for what it has begun; where the store is late, less
HUNG_S: Final = 0.5

Kinds = Callable[[House], list[Kind]]


class Running:
    """`await Running.open(settings)`, then `url`; `drain` and `close` end it."""

    def __init__(
        self,
        house: House,
        ledger: Ledger,
        runner: web.AppRunner,
        sweeper: asyncio.Task[None],
        hold: Hold,
    ) -> None:
        self.house = house
        self.ledger = ledger
        self._hold = hold
        self._runner = runner
        self._sweeper = sweeper
        self._reception: Reception | None = None
        self.url = ""

    @classmethod
    async def open(
        cls,
        settings: HouseSettings,
        *,
        store: str = "",
        key: str = "",
        new_key: bool = False,
        metrics_token: str = "",
        exact_port: bool = True,
        kinds: Kinds | None = None,
        rules: HouseRules | None = None,
        clock: Clock | None = None,
        provider: Provider | None = None,
        announce: Announce | None = None,
        clock_is_right: bool = False,
        alert_webhook: str = "",
    ) -> Running:
        """`kinds` are other tables than the settings', `clock` is another time than the wall's: for tests.

        `key` is what VENTUNO_KEY says; `new_key`: the old one is lost, and the house goes on without it.
        `provider` moves real money; without one it comes from nowhere (A8). `announce` is told the passwords of the
        first people, who are there before anybody can come in; without it there are none. `clock_is_right`: a person
        says so. `alert_webhook` is where alerts are sent.
        """
        if alert_webhook:
            check_address(alert_webhook)
        check(store)
        folder = Path(settings.data)
        if not store:
            _make(folder)
        ring = KeyRing(store or str(folder), key, settings.key_file, None if store else folder)
        ledger, hold = await asyncio.to_thread(_taken, named(store, folder), rules, settings.migrate)
        try:
            seal = await asyncio.to_thread(ring.seal_of, ledger, new=new_key)
        except RefusalRaised:
            await asyncio.to_thread(ledger.close)
            hold.end()
            raise
        clock, gap_ms = clock or Clock(), settings.watch.clock_gap_h * HOUR_MS
        await asyncio.to_thread(timekeeping.begin, ledger, clock, gap_ms, is_right=clock_is_right)
        house = House(
            ledger,
            seal=seal,
            limits=_fitted(settings.limits),
            rates=rates_by_currency(settings.rates),
            regulator=LocalRegulator(settings.operator),
            clock=clock,
            provider=provider,
            watch=settings.watch,
            keep_rounds_days=settings.keep_rounds_days,
        )
        _watch_over(house, hold)
        # Ours before anybody is told a password, and heard only when all is there.
        bound = listening(settings.host, settings.port, 1 if exact_port or not settings.port else TRIED_PORTS)
        if announce is not None:
            await house.workers.read(first_people, ledger, house.now_ms(), announce)
        await house.workers.read(open_jackpots, ledger, settings.tables, house.now_ms())
        usual = kinds_of(ledger, house.supplies, settings.tables)
        await house.open(kinds(house) if kinds else usual)
        doors = Doors(
            house.edge.now_s,
            origins=frozenset(settings.origins),
            secure=settings.secure,
            hosts=hosts_of(settings.host, settings.hosts, settings.origins),
            proxies=proxies_from(settings.behind_proxy),
            seal=seal,
            staff_second_factor=settings.staff_second_factor,
            tries_per_minute=settings.limits.sign_ins_per_minute,
            metrics_token=metrics_token,
        )
        app = application(house.desks(doors), house.edge, web_folder(settings.web))
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=ANSWERED_S)
        await runner.setup()
        assert runner.server is not None
        runner.server.request_handler = Front(runner.server.request_handler, house.edge, doors)
        house.metrics.lag.start(house.room.limits.loop_lag_ms)
        house.store.start()
        _keep_watch(house, None if store else folder, alert_webhook, settings.operator)
        running = cls(house, ledger, runner, asyncio.create_task(house.sweeper.run()), hold)
        backups = backups_of(house.workers, house.now_ms, settings, None if store else folder / DATABASE)
        if backups:
            house.lookout.backups = backups
            house.workers.spawn(backups.run())
        house.entrance.measures.proxied = doors.proxies.there_are
        await running._listen(settings, bound, Reception(house.edge))
        return running

    async def _listen(self, settings: HouseSettings, bound: socket.socket, reception: Reception) -> None:
        self._reception = reception
        await reception.open(self._runner, bound, BACKLOG)
        host, port = bound.getsockname()[:2]
        self.house.entrance.measures.listens_on = host if ":" not in host else ""  # a /64 may be the neighbours' too
        scheme = "https" if settings.secure else "http"
        self.url = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"

    async def drain(self, seconds: float) -> list[str]:
        """No new rounds; waits for those that run, unless nothing can be booked. What is left then."""
        self.house.floor.drain()
        now_s = asyncio.get_running_loop().time
        until_s, well_s = now_s() + seconds, now_s()
        while self.house.pit.playing() and now_s() < until_s and now_s() < well_s + STORE_S:
            await asyncio.sleep(LOOK_S)
            if not self.house.store.late and not self.ledger.fault:
                well_s = now_s()
        return [host.key for host in self.house.pit.playing()]

    async def close(self) -> bool:
        """False: the store does not let a thread come to an end; only the process' end does."""
        self.house.metrics.lag.stop()
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        if self.ledger.fault is None and self.house.store.late is None:
            await self.house.participations.finish()
        await self.house.close()
        if self.house.alerts.webhook is not None:
            await self.house.alerts.webhook.stop()
        if self._reception is not None:
            self._reception.close()
        await self._runner.cleanup()
        self.house.store.stop()
        ended = await asyncio.to_thread(self.ledger.close, HUNG_S if self.house.store.late else WRITTEN_S)
        await asyncio.to_thread(self._hold.end)
        logs.info("the house is closed", store="closed" if ended else "does not answer")
        return ended and not self.house.store.keeps_somebody


def _taken(where: str | Path, rules: HouseRules | None, policy: Policy) -> tuple[Ledger, Hold]:
    """Ours alone, and brought forward where it is of an earlier version."""
    on_server = is_postgres(where)
    if on_server:
        _bring_forward(where, policy)  # refused while anybody is connected to it, so before we are
    place, hold = occupied(where)
    try:
        if not on_server:
            _bring_forward(where, policy)
        return Ledger(place, rules), hold
    except BaseException:
        hold.end()
        raise


def _watch_over(house: House, hold: Hold) -> None:
    """The house must know that it still has the database."""

    def lost() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: the house is over anyway
            house.workers.loop.call_soon_threadsafe(house.store.give_up)

    if isinstance(hold, Occupancy):
        hold.watch(lost, logs.warning)
        return
    house.store.renewed_s, hold.lost = (lambda: hold.renewed_s), lost


def _keep_watch(house: House, folder: Path | None, alert_webhook: str, operator: str) -> None:
    lookout = house.lookout
    lookout.pages = PageWatch(house.ledger, lookout.limits.pages_every_h)
    lookout.pages.start()
    if folder is not None:
        lookout.disk = DiskWatch(folder)
        lookout.disk.start()
    if alert_webhook:
        house.alerts.webhook = Webhook(alert_webhook, operator, house.now_ms)
        house.alerts.webhook.start()
        house.alerts.listeners.append(house.alerts.webhook.tell)


def _bring_forward(where: str | Path, policy: Policy) -> None:
    if done := bring_forward(where, policy):
        steps = [f"{step.number}: {step.title}" for step in done.steps]
        logs.warning("the database was brought forward", steps=steps, copy=str(done.copy or ""))


def _fitted(limits: EdgeLimits) -> EdgeLimits:
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    found = fitted(limits, files) if files != resource.RLIM_INFINITY else limits
    if found != limits:
        logs.info("the system allows fewer files than the limits ask for", files=files, connections=found.connections)
    return found


def listening(host: str, port: int, tries: int) -> socket.socket:
    """On the port, or the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + tries):
        bound = socket.socket(family, socket.SOCK_STREAM)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_BYTES)  # those who connect have the same
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT_BYTES)
        try:
            bound.bind((host, number))
        except OSError as error:
            bound.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise RefusalRaised("serve/address", f"cannot listen on {host}: {error.strerror}") from None
        else:
            return bound
    which = f"port {port} is" if tries == 1 else f"ports {port} to {port + tries - 1} are"
    raise RefusalRaised("serve/port", f"{which} in use or not allowed: choose another with --port")


def web_folder(said: str) -> Path:
    """What was said, also where a checkout has it; else what came with the package, or what a checkout has built."""
    checkout, packed = Path(__file__).parents[3], Path(__file__).parent / "web"  # setup.py puts it there
    if not said:
        return packed if packed.is_dir() else checkout / "web" / "dist"
    folder = Path(said)
    return folder if folder.exists() or folder.is_absolute() else checkout / said


def _make(folder: Path) -> None:
    """For its owner's eyes only, also where an earlier version made it for everybody's."""
    try:
        if loose := private.make_folder(folder):
            logs.warning("others could read these until now", files=[str(one) for one in loose])
        elif private.is_open_to_others(folder):
            why = "others can look into the data folder, which holds other things too: give the house one of its own"
            logs.warning(why, folder=str(folder))
    except OSError as error:
        why = f"the data folder {folder} cannot be made ({error.strerror}): name another with --data or VENTUNO_DATA"
        raise RefusalRaised("settings/faulty", why) from None
