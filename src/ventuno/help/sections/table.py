"""Where it is played: the kind of table, positions, bets behind, limits."""

from __future__ import annotations

from collections.abc import Iterator

from ventuno.help.page import Paragraph, Section, TextTable, points, section
from ventuno.help.tidy import tidy
from ventuno.help.words import Words
from ventuno.variant.model import Limits, Variant


def table(variant: Variant, words: Words) -> list[Section]:
    said = words.help.part("table")
    return [
        section(
            said("heading"),
            points(said("kind", variant.table.kind), _positions(variant, words), *_behind(variant, words)),
            Paragraph(said("limits_set_by", variant.table.limits_set_by)),
            _limits(variant, words),
            points(said("limits_bind"), said("step", step=words.grammar.amount(variant.stake_step))),
        )
    ]


def _positions(variant: Variant, words: Words) -> str:
    rules, grammar = variant.table, words.grammar
    most = min(rules.positions, rules.positions_per_player)
    return words.help(
        "table.one_position" if most == 1 else "table.positions",
        rules.kind,
        most=grammar.number(most),
        seats=grammar.count(rules.positions, "seat"),
        positions=grammar.count(rules.positions, "position"),
    )


def _behind(variant: Variant, words: Words) -> Iterator[str]:
    """H1 to H3."""
    if not variant.table.bet_behind:
        return
    yield words.help("table.bet_behind")
    insurance = " " + words.help("table.behind_insurance") if variant.hand.insurance else ""
    yield words.help("table.behind_decides") + insurance
    if variant.hand.free_double or variant.hand.free_split:
        yield words.help("table.behind_free")
    yield words.help("table.behind_returns")


def _limits(variant: Variant, words: Words) -> TextTable:
    """One row for each range of bets; no column that would be empty."""
    limits = variant.table.limits
    levels = any(each.level for each in limits)
    width = 2 if variant.side_bets else 1
    header = ((words.help("table.level"),) if levels else ()) + words.help.row("table.limits_header")[:width]
    rows = tuple(_row(each, words, levels)[: len(header)] for each in limits)
    return TextTable(header, rows, right=tuple(range(len(header)))[-width:])


def _row(limits: Limits, words: Words, levels: bool) -> tuple[str, ...]:
    level = tidy(limits.level)
    bets = (words.grammar.between(limits.main), words.grammar.between(limits.side))
    return (words.of_file(level), *bets) if levels else bets
