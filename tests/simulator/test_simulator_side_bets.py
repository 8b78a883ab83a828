"""Side bets in the simulator: closed figures, and the history of a jackpot."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from ventuno.simulator import ChartSituation, SideBetEstimate, mimic_the_dealer, simulate
from ventuno.simulator.jackpot import SimulatedJackpot
from ventuno.simulator.side_tables import compile_side_bets
from ventuno.variant import Variant, load, parse

ROUNDS = 1_000_000


def share(result: SideBetEstimate, outcome: str) -> float:
    return result.outcomes[outcome] / result.bets


def close(found: float, exact: Fraction, bets: int) -> bool:
    p = float(exact)
    return abs(found - p) < 4 * math.sqrt(p * (1 - p) / bets)


def test_pairs_come_as_often_as_they_must() -> None:
    """The second card is the same card again d-1 ways, its colour's other suit d ways, the other colour 2d ways."""
    for name, key in (("cashback", "player-pair"), ("cashback", "dealer-pair"), ("free-chip", "perfect-pairs")):
        variant = load(name)
        decks = variant.shoe.decks
        result = simulate(variant, mimic_the_dealer, ROUNDS, 1, side_bets=(key,)).side_bets[key]
        left = 52 * decks - 1
        for outcome, ways in (("perfect", decks - 1), ("coloured", decks), ("mixed", 2 * decks)):
            assert close(share(result, outcome), Fraction(ways, left), ROUNDS), (key, outcome)
        exact = Fraction(26 * (decks - 1) + 13 * decks + 7 * 2 * decks, left)
        assert result.rtp.covers(float(exact), z=4)


def test_suited_trips_come_as_often_as_they_must() -> None:
    variant = load("all-bets")
    result = simulate(variant, mimic_the_dealer, ROUNDS, 2, side_bets=("21+3",)).side_bets["21+3"]
    assert close(share(result, "suited-trips"), Fraction(5, 311) * Fraction(4, 310), ROUNDS)


def test_the_dealer_draws_for_a_bust_bet_even_if_every_hand_is_bust() -> None:
    """What the dealer makes does not depend on whether anybody is left: only the cards that are gone differ."""
    bust_share = []
    for stands_on in (12, 22):
        found = simulate(
            load("all-bets"),
            lambda now, stands_on=stands_on: _hits_below(now, stands_on),
            ROUNDS,
            3,
            side_bets=("buster",),
        )
        result = found.side_bets["buster"]
        bust_share.append(sum(result.outcomes.values()) / result.bets)
    assert bust_share[0] == pytest.approx(bust_share[1], abs=0.01)
    assert bust_share[0] > 0.27


def _hits_below(now: ChartSituation, points: int) -> str:
    return "hit" if now.total < points else "stand"


def test_all_seats_judge_the_same_dealer() -> None:
    found = simulate(load("cashback"), mimic_the_dealer, 100_000, 4, seats=3, side_bets=("dealer-pair",))
    counts = found.side_bets["dealer-pair"].outcomes
    assert all(count % 3 == 0 for count in counts.values())
    assert sum(counts.values()) > 0


def test_nobody_draws_for_bust_it_alone_when_my_blackjack_pushes_it() -> None:
    bust_it = compile_side_bets(load("infinite"), ("bust-it",)).tables
    assert (bust_it.waits[0], bust_it.waits[1]) == (1, 0)
    buster = compile_side_bets(load("all-bets"), ("buster",)).tables
    assert (buster.waits[0], buster.waits[1]) == (1, 1)
    pairs = compile_side_bets(load("all-bets"), ("perfect-pairs",)).tables
    assert (pairs.waits[0], pairs.waits[1]) == (0, 0)


JACKPOT = """
name = "every ace"
[shoe]
decks = 1
[hand]
splits = 3
[side_bets.progressive]
pays = { suited-aaaa = "x7", suited-aaa = "x6", aaaa = "x5", aaa = "x4", suited-aa = "x3", aa = "x2", a = "jackpot" }
stake = 2
jackpot = { seed = 100, contribution = "1/4" }
"""


def often_won() -> Variant:
    return parse(JACKPOT, "every-ace")


@pytest.mark.parametrize("seats", [1, 3])
def test_whatever_goes_into_a_jackpot_is_paid_or_still_in_it(seats: int) -> None:
    rounds = 300_000  # more than a block
    found = simulate(often_won(), mimic_the_dealer, rounds, 5, seats=seats, side_bets=("progressive",))
    jackpot = found.side_bets["progressive"].jackpot
    assert jackpot is not None
    assert jackpot.wins > 1000
    # In units of the stake of 2: the seed is 50, and each of `seats` bets a round adds a quarter.
    assert jackpot.paid + jackpot.at_end == pytest.approx(50 * (jackpot.wins + 1) + rounds * seats / 4)
    assert jackpot.mean_win is not None
    assert jackpot.largest > jackpot.mean_win > 50
    if seats == 1:
        assert jackpot.wins == found.side_bets["progressive"].outcomes["a"]
    else:
        assert jackpot.wins < found.side_bets["progressive"].outcomes["a"]  # winners of one round share it


def test_the_return_of_a_jackpot_in_the_long_run_is_its_seed_and_its_contribution() -> None:
    found = simulate(often_won(), mimic_the_dealer, 1_000_000, 6, side_bets=("progressive",)).side_bets["progressive"]
    assert found.jackpot is not None
    win_share = found.jackpot.wins / found.bets
    assert found.rtp.value - found.fixed.value == pytest.approx(50 * win_share + 1 / 4, abs=0.001)
    assert found.rtp.se > found.fixed.se


def test_a_pool_grows_until_it_is_won_and_carries_over_from_block_to_block() -> None:
    prices = often_won().side_bets["progressive"]
    pool = SimulatedJackpot(prices, seats=2)  # grows by half a stake a round
    pool.play(10, np.empty((0, 2), dtype=np.int64))
    assert pool.now == 55
    pool.play(10, np.array([[3, 0], [9, 7]]))  # in the fourth and in the last round, the second with 7 beside
    assert (pool.wins, pool.paid, pool.largest) == (2, 57 + 53, 57)
    assert pool.squares == 57**2 + 53 * (53 + 2 * 7)
    assert pool.now == 50


def test_the_progressive_returns_its_fixed_awards_when_aces_are_never_split() -> None:
    """side-bets.md: 91.3123 % of fixed awards with six decks; each unit of jackpot adds 2/12909299."""

    def hits_aces(now: ChartSituation) -> str:
        return "hit" if now.total < 17 or now.soft else "stand"

    found = simulate(load("all-bets"), hits_aces, 6_000_000, 7, side_bets=("progressive",)).side_bets["progressive"]
    assert found.fixed.covers(0.913123, z=4)
    assert found.jackpot is not None
    expected = found.bets * 2 / 12909299
    assert abs(found.jackpot.wins - expected) < 4 * math.sqrt(expected) + 1
