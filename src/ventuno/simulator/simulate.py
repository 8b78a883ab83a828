"""Deals a variant many times under a policy.

>>> from ventuno.variant import load
>>> from ventuno.simulator.situation import mimic_the_dealer
>>> found = simulate(load("8D S17"), mimic_the_dealer, 100_000, seed=21)
>>> found.rounds, found.mean.covers(-0.0567, z=4)
(100000, True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from ventuno.arrays import Floats, Ints
from ventuno.cards import DECK
from ventuno.refusal import RefusalRaised
from ventuno.simulator import fast_kernel
from ventuno.simulator.automaton import automaton_of
from ventuno.simulator.blocks import Progress, in_order
from ventuno.simulator.cells import NetAndStake
from ventuno.simulator.estimate import Estimate
from ventuno.simulator.jackpot import SimulatedJackpot
from ventuno.simulator.moments import Moments, of_single_hands
from ventuno.simulator.result import JackpotHistory, SideBetEstimate, Simulation
from ventuno.simulator.round_kernel import (
    BETS,
    MAIN,
    MOMENTS,
    SQUARE,
    SUM,
    TIMES_BETS,
    BlockTotals,
    new_seats,
    new_totals,
    play_rounds,
)
from ventuno.simulator.shoe import RAN_OUT, new_shoe
from ventuno.simulator.side_tables import SideBets, compile_side_bets
from ventuno.simulator.situation import Policy
from ventuno.simulator.split_kernel import MOST_HANDS, PLENTY, DealingDesk
from ventuno.simulator.stream import new_stream
from ventuno.simulator.tables import Compiled, compile_tables
from ventuno.variant.model import Variant

# Part of what a seed means: so many rounds share one stream of random words.
FAST_BLOCK: Final = 2**20
BLOCK: Final = 2**18

MOST_SEATS: Final = 7


def simulate(
    variant: Variant,
    policy: Policy,
    rounds: int,
    seed: int,
    *,
    seats: int = 1,
    side_bets: Sequence[str] = (),
    cut_card: bool | None = None,
    behind_cut_card: int | None = None,
    insurance: bool = False,
    workers: int = 2,
    progress: Progress | None = None,
) -> Simulation:
    """Plays so many rounds; the same seed gives the same result, whatever the number of workers.

    Every seat plays by the policy, with one original bet and, where named, one unit on each side bet.
    `cut_card`: deal many rounds from one shoe, by the variant's cut card or with so many cards
    `behind_cut_card`; without it every round has a full shoe. None: as the variant says.
    `progress` is called with the rounds done and the rounds in all.
    """
    check(rounds=rounds, seats=seats, workers=workers)
    behind = cards_behind(variant, cut_card, behind_cut_card)
    compiled = compile_tables(variant, policy, insurance)
    if seats == 1 and behind is None and not side_bets:
        counts, moments = _fast(compiled, rounds, seed, workers, progress)
        sides: dict[str, SideBetEstimate] = {}
    else:
        bets = compile_side_bets(variant, side_bets)
        counts, moments, sides = _general(compiled, bets, rounds, seed, seats, behind, workers, progress)
    return Simulation(
        variant=variant,
        rounds=rounds,
        seats=seats,
        seed=seed,
        shoe="fresh" if behind is None else "cut-card",
        insurance=insurance,
        counts=_by_value(compiled, counts),
        moments=moments,
        side_bets=sides,
    )


def check(**numbers: int) -> None:
    """Refuses what is not a number of rounds, seats or workers."""
    for name, number in numbers.items():
        most = MOST_SEATS if name == "seats" else 2**53
        if not 1 <= number <= most:
            raise RefusalRaised(f"simulate/{name}", f"{name}: {number} is not from 1 to {most}", **{name: number})


def cards_behind(variant: Variant, cut_card: bool | None, behind: int | None) -> int | None:
    """How many cards lie behind the cut card; None where every round has a full shoe."""
    if cut_card is None:
        cut_card = variant.shoe.shuffle == "cut-card" or behind is not None
    if not cut_card:
        return None
    behind = variant.shoe.behind_cut_card if behind is None else behind
    most = variant.shoe.decks * len(DECK) - 1
    if not 1 <= behind <= most:
        raise RefusalRaised(
            "simulate/cut_card",
            f"{variant.name} has no cut card with 1 to {most} cards behind it: say how many",
            behind_cut_card=behind,
        )
    return behind


def _by_value(compiled: Compiled, counts: Ints) -> dict[NetAndStake, int]:
    found: dict[NetAndStake, int] = {}
    for cell, count in zip(compiled.cells.values, counts.tolist(), strict=True):
        if count:
            found[cell] = found.get(cell, 0) + count
    return dict(sorted(found.items()))


def _fast(compiled: Compiled, rounds: int, seed: int, workers: int, progress: Progress | None) -> tuple[Ints, Moments]:
    automaton = automaton_of(compiled)
    tables = fast_kernel.values_only(compiled.tables)
    cells, decks = len(compiled.cells.values), compiled.variant.shoe.decks

    def work(block: int, size: int) -> Ints:
        return fast_kernel.play_block(automaton, tables, cells, decks, seed, block, size)

    counts = np.zeros(cells, dtype=np.int64)
    for found in in_order(work, rounds, FAST_BLOCK, workers, progress):
        counts += found
    return counts, of_single_hands(compiled.cells, counts, compiled.cells.ticks_per_bet)


def new_desk(
    decks: int, behind: int | None, seed: int, block: int, bets: SideBets, seats: int, bet: int
) -> DealingDesk:
    hands = seats * MOST_HANDS
    return DealingDesk(
        *new_shoe(decks, behind),
        *new_stream(seed, block),
        purse=np.array([bet, PLENTY, 0], dtype=np.int64),
        runs=bets.runs,
        ends=np.zeros(hands, dtype=np.int64),
        end_runs=np.zeros(hands, dtype=np.int64),
        waiting=np.zeros((MOST_HANDS, 3), dtype=np.int64),
    )


def shoe_lasted(desk: DealingDesk, seats: int) -> None:
    """Refuses what was dealt from a shoe without cards."""
    if desk.shoe[RAN_OUT]:
        raise RefusalRaised(
            "simulate/shoe_ran_out",
            f"{len(desk.cards)} cards were not enough for a round of {seats} seat{'s' * (seats > 1)}",
            seats=seats,
            cards=len(desk.cards),
        )


def _worker(
    compiled: Compiled, bets: SideBets, seed: int, seats: int, behind: int | None, ticks: int
) -> Callable[[int, int], tuple[int, BlockTotals]]:
    in_ticks = compiled.cells.in_ticks(ticks)
    jackpots = int((bets.tables.jackpot >= 0).sum())

    def work(block: int, size: int) -> tuple[int, BlockTotals]:
        desk = new_desk(compiled.variant.shoe.decks, behind, seed, block, bets, seats, ticks)
        totals = new_totals(len(in_ticks.net), bets.tables, size * jackpots, 0, seats)
        listed = play_rounds(compiled.tables, bets.tables, desk, new_seats(seats), size, in_ticks, totals)
        shoe_lasted(desk, seats)
        return size, totals._replace(wins=totals.wins[:listed].copy())

    return work


def _general(
    compiled: Compiled,
    bets: SideBets,
    rounds: int,
    seed: int,
    seats: int,
    behind: int | None,
    workers: int,
    progress: Progress | None,
) -> tuple[Ints, Moments, dict[str, SideBetEstimate]]:
    ticks = compiled.cells.ticks_per_bet
    work = _worker(compiled, bets, seed, seats, behind, ticks)
    counts = np.zeros(len(compiled.cells.values), dtype=np.int64)
    tally = np.zeros(bets.tables.pays.shape, dtype=np.int64)
    rows = np.zeros((MOMENTS, MAIN + len(bets)))
    pools = {
        place: SimulatedJackpot(bets.prices[place], seats)
        for place in np.flatnonzero(bets.tables.jackpot >= 0).tolist()
    }
    for size, block in in_order(work, rounds, BLOCK, workers, progress):
        counts += block.counts
        tally += block.tally
        rows += block.moments
        for place, pool in pools.items():
            pool.play(size, block.wins[block.wins[:, 0] == place, 1:])
    sides = {key: _side_bet(bets, place, tally, rows, ticks, pools.get(place)) for place, key in enumerate(bets.keys)}
    return counts, Moments(rows, ticks), sides


def _side_bet(
    bets: SideBets, place: int, tally: Ints, rows: Floats, ticks: int, pool: SimulatedJackpot | None
) -> SideBetEstimate:
    fixed = Moments(rows, ticks).side_bet(place)
    return SideBetEstimate(
        bets=int(rows[SUM, BETS]),
        outcomes=dict(zip(bets.bets[place].outcomes, tally[place, 1:].tolist(), strict=False)),
        rtp=_with_jackpot(rows, place, pool) if pool else fixed,
        fixed=fixed,
        jackpot=JackpotHistory(pool.wins, pool.paid, pool.largest, pool.now) if pool else None,
    )


def _with_jackpot(rows: Floats, place: int, pool: SimulatedJackpot) -> Estimate:
    rows = rows.copy()
    what = MAIN + place
    rows[SUM, what] += pool.paid
    rows[TIMES_BETS, what] += pool.paid * rows[TIMES_BETS, BETS] / rows[SUM, BETS]
    rows[SQUARE, what] += pool.squares
    return Moments(rows, 1).side_bet(place)
