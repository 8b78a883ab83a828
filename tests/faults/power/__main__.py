"""The power gone at many moments of every life: `python -m tests.faults.power [--seeds 5] [--moments 150]`."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.power.lives import LIVES
from tests.faults.power.losses import Plan, Report, lose
from tests.faults.power.postgres import Cluster, lose_postgres
from tests.faults.power.recording import compile_shim, compiler
from tests.store.conftest import quick_folder

MOST_SHOWN = 20
SERVED = "postgres"
SLOWER = 5  # so many fewer moments where a server has to be started at each
ALL = (*LIVES, SERVED)


def main() -> int:
    said = words()
    if compiler() is None:
        print("NO C COMPILER: NOBODY HAS LOOKED WHAT A POWER CUT LOSES. Install gcc, then try again.", flush=True)
        return 1
    fine = True
    with tempfile.TemporaryDirectory(prefix="ventuno-shim-") as name:
        shim = compile_shim(Path(name))
        for life in said.only.split(",") if said.only else ALL:
            fine &= _told(shim, life, said)
    return 0 if fine else 1


def words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults.power", description=__doc__)
    parser.add_argument("--only", default="", metavar="LIVES", help=f"of {', '.join(ALL)}")
    parser.add_argument("--seeds", type=int, default=5, help="how often each life is lived (5)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the first one")
    parser.add_argument("--moments", type=int, default=150, help="of each life at which the power goes (150)")
    return parser.parse_args()


def _told(shim: Path, life: str, said: argparse.Namespace) -> bool:
    start, reports = time.monotonic(), []
    for seed in range(said.seed, said.seed + said.seeds):
        with quick_folder() as folder:
            reports.append(_lost(shim, folder, life, Plan(seed, said.moments, chances=4)))
    wrong = [what for report in reports for what in report.wrong]
    found = {
        "life": life,
        "seed": said.seed,
        "power_cuts": sum(report.losses for report in reports),
        "syncs": sum(report.syncs for report in reports),
        "promises": sum(report.promises for report in reports),
        "wrong": len(wrong),
        "seconds": round(time.monotonic() - start),
    }
    print(json.dumps(found), *wrong[:MOST_SHOWN], sep="\n", flush=True)
    return not wrong


def _lost(shim: Path, folder: Path, life: str, plan: Plan) -> Report:
    if life == SERVED:
        return lose_postgres(shim, Cluster(folder), plan._replace(moments=plan.moments // SLOWER, chances=1))
    return lose(shim, folder, life, plan)


if __name__ == "__main__":
    sys.exit(main())
