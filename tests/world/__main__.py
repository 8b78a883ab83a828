"""The seeded world: the whole house on virtual time, from one number.

    python -m tests.world --seed 12345                     one seed: what was wrong, if anything
    python -m tests.world --seed 12345 --game infinite --trace
    python -m tests.world --seeds 0:2000                   many: all games in turn, and how fast

Without `--game` the seed's number chooses: the five games in turn, then a house with all of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter

from tests.world.known import known_among, new_among
from tests.world.world import GAMES, MIXED, Report, game_of, run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seeds", help="from:to, the last one not included")
    parser.add_argument("--game", choices=(*GAMES, MIXED))
    parser.add_argument("--trace", action="store_true", help="everything that happened, line by line")
    arguments = parser.parse_args()
    if arguments.seeds:
        first, _, last = arguments.seeds.partition(":")
        sys.exit(many(range(int(first), int(last)), arguments.game))
    sys.exit(one(arguments.seed or 0, arguments.game, arguments.trace))


def one(seed: int, game: str | None, trace: bool) -> int:
    report = run(seed, game or game_of(seed), trace=trace)
    for line in report.trace:
        print(line)
    told(report)
    print(
        f"seed {seed}, {report.game}: {report.simulated_s:.0f} s, rounds {dict(report.rounds)}, {dict(report.counts)}"
    )
    return bool(report.wrong)


def told(report: Report) -> None:
    for what in report.wrong:
        print(f"WRONG {what}")


def many(seeds: range, game: str | None) -> int:
    rounds: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    known: Counter[str] = Counter()
    simulated_s, failed = 0.0, 0
    began_s, began_cpu_s = time.perf_counter(), time.process_time()
    for seed in seeds:
        report = run(seed, game or game_of(seed))
        simulated_s += report.simulated_s
        rounds += report.rounds
        counts += report.counts
        known.update(known_among(report.wrong))
        if new := new_among(report.wrong):
            failed += 1
            print(f"FAILED {report.command}\n    {new[0][:300]}", flush=True)
    took_s, took_cpu_s = time.perf_counter() - began_s, time.process_time() - began_cpu_s
    print(f"{len(seeds)} seeds, {failed} failed; rounds {dict(rounds)}; {dict(counts.most_common())}")
    for what, count in known.items():
        print(f"known, in {count} seeds: {what}")
    print(
        f"{simulated_s:.0f} s simulated in {took_s:.1f} s ({took_cpu_s:.1f} s of CPU): "
        f"{simulated_s / took_s:.0f} times faster than real time, {simulated_s / took_cpu_s:.0f} by CPU"
    )
    return bool(failed)


if __name__ == "__main__":
    main()
