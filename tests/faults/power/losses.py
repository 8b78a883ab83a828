"""A life, then the power gone at many of its moments: what was lost each time."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Final, NamedTuple

from tests.faults.power.checks import CHECKS, Check
from tests.faults.power.disk import Disk, Keep, by_chance, everything, nothing
from tests.faults.power.lives import LOOK
from tests.faults.power.recording import ALL_SYNCED, RENAMED, SAID, SYNCED, UNLINKED, Step, live, read_log

# Just before these, or just after, a promise and what is kept can differ.
TELLING: Final = {SYNCED, ALL_SYNCED, SAID, RENAMED, UNLINKED}


class Plan(NamedTuple):
    seed: int = 0
    moments: int = 12  # at which the power goes
    chances: int = 1  # what may be left at each, besides all of it and only what is certain


class Report(NamedTuple):
    steps: int
    syncs: int
    promises: int
    losses: int  # how often the power went
    wrong: list[str]


def lose(shim: Path, folder: Path, life: str, plan: Plan, careless: str = "") -> Report:
    """`folder` is an empty one of our own."""
    root, log = folder / "watched", folder / "log"
    root.mkdir()
    disk = Disk(root)
    live(shim, root, log, life, str(root), str(plan.seed), *([careless] if careless else []))
    steps = read_log(log)
    saw_everything(root, disk, steps)
    return again_and_again(root, disk, steps, CHECKS[life], plan)


def saw_everything(root: Path, disk: Disk, steps: list[Step]) -> None:
    """What the steps make of the folder is what is in it: the shim missed nothing."""
    whole = deepcopy(disk)
    whole.play(steps)
    assert not (missed := whole.differences(root)), missed[:5]


def again_and_again(root: Path, disk: Disk, steps: list[Step], check: Check, plan: Plan) -> Report:
    losses, wrong, played = 0, [], 0
    for moment in chosen(steps, plan):
        disk.play(steps[played:moment])
        played = moment
        for name, keep in _ways(f"{plan.seed}/{moment}", plan.chances):
            shutil.rmtree(root)
            disk.leave(root, keep)
            losses += 1
            wrong += [f"moment {moment} of {len(steps)}, {name}: {what}" for what in check(root, disk.said)]
    syncs = sum(step.kind == SYNCED for step in steps)
    promises = sum(step.kind == SAID for step in steps)
    return Report(len(steps), syncs, promises, losses, wrong)


def chosen(steps: list[Step], plan: Plan) -> list[int]:
    """Moments around what matters, in their order; the last one always."""
    begins = max((at for at, step in enumerate(steps) if step.path == LOOK), default=0)
    around = {at + beside for at, step in enumerate(steps) if step.kind in TELLING for beside in (0, 1)}
    found = sorted(at for at in around if at > begins)
    if len(found) > plan.moments:
        found = random.Random(plan.seed).sample(found, plan.moments - 1)
    return sorted({*found, len(steps)})


def _ways(seed: str, chances: int) -> Iterator[tuple[str, Keep]]:
    yield "only what is certain", nothing
    yield "all of it", everything
    for number in range(chances):
        yield f"part {number} of the rest", by_chance(f"{seed}/{number}")
