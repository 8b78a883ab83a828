"""Sessions: a bankroll over many rounds."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import pytest

from tests.simulator.random_games import random_policy
from ventuno.refusal import RefusalRaised
from ventuno.simulator import ChartSituation, Sessions, mimic_the_dealer, simulate, simulate_sessions
from ventuno.variant import load, parse


def doubles_everything(now: ChartSituation) -> tuple[str, ...]:
    return "split", "double", "stand"


def of_infinite(seed: int, workers: int) -> Sessions:
    bets = {"21+3": 1}
    return simulate_sessions(
        load("infinite"), random_policy(1), 5000, seed, rounds=300, bankroll=50, side_bets=bets, workers=workers
    )


def test_the_same_seed_gives_the_same_sessions_whatever_the_number_of_workers() -> None:
    one, two, other = of_infinite(3, 1), of_infinite(3, 2), of_infinite(4, 2)
    assert (one.final == two.final).all()
    assert (one.played == two.played).all()
    assert one.to_json() == two.to_json()
    other = simulate_sessions(
        load("infinite"), random_policy(1), 5000, 4, rounds=300, bankroll=50, side_bets={"21+3": 1}
    )
    assert (one.final != other.final).any()


def test_a_session_of_one_round_is_a_round() -> None:
    variant, policy = load("6D LS"), random_policy(2)
    sessions = simulate_sessions(variant, policy, 400_000, 1, rounds=1, bankroll=1000)
    rounds = simulate(variant, policy, 1_000_000, 2)
    assert set(sessions.final - 1000) == {float(net) for net in rounds.histogram} & set(sessions.final - 1000)
    error = math.hypot(sessions.mean.se, rounds.mean.se)
    assert abs(sessions.mean.value - 1000 - rounds.mean.value) < 4 * error
    assert abs(sessions.sd.value - rounds.sd.value) < 4 * math.hypot(sessions.sd.se, rounds.sd.se)


def test_what_is_lost_on_average_grows_with_the_rounds_played() -> None:
    """Wald: the mean loss is the mean of a round times the rounds played, however the sessions end."""
    variant, k = load("8D"), 200
    per_round = simulate(variant, mimic_the_dealer, 10_000_000, 1).mean
    found = simulate_sessions(variant, mimic_the_dealer, 20_000, 2, rounds=k, bankroll=10)
    assert 0.2 < found.risk_of_ruin.value < 0.9
    assert (found.played[found.ruined] <= k).all()
    assert (found.played[~found.ruined] == k).all()
    off = found.final - 10 - per_round.value * found.played
    error = float(off.std()) / math.sqrt(len(off)) + per_round.se * float(found.played.mean())
    assert abs(float(off.mean())) < 4 * error


def test_the_spread_of_a_long_session_is_that_of_a_round_times_the_root_of_the_rounds() -> None:
    variant, k = load("8D"), 400
    a_round = simulate(variant, mimic_the_dealer, 1_000_000, 1)
    found = simulate_sessions(variant, mimic_the_dealer, 10_000, 2, rounds=k, bankroll=10_000)
    assert found.risk_of_ruin.value == 0
    assert found.sd.covers(a_round.sd.value * math.sqrt(k), z=4)
    assert found.mean.covers(10_000 + k * a_round.mean.value, z=4)


def test_nobody_doubles_or_splits_without_the_money_for_it() -> None:
    for bankroll, most_lost in ((1, 1), (2, 2), (Fraction(5, 2), 2)):
        found = simulate_sessions(load("6D"), doubles_everything, 20_000, 1, rounds=1, bankroll=bankroll)
        assert float((found.bankroll - found.final).max()) == most_lost
    rich = simulate_sessions(load("6D"), doubles_everything, 20_000, 1, rounds=1, bankroll=100)
    assert float((100 - rich.final).max()) > 2


def test_insurance_is_not_taken_without_the_money_for_it() -> None:
    poor = simulate_sessions(load("6D"), mimic_the_dealer, 50_000, 1, rounds=1, bankroll=1, insurance=True)
    assert set(poor.final) == {0.0, 1.0, 2.0, 2.5}
    rich = simulate_sessions(load("6D"), mimic_the_dealer, 50_000, 1, rounds=1, bankroll=2, insurance=True)
    assert 0.5 in rich.final  # the bet and the insurance lost


def test_who_cannot_pay_a_round_does_not_play() -> None:
    broke = simulate_sessions(load("6D"), mimic_the_dealer, 10, 1, rounds=5, bankroll=0)
    assert broke.ruined.all()
    assert (broke.played == 0).all()
    side = simulate_sessions(load("infinite"), mimic_the_dealer, 10, 1, rounds=5, bankroll=1, side_bets={"21+3": 1})
    assert side.ruined.all()
    assert (side.played == 0).all()


def test_a_session_ends_with_the_first_bet_that_cannot_be_paid() -> None:
    found = simulate_sessions(load("6D"), mimic_the_dealer, 2000, 1, rounds=1000, bankroll=3)
    assert (found.final[found.ruined] < 1).all()
    assert (found.final[~found.ruined] >= 1).all()
    assert (found.lowest <= found.final).all()
    assert found.ruined.mean() > 0.5


def test_side_bets_cost_what_they_lose() -> None:
    variant, k = load("infinite"), 50
    stakes = {"any-pair": Fraction(1, 2), "21+3": 2}
    with_sides = simulate_sessions(variant, mimic_the_dealer, 40_000, 1, rounds=k, bankroll=10**6, side_bets=stakes)
    rounds = simulate(variant, mimic_the_dealer, 3_000_000, 2, side_bets=tuple(stakes), cut_card=False)
    loss = rounds.mean.value + sum(
        float(stake) * (rounds.side_bets[key].rtp.value - 1) for key, stake in stakes.items()
    )
    assert with_sides.mean.covers(10**6 + k * loss, z=5)


JACKPOT = """
name = "every ace"
[side_bets.progressive]
pays = { suited-aaaa = "x7", suited-aaa = "x6", aaaa = "x5", aaa = "x4", suited-aa = "x3", aa = "x2", a = "jackpot" }
stake = 2
jackpot = { seed = 100, contribution = "1/4" }
"""


def test_a_jackpot_is_paid_to_the_session_that_hits_it_and_begins_anew() -> None:
    """In stakes: it begins at 50 and each bet adds a quarter. The main game pays whole and half bets."""
    variant, settings = parse(JACKPOT, "every-ace"), {"bankroll": 100, "side_bets": {"progressive": 1}}
    once = simulate_sessions(variant, mimic_the_dealer, 20_000, 1, rounds=1, **settings)  # type: ignore[arg-type]
    won = once.final[once.final > 140] - 100
    assert 0.05 < len(won) / once.sessions < 0.09  # an ace and no second one: about 1 in 13
    assert set(won) == {50.25 - 1 + net for net in (-1, 0, 1, 1.5)}
    twice = simulate_sessions(variant, mimic_the_dealer, 20_000, 1, rounds=2, **settings)  # type: ignore[arg-type]
    both = twice.final[twice.final > 190] - 100
    assert len(both) > 50
    assert {value % 0.5 for value in both} == {0.0}  # twice 50.25: the second one began at 50 again
    second = twice.final[(twice.final > 140) & (twice.final < 160)] - 100
    assert {value % 0.5 for value in second} == {0.0, 0.25}  # 50.5 in the second round, 50.25 in the first


def test_json_of_sessions_is_json() -> None:
    found = simulate_sessions(load("6D"), mimic_the_dealer, 100, 1, rounds=10, bankroll=5)
    told = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert told["sessions"] == 100
    assert told["risk_of_ruin"]["value"] == found.risk_of_ruin.value


@pytest.mark.parametrize(
    ("code", "more"),
    [
        ("simulate/sessions", {"sessions": 0}),
        ("simulate/rounds", {"rounds": 0}),
        ("simulate/bankroll", {"bankroll": -1}),
        ("simulate/stake", {"side_bets": {"21+3": 0}}),
        ("simulate/unknown_side_bet", {"side_bets": {"22+3": 1}}),
    ],
)
def test_sessions_that_cannot_be_are_refused(code: str, more: dict[str, object]) -> None:
    settings: dict[str, object] = {"sessions": 10, "rounds": 10, "bankroll": 10} | more
    with pytest.raises(RefusalRaised) as refused:
        simulate_sessions(load("infinite"), mimic_the_dealer, settings.pop("sessions"), 1, **settings)  # type: ignore[arg-type]
    assert refused.value.refusal.code == code
