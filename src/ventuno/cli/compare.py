"""`ventuno compare`: what each difference between two games is worth, rule by rule.

Walks from A to B, one field of the variant file at a time in the order of the file, and values the
game after each step. What a rule is worth depends on the rules around it, so the order is part of
the answer. A step that would pass through a game without a solution waits until it does not.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from ventuno.cli.odds import print_page
from ventuno.cli.output import print_json
from ventuno.help import Block, Page, Paragraph, Section, TextTable
from ventuno.help.tidy import tidy
from ventuno.refusal import RefusalRaised
from ventuno.variant import Variant, digest, load, to_notation
from ventuno.variant.digest import plain

# The sections, and of the shoe the one field, that the value of the main game is made of.
_SECTIONS: Final = ("shoe", "dealer", "hand")
_NOT_VALUED: Final = (
    "shoe.shuffle",
    "shoe.shoes",
    "shoe.behind_cut_card",
    "shoe.burn_card",
    "hand.insurance",  # a bet of its own
)
_ALSO: Final = ("cashback", "golden_chips", "side_bets")
_GRID: Final = 2**52


@dataclass(frozen=True, slots=True)
class Step:
    """One rule changed, and what the game is worth with it, by strategy class."""

    rule: str  # dealer.soft_17
    before: Any
    after: Any
    ev: dict[str, float]
    worth: dict[str, float]


@dataclass(frozen=True, slots=True)
class Comparison:
    a: Variant
    b: Variant
    ev_a: dict[str, float]
    ev_b: dict[str, float]
    steps: tuple[Step, ...]
    not_valued: tuple[str, ...]  # what differs too, but is no part of the main game's value

    @property
    def difference(self) -> dict[str, float]:
        return _less(self.ev_b, self.ev_a)


def add(commands: Any) -> None:
    command = commands.add_parser(
        "compare",
        help="what each difference between two games is worth",
        description="Walks from game A to game B, changing one rule at a time in the order of the file, and says what "
        "the main game is worth after each step. The steps add up to the difference.",
    )
    command.add_argument("a", metavar="A", help="a variant")
    command.add_argument("b", metavar="B", help="another")
    command.add_argument("--json", action="store_true", help="print the steps as JSON")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    found = compare(load(arguments.a), load(arguments.b))
    if arguments.json:
        print_json(_plain(found))
    else:
        print_page(_page(found))
    return 0


def compare(a: Variant, b: Variant) -> Comparison:
    differ = [rule for rule in _rules() if _get(a, rule) != _get(b, rule)]
    start = now = _values(a)
    steps, here, waiting = [], a, [rule for rule in differ if rule not in _NOT_VALUED]
    while waiting:
        rule, here, after = _next(here, b, waiting)
        steps.append(Step(rule, _get(a, rule), _get(b, rule), after, _less(after, now)))
        now = after
        waiting.remove(rule)
    also = [rule for rule in differ if rule in _NOT_VALUED]
    also += [name for name in _ALSO if getattr(a, name) != getattr(b, name)]
    return Comparison(a, b, start, now, tuple(steps), tuple(also))


def _rules() -> Iterator[str]:
    """Every field of these sections, so that a new rule is compared without being named here."""
    sections = {field.name: field.type for field in msgspec.structs.fields(Variant)}
    for section in _SECTIONS:
        yield from (f"{section}.{field.name}" for field in msgspec.structs.fields(sections[section]))


def _get(variant: Variant, rule: str) -> Any:
    section, name = rule.split(".")
    return getattr(getattr(variant, section), name)


def _with(variant: Variant, rule: str, value: Any) -> Variant:
    section, name = rule.split(".")
    changed = msgspec.structs.replace(getattr(variant, section), **{name: value})
    return msgspec.structs.replace(variant, **{section: changed})


def _values(variant: Variant) -> dict[str, float]:
    from ventuno.odds import solve

    solution = solve(variant)
    return {"composition": solution.composition.ev, "total": solution.total.ev}


def _next(here: Variant, b: Variant, waiting: list[str]) -> tuple[str, Variant, dict[str, float]]:
    """The first rule whose change leads to a game that can be solved."""
    refused: RefusalRaised | None = None
    for rule in waiting:
        there = _with(here, rule, _get(b, rule))
        try:
            return rule, there, _values(there)
        except RefusalRaised as error:
            refused = refused or error
    assert refused is not None
    raise RefusalRaised(
        "compare/no_way",
        f"no order of single changes leads from one game to the other: {refused.refusal.why}",
        rules=waiting,
    )


def _less(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    """Differences on a grid of 2^-52, on which sums are exact: the steps add up to the difference to the last bit."""
    return {name: (round(one[name] * _GRID) - round(other[name] * _GRID)) / _GRID for name in one}


def _page(found: Comparison) -> Page:
    names = f"{tidy(found.a.name)} → {tidy(found.b.name)}"
    return Page("en", names, _MEANS, (Section("Rule by rule", tuple(_blocks(found))),))


_MEANS: Final = (
    "What the main game is worth under each strategy class, in percent of the initial bet, and what each rule changes; "
    "first round of a full shoe, one hand, without insurance."
)
_ORDER: Final = (
    "One rule is changed at a time, in the order of the file: the decks, the dealer, the hand. What a rule is worth "
    "depends on the rules around it, so another order would divide the same difference differently."
)
_HEADER: Final = ("Rule", "From", "To", "By composition", "then", "By total", "then")


def _blocks(found: Comparison) -> Iterator[Block]:
    rows = [("start", "", "", *_figures(None, found.ev_a))]
    before = found.ev_a
    for step in found.steps:
        rule = step.rule.replace(".", ": ").replace("_", " ")
        rows.append((rule, _said(step.before), _said(step.after), *_figures(before, step.ev)))
        before = step.ev
    rows.append(("in all", "", "", *_figures(found.ev_a, found.ev_b)))
    yield TextTable(_HEADER, tuple(rows), right=(3, 4, 5, 6))
    yield Paragraph(_ORDER)
    if found.not_valued:
        yield Paragraph(f"Different too, but no part of the main game's value: {', '.join(found.not_valued)}.")


def _figures(before: dict[str, float] | None, after: dict[str, float]) -> tuple[str, ...]:
    """What changed and what is left. Rounded first and then subtracted: the column adds up as it is printed."""

    def rounded(value: float) -> int:
        return round(value * 1e6)

    return tuple(
        text
        for name, value in after.items()
        for text in (
            "" if before is None else f"{(rounded(value) - rounded(before[name])) / 1e4:+.4f}",
            f"{rounded(value) / 1e4:+.4f}",
        )
    )


def _said(value: Any) -> str:
    """A value as the file would say it."""
    plain_value = _builtin(value)
    if isinstance(plain_value, bool):
        return "yes" if plain_value else "no"
    if plain_value is None:
        return "none"
    if isinstance(plain_value, list | tuple):
        return ", ".join(map(str, plain_value)) or "–"
    if isinstance(plain_value, dict):
        return ", ".join(f"{name} {_said(part)}" for name, part in plain_value.items())
    return str(plain_value)


def _builtin(value: Any) -> Any:
    return msgspec.to_builtins(value, enc_hook=plain)


def _plain(found: Comparison) -> dict[str, Any]:
    return {
        "a": _plain_variant(found.a, found.ev_a),
        "b": _plain_variant(found.b, found.ev_b),
        "steps": [
            {
                "rule": step.rule,
                "from": _builtin(step.before),
                "to": _builtin(step.after),
                "ev": step.ev,
                "worth": step.worth,
            }
            for step in found.steps
        ],
        "difference": found.difference,
        "not_valued": list(found.not_valued),
    }


def _plain_variant(variant: Variant, ev: dict[str, float]) -> dict[str, Any]:
    return {"variant": variant.key, "notation": to_notation(variant), "digest": digest(variant), "ev": ev}
