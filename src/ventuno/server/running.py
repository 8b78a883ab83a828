"""A house that is open for business: ledger, tables, sockets; and how it closes."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import resource
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final

from aiohttp import web

from ventuno.bank import HouseRules
from ventuno.bank.regulator import LocalRegulator
from ventuno.refusal import Refused
from ventuno.server import logs
from ventuno.server.addresses import proxies_from
from ventuno.server.clock import Clock
from ventuno.server.doors import Doors
from ventuno.server.hosts import hosts_of
from ventuno.server.house import House
from ventuno.server.http.app import application
from ventuno.server.http.front import Front
from ventuno.server.http.reception import Reception, Site
from ventuno.server.keys import KeyRing
from ventuno.server.kinds import Kind
from ventuno.server.limits import EdgeLimits, fitted
from ventuno.server.settings import Settings, rates_by_currency
from ventuno.server.sweeper import Sweeper
from ventuno.server.wiring import kinds_of, open_jackpots
from ventuno.store import Ledger, open_ledger, private
from ventuno.store.cashier import Provider
from ventuno.store.occupancy import Occupancy

DATABASE: Final = "ventuno.db"
BACKLOG: Final = 4096  # everybody comes back at once after a restart
# What the system keeps of who is not read from, and for who does not read, is memory too.
RECEIVED_BYTES: Final = 64 * 1024
SENT_BYTES: Final = 256 * 1024
TRIED_PORTS: Final = 20
LOOK_S: Final = 0.1

Kinds = Callable[[House], list[Kind]]


class Running:
    """`await Running.open(settings)`, then `url`; `drain` and `close` end it."""

    def __init__(
        self,
        house: House,
        ledger: Ledger,
        runner: web.AppRunner,
        sweeper: asyncio.Task[None],
        occupancy: Occupancy | None,
    ) -> None:
        self.house = house
        self.ledger = ledger
        self._occupancy = occupancy
        self._runner = runner
        self._sweeper = sweeper
        self.url = ""

    @classmethod
    async def open(
        cls,
        settings: Settings,
        *,
        store: str = "",
        key: str = "",
        new_key: bool = False,
        exact_port: bool = True,
        kinds: Kinds | None = None,
        rules: HouseRules | None = None,
        clock: Clock | None = None,
        provider: Provider | None = None,
    ) -> Running:
        """`kinds` are other tables than the settings', `clock` is another time than the wall's: for tests.

        `key` is what VENTUNO_KEY says; `new_key`: the old one is lost, and the house goes on without it.
        `provider` moves real money; without one it comes from nowhere (A8).
        """
        folder = Path(settings.data)
        if not store:
            _make(folder)
        occupancy = None if store else Occupancy(folder / DATABASE)
        ring = KeyRing(store or str(folder), key, settings.key_file, None if store else folder)
        ledger = await asyncio.to_thread(open_ledger, store or folder / DATABASE, rules)
        try:
            seal = await asyncio.to_thread(ring.seal_of, ledger, new=new_key)
        except Refused:
            await asyncio.to_thread(ledger.close)
            if occupancy:
                occupancy.end()
            raise
        house = House(
            ledger,
            seal=seal,
            limits=_fitted(settings.limits),
            rates=rates_by_currency(settings.rates),
            regulator=LocalRegulator(settings.operator),
            clock=clock,
            provider=provider,
        )
        await house.read(open_jackpots, ledger, settings.tables, house.now_ms())
        await house.open(kinds(house) if kinds else kinds_of(house, settings.tables))
        doors = Doors(
            house.outbox.now_s,
            origins=frozenset(settings.origins),
            secure=settings.secure,
            hosts=hosts_of(settings.host, settings.hosts, settings.origins),
            proxies=proxies_from(settings.behind_proxy),
            seal=seal,
            staff_second_factor=settings.staff_second_factor,
            tries_per_minute=settings.limits.sign_ins_per_minute,
        )
        app = application(house, doors, web_folder(settings.web))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        assert runner.server is not None
        runner.server.request_handler = Front(runner.server.request_handler, house, doors)
        house.metrics.lag.start(house.limits.loop_lag_ms)
        running = cls(
            house, ledger, runner, asyncio.create_task(Sweeper(house, settings.keep_rounds_days).run()), occupancy
        )
        house.measures.proxied = doors.proxies.there_are
        await running._listen(settings, exact_port, Reception(house))
        return running

    async def _listen(self, settings: Settings, exact_port: bool, reception: Reception) -> None:
        bound = listening(settings.host, settings.port, 1 if exact_port or not settings.port else TRIED_PORTS)
        await Site(self._runner, bound, BACKLOG, reception).start()
        host, port = bound.getsockname()[:2]
        self.house.measures.listens_on = host if ":" not in host else ""  # a /64 may be the neighbours' too
        scheme = "https" if settings.secure else "http"
        self.url = f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"

    async def drain(self, seconds: float) -> list[str]:
        """No new rounds; waits for those that run. What is left when the time is over."""
        self.house.drain()
        loop = asyncio.get_running_loop()
        until_s = loop.time() + seconds
        while self.house.playing() and loop.time() < until_s:
            await asyncio.sleep(LOOK_S)
        return [host.key for host in self.house.playing()]

    async def close(self) -> None:
        self.house.metrics.lag.stop()
        self._sweeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._sweeper
        await self.house.close()
        await self._runner.cleanup()
        await asyncio.to_thread(self.ledger.close)
        if self._occupancy:
            self._occupancy.end()
        logs.info("the house is closed")


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
                raise Refused("serve/address", f"cannot listen on {host}: {error.strerror}") from None
        else:
            return bound
    which = f"port {port} is" if tries == 1 else f"ports {port} to {port + tries - 1} are"
    raise Refused("serve/port", f"{which} in use or not allowed: choose another with --port")


def web_folder(said: str) -> Path:
    """As it was said, or where the repository has it."""
    folder = Path(said)
    return folder if folder.exists() or folder.is_absolute() else Path(__file__).parents[3] / said


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
        raise Refused("settings/faulty", why) from None
