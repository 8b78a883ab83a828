"""What the house says about the odds: returns, charts, what a choice is worth; and prices that hold nobody up (K1)."""

from __future__ import annotations

import asyncio
import math
import random
import time
from fractions import Fraction
from statistics import median

import msgspec
import pytest

from tests.server.houses import QUICK, open_house, quick_tables, run
from ventuno.cards import Card
from ventuno.client import Client
from ventuno.odds import Moment, action_values, distribution, policy_of, solve
from ventuno.refusal import RefusalRaised
from ventuno.server.exposition import band_of
from ventuno.server.http.shelf import _shown
from ventuno.server.metrics import Metrics
from ventuno.server.running import Running
from ventuno.server.wiring import ExactOdds, warm_up
from ventuno.simulator import simulate
from ventuno.table.pricing import Standing
from ventuno.variant import Variant, catalog, load
from ventuno.variant.model import Published

DECK = [Card(rank + suit) for rank in "23456789TJQKA" for suit in "shdc"]


def test_a11_the_returns_of_a_table_are_those_of_its_game() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house:
            await house.demo()
            found, again = await asyncio.gather(house.desk.odds("infinite"), house.desk.odds("infinite"))
            assert found == again
            exact = solve(load("infinite")).total
            assert found["main"]["total"]["rtp_initial"] == pytest.approx(exact.rtp_initial, abs=1e-12)
            assert set(found["side_bets"]) == set(load("infinite").side_bets)
            chart = await house.desk.strategy("infinite")
            assert chart["hard"]["16"]["7"] in ("H", "h")
            assert {"soft", "pairs", "costs"} <= chart.keys()
            with pytest.raises(RefusalRaised, match="no such table"):
                await house.desk.odds("nowhere")

    run(world())


def test_values_are_the_exact_ones_of_the_hand_that_is_asked() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house, Client(running.url) as other:
            await house.demo()
            await other.demo()
            table = await house.join("free-chip")
            with pytest.raises(RefusalRaised, match="no hand of yours"):
                await house.desk.values("free-chip")
            turn = None
            while turn is None:
                await table.bets_open()
                await table.bet("1/main", 1000)
                await table.deal()
                async for turn in table.turns():
                    if "stand" in turn.options:
                        break
                    await table.decide("decline", turn)
                    turn = None
            found = await house.desk.values("free-chip")
            (worth,) = found.hands
            line = table.view.lines[turn.hand.line]
            up_card = Card(table.view.lines["dealer"].cards[0])
            moment = Moment(looked=True if table.view.judgement.looked else None)
            exact = action_values(load("free-chip"), [Card(text) for text in line.cards], up_card, (), moment)
            assert sorted(worth.values.values()) == pytest.approx(sorted(exact.values()))
            assert set(turn.options) <= {*worth.values}
            assert worth.values["stand"] == pytest.approx(exact["stand"])
            with pytest.raises(RefusalRaised, match="no such table"):  # solo tables are their players' own
                await other.desk.values("free-chip")

    run(world())


def test_values_are_not_told_where_the_table_does_not_allow_it() -> None:
    async def world() -> None:
        async with open_house(tables=quick_tables(values=False)) as running, Client(running.url) as house:
            await house.demo()
            await house.join("infinite")
            with pytest.raises(RefusalRaised, match="does not say"):
                await house.desk.values("infinite")

    run(world())


def test_k1_a_price_takes_no_longer_than_the_loop_can_wait() -> None:
    """After the warm-up that every table with offers makes in another thread, before it opens."""
    variant, odds, chance = load("cashback"), ExactOdds(), random.Random(21)
    warm_up(odds, variant)
    took_s = []
    for _ in range(150):
        up_card, first, second, *seen = chance.sample(DECK, 6)
        looked = up_card.points not in (1, 10)
        begun_s = time.thread_time()
        odds.value(Standing(variant, (first, second), up_card, tuple(seen), 1, looked, True))
        took_s.append(time.thread_time() - begun_s)
    assert median(took_s) < 0.005
    assert sorted(took_s)[-3] < 0.030


def test_k1_a_table_with_offers_is_warm_before_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    monkeypatch.setattr("ventuno.server.wiring.warm_up", lambda odds, variant: warmed.append(variant.key))

    async def world() -> None:
        async with open_house(tables=quick_tables(times=QUICK)) as running:
            assert warmed == ["cashback"]
            assert running.house.metrics.lag.worst_s < 0.5

    run(world())


# -- the lobby's returns ----------------------------------------------------------------------------


async def _worked_out(running: Running, *variants: Variant) -> None:
    for variant in variants:
        while running.house.odds.main(variant) is None:
            await asyncio.sleep(0.02)


def test_the_lobby_shows_what_was_worked_out_and_marks_what_a_file_claims() -> None:
    boast = msgspec.structs.replace(load("infinite"), published={"main": Published(rtp="104.20")})
    silent = msgspec.structs.replace(load("all-bets"), published={})

    def shown(running: Running, variant: Variant) -> tuple[str, bool, str]:
        found = _shown("game", variant, running.house.odds.main(variant), "en")
        return found.rtp, found.claimed, found.per

    async def world() -> None:
        async with open_house() as running:
            assert shown(running, boast) == ("104.20", True, "initial-bet")
            assert shown(running, silent) == ("", False, "")
            await _worked_out(running, boast, silent)
            exact = solve(load("all-bets")).total.rtp_initial
            assert shown(running, boast) == ("99.47", False, "initial-bet")
            assert shown(running, silent) == (f"{100 * exact:.2f}", False, "initial-bet")

    run(world())


def test_the_lobby_shows_the_five_games_at_their_own_figures() -> None:
    async def world() -> None:
        async with open_house() as running:
            await _worked_out(running, *catalog().variants.values())
            for game, variant in catalog().variants.items():
                found = _shown(game, variant, running.house.odds.main(variant), "en")
                assert (found.rtp, found.claimed) == (variant.published["main"].rtp, False)

    run(world())


def test_a_claim_that_cannot_be_worked_out_stays_a_claim() -> None:
    unsolved = msgspec.structs.replace(load("6D SPL3 OBO CHARLIE6"), published={"main": Published(rtp="99.00")})

    async def world() -> None:
        async with open_house() as running:
            desk = running.house.odds
            assert desk.main(unsolved) is None
            with pytest.raises(RefusalRaised):
                await desk.odds(unsolved)
            assert _shown("game", unsolved, desk.main(unsolved), "en").claimed

    run(world())


# -- the supervisor's band --------------------------------------------------------------------------


def test_the_band_is_three_exact_deviations_of_the_original_bets() -> None:
    """Doubles and splits are staked too, but what chance does to a round is told for one original bet."""
    exact = distribution(load("infinite"))
    metrics = Metrics()
    for _ in range(100):
        metrics.round_ended("infinite", "infinite", 1500, 900, original_minor=1000)
    metrics.played["infinite"].staked_minor = 113_000
    band = band_of(metrics.played["infinite"], exact.sd)
    assert band == pytest.approx(3 * exact.sd * 10 * 1000 / 113_000, rel=1e-12)


def test_the_band_covers_what_rounds_dealt_by_the_simulator_return() -> None:
    """Of a thousand bets each, three exact deviations either side: almost all, and not by far."""
    variant = load("infinite")
    strategy, exact = solve(variant).total, distribution(variant)
    found = simulate(variant, policy_of(strategy), 1_000_000, 7, cut_card=False)
    away = [
        (float(net - stake * Fraction(strategy.ev / strategy.stake)), n) for (net, stake), n in found.counts.items()
    ]
    spread = math.sqrt(sum(n * one**2 for one, n in away) / found.bets)
    assert spread == pytest.approx(exact.sd, rel=0.005)


def test_after_one_round_there_is_a_band_already() -> None:
    async def world() -> None:
        async with open_house() as running, Client(running.url) as house:
            await house.demo()
            table = await house.join("free-chip")
            await table.bets_open()
            await table.bet("1/main", 1000)
            await table.deal()
            async for turn in table.turns():
                await table.decide("stand" if "stand" in turn.options else turn.options[0], turn)
            played = running.house.metrics.played["free-chip"]
            assert played.staked_minor >= 1000
            assert played.squares == 1000.0**2
            deviation = distribution(load("free-chip")).sd
            assert running.house.odds.known(load("free-chip")) is None  # asked for the first time
            while (known := running.house.odds.known(load("free-chip"))) is None:
                await asyncio.sleep(0.05)
            assert known[1] == deviation
            assert band_of(played, known[1]) == pytest.approx(3 * deviation * 1000 / played.staked_minor)

    run(world())
