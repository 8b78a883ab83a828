"""`ventuno serve`: opens the house."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import resource
import signal
import sys
import webbrowser
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ventuno.cli.where import add_store, store_named

if TYPE_CHECKING:
    from ventuno.server.house import House
    from ventuno.server.running import Running
    from ventuno.server.settings import HouseSettings

NOT_CLOSED: Final = 1
TAKEN_OVER: Final = 3
AT_ONCE_S: Final = 2.0
CLOSED_S: Final = 45.0

SETTINGS = """settings (in a TOML file, or as VENTUNO_<NAME> in the environment; the command line goes first):
  host          address to listen on (127.0.0.1)
  port          port (2121; the next free one where it is in use and was not asked for)
  data          folder of the database (ventuno-data)
  key_file      file of the key that seals hole cards; made the first time (in ~/.config/ventuno)
  web           folder of a built web client (the one that came with it; in a checkout, web/dist)
  origins       further origins whose pages may speak to the house ([])
  hosts         names the house goes by ([]: what it listens on, and those of the origins)
  secure        true behind https: cookies travel over it only (false)
  behind_proxy  whose X-Forwarded-For is believed: true (one proxy), a number of them, or their addresses (false)
  staff_second_factor  required or optional for the house's people (auto: required where money is real)
  operator      name in the regulator's line (ventuno)
  migrate       a database of an earlier version: auto (SQLite is copied, then brought forward; PostgreSQL waits for
                `ventuno migrate`), always, or ask (auto)
  backup_every_h  hours between backups of SQLite, each checked as a restore would find it; 0: none (24)
  backup_folder   where they go; with PostgreSQL, where your own go, for their age to be watched (backups, in data)
  backup_keep     how many of them, the newest (7)
  drain_s       seconds that rounds may take to end when the house closes (60)
  keep_rounds_days  days that the cards of a round are kept; its money always is (0: for ever)
  log_level     debug, info, warning, error (info)
  [limits]      what one client may ask of the house; by address is by IPv4 address and by /64 of IPv6
    messages_per_second, messages_burst    frames of a WebSocket, empty ones too (30, 60)
    account_factor, address_factor         times as many over all connections of an account, an address (2, 30)
    connections, connections_reserved      WebSockets in all; of them, for who is playing already (20000, 2000)
    connections_per_account, connections_per_address  (8, 500)
    visitors, visitors_per_address         HTTP connections; who only waits makes room for others (4000, 128)
    requests_per_second, requests_burst    by address; who asks more waits, then is refused (100, 1000)
    writes_per_second, writes_burst        changes and slow reads, by account, else by address (2, 40)
    heavy_at_once                          exports, odds and the like at once, by account or address (2)
    sign_ins_per_minute, new_accounts_per_hour  by address (10, 100)
    this_machine_factor                    times as much by address for programs on this machine (50)
    body_bytes                             of a request (65536)
    head_s, body_s, idle_s                 for a request's head and body, and between two requests (10, 10, 75)
    quiet_s, silent_s, slow_s              a silent WebSocket is asked, then ended; a slow reader (25, 60, 30)
    loop_lag_ms                            not ready while the house stays later than this (250)
  [watch]       from when on something is wrong: in /health/ready, in the metrics, and as an alert
    disk_low_mb, disk_least_mb             free in the data folder: an alert below, not ready below (2048, 200)
    commit_lag_ms                          not ready while booking stays slower than this (1000)
    clock_step_s                           by how much the machine's clock may differ from the house's (10)
    clock_gap_h                            ahead of the last record at the start: a person confirms it first (48)
    pages_every_h                          between looks at the database's pages; 0: never (24)
  [rates]       EUR = "1", GBP = "115/100": other players' bets in my currency
  [[tables]]    key, variant, and what a table may have of its own; none: one for each game

environment only, for they may hold a secret:
  VENTUNO_STORE  postgresql://... in place of SQLite in the data folder
  VENTUNO_KEY    the key itself, 64 hex digits, in place of a key file
  VENTUNO_ALERT_WEBHOOK  https://... that every alert is sent to: a POST of JSON when it begins and when it ends
  VENTUNO_METRICS_TOKEN  who brings it as a bearer token may read /metrics, also from elsewhere or behind a proxy

The first SIGINT or SIGTERM lets running rounds end; a second one ends at once. Exit 1: the store did not let it come to
an end; exit 3: another house has taken over the database."""


def add(commands: Any) -> None:
    command = commands.add_parser(
        "serve",
        help="open the house: live and solo tables for browsers and programs",
        description="Opens the house on one port: web client, HTTP API and WebSocket. The first time, it makes a demo "
        "player and a supervisor and prints their passwords, once.",
        epilog=SETTINGS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_store(command)
    command.add_argument("--host", help="address to listen on (default: 127.0.0.1)")
    command.add_argument("--port", type=int, help="port, exactly this one (default: 2121 or the next free one)")
    command.add_argument("--bots", type=_count, default=0, metavar="N", help="so many bots populate the live tables")
    command.add_argument(
        "--new-key",
        action="store_true",
        help="the key is lost: go on with the one at hand, or a new one; open rounds that cannot be read are void",
    )
    command.add_argument(
        "--clock-is-right",
        action="store_true",
        help="the machine's clock was found far ahead of the last record, and is right: things expire by it",
    )
    command.add_argument("--open", action="store_true", help="open the house in a browser")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    from ventuno.server import logs
    from ventuno.server.settings import read_settings

    file = Path(arguments.config) if arguments.config else None
    said = {"data": arguments.data, "host": arguments.host, "port": arguments.port}
    settings = read_settings(file, os.environ, **said)
    logs.write_to_standard_error(settings.log_level)
    _allow_many_files()
    exact = arguments.port is not None or "VENTUNO_PORT" in os.environ
    return _run(_serve(settings, arguments, exact))


def _run(work: Any) -> int:
    try:
        import uvloop
    except ImportError:  # not on every system; only slower
        return int(asyncio.run(work))
    return int(uvloop.run(work))


def _allow_many_files() -> None:
    """A connection is a file; the usual limit is for programs with a few."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def _serve(settings: HouseSettings, arguments: argparse.Namespace, exact_port: bool) -> int:
    from ventuno.server.keys import KEY
    from ventuno.server.running import Running
    from ventuno.server.settings import METRICS_TOKEN
    from ventuno.server.webhook import WEBHOOK

    stops = _signals()
    opening = Running.open(
        settings,
        store=store_named(arguments),
        key=os.environ.get(KEY, ""),
        new_key=arguments.new_key,
        metrics_token=os.environ.get(METRICS_TOKEN, ""),
        exact_port=exact_port,
        announce=_announce,
        clock_is_right=arguments.clock_is_right,
        alert_webhook=os.environ.get(WEBHOOK, ""),
    )
    running = await _opened(opening, stops)
    _mention_clock(running.house)
    print(f"Ventuno is open: {running.url}", flush=True)
    bots = asyncio.create_task(_bots(running, arguments.bots)) if arguments.bots else None
    if arguments.open:
        webbrowser.open(running.url)
    _collect_seldom()
    taken_over = running.house.store.taken_over
    await _first(stops.get(), taken_over.wait())
    left, at_once = ([], True) if taken_over.is_set() else await _drained(running, settings.drain_s, stops)
    if bots:
        bots.cancel()
    closed = await _closed(running, stops, AT_ONCE_S if at_once else CLOSED_S)
    if taken_over.is_set():
        print("ventuno: another house has taken over the database; this one has stopped.", file=sys.stderr, flush=True)
    elif left:
        print(f"Rounds that go on when the house opens again: {', '.join(left)}.", flush=True)
    code = TAKEN_OVER if taken_over.is_set() else 0 if closed else NOT_CLOSED
    return code if closed else _leave(code)


def _collect_seldom() -> None:
    """What is there now stays; and what a crowd makes goes by itself, for hardly anything of it is in a cycle."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _signals() -> asyncio.Queue[int]:
    stops: asyncio.Queue[int] = asyncio.Queue()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stops.put_nowait, int(number))
    return stops


def _mention_clock(house: House) -> None:
    from ventuno.server.timekeeping import in_words, waits_ms

    if (late_ms := waits_ms(house.clock, house.ledger.rules.held_ms)) > house.lookout.limits.clock_step_s * 1000:
        print(
            f"The machine's clock went {in_words(late_ms)} ahead: what expires does so that much later, until a "
            "supervisor confirms it in the console, or it is said with --clock-is-right."
        )


def _announce(name: str, password: str) -> None:
    """Out before the account is there: what is lost in a buffer would be lost for good."""
    print(f"{name}: the password is {password} (shown this once)", flush=True)


async def _opened(opening: Coroutine[Any, Any, Running], stops: asyncio.Queue[int]) -> Running:
    """Told to stop before it is open, it has nothing to close: what it waits for may never come."""
    task = asyncio.create_task(opening)
    await _first(stops.get(), work=task)
    if not task.done():
        print("ventuno: stopped before the house was open.", file=sys.stderr, flush=True)
        _leave(NOT_CLOSED)
    return task.result()


async def _first(*signs: Coroutine[Any, Any, Any], work: asyncio.Task[Any] | None = None) -> None:
    """Waits for a sign, or for the end of the work, which goes on by itself."""
    tasks = {asyncio.create_task(sign) for sign in signs}
    await asyncio.wait(tasks | {work} if work else tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()


async def _drained(running: Running, seconds: int, stops: asyncio.Queue[int]) -> tuple[list[str], bool]:
    """The tables whose rounds go on another day, and whether there was a second signal."""
    print("Closing: no new rounds. Once more to end at once.", flush=True)
    drain = asyncio.create_task(running.drain(seconds))
    await _first(stops.get(), running.house.store.taken_over.wait(), work=drain)
    if drain.done():
        return drain.result(), False
    drain.cancel()
    return [host.key for host in running.house.pit.playing()], True


async def _closed(running: Running, stops: asyncio.Queue[int], seconds: float) -> bool:
    """Whether everything came to an end in time. A further signal does not wait for it."""
    close = asyncio.create_task(running.close())
    await _first(stops.get(), asyncio.sleep(seconds), work=close)
    return close.done() and close.result()


def _leave(code: int) -> NoReturn:
    """Without the threads that the store keeps: what is durable is durable, and the rest was not answered."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text} is no number of bots: 0, 1, 200 ...")
    return int(text)


async def _bots(running: Running, count: int) -> None:
    from ventuno.client.bots import run_bots
    from ventuno.server.http.account import open_demo
    from ventuno.store.sessions import open_session

    house = running.house

    def guest() -> str:
        return open_session(house.ledger, open_demo(house.ledger, house.now_ms()), house.now_ms())

    tokens = [await house.workers.read(guest) for _ in range(count)]
    try:
        await run_bots(running.url, count, tokens=tokens)
    except asyncio.CancelledError:
        raise
    except Exception as error:
        print(f"ventuno: the bots have stopped: {error!r}", file=sys.stderr)
