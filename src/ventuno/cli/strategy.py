"""`ventuno strategy`: the best total-dependent strategy as a chart."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ventuno.cli.output import print_json, styled, wants_colour
from ventuno.help.tidy import tidy
from ventuno.variant import load, to_notation

if TYPE_CHECKING:
    from ventuno.odds import Cell, Chart, Rows

_MEANS: Final = {
    "H": "hit",
    "S": "stand",
    "D": "double, else hit",
    "Ds": "double, else stand",
    "P": "split",
    "P1": "split once, not again",
    "Pc": "split, again on a free chip only",
    "Pr": "split, again with the original bet only",
    "R": "surrender, else hit",
    "Rs": "surrender, else stand",
    "Rp": "surrender, else split",
}
_COLOURS: Final = {"H": "green", "S": "red", "D": "gold", "P": "blue", "R": "bold"}
_NAMES: Final = 8
_COLUMN: Final = 4
_COLUMN_WITH_COSTS: Final = 7


def add(commands: Any) -> None:
    command = commands.add_parser(
        "strategy",
        help="the best strategy of a game as a chart",
        description="Prints the best total-dependent strategy: what a chart can say. With --costs, below each letter "
        "stands what the second-best action costs, in percent of the initial bet, and its letter.",
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument("--costs", action="store_true", help="what the second-best action costs")
    command.add_argument("--json", action="store_true", help="print the chart as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    variant = load(arguments.variant)
    from ventuno.odds import VariantOdds, plain_chart, plain_costs

    odds = VariantOdds(variant)
    strategy = odds.main["total"]
    if arguments.json:
        found = plain_chart(odds.chart, odds.free_chart)
        print_json(found | {"costs": plain_costs(odds.chart)} if arguments.costs else found)
        return 0
    print(f"{tidy(variant.name)}: best total-dependent strategy, {strategy.rtp_initial:.4%} per initial bet")
    if tidy(variant.name) != to_notation(variant):
        print(to_notation(variant))
    for line in _Drawing(arguments.costs, wants_colour()).lines(odds.chart, odds.free_chart):
        print(line)
    return 0


class _Drawing:
    def __init__(self, costs: bool, colour: bool) -> None:
        self.costs = costs
        self.colour = colour
        self.used: set[str] = set()

    def lines(self, chart: Chart, free: Chart | None) -> Iterator[str]:
        from ventuno.odds import different, free_differs

        yield from self.table("Hard", chart.hard)
        yield from self.table("Soft", chart.soft)
        yield from self.table("Pairs", {f"{card}-{card}": row for card, row in chart.pairs.items()})
        yield from self.table("17 in the first two cards", chart.natural_17)
        for cards, near in chart.near_charlie.items():
            yield from self.table(f"Hard, {cards} cards, where they differ", different(near.hard, chart.hard, True))
            yield from self.table(f"Soft, {cards} cards, where they differ", different(near.soft, chart.soft, True))
        if free is not None and free_differs(chart, free):
            yield from self.table("Hard, on a free chip, where they differ", different(free.hard, chart.hard))
            yield from self.table("Soft, on a free chip, where they differ", different(free.soft, chart.soft))
        yield ""
        yield "  ".join(f"{self.letter(letter, 0)} {_MEANS[letter]}" for letter in _MEANS if letter in self.used)

    def table(self, title: str, rows: Rows) -> Iterator[str]:
        if not rows:
            return
        up_cards = next(iter(rows.values()))
        width = _COLUMN_WITH_COSTS if self.costs else _COLUMN
        yield ""
        yield styled(title, "bold", colour=self.colour)
        yield styled(f"{'':{_NAMES}}{''.join(up.rjust(width) for up in up_cards)}", "dim", colour=self.colour)
        for name, cells in rows.items():
            yield f"{name.rjust(_NAMES)}{''.join(self.letter(cell.letter, width) for cell in cells.values())}"
            if self.costs and any(cell.cost is not None for cell in cells.values()):
                costs = "".join(_cost(cell).rjust(width) for cell in cells.values())
                yield styled(f"{'':{_NAMES}}{costs}", "dim", colour=self.colour)

    def letter(self, letter: str, width: int) -> str:
        """Set to the right; colour never reaches the blanks before it."""
        self.used.add(letter)
        return f"{'':{max(width - len(letter), 0)}}{styled(letter, _COLOURS[letter[0]], colour=self.colour)}"


def _cost(cell: Cell) -> str:
    return "" if cell.cost is None else f"{100 * cell.cost:.1f}{cell.second}"
