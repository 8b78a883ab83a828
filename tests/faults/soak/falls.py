"""How machines fall in this soak: what is done, and how long it takes until people play again."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tests.faults.soak.house import Machines
from tests.faults.soak.player import Player

HELD_S: Final = 4.0
BACK_S: Final = 120.0
KILLS: Final = {"sqlite": ("house",), "postgres": ("house", "store", "both")}
OTHERS: Final = {"sqlite": ("second", "changed"), "postgres": ("second", "changed", "hang")}
EVERY: Final = 5  # so many kills, then something else


class Fall(NamedTuple):
    kind: str
    ready_s: float  # until the house said so
    playing_s: float  # until somebody's next request was acknowledged


def plan(store: str, kills: int, without: Sequence[str], chance: random.Random) -> list[str]:
    """The kills, and between them what else happens to machines."""
    kinds = [kind for kind in KILLS[store] if kind not in without]
    others = [kind for kind in OTHERS[store] if kind not in without]
    found = []
    for number in range(kills):
        found.append(kinds[number % len(kinds)] if number < len(kinds) else chance.choice(kinds))
        if others and number % EVERY == EVERY - 1:
            found.append(others[number // EVERY % len(others)])
    return found


async def fall(kind: str, machines: Machines, players: Sequence[Player], down: Callable[[], None]) -> Fall:
    """Does it and waits until the house is back; `down` is called while the house is dead, where it is."""
    loop = asyncio.get_running_loop()
    start_s, told_s = time.monotonic(), loop.time()
    await asyncio.to_thread(FALLS[kind], machines, down)
    ready_s, ready_at = time.monotonic() - start_s, loop.time()
    since = told_s if kind in ("second",) else ready_at
    while not any(player.record.last_s > since for player in players):
        if loop.time() > ready_at + BACK_S:
            raise RuntimeError(f"nobody plays {BACK_S:.0f} seconds after {kind}")
        await asyncio.sleep(0.02)
    return Fall(kind, ready_s, max(ready_s, time.monotonic() - start_s))


def _house(machines: Machines, down: Callable[[], None]) -> None:
    machines.kill_house()
    down()
    machines.start()


def _changed(machines: Machines, down: Callable[[], None]) -> None:
    machines.kill_house()
    machines.change_the_rules()
    machines.start()


def _store(machines: Machines, down: Callable[[], None]) -> None:
    machines.kill_store()
    machines.start_store()
    machines.wait_until_ready()


def _both(machines: Machines, down: Callable[[], None]) -> None:
    machines.kill_store()
    machines.kill_house()
    machines.start_store()
    down()
    machines.start()


def _hang(machines: Machines, down: Callable[[], None]) -> None:
    machines.hold_store(HELD_S)
    machines.wait_until_ready()


def _second(machines: Machines, down: Callable[[], None]) -> None:
    if not machines.second_is_refused():
        raise RuntimeError("a second house was let in beside the first")


FALLS: Final[dict[str, Callable[[Machines, Callable[[], None]], None]]] = {
    "house": _house,
    "store": _store,
    "both": _both,
    "hang": _hang,
    "second": _second,
    "changed": _changed,
}
