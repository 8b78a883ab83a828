"""Runs attacks, a few at a time, and counts; honest guests play beside them."""

from __future__ import annotations

import asyncio
import importlib
import time
import traceback
from typing import Final

from tests.attack.field import ATTACKS, Attack, Field

MODULES: Final = ("money", "decisions", "frames", "pages", "doors", "cashier", "hidden", "rest", "floods")
for _module in MODULES:
    importlib.import_module(f"tests.attack.{_module}")

AT_ONCE: Final = {"floods": 1, "doors": 3}  # attacks of a class: one where they measure, few where passwords are hashed
ATTACK_S: Final = 120.0
STILL_S: Final = 35.0  # without a round: a table stands still


async def run(field: Field, only: tuple[str, ...] = (), loud: bool = True) -> None:
    await field.look_around()
    for kind, attacks in ATTACKS.items():
        wanted = [one for one in attacks if not only or kind in only or one.__name__ in only]
        if wanted:
            await _class(field, kind, wanted, loud)


async def _class(field: Field, kind: str, attacks: list[Attack], loud: bool) -> None:
    start_s = time.monotonic()
    gate = asyncio.Semaphore(AT_ONCE.get(kind, 30))
    await asyncio.gather(*(_one(field, kind, one, gate) for one in attacks))
    with field.score.during(kind, "tables_go_on"):
        stopped = await field.mend()
        field.score.held(not stopped, f"stopped for everybody: {stopped}")
        _witnessed(field, start_s)
    if loud:
        print(f"{kind}: {len(attacks)} attacks in {time.monotonic() - start_s:.0f} s", flush=True)


def _witnessed(field: Field, start_s: float) -> None:
    """Honest guests had their rounds at every table, and were paid by the cards."""
    if field.witness is None:
        return
    seen = field.witness.between(start_s, time.monotonic())
    for key, longest_s in seen.longest_s.items():
        field.score.held(longest_s < STILL_S, f"{key}: no round for honest guests in {longest_s:.0f} s; {seen.refused}")
    field.score.held(not seen.wrong, f"honest guests were paid wrongly: {seen.wrong[:3]}")
    field.score.held(not seen.thrown_out, f"honest guests were thrown out: {seen.thrown_out[:3]}")


async def _one(field: Field, kind: str, attack: Attack, gate: asyncio.Semaphore) -> None:
    async with gate:
        with field.score.during(kind, attack.__name__):
            try:
                async with asyncio.timeout(ATTACK_S):
                    await attack(field)
            except Exception as error:
                where = [f"{one.name}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)[-3:]]
                field.score.held(False, f"could not go on: {error!r} at {' > '.join(where)}")
