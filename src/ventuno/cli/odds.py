"""`ventuno odds`: what a variant returns, exactly, beside what its rule book prints."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from ventuno.cli.output import print_json, wants_colour
from ventuno.help import Block, Item, Items, Page, Paragraph, Section, TextTable, as_text, bet_name, outcome_name
from ventuno.help.tidy import tidy
from ventuno.help.words import words_of
from ventuno.variant import digest, load, to_notation
from ventuno.variant.notation import unsaid

if TYPE_CHECKING:  # what solves is heavy to load, and only `run` needs it
    from ventuno.odds import PublishedFigure, SideBetReturn, VariantOdds

LEAST_WIDTH, MOST_WIDTH = 72, 110
CLASSES: Final = {"composition": "composition-dependent", "total": "total-dependent", "either": "either class"}
_PER: Final = {"initial-bet": "per initial bet", "stake": "per unit staked"}
_LONGEST_FRACTION: Final = 22  # what a column has room for; the others are in the JSON


def add(commands: Any) -> None:
    command = commands.add_parser(
        "odds",
        help="the exact return of a game and of its side bets, beside the published ones",
        description="Works out the exact return of the main game (first round of a full shoe, one hand, without "
        "insurance) under both strategy classes, and of every side bet.",
    )
    command.add_argument("variant", metavar="VARIANT")
    command.add_argument("--json", action="store_true", help="print the figures as JSON, in full precision")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    variant = load(arguments.variant)
    from ventuno.odds import VariantOdds, plain_odds

    odds = VariantOdds(variant)
    if arguments.json:
        print_json(plain_odds(odds))
    else:
        print_page(page(odds))
    return 0


def print_page(report: Page) -> None:
    width = max(LEAST_WIDTH, min(shutil.get_terminal_size().columns, MOST_WIDTH))
    print(as_text(report, width=width, colour=wants_colour()))


def percent(value: float, decimals: int = 6) -> str:
    return f"{100 * value:.{decimals}f}%"


def page(odds: VariantOdds) -> Page:
    variant = odds.variant
    more = " and more" if unsaid(variant) else ""
    return Page(
        "en",
        tidy(variant.name),
        f"{to_notation(variant)}{more}. Digest {digest(variant)[:12]}.",
        tuple(_sections(odds)),
    )


def _sections(odds: VariantOdds) -> Iterator[Section]:
    yield Section("Main game", (_main(odds), Paragraph(_MAIN_MEANS)))
    if odds.side_bets:
        yield Section("Side bets", tuple(_side_bets(odds)))
    if odds.published:
        yield Section("Published returns", tuple(_published(odds)))


_MAIN_MEANS: Final = "The first round of a full shoe, one hand, without insurance."


def _main(odds: VariantOdds) -> TextTable:
    rows = tuple(
        (
            CLASSES[name],
            percent(main.rtp_initial),
            percent(main.rtp_stake),
            f"{main.ev:+.6f}",
            f"{main.stake:.6f}",
        )
        for name, main in odds.main.items()
    )
    return TextTable(("Strategy", "Per initial bet", "Per unit staked", "Value", "Staked"), rows, right=(1, 2, 3, 4))


def _side_bets(odds: VariantOdds) -> Iterator[Block]:
    rows = tuple(row for key, bet in odds.side_bets.items() for row in _side_bet(key, bet))
    yield TextTable(("Bet and outcomes", "Pays", "Return, chance", "Exactly"), rows, right=(1, 2))
    if notes := tuple(note for key, bet in odds.side_bets.items() for note in _notes(key, bet)):
        yield Items(notes)


def _side_bet(key: str, bet: SideBetReturn) -> Iterator[tuple[str, ...]]:
    yield bet_name(key, "en"), "", percent(bet.rtp), _short(bet.exact)
    for name, outcome in bet.outcomes.items():
        yield f"· {outcome_name(name, 'en')}", outcome.pays, f"{outcome.p:.10f}", _short(outcome.exact)


def _short(exact: object) -> str:
    text = "" if exact is None else str(exact)
    return text if len(text) <= _LONGEST_FRACTION else "(see --json)"


def _notes(key: str, bet: SideBetReturn) -> Iterator[Item]:
    name = bet_name(key, "en")
    if bet.policy:
        others = "".join(f" Under another policy ({policy}): {percent(one.rtp)}." for policy, one in bet.under.items())
        yield Item(f"policy: {bet.policy}.{others}", term=name)
    if bet.fixed is not None and bet.per_jackpot_unit is not None:
        yield Item(
            f"the fixed awards return {percent(float(bet.fixed))}; each unit in the jackpot adds "
            f"{bet.per_jackpot_unit}. The return above has the jackpot at its seed and counts what feeds it.",
            term=name,
        )


def _published(odds: VariantOdds) -> Iterator[Block]:
    rows = tuple(
        (
            "Main game" if figure.what == "main" else bet_name(figure.what, "en"),
            _meant(figure),
            f"{figure.meant.rtp}%",
            percent(figure.computed),
            "agrees" if figure.agrees else "DIFFERS",
        )
        for figure in odds.published
    )
    yield TextTable(("Bet", "How it is meant", "Published", "Computed", ""), rows, right=(2, 3))
    for figure in odds.published:
        if not figure.agrees:
            what = "Main game" if figure.what == "main" else bet_name(figure.what, "en")
            why = _note(figure) or "no reading of the rules that we know gives the printed figure"
            yield Items((Item(f"does not come out, and no rule is bent for it: {why}.", term=what),))


def _meant(figure: PublishedFigure) -> str:
    parts = (_PER[figure.meant.per], CLASSES[figure.meant.strategy]) if figure.what == "main" else ()
    return ", ".join(filter(None, (*parts, _note(figure) if figure.agrees else "")))


def _note(figure: PublishedFigure) -> str:
    note = tidy(figure.meant.note)
    return words_of("en").of_file(note)
