"""Speed of the simulator, as JSON: rounds per second of processor time on one core.

`main` is the fast way, against a floor in the same run: a bare compiled loop that draws as many
random cards a round from the same kind of shoe and adds them up, with no rules at all. `general` is
the way with side bets, seats and a cut card. Other programs may take the processor's time but not
ours; the fastest of several short runs is told.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ventuno.simulator import ChartSituation, fast_kernel, simulate
from ventuno.simulator.automaton import automaton_of
from ventuno.simulator.kernel import kernel, word
from ventuno.simulator.shoe import Cards
from ventuno.simulator.simulate import FAST_BLOCK
from ventuno.simulator.stream import AT, WORDS, Counts, Words, new_stream, refill
from ventuno.simulator.tables import compile_tables
from ventuno.variant import load

GAMES = ("8D S17 DAS SPL1", "6D H17 DAS SPL3", "classic-free-bet", "free-chip", "infinite", "all-bets", "cashback")
REPEATS = 8


def sensible(now: ChartSituation) -> tuple[str, ...]:
    """Splits, doubles and hits about as often as good play does; the odds' own strategy is not needed here."""
    weak = 2 <= now.up <= 6
    if now.pair in (1, 8) or (now.pair in (2, 3, 6, 7, 9) and weak):
        return "split", "double", "hit" if now.total < 17 else "stand"
    if not now.soft and (now.total == 11 or (now.total in (9, 10) and 2 <= now.up <= 9)):
        return "double", "hit"
    if now.soft:
        return ("double", "hit") if now.total < 18 and now.up in (4, 5, 6) else ("hit" if now.total < 18 else "stand",)
    return ("hit" if now.total < (12 if weak else 17) else "stand",)


def fastest(work: Callable[[], Any], repeats: int = REPEATS) -> float:
    """Seconds of processor time."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return max(min(times), 1e-9)


@kernel
def draw_cards(cards: Cards, stream: Counts, words: Words, rounds: int) -> int:
    """Five cards a round, and six in two rounds of five: 5.4 on average, each drawn without replacement."""
    size, total = word(416), word(0)
    for i in range(rounds):
        left = size
        for _ in range(6 if i % 5 < 2 else 5):
            if stream[AT] >= word(WORDS):
                refill(stream, words)
            at = stream[AT]
            stream[AT] = at + word(1)
            here = (word(words[at]) * left) >> word(32)
            left -= word(1)
            card = cards[here]
            cards[here] = cards[left]
            cards[left] = card
            total += word(card)
    return total


def bench_floor() -> float:
    """Rounds a second of a loop that does nothing but draw."""
    stream, words = new_stream(1, 0)
    cards = np.repeat(np.arange(10, dtype=np.uint8), [32] * 9 + [128])

    def work() -> None:
        draw_cards(cards, stream, words, FAST_BLOCK)

    work()
    return FAST_BLOCK / fastest(work)


def bench_main(name: str, floor: float) -> dict[str, float]:
    variant = load(name)
    compiled = compile_tables(variant, sensible, False)
    automaton = automaton_of(compiled)
    tables, cells = fast_kernel.values_only(compiled.tables), len(compiled.cells.values)

    def work() -> None:
        fast_kernel.play_block(automaton, tables, cells, variant.shoe.decks, 1, 0, FAST_BLOCK)

    work()
    per_second = FAST_BLOCK / fastest(work)
    return {
        "rounds_per_cpu_second": round(per_second),
        "times_the_bare_loop": round(floor / per_second, 2),
        "states": automaton.states,
    }


def bench_general(name: str, **more: Any) -> dict[str, Any]:
    variant, rounds = load(name), 1_000_000

    def work() -> None:
        simulate(variant, sensible, rounds, 1, workers=1, **more)

    work()
    seats = more.get("seats", 1)
    per_second = rounds / fastest(work, 4)
    return {
        "game": name,
        **{key: len(value) if isinstance(value, tuple) else value for key, value in more.items()},
        "rounds_per_cpu_second": round(per_second),
        "hands_per_cpu_second": round(per_second * seats),
    }


def bench_start() -> float:
    """Seconds from variant and policy to the first round, code compiled already."""
    variant = load("free-chip")
    simulate(variant, sensible, 1, 1)
    return fastest(lambda: simulate(variant, sensible, 1, 1))


def both_cores() -> float:
    """Rounds a second by the clock, two workers."""
    variant = load("8D S17 DAS SPL1")
    start = time.perf_counter()
    simulate(variant, sensible, 20 * FAST_BLOCK, 1, workers=2)
    return 20 * FAST_BLOCK / (time.perf_counter() - start)


if __name__ == "__main__":
    floor = bench_floor()
    result = {
        "benchmark": "simulator",
        "floor_rounds_per_cpu_second": round(floor),
        "main": {name: bench_main(name, floor) for name in GAMES},
        "both_cores_rounds_per_second": round(both_cores()),
        "start_ms": round(1000 * bench_start(), 1),
        "general": [
            bench_general("all-bets", side_bets=tuple(load("all-bets").side_bets)),
            bench_general("infinite", side_bets=tuple(load("infinite").side_bets), cut_card=True),
            bench_general("8D S17 DAS SPL1", seats=5),
            bench_general("classic-free-bet", seats=7, cut_card=True),
        ],
    }
    print(json.dumps(result, indent=2))
