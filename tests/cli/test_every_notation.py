"""Every game that fits on one line is answered by every command about odds, or refused with a sentence."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from tests.cli.test_odds_commands import in_json, ventuno_says
from tests.strategies import CHOICES
from ventuno.cards import RANKS, Card, cards
from ventuno.odds import action_values, chart, solve
from ventuno.odds.composition import VALUE_NAMES
from ventuno.variant import from_notation

TOKENS = [token for choice in CHOICES for token in choice]
UPS = ("2", "6", "7", "T", "A")
HANDS = ("8 8", "A A", "T T", "T 6", "A 7", "5 5", "4 4", "A T")


def _games(count: int, seed: int) -> list[str]:
    """Lines in which every pair of tokens of two choices meets, as far as so many lines go."""
    chance, lines, met = random.Random(seed), [], set[tuple[str, str]]()
    for _ in range(count):
        best = max(
            ([chance.choice(("", *choice)) for choice in CHOICES] for _ in range(20)),
            key=lambda line: len(set(itertools.combinations(filter(None, line), 2)) - met),
        )
        met |= set(itertools.combinations(filter(None, best), 2))
        lines.append(" ".join((chance.choice(("1D", "2D", "6D", "8D")), *filter(None, best))))
    return lines


def _answered(*words: str) -> None:
    """An answer, or a refusal of one line that says why: never a traceback."""
    code, out, err = ventuno_says(*words)
    assert code in (0, 2), (words, err)
    assert bool(out) == (code == 0), words
    assert err.startswith("ventuno: ") and err.count("\n") == 1 if code else not err, (words, err)


@pytest.mark.parametrize("line", [*(f"1D {token}" for token in TOKENS), *_games(16, seed=8)])
def test_every_line_of_notation_has_odds_a_chart_and_hands_or_is_refused(line: str) -> None:
    chance = random.Random(line)
    _answered("odds", line)
    _answered("strategy", line, "--costs")
    _answered("hand", line, chance.choice(HANDS), chance.choice(UPS))
    _answered("hand", line, chance.choice(HANDS), chance.choice(UPS), "--hands", "2")
    _answered("simulate", line, "--rounds", "1000", "--seed", "1")


@pytest.mark.parametrize("line", ["6D ES", "8D ES H17", "1D ES ENHC SPL1", "2D ES OBO SPL1", *_games(3, seed=9)])
def test_every_line_of_notation_is_certified_and_compared_or_is_refused(line: str, tmp_path: Path) -> None:
    _answered("compare", line, "6D LS")
    code, _, err = ventuno_says("certify", line, "-o", str(tmp_path / "page.html"))
    assert code == 0 or (code == 2 and err.count("\n") == 1), err
    assert (tmp_path / "page.html").exists() == (code == 0)


# -- early surrender --------------------------------------------------------------------------------


def _gained(line: str) -> tuple[float, list[float]]:
    """What the game is worth without surrender, and what early surrender adds, by up card."""
    ordinary, early = (solve(from_notation(f"{line} {token}")).composition for token in ("NS", "ES"))
    gained = (early.first.chance * (early.first.value - ordinary.first.value)).sum(axis=0)
    return ordinary.ev, gained.tolist()


def test_early_surrender_is_worth_what_is_published() -> None:
    """world.md: A15, where it is not offered against an ace, 0.16 % in all; A0, +0.39 against an ace, by one other."""
    without, gained = _gained("6D S17 DAS SPL3 OBO")
    assert f"{100 * (without + sum(gained[1:])):.2f}" == "-0.16"
    assert 100 * _gained("8D SPL3")[1][0] == pytest.approx(0.39, abs=0.01)


def test_early_surrender_is_taken_where_every_book_says() -> None:
    drawn = chart(solve(from_notation("6D ES")).total)
    assert drawn is not None
    given_up = {
        (name, up)
        for rows in (drawn.hard, drawn.soft, drawn.pairs)
        for name, row in rows.items()
        for up, cell in row.items()
        if cell.letter.startswith("R")
    }
    against_ace = {(total, "A") for total in ("5", "6", "7", "12", "13", "14", "15", "16", "17")}
    pairs_against_ace = {(card, "A") for card in ("3", "6", "7", "8")}
    against_ten = {(total, "10") for total in ("14", "15", "16")} | {("7", "10"), ("8", "10")}
    assert given_up == against_ace | pairs_against_ace | against_ten | {("16", "9")}


LETTER_OF = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


@pytest.mark.parametrize("line", ["6D ES SPL1", "1D ES ENHC SPL1", "6D LS SPL1", "6D SPL1"])
@pytest.mark.parametrize("up", range(10))
def test_what_the_second_best_costs_is_what_the_hand_says(line: str, up: int) -> None:
    """Of a pair of eights; a surrender before the look is weighed without what the look will tell."""
    variant = from_notation(line)
    strategy = solve(variant).composition
    drawn = chart(strategy)
    assert drawn is not None
    values = action_values(variant, cards("8h 8d"), Card(f"{RANKS[up]}s"))
    best, second = sorted(values, key=lambda action: -values[action])[:2]
    early = variant.hand.surrender == "early" and "surrender" not in (best, second)
    state = strategy.state((0,) * 7 + (2, 0, 0))
    looked = 1 - strategy.prepared.rules.looks[up] * strategy.prepared.blackjack[state, up]
    cell = drawn.pairs["8"][VALUE_NAMES[up]]
    assert cell.second == LETTER_OF[second]
    assert cell.cost == pytest.approx((values[best] - values[second]) / (looked if early else 1.0), abs=1e-12)


def test_json_has_the_chart_of_early_surrender_too() -> None:
    assert in_json("strategy", "6D ES", "--costs")["pairs"]["8"]["10"] == "Rp"
