"""Odds and charts as the JSON that commands, the server and certificates say them in."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ventuno.odds.chart import Chart, Rows, free_differs
from ventuno.odds.priced import SideBetReturn
from ventuno.odds.strategy import Strategy
from ventuno.odds.variant_odds import VariantOdds
from ventuno.variant import digest, to_notation


def plain_odds(odds: VariantOdds) -> dict[str, Any]:
    """The JSON of `ventuno odds`: returns are fractions of 1."""
    return {
        "variant": odds.variant.key,
        "notation": to_notation(odds.variant),
        "digest": digest(odds.variant),
        "main": {name: _main(strategy) for name, strategy in odds.main.items()},
        "side_bets": {key: plain_side_bet(bet) for key, bet in odds.side_bets.items()},
        "published": [
            {
                "what": figure.what,
                "published": figure.published,
                "computed": figure.computed,
                "agrees": figure.agrees,
            }
            for figure in odds.published
        ],
    }


def _main(strategy: Strategy) -> dict[str, float]:
    return {name: getattr(strategy, name) for name in ("ev", "stake", "rtp_initial", "rtp_stake")}


def plain_side_bet(bet: SideBetReturn) -> dict[str, Any]:
    return {
        "rtp": bet.rtp,
        "exact": over(bet.exact),
        "policy": bet.policy or None,
        "outcomes": {
            name: {"pays": outcome.pays, "p": outcome.p, "exact": over(outcome.exact)}
            for name, outcome in bet.outcomes.items()
        },
    }


def over(number: Fraction | None) -> str | None:
    """`a/b`, also where b is 1."""
    return None if number is None else f"{number.numerator}/{number.denominator}"


def plain_chart(chart: Chart, free: Chart | None) -> dict[str, Any]:
    """The JSON of `ventuno strategy`: letters by total or pair and up card, and what a chart cannot leave out."""
    found: dict[str, Any] = {"hard": _letters(chart.hard), "soft": _letters(chart.soft), "pairs": _letters(chart.pairs)}
    if chart.natural_17:
        found["natural_17"] = _letters(chart.natural_17)
    if chart.near_charlie:
        found["near_charlie"] = {
            str(cards): {"hard": _letters(near.hard), "soft": _letters(near.soft)}
            for cards, near in chart.near_charlie.items()
        }
    if free is not None and free_differs(chart, free):
        found["free"] = plain_chart(free, None)
    return found


def _letters(rows: Rows) -> dict[str, dict[str, str]]:
    return {row: {up: cell.letter for up, cell in cells.items()} for row, cells in rows.items()}


def plain_costs(chart: Chart) -> dict[str, Any]:
    """What the second-best action costs, in initial bets, and which it is; only where two cards make the row."""
    return {
        name: {
            row: {up: {"second": cell.second, "cost": cell.cost} for up, cell in cells.items() if cell.cost is not None}
            for row, cells in rows.items()
        }
        for name, rows in (("hard", chart.hard), ("soft", chart.soft), ("pairs", chart.pairs))
    }
