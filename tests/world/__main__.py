"""The seeded world: the whole house on virtual time, from one number.

    python -m tests.world --seed 12345                     one seed: what was wrong, if anything
    python -m tests.world --seed 12345 --game infinite --trace
    python -m tests.world --seeds 0:2000                   many: all games in turn, and how fast
    python -m tests.world --seeds 0:300 --digest           one digest a seed over all that was sent and booked
    python -m tests.world --seeds 0:300 --digest --check   which are not what was recorded (--record)

Without `--game` the seed's number chooses: the five games in turn, then a house with all of them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.world import digest
from tests.world.known import known_among, new_among
from tests.world.world import GAMES, MIXED, Report, game_of, run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seed", type=int)
    parser.add_argument("--seeds", help="from:to, the last one not included")
    parser.add_argument("--game", choices=(*GAMES, MIXED))
    parser.add_argument("--trace", action="store_true", help="everything that happened, line by line")
    parser.add_argument("--digest", action="store_true", help="one digest a seed; of all games, where none is named")
    parser.add_argument("--check", action="store_true", help="... held against those that are recorded")
    parser.add_argument("--record", action="store_true", help="... which are recorded")
    arguments = parser.parse_args()
    if arguments.digest and arguments.seeds:
        first, _, last = arguments.seeds.partition(":")
        sys.exit(digests(range(int(first), int(last)), arguments.game, arguments.check, arguments.record))
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


def digests(seeds: range, game: str | None, checks: bool, records: bool) -> int:
    games = (game,) if game else (*GAMES, MIXED)
    kept = digest.recorded() if checks or records else {}
    jobs = [(seed, game) for game in games for seed in seeds]
    differ = 0
    with ProcessPoolExecutor() as pool:
        for (seed, name), made in zip(jobs, pool.map(one_digest, *zip(*jobs, strict=True), chunksize=4), strict=True):
            before = kept.setdefault(name, {}).get(str(seed))
            if records:
                kept[name][str(seed)] = made
            if not checks:
                print(f"{name} {seed} {made}", flush=True)
            elif made != before:
                differ += 1
                print(f"DIFFERS {name} {seed}: {before} was recorded, and is {made} now", flush=True)
    if records:
        digest.record(kept)
    if checks:
        print(f"{len(jobs)} worlds, {differ} differ from what was recorded")
    return bool(differ)


def one_digest(seed: int, game: str) -> str:
    return digest.of(run(seed, game, keeps_bytes=True))


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
