"""What a simulation reports: reproducible, the same for any number of workers, with errors that hold."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest

from tests.simulator.random_games import random_policy
from ventuno.refusal import RefusalRaised
from ventuno.simulator import ChartSituation, Simulation, mimic_the_dealer, never_bust, simulate
from ventuno.simulator.simulate import BLOCK, FAST_BLOCK
from ventuno.variant import load, parse


def essence(found: Simulation) -> object:
    return found.counts, found.moments.rows.tolist(), found.to_json()


@pytest.mark.parametrize(
    ("rounds", "more"),
    [
        (2 * FAST_BLOCK + 12_345, {}),
        (2 * BLOCK + 77, {"seats": 2}),
        (BLOCK + 1, {"side_bets": ("progressive", "21+3")}),
        (BLOCK + 1, {"behind_cut_card": 60}),
    ],
)
def test_the_same_seed_gives_the_same_result_whatever_the_number_of_workers(rounds: int, more: dict[str, int]) -> None:
    variant = load("all-bets")
    one, two, three = (
        simulate(variant, random_policy(3), rounds, 5, workers=workers, **more)  # type: ignore[arg-type]
        for workers in (1, 2, 3)
    )
    assert essence(one) == essence(two) == essence(three)


def test_other_seeds_give_other_results_that_agree() -> None:
    found = [simulate(load("8D"), mimic_the_dealer, 200_000, seed) for seed in (0, 1, 2**70, -1)]
    assert len({tuple(one.counts.values()) for one in found}) == len(found)
    for one in found:
        assert abs(one.mean.value - found[0].mean.value) < 4 * math.sqrt(2) * one.mean.se


def test_half_of_the_blocks_are_dealt_alike_in_a_longer_simulation() -> None:
    """Blocks depend on nothing but the seed and their number: the rest of a longer run is the second block."""
    variant = load("6D")
    short = simulate(variant, never_bust, FAST_BLOCK, 1).histogram
    long = simulate(variant, never_bust, 2 * FAST_BLOCK, 1).histogram
    assert all(short[net] < long[net] for net in short)
    assert sum(long.values()) - sum(short.values()) == FAST_BLOCK


def test_progress_is_told_block_by_block_up_to_the_last_round() -> None:
    told: list[tuple[int, int]] = []
    rounds = FAST_BLOCK + 5
    simulate(load("6D"), mimic_the_dealer, rounds, 1, progress=lambda done, of: told.append((done, of)))
    assert told == [(FAST_BLOCK, rounds), (rounds, rounds)]


def splits_twos_and_stands(now: ChartSituation) -> str:
    return "split" if now.pair == 2 and not now.split else "stand"


@pytest.mark.parametrize("seats", [1, 2])
def test_the_hands_of_a_split_win_and_lose_together_because_they_share_the_dealer(seats: int) -> None:
    """Two and any other card stand on 13 or less: both win if the dealer busts, and both lose otherwise."""
    found = simulate(load("8D S17 SPL1 BJ1:1"), splits_twos_and_stands, 2_000_000, 8, seats=seats)
    split = {net: count for (net, stake), count in found.counts.items() if stake == 2}
    assert set(split) == {Fraction(-2), Fraction(2)}
    # Nobody draws and the dealer looks, so a blackjack takes one bet: the split is as likely as the pair
    # without it. 30 twos are left of 414 after one; ten up 128/414 × ace below 32/413, and likewise the ace.
    pair = Fraction(32, 416) * Fraction(31, 415)
    blackjack = 2 * Fraction(128, 414) * Fraction(32, 413)
    share = float(pair * (1 - blackjack))
    assert abs(sum(split.values()) / found.bets - share) < 4 * math.sqrt(share / found.bets)
    # So the variance of such a round is that of one hand on a double stake: E[net²] = 4 exactly.
    assert sum(net**2 * count for net, count in split.items()) == 4 * sum(split.values())


def test_figures_follow_from_the_histogram() -> None:
    found = simulate(load("6D LS"), random_policy(2), 100_000, 3)
    nets = [(float(net), float(stake), count) for (net, stake), count in found.counts.items()]
    rounds = sum(count for _, _, count in nets)
    mean = sum(net * count for net, _, count in nets) / rounds
    stake = sum(staked * count for _, staked, count in nets) / rounds
    variance = sum((net - mean) ** 2 * count for net, _, count in nets) / rounds
    per_stake = mean / stake
    off = sum((net - per_stake * staked) ** 2 * count for net, staked, count in nets) / rounds
    assert rounds == found.rounds == found.bets
    assert found.mean.value == pytest.approx(mean, abs=1e-12)
    assert found.mean.se == pytest.approx(math.sqrt(variance / rounds), rel=1e-4)
    assert found.sd.value == pytest.approx(math.sqrt(variance), rel=1e-12)
    assert found.sd_of_a_round == pytest.approx(math.sqrt(variance), rel=1e-9)
    assert found.stake.value == pytest.approx(stake, abs=1e-12)
    assert found.rtp_initial.value == pytest.approx(1 + mean, abs=1e-12)
    assert found.rtp_stake.value == pytest.approx(1 + per_stake, abs=1e-12)
    assert found.rtp_stake.se == pytest.approx(math.sqrt(off / rounds) / stake, rel=1e-4)
    assert found.hit_frequency.value == sum(count for net, _, count in nets if net > 0) / rounds


@pytest.mark.parametrize("more", [{}, {"seats": 5}, {"behind_cut_card": 100}], ids=str)
def test_the_errors_are_as_large_as_results_of_other_seeds_differ(more: dict[str, int]) -> None:
    """Of many runs the estimates spread as their standard errors say, within what chance allows."""
    found = [simulate(load("8D SPL0"), mimic_the_dealer, 20_000, seed, **more) for seed in range(30)]  # type: ignore[arg-type]
    for name in ("mean", "sd", "hit_frequency"):
        estimates = [getattr(one, name) for one in found]
        centre = sum(one.value for one in estimates) / len(estimates)
        spread = math.sqrt(sum((one.value - centre) ** 2 for one in estimates) / (len(estimates) - 1))
        assert spread < 1.5 * estimates[0].se
        if name == "mean" or not more:  # the others are reckoned for the worst, that all seats fare alike
            assert spread > 0.65 * estimates[0].se


def test_the_fast_way_and_the_general_way_agree() -> None:
    variant, policy = load("free-chip"), random_policy(4)
    fast = simulate(variant, policy, 1_000_000, 1)
    general = simulate(variant, policy, 500_000, 2, side_bets=("perfect-pairs",))
    for name in ("mean", "sd", "stake", "rtp_stake", "hit_frequency"):
        one, other = getattr(fast, name), getattr(general, name)
        assert abs(one.value - other.value) < 4 * math.hypot(one.se, other.se), name


def test_every_seat_has_the_same_mean_and_all_share_one_dealer() -> None:
    variant = load("8D")
    alone = simulate(variant, mimic_the_dealer, 1_000_000, 1)
    table = simulate(variant, mimic_the_dealer, 200_000, 2, seats=5)
    assert table.bets == 1_000_000
    assert abs(alone.mean.value - table.mean.value) < 4 * math.hypot(alone.mean.se, table.mean.se)
    assert abs(alone.sd.value - table.sd.value) < 0.01
    assert table.sd_of_a_round > 1.2 * math.sqrt(5) * table.sd.value  # they win and lose together
    assert table.mean.se > 1.2 * alone.mean.se


def naturals(found: Simulation) -> float:
    return found.histogram[Fraction(3, 2)] / found.bets


def test_with_a_cut_card_blackjacks_are_rarer_than_from_a_full_shoe() -> None:
    """The well-known bias: rounds of many small cards bring the cut card sooner, and leave tens to be shuffled."""
    variant, rounds = load("1D"), 3_000_000
    fresh = simulate(variant, mimic_the_dealer, rounds, 1)
    cut = simulate(variant, mimic_the_dealer, rounds, 2, behind_cut_card=12)
    assert (fresh.shoe, cut.shoe) == ("fresh", "cut-card")
    assert naturals(cut) < naturals(fresh) - 3 * math.sqrt(2 * naturals(fresh) / rounds)


def test_a_cut_card_behind_the_first_card_is_a_full_shoe_every_round() -> None:
    variant, rounds = load("1D"), 1_000_000
    fresh = simulate(variant, mimic_the_dealer, rounds, 1)
    cut = simulate(variant, mimic_the_dealer, rounds, 2, behind_cut_card=50)
    assert cut.moments.clusters == rounds
    assert abs(naturals(cut) - naturals(fresh)) < 4 * math.sqrt(2 * naturals(fresh) / rounds)
    assert abs(cut.mean.value - fresh.mean.value) < 4 * math.hypot(cut.mean.se, fresh.mean.se)


def test_the_variant_says_whether_there_is_a_cut_card_unless_the_caller_does() -> None:
    assert simulate(load("infinite"), mimic_the_dealer, 100, 1).shoe == "cut-card"
    assert simulate(load("infinite"), mimic_the_dealer, 100, 1, cut_card=False).shoe == "fresh"
    assert simulate(load("all-bets"), mimic_the_dealer, 100, 1).shoe == "fresh"
    assert simulate(load("cashback"), mimic_the_dealer, 100, 1).shoe == "fresh"  # a continuous shuffler


def test_insurance_pays_two_to_one_and_costs_half_a_bet() -> None:
    """Off the top of eight decks an ace up hides a ten 128 times in 415 before the player's cards are known."""
    with_it = simulate(load("8D"), mimic_the_dealer, 2_000_000, 1, insurance=True)
    without = simulate(load("8D"), mimic_the_dealer, 2_000_000, 1)
    insured = 32 / 416
    worth = insured * (128 / 415 * 1.5 - 0.5)
    assert with_it.stake.value - without.stake.value == pytest.approx(insured / 2, abs=0.001)
    error = 4 * math.hypot(with_it.mean.se, without.mean.se)
    assert with_it.mean.value - without.mean.value == pytest.approx(worth, abs=error)
    assert simulate(parse('name = "x"\n[hand]\ninsurance = "1:1"\n', "x"), mimic_the_dealer, 10, 1).insurance is False


def test_json_says_everything_and_is_json() -> None:
    found = simulate(load("all-bets"), mimic_the_dealer, 1000, 1, side_bets=("progressive",))
    told = json.loads(json.dumps(found.to_json(z=3.0), allow_nan=False))
    assert told["main"]["rtp_initial"]["value"] == found.rtp_initial.value
    assert told["main"]["ev"]["high"] == pytest.approx(found.mean.value + 3 * found.mean.se)
    assert sum(row["count"] for row in told["histogram"]) == 1000
    assert told["side_bets"]["progressive"]["jackpot"]["at_end"] == pytest.approx(80_030)


def test_a_single_round_has_a_result_and_no_known_error() -> None:
    told = simulate(load("6D"), mimic_the_dealer, 1, 1).to_json()
    assert json.loads(json.dumps(told, allow_nan=False))["main"]["ev"]["se"] is None


@pytest.mark.parametrize(
    ("code", "name", "more"),
    [
        ("simulate/rounds", "6D", {"rounds": 0}),
        ("simulate/seats", "6D", {"seats": 8}),
        ("simulate/seats", "6D", {"seats": 0}),
        ("simulate/workers", "6D", {"workers": 0}),
        ("simulate/cut_card", "6D", {"cut_card": True}),
        ("simulate/cut_card", "6D", {"behind_cut_card": 312}),
        ("simulate/unknown_side_bet", "6D", {"side_bets": ("21+3",)}),
        ("simulate/unknown_side_bet", "infinite", {"side_bets": ("hot-4",)}),
    ],
)
def test_what_cannot_be_simulated_is_refused(code: str, name: str, more: dict[str, object]) -> None:
    rounds = more.pop("rounds", 10)
    with pytest.raises(RefusalRaised) as refused:
        simulate(load(name), mimic_the_dealer, rounds, 1, **more)  # type: ignore[arg-type]
    assert refused.value.refusal.code == code


def splits_and_hits(now: ChartSituation) -> tuple[str, ...]:
    return "split", "hit" if now.total < 19 else "stand"


def test_a_shoe_too_small_for_the_table_is_refused_and_never_dealt_from_nothing() -> None:
    with pytest.raises(RefusalRaised) as refused:
        simulate(load("1D SPL9 RSA HSA"), splits_and_hits, 200_000, 1, seats=7)
    assert refused.value.refusal.code == "simulate/shoe_ran_out"
