"""Speed and memory of the exact solver, as JSON. Beside each figure the aim of the issue and a floor.

`solve`: one game, one strategy class. `warm_ms`: again in a process that has done it. `cold_s`: a
process of its own, started with the compiled code on disk, from the command to the answer.
`peak_mb`: the most memory that process held, and `solver_mb` how much of it came after the imports.
`hand`, `cashback`: one decision with cards seen, asked again and (`first_time`) for the first time.
The floor of these is the dealer alone, over the same shoes: no solver of this kind can do without him.
`start`: a process that works out a game and all its side bets, or only imports what it needs.
`distribution`: the net results of a round; the floor is the solution it is made from.

Seconds of this process are processor time; of others, the clock's and the processor's. The fastest of several.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple
from unittest import mock

from ventuno.cards import DECK, Card, cards, total
from ventuno.odds import action_values, cashback_offer, distribution, prepared, solve
from ventuno.odds.dealer import distributions
from ventuno.variant import load

NOTATIONS = ("8D S17 DAS SPL1", "6D H17 DAS SPL3")
GAMES = ("classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
CLASSES = ("composition", "total")
AIM_MS = {"8D S17 DAS SPL1": 20, "6D H17 DAS SPL3": 80}
AIM_OFFER_MS = 2
AIM_START_S = 1
OFFERS = 200

IMPORTS_ONLY = "import numpy, numba"
# What the kernel says of this programme alone; getrusage would count in the process that started it.
PEAK = "import re; peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) / 1024; "
SOLVES = (
    PEAK + "import json, sys; from ventuno.odds import solve; from ventuno.variant import load; before = peak(); "
    "getattr(solve(load(sys.argv[1])), sys.argv[2]).ev; print(json.dumps([before, peak()]))"
)
SIDE_BETS = (
    "import sys; from ventuno.odds import side_bet_returns, solve; from ventuno.variant import load; "
    "variant = load(sys.argv[1]); found = solve(variant); found.composition.ev, found.total.ev; "
    "side_bet_returns(variant)"
)


def best_of(repeats: int, work: Callable[[], Any]) -> float:
    """Seconds of processor time of the fastest run: what other programs take is not ours."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return max(min(times), 1e-9)


class Process(NamedTuple):
    seconds: float  # by the clock
    processor_s: float
    printed: str


def process(programme: str, *arguments: str, repeats: int = 3) -> Process:
    """A process of its own: the fastest of several, and what it printed."""
    runs = []
    for _ in range(repeats):
        start, spent = time.perf_counter(), _spent_by_others()
        printed = subprocess.run(
            [sys.executable, "-c", programme, *arguments], check=True, capture_output=True, text=True
        ).stdout
        runs.append(Process(time.perf_counter() - start, _spent_by_others() - spent, printed))
    return Process(min(run.seconds for run in runs), min(run.processor_s for run in runs), runs[-1].printed)


def _spent_by_others() -> float:
    times = os.times()
    return times.children_user + times.children_system


def dealer_alone(work: Callable[[], Any]) -> float:
    """Seconds of the dealer passes of some work, over the very same shoes, and nothing else."""
    with mock.patch.object(prepared, "distributions", wraps=distributions) as asked:
        work()
    calls = [call.args for call in asked.call_args_list]
    return best_of(7, lambda: [distributions(*call) for call in calls])


def bench_solve(name: str, strategy: str, bare: Process) -> dict[str, Any]:
    variant = load(name)

    def work() -> Any:
        return getattr(solve(variant), strategy)

    floor = dealer_alone(work)
    warm = best_of(7, work)
    cold = process(SOLVES, name, strategy)
    before, peak = json.loads(cold.printed)
    return {
        "warm_ms": round(1000 * warm, 2),
        "aim_ms": AIM_MS.get(name),
        "times_the_dealer_alone": round(warm / floor, 2),
        "cold_s": round(cold.seconds, 3),
        "cold_processor_s": round(cold.processor_s, 3),
        "times_bare_imports": round(cold.processor_s / bare.processor_s, 2),
        "peak_mb": round(peak, 1),
        "solver_mb": round(peak - before, 1),
    }


def bench_hand() -> dict[str, Any]:
    variant = load("6D H17 DAS SPL3")
    seen = cards("Kd Qs 5h 9c 3d 2d Ah 7s Tc 4c")
    found = {}
    for hand, up in (("8h 8d", "6s"), ("Th 6d", "Ts"), ("Ah 2d", "5s")):

        def ask(hand: str = hand, up: str = up) -> Any:
            return action_values(variant, cards(hand), Card(up), seen)

        floor = dealer_alone(ask)
        seconds = best_of(30, ask)
        found[f"{hand} against {up}"] = {
            "ms": round(1000 * seconds, 3),
            "times_the_dealer_alone": round(seconds / floor, 1),
        }
    return found


def bench_cashback() -> dict[str, Any]:
    """Offers for hands and seen cards dealt at random; each twice, as the table asks for many like it."""
    variant, chance = load("cashback"), random.Random(21)
    first, again, floors = [], [], []
    for _ in range(OFFERS):
        shoe = list(DECK) * variant.shoe.decks
        chance.shuffle(shoe)
        hand, up = [shoe.pop(), shoe.pop()], shoe.pop()
        while chance.random() < 0.3 and total(hand).points < 17:
            hand.append(shoe.pop())
        seen = shoe[: chance.randrange(100)]
        if total(hand).points >= 21:
            continue

        def offer(hand: list[Card] = hand, up: Card = up, seen: list[Card] = seen) -> Any:
            return cashback_offer(variant, 1000, hand, up, seen)

        first.append(best_of(1, offer))
        again.append(best_of(3, offer))
        floors.append(dealer_alone(offer))
    return {
        "offers": len(again),
        "aim_ms": AIM_OFFER_MS,
        "median_ms": round(1000 * statistics.median(again), 3),
        "worst_ms": round(1000 * max(again), 3),
        "median_first_time_ms": round(1000 * statistics.median(first), 3),
        "worst_first_time_ms": round(1000 * max(first), 3),
        "within_the_aim": round(sum(seconds <= AIM_OFFER_MS / 1000 for seconds in again) / len(again), 3),
        "within_the_aim_first_time": round(sum(seconds <= AIM_OFFER_MS / 1000 for seconds in first) / len(first), 3),
        "times_the_dealer_alone": round(sum(again) / sum(floors), 1),
    }


def bench_start(bare: Process) -> dict[str, Any]:
    second = process(SIDE_BETS, "infinite")
    return {
        "game": "infinite, both strategies and all side bets",
        "second_start_s": round(second.seconds, 3),
        "second_start_processor_s": round(second.processor_s, 3),
        "aim_s": AIM_START_S,
        "bare_imports_s": round(bare.seconds, 3),
        "times_bare_imports": round(second.processor_s / bare.processor_s, 2),
    }


def bench_distribution(name: str) -> dict[str, Any]:
    variant = load(name)
    strategy = solve(variant).total
    found = distribution(variant, strategy)
    seconds = best_of(2, lambda: distribution(variant, strategy))
    floor = best_of(3, lambda: solve(variant).total)
    return {
        "warm_s": round(seconds, 3),
        "times_the_solution": round(seconds / floor, 1),
        "sd": found.sd,
        "hit_frequency": found.hit_frequency,
        "largest_win": str(found.largest_win),
        "error": found.error,
    }


if __name__ == "__main__":
    process(SIDE_BETS, "infinite", repeats=1)  # so that the compiled code is on disk
    imports_only = process(IMPORTS_ONLY)
    result = {
        "benchmark": "odds",
        "solve": {
            name: {strategy: bench_solve(name, strategy, imports_only) for strategy in CLASSES}
            for name in (*NOTATIONS, *GAMES)
        },
        "hand": bench_hand(),
        "cashback": bench_cashback(),
        "start": bench_start(imports_only),
        "distribution": {name: bench_distribution(name) for name in (*GAMES, *NOTATIONS)},
    }
    print(json.dumps(result, indent=2))
