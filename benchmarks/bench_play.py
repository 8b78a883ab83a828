"""Speed of the round engine, as JSON.

`rounds`: whole rounds of one private hand on one core, against a floor in the same run: a bare
loop that deals the same cards and adds up the same totals with no rules, events or money.
`settlement`: a shared position after its last card, from the cards to what everybody gets, against
one NumPy multiply-and-sum over the same stakes; and how many hands had to be judged for it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ventuno.cards import DECK, NOTHING, Card, cards
from ventuno.play import Action, Awaits, Phase, PositionBet, Round, Settlement
from ventuno.variant import Variant, load

ROUNDS = 3000
PLAYERS = (1_000, 10_000, 100_000)
GAMES = ("infinite", "free-chip", "all-bets", "classic-free-bet", "cashback")


def best_of(repeats: int, work: Callable[[], Any]) -> float:
    """Seconds of processor time of the fastest run: what other programs take is not ours."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return max(min(times), 1e-9)


def mimic_the_dealer(playing: Round, line: str) -> Action:
    points = playing.positions[1].lines[line].totals[-1].points
    return Action.HIT if points < 17 else Action.STAND


def play_one(variant: Variant, bet: PositionBet, draw: Callable[[], Card]) -> Round:
    playing = Round(variant, (bet,), together=False)
    while (awaits := playing.awaits) is not Awaits.NOTHING:
        if awaits is Awaits.CARD:
            playing.deal(draw())
            continue
        asked = next(playing.asked())
        decline = playing.phase is Phase.INSURANCE
        action = Action.DECLINE if decline else mimic_the_dealer(playing, asked.line)
        playing.act(asked.position, asked.bettor, action, asked.line)
    return playing


def shuffled(variant: Variant) -> Callable[[], Card]:
    shoe = list(DECK) * variant.shoe.decks
    chance = random.Random(21)
    return lambda: shoe[int(chance.random() * len(shoe))]


def bench_rounds(name: str) -> dict[str, float]:
    variant = load(name)
    bet = PositionBet(position=1, bettor="player", main=1000)
    dealt = 0

    def rounds() -> None:
        nonlocal dealt
        draw = shuffled(variant)
        dealt = 0
        for _ in range(ROUNDS):
            playing = play_one(variant, bet, draw)
            dealt += len(playing.dealer.cards) + sum(len(line.cards) for line in playing.positions[1].lines.values())

    def floor() -> None:
        draw = shuffled(variant)
        total = NOTHING
        for _ in range(dealt):
            total = total.plus(draw())
            if total.points >= 17:
                total = NOTHING

    seconds, bare = best_of(3, rounds), best_of(3, floor)
    return {
        "rounds_per_second": round(ROUNDS / seconds),
        "cards_per_round": round(dealt / ROUNDS, 2),
        "times_the_bare_loop": round(seconds / bare, 1),
    }


def crowd(players: int) -> Round:
    """A shared round in which everybody stakes and decides differently."""
    variant = load("infinite")
    chance = random.Random(players)
    bets = [
        PositionBet(
            position=1, bettor=f"p{n}", main=2 * chance.randint(50, 5000), sides={"bust-it": 100} if n % 3 else {}
        )
        for n in range(players)
    ]
    playing = Round(variant, bets)
    script = iter(cards("8h 6d 8c Td 2s 3s 5d 2d 3c 2h 4c 2c 3d As 2s 6c 5h 4h 2d 3h"))
    while (awaits := playing.awaits) is not Awaits.NOTHING:
        if awaits is Awaits.CARD:
            playing.deal(next(script))
            continue
        for asked in list(playing.asked()):
            legal = list(playing.legal(*asked))
            playing.act(asked.position, asked.bettor, chance.choice(legal), asked.line)
    return playing


def bench_settlement(players: int) -> dict[str, float]:
    played = crowd(players)
    places = tuple(played.positions.values())

    def settle() -> Settlement:
        settlement = Settlement(played.variant, places, played.dealer, played.insurance, played.jackpot)
        settlement.returned(1)
        settlement.side_returned(1, "bust-it")
        return settlement

    stakes = np.frombuffer(places[0].original, dtype=np.int64)
    factors = np.full(players, 2, dtype=np.int64)
    floor = best_of(50, lambda: [(stakes * factors).sum() for _ in range(20)]) / 20
    seconds = best_of(30, settle)
    return {
        "players": players,
        "distinct_paths": len(places[0].paths_in_use()),
        "hands_judged": settle().evaluations,
        "milliseconds": round(seconds * 1000, 3),
        "times_numpy_multiply_and_sum": round(seconds / floor, 1),
    }


if __name__ == "__main__":
    result = {
        "benchmark": "play",
        "rounds": {name: bench_rounds(name) for name in GAMES},
        "settlement": [bench_settlement(players) for players in PLAYERS],
    }
    print(json.dumps(result, indent=2))
