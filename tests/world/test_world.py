"""The seeded world: money, cards, requests and views hold whatever goes wrong (D3, D4, E1 to E4, T1)."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.world import digest
from tests.world.known import new_among
from tests.world.twins import twins
from tests.world.world import GAMES, MIXED, run

SEEDS = 5
BATCHES = 5
TWINS = 2
RECORDED = digest.recorded()


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", [*GAMES, MIXED])
def test_whatever_goes_wrong_nothing_is_lost_shown_too_early_or_paid_twice(game: str, batch: int) -> None:
    reports = [run(batch * SEEDS + seed, game, keeps_bytes=True) for seed in range(SEEDS)]
    for report in reports:
        assert digest.of(report) == RECORDED[game][str(report.seed)], f"{report.command}: not what was recorded"
        assert not new_among(report.wrong), f"{report.command}\n" + "\n".join(report.wrong)
    assert sum(report.rounds["settled"] for report in reports) > SEEDS
    assert sum(report.counts["crashes"] for report in reports) > 0
    assert all(report.counts["stopped by themselves"] == report.counts["taken over"] for report in reports)


@pytest.mark.parametrize(("seed", "taken_over"), [(5, False), (11, True)])
def test_the_same_seed_is_the_same_world(seed: int, taken_over: bool) -> None:
    one, other = run(seed, MIXED, trace=True), run(seed, MIXED, trace=True)
    assert one.trace == other.trace
    assert len(one.trace) > 200
    assert bool(one.counts["taken over"]) == taken_over


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_sent_depends_on_a_hole_card_before_it_is_shown(game: str) -> None:
    """Two worlds that differ in one hole card are the same, byte by byte, until it is turned."""
    found = list(islice((pair for pair in twins(game, range(120)) if pair.shown), TWINS))
    assert len(found) == TWINS, "no round came to its end"
    for pair in found:
        assert pair.before == pair.twin_before, f"seed {pair.seed} of {game}: what is sent before {pair.shown} differs"
