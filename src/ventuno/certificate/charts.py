"""The chart of a strategy as plain data, and where special hands are played differently."""

from __future__ import annotations

from typing import Any, Final

from ventuno.odds import Chart
from ventuno.odds.chart import Rows

# What a letter means for a hand that may no longer be doubled or given up.
OF_MORE_CARDS: Final = {"D": "H", "Ds": "S", "R": "H", "Rs": "S"}


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


def free_differs(chart: Chart, free: Chart) -> bool:
    """Whether hands on free chips are played differently anywhere."""
    usual = _places(chart)
    return any(usual.get(place, letter) != letter for place, letter in _places(free).items())


def _places(chart: Chart, cards: int = 0) -> dict[tuple[str | int, ...], str]:
    found: dict[tuple[str | int, ...], str] = {
        (cards, name, row, up): cell.letter
        for name, rows in (("hard", chart.hard), ("soft", chart.soft))
        for row, cells in rows.items()
        for up, cell in cells.items()
    }
    for more, near in chart.near_charlie.items():
        found |= _places(near, more)
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


def different(rows: Rows, usual: Rows, more_cards: bool = False) -> Rows:
    """The rows in which any hand is played differently; with more cards, as far as it can be."""

    def usually(total: str, up: str) -> str:
        letter = usual[total][up].letter
        return OF_MORE_CARDS.get(letter, letter) if more_cards else letter

    return {
        total: row
        for total, row in rows.items()
        if total not in usual or any(cell.letter != usually(total, up) for up, cell in row.items())
    }
