"""The house under load, as JSON, each figure beside a floor measured in the same run.

The floor is a bare epoll server in C that this benchmark compiles (a bare uvloop protocol where there is no compiler):
it knows no game, it only writes one prebuilt frame to everybody, or unmasks a frame and answers it. The house is the
real one, `ventuno serve` in a process of its own on SQLite. What is compared is the CPU time of the server's process
for a message; both are under the same load generator and take turns, so that a busy machine disturbs both.

`fan_out`: one event to everybody at the table. `slowest`: when the last of 2,000 clients has it.
`decisions`: taken in, validated, made durable, answered, and the live shares (D7) told to all.
`memory`: what a connection with its player at the table adds to the server's resident memory.
`round`: one whole round of a shared table with everybody betting.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from floor.bench import Floor, Tools, middle, running_floor, tools
from floor.house import HouseLoad, running_house

SIZES = [int(size) for size in os.environ.get("SIZES", "2000 10000").split()]
TURNS = 3  # the floor and the house take turns
MESSAGES = 100_000  # of one turn, about
ROUNDS = 3
AIMS = {"fan_out": 0.7, "decisions": 0.3, "slowest": 1.5, "kb_per_connection": 24}

# Times are so short that what is measured is work, and so long that 10,000 can bet.
CONFIG = """
log_level = "warning"
[[tables]]
key = "infinite"
variant = "infinite"
[tables.times]
betting_ms = 10_000
warning_ms = 1_000
closing_ms = 1
card_ms = 1
dealer_card_ms = 1
insurance_ms = 10_000
decision_ms = 10_000
pause_ms = 1
results_ms = 1_000
"""


def measure(with_tools: Tools, size: int) -> dict[str, Any]:
    with running_floor(with_tools, size) as floor, running_house(with_tools.load, size, CONFIG) as house:
        house.join()
        results: dict[str, Any] = {"kb_per_connection": house.kb_per_connection}
        results |= fan_out(floor, house, size)
        results |= rounds(floor, house)
        return results


def fan_out(floor: Floor, house: HouseLoad, size: int) -> dict[str, Any]:
    events = max(4, MESSAGES // size)
    floors, houses, slowest_floor, slowest_house = [], [], [], []
    for _ in range(TURNS):
        cost, slowest = floor.fan_out(events)
        floors.append(cost)
        slowest_floor += slowest
        cost, slowest = house.fan_out(events)
        houses.append(cost)
        slowest_house += slowest
    return {
        "fan_out": {
            "floor_cpu_microseconds": middle(floors),
            "house_cpu_microseconds": middle(houses),
            "of_floor": round(middle(floors) / middle(houses), 3),
        },
        "slowest": {
            "floor_ms": middle(slowest_floor),
            "house_ms": middle(slowest_house),
            "times_floor": round(middle(slowest_house) / middle(slowest_floor), 3),
        },
    }


def rounds(floor: Floor, house: HouseLoad) -> dict[str, Any]:
    floors, played = [], []
    for _ in range(ROUNDS):
        floors.append(min(floor.burst(), floor.echo(max(2, MESSAGES // floor.size))))
        played.append(house.round())
    asked = [one for one in played if "decisions" in one]
    costs = [one["decisions"]["cpu_microseconds_each"] for one in asked]
    return {
        "decisions": {
            "floor_cpu_microseconds": middle(floors),
            "house_cpu_microseconds": middle(costs),
            "of_floor": round(middle(floors) / middle(costs), 3),
            "per_cpu_second": round(1e6 / middle(costs)),
        },
        "last_decision_to_all_paid_ms": middle([one["last_decision_to_all_paid_ms"] for one in asked]),
        "round_cpu_seconds": middle([one["cpu_seconds"] for one in played]),
        "rounds": played,
    }


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        with_tools = tools(Path(name))
        results: dict[str, Any] = {"floor": with_tools.kind, "aims": AIMS}
        for size in SIZES:
            results[f"players_{size}"] = measure(with_tools, size)
    print(json.dumps(results, indent=2))


if __name__ == "__main__":
    main()
